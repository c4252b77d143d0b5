"""The features of plays and discards."""

from . import Rules, bits, cards, features, inline, kernel
from .card_sets import is_known_playable, is_known_useless, is_single, update_table_sets
from .conventions.belief import belief, current_belief
from .conventions.good_touch import claimed
from .evaluation import change_of_worth, pace_of
from .features import set_feature, set_flag
from .layout import ASKED, BLIND, DOUBTFUL, NO_CELL, PASSED, POSTPONED, Mind
from .promises import holder_of, is_touched, literal
from .tried_clue import ignore_saved_beliefs
from .weights import FIRST_PLAY, MISPLAY, MORE_PLAYS

MAX_CHOP_AGE = 12  # turns; an older chop counts as this old


@kernel
def chance_percent(r: Rules, m: Mind, faces: int, of: int) -> int:
    """The chance, in percent, that a card of this hand that is one of `faces` is one of `of`."""
    fits, copies = 0, 0
    while faces:
        kind = bits.lowest_bit(faces)
        faces &= faces - 1
        count = max(m.table.hidden[kind], 1)
        copies += count
        fits += count * (of >> kind & 1)
    return fits * 100 // copies if copies else 0


@inline
def lowest_step(r: Rules, m: Mind, faces: int) -> int:
    lowest, rest = r.ranks, faces & m.table.playable
    while rest:
        lowest = min(lowest, r.step[bits.lowest_bit(rest)])
        rest &= rest - 1
    return lowest


@inline
def is_waited(m: Mind, cell: int, faces: int) -> bool:
    """Its supposed face depends on a card that others have yet to play."""
    for place in range(m.cards.waiting):
        if m.cards.wait_focus[place] == cell and faces >> m.cards.wait_face[place] & 1:
            return True
    return False


@kernel
def describe_play(r: Rules, m: Mind, slot: int) -> None:
    cell = m.table.hands[m.me][slot]
    faces, plain = current_belief(r, m, cell), literal(m, cell)
    m.choice.unlocks = 0
    believed, likely = chance_percent(r, m, faces, m.table.playable), chance_percent(r, m, plain, m.table.playable)
    is_known = is_known_playable(m, faces)
    set_feature(m, features.PLAYS, 1)
    set_feature(m, features.PLAY_CHANCE, believed)
    set_feature(m, features.PLAY_PLAIN, likely)
    set_flag(m, features.PLAY_SURE, is_known_playable(m, plain))
    if not is_known:
        set_feature(m, features.PLAY_TOUCHED if is_touched(m, cell) else features.PLAY_UNTOUCHED, 1)
    else:
        describe_known_play(r, m, slot, faces, likely)
    if likely < 100:
        set_feature(m, features.PLAY_STRUCK, m.table.strikes)
        if m.table.strikes + 1 >= r.strikes:
            set_feature(m, features.PLAY_ENDS, 100 - believed)
    set_feature(m, features.PLAY_TOKENS, m.table.tokens)
    set_feature(m, features.PLAY_DECK, m.table.deck)
    set_flag(m, features.PLAY_NO_TOKENS, m.table.tokens == 0)
    if m.table.turns_left >= 0:
        set_feature(m, features.PLAY_LAST_ROUND, believed)


@inline
def describe_known_play(r: Rules, m: Mind, slot: int, faces: int, likely: int) -> None:
    cell = m.table.hands[m.me][slot]
    set_feature(m, features.PLAY_KNOWN, 1)
    if likely < 20:
        set_feature(m, features.PLAY_KNOWN_LOW, 1)
    elif likely < 40:
        set_feature(m, features.PLAY_KNOWN_HALF, 1)
    elif likely < 70:
        set_feature(m, features.PLAY_KNOWN_LIKELY, 1)
    if m.cards.marks[cell] & BLIND:
        set_feature(m, features.PLAY_BLIND, 1)
        set_flag(m, features.PLAY_DOUBTFUL, m.cards.marks[cell] & DOUBTFUL != 0)
        set_flag(m, features.PLAY_OLD_CALL, m.cards.since[cell] <= m.own.last_turn)
    elif m.own.blind:
        set_feature(m, features.PLAY_BEFORE_CALL, 1)
    set_flag(m, features.PLAY_ASKED_FOR, m.cards.marks[cell] & ASKED != 0)
    set_flag(m, features.PLAY_PASSED, m.cards.marks[cell] & PASSED != 0)
    set_flag(m, features.PLAY_POSTPONED, m.cards.marks[cell] & POSTPONED != 0)
    set_flag(m, features.PLAY_WAITED, is_waited(m, cell, faces))
    set_flag(m, features.PLAY_FRESH, m.cards.since[cell] > m.own.last_turn)
    lowest = lowest_step(r, m, faces)
    set_feature(m, features.PLAY_RANK, lowest)
    set_flag(m, features.PLAY_LOWEST, lowest == m.own.lowest)
    set_flag(m, features.PLAY_NEWER, m.own.plays >> (slot + 1) == 0)
    set_flag(m, features.PLAY_LAST_CARD, lowest == r.ranks - 1)
    set_feature(m, features.PLAY_BEST_CLUE, m.choice.best_gain)
    set_feature(m, features.PLAY_DANGER, m.choice.next_loss)
    if is_single(faces):
        set_flag(m, features.PLAY_SEEN, claimed(r, m, cell, faces) != 0)
        describe_followers(r, m, cell, faces)


