"""Ratings of players and bots, per number of players, from games on the same deals.

Each result counts once, when it arrives. Its players are compared with three bots that play the same deal, and with the
latest other results on it. The first result on a deal also rates these bots.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, select, update

from hanabi.bots.bot import BotError
from hanabi.bots.roster import make_bot
from hanabi.game import Game
from hanabi.records import Record, loads
from hanabi.server.actor import ACCOUNT_PREFIX, Owner
from hanabi.server.database import Store, StoreError, upsert
from hanabi.server.database.schema import finished_games as games, holders, player_ratings as ratings
from hanabi.server.refusals import Refused
from hanabi.server.tables import Table, apply_entry, ends_at, entry_of, today
from hanabi.server.tables.seated_bots import RECOMMENDED_BOT
from hanabi.server.tasks import TaskSet

logger = logging.getLogger("hanabi.ratings")
# From weak to strong; all are fast.
REFERENCE_BOTS = ("simple", RECOMMENDED_BOT, "hat")
BOT_PREFIX = "bot:"
# Where somebody without a result stands. A skill of `SPREAD / 2` is as much as the luck of one deal.
MIDDLE, SPREAD = 1500.0, 400.0
# Other results on the deal with which a new one is compared.
MAX_OTHERS = 5
MAX_CACHED = 100
# Seconds until the bots try again to play a deal for which there was no time.
RETRY_SECONDS = 20.0
# Deviations on either side that hold 95 % of a normal distribution.
SURE = 1.96
Compute = Callable[..., Awaitable[bytes]]


def _undamped(*_: Any) -> float:
    """The deviation shrinks by all that a result tells."""
    return 1.0


@cache
def _model() -> Any:
    """Imported here, so that a server starts faster; only the first rating needs it."""
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=MIDDLE, sigma=SPREAD, beta=SPREAD / 2, tau=SPREAD / 100, gamma=_undamped)


class Skill(NamedTuple):
    mu: float = MIDDLE
    sigma: float = SPREAD
    deals: int = 0


class RatedTeam(NamedTuple):
    """The owner of each seat, and the score. `is_rated`: whether the result counts for them now."""

    owners: Sequence[str]
    score: int
    is_rated: bool


class RatingPoint(Struct, frozen=True):
    """At the end of a day. The skill is within `error` of the rating with 95 % certainty."""

    day: str
    rating: int
    error: int


class BotRating(Struct, frozen=True):
    bot: str
    rating: int
    error: int


class RatingHistory(Struct, frozen=True):
    """With this number of players: the days with a new result, the newest last, and the bots on the same scale."""

    players: int
    deals: int
    points: list[RatingPoint]
    bots: list[BotRating]


def rated_skills(teams: Sequence[RatedTeam], skills: Mapping[str, Skill]) -> dict[str, Skill]:
    """The new skills of the owners whose results count now."""
    before = [[_member(owner, team, skills) for owner in team.owners] for team in teams]
    after = _model().rate(before, scores=[float(team.score) for team in teams])
    changed: dict[str, Skill] = {}
    for team, old, new in zip(teams, before, after, strict=True):
        copies = _copies(team)
        for owner, one, other in zip(team.owners, old, new, strict=True):
            # A bot in a seat beside people is measured by its own games alone.
            if team.is_rated and (copies > 1 or not owner.startswith(BOT_PREFIX)):
                skill = skills[owner]
                sigma = skill.sigma * (other.sigma / one.sigma) ** copies
                changed[owner] = Skill(other.mu, sigma, skill.deals + 1)
    return changed


def _member(owner: str, team: RatedTeam, skills: Mapping[str, Skill]) -> Any:
    """The copies of one bot are all strong or all weak, unlike different players: so their team is less certain."""
    return _model().rating(skills[owner].mu, skills[owner].sigma * _copies(team) ** 0.5)


def _copies(team: RatedTeam) -> int:
    return len(team.owners) if len(set(team.owners)) == 1 else 1


def bot_scores(record: str) -> bytes:
    """What each reference bot scores on the deal of a record, as JSON. Runs in a worker."""
    return msgspec.json.encode(scores_on(loads(record)))


def scores_on(record: Record) -> dict[str, int]:
    scores = {}
    for name in REFERENCE_BOTS:
        game, partners = Game.resume(record, 0), (name,) * (len(record.players) - 1)
        try:
            bots = [make_bot(name, seed=f"rating {seat}", partners=partners) for seat in range(len(record.players))]
            while game.player is not None:
                game.act(bots[game.player].choose(game.view(game.player)))
        except (BotError, ValueError) as error:
            # Not every bot plays by all rules.
            logger.info("a bot does not play a deal", extra={"bot": name, "error": repr(error)})
            continue
        assert game.over is not None
        scores[name] = game.over.score
    return scores


def bot_teams(scores: Mapping[str, int], players: int, *, is_rated: bool) -> list[RatedTeam]:
    return [RatedTeam([f"{BOT_PREFIX}{name}"] * players, score, is_rated) for name, score in scores.items()]


@cache
def first_skills() -> dict[str, dict[str, tuple[float, float]]]:
    """Skills of the bots, by number of players, on deals that `tools/bot_ratings.py` let them play."""
    text = files(__package__).joinpath("bot_ratings.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, dict[str, tuple[float, float]]])


def is_rated(table: Table) -> bool:
    """Whether the result counts: a deal that nobody can have known, played to its end without taking back. Not in an
    event: a public rating would tell the result before the end.
    """
    return table.counts and not table.casual and table.phase == "over" and table.contest is None


class Ratings:
    """Rates finished games one after the other. The bots play in `compute`'s process, so no move waits for them."""

    def __init__(self, store: Store, compute: Compute) -> None:
        self._store, self._compute = store, compute
        self._lock, self._tasks = asyncio.Lock(), TaskSet(_log_failure)
        self._bot_scores: OrderedDict[str, dict[str, int]] = OrderedDict()

    def open(self) -> None:
        """Rate the games that were archived just before a crash."""
        self._tasks.spawn(self._rate_missed())

    async def close(self) -> None:
        """Games that are not rated yet wait for the next start."""
        await self._tasks.close(grace=0.5)

    async def settle(self) -> None:
        await self._tasks.join()

    def add(self, table: Table) -> None:
        """Only the id of the table is kept: on a busy server, many games may wait for the bots."""
        self._tasks.spawn(self._rate_stored(table.id))

    async def _rate_stored(self, table_id: str) -> None:
        async with self._lock:
            table = Table(table_id)
            for row in await self._store.read(table_id):
                apply_entry(table, entry_of(row))
            while True:
                try:
                    return await self._rate(table)
                except Refused:
                    # On a busy server, the bots may not get to play the deal in time.
                    await asyncio.sleep(RETRY_SECONDS)

    async def _rate(self, table: Table) -> None:
        key = table.deal_name
        if key not in self._bot_scores:
            scores = await self._compute(bot_scores, table.record().dumps())
            self._bot_scores[key] = msgspec.json.decode(scores, type=dict[str, int])
        self._bot_scores.move_to_end(key)
        if len(self._bot_scores) > MAX_CACHED:
            self._bot_scores.popitem(last=False)
        day = today(self._store.now())
        await self._store.write(partial(_rate_game, table=table, scores=self._bot_scores[key], day=day))

    async def _rate_missed(self) -> None:
        query = select(games.c.table_id).where(games.c.rated.is_(False)).order_by(games.c.over_at)
        for table_id in await self._store.query(lambda connection: list(connection.execute(query).scalars())):
            await self._rate_stored(table_id)


