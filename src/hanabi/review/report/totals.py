"""What the turns of a review add up to: turning points, and sums of luck and skill."""

import math
from collections import Counter
from collections.abc import Sequence

from hanabi.review.document import Cause, SeatTotal, Totals, Turn, TurningPoint, Value

TURNING_POINTS = 5
MIN_CHANGE = 0.5


def turning_points(turns: Sequence[Turn], curve: Sequence[Value]) -> tuple[TurningPoint, ...]:
    """The largest changes that are more than noise, in the order they happened.

    Not those that are only in how the judge reads a move, unless a clue was misunderstood: they tell nothing.
    """
    found = []
    for turn in turns:
        before, after = curve[turn.index], curve[turn.index + 1]
        change = after.score - before.score
        if abs(change) >= max(MIN_CHANGE, 2 * math.hypot(before.error, after.error)):
            parts: dict[Cause, float] = {"skill": turn.skill, "cards": turn.luck_cards, "draw": turn.luck_draw}
            parts["reading"] = turn.reading
            cause = max(parts, key=lambda name: parts[name] * math.copysign(1, change))
            if cause != "reading" or turn.cause is not None:
                found.append(TurningPoint(turn.index, change, cause))
    largest = sorted(found, key=lambda point: -abs(point.change))[:TURNING_POINTS]
    return tuple(sorted(largest, key=lambda point: point.index))


def totals_of(turns: Sequence[Turn], curve: Sequence[Value], average: Value, players: int) -> Totals:
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
