"""What stays hidden until an event ends: its games in statistics, and its deals, also if somebody types one in.

Only the opening hands are compared: everybody who has played a deal knows all of them. For somebody who is playing it
now, only the hands of the others are: a refusal must not tell what a player holds.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, or_, select

from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.rules import Card, Referee
from hanabi.server.actor import Actor
from hanabi.server.archive.contests.teams import contest_options, deal_numbers
from hanabi.server.database import Store
from hanabi.server.database.schema import contest_entries, contest_games as games, contests, finished_games, holders
from hanabi.server.refusals import Refused
from hanabi.server.tables.fairness import derived_seed, event_deal_name
from hanabi.server.tables.options import ruleset_of

# The part of the known cards that must agree. By chance, 8 of 10 cards agree once in a billion games.
ALIKE = 0.75
# Events whose opening hands a process keeps.
MAX_KEPT = 64

ANYBODY = Actor(None)


class DealtCard(NamedTuple):
    place: int
    seat: int
    card: Card


class SealedDeals:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._openings: dict[str, list[list[DealtCard]]] = {}

    async def check(self, deck: Sequence[Card], actor: Actor = ANYBODY) -> None:
        """Raises Refused if this is a deal of a running event, as far as this visitor may know its cards."""
        running, own = await self._store.query(lambda connection: _running(connection, actor, self._store.now()))
        for contest in running:
            if contest.id not in self._openings:
                self._openings[contest.id] = _openings(contest)
            for deal, opening in enumerate(self._openings[contest.id], start=1):
                known = [dealt for dealt in opening if (contest.id, deal, dealt.seat) not in own]
                alike = sum(dealt.place < len(deck) and deck[dealt.place] == dealt.card for dealt in known)
                if alike >= ALIKE * len(known):
                    raise Refused("contest_sealed")
        while len(self._openings) > MAX_KEPT:
            del self._openings[next(iter(self._openings))]


def _openings(contest: Any) -> list[list[DealtCard]]:
    """The opening hands of each deal."""
    options = contest_options(contest)
    rules, names = ruleset_of(options), [""] * options.seats
    openings = []
    for deal in deal_numbers(contest):
        name = event_deal_name(contest.id, deal)
        seed = bytes.fromhex(derived_seed(name, derived_seed(name, contest.secret, ()), ()))
        deck = shuffled_deck(rules, seed)
        state = Referee(rules, names, deck, shuffled_tiles(rules, seed), 0).state
        openings.append(
            [
                DealtCard(place, seat, deck[place])
                for seat in range(options.seats)
                for place in state.hands[seat][: state.hand_sizes[seat]]
            ]
        )
    return openings


def _running(connection: Connection, actor: Actor, now: float) -> tuple[list[Any], set[tuple[str, int, int]]]:
    """The running events, and the deals that the visitor is playing: event, deal and seat."""
    # Both values are named, so that the database uses the index.
    current = contests.c.listed.in_((True, False)), contests.c.ends_at > now, contests.c.starts_at <= now
    running = list(connection.execute(select(contests).where(*current)))
    if not running:
        return [], set()
    held = or_(holders.c.key == (actor.key or ""), holders.c.account_id == actor.account)
    being_played = games.c.contest_id.in_([contest.id for contest in running]), games.c.number.is_(None)
    query = select(games.c.contest_id, games.c.deal, holders.c.seat).join(
        holders, holders.c.table_id == games.c.table_id
    )
    return running, {
        (row.contest_id, row.deal, row.seat) for row in connection.execute(query.where(held, *being_played))
    }


def sealed_games(connection: Connection, owners: Sequence[str], now: float) -> list[Any]:
    """The finished games of these owners in events that have not ended."""
    of_team = and_(contest_entries.c.contest_id == games.c.contest_id, contest_entries.c.team == games.c.team)
    of_owners = contest_entries.c.owner.in_(owners)
    query = select(finished_games).join(games, games.c.table_id == finished_games.c.table_id)
    query = query.join(contests, contests.c.id == games.c.contest_id).join(contest_entries, of_team)
    return list(connection.execute(query.where(of_owners, contests.c.ends_at > now).distinct()))