def _log_failure(error: BaseException) -> None:
    # The game is rated at the next start.
    if not isinstance(error, StoreError):
        logger.warning("a finished game was not rated", extra={"error": repr(error)})


def _rate_game(connection: Connection, table: Table, scores: Mapping[str, int], day: str) -> None:
    table_id = table.id
    waiting = update(games).where(games.c.table_id == table_id, games.c.rated.is_(False))
    if not connection.execute(waiting.values(rated=True)).rowcount:
        # Another process was first.
        return
    game = connection.execute(select(games).where(games.c.table_id == table_id)).one()
    seated = {
        (table_id, seat): Owner.of(*holder)
        for seat, occupant in enumerate(table.occupants)
        for holder in occupant.holders
    }
    owners = _owners(connection, [game], seated)[table_id]
    in_time = game.daily is None or game.over_at < ends_at(game.daily)
    if owners is None or not in_time or not scores:
        connection.execute(update(games).where(games.c.table_id == table_id).values(rated=None))
        return
    same = games.c.deal == game.deal, games.c.rated.is_(True), games.c.table_id != table_id
    others = connection.execute(select(games).where(*same).order_by(games.c.over_at.desc()).limit(MAX_OTHERS)).all()
    known = _owners(connection, others, {})
    teams = [
        RatedTeam(owners, game.score, True),
        *bot_teams(scores, game.players, is_rated=not others),
        *(RatedTeam(team, row.score, False) for row in others if (team := known[row.table_id]) is not None),
    ]
    skills = _skills(connection, {owner for team in teams for owner in team.owners}, game.players)
    for owner, skill in sorted(rated_skills(teams, skills).items()):
        _save(connection, {"owner": owner, "players": game.players, "day": day, **skill._asdict()})


