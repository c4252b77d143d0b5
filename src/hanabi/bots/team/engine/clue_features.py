"""What is noticed about a clue, once it is tried and read."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .card_sets import cards_below, size_of
from .evaluation import is_elsewhere
from .features import (
    CLUE_AGAIN,
    CLUE_BAD_TOUCH,
    CLUE_BUSY,
    CLUE_CLEAR,
    CLUE_COLOR,
    CLUE_DECK,
    CLUE_DELAYED,
    CLUE_EARLY,
    CLUE_EIGHT,
    CLUE_FAR,
    CLUE_FILL_IN,
    CLUE_FINESSE,
    CLUE_FIRST_PLAY,
    CLUE_FIX,
    CLUE_FOCUS_CHOP,
    CLUE_FOCUS_COPIED,
    CLUE_FOCUS_CRITICAL,
    CLUE_FOCUS_DISTANCE,
    CLUE_FOCUS_PLAYABLE,
    CLUE_FOCUS_RANK,
    CLUE_FOCUS_TRASH,
    CLUE_FOCUS_TRUE,
    CLUE_GAIN,
    CLUE_GAINS,
    CLUE_IN_DANGER,
    CLUE_KNOWN,
    CLUE_LAST,
    CLUE_LAST_ROUND,
    CLUE_LAST_TOKEN,
    CLUE_LOCKED,
    CLUE_LOSS,
    CLUE_MAYBE_MINE,
    CLUE_MISPLAY,
    CLUE_MISPLAY_LAST,
    CLUE_MORE_PLAYS,
    CLUE_MOVE,
    CLUE_NEW,
    CLUE_NEW_TRASH,
    CLUE_NEW_USEFUL,
    CLUE_NEXT,
    CLUE_NEXT_DANGER,
    CLUE_NEXT_UP,
    CLUE_ONES,
    CLUE_OWN_HAND,
    CLUE_PACE,
    CLUE_PLAY,
    CLUE_PLAY_BUSY,
    CLUE_PLAY_OR_SAVE,
    CLUE_PROMISE,
    CLUE_PROMPT,
    CLUE_SAVE,
    CLUE_SAVE_FIVE,
    CLUE_SAVE_TWO,
    CLUE_STALL,
    CLUE_STALL_EARLY,
    CLUE_STALL_EIGHT,
    CLUE_TEMPO,
    CLUE_TOKENS,
    CLUE_TOUCH,
    CLUE_TRASH_KNOWN,
    CLUE_UNEXPLAINED,
    CLUE_WITH_BLIND,
    CLUE_WITH_PLAY,
    CLUE_WITH_PLAY_DANGER,
    CLUE_WITH_PLAY_PLAY,
    CLUE_WITH_PLAY_SAVE,
    CLUE_WITH_TRASH,
    CLUE_WRONG,
    CLUE_WRONG_ONE,
    CLUES,
    notice,
)
from .layout import (
    CHOP_MOVE,
    DELAYED,
    EMPTY,
    FILL_IN,
    FINESSED,
    FIVE_STALL,
    FIX,
    NO_CELL,
    OWN_HAND,
    PLAY_CLUE,
    PLAY_OR_SAVE,
    PROMPTED,
    SAVE_CLUE,
    TEMPO,
    UNEXPLAINED,
    Mind,
)
from .move_worth import slack
from .referee import clued_rank, is_color_clue
from .weights import (
    BAD_TOUCH,
    CLEAR,
    FAR,
    FIRST_PLAY,
    KNOWN,
    LOCKED,
    LOSS,
    MAYBE_MINE,
    MISPLAY,
    MISPLAY_LAST,
    MORE_PLAYS,
    NEXT_UP,
    TOUCH,
    TRASH_KNOWN,
    WRONG,
    WRONG_ONE,
)


@inline
def notice_reading(m: Mind) -> None:
    if m.reading == PLAY_CLUE:
        notice(m, CLUE_PLAY, 1)
    elif m.reading == SAVE_CLUE:
        notice(m, CLUE_SAVE, 1)
    elif m.reading == PLAY_OR_SAVE:
        notice(m, CLUE_PLAY_OR_SAVE, 1)
    elif m.reading == FIVE_STALL or m.reading == EMPTY:
        notice(m, CLUE_STALL, 1)
    elif m.reading == FILL_IN:
        notice(m, CLUE_FILL_IN, 1)
    elif m.reading == TEMPO:
        notice(m, CLUE_TEMPO, 1)
    elif m.reading == FIX:
        notice(m, CLUE_FIX, 1)
    elif m.reading == CHOP_MOVE:
        notice(m, CLUE_MOVE, 1)
    elif m.reading == UNEXPLAINED:
        notice(m, CLUE_UNEXPLAINED, 1)
    if m.connection == DELAYED:
        notice(m, CLUE_DELAYED, 1)
    elif m.connection == PROMPTED:
        notice(m, CLUE_PROMPT, 1)
    elif m.connection == FINESSED:
        notice(m, CLUE_FINESSE, 1)
    elif m.connection == OWN_HAND:
        notice(m, CLUE_OWN_HAND, 1)


@inline
def notice_focus(r: Rules, m: Mind, oldest: int) -> None:
    if m.focus == NO_CELL:
        return
    kind = m.kinds[m.focus]
    notice(m, CLUE_PROMISE, size_of(m.promise))
    if m.playable >> kind & 1:
        notice(m, CLUE_FOCUS_PLAYABLE, 1)
    if m.promise >> kind & 1:
        notice(m, CLUE_FOCUS_TRUE, 1)
    if m.focus == oldest:
        notice(m, CLUE_FOCUS_CHOP, 1)
    if m.useful >> kind & 1 == 0:
        notice(m, CLUE_FOCUS_TRASH, 1)
        return
    if m.critical >> kind & 1:
        notice(m, CLUE_FOCUS_CRITICAL, 1)
    elif is_elsewhere(m, m.focus):
        notice(m, CLUE_FOCUS_COPIED, 1)
    notice(m, CLUE_FOCUS_DISTANCE, cards_below(r, m, kind))
    notice(m, CLUE_FOCUS_RANK, r.step[kind])
    if m.reading == SAVE_CLUE or m.reading == PLAY_OR_SAVE:
        if r.step[kind] == 1:
            notice(m, CLUE_SAVE_TWO, 1)
        elif r.step[kind] == r.ranks - 1:
            notice(m, CLUE_SAVE_FIVE, 1)


@inline
def notice_new(m: Mind, to: int, touched: int) -> None:
    """Cards touched for the first time. The tried clue is in the mind already; the copy knows what was before."""
    new, useful = 0, 0
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if touched >> slot & 1 and m.kept_clues[cell] == 0:
            new += 1
            useful += m.useful >> m.kinds[cell] & 1
    notice(m, CLUE_NEW, new)
    notice(m, CLUE_AGAIN, size_of(touched) - new)
    notice(m, CLUE_NEW_USEFUL, useful)
    notice(m, CLUE_NEW_TRASH, new - useful)


@inline
def notice_change(m: Mind, feature: int, term: int) -> None:
    notice(m, feature, m.changes[term])


@kernel
def notice_clue(r: Rules, m: Mind, to: int, clue: int, touched: int, gain: int, oldest: int, busy: bool) -> None:
    """`oldest` and `busy`: the receiver's chop, and whether there was something to play, before the clue."""
    notice(m, CLUES, 1)
    notice_reading(m)
    notice_focus(r, m, oldest)
    notice_new(m, to, touched)
    if is_color_clue(r, clue):
        notice(m, CLUE_COLOR, 1)
    elif clued_rank(r, clue) == 0:
        notice(m, CLUE_ONES, 1)
    if to == (m.me + 1) % r.players:
        notice(m, CLUE_NEXT, 1)
        notice(m, CLUE_NEXT_DANGER, m.next_loss)
        if m.own_plays:
            notice(m, CLUE_WITH_PLAY_DANGER, m.next_loss)
    if to == (m.me + r.players - 1) % r.players:
        notice(m, CLUE_LAST, 1)
    if busy:
        notice(m, CLUE_BUSY, 1)
        if m.reading == PLAY_CLUE:
            notice(m, CLUE_PLAY_BUSY, 1)
    elif oldest != NO_CELL and m.critical >> m.kinds[oldest] & 1:
        notice(m, CLUE_IN_DANGER, 1)
    notice_situation(r, m)
    notice(m, CLUE_GAIN, min(max(gain, -300), 300))
    if gain > 0:
        notice(m, CLUE_GAINS, 1)
    notice_change(m, CLUE_FIRST_PLAY, FIRST_PLAY)
    notice_change(m, CLUE_MORE_PLAYS, MORE_PLAYS)
    notice_change(m, CLUE_MISPLAY, MISPLAY)
    notice_change(m, CLUE_MISPLAY_LAST, MISPLAY_LAST)
    notice_change(m, CLUE_TOUCH, TOUCH)
    notice_change(m, CLUE_FAR, FAR)
    notice_change(m, CLUE_KNOWN, KNOWN)
    notice_change(m, CLUE_NEXT_UP, NEXT_UP)
    notice_change(m, CLUE_CLEAR, CLEAR)
    notice_change(m, CLUE_WRONG, WRONG)
    notice_change(m, CLUE_WRONG_ONE, WRONG_ONE)
    notice_change(m, CLUE_BAD_TOUCH, BAD_TOUCH)
    notice_change(m, CLUE_TRASH_KNOWN, TRASH_KNOWN)
    notice_change(m, CLUE_LOSS, LOSS)
    notice_change(m, CLUE_MAYBE_MINE, MAYBE_MINE)
    notice_change(m, CLUE_LOCKED, LOCKED)


