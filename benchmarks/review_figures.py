"""Figures about reviews of recorded games: bias, calibration, blame, and whether causes are named."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from hanabi.kernels import knowledge
from hanabi.records import Record
from hanabi.review.document import Judge, Review, Value
from hanabi.review.judging.calibration import FILE, Calibration, calibration_of, phase_of, reachable_score
from hanabi.review.judging.judge_choice import build_judge, chosen_judge, judges_people, people_level
from hanabi.review.judging.judges import LITERAL
from hanabi.review.judging.move_search import DEPTHS
from hanabi.review.judging.peoples_judge import PeoplesJudge
from hanabi.review.judging.samples import Sample, Scores, value_of
from hanabi.review.recorded_game import RecordedGame, RecordedPosition, recorded_game
from hanabi.review.report.headlines import cost_nothing

QUARTERS = 4
FOLDS = 10
BINS = 10
LAST_MOVES = 10
SURE_BLAME = 0.3
PHASES = (0.0, 0.5, 1.0, 2.0)
LEAST_SHARE, MOST_SHARE = 0.3, 2.0
STEADINESS = 3.0  # strength of the regularization, in positions
EDGE = 1e-9  # the logarithm of odds has no value at 0 and 1
STEPS = 50


@dataclass(frozen=True)
class Point:
    """The judge's uncorrected expectation at a position, and the result of the game."""

    place: float  # share of the game's moves before it
    phase: float
    reachable: int  # the highest score still possible
    max_score: int
    value: Value
    score: int
    perfect: bool


def raw_points(record: Record, worlds: int, every: int = 1) -> tuple[Judge, list[Point]]:
    """Uses one of `every` positions."""
    game = recorded_game(record)
    judge = chosen_judge(game)
    # Some teams stop when nothing more can be gained: the points on the table are their result.
    over, max_score = game.end.over, record.rules.max_score
    score = game.end.view().score if over is None else over.score
    rough = _rough_of_people if judges_people(judge) else _rough_of_bots
    points = []
    for position, scores in rough(judge, game, worlds, every):
        value = value_of(scores, max_score, exact=False)
        r, s = position.rule_tables, position.state
        place, phase = position.index / len(game.positions), phase_of(r, s)
        points.append(Point(place, phase, reachable_score(r, s), max_score, value, score, score == max_score))
    return judge, points


def _rough_of_people(
    judge: Judge, game: RecordedGame, worlds: int, every: int
) -> Iterator[tuple[RecordedPosition, Scores]]:
    scores = PeoplesJudge(game, people_level(judge), replace(DEPTHS["people"]["quick"], rough=worlds)).rough()
    yield from zip(game.positions[::every], scores[::every], strict=True)


def _rough_of_bots(
    judge: Judge, game: RecordedGame, worlds: int, every: int
) -> Iterator[tuple[RecordedPosition, Scores]]:
    bots = build_judge(judge, game)
    for position in game.positions[::every]:
        bots.set_position(position)
        yield position, bots.scores([bots.choice], Sample("open", 0, position.index, worlds))[bots.choice]


def corrected(judge: Judge, points: Iterable[Point], correct: Calibration | None = None) -> list[Point]:
    """The points with the stored corrections, or with these."""
    correct = correct or calibration_of(judge)
    return [replace(p, value=correct.expected(p.value, p.phase, p.reachable)) for p in points]


def cross_validated(games: Sequence[tuple[Judge, list[Point]]]) -> list[Point]:
    """The points of all games; each tenth is corrected by a fit to the other games."""
    points = []
    for fold in range(FOLDS):
        others = [p for number, (_, some) in enumerate(games) if number % FOLDS != fold for p in some]
        correct = fitted(others)
        points += [p for judge, some in games[fold::FOLDS] for p in corrected(judge, some, correct)]
    return points


def bias_by_quarter(points: Sequence[Point]) -> list[tuple[float, float]]:
    """The mean of expectation minus result in each quarter of the games, and the mean expectation."""
    biases = []
    for quarter in range(QUARTERS):
        some = [p for p in points if int(p.place * QUARTERS) == quarter]
        mean = sum(p.value.score for p in some) / max(1, len(some))
        biases.append((mean - sum(p.score for p in some) / max(1, len(some)), mean))
    return biases


def bias_errors(games: Sequence[Sequence[Point]]) -> list[float]:
    """The standard error of the bias in each quarter: the positions of one game share its result."""
    errors = []
    for quarter in range(QUARTERS):
        means = [
            sum(p.value.score - p.score for p in some) / len(some)
            for some in ([p for p in points if int(p.place * QUARTERS) == quarter] for points in games)
            if some
        ]
        errors.append(float(np.std(means, ddof=1)) / math.sqrt(len(means)))
    return errors


