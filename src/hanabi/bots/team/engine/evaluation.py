"""The value of the table to one seat: cards about to be played, cards in danger, cards misread."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import is_known_playable, is_known_useless
from .card_sets import cards_below, is_single, size_of
from .conventions.chop import chop
from .layout import BLIND, NO_CELL, Mind
from .promises import is_touched, owner_of
from .referee import seat_at
from .tried_clue import current_belief
from .weights import (
    BAD_TOUCH,
    CHOP_LAST,
    CHOP_LAST_STEP,
    CHOP_PLAYABLE,
    CHOP_USEFUL,
    CLEAR,
    FAR,
    FIRST_PLAY,
    KNOWN,
    LAST_TERM,
    LOCKED,
    LOSS,
    MAYBE_MINE,
    MISPLAY,
    MISPLAY_ENDS,
    MISPLAY_LAST,
    MORE_PLAYS,
    NEAR,
    NEXT_UP,
    TOUCH,
    TRASH_KNOWN,
    WRONG,
    WRONG_ONE,
)

# Own cards count for what they may be if so few faces are left of them. Partners who are not known to be team players
# trust that no card is touched in vain or twice, and play it at last: so more is looked at, and counts so many times.
FEW, FEW_STRICT, TIMES_STRICT = 3, 5, 2


@inline
def times(m: Mind) -> int:
    return TIMES_STRICT if m.strict else 1


@kernel
def look_at_own_cards(r: Rules, m: Mind) -> None:
    """Note the faces this mind knows to hold, of touched cards, and those of cards that are one of three at most."""
    m.mine, m.maybe_mine = 0, 0
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        if is_touched(m, cell):
            faces = current_belief(r, m, cell)
            if is_single(faces):
                m.mine |= faces
            if size_of(faces) <= (FEW_STRICT if m.strict else FEW):
                m.maybe_mine |= faces


@inline
def loss_of(r: Rules, m: Mind, kind: int) -> int:
    """What a card's discard takes away."""
    if m.critical >> kind & 1:
        return m.weights[CHOP_LAST] + m.weights[CHOP_LAST_STEP] * (r.ranks - r.step[kind])
    if m.playable >> kind & 1:
        return m.weights[CHOP_PLAYABLE]
    if m.useful >> kind & 1:
        return m.weights[CHOP_USEFUL]
    return 0


@inline
def is_elsewhere(m: Mind, cell: int) -> bool:
    """Another copy lies in a hand this mind sees."""
    seat, kind = owner_of(cell), m.kinds[cell]
    if m.holders[kind] & ~(1 << seat):
        return True
    for slot in range(m.held[seat]):
        other = m.hands[seat][slot]
        if other != cell and m.kinds[other] == kind:
            return True
    return False


@kernel
def worth(r: Rules, m: Mind) -> int:
    """The sum over the teammates' hands; a clue is worth the difference it makes."""
    count_terms(r, m)
    total = 0
    for weight in range(LAST_TERM + 1):
        total += m.weights[weight] * m.terms[weight]
    return total


@kernel
def count_terms(r: Rules, m: Mind) -> None:
    """How often each weight counts, with its sign. What is known of the own cards stays as it was looked at last."""
    t = m.terms
    for term in range(LAST_TERM + 1):
        t[term] = 0
    counted, likely = m.mine, m.maybe_mine
    for turn in range(1, r.players):
        seat = seat_at(r, m.me, turn)
        if m.turns_left >= 0 and turn >= m.turns_left:
            break
        plays, spares = 0, 0
        for slot in range(m.held[seat]):
            cell = m.hands[seat][slot]
            kind = m.kinds[cell]
            faces = current_belief(r, m, cell)
            if is_known_playable(m, faces):
                plays += 1
                if m.playable >> kind & 1 == 0:
                    t[MISPLAY] -= 1
                    if m.strikes + 1 >= r.strikes:
                        t[MISPLAY_ENDS] -= 1
                    if m.critical >> kind & 1:
                        t[MISPLAY_LAST] -= 1
                elif m.marks[cell] & BLIND and faces >> kind & 1 == 0:
                    t[MISPLAY] -= 1
                elif counted >> kind & 1:
                    t[BAD_TOUCH] -= times(m)
                else:
                    counted |= 1 << kind
                    t[FIRST_PLAY if plays == 1 else MORE_PLAYS] += 1
                    if likely >> kind & 1:
                        t[MAYBE_MINE] -= times(m)
            elif is_known_useless(m, faces):
                spares += 1
                if m.useful >> kind & 1:
                    t[WRONG] -= 1
                elif m.clues[cell]:
                    t[TRASH_KNOWN] += 1
            elif is_touched(m, cell):
                count_touched(r, m, cell, kind, faces, counted)
                if m.useful >> kind & 1:
                    counted |= 1 << kind
                    if likely >> kind & 1:
                        t[MAYBE_MINE] -= 1
        if plays == 0 and spares == 0:
            if chop(m, seat) == NO_CELL:
                t[LOCKED] -= 1
            else:
                t[LOSS] -= danger(r, m, seat, turn)


@inline
def count_touched(r: Rules, m: Mind, cell: int, kind: int, faces: int, counted: int) -> None:
    """A card its owner keeps but cannot play yet."""
    t = m.terms
    if m.useful >> kind & 1 == 0 or counted >> kind & 1:
        if m.marks[cell] & BLIND:
            t[MISPLAY] -= 1
        else:
            t[BAD_TOUCH] -= times(m)
            if is_single(faces):
                t[WRONG_ONE] -= 1
        return
    t[TOUCH] += 1
    t[FAR] -= cards_below(r, m, kind)
    if faces >> kind & 1 == 0:
        if m.marks[cell] & BLIND:
            t[MISPLAY] -= 1
        else:
            t[WRONG] -= 1
            if is_single(faces):
                t[WRONG_ONE] -= 1
    elif is_single(faces):
        t[KNOWN] += 1
        if cards_below(r, m, kind) == 1:
            t[NEXT_UP] += 1
    elif faces & ~(m.playable | m.useful) == 0:
        t[CLEAR] += 1


@inline
def danger(r: Rules, m: Mind, seat: int, turn: int) -> int:
    """The next discard of a player who has nothing better to do."""
    cell = chop(m, seat)
    if cell == NO_CELL:
        return m.weights[LOCKED]
    loss = loss_of(r, m, m.kinds[cell])
    if m.critical >> m.kinds[cell] & 1 == 0 and is_elsewhere(m, cell):
        loss = loss // 4
    if turn > 1:
        loss = loss * m.weights[NEAR] // 100
    return loss
