"""Making a review: every position is judged, then luck and skill are separated."""

import hashlib
import json
import math
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import local

import numpy as np

from hanabi.analysis.judges import RecordedGame, RecordedPosition, RolloutJudge, chosen_judge, make_judge, recorded_game
from hanabi.analysis.move_kinds import kinds_of, knew, level_of
from hanabi.analysis.move_search import DEPTHS, Depth, Judged, compared, judged, value_of
from hanabi.analysis.review_document import (
    Cause,
    Judge,
    JudgedMove,
    Review,
    ReviewError,
    SeatTotal,
    Totals,
    Turn,
    TurningPoint,
    Value,
    Winnable,
)
from hanabi.kernels import knowledge
from hanabi.records.record import Record
from hanabi.rules.action_ids import action_of_id
from hanabi.rules.actions import Discard, Play, Rescue, Reshuffle
from hanabi.rules.compiled_rules import cards_by_kind
from hanabi.rules.notation import write_action
from hanabi.rules.ruleset import RuleSet
from hanabi.solvers import winnable

DEFAULT_DEPTH = "normal"
SHOWN_MOVES = 5
TURNING_POINTS = 5
LEAST_CHANGE = 0.5
AVERAGE_SEED = 20_000_000  # deals of its own for the judge's average

VERDICTS: dict[str, Winnable] = {"winnable": "yes", "unwinnable": "no", "undecided": "unknown"}
Progress = Callable[[int, int], None]


