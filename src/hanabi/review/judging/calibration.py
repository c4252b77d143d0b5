"""Measured corrections of a judge's expectations for people, who play differently.

`calibration.json` has them by judge. For some phases of the game: the points that people miss beyond those the judge
expects to miss (`missing`), the share of the latter that they do miss (`share`), and the share of games that are not
perfect with people although the judge was sure (`imperfect`). Where the judge is not sure, people fail more often: the
log odds are stretched (`steepness`) and lowered (`doubt`), the same in all phases. `benchmarks/review.py --fit`
measures them.
"""

import json
import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hanabi.kernels import Rules, State, knowledge
from hanabi.kernels.cards import suit_of
from hanabi.kernels.ending import points
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

    def expected(self, value: Value, phase: float, best_score: int) -> Value:
        """The value to expect of people; `best_score` is the highest score still possible."""
        if value.exact and value.error == 0.0 and phase >= self.phases[-1]:
            return value
        missing = _at(self.phases, self.missing, phase) + self.slope(phase) * (best_score - value.score)
        return Value(
            score=min(float(best_score), max(0.0, best_score - missing)),
            error=value.error * self.slope(phase),
            perfect=doubted(value.perfect, self.steepness, self.doubt) * (1 - _at(self.phases, self.imperfect, phase)),
            exact=value.exact,
        )

    def slope(self, phase: float) -> float:
        """The share of a difference by the judge that remains between people."""
        return _at(self.phases, self.share, phase)


def doubted(chance: float, steepness: float, doubt: float) -> float:
    """A chance with its odds stretched and lowered; 0 and 1 do not change."""
    if not 0.0 < chance < 1.0:
        return chance
    return 1 / (1 + math.exp(doubt - steepness * math.log(chance / (1 - chance))))


NONE = Calibration()


@cache
def calibration_of(judge: Judge) -> Calibration:
    """No corrections if the judge plays as the players do, or if none were measured."""
    measured: dict[str, Any] | None = json.loads(FILE.read_text(encoding="utf-8")).get(
        f"{judge.name}/{judge.knowledge}"
    )
    if measured is None:
        return NONE
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in measured.items()
    }
    return Calibration(**fields)


def phase_of(r: Rules, s: State) -> float:
    """0 at the deal, 1 when the deck is empty, 2 after the last round."""
    whole = r.cards - r.players * r.hand_size
    if s.turns_left >= 0 and r.last_round > 0:
        return 2.0 - s.turns_left / (r.last_round + 1)
    return 1.0 - (r.cards - s.next_card) / max(1, whole)


def reachable_score(r: Rules, s: State) -> int:
    """The highest score still possible, by the discard pile and, once the deck is empty, also by the hands."""
    best: int = knowledge.score_limit(r, s)
    if s.turns_left < 0 or any(r.wins_tile):
        return best
    return min(best, points(r, s) + _plays_left(r, s, list(s.fireworks), s.player, s.turns_left))


def _plays_left(r: Rules, s: State, fireworks: list[int], player: int, turns: int) -> int:
    """The largest number of the next players who can play a card."""
    if turns <= 0:
        return 0
    following = (player + 1) % r.players
    plays = _plays_left(r, s, fireworks, following, turns - 1)
    for card in s.hands[player][: s.hand_sizes[player]]:
        kind = s.faces[card]
        suit = suit_of(kind)
        if r.step[kind] == fireworks[suit]:
            fireworks[suit] += 1
            plays = max(plays, 1 + _plays_left(r, s, fireworks, following, turns - 1))
            fireworks[suit] -= 1
    return plays


def _at(places: tuple[float, ...], numbers: tuple[float, ...], place: float) -> float:
    """Linear interpolation."""
    right = bisect_right(places, place)
    if right == 0:
        return numbers[0]
    if right == len(places):
        return numbers[-1]
    share = (place - places[right - 1]) / (places[right] - places[right - 1])
    return numbers[right - 1] + share * (numbers[right] - numbers[right - 1])
