"""`hanabi join`: seats a bot at a table of a running server."""

import asyncio
import contextlib
import logging
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import click

from hanabi.bots import ROSTER, BotError, checked_choice, make_bot
from hanabi.bots.line_protocol import ProgramBot
from hanabi.bots.roster import others
from hanabi.cli._options import complete_bot, json_option
from hanabi.cli._output import echo_result, end_interrupted
from hanabi.client import CommandRefused, SeatAt, TableClient, TableClosed, new_id, request, take_seat
from hanabi.rules import View, narration
from hanabi.rules.view_reader import UnreadableView
from hanabi.server.tables.features import end_game, seating, take_back, takeover
from hanabi.server.wire import messages
from hanabi.texts import has, say

T = TypeVar("T")
SECONDS_TO_LEAVE = 3.0
NOT_SEATED = "the bot had no seat yet"


@click.command()
@click.argument("url")
@click.option(
    "--bot",
    required=True,
    shell_complete=complete_bot,
    help=f"Who plays: {', '.join(ROSTER)}, a Python file, or exec:COMMAND.",
)
@click.option("--name", help="The name at the table. [default: the bot's]")
@click.option("--move-seconds", type=float, help="Time limit per move of a program.")
@json_option
def command(url: str, bot: str, name: str | None, move_seconds: float | None, as_json: bool) -> None:
    """Seat a bot at a running server's table, and play the game to the end.

    URL is the address of the table, as a browser shows it: http://127.0.0.1:8000/t/TABLE. The bot gets the same view as
    in `hanabi simulate`. With the link of a seat (…/t/TABLE#TOKEN), it plays that seat.
    """
    try:
        make_bot(bot)
    except BotError as error:
        raise click.UsageError(str(error)) from error
    player = SeatedPlayer(_seat_of(url), bot, name or _name_of(bot), move_seconds, as_json)
    _tell_about_connections()
    try:
        asyncio.run(player.play())
    except KeyboardInterrupt:
        end_interrupted(player.departure)
    except CommandRefused as refused:
        raise click.ClickException(_sentence(refused)) from refused
    except TableClosed as closed:
        raise click.ClickException(f"the server closed the connection for good ({closed})") from closed
    except OSError as error:
        raise click.ClickException(f"no server answers at {player.seat.server}: {error}") from error
    except ValueError as error:
        raise click.ClickException(f"the server at {player.seat.server} is not `hanabi serve`: {error}") from error


