"""Statistics of one player's finished games, read from the running totals."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, func, select

from hanabi.server.actor import Actor
from hanabi.server.archive.archive import GameResult, held_by_actor, result_of
from hanabi.server.archive.losses import Losses
from hanabi.server.archive.statistics import Group, group_from_sums
from hanabi.server.archive.totals import losses_from
from hanabi.server.database.schema import finished_games as games, holders, player_totals as totals
from hanabi.server.live.lobby import recent_seats

RECENT_GAMES = 30
# A player's newest tables, in which the recent games are looked for.
RECENT_TABLES = 300
MAX_PARTNERS = 200


class ScoreCount(Struct, frozen=True):
    """The number of games with this maximum score that ended with this score."""

    max_score: int
    score: int
    games: int


class GameStatistics(Struct, frozen=True):
    """`partners` are the other people at the table, by name; `lost` sums the missing points by cause."""

    whole: Group
    editions: tuple[Group, ...]
    players: tuple[Group, ...]
    partners: tuple[Group, ...]
    bots: tuple[Group, ...]
    scores: list[ScoreCount]
    lost: Losses
    recent: list[GameResult]


def own_statistics(connection: Connection, actor: Actor, without: Sequence[Any] = ()) -> GameStatistics:
    """Games that continue another one do not count: their cards may have been known. `without`: these finished games
    are left out of the whole, the editions and the recent games."""
    columns = select(
        totals.c.kind,
        totals.c.name,
        func.sum(totals.c.games).label("games"),
        func.sum(totals.c.score).label("score"),
        func.sum(totals.c.squares).label("squares"),
        func.max(totals.c.best).label("best"),
        func.sum(totals.c.perfect).label("perfect"),
        func.sum(totals.c.lost).label("lost"),
    )
    query = columns.where(totals.c.owner.in_(actor.owners)).group_by(totals.c.kind, totals.c.name)
    groups: dict[str, list[Group]] = defaultdict(list)
    scores: list[ScoreCount] = []
    lost: Counter[str] = Counter()
    for row in connection.execute(query):
        if row.kind == "score":
            max_score, _, score = row.name.partition(":")
            scores.append(ScoreCount(int(max_score), int(score), int(row.games)))
        elif row.kind == "loss":
            lost[row.name] += int(row.score)
        else:
            groups[row.kind].append(_group(connection, actor, row, without))
    return GameStatistics(
        whole=next(iter(groups["whole"]), group_from_sums("", 0, 0, 0, 0, 0, 0)),
        editions=_largest(groups["edition"]),
        players=_largest(groups["players"]),
        partners=_largest(groups["partner"])[:MAX_PARTNERS],
        bots=_largest(groups["bot"]),
        scores=sorted(scores, key=lambda count: (count.max_score, count.score)),
        lost=losses_from(lost),
        recent=[game for game in _recent(connection, actor) if game.table not in {row.table_id for row in without}],
    )


def _group(connection: Connection, actor: Actor, row: Any, without: Sequence[Any]) -> Group:
    left_out = [game for game in without if row.kind == "whole" or (row.kind, row.name) == ("edition", _edition(game))]
    scores, best = [game.score for game in left_out], int(row.best)
    if best in scores:
        kept = select(func.max(games.c.score)).join(holders, holders.c.table_id == games.c.table_id)
        others = games.c.table_id.not_in([game.table_id for game in left_out])
        kept = kept.where(held_by_actor(actor), games.c.deal.is_not(None), others)
        if row.kind == "edition":
            kept = kept.where(games.c.edition == left_out[0].edition)
        best = connection.execute(kept).scalar() or 0
    return group_from_sums(
        row.name,
        games=int(row.games) - len(left_out),
        score=int(row.score) - sum(scores),
        squares=int(row.squares) - sum(score**2 for score in scores),
        best=best,
        perfect=int(row.perfect) - sum(game.score == game.max_score for game in left_out),
        lost=int(row.lost) - sum(game.outcome == "lost" for game in left_out),
    )


def _edition(game: Any) -> str:
    return game.edition or "–"


def _largest(groups: list[Group]) -> tuple[Group, ...]:
    return tuple(sorted((group for group in groups if group.games), key=lambda group: (-group.games, group.name)))


def _recent(connection: Connection, actor: Actor) -> list[GameResult]:
    table_ids = [row.table_id for row in recent_seats(connection, actor, RECENT_TABLES)]
    query = select(games).where(games.c.table_id.in_(table_ids), games.c.deal.is_not(None))
    rows = connection.execute(query.order_by(games.c.over_at.desc()).limit(RECENT_GAMES))
    return [result_of(row, mine=True) for row in rows]
