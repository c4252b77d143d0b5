"""Why a clued card becomes playable: now, after cards that others know to play, or after a prompt or a finesse.

A connection is the list of cards (links) to be played first. It is searched from the view of one seat, which cannot see
its own hand: it looks for a missing card there only if nothing else explains the clue.
"""

from .. import HIDDEN, Rules, bits, card_sets, cards, clue_readings, inline, kernel, layout, note, promises, seats
from ..layout import Mind
from .delayed_play import KNOWS as KNOWS_DELAYED_PLAY
from .finesse import KNOWS as KNOWS_FINESSE, MAX_BLIND, MAX_BLIND_IN_HANDS, finessed_card
from .prompt import KNOWS as KNOWS_PROMPT, prompted_card

NOBODY = -1  # as the viewer: sees all hands but the receiver's


@kernel
def add_link(m: Mind, cell: int, kind: int) -> None:
    m.links.cards[m.links.count] = cell
    m.links.kinds[m.links.count] = kind
    m.links.count += 1


@kernel
def find_link(r: Rules, m: Mind, seat: int, kind: int, focus: int, used: int, unseen: bool, finesse: int) -> int:
    """Link `seat`'s card that may be this kind, a prompt before a finesse; with `unseen` it is taken on trust.

    `finesse` is the switch of the convention that would call for an unclued card.
    """
    cell = prompted_card(r, m, seat, kind, focus, used)
    if cell != layout.NO_CELL:
        is_it = unseen or m.table.kinds[cell] == kind
        note(KNOWS_PROMPT, clue_readings.FOUND if is_it else clue_readings.OTHER_CARD, 1 << kind, cell)
        if is_it:
            add_link(m, cell, kind)
            return layout.PROMPTED
        return layout.NO_CONNECTION
    cell = finessed_card(m, seat, kind, used | 1 << focus, unseen, finesse)
    if cell != layout.NO_CELL:
        add_link(m, cell, kind)
        return layout.FINESSED
    return layout.NO_CONNECTION


@kernel
def connection_of(r: Rules, m: Mind, giver: int, focus: int, kind: int, viewer: int, finesse: int) -> int:
    """How the focus, if it is this kind, becomes playable; the links are left in `m`.

    The viewer also looks for cards in its own hand, where it has to take them on trust; `finesse` is the switch of the
    convention that calls for unclued ones there. Called after `find_coming`.
    """
    links = m.links
    links.count = 0
    missing = card_sets.cards_below(r, m, kind)
    if missing < 0:
        return layout.NO_CONNECTION
    if missing == 0:
        return layout.DIRECT
    if missing > layout.LINKS:
        return layout.NO_CONNECTION
    receiver = promises.holder_of(focus)
    best, used, blind, hands = layout.DELAYED, 0, 0, 0
    hidden = 1 << receiver if viewer == NOBODY else 1 << receiver | 1 << viewer
    for step in range(r.step[kind] - missing, r.step[kind]):
        link = card_sets.kind_at(r, cards.suit_of(kind), step)
        if m.table.useful >> link & 1 == 0:
            return layout.NO_CONNECTION
        if links.coming >> link & 1:
            if m.conventions & KNOWS_DELAYED_PLAY == 0:
                return layout.NO_CONNECTION
            continue
        link_type, turn = layout.NO_CONNECTION, 1
        holders = m.table.holders[link] & ~hidden
        while holders and turn < r.players and link_type == layout.NO_CONNECTION:
            seat = seats.seat_at(r, giver, turn)
            if holders >> seat & 1:
                link_type = find_link(r, m, seat, link, focus, used, False, KNOWS_FINESSE)
            turn += 1
        if link_type == layout.NO_CONNECTION and viewer != NOBODY:
            link_type = find_link(r, m, viewer, link, focus, used, True, finesse)
        if link_type == layout.NO_CONNECTION:
            return layout.NO_CONNECTION
        cell = links.cards[links.count - 1]
        if link_type == layout.FINESSED:
            blind += 1
            hands |= 1 << promises.holder_of(cell)
            if blind > (MAX_BLIND_IN_HANDS if bits.count_bits(hands) == blind else MAX_BLIND):
                return layout.NO_CONNECTION
        used |= 1 << cell
        best = max(best, layout.OWN_HAND if promises.holder_of(cell) == viewer else link_type)
    return best


@inline
def wait_for(m: Mind, focus: int, face: int) -> None:
    """The focus is this face only if the cards of the connection are played."""
    for link in range(m.links.count):
        if m.cards.waiting < layout.WAITS:
            m.cards.wait_focus[m.cards.waiting] = focus
            m.cards.wait_face[m.cards.waiting] = face
            m.cards.wait_card[m.cards.waiting] = m.links.cards[link]
            m.cards.wait_kind[m.cards.waiting] = m.links.kinds[link]
            m.cards.waiting += 1


@kernel
def promise_links(m: Mind, giver: int, viewer: int, doubtful: bool) -> None:
    """Promise the links in the viewer's hand. More than one unclued card is doubtful."""
    c, links = m.cards, m.links
    blind = 0
    for link in range(links.count):
        cell = links.cards[link]
        if promises.holder_of(cell) == viewer and c.clues[cell] == 0:
            blind += 1
    for link in range(links.count):
        cell = links.cards[link]
        if promises.holder_of(cell) == viewer:
            m.saved.new_cells |= 1 << cell
            c.inferred[cell] = 1 << links.kinds[link]
            if c.clues[cell] == 0:
                promises.mark_blind(m, cell, giver)
                if doubtful or blind > 1:
                    c.marks[cell] |= layout.DOUBTFUL
            else:
                c.marks[cell] |= layout.ASKED


@inline
def links_are_true(m: Mind) -> bool:
    """Whether the cards are what the connection needs, as far as this mind sees."""
    for link in range(m.links.count):
        seen = m.table.kinds[m.links.cards[link]]
        if seen != HIDDEN and seen != m.links.kinds[link]:
            return False
    return True


@kernel
def is_link_held(m: Mind, focus: int) -> bool:
    """The connection asks another hand for a card that the receiver already holds clued."""
    to = promises.holder_of(focus)
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        for link in range(m.links.count):
            if cell != focus and m.cards.clues[cell] and m.table.kinds[cell] == m.links.kinds[link]:
                note(KNOWS_FINESSE, clue_readings.ALREADY_HELD, 1 << m.links.kinds[link], cell)
                return True
    return False
