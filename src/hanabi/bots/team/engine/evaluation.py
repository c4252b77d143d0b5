"""The value of the table to one seat: cards about to be played, cards in danger, cards misread."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import is_known_playable, is_known_useless
from .card_sets import cards_below, is_single
from .conventions.chop import chop
from .layout import BLIND, NO_CELL, TERMS, Mind
from .promises import is_touched, owner_of
from .referee import count_bits, seat_at
from .tried_clue import current_belief, is_hand_as_kept
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
            if count_bits(faces) <= (FEW_STRICT if m.strict else FEW):
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


@inline
def counted_turns(r: Rules, m: Mind) -> int:
    """One more than the teammates who still have a turn: their hands count."""
    return r.players if m.turns_left < 0 else min(r.players, m.turns_left)


@kernel
def keep_terms(r: Rules, m: Mind) -> None:
    """Count each teammate's hand, at the beginning of a choice. Called after `look_at_own_cards`."""
    counted = m.mine
    for turn in range(1, counted_turns(r, m)):
        seat = seat_at(r, m.me, turn)
        for term in range(TERMS):
            m.changes[term] = 0
        m.kept_counted[seat] = counted
        m.kept_kinds[seat] = count_hand(r, m, seat, turn, counted)
        counted |= m.kept_kinds[seat]
        for term in range(TERMS):
            m.kept_terms[seat][term] = m.changes[term]


@kernel
def change_of_worth(r: Rules, m: Mind) -> int:
    """What the teammates' hands are worth more than at the beginning of the choice; `changes` has the reasons.

    What is known of the own cards stays as it was looked at last.
    """
    for term in range(TERMS):
        m.changes[term] = 0
    counted = m.mine
    for turn in range(1, counted_turns(r, m)):
        seat = seat_at(r, m.me, turn)
        if counts_as_before(m, seat, counted):
            counted |= m.kept_kinds[seat]
            continue
        for term in range(TERMS):
            m.changes[term] -= m.kept_terms[seat][term]
        counted |= count_hand(r, m, seat, turn, counted)
    total = 0
    for term in range(TERMS):
        total += m.weights[term] * m.changes[term]
    return total


@inline
def counts_as_before(m: Mind, seat: int, counted: int) -> bool:
    """Nothing new concerns this hand, and the same of its cards lie in hands before it."""
    is_same = (counted ^ m.kept_counted[seat]) & m.kept_kinds[seat] == 0
    return is_same and is_hand_as_kept(m, seat)


@kernel
def count_hand(r: Rules, m: Mind, seat: int, turn: int, counted: int) -> int:
    """Add to `changes` how often each weight counts in a hand, with its sign. Returns the kinds that are got there.

    Of two such cards the second is of no use: `counted` has those of the hands before.
    """
    t = m.changes
    got, likely = 0, m.maybe_mine
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
            else:
                if (counted | got) >> kind & 1:
                    t[BAD_TOUCH] -= times(m)
                else:
                    t[FIRST_PLAY if plays == 1 else MORE_PLAYS] += 1
                    if likely >> kind & 1:
                        t[MAYBE_MINE] -= times(m)
                got |= 1 << kind
        elif is_known_useless(m, faces):
            spares += 1
            if m.useful >> kind & 1:
                t[WRONG] -= 1
            elif m.clues[cell]:
                t[TRASH_KNOWN] += 1
        elif is_touched(m, cell):
            count_touched(r, m, cell, kind, faces, counted | got)
            if m.useful >> kind & 1:
                got |= 1 << kind
                if likely >> kind & 1:
                    t[MAYBE_MINE] -= 1
    if plays == 0 and spares == 0:
        if chop(m, seat) == NO_CELL:
            t[LOCKED] -= 1
        else:
            t[LOSS] -= danger(r, m, seat, turn)
    return got


@inline
def count_touched(r: Rules, m: Mind, cell: int, kind: int, faces: int, counted: int) -> None:
    """A card its owner keeps but cannot play yet."""
    t = m.changes
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
