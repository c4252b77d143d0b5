"""Draws the curve of a review, in a terminal and as SVG."""

from html import escape

from hanabi.review.document import Review
from hanabi.review.report.text import move_phrase
from hanabi.texts import say

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_LEVEL_COLORS = {"slight": "#c9a227", "mistake": "#e07b00", "blunder": "#c62828"}
_LUCK_COLOR = "#3d7ea6"


def curve_text(review: Review, width: int = 72, height: int = 8) -> list[str]:
    """Lines of braille dots (two per column, four per row), with scores on the left and turns below."""
    scores = [value.score for value in review.curve]
    low, high = _range(scores, review.max_score)
    margin = len(str(high)) + 1
    columns = max(10, min(width - margin, len(scores) + 1))
    rows = [[0] * columns for _ in range(height)]
    across, down = columns * 2, height * 4
    before = None
    for x in range(across):
        y = round((high - _interpolated(scores, x / (across - 1))) / (high - low) * (down - 1))
        for step in range(min(y, y if before is None else before), max(y, y if before is None else before) + 1):
            rows[step // 4][x // 2] |= _DOTS[step % 4][x % 2]
        before = y
    lines = []
    for number, row in enumerate(rows):
        label = str(high) if number == 0 else str(low) if number == height - 1 else ""
        lines.append(f"{label:>{margin - 1}}│" + "".join(chr(0x2800 + dots) for dots in row).rstrip("⠀"))
    last = str(len(scores) - 1)
    lines.append(" " * (margin - 1) + "└" + "0" + "─" * max(0, columns - 1 - len(last)) + last)
    return lines


def curve_svg(review: Review, width: int = 720, height: int = 220, language: str = "en") -> str:
    """The curve with its error band; a dot where a move cost something, and at the turning points."""
    scores = [value.score for value in review.curve]
    low, high = _range(scores, review.max_score)
    left, right, top, bottom = 44, width - 12, 26, height - 36

    def x(index: float) -> float:
        return round(left + (right - left) * index / max(1, len(scores) - 1), 1)

    def y(score: float) -> float:
        return round(top + (bottom - top) * (high - min(max(score, low), high)) / (high - low), 1)

    upper = [f"{x(i)},{y(v.score + v.error)}" for i, v in enumerate(review.curve)]
    lower = [f"{x(i)},{y(v.score - v.error)}" for i, v in enumerate(review.curve)]
    line = " ".join(f"{x(i)},{y(score)}" for i, score in enumerate(scores))
    names = escape(", ".join(review.players))
    turns, points = (escape(say(f"review.column.{name}", language)) for name in ("turn", "score"))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif" font-size="11">',
        f"<title>{names}</title>",
        f'<text x="{left}" y="14" font-weight="bold" fill="#888">{names}</text>',
        f'<text x="{(left + right) / 2}" y="{height - 4}" text-anchor="middle" fill="#888">{turns}</text>',
        f'<text transform="translate(12 {(top + bottom) / 2}) rotate(-90)" text-anchor="middle" fill="#888">'
        f"{points}</text>",
    ]
    for score in range(low, high + 1, max(1, (high - low) // 5)):
        parts.append(f'<path d="M{left} {y(score)}H{right}" stroke="#8884" fill="none"/>')
        parts.append(f'<text x="{left - 6}" y="{y(score) + 4}" text-anchor="end" fill="#888">{score}</text>')
    for index in range(0, len(scores), 10):
        parts.append(f'<text x="{x(index)}" y="{height - 20}" text-anchor="middle" fill="#888">{index}</text>')
    parts.append(f'<polygon points="{" ".join(upper + lower[::-1])}" fill="#3d7ea633"/>')
    parts.append(f'<polyline points="{line}" fill="none" stroke="{_LUCK_COLOR}" stroke-width="2"/>')
    turning = {point.index for point in review.turning_points}
    for turn in review.turns:
        if turn.level in _LEVEL_COLORS or turn.index in turning:
            at = f'cx="{x(turn.index + 1)}" cy="{y(scores[turn.index + 1])}"'
            color, size = _LEVEL_COLORS.get(turn.level, _LUCK_COLOR), 5 if turn.index in turning else 3
            player, move = review.players[turn.seat], move_phrase(review, turn, language)
            title = say("review.turn", language, turn=turn.turn + 1, player=player, move=move)
            parts.append(f'<circle {at} r="{size}" fill="{color}"><title>{escape(title)}</title></circle>')
    return "".join([*parts, "</svg>"])


def _range(scores: list[float], max_score: int) -> tuple[int, int]:
    low = min(int(min(scores)), max_score - 2)
    return low, max(max_score, int(max(scores)) + 1 if max(scores) > max_score else max_score)


def _interpolated(scores: list[float], share: float) -> float:
    """The score at a share of the curve's length."""
    place = share * (len(scores) - 1)
    at = min(int(place), len(scores) - 1)
    following = scores[min(at + 1, len(scores) - 1)]
    return scores[at] + (following - scores[at]) * (place - at)
