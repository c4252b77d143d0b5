"""Updates of a mind after every action, as its seat saw it."""

from hanabi.kernels.layout import NO_LAST_ROUND

from . import HIDDEN, MAX_HAND, NO_TILE, Rules, cards, inline, kernel, layout
from .card_sets import cards_below, is_known_playable, update_sets, update_table_sets
from .clue_reader import read_clue
from .clue_readings import NOTHING, ClueReading
from .conventions import call_by_place, finesse, gentlemans_discard, good_touch, missing_card, order_chop_move
from .conventions.belief import belief
from .conventions.chop import chop
from .layout import Mind
from .partners import judge_action, judge_clue
from .promises import drop_stale_calls, holder_of, is_touched, keep_wait, literal, withdraw_call
from .tried_clue import ignore_saved_beliefs


@kernel
def reset_mind(r: Rules, m: Mind, me: int, conventions: int) -> None:
    """Start a game with full hands and no clues. The caller writes what this seat sees, then calls `update_sets`."""
    m.me, m.conventions, m.table.player, m.table.clock = me, conventions, 0, 0
    m.table.tokens, m.table.strikes = r.clue_tokens, 0
    m.table.deck = r.cards - r.players * r.hand_size
    m.table.turns_left, m.table.pending, m.table.discarded, m.cards.waiting = NO_LAST_ROUND, NO_TILE, 0, 0
    m.table.recovery_tiles = 0
    m.own.last_turn = 0
    m.own.chop_cell, m.own.chop_since = me * MAX_HAND, 0
    remember_clue(m, NOTHING, -MAX_HAND, 0)
    ignore_saved_beliefs(r, m)
    for suit in range(r.suits):
        m.table.fireworks[suit] = 0
    m.table.last_kinds, m.table.second_kinds = 0, 0
    for kind in range(cards.kind_count(r)):
        m.table.lost[kind] = 0
        if r.step[kind] == r.ranks - 1:
            m.table.last_kinds |= 1 << kind
        if r.step[kind] == 1:
            m.table.second_kinds |= 1 << kind
    for seat in range(r.players):
        m.table.held[seat] = r.hand_size
        m.partners.odds[seat] = m.partners.first_odds[seat]
        for slot in range(MAX_HAND):
            m.table.hands[seat][slot] = seat * MAX_HAND + slot
            reset_cell(r, m, seat * MAX_HAND + slot)


@inline
def reset_cell(r: Rules, m: Mind, cell: int) -> None:
    c = m.cards
    m.table.kinds[cell] = HIDDEN
    c.possible[cell] = r.all_kinds
    c.inferred[cell] = layout.EVERYTHING
    c.clues[cell] = 0
    c.marks[cell] = 0
    c.giver[cell] = -1
    c.since[cell] = 0
    c.drawn_at[cell] = 0


@inline
def remember_clue(m: Mind, read: ClueReading, given_at: int, giver: int) -> None:
    m.latest.reading, m.latest.focus, m.latest.promise = read.reading, read.focus, read.promise
    m.latest.connection, m.latest.partner = read.connection, read.partner
    m.latest.given_at, m.latest.given_by = given_at, giver


@inline
def take_card(r: Rules, m: Mind, seat: int, slot: int) -> None:
    """Take a card out of a hand; its cell moves past the end of the hand, for the next card."""
    t = m.table
    cell = t.hands[seat][slot]
    t.held[seat] -= 1
    for place in range(slot, t.held[seat]):
        t.hands[seat][place] = t.hands[seat][place + 1]
    t.hands[seat][t.held[seat]] = cell
    reset_cell(r, m, cell)


@inline
def draw_card(m: Mind, seat: int, kind: int) -> None:
    cell = m.table.hands[seat][m.table.held[seat]]
    m.table.kinds[cell] = kind
    m.cards.drawn_at[cell] = m.table.clock
    m.table.held[seat] += 1


