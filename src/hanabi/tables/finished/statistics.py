"""Statistics of somebody's finished games: by edition, players, partners and bots; scores, and why points were lost."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, or_, select

from hanabi.analysis.losses import Losses
from hanabi.analysis.statistics import FinishedGame, Group, statistics
from hanabi.tables.command_handlers import Actor
from hanabi.tables.finished.archive import ArchivedPlayer, GameResult, result_of
from hanabi.tables.store.schema import finished_games as games
from hanabi.tables.store.schema import holders

MAX_GAMES = 5000
RECENT_GAMES = 30


class ScoreCount(Struct, frozen=True):
    """How many games with this highest possible score ended with this score."""

    max_score: int
    score: int
    games: int


class GameStatistics(Struct, frozen=True):
    """`partners` are the people who sat there too, by name; `lost` sums the missing points by what cost them."""

    whole: Group
    editions: tuple[Group, ...]
    players: tuple[Group, ...]
    partners: tuple[Group, ...]
    bots: tuple[Group, ...]
    scores: list[ScoreCount]
    lost: Losses
    recent: list[GameResult]


def own_statistics(connection: Connection, actor: Actor) -> GameStatistics:
    """Games that went on from another one, whose cards may have been known, do not count."""
    mine = [holders.c.key == (actor.key or "")]
    if actor.account is not None:
        mine.append(holders.c.account_id == actor.account)
    held = select(holders.c.table_id, holders.c.seat).where(or_(*mine)).distinct().subquery()
    wanted = select(games, held.c.seat).join(held, held.c.table_id == games.c.table_id)
    found = connection.execute(
        wanted.where(games.c.deal.is_not(None)).order_by(games.c.over_at.desc()).limit(MAX_GAMES)
    )
    rows = list({row.table_id: row for row in found}.values())
    counted = statistics([_finished_game(row) for row in rows])
    scores = [
        ScoreCount(most, score, count) for most, counts in counted.scores.items() for score, count in counts.items()
    ]
    return GameStatistics(
        whole=counted.whole,
        editions=counted.editions,
        players=counted.players,
        partners=counted.people,
        bots=counted.bots,
        scores=scores,
        lost=Losses(**counted.losses),
        recent=[result_of(row, mine=True) for row in rows[:RECENT_GAMES]],
    )


def _finished_game(row: Any) -> FinishedGame:
    players = msgspec.json.decode(row.seats, type=list[ArchivedPlayer])
    return FinishedGame(
        edition=row.edition,
        players=row.players,
        people=tuple(player.name for seat, player in enumerate(players) if seat != row.seat and player.bot is None),
        bots=tuple(sorted({player.bot for player in players if player.bot is not None})),
        score=row.score,
        max_score=row.max_score,
        outcome=row.outcome,
        losses=msgspec.json.decode(row.facts, type=Losses) if row.facts else Losses(),
    )
