"""What one seat may know: the erased state (see `kernels/visibility.py`) behind properties for people and bots.

A View contains no hidden card, so nothing derived from it can leak one.
"""

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Literal

from hanabi.kernels import Rules, State, cards, ending, knowledge, layout
from hanabi.rules.action_ids import action_of_id, clue_values, legal_ids
from hanabi.rules.actions import Action
from hanabi.rules.cards import TILES, Card, Suit
from hanabi.rules.events import Event
from hanabi.rules.outcome import OUTCOMES, REASONS, Outcome, rating_of
from hanabi.rules.rule_tables import cards_by_kind, kernel_rules
from hanabi.rules.ruleset import RuleSet

# How much of a view is displayed: only the cards, also clues, also deductions, or everything.
AidLevel = Literal["paper", "clues", "deduce", "expert"]

CARD_COLORS = {
    Suit.WHITE: ("#f4f1e8", "#222"),
    Suit.RED: ("#c8323c", "#fff"),
    Suit.BLUE: ("#2f62c4", "#fff"),
    Suit.YELLOW: ("#f2c230", "#222"),
    Suit.GREEN: ("#2e8b4f", "#fff"),
    Suit.MULTICOLOR: ("linear-gradient(135deg,#c8323c,#f2c230,#2e8b4f,#2f62c4)", "#fff"),
    Suit.BLACK: ("#26262b", "#fff"),
}


@dataclass(frozen=True, slots=True, repr=False)
class CardView:
    """A card in a hand, as far as this viewer knows it.

    `card` is None if the viewer may not see it. `clued` are the clues that touched it, `open` the faces that the clues
    allow, `possible` those that remain after counting the cards the viewer sees (for a visible card: that card).
    `drawn` numbers the cards in the order they were drawn.
    """

    slot: int
    drawn: int
    card: Card | None
    clued: tuple[str | int, ...]
    open: tuple[Card, ...]
    possible: tuple[Card, ...]

    def __repr__(self) -> str:
        clued = "".join(f", {value}" for value in self.clued)
        return f"<card {self.slot}: {self.card or _possible_text(self.possible)}{clued}>"


@dataclass(frozen=True, slots=True)
class DiscardedCard:
    card_id: int
    card: Card


