"""A table written as text, for tests that read like the rulebook.

    a_table("fireworks r4 · clues 3 · Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2").plays("r5").clue_tokens == 4

A part is a keyword with its cards, or a player's hand, oldest card first; the star marks who is to act. Keywords:
`fireworks` (top cards: `r4`, `k3` for a black firework of 5 4 3), `discards`, `clues`, `strikes`, `turn`, `tiles` (the
next ones, top first), `last` (turns left in the last round), and `deck`: `deck r1 b2 …` puts these on top of all that
is left, while `deck r1 b2` (or `deck -`) is the whole deck, and cards that are nowhere else are on the discard pile.
Every card of the game is somewhere, once. Each action returns a new table.
"""

import copy
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from hanabi.kernels import layout
from hanabi.rules import IllegalAction, Outcome, Referee, RuleSet, View, check, faces_in, id_of_action, kind_of_card
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import TILES, Card, Suit
from support.kernel_faces import on_face

KEYWORDS = ("fireworks", "discards", "clues", "strikes", "turn", "tiles", "last", "deck")
face_in_use = "plain"


@dataclass(frozen=True)
class Table:
    referee: Referee
    face: str

    # What a player does

    def plays(self, card: str, announcing: str | None = None) -> "Table":
        return self.does(Play(self._slot(card), announce=announcing))

    def discards(self, card: str) -> "Table":
        return self.does(Discard(self._slot(card)))

    def clues(self, name: str, about: str | int) -> "Table":
        return self.does(Clue(self._seat(name), about))

    def reshuffles(self, card: str, at: int = 0) -> "Table":
        return self.does(Reshuffle(self._discarded(card), at))

    def rescues(self, card: str) -> "Table":
        return self.does(Rescue(self._discarded(card)))

    def does(self, action: Action) -> "Table":
        """On the plain face the front door, on the native face the compiled kernels; both refuse the same."""
        referee = copy.deepcopy(self.referee)
        if self.face == "plain":
            referee.act(action)
            return Table(referee, self.face)
        check(referee.rules, referee.rule_tables, referee.state, action)
        number = id_of_action(referee.rules, referee.rule_tables, referee.state, action)
        native = on_face(self.face, referee.rule_tables, referee.state)
        assert native.call("legality.is_legal", number)
        native.call("turn.apply", number, action.at or 0 if isinstance(action, Reshuffle) else 0)
        referee.state = native.state
        return Table(referee, self.face)

    # What can be seen

    @property
    def clue_tokens(self) -> int:
        return self.referee.state.clue_tokens

    @property
    def strikes(self) -> int:
        return self.referee.state.strikes

    @property
    def turn(self) -> int:
        return self.referee.turn

    @property
    def turns_left(self) -> int | None:
        return self.view(None).turns_left

    @property
    def deck(self) -> int:
        return self.referee.deck_size

    @property
    def pending(self) -> str | None:
        return self.referee.pending

    @property
    def player(self) -> str | None:
        seat = self.referee.player
        return None if seat is None else self.referee.players[seat]

    @property
    def fireworks(self) -> str:
        """Suits with cards on them, as top cards in the order of the letters."""
        view = self.view(None)
        tops = [
            f"{suit.letter}{self.referee.rules.ranks + 1 - count if suit is Suit.BLACK else count}"
            for suit, count in view.fireworks.items()
            if count
        ]
        return " ".join(sorted(tops))

    @property
    def discard_pile(self) -> str:
        s = self.referee.state
        return " ".join(self._face(card) for card in s.discards[: s.discard_count])

    @property
    def tiles_turned(self) -> tuple[str, ...]:
        return self.view(None).tiles_turned

    @property
    def over(self) -> Outcome | None:
        return self.referee.over

    @property
    def ending(self) -> str | None:
        """`won complete 25`, or None while the game runs."""
        over = self.over
        return None if over is None else f"{over.outcome} {over.reason} {over.score}"

    def hand(self, name: str) -> str:
        s, seat = self.referee.state, self._seat(name)
        return " ".join(self._face(card) for card in s.hands[seat][: s.hand_sizes[seat]])

    def may_be(self, name: str, slot: int) -> str:
        """What the clues leave open for a card, sorted."""
        return _cards(faces_in(self.referee.rules, self.referee.state.possible[self._seat(name)][slot]))

    def can_be(self, name: str, slot: int) -> str:
        """What its owner is left with after counting the cards it sees, sorted."""
        return _cards(self.view(name).hand[slot].possible)

    def clued(self, name: str, slot: int) -> tuple[str | int, ...]:
        return self.view(name).hand[slot].clued

    def view(self, name: str | None) -> View:
        seat = None if name is None else self._seat(name)
        face = on_face(self.face, self.referee.rule_tables, copy.deepcopy(self.referee.state))
        face.call("visibility.hide", layout.SPECTATOR if seat is None else seat)
        return View(self.referee.rules, self.referee.players, seat, face.state, self.referee.seen[seat])

    def legal(self) -> tuple[Action, ...]:
        return self.referee.legal_actions()

    def may_clue(self, name: str) -> set[str | int]:
        """Everything the player to act may tell `name`."""
        return {action.about for action in self.legal() if isinstance(action, Clue) and action.to == self._seat(name)}

    def _seat(self, name: str) -> int:
        return self.referee.players.index(name)

    def _face(self, card_id: int) -> str:
        return str(self.referee.deck[card_id])

    def _slot(self, card: str) -> int:
        assert self.player is not None, "the game is over"
        return self.hand(self.player).split().index(card)

    def _discarded(self, card: str) -> int:
        return next(gone.card_id for gone in self.view(None).discards if str(gone.card) == card)


