"""A mind follows the game: every turn as its seat saw it."""

from hanabi.kernels.layout import HIDDEN, MAX_HAND, NO_LAST_ROUND, NO_TILE, Rules

from . import inline, kernel
from .belief import chop, owner_of
from .card_sets import survey
from .clue_reader import read_clue
from .layout import ASKED, BLIND, CLUED, DISCARDED, EVERYTHING, NO_CELL, NO_READING, PLAYED, RESCUED, RESHUFFLED, Mind
from .referee import kind_count, suit_of


@kernel
def sit_down(r: Rules, m: Mind, me: int, level: int) -> None:
    """A game begins: whole hands, nothing said yet. What this seat sees, the caller writes and has surveyed."""
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
            forget(r, m, seat * MAX_HAND + slot)


@inline
def forget(r: Rules, m: Mind, cell: int) -> None:
    m.kinds[cell] = HIDDEN
    m.open[cell] = r.all_kinds
    m.idea[cell] = EVERYTHING
    m.told[cell] = 0
    m.marks[cell] = 0
    m.giver[cell] = -1
    m.since[cell] = 0


@inline
def take(r: Rules, m: Mind, seat: int, slot: int) -> int:
    """Lift a card out; its cell waits, past the hand, for the next card."""
    cell = m.hands[seat][slot]
    m.held[seat] -= 1
    for place in range(slot, m.held[seat]):
        m.hands[seat][place] = m.hands[seat][place + 1]
    m.hands[seat][m.held[seat]] = cell
    forget(r, m, cell)
    return cell


@inline
def draw(m: Mind, seat: int, kind: int) -> None:
    m.kinds[m.hands[seat][m.held[seat]]] = kind
    m.held[seat] += 1


@kernel
def settle_waits(r: Rules, m: Mind, seat: int, cell: int, playable: int) -> None:
    """Who was asked for a card and did not play it was not asked. `playable` is what was so before this turn."""
    kept = 0
    for place in range(m.waiting):
        focus, face = m.wait_focus[place], m.wait_face[place]
        card, kind = m.wait_card[place], m.wait_kind[place]
        due = owner_of(card) == seat and playable >> kind & 1
        if focus == cell or (card == cell and m.fireworks[suit_of(kind)] > r.step[kind]):
            continue
        if due or card == cell:
            if m.idea[focus] & ~(1 << face):
                m.idea[focus] &= ~(1 << face)
            continue
        m.wait_focus[kept], m.wait_face[kept] = focus, face
        m.wait_card[kept], m.wait_kind[kept] = card, kind
        kept += 1
    m.waiting = kept
    for slot in range(m.held[seat]):
        card = m.hands[seat][slot]
        if m.idea[card] & ~playable == 0:
            m.marks[card] &= ~ASKED
        if m.marks[card] & BLIND and m.idea[card] & ~playable == 0:
            m.marks[card] &= ~BLIND
            m.idea[card] = EVERYTHING


@kernel
def watch(
    r: Rules,
    m: Mind,
    what: int,
    seat: int,
    slot: int,
    kind: int,
    to: int,
    clue: int,
    touched: int,
    drawn: int,
    is_added: bool,
) -> None:
    """One turn of `seat`: what was done, and the face drawn after it (HIDDEN for this mind's own; -2: none)."""
    playable = m.playable
    m.clock += 1
    cell = NO_CELL
    if what == PLAYED or what == DISCARDED:
        cell = m.hands[seat][slot]
        if what == DISCARDED and chop(m, seat) == cell:
            m.discarded += 1
        take(r, m, seat, slot)
        if is_added:
            m.fireworks[suit_of(kind)] += 1
        else:
            m.lost[kind] += 1
    elif what == RESHUFFLED:
        m.lost[kind] -= 1
    elif what == RESCUED:
        m.lost[kind] -= 1
        m.fireworks[suit_of(kind)] += 1
    if drawn >= HIDDEN:
        draw(m, seat, drawn)
    survey(r, m)
    if what == CLUED:
        read_clue(r, m, seat, to, clue, touched)
    settle_waits(r, m, seat, cell, playable)
