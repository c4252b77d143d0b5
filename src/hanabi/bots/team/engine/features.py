"""The features of a move: numbers that `policy.py` weighs and adds up. Their weights are fitted to people's games.

Chances are percentages.
"""

from . import inline
from .layout import Mind

(
    # Plays.
    PLAYS,
    PLAY_CHANCE,  # that it fits, by the conventions
    PLAY_PLAIN,  # the same by plain clues and counting
    PLAY_SURE,  # it fits whatever it is
    PLAY_KNOWN,  # playable by the conventions
    PLAY_KNOWN_LOW,  # known, with a plain chance below 20 %
    PLAY_KNOWN_HALF,  # known, with a plain chance of 20 to 40 %
    PLAY_KNOWN_LIKELY,  # known, with a plain chance of 40 to 70 %
    PLAY_BLIND, PLAY_ASKED_FOR,
    PLAY_WAITED,  # known only if another card is played first
    PLAY_FRESH,  # touched since this seat's last turn
    PLAY_TOUCHED,  # touched, and not known to be playable
    PLAY_UNTOUCHED,
    PLAY_LOWEST,  # no other known play has a lower rank
    PLAY_RANK,
    PLAY_NEWER,  # the newest known play
    PLAY_LAST_CARD,  # completes a firework
    PLAY_SEEN,  # its only face is promised to another card, too
    PLAY_UNLOCKS_ONE,  # plays of teammates that it makes possible
    PLAY_UNLOCKS_OWN,  # it makes another card of this hand playable
    PLAY_MISPLAYS,  # misplays of teammates that it prevents or causes
    PLAY_STRUCK,  # strikes so far, unless the play is sure
    PLAY_ENDS,  # chance of the last strike
    PLAY_TOKENS, PLAY_NO_TOKENS, PLAY_LAST_ROUND, PLAY_BEST_CLUE,
    PLAY_DANGER,  # the loss if the next player discards
    PLAY_TURN_TWO,  # a teammate with nothing to play waits for it
    PLAY_BEFORE_CALL,  # while another card is called for
    PLAY_OLD_CALL,  # called for before this seat's last turn
    PLAY_DOUBTFUL,  # called for blind, to be played at once or not at all
    PLAY_DECK,
    PLAY_PASSED,  # this seat knew it and discarded instead
    PLAY_POSTPONED,  # this seat knew it and gave a clue instead
    # Discards.
    DISCARDS,
    DISCARD_OLDEST,  # the chop
    DISCARD_TRASH,  # useless by the conventions
    DISCARD_PLAIN_TRASH,
    DISCARD_BEFORE_TRASH,  # another card, with known trash in hand
    DISCARD_CLUED, DISCARD_CRITICAL, DISCARD_USEFUL, DISCARD_PLAYABLE, DISCARD_LOCKED, DISCARD_TOKENS,
    DISCARD_NO_TOKENS, DISCARD_ONE_TOKEN, DISCARD_SEVEN, DISCARD_WITH_PLAY, DISCARD_WITH_BLIND, DISCARD_EARLY,
    DISCARD_PACE, DISCARD_NO_PACE, DISCARD_LAST_ROUND, DISCARD_DECK, DISCARD_BEST_CLUE, DISCARD_DANGER,
    DISCARD_NEWER,
    DISCARD_SECOND,  # another copy is visible
    DISCARD_UNSEEN,  # the chop, before every teammate had a turn to save it
    DISCARD_AGE,  # turns that the card has been on the chop
    DISCARD_CRITICAL_YOUNG,  # a chop that is critical, before every teammate had two turns to save it
    DISCARD_TOLD,  # after a clue to this seat
    # Clues.
    CLUES, CLUE_PLAY, CLUE_SAVE, CLUE_PLAY_OR_SAVE, CLUE_STALL, CLUE_FILL_IN, CLUE_TEMPO, CLUE_FIX, CLUE_MOVE,
    CLUE_UNEXPLAINED, CLUE_DELAYED, CLUE_PROMPT, CLUE_FINESSE, CLUE_OWN_HAND, CLUE_FOCUS_PLAYABLE, CLUE_FOCUS_TRUE,
    CLUE_FOCUS_TRASH, CLUE_FOCUS_CHOP, CLUE_FOCUS_CRITICAL, CLUE_FOCUS_COPIED, CLUE_FOCUS_DISTANCE, CLUE_FOCUS_RANK,
    CLUE_NEW, CLUE_NEW_USEFUL, CLUE_NEW_TRASH, CLUE_COLOR, CLUE_ONES,
    CLUE_NEXT,  # to the next player
    CLUE_LAST,  # to the last player
    CLUE_BUSY,  # the receiver had something to play
    CLUE_IN_DANGER,  # the receiver's chop would be lost
    CLUE_TOKENS, CLUE_EIGHT, CLUE_LAST_TOKEN, CLUE_WITH_PLAY, CLUE_WITH_BLIND, CLUE_WITH_TRASH, CLUE_EARLY,
    CLUE_PACE, CLUE_LAST_ROUND, CLUE_DECK, CLUE_GAIN, CLUE_GAINS, CLUE_STALL_EIGHT, CLUE_STALL_EARLY,
    CLUE_PLAY_BUSY, CLUE_FIRST_PLAY, CLUE_MORE_PLAYS, CLUE_MISPLAY, CLUE_MISPLAY_LAST, CLUE_TOUCH, CLUE_FAR,
    CLUE_KNOWN, CLUE_NEXT_UP, CLUE_CLEAR, CLUE_WRONG, CLUE_WRONG_ONE, CLUE_BAD_TOUCH, CLUE_TRASH_KNOWN,
    CLUE_MAYBE_MINE, CLUE_LOCKED, CLUE_LOSS, CLUE_WITH_PLAY_SAVE, CLUE_WITH_PLAY_PLAY, CLUE_SAVE_TWO, CLUE_SAVE_FIVE,
    CLUE_PROMISE,  # how many faces the focus may have
    CLUE_AGAIN,  # cards touched before
    CLUE_NEXT_DANGER,  # to the next player: the loss if that player discards
    CLUE_WITH_PLAY_DANGER,
) = range(135)  # fmt: skip
FEATURE_NAMES = tuple(name.lower() for name in list(globals()) if name.isupper())
END = len(FEATURE_NAMES)


@inline
def clear_features(m: Mind) -> None:
    """Called before each move is scored."""
    m.choice.feature_score = 0
    row = m.choice.features
    for feature in range(END):
        row[feature] = 0


@inline
def set_feature(m: Mind, feature: int, amount: int) -> None:
    """Called at most once per feature of a move."""
    choice = m.choice
    choice.features[feature] = amount
    choice.feature_score += m.weights.features[feature] * amount


@inline
def set_flag(m: Mind, feature: int, holds: bool) -> None:
    """Avoids a branch that the processor would mispredict."""
    set_feature(m, feature, 1 if holds else 0)
