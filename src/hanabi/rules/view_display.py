"""A View as a table of text, and as HTML for a notebook."""

from html import escape
from typing import TYPE_CHECKING

from hanabi.rules.cards import Card, Suit

if TYPE_CHECKING:
    from hanabi.rules.views import CardView, View

CARD_COLORS = {
    Suit.WHITE: ("#f4f1e8", "#222"),
    Suit.RED: ("#c8323c", "#fff"),
    Suit.BLUE: ("#2f62c4", "#fff"),
    Suit.YELLOW: ("#f2c230", "#222"),
    Suit.GREEN: ("#2e8b4f", "#fff"),
    Suit.MULTICOLOR: ("linear-gradient(135deg,#c8323c,#f2c230,#2e8b4f,#2f62c4)", "#fff"),
    Suit.BLACK: ("#26262b", "#fff"),
}


def as_text(view: "View") -> str:
    """The whole table: faces where the viewer sees them, what clues leave open elsewhere."""
    r = view.compiled_rules
    lines = [
        f"turn {view.turn} · clues {view.clue_tokens}/{r.clue_tokens} · strikes {view.strikes}/{r.strikes}"
        f" · deck {view.deck_size} · score {view.score}/{view.rules.max_score}",
        "fireworks  " + "  ".join(f"{suit.letter}{_top(view, suit)}" for suit in view.fireworks),
        "discards   " + (" ".join(sorted(str(discarded.card) for discarded in view.discards)) or "–"),
    ]
    width = max(len(name) for name in view.names)
    for seat, hand in enumerate(view.hands):
        mark = ">" if seat == view.player else " "
        you = " (you)" if seat == view.seat else ""
        shown = "  ".join(f"{card.card or '??'}[{_clue_letters(card)}]" for card in hand)
        lines.append(f"{mark} {view.names[seat]:{width}}  {shown or '–'}{you}")
    for card in view.hand:
        lines.append(f"  your card {card.slot}: {_possible_text(card.possible)}")
    return "\n".join(lines + _status_lines(view))


def as_html(view: "View") -> str:
    """The same as HTML; what an own card may be is shown as a tooltip."""
    head = escape(as_text(view).splitlines()[0])
    fireworks = "".join(_card_html(Card(suit, _top(view, suit))) for suit in view.fireworks)
    rows = "".join(
        f"<tr><th style='text-align:left'>{'▶ ' if seat == view.player else ''}{escape(view.names[seat])}"
        f"{' (you)' if seat == view.seat else ''}</th>"
        f"<td>{''.join(_hand_card_html(card) for card in hand)}</td></tr>"
        for seat, hand in enumerate(view.hands)
    )
    discards = "".join(map(_card_html, sorted((discarded.card for discarded in view.discards), key=str))) or "–"
    closing = "".join(f"<p><b>{escape(line)}</b></p>" for line in _status_lines(view))
    return f"<div><p>{head}</p><p>{fireworks}</p><table>{rows}</table><p>discards: {discards}</p>{closing}</div>"


def _status_lines(view: "View") -> list[str]:
    lines = []
    if view.turns_left is not None and view.over is None:
        lines.append(f"last round: {view.turns_left} to go")
    if view.pending:
        lines.append(f"reward waiting for a choice: {view.pending}")
    if view.over:
        rating = f", {view.over.rating}" if view.over.rating else ""
        lines.append(f"{view.over.outcome} ({view.over.reason}), score {view.over.score}{rating}")
    return lines


def _top(view: "View", suit: Suit) -> int:
    """The rank on top of a firework, 0 where it has not begun."""
    count = view.fireworks[suit]
    return view.rules.ranks + 1 - count if suit is Suit.BLACK and count else count


def _clue_letters(card: "CardView") -> str:
    return "".join(value[0] if isinstance(value, str) else str(value) for value in card.clued)


def _possible_text(cards: tuple[Card, ...]) -> str:
    ranks: dict[Suit, str] = {}
    for card in cards:
        ranks[card.suit] = ranks.get(card.suit, "") + str(card.rank)
    return " ".join(f"{suit.letter}{found}" for suit, found in ranks.items())


def _hand_card_html(card: "CardView") -> str:
    return _card_html(card.card, _clue_letters(card), _possible_text(card.possible))


def _card_html(card: Card | None, note: str = "", hint: str = "") -> str:
    background, color = CARD_COLORS[card.suit] if card else ("#8a8f98", "#fff")
    face = f"{card.suit.letter}{card.rank or '–'}" if card else "??"
    return (
        f"<span title='{escape(hint)}' style='display:inline-block;margin:2px;padding:4px 8px;border:1px solid #999;"
        f"border-radius:5px;background:{background};color:{color}'>{face}<sub>{escape(note)}</sub></span>"
    )
