"""Why a clued card can be played: now, after cards that others know to play, or after a prompt or a finesse.

A connection is the list of cards to be played first. It is looked for from the view of one seat, which cannot see its
own hand: only when nothing else explains the clue does it look for the missing card there.
"""

from hanabi.kernels.layout import Rules

from . import kernel
from .card_sets import cards_below, kind_at
from .conventions.delayed_play import can_wait
from .conventions.finesse import MOST_BLIND, MOST_BLIND_OF_HANDS, finessed_card
from .conventions.prompt import prompted_card
from .layout import DELAYED, DIRECT, FINESSED, LINKS, NO_CELL, NO_CONNECTION, OWN_HAND, PROMPTED, Mind
from .level_table import KNOWS_DELAYED_PLAY, KNOWS_FINESSE, KNOWS_PROMPT, KNOWS_SELF_FINESSE
from .promises import owner_of
from .referee import count_bits, seat_at, suit_of

NOBODY = -1  # as a viewer
CONNECTS = KNOWS_DELAYED_PLAY | KNOWS_PROMPT | KNOWS_FINESSE | KNOWS_SELF_FINESSE


@kernel
def add_link(m: Mind, cell: int, kind: int, how: int) -> None:
    m.link_card[m.links] = cell
    m.link_kind[m.links] = kind
    m.link_type[m.links] = how
    m.links += 1


@kernel
def find_link(r: Rules, m: Mind, seat: int, kind: int, focus: int, used: int, unseen: bool) -> int:
    """Link `seat`'s card that can be this kind, a prompt before a finesse; `unseen` takes it on trust."""
    cell = prompted_card(r, m, seat, kind, focus, used)
    if cell != NO_CELL:
        if unseen or m.kinds[cell] == kind:
            add_link(m, cell, kind, PROMPTED)
            return PROMPTED
        return NO_CONNECTION
    convention = KNOWS_SELF_FINESSE if seat == owner_of(focus) else KNOWS_FINESSE
    cell = finessed_card(m, seat, kind, used | 1 << focus, unseen, convention)
    if cell != NO_CELL:
        add_link(m, cell, kind, FINESSED)
        return FINESSED
    return NO_CONNECTION


@kernel
def connection_of(r: Rules, m: Mind, giver: int, focus: int, kind: int, viewer: int) -> int:
    """How the focused card, if it is this kind, gets played; the links are left in `m`.

    The viewer looks for cards in its own hand, too, where they have to be taken on trust; NOBODY sees all hands but the
    receiver's. Called after `look_for_coming`.
    """
    m.links = 0
    missing = cards_below(r, m, kind)
    if missing < 0:
        return NO_CONNECTION
    if missing == 0:
        return DIRECT
    if m.conventions & CONNECTS == 0 or missing > LINKS:
        return NO_CONNECTION
    receiver = owner_of(focus)
    best, used, blind, hands = DELAYED, 0, 0, 0
    hidden = 1 << receiver if viewer == NOBODY else 1 << receiver | 1 << viewer
    for step in range(r.step[kind] - missing, r.step[kind]):
        link = kind_at(r, suit_of(kind), step)
        if m.useful >> link & 1 == 0:
            return NO_CONNECTION
        if m.coming >> link & 1:
            if not can_wait(m):
                return NO_CONNECTION
            continue
        found, turn = NO_CONNECTION, 1
        holders = m.holders[link] & ~hidden
        while holders and turn < r.players and found == NO_CONNECTION:
            seat = seat_at(r, giver, turn)
            if holders >> seat & 1:
                found = find_link(r, m, seat, link, focus, used, False)
            turn += 1
        if found == NO_CONNECTION and viewer != NOBODY:
            found = find_link(r, m, viewer, link, focus, used, True)
        if found == NO_CONNECTION:
            return NO_CONNECTION
        if found == FINESSED:
            blind += 1
            hands |= 1 << owner_of(m.link_card[m.links - 1])
            if blind > (MOST_BLIND_OF_HANDS if count_bits(hands) == blind else MOST_BLIND):
                return NO_CONNECTION
        used |= 1 << m.link_card[m.links - 1]
        best = max(best, OWN_HAND if owner_of(m.link_card[m.links - 1]) == viewer else found)
    return best
