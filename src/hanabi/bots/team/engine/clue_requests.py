"""What a clue asks of hands that it does not touch: a missing card, clued or newest, that makes sense of it."""

from hanabi.kernels.layout import HIDDEN, Rules

from . import kernel
from .connections import connection_of
from .conventions.bluff import is_misled, read_bluff
from .conventions.card_clued_again import read_reclued
from .conventions.delayed_play import look_for_coming
from .conventions.self_finesse import is_held_by_receiver
from .layout import FINESSED, FIVE_STALL, OWN_HAND, PLAY_CLUE, UNEXPLAINED, Mind
from .level_table import KNOWS_BLUFF, KNOWS_FINESSE, KNOWS_PLAY_CLUE, KNOWS_PROMPT
from .links import links_are_true, promise_links, wait_for
from .promises import owner_of

ASKS = KNOWS_PROMPT | KNOWS_FINESSE | KNOWS_BLUFF


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


@kernel
def read_for_others(r: Rules, m: Mind, giver: int, focus: int, saves: int, again: int) -> None:
    """Everybody but the receiver sees the focus; who cannot explain it otherwise is asked for a card.

    A focus that is no good leaves the older cards, the slots `again`, that the clue made known: it is about them.
    """
    kind = m.kinds[focus]
    if kind == HIDDEN or m.conventions & ASKS == 0 or m.conventions & KNOWS_PLAY_CLUE == 0:
        return
    if (m.playable | saves) >> kind & 1:
        return
    if m.useful >> kind & 1 == 0:
        if not read_reclued(r, m, giver, owner_of(focus), again) and is_misled(r, m, focus):
            read_bluff(r, m, giver, owner_of(focus))
        return
    if m.reading == FIVE_STALL or is_held_by_receiver(r, m, giver, focus, kind):
        return
    to = owner_of(focus)
    is_explained = m.promise >> kind & 1 != 0 and m.connection != OWN_HAND
    is_asked = False
    for turn in range(1, r.players):
        seat = (giver + turn) % r.players
        if seat == to or (seat == m.me and is_explained):
            continue
        if is_asked:
            look_for_coming(r, m, focus)
            is_asked = False
        if connection_of(r, m, giver, focus, kind, seat) == OWN_HAND and not is_link_touched(r, m, focus):
            promise_links(m, giver, seat, False)
            is_asked = True
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
