"""Somebody's finished games in numbers: by edition, players, partners and bots; scores, and why points were lost."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, or_, select

from hanabi.analysis.losses import Losses
from hanabi.tables.archive import Result, Sitter, result_of
from hanabi.tables.deciding import Actor
from hanabi.tables.store.schema import finished_games as games
from hanabi.tables.store.schema import holders

MOST = 5000
RECENT = 30


class Group(Struct, frozen=True):
    """`name` is null for the common base game."""

    name: str | None
    games: int
    mean: float
    best: int
    perfect: int


class Bar(Struct, frozen=True):
    max_score: int
    score: int
    games: int


class Counted(Struct, frozen=True):
    """`partners` are people by name; `lost` sums the missing points by what cost them."""

    games: int
    mean: float
    best: int
    perfect: int
    editions: list[Group]
    players: list[Group]
    partners: list[Group]
    bots: list[Group]
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
    rows = connection.execute(wanted.where(games.c.deal.is_not(None)).order_by(games.c.over_at.desc()).limit(MOST))
    return counted(list({row.table_id: row for row in rows}.values()))


def counted(rows: list[Any]) -> Counted:
    editions: dict[str | None, list[Any]] = defaultdict(list)
    players: dict[str, list[Any]] = defaultdict(list)
    partners: dict[str, list[Any]] = defaultdict(list)
    bots: dict[str, list[Any]] = defaultdict(list)
    lost: Counter[str] = Counter()
    for row in rows:
        editions[row.edition].append(row)
        players[str(row.players)].append(row)
        sitters = msgspec.json.decode(row.seats, type=list[Sitter])
        for name in {sitter.name for at, sitter in enumerate(sitters) if at != row.seat and sitter.bot is None}:
            partners[name].append(row)
        for bot in {sitter.bot for sitter in sitters if sitter.bot is not None}:
            bots[bot].append(row)
        if row.facts:
            lost.update(msgspec.to_builtins(msgspec.json.decode(row.facts, type=Losses)))
    bars = Counter((row.max_score, row.score) for row in rows)
    whole = _group(None, rows)
    return Counted(
        games=whole.games,
        mean=whole.mean,
        best=whole.best,
        perfect=whole.perfect,
        editions=_groups(editions.items()),
        players=_groups(players.items()),
        partners=_groups(partners.items()),
        bots=_groups(bots.items()),
        scores=[Bar(most, score, count) for (most, score), count in sorted(bars.items())],
        lost=Losses(**lost),
        recent=[result_of(row, mine=True) for row in rows[:RECENT]],
    )


def _groups(found: Iterable[tuple[str | None, list[Any]]]) -> list[Group]:
    return sorted((_group(name, rows) for name, rows in found), key=lambda group: (-group.games, group.name or ""))


def _group(name: str | None, rows: list[Any]) -> Group:
    scores = [row.score for row in rows]
    perfect = sum(row.score == row.max_score for row in rows)
    mean = sum(scores) / len(scores) if scores else 0.0
    return Group(name, len(rows), mean, max(scores, default=0), perfect)