def review(
    record: Record,
    judge: str | None = None,
    depth: str = DEFAULT_DEPTH,
    *,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Review:
    """Judge every move of a record. The same seed gives the same review, on any number of workers (threads).

    `progress` is called with the positions done and all of them. A record that is not legal is a RecordError.
    """
    game = recorded_game(record)
    chosen = chosen_judge(game, judge)
    budget = depth_of(chosen, depth)
    if not game.positions:
        raise ReviewError("the record holds no move to review")
    most = record.rules.max_score
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        try:
            average_future = pool.submit(average_of, record.rules, game.players, chosen.name, budget.average)
            found = list(_judged(pool, game, chosen, budget, seed, progress))
            verdict_future = pool.submit(_winnable, game, depth)
            average = average_future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    curve = _curve(game, found, most)
    turns = tuple(
        _turn(game, position, judgment, curve, most)
        for position, judgment in zip(game.positions, found, strict=True)
        if position.made is not None
    )
    return Review(
        record=digest(record),
        judge=chosen,
        depth=depth,
        seed=seed,
        players=record.players,
        rules=record.rules.to_dict(),
        max_score=most,
        points=game.end.view().score,
        final=None if game.end.over is None else game.end.over.to_dict(),
        average=average,
        expected=value_of(found[0].lines[found[0].choice], most, found[0].exact),
        turns=turns,
        curve=curve,
        turning_points=turning_points(turns, curve),
        totals=_totals(turns, curve, average, len(record.players)),
        winnable=verdict_future.result(),
    )


def _winnable(game: RecordedGame, depth: str) -> Winnable:
    """Whether the deck could be won with every card known; a won game is the proof that it could."""
    over = game.end.over
    if over is not None and over.outcome == "won":
        return "yes"
    if depth == "quick":
        return "not examined"
    record = game.record
    verdict = winnable(record.rules, game.players, record.deck, record.rewards, record.first)
    return VERDICTS[verdict.kind]


def depth_of(judge: Judge, name: str) -> Depth:
    depths = DEPTHS[judge.name.partition(":")[0]]
    if name not in depths:
        raise ReviewError(f"there is no depth {name!r}: choose {', '.join(depths)}")
    return depths[name]


def digest(record: Record) -> str:
    """Names a game by its causes; what else a record carries does not count."""
    causes = {name: value for name, value in record.to_dict().items() if name not in record.extra}
    return hashlib.sha256(json.dumps(causes, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def expected_at(record: Record, index: int, judge: str | None = None, worlds: int = 100, seed: int = 0) -> Value:
    """The score to expect before action number `index`, as its mover could judge, with the judge playing on."""
    game = recorded_game(record)
    rollout_judge = make_judge(chosen_judge(game, judge), game)
    rollout_judge.load(game.positions[index])
    listed = rollout_judge.listed("mover")
    scores = rollout_judge.scores(
        [rollout_judge.choice], "mover", seed, 0, 0, listed if listed > 0 else worlds, read_anew=False
    )
    return value_of(scores[0], record.rules.max_score, listed > 0)


def _judged(
    pool: ThreadPoolExecutor, game: RecordedGame, judge: Judge, depth: Depth, seed: int, progress: Progress | None
) -> Iterator[Judged]:
    """In the order of the positions. The compiled loops let go of the interpreter, so threads share the work."""
    of_thread = local()

    def work(position: RecordedPosition) -> Judged:
        rollout_judge: RolloutJudge | None = getattr(of_thread, "judge", None)
        if rollout_judge is None:
            rollout_judge = of_thread.judge = make_judge(judge, game)
        return judged(rollout_judge, position, depth, seed)

    for done, found in enumerate(pool.map(work, game.positions), start=1):
        if progress is not None:
            progress(done, len(game.positions))
        yield found


@lru_cache(maxsize=64)
def average_of(rules: RuleSet, players: int, judge: str, games: int) -> Value:
    """What the judge makes of random deals."""
    scores, outcomes = np.zeros(games, np.int64), np.zeros(games, np.int64)
    log = np.zeros((0, 1), np.int16)
    if judge == "hat":
        from hanabi.bots.hat.games import play_games
        from hanabi.bots.hat.workspace import HatWorkspace

        play_games(HatWorkspace(rules, players).arrays, AVERAGE_SEED, 0, scores, outcomes, log)
    else:
        from hanabi.bots.team.workspace import TeamWorkspace

        TeamWorkspace(rules, players, int(judge.partition(":")[2])).play(AVERAGE_SEED, 0, scores, outcomes, log)
    return value_of(scores, rules.max_score, exact=False)


def _curve(game: RecordedGame, found: Sequence[Judged], most: int) -> tuple[Value, ...]:
    points = [value_of(judgment.open.plays_on, most, judgment.open_exact) for judgment in found]
    over = game.end.over
    if over is not None:
        points.append(Value(float(over.score), 0.0, float(over.score == most), exact=True))
    return tuple(points)


def _turn(game: RecordedGame, position: RecordedPosition, judgment: Judged, curve: Sequence[Value], most: int) -> Turn:
    made, index = position.made, position.index
    assert made is not None
    after = game.positions[index + 1].truth if index + 1 < len(game.positions) else game.end.state
    before, done = judgment.lines[judgment.choice], judgment.lines[made]
    best, loss, loss_error = _compared_to_best(judgment, made)
    level = level_of(loss, loss_error)
    slot, card = _chosen_card(game, position, made)
    skill = float(done.mean()) - float(before.mean())
    choice, taken = float(judgment.open.choice.mean()), float(judgment.open.made.mean())
    left = value_of(judgment.open.after, most, judgment.open_exact)
    return Turn(
        index=index,
        turn=position.truth.turn,
        seat=position.truth.player,
        action=game.record.actions[index],
        slot=slot,
        card=card,
        judge=_written(game, position, judgment.choice),
        before=value_of(before, most, judgment.exact),
        after=value_of(done, most, judgment.exact),
        best=_best_moves(game, position, judgment, most),
        loss=loss,
        loss_error=loss_error,
        level=level,
        skill=skill,
        luck_cards=taken - choice - skill,
        luck_draw=curve[index + 1].score - left.score,
        luck_error=math.hypot(left.error, curve[index + 1].error),
        reading=choice - curve[index].score + left.score - taken,
        best_score=knowledge.best_score(position.compiled_rules, after),
        knew=knew(position, judgment.believed),
        kinds=kinds_of(position, judgment.believed, best, level, after),
        solved=judgment.solution is not None,
    )


def _compared_to_best(judgment: Judged, made: int) -> tuple[int, float, float]:
    """The best move, what it would have brought more than the one made, and the error of that."""
    values = _solved_values(judgment)
    if made in values:
        best = max(values, key=lambda move: (values[move], move == made))
        return best, values[best] - values[made], 0.0
    if made == judgment.best:
        return made, 0.0, 0.0
    gain, error = compared(judgment.lines[judgment.best], judgment.lines[made])
    return judgment.best, max(0.0, gain), 0.0 if judgment.exact else error


def _solved_values(judgment: Judged) -> dict[int, float]:
    found = judgment.solution
    return {} if found is None or found.values is None else found.values


def _best_moves(game: RecordedGame, position: RecordedPosition, judgment: Judged, most: int) -> tuple[JudgedMove, ...]:
    """The recommended one first; the move made is always among them."""
    made, values = position.made, _solved_values(judgment)
    if made not in values:
        shown = list(judgment.moves)
        moves = [_move(game, position, move, value_of(judgment.lines[move], most, judgment.exact)) for move in shown]
    else:
        best = _compared_to_best(judgment, made)[0]
        shown = [best, *sorted((move for move in values if move != best), key=lambda move: -values[move])]
        solution = judgment.solution
        sure = solution.perfect if solution is not None and solution.perfect is not None else 0.0
        moves = [
            _move(game, position, move, Value(values[move], 0.0, sure if values[move] == values[best] else 0.0, True))
            for move in shown
        ]
    kept = moves[:SHOWN_MOVES]
    if made is not None and made not in shown[:SHOWN_MOVES]:
        kept[-1] = moves[shown.index(made)]
    return tuple(kept)


def _move(game: RecordedGame, position: RecordedPosition, move: int, value: Value) -> JudgedMove:
    slot, card = _chosen_card(game, position, move)
    reward = card if slot is None else None
    return JudgedMove(_written(game, position, move), slot, reward, value.score, value.error, value.perfect)


def _chosen_card(game: RecordedGame, position: RecordedPosition, move: int) -> tuple[int | None, str | None]:
    """The slot and the face of the card that a move is about."""
    faces, s = cards_by_kind(game.rules), position.truth
    match action_of_id(game.rules, position.compiled_rules, s, move):
        case Play(slot) | Discard(slot):
            return slot, str(faces[position.held[slot]])
        case Reshuffle() | Rescue():
            r = position.compiled_rules
            return None, str(faces[move - (r.first_rescue if move >= r.first_rescue else r.first_reshuffle)])
    return None, None


def _written(game: RecordedGame, position: RecordedPosition, move: int) -> str:
    """As the record writes it; where a reshuffled card goes is chance, and left out."""
    action = action_of_id(game.rules, position.compiled_rules, position.truth, move)
    return write_action(position.truth, action).removesuffix(" at None")


def turning_points(turns: Sequence[Turn], curve: Sequence[Value]) -> tuple[TurningPoint, ...]:
    """The largest changes that are more than noise, in the order they happened."""
    found = []
    for turn in turns:
        here, there = curve[turn.index], curve[turn.index + 1]
        change = there.score - here.score
        if abs(change) >= max(LEAST_CHANGE, 2 * math.hypot(here.error, there.error)):
            parts: dict[Cause, float] = {"skill": turn.skill, "cards": turn.luck_cards, "draw": turn.luck_draw}
            parts["reading"] = turn.reading
            cause = max(parts, key=lambda name: parts[name] * math.copysign(1, change))
            found.append(TurningPoint(turn.index, change, cause))
    largest = sorted(found, key=lambda point: -abs(point.change))[:TURNING_POINTS]
    return tuple(sorted(largest, key=lambda point: point.index))


def _totals(turns: Sequence[Turn], curve: Sequence[Value], average: Value, players: int) -> Totals:
    skill = sum(turn.skill for turn in turns)
    cards, reading = sum(turn.luck_cards for turn in turns), sum(turn.reading for turn in turns)
    deal = curve[0].score - average.score
    result = curve[-1].score
    return Totals(
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


def _seat_total(turns: Sequence[Turn], seat: int) -> SeatTotal:
    levels = Counter(turn.level for turn in turns)
    return SeatTotal(
        seat=seat,
        moves=len(turns),
        loss=sum(turn.loss for turn in turns),
        skill=sum(turn.skill for turn in turns),
        luck=sum(turn.luck_cards + turn.luck_draw for turn in turns),
        levels={level: levels[level] for level in ("slight", "mistake", "blunder")},
    )
