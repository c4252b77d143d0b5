"""How a clue is read: first its plain meaning, then the conventions in the order in which they are tried."""

from hanabi.kernels import HIDDEN, MAX_HAND, Rules

from . import inline, kernel, layout
from .conventions.belief import belief
from .conventions.bluff import is_misled, read_bluff
from .conventions.card_clued_again import read_reclued
from .conventions.chop import chop_as_read
from .conventions.connections import connection_of, links_are_true, promise_links, wait_for
from .conventions.delayed_play import find_coming
from .conventions.fill_in import fills_in, settled_slots, tells
from .conventions.five_stall import is_last_card_clue, is_stall
from .conventions.fives_chop_move import move_chop
from .conventions.fix_clue import fixes
from .conventions.focus import focus_of
from .conventions.good_touch import unclaimed
from .conventions.play_clue import plays_seen_by_receiver
from .conventions.repeated_clue import asks_again
from .conventions.save_clue import savable
from .conventions.self_finesse import is_held_by_receiver, plays_from_own_hand
from .conventions.trash_chop_move import read_trash_clue
from .layout import Mind
from .levels import KNOWS_BLUFF, KNOWS_FINESSE, KNOWS_PLAY_CLUE, KNOWS_PROMPT, PLAIN
from .promises import conventions_of, holder_of, is_strict, literal

ASKS = KNOWS_PROMPT | KNOWS_FINESSE | KNOWS_BLUFF


@kernel
def is_link_touched(r: Rules, m: Mind, focus: int) -> bool:
    """The links found last ask another hand for a card that the receiver already holds clued."""
    to = holder_of(focus)
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        for link in range(m.links):
            if cell != focus and m.clues[cell] and m.kinds[cell] == m.link_kind[link]:
                return True
    return False


@kernel
def read_for_others(r: Rules, m: Mind, giver: int, focus: int, saves: int, again: int) -> None:
    """Read the clue for the other players, who see the focus: one who cannot explain it otherwise is asked for a card.

    If the focus is useless, the clue is about the older cards, the slots `again`, that it made known.
    """
    kind = m.kinds[focus]
    if kind == HIDDEN or m.conventions & ASKS == 0 or m.conventions & KNOWS_PLAY_CLUE == 0:
        return
    if (m.playable | saves) >> kind & 1:
        return
    if m.useful >> kind & 1 == 0:
        if not read_reclued(r, m, giver, holder_of(focus), again) and is_misled(r, m, focus):
            read_bluff(r, m, giver, holder_of(focus))
        return
    if m.reading == layout.FIVE_STALL or is_held_by_receiver(r, m, giver, focus, kind):
        return
    to = holder_of(focus)
    is_explained = m.promise >> kind & 1 != 0 and m.connection != layout.OWN_HAND
    is_asked = False
    for turn in range(1, r.players):
        seat = (giver + turn) % r.players
        if seat == to or (seat == m.me and is_explained):
            continue
        if is_asked:
            find_coming(r, m, focus)
            is_asked = False
        if connection_of(r, m, giver, focus, kind, seat) == layout.OWN_HAND and not is_link_touched(r, m, focus):
            promise_links(m, giver, seat, False)
            is_asked = True
            if m.promise >> kind & 1 == 0 and links_are_true(m):
                if m.reading == layout.UNEXPLAINED:
                    m.reading = layout.PLAY_CLUE
                    m.inferred[focus] = 0
                m.inferred[focus] |= 1 << kind
                m.promise |= 1 << kind
                wait_for(m, focus, kind)
            m.connection = max(m.connection, layout.FINESSED)
            m.partner = seat
            is_explained = is_explained or links_are_true(m)
    if not is_explained and not read_reclued(r, m, giver, to, again) and is_misled(r, m, focus):
        read_bluff(r, m, giver, to)


@kernel
def touch_cards(r: Rules, m: Mind, giver: int, to: int, clue: int, touched: int) -> None:
    """Apply the plain meaning of a clue."""
    m.new_cells |= layout.WHOLE_HAND << to * MAX_HAND
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if touched >> slot & 1:
            m.possible[cell] &= r.touch[clue]
            if m.clues[cell] == 0:
                m.giver[cell] = giver
                m.since[cell] = m.clock
            m.clues[cell] |= 1 << clue
        else:
            m.possible[cell] &= ~r.touch[clue]