def perfect_bins(points: Sequence[Point]) -> list[tuple[float, float, int]]:
    """For each tenth of the chance of a perfect game: the mean chance, the share of perfect games, and the count."""
    bins = []
    for number in range(BINS):
        some = [p for p in points if min(BINS - 1, int(p.value.perfect * BINS)) == number]
        chance = sum(p.value.perfect for p in some) / max(1, len(some))
        bins.append((chance, sum(p.perfect for p in some) / max(1, len(some)), len(some)))
    return bins


def picture(bins: Sequence[tuple[float, float, int]]) -> str:
    """The bins as SVG: one dot each, sized by its positions, and the ideal line."""
    size, edge = 320, 36
    room = size - 2 * edge

    def x(share: float) -> float:
        return round(edge + room * share, 1)

    def y(share: float) -> float:
        return round(size - edge - room * share, 1)

    every = sum(count for *_, count in bins) or 1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" font-family="sans-serif" font-size="11">',
        "<title>Chance of a perfect game: expected and observed</title>",
        f'<rect width="{size}" height="{size}" fill="#fff"/>',
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#999" stroke-dasharray="4 3" fill="none"/>',
        f'<path d="M{x(0)} {y(1)}V{y(0)}H{x(1)}" stroke="#333" fill="none"/>',
        f'<text x="{x(0.5)}" y="{size - 8}" text-anchor="middle">expected</text>',
        f'<text transform="translate(12 {y(0.5)}) rotate(-90)" text-anchor="middle">observed</text>',
    ]
    for share in (0.0, 0.5, 1.0):
        parts.append(f'<text x="{x(share)}" y="{y(0) + 14}" text-anchor="middle">{share:.0%}</text>')
        parts.append(f'<text x="{x(0) - 4}" y="{y(share) + 4}" text-anchor="end">{share:.0%}</text>')
    for chance, share, count in bins:
        if count:
            radius = round(2 + 14 * math.sqrt(count / every), 1)
            title = f"<title>{chance:.0%} expected, {share:.0%} observed, {count} positions</title>"
            parts.append(f'<circle cx="{x(chance)}" cy="{y(share)}" r="{radius}" fill="#3d7ea6aa">{title}</circle>')
    return "".join([*parts, "</svg>\n"])


def fitted(points: Sequence[Point]) -> Calibration:
    """Regularized least squares: missed points as a linear function of those the judge expects to miss."""
    hats = np.array([[_hat(number, p.phase) for number in range(len(PHASES))] for p in points])
    expected = np.array([p.reachable - p.value.score for p in points])
    missed = np.array([float(p.reachable - p.score) for p in points])
    columns = np.hstack((hats, hats * expected[:, None]))
    none = np.concatenate((np.zeros(len(PHASES)), np.ones(len(PHASES))))
    change = _solved(columns, missed - columns @ none)
    numbers = none + change
    imperfect, steepness, doubt = _fitted_chances(points, hats)
    return Calibration(
        phases=PHASES,
        missing=tuple(float(round(number, 3)) for number in numbers[: len(PHASES)]),
        share=tuple(float(round(min(MOST_SHARE, max(LEAST_SHARE, number)), 3)) for number in numbers[len(PHASES) :]),
        imperfect=tuple(float(round(number, 3)) for number in imperfect),
        steepness=round(steepness, 3),
        doubt=round(doubt, 3),
    )


def _fitted_chances(points: Sequence[Point], hats: np.ndarray) -> tuple[np.ndarray, float, float]:
    """Fits the chance of a perfect game by regularized least squares, with Newton steps."""
    possible = np.array([p.reachable == p.max_score for p in points])
    hats, size = hats[possible], len(PHASES)
    raw = np.array([p.value.perfect for p in points])[possible]
    chances = np.clip(raw, EDGE, 1 - EDGE)
    odds = np.log(chances / (1 - chances))
    perfect = np.array([float(p.perfect) for p in points])[possible]
    none = np.array([0.0] * size + [1.0, 0.0])
    weights = none.copy()
    for _ in range(STEPS):
        certain = 1 - hats @ weights[:size]
        trust = 1 / (1 + np.exp(weights[-1] - weights[-2] * odds))
        bend = (certain * trust * (1 - trust))[:, None]
        columns = np.hstack((-hats * trust[:, None], bend * odds[:, None], -bend))
        # Regularized toward `none`, as `_solved` is toward 0.
        weights = none + _solved(columns, perfect - certain * trust + columns @ (weights - none))
        weights[:size] = np.clip(weights[:size], 0.0, 1.0)
    return weights[:size], float(weights[-2]), float(weights[-1])


def _solved(columns: np.ndarray, targets: np.ndarray) -> np.ndarray:
    size = columns.shape[1]
    solution: np.ndarray = np.linalg.solve(columns.T @ columns + STEADINESS * np.eye(size), columns.T @ targets)
    return solution


