"""Statistics of any finished games: by edition, players, partners and bots; scores, and why points were lost."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from hanabi.records import Record, RecordError, replay
from hanabi.server.archive.losses import Losses, losses_of


@dataclass(frozen=True)
class FinishedGame:
    """The facts about a finished game that the statistics need. `people` are the names of the human players."""

    edition: str | None
    players: int
    people: tuple[str, ...]
    bots: tuple[str, ...]
    score: int
    max_score: int
    outcome: str
    losses: Losses


@dataclass(frozen=True)
class Group:
    name: str
    games: int
    mean: float
    error: float
    best: int
    perfect: int
    lost: int


@dataclass(frozen=True)
class Statistics:
    """`scores` counts games by maximum score and score; `losses` sums missing points by cause."""

    whole: Group
    editions: tuple[Group, ...]
    players: tuple[Group, ...]
    people: tuple[Group, ...]
    bots: tuple[Group, ...]
    scores: dict[int, dict[int, int]]
    losses: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        document: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        return document


def finished_game(record: Record) -> FinishedGame:
    """Raises RecordError for a game that is not over."""
    game = replay(record)
    over = game.over
    if over is None:
        raise RecordError("is a game that is not over")
    saved = record.extra.get("terminal")
    bots = saved.get("bots") if isinstance(saved, dict) else record.extra.get("bots")
    seats = bots if isinstance(bots, list) and len(bots) == len(record.players) else [None] * len(record.players)
    return FinishedGame(
        edition=record.rules.edition,
        players=len(record.players),
        people=tuple(name for name, bot in zip(record.players, seats, strict=True) if bot is None),
        bots=tuple(sorted({str(bot) for bot in seats if bot is not None})),
        score=over.score,
        max_score=record.rules.max_score,
        outcome=over.outcome,
        losses=losses_of(game),
    )


def statistics(games: Sequence[FinishedGame]) -> Statistics:
    editions: dict[str, list[FinishedGame]] = defaultdict(list)
    players: dict[str, list[FinishedGame]] = defaultdict(list)
    people: dict[str, list[FinishedGame]] = defaultdict(list)
    bots: dict[str, list[FinishedGame]] = defaultdict(list)
    scores: dict[int, Counter[int]] = defaultdict(Counter)
    losses: Counter[str] = Counter()
    for game in games:
        editions[game.edition or "–"].append(game)
        players[str(game.players)].append(game)
        for name in set(game.people):
            people[name].append(game)
        for bot in game.bots:
            bots[bot].append(game)
        scores[game.max_score][game.score] += 1
        losses.update(msgspec.to_builtins(game.losses))
    return Statistics(
        whole=_group("", games),
        editions=_groups(editions.items()),
        players=_groups(players.items()),
        people=_groups(people.items()),
        bots=_groups(bots.items()),
        scores={max_score: dict(sorted(counts.items())) for max_score, counts in sorted(scores.items())},
        losses=dict(losses),
    )


def _groups(named: Iterable[tuple[str, list[FinishedGame]]]) -> tuple[Group, ...]:
    return tuple(sorted((_group(name, games) for name, games in named), key=lambda group: (-group.games, group.name)))


def _group(name: str, games: Sequence[FinishedGame]) -> Group:
    scores = [game.score for game in games]
    return group_from_sums(
        name,
        games=len(scores),
        score=sum(scores),
        squares=sum(score**2 for score in scores),
        best=max(scores, default=0),
        perfect=sum(game.score == game.max_score for game in games),
        lost=sum(game.outcome == "lost" for game in games),
    )


def group_from_sums(name: str, games: int, score: int, squares: int, best: int, perfect: int, lost: int) -> Group:
    """`score` and `squares` are the sums of the scores and of their squares."""
    variance = (games * squares - score**2) / games / (games - 1) if games > 1 else 0.0
    return Group(
        name=name,
        games=games,
        mean=score / games if games else 0.0,
        error=(variance / games) ** 0.5 if games else 0.0,
        best=best,
        perfect=perfect,
        lost=lost,
    )
