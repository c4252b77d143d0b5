"""Why a clued card becomes playable: now, after cards that others know to play, or after a prompt or a finesse.

A connection is the list of cards (links) to be played first. It is searched from the view of one seat, which cannot see
its own hand: it looks for a missing card there only if nothing else explains the clue.
"""

from hanabi.kernels import HIDDEN, Rules

from .. import bits, card_sets, cards, inline, kernel, layout, levels, promises, seats
from ..layout import Mind
from .finesse import MAX_BLIND, MAX_BLIND_IN_HANDS, finessed_card
from .prompt import prompted_card

NOBODY = -1  # as the viewer: sees all hands but the receiver's
CONNECTS = levels.KNOWS_DELAYED_PLAY | levels.KNOWS_PROMPT | levels.KNOWS_FINESSE | levels.KNOWS_SELF_FINESSE


@kernel
def add_link(m: Mind, cell: int, kind: int, how: int) -> None:
    m.link_card[m.links] = cell
    m.link_kind[m.links] = kind
    m.link_type[m.links] = how
    m.links += 1


@kernel
def find_link(r: Rules, m: Mind, seat: int, kind: int, focus: int, used: int, unseen: bool) -> int:
    """Link `seat`'s card that may be this kind, a prompt before a finesse; with `unseen` it is taken on trust."""
    cell = prompted_card(r, m, seat, kind, focus, used)
    if cell != layout.NO_CELL:
        if unseen or m.kinds[cell] == kind:
            add_link(m, cell, kind, layout.PROMPTED)
            return layout.PROMPTED
        return layout.NO_CONNECTION
    convention = levels.KNOWS_SELF_FINESSE if seat == promises.holder_of(focus) else levels.KNOWS_FINESSE
    cell = finessed_card(m, seat, kind, used | 1 << focus, unseen, convention)
    if cell != layout.NO_CELL:
        add_link(m, cell, kind, layout.FINESSED)
        return layout.FINESSED
    return layout.NO_CONNECTION


@kernel
def connection_of(r: Rules, m: Mind, giver: int, focus: int, kind: int, viewer: int) -> int:
    """How the focus, if it is this kind, becomes playable; the links are left in `m`.

    The viewer also looks for cards in its own hand, where it has to take them on trust. Called after `find_coming`.
    """
    m.links = 0
    missing = card_sets.cards_below(r, m, kind)
    if missing < 0:
        return layout.NO_CONNECTION
    if missing == 0:
        return layout.DIRECT
    if m.conventions & CONNECTS == 0 or missing > layout.LINKS:
        return layout.NO_CONNECTION
    receiver = promises.holder_of(focus)
    best, used, blind, hands = layout.DELAYED, 0, 0, 0
    hidden = 1 << receiver if viewer == NOBODY else 1 << receiver | 1 << viewer
    for step in range(r.step[kind] - missing, r.step[kind]):
        link = card_sets.kind_at(r, cards.suit_of(kind), step)
        if m.useful >> link & 1 == 0:
            return layout.NO_CONNECTION
        if m.coming >> link & 1:
            if m.conventions & levels.KNOWS_DELAYED_PLAY == 0:
                return layout.NO_CONNECTION
            continue
        link_type, turn = layout.NO_CONNECTION, 1
        holders = m.holders[link] & ~hidden
        while holders and turn < r.players and link_type == layout.NO_CONNECTION:
            seat = seats.seat_at(r, giver, turn)
            if holders >> seat & 1:
                link_type = find_link(r, m, seat, link, focus, used, False)
            turn += 1
        if link_type == layout.NO_CONNECTION and viewer != NOBODY:
            link_type = find_link(r, m, viewer, link, focus, used, True)
        if link_type == layout.NO_CONNECTION:
            return layout.NO_CONNECTION
        if link_type == layout.FINESSED:
            blind += 1
            hands |= 1 << promises.holder_of(m.link_card[m.links - 1])
            if blind > (MAX_BLIND_IN_HANDS if bits.count_bits(hands) == blind else MAX_BLIND):
                return layout.NO_CONNECTION
        used |= 1 << m.link_card[m.links - 1]
        best = max(best, layout.OWN_HAND if promises.holder_of(m.link_card[m.links - 1]) == viewer else link_type)
    return best


@inline
def wait_for(m: Mind, focus: int, face: int) -> None:
    """The focus is this face only if the cards of the connection are played."""
    for link in range(m.links):
        if m.waiting < layout.WAITS:
            m.wait_focus[m.waiting] = focus
            m.wait_face[m.waiting] = face
            m.wait_card[m.waiting] = m.link_card[link]
            m.wait_kind[m.waiting] = m.link_kind[link]
            m.waiting += 1


@kernel
def promise_links(m: Mind, giver: int, viewer: int, doubtful: bool) -> None:
    """Promise the links in the viewer's hand. More than one unclued card is doubtful."""
    blind = 0
    for link in range(m.links):
        cell = m.link_card[link]
        if promises.holder_of(cell) == viewer and m.clues[cell] == 0:
            blind += 1
    for link in range(m.links):
        cell = m.link_card[link]
        if promises.holder_of(cell) == viewer:
            m.new_cells |= 1 << cell
            m.inferred[cell] = 1 << m.link_kind[link]
            if m.clues[cell] == 0:
                promises.mark_blind(m, cell, giver)
                if doubtful or blind > 1:
                    m.marks[cell] |= layout.DOUBTFUL
            else:
                m.marks[cell] |= layout.ASKED


@inline
def links_are_true(m: Mind) -> bool:
    """Whether the cards are what the connection needs, as far as this mind sees."""
    for link in range(m.links):
        seen = m.kinds[m.link_card[link]]
        if seen != HIDDEN and seen != m.link_kind[link]:
            return False
    return True
