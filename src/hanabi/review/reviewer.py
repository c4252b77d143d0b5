"""Reviews a game: judges every position, then separates luck from skill."""

import hashlib
import json
import math
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import replace
from functools import lru_cache
from threading import local

import numpy as np

from hanabi.bots.team import Team
from hanabi.records import Record, from_dict, replay
from hanabi.review import document
from hanabi.review.judging.judge_choice import build_judge, chosen_judge, depth_of, position_judge, reading_level
from hanabi.review.judging.move_search import JudgedPosition, PositionJudge
from hanabi.review.judging.samples import value_of
from hanabi.review.judging.turn_reviews import TurnReviewer
from hanabi.review.recorded_game import RecordedGame, RecordedPosition, recorded_game
from hanabi.review.report.headlines import headline_of
from hanabi.rules import Reshuffle, RuleSet, read_action
from hanabi.solvers import winnable

DEFAULT_DEPTH = "normal"
TURNING_POINTS = 5  # at most
MIN_CHANGE = 0.5  # points of a turning point
LINE_LENGTH = 6  # moves of a better line
AVERAGE_SEED = 20_000_000  # for the deals that the judge's average is measured on
REFINED_EVERY = 1.0  # seconds between partial reviews

WINNABLE_OF_ANSWER: dict[str, document.Winnable] = {"winnable": "yes", "unwinnable": "no", "undecided": "unknown"}
Progress = Callable[[int, int], None]
Partial = Callable[[document.Review], None]


def review(
    record: Record,
    judge: str | None = None,
    depth: str = DEFAULT_DEPTH,
    *,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
    partial: Partial | None = None,
) -> document.Review:
    """Judge every move of a record. The same seed gives the same review, on any number of workers (threads).

    `progress` is called with the number of positions done and the total. `partial` is called with a rough review as
    soon as there is one, then about every second with a better one (docs/review.md). An illegal record raises
    RecordError.
    """
    return GameReviewer(record, judge, depth, seed).review(workers or os.cpu_count() or 1, progress, partial)


