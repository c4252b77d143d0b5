"""Running totals of finished games, updated in the transaction that archives a game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, case, delete, select

from hanabi.server.archive.losses import Losses
from hanabi.server.archive.statistics import FinishedGame
from hanabi.server.database import upsert
from hanabi.server.database.schema import player_totals, score_totals

COUNTS = ("games", "score", "squares", "perfect", "lost")


class ScoreGroup(Struct, frozen=True):
    """Games of one edition, number of players and outcome."""

    edition: str | None
    players: int
    outcome: str
    games: int
    mean_score: float
    best_score: int


def public_scores(connection: Connection) -> list[ScoreGroup]:
    query = select(score_totals).order_by(score_totals.c.edition, score_totals.c.players, score_totals.c.outcome)
    return [
        ScoreGroup(row.edition or None, row.players, row.outcome, row.games, row.score / row.games, row.best)
        for row in connection.execute(query)
    ]


def count_public_score(connection: Connection, edition: str | None, players: int, outcome: str, score: int) -> None:
    row = {
        "edition": edition or "",
        "players": players,
        "outcome": outcome,
        "games": 1,
        "score": score,
        "best": score,
    }
    _add(connection, score_totals, [row], ("games", "score"))


def count_game(connection: Connection, owners: Mapping[str, FinishedGame]) -> None:
    """Count a game for everybody who played it, as each of them saw it."""
    rows = [{"owner": owner, **row} for owner, game in owners.items() for row in _rows(game)]
    if rows:
        _add(connection, player_totals, rows, COUNTS)


def transfer_totals(connection: Connection, source: str, target: str) -> None:
    """Give the games of `source`, a browser, to `target`, the account it signed in to."""
    query = select(player_totals).where(player_totals.c.owner == source)
    rows = [{**row._mapping, "owner": target} for row in connection.execute(query)]
    if rows:
        _add(connection, player_totals, rows, COUNTS)
        connection.execute(delete(player_totals).where(player_totals.c.owner == source))


def rename_partner(connection: Connection, owner: str, name: str, neutral: str) -> None:
    """Count the games of `owner` with the partner `name` under the name `neutral`."""
    same = (player_totals.c.owner == owner, player_totals.c.kind == "partner", player_totals.c.name == name[:40])
    rows = [{**row._mapping, "name": neutral} for row in connection.execute(select(player_totals).where(*same))]
    if rows and name != neutral:
        _add(connection, player_totals, rows, COUNTS)
        connection.execute(delete(player_totals).where(*same))


def _rows(game: FinishedGame) -> Iterable[dict[str, Any]]:
    result = {
        "games": 1,
        "score": game.score,
        "squares": game.score**2,
        "best": game.score,
        "perfect": int(game.score == game.max_score),
        "lost": int(game.outcome == "lost"),
    }
    names = [("whole", ""), ("edition", game.edition or "–"), ("players", str(game.players))]
    names += [("partner", name) for name in sorted(set(game.people))]
    names += [("bot", name) for name in game.bots]
    for kind, name in names:
        yield {"kind": kind, "name": name[:40], **result}
    nothing = dict.fromkeys((*COUNTS, "best"), 0)
    yield {"kind": "score", "name": f"{game.max_score}:{game.score}", **nothing, "games": 1}
    for cause, points in msgspec.to_builtins(game.losses).items():
        if points:
            yield {"kind": "loss", "name": cause, **nothing, "games": 1, "score": points}


def _add(connection: Connection, table: Any, rows: Sequence[Mapping[str, Any]], counts: Sequence[str]) -> None:
    new = upsert(connection, table)
    sums: dict[str, ColumnElement[Any]] = {name: table.c[name] + new.excluded[name] for name in counts}
    sums["best"] = case((new.excluded.best > table.c.best, new.excluded.best), else_=table.c.best)
    # Always in the same order, so that two processes never wait for each other's rows.
    ordered = sorted(rows, key=lambda row: tuple(str(row[column.name]) for column in table.primary_key))
    connection.execute(new.on_conflict_do_update(index_elements=list(table.primary_key), set_=sums), ordered)


def losses_from(rows: Mapping[str, int]) -> Losses:
    return Losses(**{name: points for name, points in rows.items() if name in Losses.__struct_fields__})
