"""Finesse: a player's newest unclued card is the missing one and is played blind.

The same code reads reverse finesses (the player comes after the receiver of the clue), double ones (two cards in one or
two hands), triple ones (in three hands) and queued ones (a second call means the card behind the first): the player may
sit anywhere, the search for missing cards goes on, and cards that are already called for are skipped. In a layered
finesse the player first plays another card that fits.
"""

from .. import Rules, card_sets, clue_readings, inline, kernel, levels, note, promises, seats
from ..layout import ASKED, BLIND, NO_CELL, Mind

KNOWS = levels.switch(levels.FINESSING, 0)

MAX_BLIND, MAX_BLIND_IN_HANDS = 2, 3  # a double finesse; a triple one, with one card from each of three hands


@kernel
def newest_untouched(m: Mind, seat: int, skip: int) -> int:
    """The finesse position: the newest card without a clue or an earlier promise, without the cells in `skip`."""
    c, t = m.cards, m.table
    for back in range(t.held[seat]):
        cell = t.hands[seat][t.held[seat] - 1 - back]
        is_free = not promises.is_touched(m, cell) or (c.clues[cell] == 0 and c.since[cell] == t.clock)
        if is_free and skip >> cell & 1 == 0:
            return cell
    return NO_CELL


@kernel
def finessed_card(m: Mind, seat: int, kind: int, skip: int, unseen: bool, convention: int) -> int:
    """The card in finesse position if it is this kind, or may be with `unseen`; `convention` is the switch to check."""
    if promises.conventions_of(m, seat) & convention == 0:
        note(convention, clue_readings.NOT_KNOWN, 1 << kind, m.table.hands[seat][0])
        return NO_CELL
    cell = newest_untouched(m, seat, skip)
    if cell != NO_CELL and (m.table.kinds[cell] == kind or (unseen and promises.literal(m, cell) >> kind & 1)):
        note(convention, clue_readings.FOUND, 1 << kind, cell)
        return cell
    note(convention, clue_readings.OTHER_CARD, 1 << kind, cell)
    return NO_CELL


@inline
def shift_calls(r: Rules, m: Mind, seat: int, cell: int, kind: int) -> None:
    """A player asked for one card who plays another that fits still holds the first behind it (a layered finesse).

    A player asked for several cards holds them in their order. Right after the giver it may just as well be a bluff. A
    player whose prompted card turns out to be another holds the missing one in finesse position (a hidden finesse).
    """
    c, t = m.cards, m.table
    asked, since, giver = c.inferred[cell], c.since[cell], c.giver[cell]
    if asked >> kind & 1 or c.marks[cell] & (BLIND | ASKED) == 0:
        return
    is_layered = False
    if c.clues[cell]:
        since, giver = m.latest.given_at, m.latest.given_by
    else:
        for back in range(t.held[seat]):
            card = t.hands[seat][t.held[seat] - 1 - back]
            if card != cell and c.clues[card] == 0 and c.marks[card] & BLIND and c.since[card] == since:
                c.inferred[card], asked = asked, c.inferred[card]
                c.since[card] = t.clock
                is_layered = True
        is_layered = is_layered or seat == seats.seat_at(r, giver, 1)
    card = newest_untouched(m, seat, 1 << cell)
    is_answer = t.clock - 1 - since == (seat - giver - 1) % r.players
    if (
        is_answer
        and not is_layered
        and card_sets.is_single(asked)
        and card != NO_CELL
        and asked & promises.literal(m, card)
    ):
        promises.mark_blind(m, card, giver)
        c.inferred[card] = asked
