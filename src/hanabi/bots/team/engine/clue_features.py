"""The features of a clue, once it is tried and read."""

from . import Rules, action_ids, bits, features, inline, kernel, layout, weights
from .card_sets import cards_below
from .clue_readings import ClueReading
from .evaluation import is_elsewhere, pace_of
from .features import set_feature, set_flag
from .layout import Mind


@inline
def describe_reading(m: Mind, read: ClueReading) -> None:
    """The features have the order of the readings and connections."""
    reading = layout.FIVE_STALL if read.reading == layout.EMPTY else read.reading
    set_feature(m, features.CLUE_PLAY + reading - layout.PLAY_CLUE, 1)
    if read.connection >= layout.DELAYED:
        set_feature(m, features.CLUE_DELAYED + read.connection - layout.DELAYED, 1)


@inline
def describe_focus(r: Rules, m: Mind, read: ClueReading, oldest: int) -> None:
    if read.focus == layout.NO_CELL:
        return
    kind = m.table.kinds[read.focus]
    is_critical = m.table.critical >> kind & 1
    set_feature(m, features.CLUE_PROMISE, bits.count_bits(read.promise))
    set_feature(m, features.CLUE_FOCUS_PLAYABLE, m.table.playable >> kind & 1)
    set_feature(m, features.CLUE_FOCUS_TRUE, read.promise >> kind & 1)
    set_flag(m, features.CLUE_FOCUS_CHOP, read.focus == oldest)
    if m.table.useful >> kind & 1 == 0:
        set_feature(m, features.CLUE_FOCUS_TRASH, 1)
        return
    set_feature(m, features.CLUE_FOCUS_CRITICAL, is_critical)
    if not is_critical and is_elsewhere(m, read.focus):
        set_feature(m, features.CLUE_FOCUS_COPIED, 1)
    set_feature(m, features.CLUE_FOCUS_DISTANCE, cards_below(r, m, kind))
    set_feature(m, features.CLUE_FOCUS_RANK, r.step[kind])
    if read.reading == layout.SAVE_CLUE or read.reading == layout.PLAY_OR_SAVE:
        set_feature(m, features.CLUE_SAVE_TWO, m.table.second_kinds >> kind & 1)
        set_feature(m, features.CLUE_SAVE_FIVE, (m.table.last_kinds & ~m.table.second_kinds) >> kind & 1)


@inline
def describe_new_cards(m: Mind, to: int, touched: int) -> None:
    """Cards touched for the first time: the tried clue is already in the mind, `saved_clues` has the earlier ones."""
    new, useful = 0, 0
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        is_new = touched >> slot & 1 if m.undo.clues[cell] == 0 else 0
        new += is_new
        useful += is_new & m.table.useful >> m.table.kinds[cell]
    set_feature(m, features.CLUE_NEW, new)
    set_feature(m, features.CLUE_AGAIN, bits.count_bits(touched) - new)
    set_feature(m, features.CLUE_NEW_USEFUL, useful)
    set_feature(m, features.CLUE_NEW_TRASH, new - useful)


@kernel
def describe_clue(
    r: Rules, m: Mind, to: int, clue: int, touched: int, read: ClueReading, oldest: int, busy: bool
) -> None:
    """Called by `score_clue` with the same arguments."""
    set_feature(m, features.CLUES, 1)
    describe_reading(m, read)
    describe_focus(r, m, read, oldest)
    describe_new_cards(m, to, touched)
    if action_ids.is_color_clue(r, clue):
        set_feature(m, features.CLUE_COLOR, 1)
    elif action_ids.clued_rank(r, clue) == 0:
        set_feature(m, features.CLUE_ONES, 1)
    if to == (m.me + 1) % r.players:
        set_feature(m, features.CLUE_NEXT, 1)
        set_feature(m, features.CLUE_NEXT_DANGER, m.choice.next_loss)
        if m.own.plays:
            set_feature(m, features.CLUE_WITH_PLAY_DANGER, m.choice.next_loss)
    set_flag(m, features.CLUE_LAST, to == (m.me + r.players - 1) % r.players)
    if busy:
        set_feature(m, features.CLUE_BUSY, 1)
        set_flag(m, features.CLUE_PLAY_BUSY, read.reading == layout.PLAY_CLUE)
    elif oldest != layout.NO_CELL and m.table.critical >> m.table.kinds[oldest] & 1:
        set_feature(m, features.CLUE_IN_DANGER, 1)
    describe_situation(r, m, read.reading)
    set_feature(m, features.CLUE_GAIN, min(max(m.choice.gain, -300), 300))
    set_flag(m, features.CLUE_GAINS, m.choice.gain > 0)
    for term in range(weights.MISPLAY_ENDS):  # the features have the order of the terms
        set_feature(m, features.CLUE_FIRST_PLAY + term, m.choice.changes[term])


@inline
def describe_situation(r: Rules, m: Mind, reading: int) -> None:
    set_feature(m, features.CLUE_TOKENS, m.table.tokens)
    is_stall = reading == layout.FIVE_STALL or reading == layout.EMPTY or reading == layout.UNEXPLAINED
    if m.table.tokens == r.clue_tokens:
        set_feature(m, features.CLUE_EIGHT, 1)
        set_flag(m, features.CLUE_STALL_EIGHT, is_stall)
    elif m.table.tokens == 1:
        set_feature(m, features.CLUE_LAST_TOKEN, 1)
    if m.own.plays:
        set_feature(m, features.CLUE_WITH_PLAY, 1)
        set_flag(m, features.CLUE_WITH_PLAY_SAVE, reading == layout.SAVE_CLUE or reading == layout.PLAY_OR_SAVE)
        set_flag(m, features.CLUE_WITH_PLAY_PLAY, reading == layout.PLAY_CLUE)
    set_flag(m, features.CLUE_WITH_BLIND, m.own.blind != 0)
    set_flag(m, features.CLUE_WITH_TRASH, m.own.trash != 0)
    if m.table.discarded == 0:
        set_feature(m, features.CLUE_EARLY, 1)
        set_flag(m, features.CLUE_STALL_EARLY, is_stall)
    set_feature(m, features.CLUE_PACE, min(max(pace_of(r, m), -5), 15))
    set_flag(m, features.CLUE_LAST_ROUND, m.table.turns_left >= 0)
    set_feature(m, features.CLUE_DECK, m.table.deck)