@inline
def is_forced(r: Rules, m: Mind, giver: int) -> bool:
    """Another seat had to give some clue: with all clue tokens nobody may discard. The first turn does not count."""
    return giver != m.me and m.tokens >= r.clue_tokens and m.clock > 1


@kernel
def read_new(r: Rules, m: Mind, giver: int, focus: int, clue: int, on_chop: bool, older: int) -> int:
    """Read a clue that touches new cards: it is about its focus. Returns the kinds that it may be saving.

    If the focus can be nothing new and an older card, one of the slots `older`, becomes clear, it is about that card.
    """
    to = holder_of(focus)
    faces = literal(m, focus) & m.useful
    fresh = unclaimed(r, m, focus, faces)
    if fresh:
        faces = fresh
    elif fills_in(r, m, to, older):
        return 0
    saves = 0
    if on_chop:
        saves = savable(r, m, giver, to, clue, faces)
    elif is_last_card_clue(r, clue):
        move_chop(r, m, giver, to)
        if is_stall(r, m, giver, faces):
            return 0
    plays = plays_seen_by_receiver(r, m, giver, focus, faces)
    if plays | saves == 0 and m.conventions & KNOWS_PLAY_CLUE and not is_forced(r, m, giver):
        plays = plays_from_own_hand(r, m, giver, focus, faces)
    m.promise = plays | saves
    if m.promise == 0:
        m.reading = layout.UNEXPLAINED
        return 0
    m.inferred[focus] = m.promise
    if saves == 0:
        m.reading = layout.PLAY_CLUE
    elif plays == 0:
        m.reading = layout.SAVE_CLUE
    else:
        m.reading = layout.PLAY_OR_SAVE
    return saves


@kernel
def read_again(r: Rules, m: Mind, to: int, touched: int, settled: int) -> None:
    """Read a clue on touched cards alone: a fix, a fill-in, or its focus is playable now."""
    if fixes(m, to) or fills_in(r, m, to, ~settled) or asks_again(r, m, to, touched & ~settled):
        return
    m.reading = layout.UNEXPLAINED


@kernel
def read_again_strictly(r: Rules, m: Mind, giver: int, to: int, touched: int, settled: int) -> None:
    """The same as every club reads it: the newest of the cards is playable, or asks for the cards before it."""
    if fixes(m, to):
        return
    m.reading = layout.UNEXPLAINED
    is_fill_in = fills_in(r, m, to, ~settled)
    focus = layout.NO_CELL
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
            m.reading = layout.TEMPO
    read_for_others(r, m, giver, focus, 0, 0)


@kernel
def read_clue(r: Rules, m: Mind, giver: int, to: int, clue: int, touched: int) -> None:
    """Read a clue: first its plain meaning, then what the conventions make of it."""
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
    m.focus, m.promise, m.partner = layout.NO_CELL, 0, -1
    m.connection = layout.DIRECT
    if touched == 0:
        m.reading = layout.EMPTY
        return
    m.reading = 0
    if plain:
        if not tells(r, m, to, touched & ~settled):
            m.reading = layout.UNEXPLAINED
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
            m.marks[m.hands[to][slot]] &= ~layout.BLIND
    m.focus = focus_of(m, to, new, oldest)
    if m.focus == oldest and m.focus != layout.NO_CELL:
        m.marks[oldest] |= layout.ON_CHOP
    if read_trash_clue(r, m, to, new):
        return
    if m.focus == layout.NO_CELL:
        m.reading = layout.UNEXPLAINED
        return
    saves = read_new(r, m, giver, m.focus, clue, m.focus == oldest, touched & ~new)
    if m.reading == layout.FILL_IN:
        if not is_last_card_clue(r, clue):
            read_reclued(r, m, giver, to, touched & ~new)
        return
    read_for_others(r, m, giver, m.focus, saves, touched & ~new)
