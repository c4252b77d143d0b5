"""Judges positions by a search for the best move: it tries all moves in the same worlds, and drops worse ones round by
round.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from hanabi.kernels.action_ids import card_use_of, is_announced_play
from hanabi.kernels.cards import kinds_of_suit
from hanabi.review.judging.judges import RolloutJudge
from hanabi.review.judging.samples import MoveScores, Sample, Scores, by_mean, mean_gain, with_more
from hanabi.review.recorded_game import RecordedPosition
from hanabi.rules import legal_ids
from hanabi.solvers.endgame import Solution, SolverLimits, solve_endgame

ENDGAME_LIMITS = SolverLimits(worlds=500, steps=40_000)
SHOWN_MOVES = 4
FAR_BEHIND = 2.0  # standard errors by which a move drops out
CLEAR_LEAD = 1.5  # standard errors by which a move must lead to be preferred to the judge's own


@dataclass(frozen=True)
class Depth:
    """The number of worlds to play: `rounds` has the worlds of each search round and the number of moves that stay
    after it, `fresh` is for the final comparison, `open` for scores with all hands open.
    """

    rounds: tuple[tuple[int, int], ...]
    fresh: int
    open: int
    average: int  # games of the judge on random deals
    rough: int = 12  # worlds of each point of the first, rough curve
    rough_average: int = 200


DEPTHS = {
    "hat": {
        "quick": Depth(((16, 12), (16, 6), (32, 4)), 200, 200, 4000),
        "normal": Depth(((32, 16), (32, 10), (64, 6), (128, 4)), 3000, 2000, 20000),
        "deep": Depth(((64, 24), (64, 16), (128, 10), (256, 6), (512, 4)), 15000, 10000, 80000),
    },
    "people": {
        "quick": Depth(((16, 10), (16, 5)), 120, 100, 2000),
        "normal": Depth(((32, 14), (32, 8), (64, 5)), 600, 400, 10000),
        "deep": Depth(((64, 16), (64, 10), (128, 6)), 3000, 2000, 40000),
    },
    "team": {
        "quick": Depth(((6, 8), (6, 4)), 30, 30, 500, 2, 60),
        "normal": Depth(((8, 10), (8, 6), (16, 4), (32, 3)), 200, 150, 1500, 4, 100),
        "deep": Depth(((16, 16), (16, 10), (32, 6), (64, 5), (128, 4)), 1000, 600, 6000, 4, 100),
    },
}


@dataclass(frozen=True)
class MoveJudgement:
    """The recommended move, how much the move taken loses against it, and the error of that.

    `sure`: in no world could another line have scored more than the one that was played.
    """

    best: int
    loss: float = 0.0
    error: float = 0.0
    sure: bool = False


@dataclass(frozen=True)
class OpenScores:
    """Scores of lines with all hands open: of the best line known from the position (`before`, a point of the curve),
    and of the move taken, if the judge remembers what was known before it (`taken`) or not (`after`).

    The last two differ only for a judge that forgives the players what does not fit its conventions.
    """

    before: Scores
    taken: Scores
    after: Scores


@dataclass(frozen=True)
class JudgedPosition:
    """A judged position: `scores` has the moves that were left at the end of the search."""

    choice: int  # the judge's own move
    judgement: MoveJudgement
    scores: MoveScores
    exact: bool
    open: OpenScores
    open_exact: bool
    believed: tuple[int, ...]
    solution: Solution | None = None  # where the rest of the game could be solved exactly
    better_move: int | None = None  # the best move with all hands open, if it was not taken

    @property
    def solved_values(self) -> dict[int, float]:
        """The values of the moves by the endgame solver; empty if it was not solved."""
        return {} if self.solution is None else self.solution.values or {}


class PositionJudge(Protocol):
    """Judges the positions of one game; not thread-safe."""

    def rough(self) -> list[Scores]:
        """Scores of all positions with all hands open, in a few worlds."""

    def judge(self, position: RecordedPosition) -> JudgedPosition: ...

    def refined(self, judged: Sequence[JudgedPosition]) -> list[JudgedPosition]:
        """The positions of a whole game, improved by what was found in others."""


class SearchJudge:
    """Judges by search alone, for players who play as the judge does: a loss is the difference to the best move."""

    def __init__(self, rollouts: RolloutJudge, depth: Depth, seed: int) -> None:
        self.rollouts, self.depth, self.seed = rollouts, depth, seed

    def rough(self) -> list[Scores]:
        return [self._rough(position) for position in self.rollouts.game.positions]

    def _rough(self, position: RecordedPosition) -> Scores:
        judge = self.rollouts
        judge.set_position(position)
        sample = Sample("open", self.seed, position.index, self.depth.rough)
        return judge.scores([judge.choice], sample)[judge.choice]

    def judge(self, position: RecordedPosition) -> JudgedPosition:
        judge = self.rollouts
        judge.set_position(position)
        taken = judge.choice if position.action_id is None else position.action_id
        sample = judge.sample("mover", "search", self.seed, self.depth.fresh)
        scores = search_moves(judge, taken, sample, self.depth)
        best = preferred(scores, judge.choice, margin=0.0 if sample.exact else CLEAR_LEAD)
        if not sample.exact:
            scores = self._fresh_scores([*dict.fromkeys((best, judge.choice, taken))], by_mean(scores))
        solution = solve_endgame(position.rule_tables, position.view.erased, judge.common_knowledge, ENDGAME_LIMITS)
        open_sample = judge.sample("open", "open", self.seed, self.depth.open)
        return JudgedPosition(
            choice=judge.choice,
            judgement=_judgement(best, taken, scores, solution, exact=sample.exact),
            scores=scores,
            exact=sample.exact,
            open=self._open_scores(taken, open_sample),
            open_exact=open_sample.exact,
            believed=judge.believed,
            solution=solution if solution.exact else None,
        )

    def refined(self, judged: Sequence[JudgedPosition]) -> list[JudgedPosition]:
        return [*judged]

    def _fresh_scores(self, main_moves: list[int], ranked: list[int]) -> MoveScores:
        """The main moves in all worlds of a fresh sample, the best others in a quarter of them."""
        side_moves = [move for move in ranked if move not in main_moves][: max(0, SHOWN_MOVES - len(main_moves))]
        sample, few = self.rollouts.sample("mover", "fresh", self.seed, self.depth.fresh), max(1, self.depth.fresh // 4)
        scores = self.rollouts.scores(main_moves + side_moves, replace(sample, count=few))
        more = self.rollouts.scores(main_moves, replace(sample, first=few, count=sample.count - few))
        return scores | with_more(scores, more)

    def _open_scores(self, taken: int, sample: Sample) -> OpenScores:
        judge = self.rollouts
        scores = judge.scores([*dict.fromkeys((judge.choice, taken))], sample)
        after = scores[taken]
        if judge.knowledge == "forgiving":
            after = judge.scores([taken], sample, reset_knowledge=True)[taken]
        return OpenScores(before=scores[judge.choice], taken=scores[taken], after=after)


def _judgement(best: int, taken: int, scores: MoveScores, solution: Solution, *, exact: bool) -> MoveJudgement:
    """Of the move that the search prefers, unless the endgame solver knows better."""
    values = solution.values if solution.exact and solution.values is not None else {}
    if taken in values:
        best = max(values, key=lambda move: (values[move], move == taken))
        return MoveJudgement(best, values[best] - values[taken])
    if taken == best:
        return MoveJudgement(best)
    gain, error = mean_gain(scores[best], scores[taken], exact=exact)
    return MoveJudgement(best, max(0.0, gain), error)


def search_moves(judge: RolloutJudge, taken: int, sample: Sample, depth: Depth) -> MoveScores:
    """The scores of the best moves, of the judge's move and of the one taken; of all moves if the sample is exact."""
    kept = (judge.choice, taken)
    moves = [*dict.fromkeys((*kept, *_sensible_moves(judge)))]
    if sample.exact:
        return judge.scores(moves, sample)
    scores: MoveScores = {move: np.zeros(0, np.int64) for move in moves}
    first = 0
    for worlds, limit in depth.rounds:
        scores = with_more(scores, judge.scores([*scores], replace(sample, first=first, count=worlds)))
        first += worlds
        ranked = by_mean(scores)
        leader = scores[ranked[0]]
        staying = [move for move in ranked[:limit] if not _is_behind(leader, scores[move])]
        scores = {move: scores[move] for move in dict.fromkeys((*staying, *kept))}
        if len(scores) == 1 or all((move_scores == leader).all() for move_scores in scores.values()):
            break
    return scores


def _sensible_moves(judge: RolloutJudge) -> Iterator[int]:
    """Legal moves, without announcements of a suit that the card is not believed to be."""
    r, s = judge.position.rule_tables, judge.position.view.erased
    for move in legal_ids(r, s):
        if is_announced_play(r, move):
            slot, suit = card_use_of(r, move)
            if not kinds_of_suit(judge.believed[slot], suit):
                continue
        yield move


def preferred(scores: MoveScores, choice: int, margin: float = CLEAR_LEAD) -> int:
    """The leader, or `choice` if the lead over it is not clear."""
    leader = by_mean(scores)[0]
    gain, error = mean_gain(scores[leader], scores[choice])
    return leader if gain > margin * error and gain > 0 else choice


def _is_behind(leader: Scores, move_scores: Scores) -> bool:
    gain, error = mean_gain(leader, move_scores)
    return gain > FAR_BEHIND * error and gain > 0
