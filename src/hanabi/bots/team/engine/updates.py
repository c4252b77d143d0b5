"""Updates of a mind after every action, as its seat saw it."""

from hanabi.kernels import HIDDEN, MAX_HAND, NO_TILE, Rules
from hanabi.kernels.layout import NO_LAST_ROUND

from . import cards, inline, kernel, layout
from .card_sets import cards_below, is_known_playable, update_sets
from .clue_reader import read_clue
from .conventions.belief import belief
from .conventions.call_by_place import call_by_place, is_positional_discard
from .conventions.chop import chop
from .conventions.finesse import shift_calls
from .conventions.gentlemans_discard import ask_for_copy
from .conventions.good_touch import unclaimed
from .conventions.missing_card import call_by_counting
from .conventions.order_chop_move import move_chop_by_order, ones_before
from .layout import Mind
from .partners import FIRST_ANSWERS, FIRST_FOLLOWS, judge_action, judge_clue
from .promises import drop_stale_calls, holder_of, is_touched, literal
from .tried_clue import ignore_saved_beliefs


@kernel
def reset_mind(r: Rules, m: Mind, me: int, conventions: int) -> None:
    """Start a game with full hands and no clues. The caller writes what this seat sees, then calls `update_sets`."""
    m.me, m.conventions, m.player, m.clock = me, conventions, 0, 0
    m.tokens, m.strikes = r.clue_tokens, 0
    m.deck = r.cards - r.players * r.hand_size
    m.turns_left, m.pending, m.discarded, m.waiting = NO_LAST_ROUND, NO_TILE, 0, 0
    m.last_turn, m.clued_at, m.clued_by = 0, -MAX_HAND, 0
    m.chop_cell, m.chop_since = me * MAX_HAND, 0
    m.reading, m.focus, m.promise, m.partner = layout.NO_READING, layout.NO_CELL, 0, -1
    ignore_saved_beliefs(r, m)
    for suit in range(r.suits):
        m.fireworks[suit] = 0
    m.last_kinds, m.second_kinds = 0, 0
    for kind in range(cards.kind_count(r)):
        m.lost[kind] = 0
        if r.step[kind] == r.ranks - 1:
            m.last_kinds |= 1 << kind
        if r.step[kind] == 1:
            m.second_kinds |= 1 << kind
    for seat in range(r.players):
        m.held[seat] = r.hand_size
        m.follows[seat], m.answers[seat] = FIRST_FOLLOWS, FIRST_ANSWERS
        for slot in range(MAX_HAND):
            m.hands[seat][slot] = seat * MAX_HAND + slot
            reset_cell(r, m, seat * MAX_HAND + slot)


@inline
def reset_cell(r: Rules, m: Mind, cell: int) -> None:
    m.kinds[cell] = HIDDEN
    m.possible[cell] = r.all_kinds
    m.inferred[cell] = layout.EVERYTHING
    m.clues[cell] = 0
    m.marks[cell] = 0
    m.giver[cell] = -1
    m.since[cell] = 0
    m.drawn_at[cell] = 0


@inline
def take_card(r: Rules, m: Mind, seat: int, slot: int) -> int:
    """Take a card out of a hand; its cell moves past the end of the hand, for the next card."""
    cell = m.hands[seat][slot]
    m.held[seat] -= 1
    for place in range(slot, m.held[seat]):
        m.hands[seat][place] = m.hands[seat][place + 1]
    m.hands[seat][m.held[seat]] = cell
    reset_cell(r, m, cell)
    return cell


@inline
def draw_card(m: Mind, seat: int, kind: int) -> None:
    cell = m.hands[seat][m.held[seat]]
    m.kinds[cell] = kind
    m.drawn_at[cell] = m.clock
    m.held[seat] += 1


