"""The features of a clue, once it is tried and read."""

from hanabi.kernels import Rules

from . import action_ids, bits, features, inline, kernel, layout, weights
from .card_sets import cards_below
from .evaluation import is_elsewhere, pace_of
from .features import set_feature, set_flag
from .layout import Mind


@inline
def describe_reading(m: Mind) -> None:
    set_flag(m, features.CLUE_PLAY, m.reading == layout.PLAY_CLUE)
    set_flag(m, features.CLUE_SAVE, m.reading == layout.SAVE_CLUE)
    set_flag(m, features.CLUE_PLAY_OR_SAVE, m.reading == layout.PLAY_OR_SAVE)
    set_flag(m, features.CLUE_STALL, m.reading == layout.FIVE_STALL or m.reading == layout.EMPTY)
    set_flag(m, features.CLUE_FILL_IN, m.reading == layout.FILL_IN)
    set_flag(m, features.CLUE_TEMPO, m.reading == layout.TEMPO)
    set_flag(m, features.CLUE_FIX, m.reading == layout.FIX)
    set_flag(m, features.CLUE_MOVE, m.reading == layout.CHOP_MOVE)
    set_flag(m, features.CLUE_UNEXPLAINED, m.reading == layout.UNEXPLAINED)
    set_flag(m, features.CLUE_DELAYED, m.connection == layout.DELAYED)
    set_flag(m, features.CLUE_PROMPT, m.connection == layout.PROMPTED)
    set_flag(m, features.CLUE_FINESSE, m.connection == layout.FINESSED)
    set_flag(m, features.CLUE_OWN_HAND, m.connection == layout.OWN_HAND)


@inline
def describe_focus(r: Rules, m: Mind, oldest: int) -> None:
    if m.focus == layout.NO_CELL:
        return
    kind = m.kinds[m.focus]
    is_critical = m.critical >> kind & 1
    set_feature(m, features.CLUE_PROMISE, bits.count_bits(m.promise))
    set_feature(m, features.CLUE_FOCUS_PLAYABLE, m.playable >> kind & 1)
    set_feature(m, features.CLUE_FOCUS_TRUE, m.promise >> kind & 1)
    set_flag(m, features.CLUE_FOCUS_CHOP, m.focus == oldest)
    if m.useful >> kind & 1 == 0:
        set_feature(m, features.CLUE_FOCUS_TRASH, 1)
        return
    set_feature(m, features.CLUE_FOCUS_CRITICAL, is_critical)
    if not is_critical and is_elsewhere(m, m.focus):
        set_feature(m, features.CLUE_FOCUS_COPIED, 1)
    set_feature(m, features.CLUE_FOCUS_DISTANCE, cards_below(r, m, kind))
    set_feature(m, features.CLUE_FOCUS_RANK, r.step[kind])
    if m.reading == layout.SAVE_CLUE or m.reading == layout.PLAY_OR_SAVE:
        set_feature(m, features.CLUE_SAVE_TWO, m.second_kinds >> kind & 1)
        set_feature(m, features.CLUE_SAVE_FIVE, (m.last_kinds & ~m.second_kinds) >> kind & 1)


@inline
def describe_new_cards(m: Mind, to: int, touched: int) -> None:
    """Cards touched for the first time: the tried clue is already in the mind, `saved_clues` has the earlier ones."""
    new, useful = 0, 0
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        is_new = touched >> slot & 1 if m.saved_clues[cell] == 0 else 0
        new += is_new
        useful += is_new & m.useful >> m.kinds[cell]
    set_feature(m, features.CLUE_NEW, new)
    set_feature(m, features.CLUE_AGAIN, bits.count_bits(touched) - new)
    set_feature(m, features.CLUE_NEW_USEFUL, useful)
    set_feature(m, features.CLUE_NEW_TRASH, new - useful)


@inline
def set_change(m: Mind, feature: int, term: int) -> None:
    set_feature(m, feature, m.changes[term])


