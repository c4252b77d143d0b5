"""The rules that hanab.live's options stand for; an option without a counterpart is refused."""

from collections.abc import Mapping
from typing import Any

from hanabi.records.hanablive.errors import BadField, NoCounterpart, require_int, short_repr
from hanabi.records.hanablive.variants import BY_NAME, BY_NUMBER, VARIANTS, Variant
from hanabi.rules.ruleset import PLAYERS, RuleSet

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
# These change how a game is timed or shown, not what is legal; all others become part of the rules.
RULE_NEUTRAL_OPTIONS = ("timed", "timeBase", "timePerTurn", "speedrun", "cardCycle", "deckPlays", "tableName")

# Why a variant has no counterpart, by a word of its name; the first word found applies.
VARIANT_REFUSALS = (
    ("Reversed", "a suit built from 5 down to 1 counts there as every other, and here it only takes points off"),
    ("Up or Down", "its fireworks may be built in both directions"),
    ("Clue Starved", "a discard returns half a clue token"),
    ("Blind", "clues of one kind touch nothing"),
    ("Mute", "clues of one kind may not be given"),
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
    """The variant that the options give by name or by number; one without a counterpart is refused."""
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
    """The options that were set, with their types checked. An unknown one might change the rules, so it is refused."""
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
            raise NoCounterpart("option", "this option is unknown here, and it might change the rules", field)
    return options


def rules_of(options: Mapping[str, Any], variant: Variant, players: int) -> RuleSet:
    if options.get("detrimentalCharacters"):
        raise NoCounterpart(
            "characters", "characters have no counterpart in these rules", "options.detrimentalCharacters"
        )
    if players not in PLAYERS:
        raise NoCounterpart("players", f"{players} play, and these rules are for 2 to 5 players", "players")
    switches = variant.switches | {"empty_clues": options.get("emptyClues", False)}
    if options.get("allOrNothing"):
        switches |= {"all_or_nothing": True}
    more, fewer = options.get("oneExtraCard", False), options.get("oneLessCard", False)
    if more != fewer:
        size = variant.rules.hand_size_for(players) + (1 if more else -1)
        if size > 5:
            raise NoCounterpart("hand_size", f"a hand of {size} cards is more than 5", "options.oneExtraCard")
        switches |= {"hand_size": size}
    return RuleSet.of(**switches)


def first_player(options: Mapping[str, Any], players: int) -> int:
    first = options.get("startingPlayer", 0)
    if not 0 <= first < players:
        raise BadField("options.startingPlayer", f"there is no player {first}: they are 0 to {players - 1}")
    return int(first)
