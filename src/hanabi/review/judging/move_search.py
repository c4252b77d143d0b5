"""Finds the best move of a position: tries all legal moves in the same worlds, and drops worse ones round by round."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabi.kernels.action_ids import card_use_of, is_announced_play
from hanabi.kernels.cards import kinds_of_suit
from hanabi.review.document import Value
from hanabi.review.judging.judges import RolloutJudge, Scores
from hanabi.review.recorded_game import RecordedPosition
from hanabi.rules import legal_ids
from hanabi.solvers.endgame import Solution, SolverLimits, solve_endgame

# The purposes of sampled worlds; each has its own sample.
SEARCH, FRESH, OPEN = range(3)
SALTS = 4
NO_MOVE = -1
FAR_BEHIND = 2.0  # standard errors by which a move drops out
ENDGAME_LIMITS = SolverLimits(worlds=500, steps=40_000)
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
class OpenScores:
    """Scores with all hands open: if the judge continues (`plays_on`), of its choice and of the move taken as moves are
    judged, and after the move taken.

    They differ only if the judge plays differently from the players and rebuilds its knowledge in every position.
    """

    plays_on: Scores
    choice: Scores
    taken: Scores
    after: Scores


@dataclass(frozen=True)
class MoveJudgement:
    """The move to recommend, how much the move taken lost against it, and the error of that.

    `sure`: in no world could anything have scored more than the line that was played.
    """

    best: int
    loss: float
    error: float
    sure: bool


@dataclass(frozen=True)
class JudgedPosition:
    """The result of rollouts from a position: the last moves of the search with their scores, in the same worlds."""

    choice: int
    best: int
    moves: tuple[int, ...]  # the recommended one first
    scores: dict[int, Scores]
    open: OpenScores
    exact: bool
    open_exact: bool
    believed: tuple[int, ...]
    solution: Solution | None = None  # where the rest of the game could be solved exactly
    judgement: MoveJudgement | None = None  # only for moves of people
    better_move: int = NO_MOVE  # the best move with all hands open, if it was not taken


def judge_position(judge: RolloutJudge, position: RecordedPosition, depth: Depth, seed: int) -> JudgedPosition:
    judge.set_position(position)
    choice, taken = judge.choice, position.action_id if position.action_id is not None else judge.choice
    salt = position.index * SALTS
    world_count = judge.world_count("mover")
    moves = candidates(position, judge.believed, choice, taken)
    if world_count > 0:
        table = judge.scores(moves, "mover", seed, salt + SEARCH, 0, world_count, reset_knowledge=False)
        scores = dict(zip(moves, table, strict=True))
        best = preferred(scores, choice, margin=0.0)
    else:
        search_scores = search_rounds(
            lambda some, first, worlds: judge.scores(
                some, "mover", seed, salt + SEARCH, first, worlds, reset_knowledge=False
            ),
            moves, depth, (choice, taken),
        )  # fmt: skip
        best = preferred(search_scores, choice, margin=CLEAR_LEAD)
        main_moves = list(dict.fromkeys((best, choice, taken)))
        side_moves = [move for move in by_mean(search_scores) if move not in main_moves][: max(0, 4 - len(main_moves))]
        scores = _fresh_scores(judge, main_moves, side_moves, depth.fresh, seed, salt + FRESH)
    shown = [best, *(move for move in by_mean(scores) if move != best)]
    open_worlds = judge.world_count("open")
    open_scores = _open_scores(judge, choice, taken, seed, salt + OPEN, open_worlds if open_worlds > 0 else depth.open)
    solution = solve_endgame(position.rule_tables, position.view.erased, judge.common_knowledge, ENDGAME_LIMITS)
    return JudgedPosition(
        choice=choice,
        best=best,
        moves=tuple(shown),
        scores=scores,
        open=open_scores,
        exact=world_count > 0,
        open_exact=open_worlds > 0,
        believed=judge.believed,
        solution=solution if solution.exact else None,
    )


def _open_scores(judge: RolloutJudge, choice: int, taken: int, seed: int, salt: int, worlds: int) -> OpenScores:
    def scores(*moves: int, reset_knowledge: bool) -> list[Scores]:
        distinct = list(dict.fromkeys(moves))
        table = judge.scores(distinct, "open", seed, salt, 0, worlds, reset_knowledge=reset_knowledge)
        by_move = dict(zip(distinct, table, strict=True))
        return [by_move[move] for move in moves]

    choice_scores, taken_scores = scores(choice, taken, reset_knowledge=False)
    after = scores(taken, reset_knowledge=True)[0] if judge.knowledge == "forgiving" else taken_scores
    return OpenScores(choice_scores, choice_scores, taken_scores, after)


def candidates(position: RecordedPosition, believed: tuple[int, ...], choice: int, taken: int) -> list[int]:
    """Legal moves, without announcements of a suit that the card is not believed to be."""
    r, s = position.rule_tables, position.view.erased
    sensible = []
    for number in legal_ids(r, s):
        if is_announced_play(r, number):
            slot, suit = card_use_of(r, number)
            if not kinds_of_suit(believed[slot], suit):
                continue
        sensible.append(number)
    return list(dict.fromkeys((choice, taken, *sensible)))


def search_rounds(
    scores_of: Callable[[list[int], int, int], Scores], moves: list[int], depth: Depth, kept: tuple[int, int]
) -> dict[int, Scores]:
    """The moves that stay to the end, and `kept`. `scores_of` takes moves, the first world and the number of worlds."""
    scores = {move: np.zeros(0, np.int64) for move in moves}
    first = 0
    for worlds, limit in depth.rounds:
        table = scores_of(list(scores), first, worlds)
        scores = {move: np.concatenate((scores[move], row)) for move, row in zip(scores, table, strict=True)}
        first += worlds
        ranked = by_mean(scores)
        leader = scores[ranked[0]]
        staying = [move for move in ranked[:limit] if not _is_behind(leader, scores[move])]
        scores = {move: scores[move] for move in dict.fromkeys((*staying, *kept))}
        if len(scores) == 1 or all((move_scores == leader).all() for move_scores in scores.values()):
            break
    return scores


def _fresh_scores(
    judge: RolloutJudge, main_moves: list[int], side_moves: list[int], worlds: int, seed: int, salt: int
) -> dict[int, Scores]:
    """The main moves in all the worlds, the others in a quarter of them."""
    few = max(1, worlds // 4)
    table = judge.scores(main_moves + side_moves, "mover", seed, salt, 0, few, reset_knowledge=False)
    scores = dict(zip(main_moves + side_moves, table, strict=True))
    more = judge.scores(main_moves, "mover", seed, salt, few, worlds - few, reset_knowledge=False)
    for move, row in zip(main_moves, more, strict=True):
        scores[move] = np.concatenate((scores[move], row))
    return scores


def by_mean(scores: dict[int, Scores]) -> list[int]:
    """The moves by mean score; ties keep their order."""
    return sorted(scores, key=lambda move: -float(scores[move].mean()))


def preferred(scores: dict[int, Scores], choice: int, margin: float) -> int:
    """The leader, or the judge's own move if the lead is not clear."""
    leader = by_mean(scores)[0]
    gain, error = mean_gain(scores[leader], scores[choice])
    return leader if gain > margin * error and gain > 0 else choice


def _is_behind(leader: Scores, move_scores: Scores) -> bool:
    gain, error = mean_gain(leader, move_scores)
    return gain > FAR_BEHIND * error and gain > 0


def mean_gain(one: Scores, other: Scores) -> tuple[float, float]:
    """The mean gain of one move over another in the same worlds, and its standard error."""
    both = min(len(one), len(other))
    difference = (one[:both] - other[:both]).astype(np.float64)
    return float(difference.mean()), standard_error(difference)


def standard_error(numbers: NDArray[np.float64]) -> float:
    """Standard error of the mean, at least that of one number off by 1: equal numbers do not prove certainty."""
    count = len(numbers)
    spread = float(numbers.std(ddof=1)) if count > 1 else 0.0
    return max(spread / float(np.sqrt(count)), 1 / count)


def value_of(move_scores: Scores, perfect: int, exact: bool) -> Value:
    numbers = move_scores.astype(np.float64)
    return Value(
        score=float(numbers.mean()),
        error=0.0 if exact else standard_error(numbers),
        perfect=float((move_scores == perfect).mean()),
        exact=exact,
    )