@inline
def notice_situation(r: Rules, m: Mind) -> None:
    notice(m, CLUE_TOKENS, m.tokens)
    is_stall = m.reading == FIVE_STALL or m.reading == EMPTY or m.reading == UNEXPLAINED
    if m.tokens == r.clue_tokens:
        notice(m, CLUE_EIGHT, 1)
        if is_stall:
            notice(m, CLUE_STALL_EIGHT, 1)
    elif m.tokens == 1:
        notice(m, CLUE_LAST_TOKEN, 1)
    if m.own_plays:
        notice(m, CLUE_WITH_PLAY, 1)
        if m.reading == SAVE_CLUE or m.reading == PLAY_OR_SAVE:
            notice(m, CLUE_WITH_PLAY_SAVE, 1)
        elif m.reading == PLAY_CLUE:
            notice(m, CLUE_WITH_PLAY_PLAY, 1)
    if m.own_blind:
        notice(m, CLUE_WITH_BLIND, 1)
    if m.own_trash:
        notice(m, CLUE_WITH_TRASH, 1)
    if m.discarded == 0:
        notice(m, CLUE_EARLY, 1)
        if is_stall:
            notice(m, CLUE_STALL_EARLY, 1)
    notice(m, CLUE_PACE, min(max(slack(r, m), -5), 15))
    if m.turns_left >= 0:
        notice(m, CLUE_LAST_ROUND, 1)
    notice(m, CLUE_DECK, m.deck)
