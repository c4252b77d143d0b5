"""Makes a review: judges every position, then separates luck from skill."""

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

from hanabi.analysis.judges import RolloutJudge, chosen_judge, make_judge
from hanabi.analysis.move_kinds import card_knowledge, kinds_of, level_of
from hanabi.analysis.move_search import DEPTHS, Depth, JudgedPosition, compared, judge_position, value_of
from hanabi.analysis.recorded_game import RecordedGame, RecordedPosition, recorded_game
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
from hanabi.kernels.action_ids import chosen_kind
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
MIN_CHANGE = 0.5
AVERAGE_SEED = 20_000_000  # the judge's average is measured on deals of its own

WINNABLE_OF_VERDICT: dict[str, Winnable] = {"winnable": "yes", "unwinnable": "no", "undecided": "unknown"}
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

    `progress` is called with the number of positions done, and of all positions. An illegal record is a RecordError.
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
            found = list(_judged_positions(pool, game, chosen, budget, seed, progress))
            winnable_future = pool.submit(_winnable, game, depth)
            average = average_future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    curve = _curve(game, found, most)
    turns = tuple(
        _turn(game, position, judged, curve, most)
        for position, judged in zip(game.positions, found, strict=True)
        if position.action_id is not None
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
        expected=value_of(found[0].scores[found[0].choice], most, found[0].exact),
        turns=turns,
        curve=curve,
        turning_points=turning_points(turns, curve),
        totals=_totals(turns, curve, average, len(record.players)),
        winnable=winnable_future.result(),
    )


def _winnable(game: RecordedGame, depth: str) -> Winnable:
    """Whether the deal can be won with open cards; a won game proves it."""
    over = game.end.over
    if over is not None and over.outcome == "won":
        return "yes"
    if depth == "quick":
        return "not examined"
    record = game.record
    verdict = winnable(record.rules, game.players, record.deck, record.rewards, record.first)
    return WINNABLE_OF_VERDICT[verdict.kind]


def depth_of(judge: Judge, name: str) -> Depth:
    depths = DEPTHS[judge.name.partition(":")[0]]
    if name not in depths:
        raise ReviewError(f"there is no depth {name!r}: choose {', '.join(depths)}")
    return depths[name]


