"""Measured corrections of what a judge expects of people, who do not play on as it does.

`calibration.json` has them by judge: at each of some phases of the game, the points that people miss beyond those that
the judge expects to miss (`missing`), the share of the latter that they do miss (`share`), and the share of the games
the judge is sure to end perfectly that are not perfect with people (`imperfect`). Where the judge is not sure, people
fail more often: the logarithm of the odds is stretched (`steepness`) and lowered (`doubt`), the same in all phases.
`benchmarks/review.py --fit` measures them.
"""

import json
import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hanabi.kernels import knowledge
from hanabi.kernels.cards import suit_of
from hanabi.kernels.ending import points
from hanabi.kernels.layout import Rules, State
from hanabi.review.document import Judge, Value

FILE = Path(__file__).parent / "calibration.json"


@dataclass(frozen=True)
class Calibration:
    phases: tuple[float, ...] = (0.0,)
    missing: tuple[float, ...] = (0.0,)
    share: tuple[float, ...] = (1.0,)
    imperfect: tuple[float, ...] = (0.0,)
    steepness: float = 1.0
    doubt: float = 0.0

    def expected(self, value: Value, phase: float, most: int) -> Value:
        """The value as people would make it, `most` points being the best that is still possible."""
        if value.exact and value.error == 0.0 and phase >= self.phases[-1]:
            return value
        missing = _at(self.phases, self.missing, phase) + self.slope(phase) * (most - value.score)
        return Value(
            score=min(float(most), max(0.0, most - missing)),
            error=value.error * self.slope(phase),
            perfect=doubted(value.perfect, self.steepness, self.doubt) * (1 - _at(self.phases, self.imperfect, phase)),
            exact=value.exact,
        )

    def slope(self, phase: float) -> float:
        """How much of a difference that the judge sees is one between people."""
        return _at(self.phases, self.share, phase)


def doubted(chance: float, steepness: float, doubt: float) -> float:
    """A chance whose odds are stretched and lowered; 0 and 1 stay what they are."""
    if not 0.0 < chance < 1.0:
        return chance
    return 1 / (1 + math.exp(doubt - steepness * math.log(chance / (1 - chance))))


NONE = Calibration()


@cache
def calibration_of(judge: Judge) -> Calibration:
    """None of the corrections where a judge plays as the players do, or where nothing was measured."""
    found: dict[str, Any] | None = json.loads(FILE.read_text(encoding="utf-8")).get(f"{judge.name}/{judge.knowledge}")
    if found is None:
        return NONE
    numbers: dict[str, Any] = {name: tuple(kept) if isinstance(kept, list) else kept for name, kept in found.items()}
    return Calibration(**numbers)


def phase_of(r: Rules, s: State) -> float:
    """0 at the deal, 1 when the deck is empty, 2 after the last round."""
    whole = r.cards - r.players * r.hand_size
    if s.turns_left >= 0 and r.last_round > 0:
        return 2.0 - s.turns_left / (r.last_round + 1)
    return 1.0 - (r.cards - s.top) / max(1, whole)


def most_left(r: Rules, s: State) -> int:
    """The best score that is still possible: by the discard pile, and when the deck is empty by the hands, too."""
    most: int = knowledge.best_score(r, s)
    if s.turns_left < 0 or any(r.wins_tile):
        return most
    return min(most, points(r, s) + _plays_left(r, s, list(s.fireworks), s.player, s.turns_left))


def _plays_left(r: Rules, s: State, fireworks: list[int], player: int, turns: int) -> int:
    """How many of the next players can play a card, if they do as well as possible."""
    if turns <= 0:
        return 0
    following = (player + 1) % r.players
    most = _plays_left(r, s, fireworks, following, turns - 1)
    for card in s.hands[player][: s.held[player]]:
        kind = s.faces[card]
        suit = suit_of(kind)
        if r.step[kind] == fireworks[suit]:
            fireworks[suit] += 1
            most = max(most, 1 + _plays_left(r, s, fireworks, following, turns - 1))
            fireworks[suit] -= 1
    return most


def _at(places: Sequence[float], numbers: Sequence[float], place: float) -> float:
    """The number at a place, interpolated linearly."""
    right = bisect_right(places, place)
    if right == 0:
        return numbers[0]
    if right == len(places):
        return numbers[-1]
    share = (place - places[right - 1]) / (places[right] - places[right - 1])
    return numbers[right - 1] + share * (numbers[right] - numbers[right - 1])
