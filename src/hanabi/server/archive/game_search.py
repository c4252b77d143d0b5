"""Search over one's own finished games, and one's own words for them."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from hanabi.server.actor import Actor
from hanabi.server.archive.archive import GameResult, result_of
from hanabi.server.archive.losses import Losses
from hanabi.server.database.schema import finished_games as games, game_tags
from hanabi.server.live.lobby import recent_seats
from hanabi.server.refusals import Refused

Mistake = Literal["strikes", "discarded", "misplayed", "time", "none"]
# Games in which to search, the newest; and how many to show.
MAX_SEARCHED, MAX_FOUND = 1000, 50


class TaggedGame(Struct, frozen=True):
    """`mistakes`: why points were missing at the end."""

    game: GameResult
    edition: str | None
    tags: list[str]
    mistakes: list[str]


class FoundGames(Struct, frozen=True):
    """The newest of `found` games that fit; `searched` counts all that were looked at."""

    games: list[TaggedGame]
    found: int
    searched: int


def find_own_games(
    connection: Connection,
    actor: Actor,
    *,
    text: str = "",
    edition: str | None = None,
    score: int | None = None,
    mistake: Mistake | None = None,
) -> FoundGames:
    """`text` is part of a player's name or of a tag; `score` is the least."""
    table_ids = {row.table_id for row in recent_seats(connection, actor, MAX_SEARCHED)}
    query = select(games).where(games.c.table_id.in_(table_ids)).order_by(games.c.over_at.desc())
    tags: dict[str, list[str]] = {}
    own_tags = select(game_tags).where(game_tags.c.owner.in_(actor.owners)).order_by(game_tags.c.tag)
    for row in connection.execute(own_tags):
        tags.setdefault(row.table_id, []).append(row.tag)
    all_games = [
        TaggedGame(result_of(row, mine=True), row.edition, tags.get(row.table_id, []), _mistakes(row.facts))
        for row in connection.execute(query)
    ]
    word = text.strip().casefold()
    fitting = [
        one
        for one in all_games
        if (edition is None or (one.edition or "–") == edition)
        and (score is None or one.game.score >= score)
        and (mistake is None or mistake in (one.mistakes or ["none"]))
        and any(word in said.casefold() for said in (*one.tags, *(seat.name for seat in one.game.seats)))
    ]
    return FoundGames(fitting[:MAX_FOUND], len(fitting), len(all_games))


def _mistakes(facts: str) -> list[str]:
    losses = msgspec.to_builtins(msgspec.json.decode(facts, type=Losses)) if facts else {}
    return [cause for cause, points in losses.items() if points]


def tag_game(connection: Connection, actor: Actor, table_id: str, tags: Sequence[str]) -> None:
    """Replaces the tags of a game. Raises Refused."""
    if table_id not in {row.table_id for row in recent_seats(connection, actor, MAX_SEARCHED)}:
        raise Refused("no_such_table")
    connection.execute(delete(game_tags).where(game_tags.c.owner.in_(actor.owners), game_tags.c.table_id == table_id))
    rows = [{"owner": actor.owner, "table_id": table_id, "tag": tag} for tag in dict.fromkeys(tags)]
    if rows:
        connection.execute(insert(game_tags), rows)


def transfer_tags(connection: Connection, source: str, target: str) -> None:
    """Give the tags of `source`, a browser, to the account `target`, for games where that has none."""
    tagged = set(connection.execute(select(game_tags.c.table_id).where(game_tags.c.owner == target)).scalars())
    own = game_tags.c.owner == source
    connection.execute(update(game_tags).where(own, game_tags.c.table_id.not_in(tagged)).values(owner=target))
    connection.execute(delete(game_tags).where(own))
