"""Access to finished games: those of tables, and the lines of studies."""

import time
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct
from starlette.requests import HTTPConnection

from hanabi.records import Record
from hanabi.server.archive.studies import Study
from hanabi.server.context import Context
from hanabi.server.refusals import Refused
from hanabi.server.tables import Table, is_sealed

GameId = Annotated[str, Meta(min_length=8, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
LineNumber = Annotated[int, Meta(ge=0, le=999)]


class GameReference(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game: the game of a table, or a line of a study."""

    table: GameId | None = None
    study: GameId | None = None
    line: LineNumber = 0


class ReferencedGame(NamedTuple):
    """`table` is where it was played, if it was on this server; `daily` is the day of a daily deal."""

    record: Record
    table: str | None
    daily: str | None


async def finished_table(context: Context, visitor: HTTPConnection, table_id: str) -> Table:
    """A table whose game is over and whose cards the visitor may see. Raises Refused."""
    table = (await context.registry.live_table(table_id)).table
    if table.closed is not None:
        raise Refused("table_closed", reason=table.closed)
    if table.phase != "over":
        raise Refused("running")
    if table.is_in_contest(time.time()):
        raise Refused("contest_sealed")
    if table.daily and not await context.archive.may_look(table, await context.actor(visitor)):
        raise Refused("daily_sealed")
    return table


async def visible_study(
    context: Context, visitor: HTTPConnection, study_id: str, token_hash: str | None = None
) -> Study:
    """Raises Refused, also if somebody has typed in the deal of a running event."""
    study, actor = await context.studies.read(study_id), await context.actor(visitor)
    await context.sealed_deals.check(study.record.deck, actor)
    if is_sealed(study.daily, time.time()):
        players = len(study.record.players)
        if not study.is_open_to(actor, token_hash) and not await context.archive.has_seen(study.daily, players, actor):
            raise Refused("daily_sealed")
    return study


async def referenced_game(context: Context, visitor: HTTPConnection, reference: GameReference) -> ReferencedGame:
    if (reference.table is None) == (reference.study is None):
        raise Refused("malformed", detail="name either a table or a study")
    if reference.table is not None:
        table = await finished_table(context, visitor, reference.table)
        return ReferencedGame(table.record(), table.id, table.daily)
    study = await visible_study(context, visitor, reference.study or "")
    return ReferencedGame(study.game(reference.line), study.origin, study.daily)
