"""hanab.live's variants that have a counterpart in these rules, with the same suits and clues (docs/hanab-live.md)."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hanabi.rules.cards import Card, Suit
from hanabi.rules.ruleset import RuleSet

R, Y, G, B, W, M = Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLUE, Suit.WHITE, Suit.MULTICOLOR

# Our suits in the order of hanab.live's colors: Red Yellow Green Blue Purple; Red Yellow Green Blue; Red Green Blue;
# Red Blue.
FIVE, FOUR, THREE, TWO = (R, Y, G, B, W), (R, Y, G, W), (R, G, Y), (R, Y)


@dataclass(frozen=True)
class Variant:
    """`suits` are ours, by hanab.live's suit index. Those that clues name come first, so it indexes colors too."""

    number: int
    name: str
    suits: tuple[Suit, ...]
    switches: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def rules(self) -> RuleSet:
        return RuleSet.of(**self.switches)

    @property
    def colors(self) -> tuple[Suit, ...]:
        """What a color clue may name, by hanab.live's number of it."""
        return tuple(suit for suit in self.suits if suit in self.rules.nameable)

    @property
    def cards(self) -> list[Card]:
        """The deck before it is shuffled: by suit, rank and copy."""
        faces = (Card(suit, rank) for suit in self.suits for rank in range(1, 6))
        return [card for card in faces for _ in range(self.rules.copies(card))]


def _variant(number: int, name: str, colors: tuple[Suit, ...], **switches: Any) -> Variant:
    fewer = {} if len(colors) == 5 else {"colors": len(colors)}
    extra = (M,) if "multicolor" in switches else ()
    return Variant(number, name, colors + extra, switches | fewer)


VARIANTS = (
    _variant(0, "No Variant", FIVE),
    _variant(1, "6 Suits", FIVE, multicolor="suit"),
    _variant(2, "Black (6 Suits)", FIVE, multicolor="suit", multicolor_cards=5),
    _variant(3, "Rainbow (6 Suits)", FIVE, multicolor="wild"),
    _variant(11, "Dark Rainbow (6 Suits)", FIVE, multicolor="wild", multicolor_cards=5),
    _variant(15, "4 Suits", FOUR),
    _variant(21, "Black (5 Suits)", FOUR, multicolor="suit", multicolor_cards=5),
    _variant(16, "Rainbow (5 Suits)", FOUR, multicolor="wild"),
    _variant(23, "Dark Rainbow (5 Suits)", FOUR, multicolor="wild", multicolor_cards=5),
    _variant(18, "3 Suits", THREE),
    _variant(17, "Rainbow (4 Suits)", THREE, multicolor="wild"),
    _variant(19, "Rainbow (3 Suits)", TWO, multicolor="wild"),
)
BY_NAME = {variant.name: variant for variant in VARIANTS}
BY_NUMBER = {variant.number: variant for variant in VARIANTS}
BY_SUITS = {(variant.rules.suits, variant.rules.multicolor, len(variant.cards)): variant for variant in VARIANTS}


def variant_of(rules: RuleSet) -> Variant | None:
    """The variant with the suits, cards and clues of these rules, whatever else they say."""
    if rules.ranks != 5 or rules.black_powder:
        return None
    return BY_SUITS.get((rules.suits, rules.multicolor, len(rules.cards)))