@kernel
def settle_waits(r: Rules, m: Mind, seat: int, cell: int, playable: int, keep: bool) -> None:
    """Drop connections that `seat` was asked for and did not play. `playable` is from before this turn.

    With `keep` (the player did not discard) the answer may still come later, unless the call was doubtful.
    """
    c, t = m.cards, m.table
    count = 0
    for place in range(c.waiting):
        focus, face = c.wait_focus[place], c.wait_face[place]
        card, kind = c.wait_card[place], c.wait_kind[place]
        due = holder_of(card) == seat and playable >> kind & 1 and not keep
        if focus == cell or (card == cell and t.fireworks[cards.suit_of(kind)] > r.step[kind]):
            continue
        if due or card == cell:
            if c.inferred[focus] & ~(1 << face):
                c.inferred[focus] &= ~(1 << face)
            continue
        count = keep_wait(m, place, count)
    c.waiting = count
    for slot in range(t.held[seat]):
        card = t.hands[seat][slot]
        if c.since[card] == t.clock or (keep and c.marks[card] & layout.DOUBTFUL == 0):
            continue
        if c.inferred[card] & ~playable == 0:
            c.marks[card] &= ~layout.ASKED
        if c.marks[card] & layout.BLIND and c.inferred[card] & ~playable == 0:
            withdraw_call(m, card)
            drop_doubtful_calls(m, seat, c.since[card])


@inline
def drop_doubtful_calls(m: Mind, seat: int, since: int) -> None:
    """A call for several cards is over if the first was not played."""
    for slot in range(m.table.held[seat]):
        card = m.table.hands[seat][slot]
        is_doubtful = m.cards.marks[card] & layout.BLIND and m.cards.marks[card] & layout.DOUBTFUL
        if is_doubtful and m.cards.since[card] == since:
            withdraw_call(m, card)


@kernel
def explain_by_blind_play(r: Rules, m: Mind, seat: int, cell: int, kind: int) -> None:
    """An unclued card played at the first turn after a clue to another player: that clue asked for it.

    So the focus of the clue follows the card (a finesse) or, if it cannot, is one card away from playable (a bluff),
    and nothing else is asked of the receiver. Called before the play is carried out.
    """
    focus = m.latest.focus
    is_answer = (m.table.clock - 1 - m.latest.given_at) == (seat - m.latest.given_by - 1) % r.players
    if m.table.turns_left >= 0 or focus == layout.NO_CELL or not is_answer or seat == holder_of(focus):
        return
    if m.cards.clues[cell] or (m.cards.marks[cell] & layout.BLIND and m.cards.since[cell] != m.latest.given_at):
        return
    reading = m.latest.reading
    is_save = reading == layout.SAVE_CLUE or reading == layout.PLAY_OR_SAVE
    if not is_save and reading != layout.PLAY_CLUE and reading != layout.UNEXPLAINED:
        return
    near, follower = 0, 0
    for other in range(cards.kind_count(r)):
        if m.table.useful >> other & 1 and cards_below(r, m, other) == 1:
            near |= 1 << other
            if cards.suit_of(other) == cards.suit_of(kind):
                follower = 1 << other
    open_faces = literal(m, focus)
    faces = follower & open_faces if follower & open_faces else near & open_faces
    faces = good_touch.unclaimed(r, m, focus, faces)
    if faces == 0:
        return
    for place in range(m.cards.waiting):
        if m.cards.wait_focus[place] == focus and is_link_after(m, place, kind):
            faces |= m.cards.inferred[focus] & 1 << m.cards.wait_face[place]
    m.cards.inferred[focus] = faces
    withdraw_from_receiver(m, holder_of(focus), kind)


@inline
def is_link_after(m: Mind, place: int, kind: int) -> bool:
    """This wait is for another card of the same firework (a double finesse)."""
    return m.cards.wait_kind[place] != kind and cards.suit_of(m.cards.wait_kind[place]) == cards.suit_of(kind)


@inline
def withdraw_from_receiver(m: Mind, to: int, kind: int) -> None:
    """The latest clue asks nothing of its receiver's other cards, and of others only cards of this firework."""
    count = 0
    for place in range(m.cards.waiting):
        is_same_firework = is_link_after(m, place, kind) or m.cards.wait_kind[place] == kind
        if m.cards.wait_focus[place] != m.latest.focus or is_same_firework:
            count = keep_wait(m, place, count)
    m.cards.waiting = count
    for slot in range(m.table.held[to]):
        card = m.table.hands[to][slot]
        if m.cards.marks[card] & layout.BLIND and m.cards.since[card] == m.latest.given_at:
            withdraw_call(m, card)


