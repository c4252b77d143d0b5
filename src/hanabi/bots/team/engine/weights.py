"""The weights of the evaluation. Only their ratios matter; the numbers come from hill climbing over seeded games."""

(
    # Terms, which count in the hands of teammates (see `evaluation.py`).
    FIRST_PLAY,  # a known play of a teammate
    MORE_PLAYS,  # each further one
    MISPLAY,  # a teammate will misplay
    MISPLAY_LAST,  # the last copy
    MISPLAY_ENDS,  # with the last strike
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
    # The loss of a discarded card.
    CHOP_LAST,
    CHOP_LAST_STEP,
    CHOP_PLAYABLE,
    CHOP_USEFUL,
    NEAR,  # percent that count for players after the next one
    # Clue tokens, plays and discards.
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


UP_TO_FOUR = (
    140, 60, 397, 200, 600, 40, 4, 20, 10, 8, 110, 50, 80, 5, 34, 40, 1, 150, 40, 60, 26, 60, 30, 15, 120, 400, 50, 0,
    150, 1400, 13, 40, 67, 8, 3, 96, 300, 60,
)  # fmt: skip


# By the number of players.
TUNED: dict[int, tuple[int, ...]] = {
    2: UP_TO_FOUR,
    3: UP_TO_FOUR,
    4: UP_TO_FOUR,
    5: (
        140, 60, 397, 200, 600, 40, 4, 20, 10, 5, 110, 50, 80, 5, 40, 40, 1, 150, 40, 60, 30, 60, 30, 6, 120, 400, 58,
        3, 195, 2000, 16, 40, 60, 20, 0, 60, 300, 60,
    ),
}  # fmt: skip


def weights_for(players: int, room: int) -> list[int]:
    """The weights for this many players, padded with zeros to `room`."""
    weights = TUNED.get(players, DEFAULT)
    return [*weights, *[0] * (room - len(weights))]
