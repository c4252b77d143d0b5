"""The conventions of each level. Every convention has a switch: one bit of the mask that a mind carries.

A convention is a module of `conventions`, under the name it has here.
"""

from collections.abc import Iterable

PLAIN = 0  # no conventions: a clue says only what it says
BASIC, CONNECTED, FINESSING, EXPERT = range(1, 5)

# The conventions that each level adds to those before it.
LEVELS = {
    BASIC: {
        "chop": (KNOWS_CHOP := 1 << 0),
        "focus": (KNOWS_FOCUS := 1 << 1),
        "play_clue": (KNOWS_PLAY_CLUE := 1 << 2),
        "save_clue": (KNOWS_SAVE_CLUE := 1 << 3),
        "two_chops": (KNOWS_TWO_CHOPS := 1 << 4),
        "good_touch": (KNOWS_GOOD_TOUCH := 1 << 5),
        "fill_in": (KNOWS_FILL_IN := 1 << 6),
        "fix_clue": (KNOWS_FIX_CLUE := 1 << 7),
        "repeated_clue": (KNOWS_REPEATED_CLUE := 1 << 8),
    },
    CONNECTED: {
        "delayed_play": (KNOWS_DELAYED_PLAY := 1 << 9),
        "prompt": (KNOWS_PROMPT := 1 << 10),
        "card_clued_again": (KNOWS_CARD_CLUED_AGAIN := 1 << 11),
        "five_stall": (KNOWS_FIVE_STALL := 1 << 12),
    },
    FINESSING: {
        "finesse": (KNOWS_FINESSE := 1 << 13),
        "self_finesse": (KNOWS_SELF_FINESSE := 1 << 14),
        "bluff": (KNOWS_BLUFF := 1 << 15),
        "gentlemans_discard": (KNOWS_GENTLEMANS_DISCARD := 1 << 16),
        "call_by_place": (KNOWS_CALL_BY_PLACE := 1 << 17),
        "missing_card": (KNOWS_MISSING_CARD := 1 << 18),
        "fives_chop_move": (KNOWS_FIVES_CHOP_MOVE := 1 << 19),
    },
    EXPERT: {
        "trash_chop_move": (KNOWS_TRASH_CHOP_MOVE := 1 << 20),
        "order_chop_move": (KNOWS_ORDER_CHOP_MOVE := 1 << 21),
    },
}
SWITCHES = {name: switch for added in LEVELS.values() for name, switch in added.items()}


def conventions_at(level: int, without: Iterable[str] = ()) -> int:
    """The mask of a level's conventions, `without` those named. Level PLAIN has none."""
    unknown = sorted(set(without) - SWITCHES.keys())
    if unknown:
        raise ValueError(f"there is no convention {unknown[0]!r}: choose from {', '.join(SWITCHES)}")
    included = [added for step, added in LEVELS.items() if step <= level]
    return sum(switch for added in included for name, switch in added.items() if name not in set(without))


BASICS = conventions_at(BASIC)
