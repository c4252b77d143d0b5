"""How a clue is read: what it says in plain words, then the conventions in the order in which they are tried."""

from hanabi.kernels.layout import MAX_HAND, Rules

from . import inline, kernel
from .belief import belief
from .clue_requests import read_for_others
from .conventions.card_clued_again import read_reclued
from .conventions.chop import chop_as_read
from .conventions.fill_in import fills_in, settled_slots, tells
from .conventions.five_stall import is_last_card_clue, is_stall
from .conventions.fives_chop_move import keep_chop
from .conventions.fix_clue import fixes
from .conventions.focus import focus_of
from .conventions.good_touch import unclaimed
from .conventions.play_clue import plays_seen_by_receiver
from .conventions.repeated_clue import asks_again
from .conventions.save_clue import savable
from .conventions.self_finesse import plays_from_own_hand
from .conventions.trash_chop_move import read_useless
from .layout import (
    BLIND,
    DIRECT,
    EMPTY,
    FILL_IN,
    NO_CELL,
    ON_CHOP,
    PLAY_CLUE,
    PLAY_OR_SAVE,
    SAVE_CLUE,
    TEMPO,
    UNEXPLAINED,
    WHOLE_HAND,
    Mind,
)
from .level_table import KNOWS_PLAY_CLUE, PLAIN
from .promises import conventions_of, is_strict, literal, owner_of


@kernel
def touch_cards(r: Rules, m: Mind, giver: int, to: int, clue: int, touched: int) -> None:
    """The literal meaning of a clue."""
    m.new_cells |= WHOLE_HAND << to * MAX_HAND
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if touched >> slot & 1:
            m.open[cell] &= r.touch[clue]
            if m.clues[cell] == 0:
                m.giver[cell] = giver
                m.since[cell] = m.clock
            m.clues[cell] |= 1 << clue
        else:
            m.open[cell] &= ~r.touch[clue]


@inline
def is_forced(r: Rules, m: Mind, giver: int) -> bool:
    """Another seat had to give some clue: with all clue tokens there nobody may discard. Not so at the first turn."""
    return giver != m.me and m.tokens >= r.clue_tokens and m.clock > 1


@kernel
def read_new(r: Rules, m: Mind, giver: int, focus: int, clue: int, on_chop: bool, told: int) -> int:
    """A clue that touches cards for the first time speaks about its focus. Returns what it may be saving.

    Unless the focus can be nothing new and an older card, one of the slots `told`, becomes clear: it is about that one.
    """
    to = owner_of(focus)
    faces = literal(m, focus) & m.useful
    fresh = unclaimed(r, m, focus, faces)
    if fresh:
        faces = fresh
    elif fills_in(r, m, to, told):
        return 0
    saves = 0
    if on_chop:
        saves = savable(r, m, giver, to, clue, faces)
    elif is_last_card_clue(r, clue):
        keep_chop(r, m, giver, to)
        if is_stall(r, m, giver, faces):
            return 0
    plays = plays_seen_by_receiver(r, m, giver, focus, faces)
    if plays | saves == 0 and m.conventions & KNOWS_PLAY_CLUE and not is_forced(r, m, giver):
        plays = plays_from_own_hand(r, m, giver, focus, faces)
    m.promise = plays | saves
    if m.promise == 0:
        m.reading = UNEXPLAINED
        return 0
    m.inferred[focus] = m.promise
    if saves == 0:
        m.reading = PLAY_CLUE
    elif plays == 0:
        m.reading = SAVE_CLUE
    else:
        m.reading = PLAY_OR_SAVE
    return saves


@kernel
def read_again(r: Rules, m: Mind, to: int, touched: int, settled: int) -> None:
    """A clue on touched cards alone: it fills in or mends what is known, else its focus is playable now."""
    if fixes(m, to) or fills_in(r, m, to, ~settled) or asks_again(r, m, to, touched & ~settled):
        return
    m.reading = UNEXPLAINED


@kernel
def read_again_strictly(r: Rules, m: Mind, giver: int, to: int, touched: int, settled: int) -> None:
    """The same as every club reads it: the newest of the cards is to be played, or asks for what comes before it."""
    if fixes(m, to):
        return
    m.reading = UNEXPLAINED
    is_fill_in = fills_in(r, m, to, ~settled)
    focus = NO_CELL
    for slot in range(m.held[to]):
        if touched >> slot & 1:
            focus = m.hands[to][slot]
    plays = 0
    for faces in (belief(r, m, focus) & m.useful, literal(m, focus) & m.useful):
        if plays == 0:
            plays = plays_seen_by_receiver(r, m, giver, focus, faces)
        if plays == 0:
            plays = plays_from_own_hand(r, m, giver, focus, faces)
    m.focus, m.promise = focus, plays
    if plays:
        m.inferred[focus] = plays
        if not is_fill_in:
            m.reading = TEMPO
    read_for_others(r, m, giver, focus, 0, 0)


@kernel
def read_clue(r: Rules, m: Mind, giver: int, to: int, clue: int, touched: int) -> None:
    """Read a clue: its literal meaning first, then what the conventions make of it."""
    oldest = chop_as_read(m, to)
    plain = conventions_of(m, giver) == PLAIN or conventions_of(m, to) == PLAIN
    new, settled = 0, 0
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if touched >> slot & 1 and m.clues[cell] == 0:
            new |= 1 << slot
    if new != touched or plain:
        settled = settled_slots(r, m, to)
    touch_cards(r, m, giver, to, clue, touched)
    m.focus, m.promise, m.partner = NO_CELL, 0, -1
    m.connection = DIRECT
    if touched == 0:
        m.reading = EMPTY
        return
    m.reading = 0
    if plain:
        if not tells(r, m, to, touched & ~settled):
            m.reading = UNEXPLAINED
        return
    if new == 0 and is_strict(m, giver):
        read_again_strictly(r, m, giver, to, touched, settled)
        return
    if new == 0:
        read_again(r, m, to, touched, settled)
        if not is_last_card_clue(r, clue):
            read_reclued(r, m, giver, to, touched)
        return
    for slot in range(m.held[to]):
        if new >> slot & 1:
            m.marks[m.hands[to][slot]] &= ~BLIND
    m.focus = focus_of(m, to, new, oldest)
    if m.focus == oldest and m.focus != NO_CELL:
        m.marks[oldest] |= ON_CHOP
    if read_useless(r, m, to, new):
        return
    if m.focus == NO_CELL:
        m.reading = UNEXPLAINED
        return
    saves = read_new(r, m, giver, m.focus, clue, m.focus == oldest, touched & ~new)
    if m.reading == FILL_IN:
        if not is_last_card_clue(r, clue):
            read_reclued(r, m, giver, to, touched & ~new)
        return
    read_for_others(r, m, giver, m.focus, saves, touched & ~new)
