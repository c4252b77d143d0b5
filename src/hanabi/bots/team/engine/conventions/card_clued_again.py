"""Card clued again: if it does not fit, the clue asks for the card before it, by a prompt or a finesse."""

from hanabi.kernels import HIDDEN, Rules

from .. import bits, card_sets, inline, kernel, levels, promises
from ..layout import FINESSED, OWN_HAND, Mind
from .belief import belief
from .connections import connection_of, links_are_true, promise_links
from .delayed_play import find_coming

MAX_MISSING = 2  # cards before one that is clued again


@inline
def is_in_other_hands(m: Mind, seat: int, giver: int, kind: int) -> bool:
    """This seat and the giver see it in a third hand, so the clue does not mean a card in this seat's hand."""
    return m.holders[kind] & ~(1 << seat | 1 << giver) != 0


@kernel
def is_asked_for(m: Mind, giver: int, seat: int) -> bool:
    """The clue can mean the links found last in this seat's hand: their kinds are seen in no other hand."""
    for link in range(m.links):
        if promises.holder_of(m.link_card[link]) == seat and is_in_other_hands(m, seat, giver, m.link_kind[link]):
            return False
    return True


@kernel
def known_kind(m: Mind, cell: int) -> int:
    """The kind that this mind sees, or knows by the clues; otherwise HIDDEN."""
    face = promises.literal(m, cell)
    if m.kinds[cell] != HIDDEN or not card_sets.is_single(face):
        return m.kinds[cell]
    return bits.lowest_bit(face)


@kernel
def fits_now(r: Rules, m: Mind, to: int, slots: int) -> bool:
    """One of these cards is playable."""
    for slot in range(m.held[to]):
        cell = m.hands[to][slot]
        if slots >> slot & 1:
            kind = known_kind(m, cell)
            if kind == HIDDEN:
                if card_sets.is_known_playable(m, belief(r, m, cell)):
                    return True
            elif m.playable >> kind & 1:
                return True
    return False


@kernel
def read_reclued(r: Rules, m: Mind, giver: int, to: int, again: int) -> bool:
    """A clue on touched cards, the slots `again`, none of which fits, asks for the card before one of them.

    Returns whether somebody is asked for cards that may be there.
    """
    if m.conventions & levels.KNOWS_CARD_CLUED_AGAIN == 0 or fits_now(r, m, to, again):
        return False
    for back in range(m.held[to]):
        slot = m.held[to] - 1 - back
        cell = m.hands[to][slot]
        if again >> slot & 1 == 0:
            continue
        kind = known_kind(m, cell)
        if kind == HIDDEN:
            return False
        if m.useful >> kind & 1 == 0 or card_sets.cards_below(r, m, kind) > MAX_MISSING:
            continue
        find_coming(r, m, cell)
        for turn in range(1, r.players):
            seat = (giver + turn) % r.players
            if seat == to and not card_sets.is_single(promises.literal(m, cell)):
                continue
            connection = connection_of(r, m, giver, cell, kind, seat)
            if connection == OWN_HAND and is_asked_for(m, giver, seat):
                promise_links(m, giver, seat, turn > 1 or seat == to)
                m.connection = max(m.connection, FINESSED)
                m.partner = seat
                if links_are_true(m):
                    return True
                find_coming(r, m, cell)
    return False
