"""How many deals can be won? Many deals by number, each solved on its own."""

import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.rules.ruleset import RuleSet
from hanabi.solvers.winnability import Budget, Verdict, winnable

CHUNK = 500


@dataclass(frozen=True)
class Survey:
    """Deals number 0 to `deals` - 1 of a seed."""

    rules: RuleSet
    players: int
    deals: int
    seed: str = "0"
    budget: Budget = field(default_factory=Budget)


@dataclass
class Count:
    """What became of the deals: verdicts by their reason, and the deals nobody decided."""

    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    undecided: list[int] = field(default_factory=list)

    @property
    def deals(self) -> int:
        return self.reasons.total()

    def of(self, kind: str) -> int:
        return sum(number for (found, _), number in self.reasons.items() if found == kind)

    def add(self, other: "Count") -> None:
        self.reasons += other.reasons
        self.undecided = sorted(self.undecided + other.undecided)


def seed_of(seed: str, number: int) -> str:
    """The seed of one deal: `hanabi solve --seed` deals it again."""
    return f"{seed}-{number}"


def solved_deal(survey: Survey, number: int) -> Verdict:
    seed = seed_of(survey.seed, number)
    deck, tiles = shuffled_deck(survey.rules, seed), shuffled_tiles(survey.rules, seed)
    return winnable(survey.rules, survey.players, deck, tiles, budget=survey.budget)


def count_deals(survey: Survey, first: int, deals: int) -> Count:
    count = Count()
    for number in range(first, first + deals):
        verdict = solved_deal(survey, number)
        count.reasons[verdict.kind, verdict.reason.key] += 1
        if verdict.kind == "undecided":
            count.undecided.append(number)
    return count


def run(survey: Survey, workers: int = 1) -> Iterator[Count]:
    """The survey in parts, as they get done; the sum does not depend on the workers."""
    parts = [(first, min(CHUNK, survey.deals - first)) for first in range(0, survey.deals, CHUNK)]
    if workers == 1:
        for first, deals in parts:
            yield count_deals(survey, first, deals)
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        tasks = [pool.submit(count_deals, survey, first, deals) for first, deals in parts]
        try:
            for task in as_completed(tasks):
                yield task.result()
        finally:
            for task in tasks:
                task.cancel()
