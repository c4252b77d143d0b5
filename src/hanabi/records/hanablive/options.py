"""hanab.live's variants and options, and the rules they correspond to (docs/hanab-live.md).

Variants and options without a counterpart in these rules are refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hanabi.records.record import RecordError
from hanabi.rules import PLAYERS, Card, RuleSet, Suit


class BadField(RecordError):
    """An import with a wrong value; `field` is its path, such as `actions[12].target`."""

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        super().__init__(f"{field}: {problem}")


class NoCounterpart(RecordError):
    """A valid game that the other program's rules or format cannot represent; `reason` is a code."""

    def __init__(self, reason: str, sentence: str, field: str | None = None) -> None:
        self.reason = reason
        self.field = field
        super().__init__(sentence if field is None else f"{field}: {sentence}")


def short_repr(value: Any) -> str:
    """A wrong value, short enough for an error message."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def require_int(value: Any, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadField(field, f"must be a whole number, not {short_repr(value)}")
    return value


def require_list(value: Any, field: str, of: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadField(field, f"must be a list of {of}, not {short_repr(value)}")
    return value


R, Y, G, B, W, M = Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLUE, Suit.WHITE, Suit.MULTICOLOR

# Our suits in the order of hanab.live's colors: Red Yellow Green Blue Purple; Red Yellow Green Blue; Red Green Blue;
# Red Blue.
FIVE, FOUR, THREE, TWO = (R, Y, G, B, W), (R, Y, G, W), (R, G, Y), (R, Y)


@dataclass(frozen=True)
class Variant:
    """`suits` are ours, by hanab.live's suit index. Suits that clues can name come first, so it indexes colors too."""

    number: int
    name: str
    suits: tuple[Suit, ...]
    switches: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def rules(self) -> RuleSet:
        return RuleSet.of(**self.switches)

    @property
    def colors(self) -> tuple[Suit, ...]:
        """The colors a clue can name, by hanab.live's color index."""
        return tuple(suit for suit in self.suits if suit in self.rules.nameable)

    @property
    def cards(self) -> list[Card]:
        """The unshuffled deck: by suit, rank and copy."""
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
    """The variant with the suits, cards and clues of these rules; other switches do not matter."""
    if rules.ranks != 5:
        return None
    return BY_SUITS.get((rules.suits, rules.multicolor, len(rules.cards)))


DEFAULT_VARIANT = "No Variant"
SWITCHES = (
    "timed",
    "speedrun",
    "cardCycle",
    "deckPlays",
    "emptyClues",
    "oneExtraCard",
    "oneLessCard",
    "allOrNothing",
    "detrimentalCharacters",
)
NUMBERS = ("startingPlayer", "timeBase", "timePerTurn", "numPlayers", "maxPlayers", "variantID")
TEXTS = ("variant", "variantName", "tableName")
# Options about timing and display; all others become part of the rules.
RULE_NEUTRAL_OPTIONS = ("timed", "timeBase", "timePerTurn", "speedrun", "cardCycle", "deckPlays", "tableName")

# Why a variant has no counterpart, by a word in its name; the first match counts.
VARIANT_REFUSALS = (
    ("Reversed", "a suit built from 5 down to 1 scores like any other there; here it only costs points"),
    ("Up or Down", "its fireworks may be built in both directions"),
    ("Clue Starved", "a discard returns half a clue token"),
    ("Blind", "clues of one type touch nothing"),
    ("Mute", "clues of one type may not be given"),
    ("Alternating", "color and rank clues must take turns"),
    ("Ambiguous", "several suits share one color"),
    ("Dual-Color", "suits are touched by two colors"),
    ("Ones", "its 1s follow rules of their own"),
    ("Fives", "its 5s follow rules of their own"),
    ("Critical", "there is only one 4 of a suit"),
    ("Pink", "every rank clue touches pink cards"),
    ("Brown", "no rank clue touches brown cards"),
    ("White", "no color touches white cards"),
    ("Gray", "no color touches gray cards"),
    ("Omni", "every clue touches omni cards"),
    ("Null", "no clue touches null cards"),
    ("Muddy", "no rank clue touches muddy cards"),
    ("Cocoa", "no rank clue touches cocoa cards"),
    ("Prism", "the color that touches a prism card depends on its rank"),
    ("Orange", "playing an orange card discards it, and the reverse"),
    ("&", "no edition has two such suits"),
)


def variant_of_options(options: Mapping[str, Any]) -> Variant:
    """The variant in the options, by name or number; one without a counterpart is refused."""
    name = options.get("variant", options.get("variantName"))
    if name is None and "variantID" in options:
        return variant_by_number(options["variantID"], "options.variantID")
    name = DEFAULT_VARIANT if name is None else name
    if name in BY_NAME:
        return BY_NAME[name]
    why = next((f": {why}" for word, why in VARIANT_REFUSALS if word in name), "")
    raise NoCounterpart(
        "variant",
        f"{short_repr(name)} does not exist in these rules{why}; supported variants: {SUPPORTED}",
        "options.variant",
    )


def variant_by_number(number: int, field: str) -> Variant:
    if number in BY_NUMBER:
        return BY_NUMBER[number]
    numbers = ", ".join(str(variant.number) for variant in VARIANTS)
    raise NoCounterpart(
        "variant", f"variant {number} does not exist in these rules; supported variants: {numbers}", field
    )


SUPPORTED = ", ".join(variant.name for variant in VARIANTS)


def read_options(data: Any) -> dict[str, Any]:
    """The options that are set, with their types checked. Unknown ones are refused: they might change the rules."""
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise BadField("options", f"must be an object, not {short_repr(data)}")
    options = {name: value for name, value in data.items() if value is not None}
    for name, value in options.items():
        field = f"options.{name}"
        if name in SWITCHES:
            if not isinstance(value, bool):
                raise BadField(field, f"must be true or false, not {short_repr(value)}")
        elif name in NUMBERS:
            require_int(value, field)
        elif name in TEXTS:
            if not isinstance(value, str):
                raise BadField(field, f"must be a text, not {short_repr(value)}")
        elif value:
            raise NoCounterpart("option", "this option is unknown and might change the rules", field)
    return options


def rules_of(options: Mapping[str, Any], variant: Variant, players: int) -> RuleSet:
    if options.get("detrimentalCharacters"):
        raise NoCounterpart(
            "characters", "characters have no counterpart in these rules", "options.detrimentalCharacters"
        )
    if players not in PLAYERS:
        raise NoCounterpart("players", f"there are {players}, and these rules are for 2 to 5 players", "players")
    switches = variant.switches | {"empty_clues": options.get("emptyClues", False)}
    if options.get("allOrNothing"):
        switches |= {"all_or_nothing": True}
    more, fewer = options.get("oneExtraCard", False), options.get("oneLessCard", False)
    if more != fewer:
        switches |= {"extra_cards": 1 if more else -1}
    return RuleSet.of(**switches)


def first_player(options: Mapping[str, Any], players: int) -> int:
    first = options.get("startingPlayer", 0)
    if not 0 <= first < players:
        raise BadField("options.startingPlayer", f"there is no player {first}: they are 0 to {players - 1}")
    return int(first)