def _hat(number: int, phase: float) -> float:
    """The weight of a phase in the interpolation: 1 at the phase, falling to 0 at its neighbors."""
    here = PHASES[number]
    if phase == here:
        return 1.0
    near = [other for other in PHASES if (other > here) == (phase > here) and other != here]
    if not near:
        return 0.0
    next_to = min(near, key=lambda other: abs(other - here))
    return max(0.0, 1 - abs(phase - here) / abs(next_to - here))


def save(judge: str, calibration: Calibration) -> None:
    import json

    by_judge = json.loads(FILE.read_text(encoding="utf-8"))
    by_judge[judge] = vars(calibration)
    lines = [
        f'  "{name}": {{\n'
        + ",\n".join(f'    "{field_name}": {json.dumps(numbers)}' for field_name, numbers in fields.items())
        + "\n  }"
        for name, fields in sorted(by_judge.items())
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


@dataclass
class Blame:
    """Counts the faults in reviews, and the clues they name as causes."""

    games: int = 0
    perfect_games: int = 0
    of_perfect: float = 0.0
    of_others: float = 0.0
    faults: int = 0
    late_faults: int = 0
    sure_faults: int = 0
    strikes: int = 0
    lost_copies: int = 0
    tries: int = 0
    last_tries: int = 0
    harmless_tries: int = 0
    named: Counter[str] = field(default_factory=Counter)
    unnamed: list[str] = field(default_factory=list)
    curves: list[list[float]] = field(default_factory=lambda: [[] for _ in range(QUARTERS)])

    def add(self, name: str, review: Review, game: RecordedGame) -> None:
        faults = [turn for turn in review.turns if turn.level != "none"]
        blame, perfect = sum(turn.loss for turn in faults), review.points == review.max_score
        self.games += 1
        for turn in review.turns:
            missed = review.curve[turn.index].score - review.points
            self.curves[turn.index * QUARTERS // len(review.turns)].append(missed)
        self.perfect_games += perfect
        self.faults += len(faults)
        if perfect:
            self.of_perfect += blame
            late = [t for t in faults if t.loss >= SURE_BLAME and t.index >= len(review.turns) - LAST_MOVES]
            self.late_faults += len(late)
            self.sure_faults += sum(_was_sure(review, game, turn.index) for turn in late)
        else:
            self.of_others += blame
        for turn, position in zip(review.turns, game.positions, strict=False):
            r, s = position.rule_tables, position.state
            if turn.slot is None or turn.action.startswith("clue"):
                continue
            kind = position.held[turn.slot]
            failed = turn.action.startswith("play") and not knowledge.playable_kinds(r, s) >> kind & 1
            lost = turn.action.startswith("discard") and knowledge.critical_kinds(r, s) >> kind & 1
            self.strikes += failed
            self.lost_copies += bool(lost)
            if turn.cause is not None:
                self.named[turn.cause.fault] += 1
            elif failed:
                self.tries += 1
                self.last_tries += s.turns_left >= 0
                self.harmless_tries += s.turns_left < 0 and cost_nothing(review, turn)
            elif lost:
                self.unnamed.append(f"{name}:{turn.index + 1}")

    def lines(self) -> list[str]:
        aside = self.last_tries + self.harmless_tries
        events = self.strikes + self.lost_copies - aside
        others = self.games - self.perfect_games
        biases = ", ".join(f"{sum(some) / max(1, len(some)):+.2f}" for some in self.curves)
        return [
            f"{self.games} games, {self.perfect_games} perfect, {self.faults / max(1, self.games):.2f} faults per game",
            f"expected minus final score by quarter, as reviewed: {biases}",
            f"blame in perfect games {self.of_perfect / max(1, self.perfect_games):.2f} points per game, "
            f"in others {self.of_others / max(1, others):.2f}",
            f"faults of {SURE_BLAME} or more in the last {LAST_MOVES} moves of perfect games: {self.late_faults}, "
            f"{self.sure_faults} of them where the line that was played was sure",
            f"{self.strikes} strikes and {self.lost_copies} discarded last copies; cards played that no clue asked "
            f"for: {self.last_tries} in the last round, {self.harmless_tries} before it to pass the turn, at no cost, "
            f"{self.tries - aside} others",
            f"the clue behind them named in {self.named.total() / max(1, events):.0%}, except plays in the last round "
            "and to pass the turn: "
            + ", ".join(f"{fault} {count}" for fault, count in self.named.most_common())
            + (f" (nobody could save: {', '.join(self.unnamed)})" if self.unnamed else ""),
        ]


def _was_sure(review: Review, game: RecordedGame, index: int) -> bool:
    """Whether no other line could have scored more in any world than the one played from this action on."""
    position = game.positions[index]
    level = people_level(review.judge) if judges_people(review.judge) else LITERAL
    people = PeoplesJudge(game, level, DEPTHS["people"]["quick"])
    return people.is_sure(people.judge(position).scores)


def records_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json")) if folder.is_dir() else []
