"""How a clue is read: first its plain meaning, then the conventions in the order in which they are tried.

What a clue says about cards goes into the mind at once; how the clue as a whole is read is returned.
"""

from . import HIDDEN, MAX_HAND, Rules, inline, kernel, layout, note
from .clue_readings import ALL_CLAIMED, FORCED, KEPT, NOT_ON_CHOP, PLAIN_CLUE, ClueReading, asking, clue_reading
from .conventions import (
    bluff,
    card_clued_again,
    chop,
    connections,
    delayed_play,
    fill_in,
    finesse,
    five_stall,
    fives_chop_move,
    fix_clue,
    good_touch,
    play_clue,
    prompt,
    repeated_clue,
    save_clue,
    self_finesse,
    trash_chop_move,
)
from .conventions.belief import belief
from .conventions.focus import focus_of
from .layout import NO_CELL, NO_READING, UNEXPLAINED, Mind
from .levels import PLAIN
from .promises import conventions_of, holder_of, is_strict, literal

ASKS = prompt.KNOWS | finesse.KNOWS | bluff.KNOWS


@kernel
def read_for_others(r: Rules, m: Mind, giver: int, read: ClueReading, saves: int, again: int) -> ClueReading:
    """Read the clue for the other players, who see the focus: one who cannot explain it otherwise is asked for a card.

    If the focus is useless, the clue is about the older cards, the slots `again`, that it made known.
    """
    focus, to = read.focus, holder_of(read.focus)
    kind = m.table.kinds[focus]
    if kind == HIDDEN or m.conventions & ASKS == 0 or m.conventions & play_clue.KNOWS == 0:
        return read
    if (m.table.playable | saves) >> kind & 1:
        return read
    if m.table.useful >> kind & 1 == 0:
        return read_as_mistake(r, m, giver, read, again)
    if read.reading == layout.FIVE_STALL or self_finesse.is_held_by_receiver(r, m, giver, read, kind):
        return read
    is_explained = read.promise >> kind & 1 != 0 and read.connection != layout.OWN_HAND
    is_asked = False
    for turn in range(1, r.players):
        seat = (giver + turn) % r.players
        if seat == to or (seat == m.me and is_explained):
            continue
        if is_asked:
            delayed_play.find_coming(r, m, focus)
            is_asked = False
        if connections.connection_of(r, m, giver, focus, kind, seat, finesse.KNOWS) != layout.OWN_HAND:
            continue
        if connections.is_link_held(m, focus):
            continue
        connections.promise_links(m, giver, seat, False)
        is_asked = True
        read = asking(read, seat)
        if read.promise >> kind & 1 == 0 and connections.links_are_true(m):
            if read.reading == UNEXPLAINED:
                m.cards.inferred[focus] = 0
            m.cards.inferred[focus] |= 1 << kind
            connections.wait_for(m, focus, kind)
            reading = layout.PLAY_CLUE if read.reading == UNEXPLAINED else read.reading
            read = clue_reading(reading, focus, read.promise | 1 << kind, read.connection, read.partner)
        is_explained = is_explained or connections.links_are_true(m)
    return read if is_explained else read_as_mistake(r, m, giver, read, again)


@kernel
def read_as_mistake(r: Rules, m: Mind, giver: int, read: ClueReading, again: int) -> ClueReading:
    """Read a clue that seems to be a mistake: it asks for a card before one that is clued again, or is a bluff."""
    partner, is_there = card_clued_again.read_reclued(r, m, giver, holder_of(read.focus), again)
    read = asking(read, partner)
    if not is_there:
        bluff.read_bluff(r, m, giver, read)
    return read


@kernel
def touch_cards(r: Rules, m: Mind, giver: int, to: int, clue: int, touched: int) -> None:
    """Apply the plain meaning of a clue."""
    c = m.cards
    m.saved.new_cells |= layout.WHOLE_HAND << to * MAX_HAND
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        if touched >> slot & 1:
            c.possible[cell] &= r.touch[clue]
            if c.clues[cell] == 0:
                c.giver[cell] = giver
                c.since[cell] = m.table.clock
            c.clues[cell] |= 1 << clue
        else:
            c.possible[cell] &= ~r.touch[clue]


@inline
def is_forced(r: Rules, m: Mind, giver: int) -> bool:
    """Another seat had to give some clue: with all clue tokens nobody may discard. The first turn does not count."""
    return giver != m.me and m.table.tokens >= r.clue_tokens and m.table.clock > 1


