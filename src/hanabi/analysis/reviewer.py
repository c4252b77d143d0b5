"""A review is made: every position judged, then luck told apart from skill."""

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

    `progress` is told how many of all positions are done. A record that is not legal is a RecordError.
    """
    line = recorded_game(record)
    chosen = chosen_judge(line, judge)
    budget = depth_of(chosen, depth)
    if not line.positions:
        raise ReviewError("the record holds no move to review")
    most = record.rules.max_score
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        try:
            average_to_come = pool.submit(average_of, record.rules, line.players, chosen.name, budget.average)
            found = list(_judged(pool, line, chosen, budget, seed, progress))
            verdict_to_come = pool.submit(_winnable, line, depth)
            average = average_to_come.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    curve = _curve(line, found, most)
    turns = tuple(
        _turn(line, position, of_it, curve, most)
        for position, of_it in zip(line.positions, found, strict=True)
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
        points=line.end.view().score,
        final=None if line.end.over is None else line.end.over.to_dict(),
        average=average,
        expected=value_of(found[0].lines[found[0].choice], most, found[0].exact),
        turns=turns,
        curve=curve,
        turning_points=turning_points(turns, curve),
        totals=_totals(turns, curve, average, len(record.players)),
        winnable=verdict_to_come.result(),
    )


def _winnable(line: RecordedGame, depth: str) -> Winnable:
    """Whether the deck could be won with every card known; a won game is the proof that it could."""
    over = line.end.over
    if over is not None and over.outcome == "won":
        return "yes"
    if depth == "quick":
        return "not examined"
    record = line.record
    verdict = winnable(record.rules, line.players, record.deck, record.rewards, record.first)
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
    line = recorded_game(record)
    at_work = make_judge(chosen_judge(line, judge), line)
    at_work.sit(line.positions[index])
    listed = at_work.listed("mover")
    scores = at_work.scores([at_work.choice], "mover", seed, 0, 0, listed if listed > 0 else worlds, again=False)
    return value_of(scores[0], record.rules.max_score, listed > 0)


def _judged(
    pool: ThreadPoolExecutor, line: RecordedGame, judge: Judge, depth: Depth, seed: int, progress: Progress | None
) -> Iterator[Judged]:
    """In the order of the positions. The compiled loops let go of the interpreter, so threads share the work."""
    mine = local()

    def work(position: RecordedPosition) -> Judged:
        at_work: RolloutJudge | None = getattr(mine, "make_judge", None)
        if at_work is None:
            at_work = mine.playing = make_judge(judge, line)
        return judged(at_work, position, depth, seed)

    for done, found in enumerate(pool.map(work, line.positions), start=1):
        if progress is not None:
            progress(done, len(line.positions))
        yield found


@lru_cache(maxsize=64)
def average_of(rules: RuleSet, players: int, judge: str, games: int) -> Value:
    """What the judge makes of random deals."""
    scores, outcomes = np.zeros(games, np.int64), np.zeros(games, np.int64)
    log = np.zeros((0, 1), np.int16)
    if judge == "hat":
        from hanabi.bots.hat.games import play_games
        from hanabi.bots.hat.workspace import HatWorkspace

        workspace = HatWorkspace(rules, players)
        play_games(
            workspace.rules,
            workspace.hat_tables,
            workspace.states,
            workspace.words,
            workspace.publics,
            workspace.cards,
            AVERAGE_SEED,
            0,
            scores,
            outcomes,
            log,
        )
    else:
        from hanabi.bots.team.workspace import TeamWorkspace

        TeamWorkspace(rules, players, int(judge.partition(":")[2])).play(AVERAGE_SEED, 0, scores, outcomes, log)
    return value_of(scores, rules.max_score, exact=False)


def _curve(line: RecordedGame, found: Sequence[Judged], most: int) -> tuple[Value, ...]:
    points = [value_of(of_it.open.plays_on, most, of_it.open_exact) for of_it in found]
    over = line.end.over
    if over is not None:
        points.append(Value(float(over.score), 0.0, float(over.score == most), exact=True))
    return tuple(points)


def _turn(line: RecordedGame, position: RecordedPosition, of_it: Judged, curve: Sequence[Value], most: int) -> Turn:
    made, index = position.made, position.index
    assert made is not None
    after = line.positions[index + 1].truth if index + 1 < len(line.positions) else line.end.state
    before, done = of_it.lines[of_it.choice], of_it.lines[made]
    best, loss, loss_error = _compared_to_best(of_it, made)
    level = level_of(loss, loss_error)
    slot, card = _chosen_card(line, position, made)
    skill = float(done.mean()) - float(before.mean())
    choice, taken = float(of_it.open.choice.mean()), float(of_it.open.made.mean())
    left = value_of(of_it.open.after, most, of_it.open_exact)
    return Turn(
        index=index,
        turn=position.truth.turn,
        seat=position.truth.player,
        action=line.record.actions[index],
        slot=slot,
        card=card,
        judge=_written(line, position, of_it.choice),
        before=value_of(before, most, of_it.exact),
        after=value_of(done, most, of_it.exact),
        best=_best_moves(line, position, of_it, most),
        loss=loss,
        loss_error=loss_error,
        level=level,
        skill=skill,
        luck_cards=taken - choice - skill,
        luck_draw=curve[index + 1].score - left.score,
        luck_error=math.hypot(left.error, curve[index + 1].error),
        reading=choice - curve[index].score + left.score - taken,
        best_score=knowledge.best_score(position.compiled_rules, after),
        knew=knew(position, of_it.believed),
        kinds=kinds_of(position, of_it.believed, best, level, after),
        solved=of_it.solution is not None,
    )


def _compared_to_best(of_it: Judged, made: int) -> tuple[int, float, float]:
    """The best move, what it would have brought more than the one made, and the error of that."""
    values = _solved_values(of_it)
    if made in values:
        best = max(values, key=lambda move: (values[move], move == made))
        return best, values[best] - values[made], 0.0
    if made == of_it.best:
        return made, 0.0, 0.0
    gain, error = compared(of_it.lines[of_it.best], of_it.lines[made])
    return of_it.best, max(0.0, gain), 0.0 if of_it.exact else error


def _solved_values(of_it: Judged) -> dict[int, float]:
    found = of_it.solution
    return {} if found is None or found.values is None else found.values


def _best_moves(line: RecordedGame, position: RecordedPosition, of_it: Judged, most: int) -> tuple[JudgedMove, ...]:
    """The recommended one first; the move made is always among them."""
    made, values = position.made, _solved_values(of_it)
    if made not in values:
        shown = list(of_it.moves)
        moves = [_move(line, position, move, value_of(of_it.lines[move], most, of_it.exact)) for move in shown]
    else:
        best = _compared_to_best(of_it, made)[0]
        shown = [best, *sorted((move for move in values if move != best), key=lambda move: -values[move])]
        sure = of_it.solution.perfect if of_it.solution is not None and of_it.solution.perfect is not None else 0.0
        moves = [
            _move(line, position, move, Value(values[move], 0.0, sure if values[move] == values[best] else 0.0, True))
            for move in shown
        ]
    kept = moves[:SHOWN_MOVES]
    if made is not None and made not in shown[:SHOWN_MOVES]:
        kept[-1] = moves[shown.index(made)]
    return tuple(kept)


def _move(line: RecordedGame, position: RecordedPosition, move: int, value: Value) -> JudgedMove:
    slot, card = _chosen_card(line, position, move)
    reward = card if slot is None else None
    return JudgedMove(_written(line, position, move), slot, reward, value.score, value.error, value.perfect)


def _chosen_card(line: RecordedGame, position: RecordedPosition, move: int) -> tuple[int | None, str | None]:
    """The slot and the face of the card that a move is about."""
    faces, s = cards_by_kind(line.rules), position.truth
    match action_of_id(line.rules, position.compiled_rules, s, move):
        case Play(slot) | Discard(slot):
            return slot, str(faces[position.held[slot]])
        case Reshuffle() | Rescue():
            r = position.compiled_rules
            return None, str(faces[chosen_kind(r, move)])
    return None, None


def _written(line: RecordedGame, position: RecordedPosition, move: int) -> str:
    """As the record writes it; where a reshuffled card goes is chance, and left out."""
    action = action_of_id(line.rules, position.compiled_rules, position.truth, move)
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
