"""What things are worth to the team. The scale is free; the numbers come from hill climbing over seeded games."""

(
    # Terms: what counts in a teammate's hand (see `evaluation.py`).
    FIRST_PLAY,  # a teammate with nothing to do learns of a play
    MORE_PLAYS,
    MISPLAY,  # a teammate will play what does not fit
    MISPLAY_LAST,
    MISPLAY_ENDS,
    TOUCH,
    FAR,
    KNOWN,
    NEXT_UP,
    CLEAR,
    WRONG,
    WRONG_ONE,
    BAD_TOUCH,
    TRASH_KNOWN,
    MAYBE_MINE,
    LOCKED,
    LOSS,  # what a teammate is about to discard counts as it is
    # The others.
    CHOP_LAST,
    CHOP_LAST_STEP,
    CHOP_PLAYABLE,
    CHOP_USEFUL,
    NEAR,
    TOKEN,
    TOKEN_SCARCE,
    PLAY,
    PLAY_ASKED,
    PLAY_UNLOCKS,
    PLAY_LOW,
    STRIKE,
    LAST_STRIKE,
    DISCARD,
    DISCARD_SPARE,
    PACE,
    EARLY,
    STALL,
    KEEP_TOUCHED,
    DOUBT,
    MEANINGLESS,
) = range(38)

DEFAULT = (
    100, 60, 300, 200, 600, 40, 4, 20, 10, 5, 60, 50, 50, 5, 40, 40, 1, 150, 40, 60, 30, 60, 30, 15, 120, 400, 50, 3,
    150, 2000, 10, 40, 60, 20, 0, 60, 300, 60,
)  # fmt: skip


# With up to four players.
FEW = (
    140, 60, 397, 200, 600, 40, 4, 20, 10, 8, 110, 50, 80, 5, 34, 40, 1, 150, 40, 60, 26, 60, 30, 15, 120, 400, 50, 0,
    150, 1400, 13, 40, 67, 8, 3, 96, 300, 60,
)  # fmt: skip


# By number of players.
TUNED: dict[int, tuple[int, ...]] = {
    2: FEW,
    3: FEW,
    4: FEW,
    5: (
        140, 60, 397, 200, 600, 40, 4, 20, 10, 5, 110, 50, 80, 5, 40, 40, 1, 150, 40, 60, 30, 60, 30, 6, 120, 400, 58,
        3, 195, 2000, 16, 40, 60, 20, 0, 60, 300, 60,
    ),
}  # fmt: skip


def weights_for(players: int, room: int) -> list[int]:
    weights = TUNED.get(players, DEFAULT)
    return [*weights, *[0] * (room - len(weights))]
