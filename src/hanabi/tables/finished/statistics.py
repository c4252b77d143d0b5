"""Somebody's finished games in numbers: by edition, players, partners and bots; scores, and why points were lost."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, or_, select

from hanabi.analysis.losses import Losses
from hanabi.analysis.statistics import FinishedGame, Group, statistics
from hanabi.tables.command_handlers import Actor
from hanabi.tables.finished.archive import Result, Sitter, result_of
from hanabi.tables.store.schema import finished_games as games
from hanabi.tables.store.schema import holders

MOST = 5000
RECENT = 30


class Bar(Struct, frozen=True):
    max_score: int
    score: int
    games: int


class Counted(Struct, frozen=True):
    """`partners` are the people who sat there too, by name; `lost` sums the missing points by what cost them."""

    whole: Group
    editions: tuple[Group, ...]
    players: tuple[Group, ...]
    partners: tuple[Group, ...]
    bots: tuple[Group, ...]
    scores: list[Bar]
    lost: Losses
    recent: list[Result]


def own_games(connection: Connection, actor: Actor) -> Counted:
    """Games that went on from another one, whose cards may have been known, do not count."""
    mine = [holders.c.key == (actor.key or "")]
    if actor.account is not None:
        mine.append(holders.c.account_id == actor.account)
    held = select(holders.c.table_id, holders.c.seat).where(or_(*mine)).distinct().subquery()
    wanted = select(games, held.c.seat).join(held, held.c.table_id == games.c.table_id)
    found = connection.execute(wanted.where(games.c.deal.is_not(None)).order_by(games.c.over_at.desc()).limit(MOST))
    rows = list({row.table_id: row for row in found}.values())
    counted = statistics([_played(row) for row in rows])
    bars = [Bar(most, score, count) for most, scores in counted.scores.items() for score, count in scores.items()]
    return Counted(
        whole=counted.whole,
        editions=counted.editions,
        players=counted.players,
        partners=counted.people,
        bots=counted.bots,
        scores=bars,
        lost=Losses(**counted.losses),
        recent=[result_of(row, mine=True) for row in rows[:RECENT]],
    )


def _played(row: Any) -> FinishedGame:
    sitters = msgspec.json.decode(row.seats, type=list[Sitter])
    return FinishedGame(
        edition=row.edition,
        players=row.players,
        people=tuple(sitter.name for seat, sitter in enumerate(sitters) if seat != row.seat and sitter.bot is None),
        bots=tuple(sorted({sitter.bot for sitter in sitters if sitter.bot is not None})),
        score=row.score,
        max_score=row.max_score,
        outcome=row.outcome,
        losses=msgspec.json.decode(row.facts, type=Losses) if row.facts else Losses(),
    )
