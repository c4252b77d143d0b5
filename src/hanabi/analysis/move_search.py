"""The best move of a position: all legal ones are tried in the same worlds, and the worse ones drop out in rounds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hanabi.analysis.judges import RecordedPosition, RolloutJudge, Scores
from hanabi.analysis.review_document import Value
from hanabi.rules.action_ids import legal_ids
from hanabi.solvers.endgame import Solution, SolverLimits, solve_endgame

# Kinds of chance that one position needs, each with worlds of its own.
SEARCH, FRESH, OPEN = range(3)
SALTS = 4
FAR_BEHIND = 2.0  # standard errors by which a move drops out
SOLVED = SolverLimits(worlds=500, steps=40_000)
CLEARLY = 1.5  # and by which one must lead to be preferred to the judge's own


@dataclass(frozen=True)
class Depth:
    """Worlds of each round of the search and how many moves may stay after it; then fresh worlds, and open ones."""

    rounds: tuple[tuple[int, int], ...]
    fresh: int
    open: int
    average: int  # games of the judge on random deals


DEPTHS = {
    "hat": {
        "quick": Depth(((16, 12), (16, 6), (32, 4)), 200, 200, 4000),
        "normal": Depth(((32, 16), (32, 10), (64, 6), (128, 4)), 3000, 2000, 20000),
        "deep": Depth(((64, 24), (64, 16), (128, 10), (256, 6), (512, 4)), 15000, 10000, 80000),
    },
    "team": {
        "quick": Depth(((6, 8), (6, 4)), 30, 30, 500),
        "normal": Depth(((8, 10), (8, 6), (16, 4), (32, 3)), 200, 150, 1500),
        "deep": Depth(((16, 16), (16, 10), (32, 6), (64, 5), (128, 4)), 1000, 600, 6000),
    },
}


@dataclass(frozen=True)
class OpenLines:
    """Scores with all hands open: the judge plays on; its move and the one made as they are judged; and afterwards.

    They differ only where the judge is not of the players' kind and takes up every position in its own way.
    """

    plays_on: Scores
    choice: Scores
    made: Scores
    after: Scores


@dataclass(frozen=True)
class Judged:
    """What playing on tells of a position: finalists by number, with their scores in the same worlds."""

    choice: int
    best: int
    moves: tuple[int, ...]  # the recommended one first
    lines: dict[int, Scores]
    open: OpenLines
    exact: bool
    open_exact: bool
    believed: tuple[int, ...]
    solution: Solution | None = None  # where the rest of the game could be solved exactly


def judged(judge: RolloutJudge, position: RecordedPosition, depth: Depth, seed: int) -> Judged:
    judge.load(position)
    choice, made = judge.choice, position.made if position.made is not None else judge.choice
    salt = position.index * SALTS
    listed = judge.listed("mover")
    moves = candidates(position, judge.believed, choice, made)
    if listed > 0:
        table = judge.scores(moves, "mover", seed, salt + SEARCH, 0, listed, read_anew=_is_literal(judge))
        lines = dict(zip(moves, table, strict=True))
        best = _preferred(lines, choice, margin=0.0)
    else:
        tried = _searched(judge, moves, depth, seed, salt + SEARCH, (choice, made))
        best = _preferred(tried, choice, margin=CLEARLY)
        chief = list(dict.fromkeys((best, choice, made)))
        side = [move for move in _ordered(tried) if move not in chief][: max(0, 4 - len(chief))]
        lines = _fresh(judge, chief, side, depth.fresh, seed, salt + FRESH)
    shown = [best, *(move for move in _ordered(lines) if move != best)]
    known = judge.listed("open")
    open_lines = _open(judge, choice, made, seed, salt + OPEN, known if known > 0 else depth.open)
    found = solve_endgame(position.compiled_rules, position.view.erased, judge.common, SOLVED)
    solution = found if found.exact else None
    return Judged(choice, best, tuple(shown), lines, open_lines, listed > 0, known > 0, judge.believed, solution)


def _is_literal(judge: RolloutJudge) -> bool:
    """Whether moves are judged by their plain words: these players' clues are not the judge's code."""
    return judge.knowledge == "literal"


def _open(judge: RolloutJudge, choice: int, made: int, seed: int, salt: int, worlds: int) -> OpenLines:
    def scores(*moves: int, read_anew: bool) -> list[Scores]:
        wanted = list(dict.fromkeys(moves))
        found = dict(zip(wanted, judge.scores(wanted, "open", seed, salt, 0, worlds, read_anew=read_anew), strict=True))
        return [found[move] for move in moves]

    if judge.knowledge == "literal":
        (plays_on,) = scores(choice, read_anew=False)
        choice_line, made_line = scores(choice, made, read_anew=True)
        return OpenLines(plays_on, choice_line, made_line, made_line)
    choice_line, made_line = scores(choice, made, read_anew=False)
    after = scores(made, read_anew=True)[0] if judge.knowledge == "forgiving" else made_line
    return OpenLines(choice_line, choice_line, made_line, after)


def candidates(position: RecordedPosition, believed: tuple[int, ...], choice: int, made: int) -> list[int]:
    """Legal moves, without announcements of a suit that the card is not believed to be."""
    r, s = position.compiled_rules, position.view.erased
    sensible = []
    for number in legal_ids(r, s):
        if r.first_announcement <= number < r.first_reshuffle:
            slot, suit = divmod(number - r.first_announcement, r.suits)
            if not believed[slot] >> suit * 5 & 31:
                continue
        sensible.append(number)
    return list(dict.fromkeys((choice, made, *sensible)))


def _searched(
    judge: RolloutJudge, moves: list[int], depth: Depth, seed: int, salt: int, kept: tuple[int, int]
) -> dict[int, Scores]:
    lines = {move: np.zeros(0, np.int64) for move in moves}
    first = 0
    for worlds, most in depth.rounds:
        table = judge.scores(list(lines), "mover", seed, salt, first, worlds, read_anew=_is_literal(judge))
        lines = {move: np.concatenate((lines[move], row)) for move, row in zip(lines, table, strict=True)}
        first += worlds
        ranked = _ordered(lines)
        leader = lines[ranked[0]]
        alive = [move for move in ranked[:most] if not _is_behind(leader, lines[move])]
        lines = {move: lines[move] for move in dict.fromkeys((*alive, *kept))}
        if len(lines) == 1 or all((line == leader).all() for line in lines.values()):
            break
    return lines


def _fresh(
    judge: RolloutJudge, chief: list[int], side: list[int], worlds: int, seed: int, salt: int
) -> dict[int, Scores]:
    """The moves that matter in all the worlds, the others in a quarter of them."""
    few, read_anew = max(1, worlds // 4), _is_literal(judge)
    table = judge.scores(chief + side, "mover", seed, salt, 0, few, read_anew=read_anew)
    lines = dict(zip(chief + side, table, strict=True))
    more = judge.scores(chief, "mover", seed, salt, few, worlds - few, read_anew=read_anew)
    for move, row in zip(chief, more, strict=True):
        lines[move] = np.concatenate((lines[move], row))
    return lines


def _ordered(lines: dict[int, Scores]) -> list[int]:
    """By their mean, the earlier of equals first."""
    return sorted(lines, key=lambda move: -float(lines[move].mean()))


def _preferred(lines: dict[int, Scores], choice: int, margin: float) -> int:
    """The leader, or the judge's own move where the lead is not clear."""
    leader = _ordered(lines)[0]
    gain, error = compared(lines[leader], lines[choice])
    return leader if gain > margin * error and gain > 0 else choice


def _is_behind(leader: Scores, line: Scores) -> bool:
    gain, error = compared(leader, line)
    return gain > FAR_BEHIND * error and gain > 0


def compared(one: Scores, other: Scores) -> tuple[float, float]:
    """Mean gain of one line over another in the same worlds, and its standard error."""
    both = min(len(one), len(other))
    difference = (one[:both] - other[:both]).astype(np.float64)
    return float(difference.mean()), standard_error(difference)


def standard_error(numbers: NDArray[np.float64]) -> float:
    """Of the mean. Where all numbers are equal the next might still have been another: one point off counts as seen."""
    count = len(numbers)
    spread = float(numbers.std(ddof=1)) if count > 1 else 0.0
    return max(spread / float(np.sqrt(count)), 1 / count)


def value_of(line: Scores, perfect: int, exact: bool) -> Value:
    numbers = line.astype(np.float64)
    return Value(
        score=float(numbers.mean()),
        error=0.0 if exact else standard_error(numbers),
        perfect=float((line == perfect).mean()),
        exact=exact,
    )