@kernel
def mark_passed_over(r: Rules, m: Mind, what: int) -> None:
    """This seat discards or gives a clue: mark the known plays that it passed over."""
    mark = layout.PASSED if what == layout.DISCARDED else layout.POSTPONED
    for slot in range(m.table.held[m.me]):
        cell = m.table.hands[m.me][slot]
        if is_touched(m, cell) and is_known_playable(m, belief(r, m, cell)):
            m.cards.marks[cell] |= mark


@inline
def clear_passed_over(m: Mind, touched: int) -> None:
    """A clue to this seat: cards passed over before may be played now."""
    for slot in range(m.table.held[m.me]):
        if touched >> slot & 1:
            m.cards.marks[m.table.hands[m.me][slot]] &= ~(layout.PASSED | layout.POSTPONED)


@kernel
def observe_move(r: Rules, m: Mind, move: layout.ObservedMove) -> None:
    """Update a mind with one action of any seat."""
    playable = m.table.playable
    m.table.clock += 1
    seat, kind = move.seat, move.kind
    cell = layout.NO_CELL
    is_given_up, is_pointed, ones = False, False, 0
    judge_action(r, m, move)
    if seat == m.me and (move.what == layout.DISCARDED or move.what == layout.CLUED):
        mark_passed_over(r, m, move.what)
    if move.what == layout.PLAYED or move.what == layout.DISCARDED:
        cell = m.table.hands[seat][move.slot]
        if move.what == layout.DISCARDED and chop(m, seat) == cell:
            m.table.discarded += 1
        if move.what == layout.PLAYED:
            ones = order_chop_move.ones_before(r, m, seat, move.slot)
        if move.is_added:
            finesse.shift_calls(r, m, seat, cell, kind)
            explain_by_blind_play(r, m, seat, cell, kind)
        else:
            is_pointed = call_by_place.is_positional_discard(r, m, seat, cell)
            is_given_up = move.what == layout.DISCARDED and is_known_playable(m, belief(r, m, cell))
        take_card(r, m, seat, move.slot)
        if move.is_added:
            m.table.fireworks[cards.suit_of(kind)] += 1
        else:
            m.table.lost[kind] += 1
    elif move.what == layout.RESHUFFLED:
        m.table.lost[kind] -= 1
    elif move.what == layout.RESCUED:
        m.table.lost[kind] -= 1
        m.table.fireworks[cards.suit_of(kind)] += 1
    if move.drawn >= HIDDEN:
        draw_card(m, seat, move.drawn)
    if move.what != layout.CLUED or move.drawn >= HIDDEN:
        update_sets(r, m)
    if is_given_up:
        gentlemans_discard.ask_for_copy(r, m, seat, kind)
    if is_pointed:
        call_by_place.call_by_place(r, m, seat, move.slot)
    order_chop_move.move_chop_by_order(r, m, seat, ones)
    if move.what == layout.CLUED:
        if move.to == m.me:
            clear_passed_over(m, move.touched)
        remember_clue(m, read_clue(r, m, seat, move.to, move.clue, move.touched), m.table.clock, seat)
        judge_clue(m, move)
    settle_waits(r, m, seat, cell, playable, move.what != layout.DISCARDED)
    drop_stale_calls(r, m)
    missing_card.call_by_counting(r, m)
    if seat == m.me:
        m.own.last_turn = m.table.clock
    oldest = chop(m, m.me)
    if oldest != m.own.chop_cell:
        m.own.chop_cell, m.own.chop_since = oldest, m.table.clock


@inline
def set_status(r: Rules, m: Mind, status: layout.TurnStatus) -> None:
    is_tile_turned = m.table.pending != status.pending or m.table.recovery_tiles != status.recovery_tiles
    m.table.player, m.table.tokens, m.table.strikes = status.player, status.tokens, status.strikes
    m.table.deck, m.table.turns_left, m.table.pending = status.deck, status.turns_left, status.pending
    m.table.recovery_tiles = status.recovery_tiles
    if is_tile_turned:
        update_table_sets(r, m)
