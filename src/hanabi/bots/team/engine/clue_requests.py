"""What a clue asks of hands that it does not touch: a missing card, clued or newest, that makes sense of it."""

from hanabi.kernels.layout import HIDDEN, Rules

from . import inline, kernel
from .belief import belief, claimed, is_known_playable, literal, newest_untouched, owner_of
from .blind_calls import can_be_called, mark_blind
from .card_sets import cards_below, is_single
from .connections import connection_of
from .layout import (
    ASKED,
    BLIND,
    CONNECTED,
    DOUBTFUL,
    FINESSED,
    FIVE_STALL,
    NO_CELL,
    NO_CONNECTION,
    OWN_HAND,
    PLAY_CLUE,
    UNEXPLAINED,
    WAITS,
    Mind,
)

MOST_MISSING = 2  # cards before one that is clued again


@inline
def wait_for(m: Mind, focus: int, face: int) -> None:
    """The focus is this face only if the cards of the connection get played."""
    for link in range(m.links):
        if m.waiting < WAITS:
            m.wait_focus[m.waiting] = focus
            m.wait_face[m.waiting] = face
            m.wait_card[m.waiting] = m.link_card[link]
            m.wait_kind[m.waiting] = m.link_kind[link]
            m.waiting += 1


@kernel
def promise_links(m: Mind, giver: int, viewer: int, doubtful: bool) -> None:
    """Write what the connection asks of this hand into it. More than one card without a clue is doubtful."""
    blind = 0
    for link in range(m.links):
        cell = m.link_card[link]
        if owner_of(cell) == viewer and m.clues[cell] == 0:
            blind += 1
    for link in range(m.links):
        cell = m.link_card[link]
        if owner_of(cell) == viewer:
            m.inferred[cell] = 1 << m.link_kind[link]
            if m.clues[cell] == 0:
                mark_blind(m, cell, giver)
                if doubtful or blind > 1:
                    m.marks[cell] |= DOUBTFUL
            else:
                m.marks[cell] |= ASKED


@kernel
def is_held_by_receiver(r: Rules, m: Mind, giver: int, focus: int, kind: int) -> bool:
    """The receiver's own hand holds what this face waits for, and the receiver looks for it there."""
    to = owner_of(focus)
    if m.connection != OWN_HAND or connection_of(r, m, giver, focus, kind, to, True) == NO_CONNECTION:
        return False
    for link in range(m.links):
        cell = m.link_card[link]
        if owner_of(cell) == to and m.kinds[cell] != m.link_kind[link]:
            return False
    return True


@kernel
def is_link_touched(r: Rules, m: Mind, focus: int) -> bool:
    """The links found last ask another hand for a card that lies clued in the receiver's."""
    to = owner_of(focus)
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        for link in range(m.links):
            if cell != focus and m.clues[cell] and m.kinds[cell] == m.link_kind[link]:
                return True
    return False


@inline
def links_are_true(m: Mind) -> bool:
    """As far as this mind sees."""
    for link in range(m.links):
        seen = m.kinds[m.link_card[link]]
        if seen != HIDDEN and seen != m.link_kind[link]:
            return False
    return True


@kernel
def read_for_others(r: Rules, m: Mind, giver: int, focus: int, saves: int, again: int) -> None:
    """Everybody but the receiver sees the focus; who cannot explain it otherwise is asked for a card.

    A focus that is no good leaves the older cards, the slots `again`, that the clue made known: it is about them.
    """
    kind = m.kinds[focus]
    if kind == HIDDEN or m.level < CONNECTED or (m.playable | saves) >> kind & 1:
        return
    if m.useful >> kind & 1 == 0:
        if not read_reclued(r, m, giver, owner_of(focus), again) and is_misled(r, m, focus):
            read_bluff(r, m, giver, owner_of(focus))
        return
    if m.reading == FIVE_STALL or is_held_by_receiver(r, m, giver, focus, kind):
        return
    to = owner_of(focus)
    is_explained = m.promise >> kind & 1 != 0 and m.connection != OWN_HAND
    for turn in range(1, r.players):
        seat = (giver + turn) % r.players
        if seat == to or (seat == m.me and is_explained):
            continue
        if connection_of(r, m, giver, focus, kind, seat, True) == OWN_HAND and not is_link_touched(r, m, focus):
            promise_links(m, giver, seat, False)
            if m.promise >> kind & 1 == 0 and links_are_true(m):
                if m.reading == UNEXPLAINED:
                    m.reading = PLAY_CLUE
                    m.inferred[focus] = 0
                m.inferred[focus] |= 1 << kind
                m.promise |= 1 << kind
                wait_for(m, focus, kind)
            m.connection = max(m.connection, FINESSED)
            m.partner = seat
            is_explained = is_explained or links_are_true(m)
    if not is_explained and not read_reclued(r, m, giver, to, again) and is_misled(r, m, focus):
        read_bluff(r, m, giver, to)


