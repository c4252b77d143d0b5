"""A convention's position as an SVG picture: the hands, the last clue, and what each seat thinks its cards are."""

from html import escape

from hanabi.rules import CARD_COLORS, Card, Suit
from hanabi.rules.events import ClueGiven
from hanabi.terminal.theme import SHAPES
from support.convention_positions import Position

CARD, HIGH, GAP, LEFT, TOP, ROW = 52, 66, 12, 108, 58, 122
CHIP, CHIPS_IN_ROW = 16, 3
MAX_DISCARDS = 6  # drawn one by one; beyond that only their number
RING, INK, QUIET, PAPER = "#e07b00", "#22252b", "#666c76", "#fbfaf6"


def picture(position: Position) -> str:
    """The table after the moves, as SVG."""
    table = position.played().table
    view, names = table.view(None), table.referee.players
    clue = _last_clue(position)
    hands = [table.hand(name).split() for name in names]
    width = LEFT + max(map(len, hands)) * (CARD + GAP) + 130
    height = TOP + ROW * len(names) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="system-ui, sans-serif">',
        f"<title>{escape(position.title)}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>',
        *_board(table.fireworks.split(), table.discard_pile.split(), view.clue_tokens, view.strikes),
    ]
    for seat, (name, hand) in enumerate(zip(names, hands, strict=True)):
        top = TOP + ROW * seat
        is_receiver = clue is not None and clue.to == seat
        parts.append(_text(name, 14, top + 30, 16, INK, weight=600))
        if clue is not None and clue.giver == seat:
            parts.append(_text("gives the clue", 14, top + 50, 11, QUIET))
        thoughts = position.thinks[name].split(" | ") if name in position.thinks else []
        for slot, face in enumerate(hand):
            left = LEFT + slot * (CARD + GAP)
            touched = is_receiver and clue is not None and slot in clue.slots
            clued = "".join(str(value)[0] for value in view.hands[seat][slot].clued)
            parts += _card(Card.of(face), left, top, ringed=touched, clued=clued)
            if thoughts:
                parts += _thought(thoughts[slot], left, top + HIGH + 8)
            if position.chop.get(name) == slot + 1:
                parts.append(_text("chop", left + CARD / 2, top + HIGH + 24, 12, QUIET, middle=True))
        if is_receiver and clue is not None:
            parts += _clue_chip(clue.about, LEFT + len(hand) * (CARD + GAP) + 6, top + 16)
    return "\n".join([*parts, "</svg>", ""])


def _text(text: object, x: float, y: float, size: int, color: str, *, weight: int = 400, middle: bool = False) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    style = f'font-size="{size}" font-weight="{weight}" fill="{color}"'
    return f'<text x="{x:g}" y="{y:g}" {style}{anchor}>{escape(str(text))}</text>'


def _last_clue(position: Position) -> ClueGiven | None:
    table = position.played().table
    for action in reversed(table.view(None).history):
        if isinstance(action[0], ClueGiven):
            return action[0]
    return None


def _board(fireworks: list[str], discards: list[str], tokens: int, strikes: int) -> list[str]:
    parts = [_text("fireworks", 14, 34, 13, QUIET)]
    left = LEFT
    for face in fireworks:
        parts += _small_card(Card.of(face), left, 18)
        left += 30
    if not fireworks:
        parts.append(_text("none yet", left, 34, 13, QUIET))
        left += 60
    if len(discards) > MAX_DISCARDS:
        parts.append(_text(f"{len(discards)} discards", left + 14, 34, 13, QUIET))
        left += 90
    elif discards:
        parts.append(_text("discards", left + 14, 34, 13, QUIET))
        left += 76
        for face in discards:
            parts += _small_card(Card.of(face), left, 18)
            left += 30
    state = f"clue tokens {tokens}" + (f", strikes {strikes}" if strikes else "")
    parts.append(_text(state, left + 14, 34, 13, QUIET))
    return parts


def _card(card: Card, left: float, top: float, *, ringed: bool, clued: str) -> list[str]:
    fill, ink = CARD_COLORS[card.suit]
    ring = f'stroke="{RING}" stroke-width="4"' if ringed else 'stroke="#9aa0a8" stroke-width="1"'
    parts = [
        f'<rect x="{left}" y="{top}" width="{CARD}" height="{HIGH}" rx="7" fill="{fill}" {ring}/>',
        _text(card.rank, left + CARD / 2, top + 38, 30, ink, weight=700, middle=True),
        _text(SHAPES[card.suit], left + CARD / 2, top + 58, 15, ink, middle=True),
    ]
    if clued:
        parts.append(f'<circle cx="{left + CARD - 5}" cy="{top + 5}" r="5" fill="{RING}"/>')
    return parts


def _small_card(card: Card, left: float, top: float) -> list[str]:
    fill, ink = CARD_COLORS[card.suit]
    return [
        f'<rect x="{left}" y="{top}" width="24" height="24" rx="4" fill="{fill}" stroke="#9aa0a8"/>',
        _text(card.rank, left + 12, top + 17, 14, ink, weight=700, middle=True),
    ]


def _thought(faces: str, left: float, top: float) -> list[str]:
    """The possible faces of a card as chips."""
    if faces == "-":
        return []
    parts = []
    cards = [Card.of(face) for face in faces.split()]
    shown = min(len(cards), CHIPS_IN_ROW)
    start = left + (CARD - shown * (CHIP + 2)) / 2
    for place, card in enumerate(cards):
        fill, ink = CARD_COLORS[card.suit]
        x, y = start + place % CHIPS_IN_ROW * (CHIP + 2), top + place // CHIPS_IN_ROW * (CHIP + 2)
        parts += [
            f'<rect x="{x}" y="{y}" width="{CHIP}" height="{CHIP}" rx="4" fill="{fill}" stroke="#9aa0a8"/>',
            _text(card.rank, x + CHIP / 2, y + 12, 11, ink, weight=600, middle=True),
        ]
    return parts


def _clue_chip(about: str | int, left: float, top: float) -> list[str]:
    fill, ink = CARD_COLORS[Suit(about)] if isinstance(about, str) else (INK, "#ffffff")
    return [
        f'<rect x="{left}" y="{top}" width="96" height="32" rx="16" fill="{fill}" stroke="{RING}" stroke-width="3"/>',
        _text(about, left + 48, top + 21, 15, ink, weight=600, middle=True),
    ]
