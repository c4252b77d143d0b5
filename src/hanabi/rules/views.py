"""What one seat may know: the erased state (see `kernels/visibility.py`) behind properties for people and bots.

A View holds no hidden card, so nothing made from it can leak one.
"""

from dataclasses import dataclass
from functools import cached_property

from hanabi.kernels import cards, ending, knowledge, layout
from hanabi.kernels.layout import Rules, State
from hanabi.rules.action_ids import action_of_id, clue_values, legal_ids
from hanabi.rules.actions import Action
from hanabi.rules.cards import TILES, Card, Suit
from hanabi.rules.events import Event
from hanabi.rules.outcome import OUTCOMES, REASONS, Outcome, rating_of
from hanabi.rules.rule_tables import cards_by_kind, compiled
from hanabi.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in a hand, as far as this viewer knows it.

    `card` is None when the viewer may not see it. `clued` are the clues that touched it, `open` the faces that
    all clues leave open, `possible` what is left of them once this viewer has counted the cards it sees
    (for a card it sees: that card). `drawn` numbers the cards in the order they were drawn.
    """

    slot: int
    drawn: int
    card: Card | None
    clued: tuple[str | int, ...]
    open: tuple[Card, ...]
    possible: tuple[Card, ...]


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
        self.compiled_rules: Rules = compiled(rules, len(names))
        self._seen = seen
        self._actions = len(seen)

    @property
    def history(self) -> tuple[tuple[Event, ...], ...]:
        """The events that this seat has seen, one tuple for each action."""
        return tuple(self._seen[: self._actions])

    @property
    def turn(self) -> int:
        return self.erased.turn

    @property
    def player(self) -> int | None:
        """The seat to act; None when the game is over."""
        return self.erased.player if self.erased.outcome == layout.RUNNING else None

    @property
    def pending(self) -> str | None:
        return None if self.erased.pending == layout.NO_TILE else TILES[self.erased.pending]

    @property
    def clue_tokens(self) -> int:
        return self.erased.clue_tokens

    @property
    def strikes(self) -> int:
        return self.erased.strikes

    @property
    def deck_size(self) -> int:
        return self.compiled_rules.cards - self.erased.top

    @property
    def turns_left(self) -> int | None:
        """Turns left in the last round; None before it."""
        return None if self.erased.turns_left == layout.NO_LAST_ROUND else self.erased.turns_left

    @property
    def tiles_turned(self) -> tuple[str, ...]:
        return tuple(TILES[tile] for tile in self.erased.tiles[: self.erased.turned])

    @cached_property
    def fireworks(self) -> dict[Suit, int]:
        """Cards on each firework."""
        return {suit: self.erased.fireworks[self.rules.suits.index(suit)] for suit in Suit if suit in self.rules.suits}

    @cached_property
    def discards(self) -> tuple[DiscardedCard, ...]:
        s, faces = self.erased, cards_by_kind(self.rules)
        return tuple(DiscardedCard(card, faces[s.faces[card]]) for card in s.discards[: s.pile])

    @cached_property
    def hands(self) -> tuple[tuple[CardView, ...], ...]:
        return tuple(
            tuple(self._card(owner, slot) for slot in range(self.erased.held[owner]))
            for owner in range(len(self.names))
        )

    @property
    def hand(self) -> tuple[CardView, ...]:
        """The viewer's own cards."""
        return () if self.seat is None else self.hands[self.seat]

    @cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the viewer may do now; empty when it is another's turn."""
        if self.seat is None or self.player != self.seat:
            return ()
        return tuple(
            action_of_id(self.rules, self.compiled_rules, self.erased, number)
            for number in legal_ids(self.compiled_rules, self.erased)
        )

    @cached_property
    def playable(self) -> frozenset[Card]:
        return self._faces(knowledge.playable_kinds(self.compiled_rules, self.erased))

    @cached_property
    def critical(self) -> frozenset[Card]:
        """Last copies of cards that are still needed."""
        return self._faces(knowledge.critical_kinds(self.compiled_rules, self.erased))

    @cached_property
    def useless(self) -> frozenset[Card]:
        return self._faces(self.compiled_rules.all_kinds & ~knowledge.useful_kinds(self.compiled_rules, self.erased))

    @cached_property
    def built(self) -> frozenset[Card]:
        """The faces that lie on the fireworks."""
        return frozenset(
            card
            for kind, card in enumerate(cards_by_kind(self.rules))
            if self.compiled_rules.all_kinds >> kind & 1
            and cards.is_on_firework(self.compiled_rules, self.erased, kind)
        )

    def touched_by(self, about: str | int) -> frozenset[Card]:
        """The faces that a clue about this color or rank points at."""
        if isinstance(about, str):
            return self._faces(self.compiled_rules.touch[self.rules.nameable.index(Suit(about))])
        return self._faces(self.compiled_rules.touch[self.compiled_rules.colors + about - 1])

    @property
    def score(self) -> int:
        """Points on the table now."""
        return int(ending.points(self.compiled_rules, self.erased))

    @property
    def best_score(self) -> int:
        """The most the team can still reach, going by the discard pile."""
        return int(knowledge.best_score(self.compiled_rules, self.erased))

    @property
    def over(self) -> Outcome | None:
        return outcome_of(self.rules, self.erased)

    def __str__(self) -> str:
        from hanabi.rules.view_display import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from hanabi.rules.view_display import as_html

        return as_html(self)

    @cached_property
    def _unseen(self) -> int:
        return int(knowledge.unseen_kinds(self.compiled_rules, self.erased, self._viewer))

    @property
    def _viewer(self) -> int:
        return layout.SPECTATOR if self.seat is None else self.seat

    def _card(self, owner: int, slot: int) -> CardView:
        s = self.erased
        face = s.faces[s.hands[owner][slot]]
        if face != layout.HIDDEN:
            card, possible = cards_by_kind(self.rules)[face], 1 << face
        elif owner == self.seat:
            card, possible = None, knowledge.possible_kinds(self.compiled_rules, s, owner, slot, self._unseen)
        else:
            card, possible = None, s.open[owner][slot] & self._unseen
        return CardView(
            slot=slot,
            drawn=s.serials[owner][slot],
            card=card,
            clued=clue_values(self.rules, s.clued[owner][slot]),
            open=self._sorted(s.open[owner][slot]),
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
