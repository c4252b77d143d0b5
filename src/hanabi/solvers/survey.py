"""Counts how many deals can be won, by solving many numbered deals."""

import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.rules import RuleSet
from hanabi.solvers.winnability import Answer, Budget, winnable

CHUNK = 500


@dataclass(frozen=True)
class Survey:
    """Deals 0 to `deals` - 1 of a seed."""

    rules: RuleSet
    players: int
    deals: int
    seed: str = "0"
    budget: Budget = field(default_factory=Budget)


@dataclass
class Count:
    """The number of answers by status and reason, and the undecided deals."""

    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    undecided: list[int] = field(default_factory=list)

    @property
    def deals(self) -> int:
        return self.reasons.total()

    def of(self, status: str) -> int:
        return sum(number for (counted, _), number in self.reasons.items() if counted == status)

    def add(self, other: "Count") -> None:
        self.reasons += other.reasons
        self.undecided = sorted(self.undecided + other.undecided)


def deal_seed(seed: str, number: int) -> str:
    """The seed of one deal, for `hanabi solve --seed`."""
    return f"{seed}-{number}"


def solved_deal(survey: Survey, number: int) -> Answer:
    seed = deal_seed(survey.seed, number)
    deck, tiles = shuffled_deck(survey.rules, seed), shuffled_tiles(survey.rules, seed)
    return winnable(survey.rules, survey.players, deck, tiles, budget=survey.budget)


def count_deals(survey: Survey, first: int, deals: int) -> Count:
    count = Count()
    for number in range(first, first + deals):
        answer = solved_deal(survey, number)
        count.reasons[answer.status, answer.reason.key] += 1
        if answer.status == "undecided":
            count.undecided.append(number)
    return count


def run_survey(survey: Survey, workers: int = 1) -> Iterator[Count]:
    """Yield the counts of parts of the survey as they are done. The sum does not depend on `workers`."""
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
