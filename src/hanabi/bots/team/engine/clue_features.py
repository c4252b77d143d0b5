"""What is noticed about a clue, once it is tried and read."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .card_sets import cards_below
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
    notice_if,
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
from .referee import clued_rank, count_bits, is_color_clue
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
    notice_if(m, CLUE_PLAY, m.reading == PLAY_CLUE)
    notice_if(m, CLUE_SAVE, m.reading == SAVE_CLUE)
    notice_if(m, CLUE_PLAY_OR_SAVE, m.reading == PLAY_OR_SAVE)
    notice_if(m, CLUE_STALL, m.reading == FIVE_STALL or m.reading == EMPTY)
    notice_if(m, CLUE_FILL_IN, m.reading == FILL_IN)
    notice_if(m, CLUE_TEMPO, m.reading == TEMPO)
    notice_if(m, CLUE_FIX, m.reading == FIX)
    notice_if(m, CLUE_MOVE, m.reading == CHOP_MOVE)
    notice_if(m, CLUE_UNEXPLAINED, m.reading == UNEXPLAINED)
    notice_if(m, CLUE_DELAYED, m.connection == DELAYED)
    notice_if(m, CLUE_PROMPT, m.connection == PROMPTED)
    notice_if(m, CLUE_FINESSE, m.connection == FINESSED)
    notice_if(m, CLUE_OWN_HAND, m.connection == OWN_HAND)


@inline
def notice_focus(r: Rules, m: Mind, oldest: int) -> None:
    if m.focus == NO_CELL:
        return
    kind = m.kinds[m.focus]
    is_critical = m.critical >> kind & 1
    notice(m, CLUE_PROMISE, count_bits(m.promise))
    notice(m, CLUE_FOCUS_PLAYABLE, m.playable >> kind & 1)
    notice(m, CLUE_FOCUS_TRUE, m.promise >> kind & 1)
    notice_if(m, CLUE_FOCUS_CHOP, m.focus == oldest)
    if m.useful >> kind & 1 == 0:
        notice(m, CLUE_FOCUS_TRASH, 1)
        return
    notice(m, CLUE_FOCUS_CRITICAL, is_critical)
    if not is_critical and is_elsewhere(m, m.focus):
        notice(m, CLUE_FOCUS_COPIED, 1)
    notice(m, CLUE_FOCUS_DISTANCE, cards_below(r, m, kind))
    notice(m, CLUE_FOCUS_RANK, r.step[kind])
    if m.reading == SAVE_CLUE or m.reading == PLAY_OR_SAVE:
        notice(m, CLUE_SAVE_TWO, m.second_kinds >> kind & 1)
        notice(m, CLUE_SAVE_FIVE, (m.last_kinds & ~m.second_kinds) >> kind & 1)


@inline
def notice_new(m: Mind, to: int, touched: int) -> None:
    """Cards touched for the first time. The tried clue is in the mind already; the copy knows what was before."""
    new, useful = 0, 0
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        is_new = touched >> slot & 1 if m.kept_clues[cell] == 0 else 0
        new += is_new
        useful += is_new & m.useful >> m.kinds[cell]
    notice(m, CLUE_NEW, new)
    notice(m, CLUE_AGAIN, count_bits(touched) - new)
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
        notice_if(m, CLUE_PLAY_BUSY, m.reading == PLAY_CLUE)
    elif oldest != NO_CELL and m.critical >> m.kinds[oldest] & 1:
        notice(m, CLUE_IN_DANGER, 1)
    notice_situation(r, m)
    notice(m, CLUE_GAIN, min(max(gain, -300), 300))
    notice_if(m, CLUE_GAINS, gain > 0)
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
        notice_if(m, CLUE_STALL_EIGHT, is_stall)
    elif m.tokens == 1:
        notice(m, CLUE_LAST_TOKEN, 1)
    if m.own_plays:
        notice(m, CLUE_WITH_PLAY, 1)
        notice_if(m, CLUE_WITH_PLAY_SAVE, m.reading == SAVE_CLUE or m.reading == PLAY_OR_SAVE)
        notice_if(m, CLUE_WITH_PLAY_PLAY, m.reading == PLAY_CLUE)
    if m.own_blind:
        notice(m, CLUE_WITH_BLIND, 1)
    if m.own_trash:
        notice(m, CLUE_WITH_TRASH, 1)
    if m.discarded == 0:
        notice(m, CLUE_EARLY, 1)
        notice_if(m, CLUE_STALL_EARLY, is_stall)
    notice(m, CLUE_PACE, min(max(slack(r, m), -5), 15))
    if m.turns_left >= 0:
        notice(m, CLUE_LAST_ROUND, 1)
    notice(m, CLUE_DECK, m.deck)