class GameReviewer:
    def __init__(self, record: Record, judge: str | None, depth: str, seed: int) -> None:
        self.record, self.depth, self.seed = record, depth, seed
        self.game = recorded_game(record)
        if not self.game.positions:
            raise document.ReviewError("the record has no move to review")
        self.judge = chosen_judge(self.game, judge)
        self.budget = depth_of(self.judge, depth)
        self.turns = TurnReviewer(self.game, self.judge)
        self._rough: list[document.Value] = []  # points of the curve, used until positions are judged
        self._judged: list[JudgedPosition | None] = [None] * len(self.game.positions)
        self._local = local()

    def review(self, workers: int, progress: Progress | None, partial: Partial | None) -> document.Review:
        with ThreadPoolExecutor(workers) as pool:
            try:
                if partial is not None:
                    self._rough = self._rough_curve()
                    partial(self._assembled("rough", self.budget.rough_average))
                average = pool.submit(self._average, self.budget.average)
                futures = {pool.submit(self._judge, position): position.index for position in self.game.positions}
                self._collect(futures, progress, partial)
                is_winnable = pool.submit(_winnable, self.game, self.depth)
                average.result()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        self._judged = [*self._own_judge().refined([judged for judged in self._judged if judged is not None])]
        result = self._assembled("done", self.budget.average)
        return replace(self._with_lines(result), winnable=is_winnable.result())

    def _collect(
        self, futures: "dict[Future[JudgedPosition], int]", progress: Progress | None, partial: Partial | None
    ) -> None:
        reported = time.monotonic()
        for done, future in enumerate(as_completed(futures), start=1):
            self._judged[futures[future]] = future.result()
            if progress is not None:
                progress(done, len(futures))
            if partial is not None and done < len(futures) and time.monotonic() - reported >= REFINED_EVERY:
                partial(self._assembled("refining", self.budget.rough_average))
                reported = time.monotonic()

    def _average(self, games: int) -> document.Value:
        value = average_of(self.record.rules, self.game.players, self.judge.name, games)
        return self.turns.corrected(self.game.positions[0], value)

    def _judge(self, position: RecordedPosition) -> JudgedPosition:
        """Runs in a worker thread. The compiled loops release the GIL, so threads run in parallel."""
        return self._own_judge().judge(position)

    def _own_judge(self) -> PositionJudge:
        """The judge of this thread."""
        if not hasattr(self._local, "judge"):
            self._local.judge = position_judge(self.judge, self.game, self.budget, self.seed)
        judge: PositionJudge = self._local.judge
        return judge

    def _rough_curve(self) -> list[document.Value]:
        scores = zip(self.game.positions, self._own_judge().rough(), strict=True)
        return [self.turns.point(position, one, exact=False) for position, one in scores]

    def _curve(self) -> tuple[document.Value, ...]:
        points = [
            self._rough[position.index]
            if judged is None
            else self.turns.point(position, judged.open.before, judged.open_exact)
            for position, judged in zip(self.game.positions, self._judged, strict=True)
        ]
        end = self.turns.end()
        return tuple(points if end is None else [*points, end])

    def _assembled(self, stage: document.Stage, average_games: int) -> document.Review:
        """The review by what is judged so far."""
        game, record, curve, average = self.game, self.record, self._curve(), self._average(average_games)
        turns = tuple(
            self.turns.rough_turn(position, curve) if judged is None else self.turns.turn(position, judged, curve)
            for position, judged in zip(game.positions, self._judged, strict=True)
            if position.action_id is not None
        )
        expected, first = curve[0], self._judged[0]
        if first is not None:
            expected = self.turns.value(game.positions[0], first.scores[first.choice], first.exact)
        review = document.Review(
            record=record_digest(record),
            judge=self.judge,
            depth=self.depth,
            seed=self.seed,
            players=record.players,
            rules=record.rules.to_dict(),
            max_score=record.rules.max_score,
            points=game.end.view().score,
            final=None if game.end.over is None else game.end.over.to_dict(),
            average=average,
            expected=expected,
            turns=turns,
            curve=curve,
            turning_points=turning_points(turns, curve),
            totals=totals_of(turns, curve, average, len(record.players)),
            stage=stage,
        )
        return replace(review, headline=headline_of(review))

    def _with_lines(self, result: document.Review) -> document.Review:
        """Adds the better line of every fault."""
        level = reading_level(self.judge)
        turns = (
            replace(turn, line=better_line(self.record, turn.index, turn.best[0].action, level))
            if turn.level != "none"
            else turn
            for turn in result.turns
        )
        return replace(result, turns=tuple(turns))


def _winnable(game: RecordedGame, depth: str) -> document.Winnable:
    """Whether the deal can be won with open cards; a game that was won proves it."""
    over = game.end.over
    if over is not None and over.outcome == "won":
        return "yes"
    if depth == "quick":
        return "not examined"
    record = game.record
    answer = winnable(record.rules, game.players, record.deck, record.rewards, record.first)
    return WINNABLE_OF_ANSWER[answer.status]


def is_compiled() -> bool:
    """Whether the code that reviews games of people is in this machine's cache of compiled code."""
    from hanabi.review.compiled import FAMILY

    version = f"py{sys.version_info.major}{sys.version_info.minor}"
    return any(FAMILY.cache_folder.glob(f"*/rollouts.strong_scores-*.{version}.nbi"))


def compile_reviews() -> None:
    """Review a game between bots, unless that has been compiled before."""
    from hanabi.arena.experiment import Experiment
    from hanabi.arena.workers import play_chunk

    if not is_compiled():
        experiment = Experiment(("simple",) * 2, RuleSet.of(), games=1, seed=1, keep_records=True)
        game = from_dict(play_chunk(experiment, 0, 1).records[0])
        review(replace(game, extra={}), depth="normal", workers=1)


