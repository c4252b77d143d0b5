"""The value of the table to one seat: cards about to be played, cards in danger, cards misread."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import belief, chop, is_known_playable, is_known_useless, is_touched
from .card_sets import cards_below, is_single, size_of
from .layout import BLIND, NO_CELL, Mind
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
    LOCKED,
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


@kernel
def my_cards(r: Rules, m: Mind) -> int:
    """Faces this mind knows to hold, of touched cards."""
    faces = 0
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        mine = belief(r, m, cell)
        if is_touched(m, cell) and is_single(mine):
            faces |= mine
    return faces


@kernel
def my_likely_cards(r: Rules, m: Mind) -> int:
    """Faces of touched cards of this hand that may be one of three at most."""
    faces = 0
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        mine = belief(r, m, cell)
        if is_touched(m, cell) and size_of(mine) <= 3:
            faces |= mine
    return faces


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


@kernel
def is_elsewhere(r: Rules, m: Mind, cell: int) -> bool:
    """Another copy lies in a hand this mind sees."""
    for seat in range(r.players):
        for slot in range(m.held[seat]):
            other = m.hands[seat][slot]
            if other != cell and m.kinds[other] == m.kinds[cell]:
                return True
    return False


@kernel
def worth(r: Rules, m: Mind) -> int:
    """The sum over the teammates' hands; a clue is worth the difference it makes."""
    w = m.weights
    total = 0
    counted, likely = my_cards(r, m), my_likely_cards(r, m)
    for turn in range(1, r.players):
        seat = (m.me + turn) % r.players
        if m.turns_left >= 0 and turn >= m.turns_left:
            break
        plays, spares = 0, 0
        for slot in range(m.held[seat]):
            cell = m.hands[seat][slot]
            kind = m.kinds[cell]
            faces = belief(r, m, cell)
            if is_known_playable(m, faces):
                plays += 1
                if m.playable >> kind & 1 == 0:
                    total -= w[MISPLAY]
                    if m.strikes + 1 >= r.strikes:
                        total -= w[MISPLAY_ENDS]
                    if m.critical >> kind & 1:
                        total -= w[MISPLAY_LAST]
                elif m.marks[cell] & BLIND and faces >> kind & 1 == 0:
                    total -= w[MISPLAY]
                elif counted >> kind & 1:
                    total -= w[BAD_TOUCH]
                else:
                    counted |= 1 << kind
                    total += w[FIRST_PLAY] if plays == 1 else w[MORE_PLAYS]
                    if likely >> kind & 1:
                        total -= w[MAYBE_MINE]
            elif is_known_useless(m, faces):
                spares += 1
                if m.useful >> kind & 1:
                    total -= w[WRONG]
                elif m.clues[cell]:
                    total += w[TRASH_KNOWN]
            elif is_touched(m, cell):
                total += worth_of_touched(r, m, cell, kind, faces, counted)
                if m.useful >> kind & 1:
                    counted |= 1 << kind
                    if likely >> kind & 1:
                        total -= w[MAYBE_MINE]
        if plays == 0 and spares == 0:
            total -= danger(r, m, seat, turn)
    return total


@inline
def worth_of_touched(r: Rules, m: Mind, cell: int, kind: int, faces: int, counted: int) -> int:
    """A card its owner keeps but cannot play yet."""
    w = m.weights
    if m.useful >> kind & 1 == 0 or counted >> kind & 1:
        if m.marks[cell] & BLIND:
            return -w[MISPLAY]
        return -w[BAD_TOUCH] - (w[WRONG_ONE] if is_single(faces) else 0)
    total = w[TOUCH] - w[FAR] * cards_below(r, m, kind)
    if faces >> kind & 1 == 0:
        if m.marks[cell] & BLIND:
            return total - w[MISPLAY]
        return total - w[WRONG] - (w[WRONG_ONE] if is_single(faces) else 0)
    if faces & (faces - 1) == 0:
        total += w[KNOWN]
        if cards_below(r, m, kind) == 1:
            total += w[NEXT_UP]
    elif faces & ~(m.playable | m.useful) == 0:
        total += w[CLEAR]
    return total


@inline
def danger(r: Rules, m: Mind, seat: int, turn: int) -> int:
    """The next discard of a player who has nothing better to do."""
    cell = chop(m, seat)
    if cell == NO_CELL:
        return m.weights[LOCKED]
    loss = loss_of(r, m, m.kinds[cell])
    if m.critical >> m.kinds[cell] & 1 == 0 and is_elsewhere(r, m, cell):
        loss = loss // 4
    if turn > 1:
        loss = loss * m.weights[NEAR] // 100
    return loss
