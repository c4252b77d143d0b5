"""What is noticed about a play."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import belief, is_known_playable
from .card_sets import is_single, update_table_sets
from .conventions.good_touch import claimed
from .evaluation import change_of_worth
from .features import (
    PLAY_ASKED_FOR,
    PLAY_BEFORE_CALL,
    PLAY_BEST_CLUE,
    PLAY_BLIND,
    PLAY_CHANCE,
    PLAY_DANGER,
    PLAY_DECK,
    PLAY_DOUBTFUL,
    PLAY_ENDS,
    PLAY_FRESH,
    PLAY_KNOWN,
    PLAY_KNOWN_HALF,
    PLAY_KNOWN_LIKELY,
    PLAY_KNOWN_LOW,
    PLAY_LAST_CARD,
    PLAY_LAST_ROUND,
    PLAY_LOWEST,
    PLAY_MISPLAYS,
    PLAY_NEWER,
    PLAY_NO_TOKENS,
    PLAY_OLD_CALL,
    PLAY_PASSED,
    PLAY_PLAIN,
    PLAY_POSTPONED,
    PLAY_RANK,
    PLAY_SEEN,
    PLAY_STRUCK,
    PLAY_SURE,
    PLAY_TOKENS,
    PLAY_TOUCHED,
    PLAY_TURN_TWO,
    PLAY_UNLOCKS_ONE,
    PLAY_UNLOCKS_OWN,
    PLAY_UNTOUCHED,
    PLAY_WAITED,
    PLAYS,
    notice,
)
from .layout import ASKED, BLIND, DOUBTFUL, PASSED, POSTPONED, Mind
from .promises import is_touched, literal
from .referee import kinds_of_suit, lowest_bit
from .tried_clue import current_belief, drop_beliefs
from .weights import FIRST_PLAY, MISPLAY, MORE_PLAYS


@kernel
def chance(r: Rules, m: Mind, faces: int, of: int) -> int:
    """How likely, in per cent, a card of this hand that is one of `faces` is one of `of`."""
    fits, copies = 0, 0
    while faces:
        kind = lowest_bit(faces)
        faces &= faces - 1
        count = max(m.hidden[kind], 1)
        copies += count
        fits += count * (of >> kind & 1)
    return fits * 100 // copies if copies else 0


@inline
def lowest_step(r: Rules, m: Mind, faces: int) -> int:
    lowest, rest = r.ranks, faces & m.playable
    while rest:
        lowest = min(lowest, r.step[lowest_bit(rest)])
        rest &= rest - 1
    return lowest


@inline
def is_waited(m: Mind, cell: int, faces: int) -> bool:
    """What it is taken for depends on a card that others have yet to play."""
    for place in range(m.waiting):
        if m.wait_focus[place] == cell and faces >> m.wait_face[place] & 1:
            return True
    return False


@kernel
def notice_play(r: Rules, m: Mind, slot: int) -> None:
    cell = m.hands[m.me][slot]
    faces, plain = current_belief(r, m, cell), literal(m, cell)
    m.unlocks = 0
    believed, likely = chance(r, m, faces, m.playable), chance(r, m, plain, m.playable)
    known = is_known_playable(m, faces)
    notice(m, PLAYS, 1)
    notice(m, PLAY_CHANCE, believed)
    notice(m, PLAY_PLAIN, likely)
    if is_known_playable(m, plain):
        notice(m, PLAY_SURE, 1)
    if not known:
        notice(m, PLAY_TOUCHED if is_touched(m, cell) else PLAY_UNTOUCHED, 1)
    else:
        notice_known(r, m, slot, faces, likely)
    if likely < 100:
        notice(m, PLAY_STRUCK, m.strikes)
        if m.strikes + 1 >= r.strikes:
            notice(m, PLAY_ENDS, 100 - believed)
    notice(m, PLAY_TOKENS, m.tokens)
    notice(m, PLAY_DECK, m.deck)
    if m.tokens == 0:
        notice(m, PLAY_NO_TOKENS, 1)
    if m.turns_left >= 0:
        notice(m, PLAY_LAST_ROUND, believed)


@inline
def notice_known(r: Rules, m: Mind, slot: int, faces: int, likely: int) -> None:
    cell = m.hands[m.me][slot]
    notice(m, PLAY_KNOWN, 1)
    if likely < 20:
        notice(m, PLAY_KNOWN_LOW, 1)
    elif likely < 40:
        notice(m, PLAY_KNOWN_HALF, 1)
    elif likely < 70:
        notice(m, PLAY_KNOWN_LIKELY, 1)
    if m.marks[cell] & BLIND:
        notice(m, PLAY_BLIND, 1)
        if m.marks[cell] & DOUBTFUL:
            notice(m, PLAY_DOUBTFUL, 1)
        if m.since[cell] <= m.last_turn:
            notice(m, PLAY_OLD_CALL, 1)
    elif m.own_blind:
        notice(m, PLAY_BEFORE_CALL, 1)
    if m.marks[cell] & ASKED:
        notice(m, PLAY_ASKED_FOR, 1)
    if m.marks[cell] & PASSED:
        notice(m, PLAY_PASSED, 1)
    if m.marks[cell] & POSTPONED:
        notice(m, PLAY_POSTPONED, 1)
    if is_waited(m, cell, faces):
        notice(m, PLAY_WAITED, 1)
    if m.since[cell] > m.last_turn:
        notice(m, PLAY_FRESH, 1)
    lowest = lowest_step(r, m, faces)
    notice(m, PLAY_RANK, lowest)
    if lowest == m.lowest:
        notice(m, PLAY_LOWEST, 1)
    if m.own_plays >> (slot + 1) == 0:
        notice(m, PLAY_NEWER, 1)
    if lowest == r.ranks - 1:
        notice(m, PLAY_LAST_CARD, 1)
    notice(m, PLAY_BEST_CLUE, m.best_gain)
    notice(m, PLAY_DANGER, m.next_loss)
    if is_single(faces):
        if claimed(r, m, cell, faces):
            notice(m, PLAY_SEEN, 1)
        notice_followers(r, m, cell, faces)


@kernel
def notice_followers(r: Rules, m: Mind, cell: int, face: int) -> None:
    """What teammates can do, or will do wrong, once this card is played."""
    suit = 0
    while kinds_of_suit(face, suit) == 0:
        suit += 1
    m.fireworks[suit] += 1
    update_table_sets(r, m)
    drop_beliefs(r, m)
    m.unlocks = change_of_worth(r, m)
    gained = m.changes[FIRST_PLAY]
    notice(m, PLAY_UNLOCKS_ONE, gained + m.changes[MORE_PLAYS])
    notice(m, PLAY_TURN_TWO, 1 if gained > 0 else 0)
    notice(m, PLAY_MISPLAYS, m.changes[MISPLAY])
    follows = False
    for slot in range(m.held[m.me]):
        own = m.hands[m.me][slot]
        is_open = own != cell and is_touched(m, own) and m.own_plays >> slot & 1 == 0
        follows = follows or (is_open and is_known_playable(m, belief(r, m, own)))
    if follows:
        notice(m, PLAY_UNLOCKS_OWN, 1)
    m.fireworks[suit] -= 1
    update_table_sets(r, m)
    m.new_cells = 0
