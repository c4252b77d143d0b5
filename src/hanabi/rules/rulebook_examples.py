"""The rulebook's worked examples for the cards in play: a clue, cards that fit or do not, and a score."""

from collections.abc import Mapping
from dataclasses import dataclass

from hanabi.rules.cards import COLORS, Card, Suit
from hanabi.rules.rule_tables import kernel_rules, kind_of_card
from hanabi.rules.ruleset import RuleSet


@dataclass(frozen=True)
class RulebookExamples:
    """`touched` are the slots of `hand` that each clue points at. `fitting` tells whether a card fits on fireworks
    with `tops` as their top cards. In `score` every suit adds its `points`; missing black cards subtract. Each entry
    of `construction` is a firework: its cards in order, and whether each has been played."""

    hand: tuple[Card, ...]
    touched: Mapping[str | int, tuple[int, ...]]
    tops: tuple[Card, ...]
    fitting: Mapping[Card, bool]
    score_tops: tuple[Card, ...]
    points: Mapping[Suit, int]
    construction: tuple[Mapping[Card, bool], ...]

    @property
    def score(self) -> int:
        return sum(self.points.values())


def examples_for(rules: RuleSet) -> RulebookExamples | None:
    """None for the small research games, which lack some of the cards."""
    if (rules.colors, rules.ranks) != (len(COLORS), 5):
        return None
    multicolor, black = Suit.MULTICOLOR in rules.suits, Suit.BLACK in rules.suits
    third = "m4" if rules.multicolor == "wild" else "r4"
    fifth = "k1" if black else "m2" if rules.multicolor == "suit" else "w2"
    hand = _cards("r1", "b3", third, "g1", fifth)
    tops = _cards("w1", "r2", "b4", "g3", *(["m1"] if multicolor else []), *(["k4"] if black else []))
    tried = _cards("r3", "y1", "b4", "g5", *(["m2"] if multicolor else []), *(["k5", "k3"] if black else []))
    score_tops = _cards("w4", "r5", "b1", "y3", "g2", *(["m2"] if multicolor else []), *(["k3"] if black else []))
    return RulebookExamples(
        hand=hand,
        touched={about: _touched(rules, hand, clue) for clue, about in enumerate(rules.clue_values)},
        tops=tops,
        fitting={card: _fits(rules, tops, card) for card in tried},
        score_tops=score_tops,
        points={card.suit: _points(rules, card) for card in score_tops},
        construction=tuple(_construction(rules, top) for top in tops if top.suit in (Suit.RED, Suit.BLACK)),
    )


def _cards(*texts: str) -> tuple[Card, ...]:
    return tuple(Card.of(text) for text in texts)


def _touched(rules: RuleSet, hand: tuple[Card, ...], clue: int) -> tuple[int, ...]:
    mask = kernel_rules(rules, 2).touch[clue]
    return tuple(slot for slot, card in enumerate(hand) if mask >> kind_of_card(rules, card) & 1)


def _fits(rules: RuleSet, tops: tuple[Card, ...], card: Card) -> bool:
    step = kernel_rules(rules, 2).step
    built = next((step[kind_of_card(rules, top)] + 1 for top in tops if top.suit is card.suit), 0)
    return step[kind_of_card(rules, card)] == built


def _construction(rules: RuleSet, top: Card) -> dict[Card, bool]:
    step = kernel_rules(rules, 2).step
    cards = [Card(top.suit, rank) for rank in range(1, rules.ranks + 1)]
    played = {card: step[kind_of_card(rules, card)] <= step[kind_of_card(rules, top)] for card in cards}
    return dict(sorted(played.items(), key=lambda item: step[kind_of_card(rules, item[0])]))


def _points(rules: RuleSet, top: Card) -> int:
    built = kernel_rules(rules, 2).step[kind_of_card(rules, top)] + 1
    return built - rules.ranks if top.suit is Suit.BLACK else built