@kernel
def read_new(
    r: Rules, m: Mind, giver: int, focus: int, clue: int, on_chop: bool, older: int
) -> tuple[ClueReading, int]:
    """Read a clue that touches new cards: it is about its focus. Returns also the kinds that it may be saving.

    If the focus can be nothing new and an older card, one of the slots `older`, becomes clear, it is about that card.
    """
    to = holder_of(focus)
    faces = literal(m, focus) & m.table.useful
    fresh = good_touch.unclaimed(r, m, focus, faces)
    if fresh != faces:
        note(good_touch.KNOWS, KEPT if fresh else ALL_CLAIMED, fresh if fresh else faces, focus)
    if fresh:
        faces = fresh
    else:
        read = fill_in.read_fill_in(r, m, to, older)
        if read.reading != NO_READING:
            return read, 0
    saves = 0
    if on_chop:
        saves = save_clue.savable(r, m, giver, focus, clue, faces)
    else:
        note(save_clue.KNOWS, NOT_ON_CHOP, 0, focus)
        if five_stall.is_last_card_clue(r, clue):
            fives_chop_move.move_chop(r, m, giver, to)
            read = five_stall.read_stall(r, m, giver, focus, faces)
            if read.reading != NO_READING:
                return read, 0
    plays, connection = play_clue.plays_seen_by_receiver(r, m, giver, focus, faces)
    if plays | saves == 0 and m.conventions & play_clue.KNOWS:
        if is_forced(r, m, giver):
            note(self_finesse.KNOWS, FORCED, 0, focus)
        else:
            plays = self_finesse.plays_from_own_hand(r, m, giver, focus, faces)
            connection = layout.OWN_HAND if plays else connection
    if plays | saves == 0:
        return clue_reading(UNEXPLAINED, focus, 0, connection, -1), 0
    m.cards.inferred[focus] = plays | saves
    reading = layout.PLAY_OR_SAVE if plays and saves else layout.PLAY_CLUE if plays else layout.SAVE_CLUE
    return clue_reading(reading, focus, plays | saves, connection, -1), saves


@kernel
def read_again(r: Rules, m: Mind, to: int, touched: int, settled: int) -> ClueReading:
    """Read a clue on touched cards alone: a fix, a fill-in, or its focus is playable now."""
    read = fix_clue.read_fix(m, to)
    if read.reading == NO_READING:
        read = fill_in.read_fill_in(r, m, to, ~settled)
    if read.reading == NO_READING:
        read = repeated_clue.read_repeated(r, m, to, touched & ~settled)
    return read if read.reading != NO_READING else clue_reading(UNEXPLAINED, NO_CELL, 0, layout.DIRECT, -1)


@kernel
def read_again_strictly(r: Rules, m: Mind, giver: int, to: int, touched: int, settled: int) -> ClueReading:
    """The same as every club reads it: the newest of the cards is playable, or asks for the cards before it."""
    read = fix_clue.read_fix(m, to)
    if read.reading != NO_READING:
        return read
    read = fill_in.read_fill_in(r, m, to, ~settled)
    focus = NO_CELL
    for slot in range(m.table.held[to]):
        if touched >> slot & 1:
            focus = m.table.hands[to][slot]
    plays, connection = 0, layout.DIRECT
    for faces in (belief(r, m, focus) & m.table.useful, literal(m, focus) & m.table.useful):
        if plays == 0:
            plays, connection = play_clue.plays_seen_by_receiver(r, m, giver, focus, faces)
        if plays == 0:
            plays = self_finesse.plays_from_own_hand(r, m, giver, focus, faces)
            connection = layout.OWN_HAND if plays else connection
    reading = read.reading if read.reading != NO_READING else layout.TEMPO if plays else UNEXPLAINED
    if plays:
        m.cards.inferred[focus] = plays
    return read_for_others(r, m, giver, clue_reading(reading, focus, plays, connection, -1), 0, 0)


@kernel
def read_clue(r: Rules, m: Mind, giver: int, to: int, clue: int, touched: int) -> ClueReading:
    """Read a clue: first its plain meaning, then what the conventions make of it."""
    oldest = chop.chop_as_read(m, to)
    plain = conventions_of(m, giver) == PLAIN or conventions_of(m, to) == PLAIN
    new, settled = 0, 0
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        if touched >> slot & 1 and m.cards.clues[cell] == 0:
            new |= 1 << slot
    if new != touched or plain:
        settled = fill_in.settled_slots(r, m, to)
    touch_cards(r, m, giver, to, clue, touched)
    unexplained = clue_reading(UNEXPLAINED, NO_CELL, 0, layout.DIRECT, -1)
    if touched == 0:
        return clue_reading(layout.EMPTY, NO_CELL, 0, layout.DIRECT, -1)
    if plain:
        note(PLAIN, PLAIN_CLUE, 0, NO_CELL)
        read = fill_in.read_plainly(r, m, to, touched & ~settled)
        return read if read.reading != NO_READING else unexplained
    older = touched & ~new
    if new == 0 and is_strict(m, giver):
        return read_again_strictly(r, m, giver, to, touched, settled)
    if new == 0:
        read = read_again(r, m, to, touched, settled)
    else:
        for slot in range(m.table.held[to]):
            if new >> slot & 1:
                m.cards.marks[m.table.hands[to][slot]] &= ~layout.BLIND
        focus = focus_of(m, to, new, oldest)
        if focus == oldest and focus != NO_CELL:
            m.cards.marks[oldest] |= layout.ON_CHOP
        read = trash_chop_move.read_trash_clue(r, m, to, new)
        if read.reading != NO_READING:
            return read
        if focus == NO_CELL:
            return unexplained
        read, saves = read_new(r, m, giver, focus, clue, focus == oldest, older)
        if read.reading != layout.FILL_IN:
            return read_for_others(r, m, giver, read, saves, older)
    if five_stall.is_last_card_clue(r, clue):
        return read
    return asking(read, card_clued_again.read_reclued(r, m, giver, to, older)[0])
