"""The weights of the evaluation. Only their ratios matter; the numbers come from hill climbing over seeded games."""

(
    # Terms, which count in the hands of teammates (see `evaluation.py`).
    FIRST_PLAY,  # a known play of a teammate
    MORE_PLAYS,  # each further one
    MISPLAY,  # a teammate will misplay
    MISPLAY_LAST,  # the last copy
    TOUCH,  # a touched card that will be played later
    FAR,  # each card missing before it
    KNOWN,  # its holder knows its face
    NEXT_UP,  # and one card is missing before it
    CLEAR,  # its holder knows that it is useful
    WRONG,  # its holder takes it for something else
    WRONG_ONE,  # for one wrong face
    BAD_TOUCH,  # useless or touched twice
    TRASH_KNOWN,  # its holder knows that it is useless
    MAYBE_MINE,  # this seat may hold it, too
    LOCKED,  # a hand without a chop, plays or known trash
    LOSS,  # the loss that a teammate's next discard means; its weight is 1
    MISPLAY_ENDS,  # a teammate will misplay with the last strike
    # The loss of a discarded card; NEAR: percent that count for players after the next one.
    CHOP_LAST, CHOP_LAST_STEP, CHOP_PLAYABLE, CHOP_USEFUL, NEAR,
    # Clue tokens, plays and discards.
    TOKEN, TOKEN_SCARCE, PLAY, PLAY_ASKED, PLAY_UNLOCKS, PLAY_LOW, STRIKE, LAST_STRIKE, DISCARD, DISCARD_SPARE, PACE,
    EARLY, STALL, KEEP_TOUCHED, DOUBT, MEANINGLESS,
) = range(38)  # fmt: skip

UP_TO_FOUR = (
    140, 60, 397, 200, 40, 4, 20, 10, 8, 110, 50, 80, 5, 34, 40, 1, 600, 150, 40, 60, 26, 60, 30, 15, 120, 400, 50, 0,
    150, 1400, 13, 40, 67, 8, 3, 96, 300, 60,
)  # fmt: skip
FIVE_PLAYERS = (
    140, 60, 397, 200, 40, 4, 20, 10, 5, 110, 50, 80, 5, 40, 40, 1, 600, 150, 40, 60, 30, 60, 30, 6, 120, 400, 58, 3,
    195, 2000, 16, 40, 60, 20, 0, 60, 300, 60,
)  # fmt: skip


def weights_for(players: int, room: int) -> list[int]:
    """The weights for this many players, padded with zeros to `room`."""
    weights = FIVE_PLAYERS if players == 5 else UP_TO_FOUR
    return [*weights, *[0] * (room - len(weights))]