@kernel
def settle_waits(r: Rules, m: Mind, seat: int, cell: int, playable: int, keep: bool) -> None:
    """Drop connections that `seat` was asked for and did not play. `playable` is from before this turn.

    With `keep` (the player did not discard) the answer may still come later, unless the call was doubtful.
    """
    count = 0
    for place in range(m.waiting):
        focus, face = m.wait_focus[place], m.wait_face[place]
        card, kind = m.wait_card[place], m.wait_kind[place]
        due = holder_of(card) == seat and playable >> kind & 1 and not keep
        if focus == cell or (card == cell and m.fireworks[cards.suit_of(kind)] > r.step[kind]):
            continue
        if due or card == cell:
            if m.inferred[focus] & ~(1 << face):
                m.inferred[focus] &= ~(1 << face)
            continue
        m.wait_focus[count], m.wait_face[count] = focus, face
        m.wait_card[count], m.wait_kind[count] = card, kind
        count += 1
    m.waiting = count
    for slot in range(m.held[seat]):
        card = m.hands[seat][slot]
        if m.since[card] == m.clock or (keep and m.marks[card] & layout.DOUBTFUL == 0):
            continue
        if m.inferred[card] & ~playable == 0:
            m.marks[card] &= ~layout.ASKED
        if m.marks[card] & layout.BLIND and m.inferred[card] & ~playable == 0:
            m.marks[card] &= ~layout.BLIND
            m.inferred[card] = layout.EVERYTHING
            drop_doubtful_calls(m, seat, m.since[card])


@inline
def drop_doubtful_calls(m: Mind, seat: int, since: int) -> None:
    """A call for several cards is over if the first was not played."""
    for slot in range(m.held[seat]):
        card = m.hands[seat][slot]
        if m.marks[card] & layout.BLIND and m.marks[card] & layout.DOUBTFUL and m.since[card] == since:
            m.marks[card] &= ~layout.BLIND
            m.inferred[card] = layout.EVERYTHING


@kernel
def explain_by_blind_play(r: Rules, m: Mind, seat: int, cell: int, kind: int) -> None:
    """An unclued card played at the first turn after a clue to another player: that clue asked for it.

    So the focus of the clue follows the card (a finesse) or, if it cannot, is one card away from playable (a bluff),
    and nothing else is asked of the receiver. Called before the play is carried out.
    """
    focus = m.focus
    is_answer = (m.clock - 1 - m.clued_at) == (seat - m.clued_by - 1) % r.players
    if m.turns_left >= 0 or focus == layout.NO_CELL or not is_answer or seat == holder_of(focus):
        return
    if m.clues[cell] or (m.marks[cell] & layout.BLIND and m.since[cell] != m.clued_at):
        return
    if (
        m.reading != layout.PLAY_CLUE
        and m.reading != layout.SAVE_CLUE
        and m.reading != layout.PLAY_OR_SAVE
        and m.reading != layout.UNEXPLAINED
    ):
        return
    near, follower = 0, 0
    for other in range(cards.kind_count(r)):
        if m.useful >> other & 1 and cards_below(r, m, other) == 1:
            near |= 1 << other
            if cards.suit_of(other) == cards.suit_of(kind):
                follower = 1 << other
    open_faces = literal(m, focus)
    faces = follower & open_faces if follower & open_faces else near & open_faces
    faces = unclaimed(r, m, focus, faces)
    if faces == 0:
        return
    for place in range(m.waiting):
        if m.wait_focus[place] == focus and is_link_after(m, place, kind):
            faces |= m.inferred[focus] & 1 << m.wait_face[place]
    m.inferred[focus] = faces
    withdraw_from_receiver(m, holder_of(focus), kind)


@inline
def is_link_after(m: Mind, place: int, kind: int) -> bool:
    """This wait is for another card of the same firework (a double finesse)."""
    return m.wait_kind[place] != kind and cards.suit_of(m.wait_kind[place]) == cards.suit_of(kind)


