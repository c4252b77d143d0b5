"""How a clue is read: its focus, and what the focus is promised to be."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import (
    belief,
    chop,
    claimed,
    is_known_playable,
    is_known_useless,
    level_of,
    literal,
    owner_of,
)
from .blind_calls import mark_blind
from .card_sets import is_single
from .clue_requests import read_for_others, read_reclued, wait_for
from .connections import connection_of
from .layout import (
    BLIND,
    CHOP_MOVE,
    CONNECTED,
    DELAYED,
    DIRECT,
    DOUBTFUL,
    EMPTY,
    EVERYTHING,
    EXPERT,
    FILL_IN,
    FINESSING,
    FIVE_STALL,
    FIX,
    MOVED,
    NO_CELL,
    NO_CONNECTION,
    OWN_HAND,
    PLAIN,
    PLAY_CLUE,
    PLAY_OR_SAVE,
    SAVE_CLUE,
    TEMPO,
    UNEXPLAINED,
    Mind,
)
from .referee import clued_rank, is_color_clue, kind_count, kind_of


@kernel
def touch_cards(r: Rules, m: Mind, giver: int, to: int, clue: int, touched: int) -> None:
    """The literal meaning of a clue."""
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


@kernel
def savable(r: Rules, m: Mind, giver: int, to: int, clue: int) -> int:
    """What a clue on the chop may save: last copies; by number also the last and the second card of a firework.

    A second card (a 2) needs no saving when its receiver sees the other copy.
    """
    by_rank = not is_color_clue(r, clue)
    faces = 0
    for suit in range(r.suits):
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            if m.useful >> kind & 1 == 0:
                continue
            last = r.step[kind] == r.ranks - 1
            if last:
                saved = by_rank
            elif m.critical >> kind & 1:
                saved = True
            else:
                saved = by_rank and r.step[kind] == 1 and not is_in_sight(r, m, giver, to, kind)
            if saved:
                faces |= 1 << kind
    return faces


@inline
def is_in_sight(r: Rules, m: Mind, giver: int, to: int, kind: int) -> bool:
    """In a hand that both giver and receiver see."""
    for seat in range(r.players):
        if seat != giver and seat != to:
            for slot in range(m.held[seat]):
                if m.kinds[m.hands[seat][slot]] == kind:
                    return True
    return False


@kernel
def plays_seen_by_receiver(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> int:
    """Which of these faces the receiver can explain as plays without cards from that same hand."""
    to = owner_of(focus)
    found = 0
    for kind in range(kind_count(r)):
        if faces >> kind & 1:
            connection = connection_of(r, m, giver, focus, kind, to, False)
            if connection != NO_CONNECTION:
                found |= 1 << kind
                if connection > DELAYED:
                    wait_for(m, focus, kind)
                m.connection = max(m.connection, connection)
    return found


@kernel
def plays_from_own_hand(r: Rules, m: Mind, giver: int, focus: int, faces: int) -> int:
    """Which faces the receiver's own cards explain, with the fewest of them; those cards get their promises."""
    to = owner_of(focus)
    found, fewest = 0, 99
    for kind in range(kind_count(r)):
        if faces >> kind & 1 and connection_of(r, m, giver, focus, kind, to, True) == OWN_HAND:
            fewest = min(fewest, m.links)
    for kind in range(kind_count(r)):
        if faces >> kind & 1 and connection_of(r, m, giver, focus, kind, to, True) == OWN_HAND and m.links == fewest:
            for link in range(m.links):
                cell = m.link_card[link]
                if owner_of(cell) == to:
                    if m.clues[cell] == 0 and m.marks[cell] & BLIND == 0:
                        mark_blind(m, cell, giver)
                        m.marks[cell] |= DOUBTFUL
                        m.inferred[cell] = 0
                    elif found == 0 and m.clues[cell]:
                        m.inferred[cell] = 0
                    m.inferred[cell] |= 1 << m.link_kind[link]
            wait_for(m, focus, kind)
            found |= 1 << kind
    if found:
        m.connection = OWN_HAND
    return found


@kernel
def read_new(r: Rules, m: Mind, giver: int, focus: int, clue: int, on_chop: bool, told: int) -> int:
    """A clue that touches cards for the first time speaks about its focus. Returns what it may be saving.

    Unless the focus can be nothing new and an older card, one of the slots `told`, becomes clear: it is about that one.
    """
    to = owner_of(focus)
    faces = literal(m, focus) & m.useful
    fresh = faces & ~claimed(r, m, focus)
    if fresh:
        faces = fresh
    elif fills_in(r, m, to, told):
        return 0
    saves = 0
    if on_chop:
        saves = faces & savable(r, m, giver, to, clue)
    elif m.level >= CONNECTED and not is_color_clue(r, clue) and last_card_clue(r, clue):
        m.reading = FIVE_STALL
        m.promise = faces
        if m.level >= FINESSING:
            keep_chop(m, to)
        return 0
    plays = plays_seen_by_receiver(r, m, giver, focus, faces)
    if plays | saves == 0:
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
def keep_chop(m: Mind, to: int) -> None:
    """A last card clued beside the chop keeps the chop from being discarded."""
    oldest = chop(m, to)
    is_older = True
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if cell == oldest:
            is_older = False
        elif not is_older and (m.clues[cell] == 0 or m.since[cell] == m.clock):
            if m.clues[cell]:
                m.marks[oldest] |= MOVED
            return