class SeatedPlayer:
    """A bot at a table: sits down, plays, and tells what happens."""

    def __init__(self, seat: SeatAt, bot: str, name: str, move_seconds: float | None, as_json: bool) -> None:
        self.seat, self.bot_name, self.name = seat, bot, name
        self._bot = make_bot(bot, move_seconds=move_seconds)
        self._move_seconds, self._as_json = move_seconds, as_json
        self._faults = 0
        self._told = -1  # actions told so far; -1 before the game
        self.departure = NOT_SEATED

    async def play(self) -> None:
        if self.seat.token is None:
            self.seat = await take_seat(self.seat.server, self.seat.table, name=self.name)
            self._say(f"{self.name} sits at the table and waits for the start.")
            self.departure = "the bot has left the table"
        else:
            await request(self.seat.server, f"/api/tables/{self.seat.table}")
        async with TableClient(self.seat) as client:
            try:
                async for state in client.states():
                    if await self._answer(client, state):
                        return
            except asyncio.CancelledError:
                with contextlib.suppress(CommandRefused, TimeoutError):
                    await asyncio.wait_for(client.send(seating.Stand(id=new_id())), SECONDS_TO_LEAVE)
                raise

    async def _answer(self, client: TableClient, state: messages.StateMessage) -> bool:
        """Do what the state asks for; whether the game is over."""
        if state.you.seat is None:
            raise CommandRefused("bad_token", {})
        if state.view is None:
            return False
        with contextlib.suppress(CommandRefused, UnreadableView):
            await self._agree(client, state, state.you.seat)
            view = await client.view()
            self._tell(state, view)
            if view.legal_actions:
                await self._choose(client, view)
        if state.view.over is None:
            return False
        if isinstance(self._bot, ProgramBot):
            self._bot.end_game(await client.view())
        over = state.view.over
        sentence = f"{over.outcome}: {over.score} points"
        echo_result(sentence, self._as_json, outcome=over.outcome, score=over.score, faults=self._faults)
        return True

    async def _agree(self, client: TableClient, state: messages.StateMessage, seat: int) -> None:
        """Agree to what the people at the table ask for, and take the seat back from a bot of the server."""
        if state.table.take_back is not None and seat in state.table.take_back.waiting:
            await client.send(take_back.TakeBack(id=new_id(), answer="agree"))
        if state.table.ending is not None and seat in state.table.ending.waiting:
            await client.send(end_game.EndGame(id=new_id(), answer="agree"))
        if state.table.takeover is not None and seat in state.table.takeover.waiting:
            await client.send(takeover.Takeover(id=new_id(), seat=state.table.takeover.seat, answer="agree"))
        if state.table.seats[seat].bot is not None:
            await client.send(seating.Sit(id=new_id(), name=self.name))

    def _tell(self, state: messages.StateMessage, view: View) -> None:
        """Start a new game of the bot, and print what has happened since the last time."""
        if self._told < 0:
            partners = others([seat.bot for seat in state.table.seats], state.you.seat or 0)
            seed = secrets.token_hex(8)
            self._bot = make_bot(self.bot_name, seed, move_seconds=self._move_seconds, partners=partners)
            self._say(f"The players are {', '.join(view.names)}. {narration.opening(view)}")
            again = f"hanabi join {self.seat.server}/t/{self.seat.table}#{self.seat.token} --bot …"
            self.departure = f"the seat is free for a bot of the server, or continue with {again}"
            self._told = 0
        for sentences in narration.narrate(view)[self._told :]:
            self._say(" ".join(sentences))
        self._told = len(view.history)

    def _say(self, sentence: str) -> None:
        if not self._as_json:
            click.echo(sentence)

    async def _choose(self, client: TableClient, view: View) -> None:
        action, problem = await _in_thread(lambda: checked_choice.checked_choice(self._bot, view))
        if problem is not None:
            self._faults += 1
            click.echo(
                f"turn {view.turn}: {self.bot_name} {problem}; {checked_choice.FALLBACK} moves instead", err=True
            )
        await client.act(view, action)


async def _in_thread(function: Callable[[], T]) -> T:
    """Like `asyncio.to_thread`, but Ctrl-C does not wait for the bot."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def finish(result: T) -> None:
        if not future.done():
            future.set_result(result)

    def run() -> None:
        result = function()
        with contextlib.suppress(RuntimeError):  # the loop was closed
            loop.call_soon_threadsafe(finish, result)

    threading.Thread(target=run, daemon=True).start()
    return await future


def _seat_of(url: str) -> SeatAt:
    parts = urlsplit(url)
    folder, _, table = parts.path.rstrip("/").rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not folder.endswith("/t") or not table:
        raise click.UsageError(f"{url!r} is not the address of a table, such as http://127.0.0.1:8000/t/TABLE")
    return SeatAt(f"{parts.scheme}://{parts.netloc}{folder[:-2]}", table, parts.fragment or None)


def _name_of(bot: str) -> str:
    """A program's or file's name without folders, at most as long as a table takes it."""
    words = bot.removeprefix("exec:").split()
    return (Path(words[-1]).stem if words else bot)[:24]


def _sentence(refused: CommandRefused) -> str:
    key = f"table.refused.{refused.code}"
    return say(key, **refused.values) if has(key) else f"the server refused: {refused.code}"


def _tell_about_connections() -> None:
    class Notice(logging.Handler):
        """Says when the connection is lost, and when it is back."""

        lost = False

        def emit(self, record: logging.LogRecord) -> None:
            lost = record.msg != "connected"
            if lost != self.lost:
                click.echo("The connection is lost; trying again …" if lost else "Connected again.", err=True)
            self.lost = lost

    log = logging.getLogger("hanabi.client")
    log.handlers, log.propagate = [Notice()], False
    log.setLevel(logging.INFO)