class View:
    """What `seat` may know (None: a spectator). Prints as a table and draws itself in a notebook."""

    def __init__(
        self,
        rules: RuleSet,
        names: tuple[str, ...],
        seat: int | None,
        erased: State,
        seen: list[tuple[Event, ...]],
    ) -> None:
        self.rules = rules
        self.names = names
        self.seat = seat
        self.erased = erased
        self.rule_tables: Rules = kernel_rules(rules, len(names))
        self._seen = seen
        self._actions = len(seen)

    @property
    def history(self) -> tuple[tuple[Event, ...], ...]:
        """The events that this seat has seen, one tuple per action."""
        return tuple(self._seen[: self._actions])

    @property
    def turn(self) -> int:
        """Turns taken so far; a choice for a reward tile belongs to its turn."""
        return self.erased.turn

    @property
    def player(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self.erased.player if self.erased.outcome == layout.RUNNING else None

    @property
    def pending(self) -> str | None:
        """The reward tile that waits for a choice of the player."""
        return None if self.erased.pending == layout.NO_TILE else TILES[self.erased.pending]

    @property
    def clue_tokens(self) -> int:
        """Clue tokens that are available."""
        return self.erased.clue_tokens

    @property
    def strikes(self) -> int:
        """Strikes so far; `rules.strikes` of them lose the game."""
        return self.erased.strikes

    @property
    def deck_size(self) -> int:
        """Cards left in the deck."""
        return self.rule_tables.cards - self.erased.next_card

    @property
    def turns_left(self) -> int | None:
        """Turns left in the last round; None before it."""
        return None if self.erased.turns_left == layout.NO_LAST_ROUND else self.erased.turns_left

    @property
    def tiles_turned(self) -> tuple[str, ...]:
        """The reward tiles won so far."""
        return tuple(TILES[tile] for tile in self.erased.tiles[: self.erased.tiles_turned])

    @cached_property
    def fireworks(self) -> dict[Suit, int]:
        """The number of cards on each firework."""
        return {suit: self.erased.fireworks[self.rules.suits.index(suit)] for suit in Suit if suit in self.rules.suits}

    @cached_property
    def discards(self) -> tuple[DiscardedCard, ...]:
        """The discard pile, oldest card first."""
        s, faces = self.erased, cards_by_kind(self.rules)
        return tuple(DiscardedCard(card, faces[s.faces[card]]) for card in s.discards[: s.discard_count])

    @cached_property
    def hands(self) -> tuple[tuple[CardView, ...], ...]:
        """The hands by seat, each from the oldest card to the newest."""
        return tuple(
            tuple(self._card(owner, slot) for slot in range(self.erased.hand_sizes[owner]))
            for owner in range(len(self.names))
        )

    @property
    def hand(self) -> tuple[CardView, ...]:
        """The viewer's own cards."""
        return () if self.seat is None else self.hands[self.seat]

    @cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """Every action that the viewer may take now; empty when it is someone else's turn."""
        if self.seat is None or self.player != self.seat:
            return ()
        return tuple(
            action_of_id(self.rules, self.rule_tables, self.erased, number)
            for number in legal_ids(self.rule_tables, self.erased)
        )

    @cached_property
    def playable(self) -> frozenset[Card]:
        """Faces that continue a firework now."""
        return self._faces(knowledge.playable_kinds(self.rule_tables, self.erased))

    @cached_property
    def critical(self) -> frozenset[Card]:
        """Faces that are still needed and have one copy left."""
        return self._faces(knowledge.critical_kinds(self.rule_tables, self.erased))

    @cached_property
    def useless(self) -> frozenset[Card]:
        """Faces that can never be added to a firework anymore."""
        return self._faces(self.rule_tables.all_kinds & ~knowledge.useful_kinds(self.rule_tables, self.erased))

    @cached_property
    def built(self) -> frozenset[Card]:
        """The faces on the fireworks."""
        return frozenset(
            card
            for kind, card in enumerate(cards_by_kind(self.rules))
            if self.rule_tables.all_kinds >> kind & 1 and cards.is_on_firework(self.rule_tables, self.erased, kind)
        )

    def touched_by(self, about: str | int) -> frozenset[Card]:
        """The faces that a clue about this color or rank touches."""
        if isinstance(about, str):
            return self._faces(self.rule_tables.touch[self.rules.nameable.index(Suit(about))])
        return self._faces(self.rule_tables.touch[self.rule_tables.colors + about - 1])

    @property
    def score(self) -> int:
        """Points on the table now."""
        return int(ending.points(self.rule_tables, self.erased))

    @property
    def best_score(self) -> int:
        """The highest score still possible, going by the discard pile."""
        return int(knowledge.score_limit(self.rule_tables, self.erased))

    @property
    def over(self) -> Outcome | None:
        """How the game ended; None while it is running."""
        return outcome_of(self.rules, self.erased)

    def __str__(self) -> str:
        return _view_text(self)

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else self.names[self.seat]
        return f"<View of {whose}: turn {self.turn}, score {self.score}>"

    def _repr_html_(self) -> str:
        return _view_html(self)

    @cached_property
    def _unseen(self) -> int:
        return int(knowledge.unseen_kinds(self.rule_tables, self.erased, self._viewer))

    @property
    def _viewer(self) -> int:
        return layout.SPECTATOR if self.seat is None else self.seat

    def _card(self, owner: int, slot: int) -> CardView:
        s = self.erased
        face = s.faces[s.hands[owner][slot]]
        if face != layout.HIDDEN:
            card, possible = cards_by_kind(self.rules)[face], 1 << face
        elif owner == self.seat:
            card, possible = None, knowledge.possible_kinds(self.rule_tables, s, owner, slot, self._unseen)
        else:
            card, possible = None, s.possible[owner][slot] & self._unseen
        return CardView(
            slot=slot,
            drawn=s.draw_numbers[owner][slot],
            card=card,
            clued=clue_values(self.rules, s.clued[owner][slot]),
            open=self._sorted(s.possible[owner][slot]),
            possible=self._sorted(possible),
        )

    def _faces(self, mask: int) -> frozenset[Card]:
        return frozenset(self._sorted(mask))

    def _sorted(self, mask: int) -> tuple[Card, ...]:
        return faces_in(self.rules, mask)


def faces_in(rules: RuleSet, mask: int) -> tuple[Card, ...]:
    return tuple(card for kind, card in enumerate(cards_by_kind(rules)) if mask >> kind & 1)


def outcome_of(rules: RuleSet, s: State) -> Outcome | None:
    outcome, reason = OUTCOMES[s.outcome], REASONS[s.reason]
    if outcome is None or reason is None:
        return None
    rated = outcome != "lost" and not rules.all_or_nothing
    return Outcome(outcome, reason, s.score, rating_of(s.score) if rated else None)


def _view_text(view: View) -> str:
    """The whole table: faces the viewer sees, and the possible faces of its own cards."""
    r = view.rule_tables
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


def _view_html(view: View) -> str:
    """The table as HTML; tooltips show the possible faces of a card."""
    head = escape(_view_text(view).splitlines()[0])
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


def _status_lines(view: View) -> list[str]:
    lines = []
    if view.turns_left is not None and view.over is None:
        lines.append(f"last round: {view.turns_left} to go")
    if view.pending:
        lines.append(f"reward waiting for a choice: {view.pending}")
    if view.over:
        rating = f", {view.over.rating}" if view.over.rating else ""
        lines.append(f"{view.over.outcome} ({view.over.reason}), score {view.over.score}{rating}")
    return lines


def _top(view: View, suit: Suit) -> int:
    """The rank on top of a firework, 0 if it has not been started."""
    count = view.fireworks[suit]
    return view.rules.ranks + 1 - count if suit is Suit.BLACK and count else count


def _clue_letters(card: CardView) -> str:
    return "".join(value[0] if isinstance(value, str) else str(value) for value in card.clued)


def _possible_text(cards: tuple[Card, ...]) -> str:
    ranks: dict[Suit, str] = {}
    for card in cards:
        ranks[card.suit] = ranks.get(card.suit, "") + str(card.rank)
    return " ".join(f"{suit.letter}{digits}" for suit, digits in ranks.items())


def _hand_card_html(card: CardView) -> str:
    return _card_html(card.card, _clue_letters(card), _possible_text(card.possible))


def _card_html(card: Card | None, note: str = "", hint: str = "") -> str:
    background, color = CARD_COLORS[card.suit] if card else ("#8a8f98", "#fff")
    face = f"{card.suit.letter}{card.rank or '–'}" if card else "??"
    return (
        f"<span title='{escape(hint)}' style='display:inline-block;margin:2px;padding:4px 8px;border:1px solid #999;"
        f"border-radius:5px;background:{background};color:{color}'>{face}<sub>{escape(note)}</sub></span>"
    )
