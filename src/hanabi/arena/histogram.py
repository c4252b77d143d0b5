"""The scores as a picture: bars of text, or an SVG file."""

from collections.abc import Iterator, Mapping
from html import escape

from hanabi.arena.tally import Tally

WIDTH = 40
BAR, GAP, HEIGHT, EDGE = 26, 6, 200, 34


def as_text(tally: Tally) -> str:
    """A line for each score, with its count and share."""
    lines = (f"{bar} {count:>7} {count / tally.games:>7.2%}".rstrip() for bar, count in text_bars(tally.histogram))
    return "\n".join(lines)


def text_bars(counts: Mapping[int, int]) -> Iterator[tuple[str, int]]:
    """A score with its bar, and its count, from the lowest score that occurred to the highest."""
    most = max(counts.values())
    for score in range(min(counts), max(counts) + 1):
        count = counts.get(score, 0)
        bar = "█" * round(WIDTH * count / most) or ("▏" if count else "")
        yield f"{score:>4} {bar:<{WIDTH}}", count


def as_svg(tally: Tally) -> str:
    histogram = tally.histogram
    scores = range(min(histogram), max(histogram) + 1)
    most = max(histogram.values())
    width = 2 * EDGE + len(scores) * (BAR + GAP)
    title = f"{', '.join(tally.experiment.bots)}: {tally.games} games, mean {tally.mean:.3f} ± {tally.stderr:.3f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(width, 480)}" height="{HEIGHT + 3 * EDGE}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="{EDGE}" y="22">{escape(title)}</text>',
    ]
    for place, score in enumerate(scores):
        count = histogram.get(score, 0)
        tall = HEIGHT * count / most
        left, top = EDGE + place * (BAR + GAP), EDGE + 12 + HEIGHT - tall
        parts.append(f'<rect x="{left}" y="{top:.1f}" width="{BAR}" height="{tall:.1f}" fill="#2f6f9f"/>')
        middle = left + BAR / 2
        parts.append(f'<text x="{middle}" y="{EDGE + HEIGHT + 28}" text-anchor="middle">{score}</text>')
        if count:
            share = f"{100 * count / tally.games:.1f}"
            parts.append(f'<text x="{middle}" y="{top - 3:.1f}" text-anchor="middle" font-size="9">{share}</text>')
    return "\n".join([*parts, "</svg>", ""])
