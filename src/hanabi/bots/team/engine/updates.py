"""Updates of a mind: every action as its seat saw it."""

from hanabi.kernels.layout import HIDDEN, MAX_HAND, NO_LAST_ROUND, NO_TILE, Rules

from . import inline, kernel
from .belief import chop, owner_of
from .card_sets import update_sets
from .clue_reader import read_clue
from .layout import (
    ASKED,
    BLIND,
    CLUED,
    DISCARDED,
    EVERYTHING,
    NO_CELL,
    NO_READING,
    PLAYED,
    RESCUED,
    RESHUFFLED,
    Mind,
    ObservedMove,
    TurnStatus,
)
from .referee import kind_count, suit_of


@kernel
def begin_game(r: Rules, m: Mind, me: int, level: int) -> None:
    """Whole hands and no clues yet. The caller writes what this seat sees, then calls `update_sets`."""
    m.me, m.level, m.player, m.clock = me, level, 0, 0
    m.tokens, m.strikes = r.clue_tokens, 0
    m.deck = r.cards - r.players * r.hand_size
    m.turns_left, m.pending, m.discarded, m.waiting = NO_LAST_ROUND, NO_TILE, 0, 0
    m.reading, m.focus, m.promise, m.partner = NO_READING, NO_CELL, 0, -1
    for suit in range(r.suits):
        m.fireworks[suit] = 0
    for kind in range(kind_count(r)):
        m.lost[kind] = 0
    for seat in range(r.players):
        m.held[seat] = r.hand_size
        for slot in range(r.hand_size):
            m.hands[seat][slot] = seat * MAX_HAND + slot
            reset_cell(r, m, seat * MAX_HAND + slot)


@inline
def reset_cell(r: Rules, m: Mind, cell: int) -> None:
    m.kinds[cell] = HIDDEN
    m.open[cell] = r.all_kinds
    m.inferred[cell] = EVERYTHING
    m.clues[cell] = 0
    m.marks[cell] = 0
    m.giver[cell] = -1
    m.since[cell] = 0


@inline
def take(r: Rules, m: Mind, seat: int, slot: int) -> int:
    """Take a card out of a hand; its cell, past the end of the hand, is for the next card."""
    cell = m.hands[seat][slot]
    m.held[seat] -= 1
    for place in range(slot, m.held[seat]):
        m.hands[seat][place] = m.hands[seat][place + 1]
    m.hands[seat][m.held[seat]] = cell
    reset_cell(r, m, cell)
    return cell


@inline
def draw(m: Mind, seat: int, kind: int) -> None:
    m.kinds[m.hands[seat][m.held[seat]]] = kind
    m.held[seat] += 1


@kernel
def settle_waits(r: Rules, m: Mind, seat: int, cell: int, playable: int) -> None:
    """Drop connections that `seat`, who was asked for a card, did not play. `playable` is from before this turn."""
    kept = 0
    for place in range(m.waiting):
        focus, face = m.wait_focus[place], m.wait_face[place]
        card, kind = m.wait_card[place], m.wait_kind[place]
        due = owner_of(card) == seat and playable >> kind & 1
        if focus == cell or (card == cell and m.fireworks[suit_of(kind)] > r.step[kind]):
            continue
        if due or card == cell:
            if m.inferred[focus] & ~(1 << face):
                m.inferred[focus] &= ~(1 << face)
            continue
        m.wait_focus[kept], m.wait_face[kept] = focus, face
        m.wait_card[kept], m.wait_kind[kept] = card, kind
        kept += 1
    m.waiting = kept
    for slot in range(m.held[seat]):
        card = m.hands[seat][slot]
        if m.inferred[card] & ~playable == 0:
            m.marks[card] &= ~ASKED
        if m.marks[card] & BLIND and m.inferred[card] & ~playable == 0:
            m.marks[card] &= ~BLIND
            m.inferred[card] = EVERYTHING


@kernel
def observe_move(r: Rules, m: Mind, move: ObservedMove) -> None:
    """Bring a mind up to date with one action of any seat."""
    playable = m.playable
    m.clock += 1
    seat, kind = move.seat, move.kind
    cell = NO_CELL
    if move.what == PLAYED or move.what == DISCARDED:
        cell = m.hands[seat][move.slot]
        if move.what == DISCARDED and chop(m, seat) == cell:
            m.discarded += 1
        take(r, m, seat, move.slot)
        if move.is_added:
            m.fireworks[suit_of(kind)] += 1
        else:
            m.lost[kind] += 1
    elif move.what == RESHUFFLED:
        m.lost[kind] -= 1
    elif move.what == RESCUED:
        m.lost[kind] -= 1
        m.fireworks[suit_of(kind)] += 1
    if move.drawn >= HIDDEN:
        draw(m, seat, move.drawn)
    update_sets(r, m)
    if move.what == CLUED:
        read_clue(r, m, seat, move.to, move.clue, move.touched)
    settle_waits(r, m, seat, cell, playable)


@inline
def set_status(m: Mind, status: TurnStatus) -> None:
    m.player, m.tokens, m.strikes = status.player, status.tokens, status.strikes
    m.deck, m.turns_left, m.pending = status.deck, status.turns_left, status.pending
