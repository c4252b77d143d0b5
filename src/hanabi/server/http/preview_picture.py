"""Preview pictures of links, 1200 by 630: fireworks as the browser draws them, a title and a line of text.

The build of the client writes the drawings and colors of its cards to `static/card-drawings.json`.
"""

from functools import lru_cache
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec
from msgspec import Struct

from hanabi.records import loads
from hanabi.server.archive.positions import frames

WIDTH, HEIGHT = 1200, 630
FONTS = Path(__file__).parent / "fonts"
DRAWINGS = Path(__file__).parent / "static" / "card-drawings.json"
# Letters per line at normal size. A longer title gets smaller letters, a longer text a second line; beyond that they
# are cut off.
TITLE_LETTERS, MAX_TITLE_LETTERS, TEXT_LETTERS, TEXT_LINES = 38, 48, 62, 2
TITLE_SIZE, TEXT_SIZE, TEXT_STEP = 58, 36, 46
BANDS = (
    ("red", "M16 6H28L6 44V16A10 10 0 0 1 16 6Z"),
    ("yellow", "M28 6H54L6 89V44Z"),
    ("green", "M54 6H80L6 134V89Z"),
    ("blue", "M80 6H84A10 10 0 0 1 94 16V30L32 134H16A10 10 0 0 1 6 124Z"),
)


class Firework(Struct, frozen=True):
    """`top` is the rank of the top card; None if there is none."""

    suit: str
    top: int | None


class PreviewContent(Struct, frozen=True):
    title: str
    text: str
    fireworks: tuple[Firework, ...] = ()


def fireworks_of(view: dict[str, Any]) -> tuple[Firework, ...]:
    """The fireworks of a view in JSON; players and spectators see them all."""
    return tuple(Firework(suit, firework["top"]) for suit, firework in view["fireworks"].items())


def preview_document(content: bytes, record: str | None = None) -> bytes:
    """A PNG of a PreviewContent in JSON; with a record, it shows the fireworks at the end of the game."""
    shown = msgspec.json.decode(content, type=PreviewContent)
    if record is not None:
        last = msgspec.json.decode(list(frames(loads(record), "open"))[-1])
        shown = msgspec.structs.replace(shown, fireworks=fireworks_of(last["view"]))
    # Imported here because only the drawing process needs it.
    import resvg_py

    fonts = [str(font) for font in sorted(FONTS.glob("*.ttf"))]
    picture = resvg_py.svg_to_bytes(
        svg_string=preview_svg(shown), skip_system_fonts=True, font_files=fonts, font_family="Nunito"
    )
    return bytes(picture)


def preview_svg(content: PreviewContent) -> str:
    cards = content.fireworks or tuple(Firework(suit, rank) for rank, suit in enumerate(SHOWN_SUITS, start=1))
    step = min(170.0, 1080 / len(cards))
    scale = step * 0.88 / 100
    left = (WIDTH - step * len(cards)) / 2 + step * 0.06
    drawn = "".join(
        f'<g transform="translate({left + step * place:.1f} {228 - 70 * scale:.1f}) scale({scale:.3f})">'
        f"{_card(firework)}</g>"
        for place, firework in enumerate(cards)
    )
    title = shortened(content.title, MAX_TITLE_LETTERS)
    size = TITLE_SIZE * min(1.0, TITLE_LETTERS / max(1, len(title)))
    text = "".join(
        f'<text x="600" y="{550 + TEXT_STEP * line}" font-size="{TEXT_SIZE}" fill="#c3c8e8" text-anchor="middle">'
        f"{escape(words)}</text>"
        for line, words in enumerate(lines_of(content.text, TEXT_LETTERS, TEXT_LINES))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="Nunito">'
        '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#050817"/><stop offset=".32" stop-color="#0b1030"/>'
        '<stop offset=".62" stop-color="#171a4c"/><stop offset=".84" stop-color="#33245f"/>'
        '<stop offset="1" stop-color="#5a3462"/></linearGradient>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sky)"/>{drawn}'
        f'<text x="600" y="486" font-size="{size:.1f}" fill="#f7f3e8" text-anchor="middle">{escape(title)}</text>'
        f"{text}</svg>"
    )


SHOWN_SUITS = ("white", "red", "blue", "yellow", "green")


def shortened(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"


def lines_of(text: str, letters: int, max_lines: int) -> list[str]:
    """The text on one line, or broken between words into lines of similar length."""
    if len(text) > letters:
        for width in range(-(-len(text) // max_lines), letters):
            if len(lines := wrap(text, width)) <= max_lines:
                return lines
    return wrap(text, letters, max_lines=max_lines, placeholder="…")


@lru_cache(maxsize=1)
def _drawings() -> Any:
    return msgspec.json.decode(DRAWINGS.read_bytes())


def _card(firework: Firework) -> str:
    """As components/cards/CardFace.svelte draws it."""
    drawings = _drawings()
    colors, suit = drawings["colors"], firework.suit
    shape = f'<path d="{drawings["silhouettes"][suit]}"'
    if firework.top is None:
        return (
            '<rect x="4" y="4" width="92" height="132" rx="12" fill="#0b1031" stroke="#5b65ab" stroke-width="3" '
            'stroke-dasharray="9 7"/><g transform="translate(26 46) scale(1.2)" fill="#8d96cf" fill-opacity=".6">'
            f"{shape}/></g>"
        )
    fill, ink, rim = colors[suit], colors[f"{suit}-ink"], colors[f"{suit}-rim"]
    bands = "".join(f'<path fill="{colors[name]}" d="{path}"/>' for name, path in BANDS)
    numeral = f'<path d="{drawings["numerals"][str(firework.top)]}" fill="none" stroke-linecap="round"'
    return (
        f'<rect width="100" height="140" rx="15" fill="#080b22"/>'
        f'<rect x="4" y="4" width="92" height="132" rx="12" fill="{fill}"/>{bands if suit == "multicolor" else ""}'
        '<rect x="4" y="4" width="92" height="132" rx="12" fill="none" stroke="#fff8e7" stroke-width="4.5"/>'
        f'<g transform="translate(20 13)" stroke-linejoin="round">{numeral} stroke="{rim}" stroke-width="18"/>'
        f'{numeral} stroke="{ink}" stroke-width="11"/></g><g transform="translate(33 95) scale(.85)" fill="{ink}" '
        f'stroke="{rim}" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke">{shape}/></g>'
    )