def record_digest(record: Record) -> str:
    """Identifies a game by its rules, deck and actions; optional fields do not count."""
    causes = {name: value for name, value in record.to_dict().items() if name not in record.extra}
    return hashlib.sha256(json.dumps(causes, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def expected_at(
    record: Record, index: int, judge: str | None = None, worlds: int = 100, seed: int = 0
) -> document.Value:
    """The score to expect before action number `index` if the judge continues, by what the mover can know."""
    game = recorded_game(record)
    rollout_judge = build_judge(chosen_judge(game, judge), game)
    rollout_judge.set_position(game.positions[index])
    sample = rollout_judge.sample("mover", "search", seed, worlds)
    scores = rollout_judge.scores([rollout_judge.choice], sample)
    return value_of(scores[rollout_judge.choice], record.rules.max_score, sample.exact)


@lru_cache(maxsize=64)
def average_of(rules: RuleSet, players: int, judge: str, games: int) -> document.Value:
    """The judge's mean score on random deals."""
    scores, outcomes, broken = (np.zeros(games, np.int64) for _ in range(3))
    log = np.zeros((0, 1), np.int16)
    if judge == "hat":
        from hanabi.bots.hat.games import play_hat_games
        from hanabi.bots.hat.workspace import HatWorkspace

        play_hat_games(HatWorkspace(rules, players).arrays, AVERAGE_SEED, 0, scores, outcomes, broken, log)
    else:
        from hanabi.bots.team.compiled.games import TeamWorkspace
        from hanabi.bots.team.engine.levels import conventions_at

        conventions = conventions_at(int(judge.partition(":")[2]))
        TeamWorkspace(rules, players, conventions).play(AVERAGE_SEED, 0, scores, outcomes, log)
    return value_of(scores, rules.max_score, exact=False)


def turning_points(
    turns: Sequence[document.Turn], curve: Sequence[document.Value]
) -> tuple[document.TurningPoint, ...]:
    """The largest changes that are more than noise, in the order they happened.

    Changes that only come from how the judge reads a move are left out, unless a clue was misunderstood.
    """
    points = []
    for turn in turns:
        before, after = curve[turn.index], curve[turn.index + 1]
        change = after.score - before.score
        if abs(change) >= max(MIN_CHANGE, 2 * math.hypot(before.error, after.error)):
            parts: dict[document.Cause, float] = {"skill": turn.skill, "cards": turn.luck_cards, "draw": turn.luck_draw}
            parts["reading"] = turn.reading
            cause = max(parts, key=lambda name: parts[name] * math.copysign(1, change))
            if cause != "reading" or turn.cause is not None:
                points.append(document.TurningPoint(turn.index, change, cause))
    largest = sorted(points, key=lambda point: -abs(point.change))[:TURNING_POINTS]
    return tuple(sorted(largest, key=lambda point: point.index))


def totals_of(
    turns: Sequence[document.Turn], curve: Sequence[document.Value], average: document.Value, players: int
) -> document.Totals:
    skill = sum(turn.skill for turn in turns)
    cards, reading = sum(turn.luck_cards for turn in turns), sum(turn.reading for turn in turns)
    deal = curve[0].score - average.score
    result = curve[-1].score
    return document.Totals(
        average=average.score,
        luck_deal=deal,
        luck_cards=cards,
        luck_draws=sum(turn.luck_draw for turn in turns),
        skill=skill,
        reading=reading,
        result=result,
        loss=sum(turn.loss for turn in turns),
        loss_error=math.sqrt(sum(turn.loss_error**2 for turn in turns)),
        by_seat=tuple(_seat_total([turn for turn in turns if turn.seat == seat], seat) for seat in range(players)),
        by_kind=dict(sorted(Counter(kind.kind for turn in turns for kind in turn.kinds if kind.knowable).items())),
    )


def _seat_total(turns: Sequence[document.Turn], seat: int) -> document.SeatTotal:
    levels = Counter(turn.level for turn in turns)
    return document.SeatTotal(
        seat=seat,
        moves=len(turns),
        loss=sum(turn.loss for turn in turns),
        skill=sum(turn.skill for turn in turns),
        luck=sum(turn.luck_cards + turn.luck_draw for turn in turns),
        levels={level: levels[level] for level in ("slight", "mistake", "blunder")},
    )


def better_line(record: Record, index: int, move: str, level: int) -> tuple[str, ...]:
    """`move` instead of action number `index`, then moves of team players, with the same cards.

    Cards that are reshuffled go to the bottom of the deck.
    """
    game = replay(record, index)
    action = read_action(game.state, f"{move} at 0" if move.startswith("reshuffle") else move)
    team = [Team(level) for _ in record.players]
    for _ in range(LINE_LENGTH):
        if isinstance(action, Reshuffle):
            action = replace(action, at=game.rule_tables.cards - game.state.next_card)
        game.act(action)
        if game.player is None:
            break
        action = team[game.player].choose(game.view(game.player))
    return tuple(game.action_texts[index:])
