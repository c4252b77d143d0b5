"""Reacts to notices from other processes: closes sockets, reloads tables, bans and mutes."""

from collections.abc import Callable, Iterable

from hanabi.server.database.notices import NoticeKind
from hanabi.server.live.clients import Client
from hanabi.server.live.live_table import LiveTable
from hanabi.server.live.registry import TableRegistry
from hanabi.server.live.review_rooms import ReviewRooms
from hanabi.server.people.accounts import Accounts
from hanabi.server.people.sanctions import Sanctions
from hanabi.server.wire.close_codes import CloseCode


class NoticeReceiver:
    def __init__(self, registry: TableRegistry, accounts: Accounts, sanctions: Sanctions, rooms: ReviewRooms) -> None:
        self._registry, self._accounts, self._sanctions, self._rooms = registry, accounts, sanctions, rooms

    async def receive(self, kind: NoticeKind, subject: str) -> None:
        match kind:
            case "session_ended":
                self._accounts.forget([subject])
                self.close_sessions([subject])
            case "sanctions":
                await self._sanctions.load()
                self._accounts.forget()
                self._close_banned()
            case "table_changed":
                live = self._registry.live_tables.get(subject)
                if live is not None:
                    await live.catch_up()
                if self._rooms.has_room_of_table(subject):
                    live = await self._registry.live_table(subject)
                    if live.table.closed is not None:
                        self._rooms.end_of_table(subject)
            case "table_rewritten":
                await self._registry.reload(subject)

    def close_sessions(self, keys: Iterable[str]) -> None:
        ended = set(keys)
        self._close(lambda live, client: client.actor.key in ended, CloseCode.SIGNED_OUT)
        self._rooms.close_clients(lambda client: client.actor.key in ended, CloseCode.SIGNED_OUT)

    def _close_banned(self) -> None:
        self._close(self._is_banned_at, CloseCode.BANNED)
        self._rooms.close_clients(self._is_banned, CloseCode.BANNED)

    def _is_banned_at(self, live: LiveTable, client: Client) -> bool:
        sat_down = None if client.seat is None else live.table.occupants[client.seat].account
        return self._is_banned(client) or self._sanctions.against_account("ban", sat_down) is not None

    def _is_banned(self, client: Client) -> bool:
        by_address = self._sanctions.against_address("ban", client.address)
        return (by_address or self._sanctions.against_account("ban", client.actor.account)) is not None

    def _close(self, condition: Callable[[LiveTable, Client], bool], code: CloseCode) -> None:
        for live in list(self._registry.live_tables.values()):
            for client in [client for client in live.clients if condition(live, client)]:
                client.close(code)
                live.clients.dismiss(client)
                self._registry.presence_changed(live)
