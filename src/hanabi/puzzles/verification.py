"""Finds the one best move of a position, if there is one, and verifies it twice with different random worlds."""

from dataclasses import dataclass, replace

import numpy as np

from hanabi.review.judging.judges import RolloutJudge
from hanabi.review.judging.samples import MoveScores, Sample, Scores, by_mean, mean_gain, with_more
from hanabi.review.recorded_game import RecordedPosition
from hanabi.rules import legal_ids
from hanabi.solvers.endgame import SolverLimits, solve_endgame

LEAST_GAP = 0.8  # points by which the solution must lead every other move
SURE_GAP = 0.4  # the lead over both verifications, minus two standard errors, must be at least this
SCREEN_SALT, FIRST_SALT = 900_001, 900_002
# First look: the judge's own move against each of FIRST_RIVALS others in FIRST_LOOK worlds.
FIRST_LOOK, FIRST_RIVALS, FIRST_LEAD = 4, 4, 0.3
# Screening rounds: worlds to play, moves that remain, and the lead that the best move needs.
SCREEN_ROUNDS = ((4, 10, 0.3), (6, 6, 0.4), (12, 5, 0.5), (16, 4, 0.6))
# If all worlds can be played: first this many, spread evenly, and the lead that the best move needs there.
SPREAD_WORLDS, SPREAD_LEAD = 6, 0.3
# Verification: all moves in the first worlds; moves that are surely worse by LEAST_GAP skip the rest.
VERIFY_FIRST, VERIFY_ALL = 16, 96
ENDGAME_LIMITS = SolverLimits(worlds=500, steps=40_000)


@dataclass(frozen=True)
class BestMove:
    """The solution with the mean score after each move, and its lead in both verifications.

    `exact`: all worlds were played, so there is nothing to verify again. `solved`: the values come from the endgame
    solver.
    """

    move: int
    means: dict[int, float]
    gaps: tuple[float, float]
    exact: bool = False
    solved: bool = False


def find_solution(judge: RolloutJudge, position: RecordedPosition, seed: int) -> BestMove | None:
    """None if no move leads all others by LEAST_GAP. The judge must be set to this position."""
    moves = legal_ids(position.rule_tables, position.view.erased)
    if len(moves) < 2:
        return None
    sample = replace(judge.sample("mover", "search", seed, FIRST_LOOK), salt=SCREEN_SALT)
    if sample.exact:
        best = _exact(judge.scores(moves, sample)) if _leads_in_some(judge, moves, sample) else None
    else:
        leader = _screen(judge, moves, sample) if _is_promising(judge, position, moves, sample) else None
        best = None if leader is None else _verified(judge, moves, leader, seed)
    return None if best is None else _agreed_by_solver(judge, position, best)


def _leads_in_some(judge: RolloutJudge, moves: list[int], sample: Sample) -> bool:
    """Whether a move leads in a few of the worlds: this cheap look rules out most positions."""
    step = sample.count // SPREAD_WORLDS
    if step < 2:
        return True
    scores: MoveScores = {move: np.zeros(0, np.int64) for move in moves}
    for number in range(SPREAD_WORLDS):
        scores = with_more(scores, judge.scores(moves, replace(sample, first=number * step + step // 2, count=1)))
    best, second = sorted((float(row.mean()) for row in scores.values()), reverse=True)[:2]
    return best - second >= SPREAD_LEAD


def _exact(scores: MoveScores) -> BestMove | None:
    """All worlds were played; a second seed would play the same ones."""
    means = {move: float(row.mean()) for move, row in scores.items()}
    best, second = sorted(means, key=lambda move: -means[move])[:2]
    gap = means[best] - means[second]
    return BestMove(best, means, (gap, gap), exact=True) if gap >= LEAST_GAP else None


def _is_promising(judge: RolloutJudge, position: RecordedPosition, moves: list[int], sample: Sample) -> bool:
    """Whether the judge's own move leads a few others: this cheap look rules out most positions."""
    others = [move for move in moves if move != judge.choice]
    stride = max(1, len(others) // FIRST_RIVALS)
    played = [position.action_id] if position.action_id in others else []
    for rival in dict.fromkeys((*played, *others[::stride])):
        scores = judge.scores([judge.choice, rival], sample)
        if scores[judge.choice].mean() - scores[rival].mean() < FIRST_LEAD:
            return False
    return True


def _screen(judge: RolloutJudge, moves: list[int], sample: Sample) -> int | None:
    scores: MoveScores = {move: np.zeros(0, np.int64) for move in moves}
    first = 0
    for worlds, remaining, lead in SCREEN_ROUNDS:
        scores = with_more(scores, judge.scores([*scores], replace(sample, first=first, count=worlds)))
        first += worlds
        ranked = by_mean(scores)
        if scores[ranked[0]].mean() - scores[ranked[1]].mean() < lead:
            return None
        scores = {move: scores[move] for move in ranked[:remaining]}
    return ranked[0]


def _verified(judge: RolloutJudge, moves: list[int], leader: int, seed: int) -> BestMove | None:
    gaps, rows = [], []
    for salt in (FIRST_SALT, FIRST_SALT + 1):
        sample = Sample("mover", seed + salt, salt, VERIFY_FIRST)
        scores = judge.scores(moves, sample)
        close = [move for move in moves if move == leader or not _is_surely_worse(scores[leader], scores[move])]
        more = judge.scores(close, replace(sample, first=VERIFY_FIRST, count=VERIFY_ALL))
        scores |= with_more(scores, more)
        gaps.append(min(mean_gain(scores[leader], scores[move])[0] for move in moves if move != leader))
        if gaps[-1] < LEAST_GAP:
            return None
        rows.append(scores)
    # Moves are compared in the same worlds; bad moves were played in fewer of them.
    best = float(np.concatenate((rows[0][leader], rows[1][leader])).mean())
    means = {leader: best}
    for move in moves:
        if move == leader:
            continue
        gain, error = _lead(rows, leader, move)
        if gain - 2 * error < SURE_GAP:
            return None
        means[move] = best - gain
    return BestMove(leader, means, (gaps[0], gaps[1]))


def _is_surely_worse(leader: Scores, other: Scores) -> bool:
    gain, error = mean_gain(leader, other)
    return gain - 3 * error >= LEAST_GAP


def _lead(rows: list[MoveScores], leader: int, move: int) -> tuple[float, float]:
    """The mean of the leads in both verifications, and its standard error."""
    gains = [mean_gain(scores[leader], scores[move]) for scores in rows]
    return sum(gain for gain, _ in gains) / 2, float(np.hypot(gains[0][1], gains[1][1])) / 2


def _agreed_by_solver(judge: RolloutJudge, position: RecordedPosition, best: BestMove) -> BestMove | None:
    """Where the endgame solver finds an answer, it decides: its values are those of perfect play."""
    solved = solve_endgame(position.rule_tables, position.view.erased, judge.common_knowledge, ENDGAME_LIMITS)
    if not solved.exact or not solved.values or best.move not in solved.values:
        return best
    values = solved.values
    rivals = [value for move, value in values.items() if move != best.move]
    gap = values[best.move] - max(rivals, default=0.0)
    if gap < LEAST_GAP:
        return None
    means = {move: values.get(move, mean) for move, mean in best.means.items()}
    return BestMove(best.move, means, (gap, gap), exact=True, solved=True)
