"""Which conventions each level has: a switch for every convention, a bit of the mask that a mind carries.

A convention is one module of `conventions`, named as here.
"""

from collections.abc import Iterable

PLAIN = 0  # no conventions: a clue says what it says
BASIC, CONNECTED, FINESSING, EXPERT = range(1, 5)

(
    KNOWS_CHOP,
    KNOWS_FOCUS,
    KNOWS_PLAY_CLUE,
    KNOWS_SAVE_CLUE,
    KNOWS_GOOD_TOUCH,
    KNOWS_FILL_IN,
    KNOWS_FIX_CLUE,
    KNOWS_REPEATED_CLUE,
    KNOWS_DELAYED_PLAY,
    KNOWS_PROMPT,
    KNOWS_CARD_CLUED_AGAIN,
    KNOWS_FIVE_STALL,
    KNOWS_FINESSE,
    KNOWS_SELF_FINESSE,
    KNOWS_BLUFF,
    KNOWS_GENTLEMANS_DISCARD,
    KNOWS_CALL_BY_PLACE,
    KNOWS_MISSING_CARD,
    KNOWS_FIVES_CHOP_MOVE,
    KNOWS_TRASH_CHOP_MOVE,
    KNOWS_TWO_CHOPS,
    KNOWS_ORDER_CHOP_MOVE,
) = (1 << bit for bit in range(22))

# What each level adds to those before it.
LEVELS = {
    BASIC: {
        "chop": KNOWS_CHOP,
        "focus": KNOWS_FOCUS,
        "play_clue": KNOWS_PLAY_CLUE,
        "save_clue": KNOWS_SAVE_CLUE,
        "two_chops": KNOWS_TWO_CHOPS,
        "good_touch": KNOWS_GOOD_TOUCH,
        "fill_in": KNOWS_FILL_IN,
        "fix_clue": KNOWS_FIX_CLUE,
        "repeated_clue": KNOWS_REPEATED_CLUE,
    },
    CONNECTED: {
        "delayed_play": KNOWS_DELAYED_PLAY,
        "prompt": KNOWS_PROMPT,
        "card_clued_again": KNOWS_CARD_CLUED_AGAIN,
        "five_stall": KNOWS_FIVE_STALL,
    },
    FINESSING: {
        "finesse": KNOWS_FINESSE,
        "self_finesse": KNOWS_SELF_FINESSE,
        "bluff": KNOWS_BLUFF,
        "gentlemans_discard": KNOWS_GENTLEMANS_DISCARD,
        "call_by_place": KNOWS_CALL_BY_PLACE,
        "missing_card": KNOWS_MISSING_CARD,
        "fives_chop_move": KNOWS_FIVES_CHOP_MOVE,
    },
    EXPERT: {
        "trash_chop_move": KNOWS_TRASH_CHOP_MOVE,
        "order_chop_move": KNOWS_ORDER_CHOP_MOVE,
    },
}
SWITCHES = {name: switch for added in LEVELS.values() for name, switch in added.items()}


def conventions_at(level: int, without: Iterable[str] = ()) -> int:
    """The mask of the conventions of a level, without those that are named. At level PLAIN there are none."""
    unknown = sorted(set(without) - SWITCHES.keys())
    if unknown:
        raise ValueError(f"there is no convention {unknown[0]!r}: choose of {', '.join(SWITCHES)}")
    known = [added for step, added in LEVELS.items() if step <= level]
    return sum(switch for added in known for name, switch in added.items() if name not in set(without))


BASICS = conventions_at(BASIC)