def _owners(
    connection: Connection, rows: Sequence[Any], seated: Mapping[tuple[str, int], str]
) -> dict[str, list[str] | None]:
    """The owner of each seat of these games. None if that is not known, or if somebody had several seats.

    The database may not know yet who is `seated`, but it knows who has signed in since.
    """
    held = connection.execute(select(holders).where(holders.c.table_id.in_([row.table_id for row in rows]))).all()
    of_seat = {**seated} | {(row.table_id, row.seat): Owner.of(row.key, row.account_id) for row in held}
    owners: dict[str, list[str] | None] = {}
    for row in rows:
        bots = [seat.get("bot") for seat in msgspec.json.decode(row.seats)]
        team = [f"{BOT_PREFIX}{bot}" if bot else of_seat.get((row.table_id, seat)) for seat, bot in enumerate(bots)]
        people = [owner for owner, bot in zip(team, bots, strict=True) if not bot]
        known = [owner for owner in team if owner is not None]
        owners[row.table_id] = known if len(known) == len(team) and len(set(people)) == len(people) else None
    return owners


def _skills(connection: Connection, owners: Iterable[str], players: int, *, lock: bool = True) -> dict[str, Skill]:
    """The newest of each; locked in one order, so that no other process changes them meanwhile."""
    skills = {}
    for owner in sorted(owners):
        own = select(ratings).where(ratings.c.owner == owner, ratings.c.players == players)
        newest = own.order_by(ratings.c.day.desc()).limit(1)
        row = connection.execute(newest.with_for_update() if lock else newest).first()
        skills[owner] = first_skill(owner, players) if row is None else Skill(row.mu, row.sigma, row.deals)
    return skills


def first_skill(owner: str, players: int) -> Skill:
    shipped = first_skills().get(str(players), {})
    return Skill(*shipped.get(owner.removeprefix(BOT_PREFIX), ())) if owner.startswith(BOT_PREFIX) else Skill()


def _save(connection: Connection, row: dict[str, Any]) -> None:
    new = upsert(connection, ratings).values(**row)
    values = {name: row[name] for name in Skill._fields}
    connection.execute(new.on_conflict_do_update(index_elements=list(ratings.primary_key), set_=values))


def rating_histories(connection: Connection, owners: Sequence[str]) -> list[RatingHistory]:
    """One for each number of players with a result, by that number."""
    query = select(ratings).where(ratings.c.owner.in_(owners)).order_by(ratings.c.players, ratings.c.day)
    newest: dict[int, list[Any]] = {}
    # An account's own results come before those of the browser.
    rows = sorted(connection.execute(query), key=lambda row: (row.players, list(owners).index(row.owner)))
    for row in rows:
        kept = newest.setdefault(row.players, [])
        if not kept or kept[0].owner == row.owner:
            kept.append(row)
    return [
        RatingHistory(players, kept[-1].deals, [_point(row) for row in kept], _bots(connection, players))
        for players, kept in newest.items()
    ]


def _point(row: Any) -> RatingPoint:
    return RatingPoint(row.day, round(row.mu), round(SURE * row.sigma))


def _bots(connection: Connection, players: int) -> list[BotRating]:
    skills = _skills(connection, [f"{BOT_PREFIX}{name}" for name in REFERENCE_BOTS], players, lock=False)
    return [
        BotRating(owner.removeprefix(BOT_PREFIX), round(skill.mu), round(SURE * skill.sigma))
        for owner, skill in sorted(skills.items(), key=lambda item: item[1].mu)
    ]


def transfer_ratings(connection: Connection, source: str, target: str) -> None:
    """Give the ratings of `source`, a browser, to the account `target`, where that has none."""
    rated = set(connection.execute(select(ratings.c.players).where(ratings.c.owner == target)).scalars())
    own = ratings.c.owner == source
    connection.execute(update(ratings).where(own, ratings.c.players.not_in(rated)).values(owner=target))
    connection.execute(delete(ratings).where(own))


def forget_old_ratings(connection: Connection, before: float, limit: int) -> int:
    """Forget up to `limit` old days of browsers without an account. Returns how many."""
    people = [ratings.c.owner.not_like(f"{prefix}%") for prefix in (ACCOUNT_PREFIX, BOT_PREFIX)]
    old = connection.execute(select(ratings).where(ratings.c.day < today(before), *people).limit(limit)).all()
    for row in old:
        key = [column == getattr(row, column.name) for column in ratings.primary_key]
        connection.execute(delete(ratings).where(*key))
    return len(old)