@inline
def withdraw_from_receiver(m: Mind, to: int, kind: int) -> None:
    """The latest clue asks nothing of its receiver's other cards, and of others only cards of this firework."""
    count = 0
    for place in range(m.waiting):
        if m.wait_focus[place] != m.focus or is_link_after(m, place, kind) or m.wait_kind[place] == kind:
            m.wait_focus[count], m.wait_face[count] = m.wait_focus[place], m.wait_face[place]
            m.wait_card[count], m.wait_kind[count] = m.wait_card[place], m.wait_kind[place]
            count += 1
    m.waiting = count
    for slot in range(m.held[to]):
        card = m.hands[to][slot]
        if m.marks[card] & layout.BLIND and m.since[card] == m.clued_at:
            m.marks[card] &= ~layout.BLIND
            m.inferred[card] = layout.EVERYTHING


@kernel
def mark_passed_over(r: Rules, m: Mind, what: int) -> None:
    """This seat discards or gives a clue: mark the known plays that it passed over."""
    mark = layout.PASSED if what == layout.DISCARDED else layout.POSTPONED
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        if is_touched(m, cell) and is_known_playable(m, belief(r, m, cell)):
            m.marks[cell] |= mark


@inline
def clear_passed_over(m: Mind, touched: int) -> None:
    """A clue to this seat: cards passed over before may be played now."""
    for slot in range(m.held[m.me]):
        if touched >> slot & 1:
            m.marks[m.hands[m.me][slot]] &= ~(layout.PASSED | layout.POSTPONED)


@kernel
def observe_move(r: Rules, m: Mind, move: layout.ObservedMove) -> None:
    """Update a mind with one action of any seat."""
    playable = m.playable
    m.clock += 1
    seat, kind = move.seat, move.kind
    cell = layout.NO_CELL
    is_given_up, is_pointed, ones = False, False, 0
    judge_action(r, m, move)
    if seat == m.me and (move.what == layout.DISCARDED or move.what == layout.CLUED):
        mark_passed_over(r, m, move.what)
    if move.what == layout.PLAYED or move.what == layout.DISCARDED:
        cell = m.hands[seat][move.slot]
        if move.what == layout.DISCARDED and chop(m, seat) == cell:
            m.discarded += 1
        if move.what == layout.PLAYED:
            ones = ones_before(r, m, seat, move.slot)
        if move.is_added:
            shift_calls(r, m, seat, cell, kind)
            explain_by_blind_play(r, m, seat, cell, kind)
        else:
            is_pointed = is_positional_discard(r, m, seat, cell)
            is_given_up = move.what == layout.DISCARDED and is_known_playable(m, belief(r, m, cell))
        take_card(r, m, seat, move.slot)
        if move.is_added:
            m.fireworks[cards.suit_of(kind)] += 1
        else:
            m.lost[kind] += 1
    elif move.what == layout.RESHUFFLED:
        m.lost[kind] -= 1
    elif move.what == layout.RESCUED:
        m.lost[kind] -= 1
        m.fireworks[cards.suit_of(kind)] += 1
    if move.drawn >= HIDDEN:
        draw_card(m, seat, move.drawn)
    if move.what != layout.CLUED or move.drawn >= HIDDEN:
        update_sets(r, m)
    if is_given_up:
        ask_for_copy(r, m, seat, kind)
    if is_pointed:
        call_by_place(r, m, seat, move.slot)
    move_chop_by_order(r, m, seat, ones)
    if move.what == layout.CLUED:
        m.clued_at, m.clued_by = m.clock, seat
        if move.to == m.me:
            clear_passed_over(m, move.touched)
        read_clue(r, m, seat, move.to, move.clue, move.touched)
        judge_clue(m, seat)
    settle_waits(r, m, seat, cell, playable, move.what != layout.DISCARDED)
    drop_stale_calls(r, m)
    call_by_counting(r, m)
    if seat == m.me:
        m.last_turn = m.clock
    oldest = chop(m, m.me)
    if oldest != m.chop_cell:
        m.chop_cell, m.chop_since = oldest, m.clock


@inline
def set_status(m: Mind, status: layout.TurnStatus) -> None:
    m.player, m.tokens, m.strikes = status.player, status.tokens, status.strikes
    m.deck, m.turns_left, m.pending = status.deck, status.turns_left, status.pending