def digest(record: Record) -> str:
    """Identifies a game by its rules, deck and actions; the optional fields of the record do not count."""
    causes = {name: value for name, value in record.to_dict().items() if name not in record.extra}
    return hashlib.sha256(json.dumps(causes, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def expected_at(record: Record, index: int, judge: str | None = None, worlds: int = 100, seed: int = 0) -> Value:
    """The score to expect before action number `index`, as its mover could judge, with the judge playing on."""
    game = recorded_game(record)
    rollout_judge = make_judge(chosen_judge(game, judge), game)
    rollout_judge.set_position(game.positions[index])
    world_count = rollout_judge.world_count("mover")
    worlds = world_count if world_count > 0 else worlds
    scores = rollout_judge.scores([rollout_judge.choice], "mover", seed, 0, 0, worlds, reset_knowledge=False)
    return value_of(scores[0], record.rules.max_score, world_count > 0)


def _judged_positions(
    pool: ThreadPoolExecutor, game: RecordedGame, judge: Judge, depth: Depth, seed: int, progress: Progress | None
) -> Iterator[JudgedPosition]:
    """In the order of the positions. The compiled loops release the GIL, so threads run in parallel."""
    thread_local = local()

    def work(position: RecordedPosition) -> JudgedPosition:
        rollout_judge: RolloutJudge | None = getattr(thread_local, "judge", None)
        if rollout_judge is None:
            rollout_judge = thread_local.judge = make_judge(judge, game)
        return judge_position(rollout_judge, position, depth, seed)

    for finished, found in enumerate(pool.map(work, game.positions), start=1):
        if progress is not None:
            progress(finished, len(game.positions))
        yield found


@lru_cache(maxsize=64)
def average_of(rules: RuleSet, players: int, judge: str, games: int) -> Value:
    """The judge's mean score on random deals."""
    scores, outcomes, broken = (np.zeros(games, np.int64) for _ in range(3))
    log = np.zeros((0, 1), np.int16)
    if judge == "hat":
        from hanabi.bots.hat.games import play_games
        from hanabi.bots.hat.workspace import HatWorkspace

        play_games(HatWorkspace(rules, players).arrays, AVERAGE_SEED, 0, scores, outcomes, broken, log)
    else:
        from hanabi.bots.team.workspace import TeamWorkspace

        TeamWorkspace(rules, players, int(judge.partition(":")[2])).play(AVERAGE_SEED, 0, scores, outcomes, log)
    return value_of(scores, rules.max_score, exact=False)


def _curve(game: RecordedGame, found: Sequence[JudgedPosition], most: int) -> tuple[Value, ...]:
    points = [value_of(judged.open.plays_on, most, judged.open_exact) for judged in found]
    over = game.end.over
    if over is not None:
        points.append(Value(float(over.score), 0.0, float(over.score == most), exact=True))
    return tuple(points)


def _turn(
    game: RecordedGame, position: RecordedPosition, judged: JudgedPosition, curve: Sequence[Value], most: int
) -> Turn:
    taken, index = position.action_id, position.index
    assert taken is not None
    after = game.positions[index + 1].state if index + 1 < len(game.positions) else game.end.state
    choice_scores, taken_scores = judged.scores[judged.choice], judged.scores[taken]
    best, loss, loss_error = _compared_to_best(judged, taken)
    level = level_of(loss, loss_error)
    slot, card = _chosen_card(game, position, taken)
    skill = float(taken_scores.mean()) - float(choice_scores.mean())
    open_choice, open_taken = float(judged.open.choice.mean()), float(judged.open.taken.mean())
    left = value_of(judged.open.after, most, judged.open_exact)
    return Turn(
        index=index,
        turn=position.state.turn,
        seat=position.state.player,
        action=game.record.actions[index],
        slot=slot,
        card=card,
        judge=_notation(game, position, judged.choice),
        before=value_of(choice_scores, most, judged.exact),
        after=value_of(taken_scores, most, judged.exact),
        best=_best_moves(game, position, judged, most),
        loss=loss,
        loss_error=loss_error,
        level=level,
        skill=skill,
        luck_cards=open_taken - open_choice - skill,
        luck_draw=curve[index + 1].score - left.score,
        luck_error=math.hypot(left.error, curve[index + 1].error),
        reading=open_choice - curve[index].score + left.score - open_taken,
        best_score=knowledge.best_score(position.compiled_rules, after),
        knew=card_knowledge(position, judged.believed),
        kinds=kinds_of(position, judged.believed, best, level, after),
        solved=judged.solution is not None,
    )


def _compared_to_best(judged: JudgedPosition, taken: int) -> tuple[int, float, float]:
    """The best move, how much more it would have scored than the one taken, and the error of that."""
    values = _solved_values(judged)
    if taken in values:
        best = max(values, key=lambda move: (values[move], move == taken))
        return best, values[best] - values[taken], 0.0
    if taken == judged.best:
        return taken, 0.0, 0.0
    gain, error = compared(judged.scores[judged.best], judged.scores[taken])
    return judged.best, max(0.0, gain), 0.0 if judged.exact else error


def _solved_values(judged: JudgedPosition) -> dict[int, float]:
    found = judged.solution
    return {} if found is None or found.values is None else found.values


def _best_moves(
    game: RecordedGame, position: RecordedPosition, judged: JudgedPosition, most: int
) -> tuple[JudgedMove, ...]:
    """The recommended move first; the one taken is always among them."""
    taken, values = position.action_id, _solved_values(judged)
    if taken not in values:
        shown = list(judged.moves)
        moves = [_move(game, position, move, value_of(judged.scores[move], most, judged.exact)) for move in shown]
    else:
        best = _compared_to_best(judged, taken)[0]
        shown = [best, *sorted((move for move in values if move != best), key=lambda move: -values[move])]
        sure = judged.solution.perfect if judged.solution is not None and judged.solution.perfect is not None else 0.0
        moves = [
            _move(game, position, move, Value(values[move], 0.0, sure if values[move] == values[best] else 0.0, True))
            for move in shown
        ]
    kept = moves[:SHOWN_MOVES]
    if taken is not None and taken not in shown[:SHOWN_MOVES]:
        kept[-1] = moves[shown.index(taken)]
    return tuple(kept)


def _move(game: RecordedGame, position: RecordedPosition, move: int, value: Value) -> JudgedMove:
    slot, card = _chosen_card(game, position, move)
    reward = card if slot is None else None
    return JudgedMove(_notation(game, position, move), slot, reward, value.score, value.error, value.perfect)


def _chosen_card(game: RecordedGame, position: RecordedPosition, move: int) -> tuple[int | None, str | None]:
    """The slot and the face of the card that a move is about."""
    faces, s = cards_by_kind(game.rules), position.state
    match action_of_id(game.rules, position.compiled_rules, s, move):
        case Play(slot) | Discard(slot):
            return slot, str(faces[position.held[slot]])
        case Reshuffle() | Rescue():
            r = position.compiled_rules
            return None, str(faces[chosen_kind(r, move)])
    return None, None


def _notation(game: RecordedGame, position: RecordedPosition, move: int) -> str:
    """The notation of a move; where a reshuffled card goes is random, and left out."""
    action = action_of_id(game.rules, position.compiled_rules, position.state, move)
    return write_action(position.state, action).removesuffix(" at None")


def turning_points(turns: Sequence[Turn], curve: Sequence[Value]) -> tuple[TurningPoint, ...]:
    """The largest changes that are more than noise, in the order they happened."""
    found = []
    for turn in turns:
        before, after = curve[turn.index], curve[turn.index + 1]
        change = after.score - before.score
        if abs(change) >= max(MIN_CHANGE, 2 * math.hypot(before.error, after.error)):
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
