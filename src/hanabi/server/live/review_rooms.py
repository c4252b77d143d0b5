"""All review rooms in this process: they are made when somebody comes and dropped when nobody is left."""

import asyncio
import contextlib
import time
from collections.abc import Callable

from hanabi.server.live.clients import Client
from hanabi.server.live.review_room import ReviewRoom, RoomGame, RoomKey
from hanabi.server.wire.close_codes import CloseCode

MAINTENANCE_INTERVAL = 1.0
# Seconds for which an empty room keeps what it shows, and how many of them; seconds after which an unused one ends.
KEEP_EMPTY, MAX_EMPTY = 600.0, 500
MAX_UNUSED = 6 * 3600.0


class ReviewRooms:
    """`is_elsewhere` says whether another worker has a room by now: then everybody is sent there."""

    def __init__(
        self, is_elsewhere: Callable[[RoomKey], bool] = lambda key: False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._rooms: dict[RoomKey, ReviewRoom] = {}
        self._is_elsewhere = is_elsewhere
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._rooms)

    def open(self) -> None:
        self._task = asyncio.ensure_future(self._repeat())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def room(self, key: RoomKey, game: RoomGame) -> ReviewRoom:
        """The room of this name, made if there is none."""
        return self._rooms.setdefault(key, ReviewRoom(key, game, self._clock))

    def maintain(self) -> None:
        """Forget who has not come back, and end rooms that are empty, unused or another worker's."""
        now = self._clock()
        empty: list[ReviewRoom] = []
        for room in list(self._rooms.values()):
            room.forget_absent()
            if self._is_elsewhere(room.key):
                self._end(room, CloseCode.RESTARTING)
            elif now - room.used_at > MAX_UNUSED:
                self._end(room, CloseCode.ROOM_ENDED)
            elif not room.clients:
                empty.append(room)
        empty.sort(key=lambda room: room.used_at)
        for number, room in enumerate(empty):
            if number < len(empty) - MAX_EMPTY or now - room.used_at > KEEP_EMPTY:
                self._end(room, CloseCode.ROOM_ENDED)

    def _end(self, room: ReviewRoom, code: CloseCode) -> None:
        del self._rooms[room.key]
        room.close(code)

    def end_of_table(self, table_id: str) -> None:
        """The table was closed by those who run the server."""
        for room in [room for key, room in self._rooms.items() if (key.kind, key.game) == ("table", table_id)]:
            self._end(room, CloseCode.TABLE_CLOSED)

    def has_room_of_table(self, table_id: str) -> bool:
        return any((key.kind, key.game) == ("table", table_id) for key in self._rooms)

    def close_clients(self, wanted: Callable[[Client], bool], code: CloseCode) -> None:
        for room in self._rooms.values():
            for client in filter(wanted, room.clients):
                client.close(code)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(MAINTENANCE_INTERVAL)
            self.maintain()
