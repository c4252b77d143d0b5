"""What can still be reached, by trying everything that reward tiles may bring back."""

from collections import Counter
from collections.abc import Iterator

from hanabi.rules import Card, Suit, View

RECOVERIES = ("reshuffle", "rescue")


class Reach:
    """The fireworks at their best, each alone; the cards that they can still take; and the best score."""

    def __init__(self, view: View) -> None:
        self.view, rules = view, view.rules
        gone = Counter(card.card for card in view.discards)
        self.left = {card: rules.copies(card) - gone[card] for card in set(rules.cards)}
        ranks = list(range(1, rules.ranks + 1))
        self.orders = {s: [Card(s, rank) for rank in (ranks[::-1] if s is Suit.BLACK else ranks)] for s in rules.suits}
        self.fireworks = dict(view.fireworks)
        self.useful: set[Card] = set()
        self.best_score = -100
        for brought in self._recoveries(frozenset()):
            lengths = {suit: self._length(suit, brought) for suit in rules.suits}
            for suit, length in lengths.items():
                self.fireworks[suit] = max(self.fireworks[suit], length)
                self.useful.update(self.orders[suit][view.fireworks[suit] : length])
            score = sum(lengths.values()) - (rules.ranks if rules.black_powder else 0)
            self.best_score = max(self.best_score, score)

    def _length(self, suit: Suit, brought: frozenset[Card]) -> int:
        length = self.view.fireworks[suit]
        for card in self.orders[suit][length:]:
            if self.left[card] == 0 and card not in brought:
                break
            length += 1
        return length

    def _recoveries(self, brought: frozenset[Card]) -> Iterator[frozenset[Card]]:
        """Every set of lost cards that tiles can bring back, one after another."""
        yield brought
        view = self.view
        if not view.rules.flamboyants or view.over is not None:
            return
        face_down = sum(tile not in view.tiles_turned for tile in RECOVERIES)
        completed = sum(
            self._length(suit, brought) == view.rules.ranks > view.fireworks[suit]
            for suit in view.rules.suits
            if suit is not Suit.BLACK
        )
        if len(brought) < (view.pending in RECOVERIES) + min(face_down, completed):
            for card, copies in self.left.items():
                if copies == 0 and card not in brought and card not in view.built:
                    yield from self._recoveries(brought | {card})