@kernel
def read_useless(r: Rules, m: Mind, to: int, new: int) -> bool:
    """A clue on cards that are all useless by its own words keeps every older card from being discarded."""
    oldest = -1
    for back in range(m.held[to]):
        slot = m.held[to] - 1 - back
        if new >> slot & 1:
            if literal(m, m.hands[to][slot]) & m.useful:
                return False
            oldest = slot
    moved = False
    for slot in range(oldest):
        cell = m.hands[to][slot]
        if m.clues[cell] == 0:
            m.marks[cell] |= MOVED
            moved = True
    if moved:
        m.reading = CHOP_MOVE
        m.focus = m.hands[to][oldest]
    return moved


@inline
def last_card_clue(r: Rules, clue: int) -> bool:
    """A number that most fireworks end with."""
    return r.step[kind_of(0, clued_rank(r, clue))] == r.ranks - 1


@inline
def is_settled(m: Mind, faces: int) -> bool:
    """Its owner knows what to do with it."""
    return is_single(faces) or is_known_playable(m, faces) or is_known_useless(m, faces)


@kernel
def fills_in(r: Rules, m: Mind, to: int, told: int) -> bool:
    """Whether the latest clue tells what to do with one of these slots."""
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if told >> slot & 1:
            faces = belief(r, m, cell)
            if is_settled(m, faces):
                m.reading = FILL_IN
                m.focus = cell
                m.promise = faces
                return True
    return False


@kernel
def read_again(r: Rules, m: Mind, giver: int, to: int, touched: int, settled: int) -> None:
    """A clue on touched cards alone: it fills in or mends what is known, else its focus is playable now."""
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if literal(m, cell) & m.inferred[cell] == 0:
            m.inferred[cell] = EVERYTHING
            m.marks[cell] = 0
            m.reading = FIX
            m.focus = cell
    if m.reading == FIX:
        return
    if fills_in(r, m, to, ~settled):
        return
    for back in range(m.held[to]):
        slot = m.held[to] - 1 - back
        cell = m.hands[to][slot]
        if touched >> slot & 1 and settled >> slot & 1 == 0:
            faces = belief(r, m, cell)
            plays = faces & m.playable
            if plays:
                m.focus = cell
                m.reading = TEMPO
                m.promise = plays
                m.inferred[cell] = plays
                return
    m.reading = UNEXPLAINED


@kernel
def read_clue(r: Rules, m: Mind, giver: int, to: int, clue: int, touched: int) -> None:
    """Read a clue: its literal meaning first, then what the conventions make of it."""
    oldest = chop(m, to)
    plain = level_of(m, giver) == PLAIN or level_of(m, to) == PLAIN
    new, settled = 0, 0
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if touched >> slot & 1 and m.clues[cell] == 0:
            new |= 1 << slot
    if new != touched or plain:
        for slot in range(m.held[to]):
            if is_settled(m, belief(r, m, m.hands[to][slot])):
                settled |= 1 << slot
    touch_cards(r, m, giver, to, clue, touched)
    m.focus, m.promise, m.partner = NO_CELL, 0, -1
    m.connection = DIRECT
    if touched == 0:
        m.reading = EMPTY
        return
    m.reading = 0
    is_last_clue = not is_color_clue(r, clue) and last_card_clue(r, clue)
    if plain:
        if not fills_in(r, m, to, touched & ~settled):
            m.reading = UNEXPLAINED
        return
    if new == 0:
        read_again(r, m, giver, to, touched, settled)
        if not is_last_clue:
            read_reclued(r, m, giver, to, touched)
        return
    on_chop = False
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if new >> slot & 1:
            m.marks[cell] &= ~BLIND
            if not on_chop:
                m.focus = cell
            if cell == oldest:
                on_chop = True
    if m.level >= EXPERT and read_useless(r, m, to, new):
        return
    saves = read_new(r, m, giver, m.focus, clue, on_chop, touched & ~new)
    if m.reading == FILL_IN:
        if not is_last_clue:
            read_reclued(r, m, giver, to, touched & ~new)
        return
    read_for_others(r, m, giver, m.focus, saves, touched & ~new)
