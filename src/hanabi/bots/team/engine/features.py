"""What is noticed about a move: numbers that `policy.py` weighs and adds up. The weights come from people's games.

Chances are in per cent.
"""

from . import inline
from .layout import Mind

(
    # Plays.
    PLAYS,
    PLAY_CHANCE,  # by conventions
    PLAY_PLAIN,  # by plain clues and counting
    PLAY_SURE,  # playable whatever it is
    PLAY_KNOWN,
    PLAY_KNOWN_LOW,  # known by convention, and by the plain clues below 20 %
    PLAY_KNOWN_HALF,  # 20 to 40 %
    PLAY_KNOWN_LIKELY,  # 40 to 70 %
    PLAY_BLIND,
    PLAY_ASKED_FOR,
    PLAY_WAITED,  # known only if another card gets played
    PLAY_FRESH,  # touched since this seat's last turn
    PLAY_TOUCHED,  # touched, and not known to be playable
    PLAY_UNTOUCHED,
    PLAY_LOWEST,  # no other known card is of a lower rank
    PLAY_RANK,
    PLAY_NEWER,  # no newer known card
    PLAY_LAST_CARD,  # completes a firework
    PLAY_SEEN,  # its single face is promised to another hand too
    PLAY_UNLOCKS_ONE,  # a teammate's touched card follows
    PLAY_UNLOCKS_OWN,
    PLAY_MISPLAYS,  # a teammate's misplay that it prevents or causes
    PLAY_STRUCK,  # strikes so far, for what is not sure
    PLAY_ENDS,  # chance of the last strike
    PLAY_TOKENS,
    PLAY_NO_TOKENS,
    PLAY_LAST_ROUND,
    PLAY_BEST_CLUE,
    PLAY_DANGER,  # the next player is about to lose a card
    PLAY_TURN_TWO,  # a teammate waits for it
    PLAY_BEFORE_CALL,  # another card is called for blind
    PLAY_OLD_CALL,  # called for before this seat's last turn
    PLAY_DOUBTFUL,  # called for blind, at once or not at all
    PLAY_DECK,
    PLAY_PASSED,  # this seat discarded something although it was known
    PLAY_POSTPONED,  # or gave a clue
    # Discards.
    DISCARDS,
    DISCARD_OLDEST,  # the chop
    DISCARD_TRASH,  # useless by convention
    DISCARD_PLAIN_TRASH,
    DISCARD_BEFORE_TRASH,  # something else, with a useless card in hand
    DISCARD_CLUED,
    DISCARD_CRITICAL,
    DISCARD_USEFUL,
    DISCARD_PLAYABLE,
    DISCARD_LOCKED,
    DISCARD_TOKENS,
    DISCARD_NO_TOKENS,
    DISCARD_ONE_TOKEN,
    DISCARD_SEVEN,
    DISCARD_WITH_PLAY,
    DISCARD_WITH_BLIND,
    DISCARD_EARLY,
    DISCARD_PACE,
    DISCARD_NO_PACE,
    DISCARD_LAST_ROUND,
    DISCARD_DECK,
    DISCARD_BEST_CLUE,
    DISCARD_DANGER,
    DISCARD_NEWER,
    DISCARD_SECOND,  # another copy is in sight
    DISCARD_UNSEEN,  # the chop, which some teammate has had no turn to save
    DISCARD_AGE,  # of the chop: turns that teammates had to save it
    DISCARD_CRITICAL_YOUNG,  # a chop that some teammate has had one turn to save, or none
    DISCARD_TOLD,  # a clue to this seat since its last turn
    # Clues.
    CLUES,
    CLUE_PLAY,
    CLUE_SAVE,
    CLUE_PLAY_OR_SAVE,
    CLUE_STALL,
    CLUE_FILL_IN,
    CLUE_TEMPO,
    CLUE_FIX,
    CLUE_MOVE,
    CLUE_UNEXPLAINED,
    CLUE_DELAYED,
    CLUE_PROMPT,
    CLUE_FINESSE,
    CLUE_OWN_HAND,
    CLUE_FOCUS_PLAYABLE,
    CLUE_FOCUS_TRUE,
    CLUE_FOCUS_TRASH,
    CLUE_FOCUS_CHOP,
    CLUE_FOCUS_CRITICAL,
    CLUE_FOCUS_COPIED,
    CLUE_FOCUS_DISTANCE,
    CLUE_FOCUS_RANK,
    CLUE_NEW,
    CLUE_NEW_USEFUL,
    CLUE_NEW_TRASH,
    CLUE_COLOR,
    CLUE_ONES,
    CLUE_NEXT,  # to the next player
    CLUE_LAST,  # to the last player
    CLUE_BUSY,  # the receiver had something to play
    CLUE_IN_DANGER,  # the receiver's chop would be lost
    CLUE_TOKENS,
    CLUE_EIGHT,
    CLUE_LAST_TOKEN,
    CLUE_WITH_PLAY,
    CLUE_WITH_BLIND,
    CLUE_WITH_TRASH,
    CLUE_EARLY,
    CLUE_PACE,
    CLUE_LAST_ROUND,
    CLUE_DECK,
    CLUE_GAIN,
    CLUE_GAINS,
    CLUE_STALL_EIGHT,
    CLUE_STALL_EARLY,
    CLUE_PLAY_BUSY,
    CLUE_FIRST_PLAY,
    CLUE_MORE_PLAYS,
    CLUE_MISPLAY,
    CLUE_MISPLAY_LAST,
    CLUE_TOUCH,
    CLUE_FAR,
    CLUE_KNOWN,
    CLUE_NEXT_UP,
    CLUE_CLEAR,
    CLUE_WRONG,
    CLUE_WRONG_ONE,
    CLUE_BAD_TOUCH,
    CLUE_TRASH_KNOWN,
    CLUE_LOSS,
    CLUE_MAYBE_MINE,
    CLUE_LOCKED,
    CLUE_WITH_PLAY_SAVE,
    CLUE_WITH_PLAY_PLAY,
    CLUE_SAVE_TWO,
    CLUE_SAVE_FIVE,
    CLUE_PROMISE,  # how many faces it leaves
    CLUE_AGAIN,  # cards touched before
    CLUE_NEXT_DANGER,  # to the next player, who is about to lose a card
    CLUE_WITH_PLAY_DANGER,
) = range(135)
END = 135  # of the clues' features
FEATURE_NAMES = tuple(name.lower() for name in list(globals()) if name.isupper() and name != "END")


@inline
def forget(m: Mind) -> None:
    """Before the next move is looked at."""
    m.noticed = 0
    for feature in range(END):
        m.features[feature] = 0


@inline
def notice(m: Mind, feature: int, amount: int) -> None:
    """Each feature once a move."""
    m.features[feature] = amount
    m.noticed += m.fitted[feature] * amount


@inline
def notice_if(m: Mind, feature: int, holds: bool) -> None:
    """Without a branch, which a processor could not foresee."""
    notice(m, feature, 1 if holds else 0)