@kernel
def describe_followers(r: Rules, m: Mind, cell: int, face: int) -> None:
    """What teammates can play, or will misplay, once this card is played."""
    suit = 0
    while cards.kinds_of_suit(face, suit) == 0:
        suit += 1
    m.table.fireworks[suit] += 1
    update_table_sets(r, m)
    ignore_saved_beliefs(r, m)
    m.choice.unlocks = change_of_worth(r, m)
    gained = m.choice.changes[FIRST_PLAY]
    set_feature(m, features.PLAY_UNLOCKS_ONE, gained + m.choice.changes[MORE_PLAYS])
    set_feature(m, features.PLAY_TURN_TWO, 1 if gained > 0 else 0)
    set_feature(m, features.PLAY_MISPLAYS, m.choice.changes[MISPLAY])
    follows = False
    for slot in range(m.table.held[m.me]):
        own = m.table.hands[m.me][slot]
        is_open = own != cell and is_touched(m, own) and m.own.plays >> slot & 1 == 0
        follows = follows or (is_open and is_known_playable(m, belief(r, m, own)))
    set_flag(m, features.PLAY_UNLOCKS_OWN, follows)
    m.table.fireworks[suit] -= 1
    update_table_sets(r, m)
    m.saved.new_cells = 0


@kernel
def describe_discard(r: Rules, m: Mind, slot: int, oldest: int) -> None:
    cell = m.table.hands[m.me][slot]
    faces, plain = current_belief(r, m, cell), literal(m, cell)
    set_feature(m, features.DISCARDS, 1)
    if cell == oldest:
        set_feature(m, features.DISCARD_OLDEST, 1)
        set_feature(m, features.DISCARD_AGE, min(m.table.clock - m.own.chop_since, MAX_CHOP_AGE))
        set_flag(m, features.DISCARD_UNSEEN, m.table.clock - m.own.chop_since < r.players - 1)
        if m.table.clock - m.own.chop_since < 2 * (r.players - 1):
            set_feature(m, features.DISCARD_CRITICAL_YOUNG, chance_percent(r, m, plain, m.table.critical))
    if m.latest.given_at > m.own.last_turn and m.latest.focus != NO_CELL and holder_of(m.latest.focus) == m.me:
        set_feature(m, features.DISCARD_TOLD, 1)
    useless = is_known_useless(m, faces)
    set_flag(m, features.DISCARD_TRASH, useless)
    set_flag(m, features.DISCARD_PLAIN_TRASH, is_known_useless(m, plain))
    set_flag(m, features.DISCARD_BEFORE_TRASH, not useless and m.own.trash != 0)
    if is_touched(m, cell) and not useless:
        set_feature(m, features.DISCARD_CLUED, 1)
        set_flag(m, features.DISCARD_SECOND, is_single(faces) and m.table.holders[bits.lowest_bit(faces)] != 0)
    if not is_known_useless(m, plain):
        set_feature(m, features.DISCARD_CRITICAL, chance_percent(r, m, plain if useless else faces, m.table.critical))
        set_feature(m, features.DISCARD_USEFUL, chance_percent(r, m, plain if useless else faces, m.table.useful))
        set_feature(m, features.DISCARD_PLAYABLE, chance_percent(r, m, faces, m.table.playable))
    set_flag(m, features.DISCARD_LOCKED, oldest == NO_CELL)
    set_feature(m, features.DISCARD_TOKENS, m.table.tokens)
    if m.table.tokens == 0:
        set_feature(m, features.DISCARD_NO_TOKENS, 1)
    elif m.table.tokens == 1:
        set_feature(m, features.DISCARD_ONE_TOKEN, 1)
    elif m.table.tokens == r.clue_tokens - 1:
        set_feature(m, features.DISCARD_SEVEN, 1)
    set_flag(m, features.DISCARD_WITH_PLAY, m.own.plays != 0)
    set_flag(m, features.DISCARD_WITH_BLIND, m.own.blind != 0)
    set_flag(m, features.DISCARD_EARLY, m.table.discarded == 0)
    room = pace_of(r, m)
    set_feature(m, features.DISCARD_PACE, min(max(room, -5), 15))
    set_flag(m, features.DISCARD_NO_PACE, room <= 0)
    set_flag(m, features.DISCARD_LAST_ROUND, m.table.turns_left >= 0)
    set_feature(m, features.DISCARD_DECK, m.table.deck)
    set_feature(m, features.DISCARD_BEST_CLUE, m.choice.best_gain)
    set_feature(m, features.DISCARD_DANGER, m.choice.next_loss)
    set_feature(m, features.DISCARD_NEWER, slot)
