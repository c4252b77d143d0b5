"""What can still be reached, by playing on in every order that matters: no formula, only plays and tiles."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from hanabi.rules import Card, Suit, View

RECOVERIES = frozenset(("reshuffle", "rescue"))


class Position(NamedTuple):
    fireworks: tuple[int, ...]
    lost: tuple[Card, ...]  # the discard pile, sorted
    face_down: frozenset[str]  # of the tiles that bring a card back
    pending: str | None


class Reach:
    """The cards that some course of the game plays, and the best score of any; each card left is drawn when wanted.

    A firework that only a 5 completes waits: its tile may be better turned later. All other cards are played at once.
    """

    def __init__(self, view: View) -> None:
        self.view, rules = view, view.rules
        gone = Counter(card.card for card in view.discards)
        self.left = {card: rules.copies(card) - gone[card] for card in set(rules.cards)}
        ranks = list(range(1, rules.ranks + 1))
        self.orders = {s: [Card(s, rank) for rank in (ranks[::-1] if s is Suit.BLACK else ranks)] for s in rules.suits}
        self.useful: set[Card] = set()
        self.best_score = -100
        has_tiles = rules.flamboyants and view.over is None
        start = Position(
            tuple(view.fireworks[suit] for suit in rules.suits),
            tuple(sorted(gone.elements(), key=str)),
            RECOVERIES.difference(view.tiles_turned) if has_tiles else frozenset(),
            view.pending if has_tiles and view.pending in RECOVERIES else None,
        )
        waiting, seen = [start], {start}
        while waiting:
            here = waiting.pop()
            score = sum(here.fireworks) - (rules.ranks if rules.black_powder else 0)
            self.best_score = max(self.best_score, score)
            after = set(self._steps(here)) - seen
            waiting += after
            seen |= after
        self.fireworks = {
            suit: view.fireworks[suit] + sum(card in self.useful for card in order[view.fireworks[suit] :])
            for suit, order in self.orders.items()
        }

    def _steps(self, here: Position) -> Iterator[Position]:
        wanted = [
            order[count]
            for order, count in zip(self.orders.values(), here.fireworks, strict=True)
            if count < len(order)
        ]
        if here.pending is not None:
            chosen = here.lost if here.pending == "reshuffle" else [card for card in wanted if card in here.lost]
            for card in set(chosen):
                lost = list(here.lost)
                lost.remove(card)
                back = here._replace(lost=tuple(lost), pending=None)
                if here.pending == "rescue":
                    yield from self._with(back, card)
                else:
                    yield back
            if not chosen:
                yield here._replace(pending=None)
            return
        held = [card for card in wanted if here.lost.count(card) < self.view.rules.copies(card)]
        early = [card for card in held if card.rank < self.view.rules.ranks or card.suit is Suit.BLACK]
        for card in early[:1] or held:
            yield from self._with(here, card)

    def _with(self, here: Position, card: Card) -> Iterator[Position]:
        """The card joins its firework; a 5 may turn over any tile that is face down, or one of the other four."""
        self.useful.add(card)
        suits, ranks = list(self.orders), self.view.rules.ranks
        fireworks = tuple(count + (suit is card.suit) for suit, count in zip(suits, here.fireworks, strict=True))
        after = here._replace(fireworks=fireworks)
        yield after
        if card.suit is not Suit.BLACK and card.rank == ranks and set(fireworks) != {ranks}:
            for tile in here.face_down:
                yield after._replace(face_down=here.face_down - {tile}, pending=tile)
