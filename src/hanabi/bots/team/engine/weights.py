"""What things are worth, in hundredths of a sure play's usual worth. Tuned over seeded games, see `docs/bots.md`."""

(
    FIRST_PLAY,  # a teammate with nothing to do learns of a play
    MORE_PLAYS,
    MISPLAY,  # a teammate will play what does not fit
    MISPLAY_LAST,
    TOUCH,
    FAR,
    KNOWN,
    NEXT_UP,
    CLEAR,
    WRONG,
    BAD_TOUCH,
    TRASH_KNOWN,
    CHOP_LAST,
    CHOP_LAST_STEP,
    CHOP_PLAYABLE,
    CHOP_USEFUL,
    NEAR,
    TOKEN,
    TOKEN_SCARCE,
    PLAY,
    PLAY_BLIND,
    PLAY_PAVES,
    PLAY_LOW,
    STRIKE,
    LAST_STRIKE,
    DISCARD,
    DISCARD_SPARE,
    PACE,
    EARLY,
    STALL,
    KEEP_TOUCHED,
    MAYBE_MINE,
    WRONG_ONE,
    DOUBT,
    MISPLAY_ENDS,
    MEANINGLESS,
    LOCKED,
) = range(37)

DEFAULT = (
    100, 60, 300, 200, 40, 4, 20, 10, 5, 60, 50, 5, 150, 40, 60, 30, 60, 30, 15, 120, 200, 50, 3, 150, 2000, 10, 40,
    60, 20, 0, 60, 40, 50, 20, 600, 60, 40,
)  # fmt: skip


# By number of players.
TUNED: dict[int, tuple[int, ...]] = {}


def weights_for(players: int, room: int) -> list[int]:
    weights = TUNED.get(players, DEFAULT)
    return [*weights, *[0] * (room - len(weights))]