@inline
def is_misled(r: Rules, m: Mind, focus: int) -> bool:
    """The receiver of the latest clue makes nothing of it, or will play what others know not to fit."""
    if m.reading == UNEXPLAINED:
        return m.useful >> m.kinds[focus] & 1 != 0
    faces = m.promise & ~claimed(r, m, focus)
    return faces != 0 and (is_known_playable(m, faces) or m.connection == OWN_HAND)


@inline
def called_place(r: Rules, m: Mind, kind: int) -> int:
    """Which of the next player's cards without a clue a bluff with this focus calls for, from the newest (0)."""
    if m.useful >> kind & 1 == 0:
        return 2
    return 1 if r.step[kind] == r.ranks - 1 else 0


@kernel
def read_bluff(r: Rules, m: Mind, giver: int, to: int) -> None:
    """The receiver is misled: the next player, if another, is to play a card without a clue.

    It is the newest one; the second if the clue gave the color of a last card, the third if its focus is useless.
    """
    seat = (giver + 1) % r.players
    if seat == to or not can_be_called(m, seat):
        return
    cell, passed = newest_untouched(m, seat, 0), 0
    for _ in range(called_place(r, m, m.kinds[m.focus])):
        if cell != NO_CELL:
            passed |= 1 << cell
            cell = newest_untouched(m, seat, passed)
    if cell == NO_CELL or m.marks[cell] & BLIND:
        return
    faces = literal(m, cell) & m.playable
    seen = m.kinds[cell]
    if faces == 0 or (seen != HIDDEN and m.playable >> seen & 1 == 0):
        return
    mark_blind(m, cell, giver)
    m.inferred[cell] = faces
    m.marks[cell] |= DOUBTFUL


@kernel
def is_in_other_hands(r: Rules, m: Mind, seat: int, giver: int, kind: int) -> bool:
    """Seen by this seat and by the giver, so that nobody means a card in this seat's hand."""
    for other in range(r.players):
        if other != seat and other != giver:
            for slot in range(m.held[other]):
                if m.kinds[m.hands[other][slot]] == kind:
                    return True
    return False


@kernel
def is_asked_for(r: Rules, m: Mind, giver: int, seat: int) -> bool:
    """The links found last that lie in this seat's hand can be meant: their kinds lie nowhere else."""
    for link in range(m.links):
        if owner_of(m.link_card[link]) == seat and is_in_other_hands(r, m, seat, giver, m.link_kind[link]):
            return False
    return True


@kernel
def known_kind(m: Mind, cell: int) -> int:
    """What this mind sees it to be or knows by its clues; HIDDEN otherwise."""
    face = literal(m, cell)
    if m.kinds[cell] != HIDDEN or not is_single(face):
        return m.kinds[cell]
    kind = 0
    while face >> kind != 1:
        kind += 1
    return kind


@kernel
def fits_now(r: Rules, m: Mind, to: int, slots: int) -> bool:
    """One of these cards can be played."""
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if slots >> slot & 1:
            kind = known_kind(m, cell)
            if kind == HIDDEN:
                if is_known_playable(m, belief(r, m, cell)):
                    return True
            elif m.playable >> kind & 1:
                return True
    return False


@kernel
def read_reclued(r: Rules, m: Mind, giver: int, to: int, again: int) -> bool:
    """A clue on touched cards, the slots `again`, none of which fits: it asks for what comes before one of them.

    Returns whether somebody is asked for cards that may be there.
    """
    if fits_now(r, m, to, again):
        return False
    for back in range(m.held[to]):
        slot = m.held[to] - 1 - back
        cell = m.hands[to][slot]
        if again >> slot & 1 == 0:
            continue
        kind = known_kind(m, cell)
        if kind == HIDDEN:
            return False
        if m.useful >> kind & 1 == 0 or cards_below(r, m, kind) > MOST_MISSING:
            continue
        for turn in range(1, r.players):
            seat = (giver + turn) % r.players
            if seat == to and not is_single(literal(m, cell)):
                continue
            found = connection_of(r, m, giver, cell, kind, seat, True)
            if found == OWN_HAND and is_asked_for(r, m, giver, seat):
                promise_links(m, giver, seat, turn > 1 or seat == to)
                m.connection = max(m.connection, FINESSED)
                m.partner = seat
                if links_are_true(m):
                    return True
    return False
