"""Card clued again: if it does not fit, the clue asks for the card before it, by a prompt or a finesse."""

from .. import HIDDEN, Rules, bits, card_sets, clue_readings, kernel, levels, note, promises
from ..layout import NO_CELL, OWN_HAND, Mind
from .belief import belief
from .connections import connection_of, links_are_true, promise_links
from .delayed_play import find_coming
from .finesse import KNOWS as KNOWS_FINESSE
from .self_finesse import KNOWS as KNOWS_SELF_FINESSE

KNOWS = levels.switch(levels.CONNECTED, 2)

MAX_MISSING = 2  # cards before one that is clued again


@kernel
def is_asked_for(m: Mind, giver: int, seat: int) -> bool:
    """The clue can mean the links found last in this seat's hand: this seat and the giver see them in no third hand."""
    for link in range(m.links.count):
        others = m.table.holders[m.links.kinds[link]] & ~(1 << seat | 1 << giver)
        if promises.holder_of(m.links.cards[link]) == seat and others:
            return False
    return True


@kernel
def known_kind(m: Mind, cell: int) -> int:
    """The kind that this mind sees, or knows by the clues; otherwise HIDDEN."""
    face = promises.literal(m, cell)
    if m.table.kinds[cell] != HIDDEN or not card_sets.is_single(face):
        return m.table.kinds[cell]
    return bits.lowest_bit(face)


@kernel
def fits_now(r: Rules, m: Mind, to: int, slots: int) -> bool:
    """One of these cards is playable."""
    for slot in range(m.table.held[to]):
        cell = m.table.hands[to][slot]
        if slots >> slot & 1:
            kind = known_kind(m, cell)
            if kind == HIDDEN:
                if card_sets.is_known_playable(m, belief(r, m, cell)):
                    return True
            elif m.table.playable >> kind & 1:
                return True
    return False


@kernel
def read_reclued(r: Rules, m: Mind, giver: int, to: int, again: int) -> tuple[int, bool]:
    """A clue on touched cards, the slots `again`, none of which fits, asks for the card before one of them.

    Returns the partner who is asked, or -1, and whether the cards asked for may be there.
    """
    partner = -1
    if m.conventions & KNOWS == 0 or again == 0:
        return partner, False
    if fits_now(r, m, to, again):
        note(KNOWS, clue_readings.FITS_NOW, 0, NO_CELL)
        return partner, False
    for back in range(m.table.held[to]):
        slot = m.table.held[to] - 1 - back
        cell = m.table.hands[to][slot]
        if again >> slot & 1 == 0:
            continue
        kind = known_kind(m, cell)
        if kind == HIDDEN:
            return partner, False
        if m.table.useful >> kind & 1 == 0 or card_sets.cards_below(r, m, kind) > MAX_MISSING:
            continue
        find_coming(r, m, cell)
        for turn in range(1, r.players):
            seat = (giver + turn) % r.players
            if seat == to and not card_sets.is_single(promises.literal(m, cell)):
                continue
            finesse = KNOWS_SELF_FINESSE if seat == to else KNOWS_FINESSE
            connection = connection_of(r, m, giver, cell, kind, seat, finesse)
            if connection == OWN_HAND and is_asked_for(m, giver, seat):
                promise_links(m, giver, seat, turn > 1 or seat == to)
                note(KNOWS, clue_readings.KEPT, 1 << kind, cell)
                partner = seat
                if links_are_true(m):
                    return partner, True
                find_coming(r, m, cell)
    if partner < 0:
        note(KNOWS, clue_readings.CARD_MISSING, 0, NO_CELL)
    return partner, False
