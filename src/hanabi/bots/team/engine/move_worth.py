"""What a play or a discard is worth by the evaluation."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import is_known_useless
from .card_sets import is_single
from .evaluation import loss_of
from .layout import ASKED, BLIND, Mind
from .promises import is_touched, literal
from .referee import count_bits, lowest_bit
from .tried_clue import current_belief
from .weights import (
    DISCARD,
    DISCARD_SPARE,
    DOUBT,
    EARLY,
    LAST_STRIKE,
    PACE,
    PLAY,
    PLAY_ASKED,
    PLAY_LOW,
    PLAY_UNLOCKS,
    STRIKE,
    TOKEN,
    TOKEN_SCARCE,
)


@inline
def price(r: Rules, m: Mind, tokens: int) -> int:
    """The value of a clue token when the team has so many."""
    if m.turns_left >= 0:
        return 0
    if tokens >= r.clue_tokens:
        return 0
    return m.weights[TOKEN] + m.weights[TOKEN_SCARCE] * max(0, 4 - tokens)


@kernel
def slack(r: Rules, m: Mind) -> int:
    """Discards the team can afford and still play every useful card: the pace."""
    return m.deck + r.players - count_bits(m.useful)


@kernel
def worth_of_play(r: Rules, m: Mind, cell: int) -> int:
    """The chance that it fits against the harm if it does not. Called when the play has been noticed."""
    w = m.weights
    faces = current_belief(r, m, cell)
    if faces == 0:
        return -10 * w[LAST_STRIKE]
    fits, total_copies, loss, lowest = 0, 0, 0, r.ranks
    rest = faces
    while rest:
        kind = lowest_bit(rest)
        rest &= rest - 1
        copies = max(m.hidden[kind], 1)
        total_copies += copies
        if m.playable >> kind & 1:
            fits += copies
            lowest = min(lowest, r.step[kind])
        else:
            loss += copies * loss_of(r, m, kind)
    good = w[PLAY] + w[PLAY_LOW] * (r.ranks - lowest)
    if m.marks[cell] & (ASKED | BLIND):
        good += w[PLAY_ASKED]
    strike = w[STRIKE] * (m.strikes + 1)
    if m.strikes + 1 >= r.strikes:
        strike = w[LAST_STRIKE]
    if literal(m, cell) & ~m.playable and m.strikes + 1 >= r.strikes:
        good -= w[DOUBT]
    total = (fits * good - (total_copies - fits) * strike - loss) // total_copies
    if is_single(faces) and fits:
        total += m.unlocks * m.weights[PLAY_UNLOCKS] // 100
    return total


@kernel
def worth_of_discard(r: Rules, m: Mind, cell: int) -> int:
    w = m.weights
    faces = current_belief(r, m, cell)
    total = w[DISCARD] + price(r, m, m.tokens)
    room = slack(r, m)
    if room <= 0:
        total -= w[PACE] * (1 - room)
    if m.turns_left >= 0:
        total -= 2 * w[PACE]
    if is_known_useless(m, faces):
        return total + w[DISCARD_SPARE]
    if m.discarded == 0:
        total -= w[EARLY]
    if not is_touched(m, cell):
        faces = literal(m, cell)
    loss, total_copies = 0, 0
    while faces:
        kind = lowest_bit(faces)
        faces &= faces - 1
        copies = max(m.hidden[kind], 1)
        total_copies += copies
        loss += copies * loss_of(r, m, kind)
    if total_copies > 0:
        total -= loss // total_copies
    return total
