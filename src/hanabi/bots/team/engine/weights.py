"""What things are worth to the team. The scale is free; the numbers come from hill climbing over seeded games."""

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
    MAYBE_MINE,
    WRONG_ONE,
    DOUBT,
    MISPLAY_ENDS,
    MEANINGLESS,
    LOCKED,
    LOSS,  # what a teammate is about to discard counts as it is
) = range(38)
LAST_TERM = LOSS

DEFAULT = (
    100, 60, 300, 200, 40, 4, 20, 10, 5, 60, 50, 5, 150, 40, 60, 30, 60, 30, 15, 120, 400, 50, 3, 150, 2000, 10, 40,
    60, 20, 0, 60, 40, 50, 300, 600, 60, 40, 1,
)  # fmt: skip


# With up to four players.
FEW = (
    140, 60, 397, 200, 40, 4, 20, 10, 8, 110, 80, 5, 150, 40, 60, 26, 60, 30, 15, 120, 400, 50, 0, 150,
    1400, 13, 40, 67, 8, 3, 96, 34, 50, 300, 600, 60, 40, 1,
)  # fmt: skip


# By number of players.
TUNED: dict[int, tuple[int, ...]] = {
    2: FEW,
    3: FEW,
    4: FEW,
    5: (
        140, 60, 397, 200, 40, 4, 20, 10, 5, 110, 80, 5, 150, 40, 60, 30, 60, 30, 6, 120, 400, 58, 3, 195,
        2000, 16, 40, 60, 20, 0, 60, 40, 50, 300, 600, 60, 40, 1,
    ),
}  # fmt: skip


def weights_for(players: int, room: int) -> list[int]:
    weights = TUNED.get(players, DEFAULT)
    return [*weights, *[0] * (room - len(weights))]
