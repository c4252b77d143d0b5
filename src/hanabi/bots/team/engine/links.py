"""The cards that a connection asks for: the waits for them, and the promises that their owners are given."""

from hanabi.kernels.layout import HIDDEN

from . import inline, kernel
from .blind_calls import mark_blind
from .layout import ASKED, DOUBTFUL, WAITS, Mind
from .promises import owner_of


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
            m.new_cells |= 1 << cell
            m.inferred[cell] = 1 << m.link_kind[link]
            if m.clues[cell] == 0:
                mark_blind(m, cell, giver)
                if doubtful or blind > 1:
                    m.marks[cell] |= DOUBTFUL
            else:
                m.marks[cell] |= ASKED


@inline
def links_are_true(m: Mind) -> bool:
    """As far as this mind sees."""
    for link in range(m.links):
        seen = m.kinds[m.link_card[link]]
        if seen != HIDDEN and seen != m.link_kind[link]:
            return False
    return True