@kernel
def describe_clue(r: Rules, m: Mind, to: int, clue: int, touched: int, gain: int, oldest: int, busy: bool) -> None:
    """`oldest` and `busy`: the receiver's chop and whether the receiver had a known play, both before the clue."""
    set_feature(m, features.CLUES, 1)
    describe_reading(m)
    describe_focus(r, m, oldest)
    describe_new_cards(m, to, touched)
    if action_ids.is_color_clue(r, clue):
        set_feature(m, features.CLUE_COLOR, 1)
    elif action_ids.clued_rank(r, clue) == 0:
        set_feature(m, features.CLUE_ONES, 1)
    if to == (m.me + 1) % r.players:
        set_feature(m, features.CLUE_NEXT, 1)
        set_feature(m, features.CLUE_NEXT_DANGER, m.next_loss)
        if m.own_plays:
            set_feature(m, features.CLUE_WITH_PLAY_DANGER, m.next_loss)
    if to == (m.me + r.players - 1) % r.players:
        set_feature(m, features.CLUE_LAST, 1)
    if busy:
        set_feature(m, features.CLUE_BUSY, 1)
        set_flag(m, features.CLUE_PLAY_BUSY, m.reading == layout.PLAY_CLUE)
    elif oldest != layout.NO_CELL and m.critical >> m.kinds[oldest] & 1:
        set_feature(m, features.CLUE_IN_DANGER, 1)
    describe_situation(r, m)
    set_feature(m, features.CLUE_GAIN, min(max(gain, -300), 300))
    set_flag(m, features.CLUE_GAINS, gain > 0)
    set_change(m, features.CLUE_FIRST_PLAY, weights.FIRST_PLAY)
    set_change(m, features.CLUE_MORE_PLAYS, weights.MORE_PLAYS)
    set_change(m, features.CLUE_MISPLAY, weights.MISPLAY)
    set_change(m, features.CLUE_MISPLAY_LAST, weights.MISPLAY_LAST)
    set_change(m, features.CLUE_TOUCH, weights.TOUCH)
    set_change(m, features.CLUE_FAR, weights.FAR)
    set_change(m, features.CLUE_KNOWN, weights.KNOWN)
    set_change(m, features.CLUE_NEXT_UP, weights.NEXT_UP)
    set_change(m, features.CLUE_CLEAR, weights.CLEAR)
    set_change(m, features.CLUE_WRONG, weights.WRONG)
    set_change(m, features.CLUE_WRONG_ONE, weights.WRONG_ONE)
    set_change(m, features.CLUE_BAD_TOUCH, weights.BAD_TOUCH)
    set_change(m, features.CLUE_TRASH_KNOWN, weights.TRASH_KNOWN)
    set_change(m, features.CLUE_LOSS, weights.LOSS)
    set_change(m, features.CLUE_MAYBE_MINE, weights.MAYBE_MINE)
    set_change(m, features.CLUE_LOCKED, weights.LOCKED)


@inline
def describe_situation(r: Rules, m: Mind) -> None:
    set_feature(m, features.CLUE_TOKENS, m.tokens)
    is_stall = m.reading == layout.FIVE_STALL or m.reading == layout.EMPTY or m.reading == layout.UNEXPLAINED
    if m.tokens == r.clue_tokens:
        set_feature(m, features.CLUE_EIGHT, 1)
        set_flag(m, features.CLUE_STALL_EIGHT, is_stall)
    elif m.tokens == 1:
        set_feature(m, features.CLUE_LAST_TOKEN, 1)
    if m.own_plays:
        set_feature(m, features.CLUE_WITH_PLAY, 1)
        set_flag(m, features.CLUE_WITH_PLAY_SAVE, m.reading == layout.SAVE_CLUE or m.reading == layout.PLAY_OR_SAVE)
        set_flag(m, features.CLUE_WITH_PLAY_PLAY, m.reading == layout.PLAY_CLUE)
    if m.own_blind:
        set_feature(m, features.CLUE_WITH_BLIND, 1)
    if m.own_trash:
        set_feature(m, features.CLUE_WITH_TRASH, 1)
    if m.discarded == 0:
        set_feature(m, features.CLUE_EARLY, 1)
        set_flag(m, features.CLUE_STALL_EARLY, is_stall)
    set_feature(m, features.CLUE_PACE, min(max(pace_of(r, m), -5), 15))
    if m.turns_left >= 0:
        set_feature(m, features.CLUE_LAST_ROUND, 1)
    set_feature(m, features.CLUE_DECK, m.deck)