@contextmanager
def refused(reason: str) -> Iterator[None]:
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.reason == reason


def a_table(text: str, edition: str | None = None, **switches: Any) -> Table:
    rules = RuleSet.of(edition, **switches)
    parts: dict[str, list[str]] = {}
    hands: dict[str, list[Card]] = {}
    to_act = 0
    for part in text.split("·"):
        word, *rest = part.split()
        if word in KEYWORDS:
            parts[word] = rest
        else:
            if word.endswith("*"):
                to_act = len(hands)
            hands[word.rstrip("*")] = [Card.of(card) for card in rest]
    return Table(_referee(rules, hands, to_act, parts), face_in_use)


def _referee(rules: RuleSet, hands: dict[str, list[Card]], to_act: int, parts: dict[str, list[str]]) -> Referee:
    held = [card for hand in hands.values() for card in hand]
    built = [card for top in parts.get("fireworks", []) for card in _built(rules, Card.of(top))]
    gone = [Card.of(card) for card in parts.get("discards", [])]
    order = parts.get("deck", ["…"])
    above = [Card.of(card) for card in order if card not in ("…", "-")]
    rest = Counter(rules.cards)
    rest.subtract(held + built + gone + above)
    if min(rest.values()) < 0:
        raise ValueError(f"more cards than the game has: {[str(card) for card, left in rest.items() if left < 0]}")
    left = sorted(rest.elements(), key=str)
    if "…" in order:
        above = above + left
    else:
        gone = gone + left
    names = list(hands)
    most = rules.hand_size_for(len(names))
    if max(map(len, hands.values())) > most:
        raise ValueError(f"a hand has at most {most} cards")
    tiles = _tiles(rules, built, parts.get("tiles", []))
    referee = Referee(rules, names, [*held, *built, *gone, *above], tiles)
    _arrange(referee, list(hands.values()), to_act, built, gone)
    _count(referee, parts)
    return referee


def _arrange(referee: Referee, hands: list[list[Card]], to_act: int, built: list[Card], gone: list[Card]) -> None:
    r, s = referee.rule_tables, referee.state
    s.player = to_act
    dealt = 0
    for seat, hand in enumerate(hands):
        s.hand_sizes[seat] = len(hand)
        for slot in range(r.hand_size):
            s.hands[seat][slot] = s.draw_numbers[seat][slot] = dealt if slot < len(hand) else 0
            s.possible[seat][slot] = r.all_kinds
            dealt += slot < len(hand)
    for card in built:
        s.fireworks[referee.rules.suits.index(card.suit)] += 1
    for place, card in enumerate(gone):
        s.discards[place] = dealt + len(built) + place
        s.lost[kind_of_card(referee.rules, card)] += 1
    s.discard_count = len(gone)
    s.next_card = s.drawn = dealt + len(built) + len(gone)
    s.tiles_turned = sum(s.fireworks[suit] == r.ranks for suit in range(r.suits) if r.wins_tile[suit])


def _count(referee: Referee, parts: dict[str, list[str]]) -> None:
    r, s = referee.rule_tables, referee.state

    def number(word: str, default: int) -> int:
        return int(parts[word][0]) if word in parts else default

    s.clue_tokens = number("clues", r.clue_tokens)
    s.strikes = number("strikes", 0)
    s.turn = number("turn", 0)
    on_the_last = s.next_card == r.cards and r.last_round > 0
    s.turns_left = number("last", r.players if on_the_last else layout.NO_LAST_ROUND)


def _built(rules: RuleSet, top: Card) -> list[Card]:
    ranks = range(rules.ranks, top.rank - 1, -1) if top.suit is Suit.BLACK else range(1, top.rank + 1)
    return [Card(top.suit, rank) for rank in ranks]


def _tiles(rules: RuleSet, built: list[Card], following: list[str]) -> list[str]:
    """The tiles of fireworks already completed lie turned; the rest come after the named ones."""
    if not rules.flamboyants:
        return []
    heights = Counter(card.suit for card in built if card.suit is not Suit.BLACK)
    turned = list(heights.values()).count(rules.ranks)
    others = [tile.value for tile in TILES if tile not in following]
    return [*others[:turned], *following, *others[turned:]]


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(sorted(map(str, cards)))
