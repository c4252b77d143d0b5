"""What is noticed about a discard."""

from hanabi.kernels.layout import Rules

from . import inline, kernel
from .belief import is_known_useless
from .card_sets import is_single
from .features import (
    DISCARD_AGE,
    DISCARD_BEFORE_TRASH,
    DISCARD_BEST_CLUE,
    DISCARD_CLUED,
    DISCARD_CRITICAL,
    DISCARD_CRITICAL_YOUNG,
    DISCARD_DANGER,
    DISCARD_DECK,
    DISCARD_EARLY,
    DISCARD_LAST_ROUND,
    DISCARD_LOCKED,
    DISCARD_NEWER,
    DISCARD_NO_PACE,
    DISCARD_NO_TOKENS,
    DISCARD_OLDEST,
    DISCARD_ONE_TOKEN,
    DISCARD_PACE,
    DISCARD_PLAIN_TRASH,
    DISCARD_PLAYABLE,
    DISCARD_SECOND,
    DISCARD_SEVEN,
    DISCARD_TOKENS,
    DISCARD_TOLD,
    DISCARD_TRASH,
    DISCARD_UNSEEN,
    DISCARD_USEFUL,
    DISCARD_WITH_BLIND,
    DISCARD_WITH_PLAY,
    DISCARDS,
    notice,
)
from .layout import NO_CELL, Mind
from .move_worth import slack
from .play_features import chance
from .promises import is_touched, literal, owner_of
from .referee import lowest_bit
from .tried_clue import current_belief

MOST_TURNS = 12  # a chop older than this is old


@inline
def is_held_elsewhere(m: Mind, face: int) -> bool:
    """A teammate holds it."""
    return m.holders[lowest_bit(face)] != 0


@kernel
def notice_discard(r: Rules, m: Mind, slot: int, oldest: int) -> None:
    cell = m.hands[m.me][slot]
    faces, plain = current_belief(r, m, cell), literal(m, cell)
    notice(m, DISCARDS, 1)
    if cell == oldest:
        notice(m, DISCARD_OLDEST, 1)
        notice(m, DISCARD_AGE, min(m.clock - m.chop_since, MOST_TURNS))
        if m.clock - m.chop_since < r.players - 1:
            notice(m, DISCARD_UNSEEN, 1)
        if m.clock - m.chop_since < 2 * (r.players - 1):
            notice(m, DISCARD_CRITICAL_YOUNG, chance(r, m, plain, m.critical))
    if m.clued_at > m.last_turn and m.focus != NO_CELL and owner_of(m.focus) == m.me:
        notice(m, DISCARD_TOLD, 1)
    useless = is_known_useless(m, faces)
    if useless:
        notice(m, DISCARD_TRASH, 1)
    if is_known_useless(m, plain):
        notice(m, DISCARD_PLAIN_TRASH, 1)
    if not useless and m.own_trash:
        notice(m, DISCARD_BEFORE_TRASH, 1)
    if is_touched(m, cell) and not useless:
        notice(m, DISCARD_CLUED, 1)
        if is_single(faces) and is_held_elsewhere(m, faces):
            notice(m, DISCARD_SECOND, 1)
    if not is_known_useless(m, plain):
        notice(m, DISCARD_CRITICAL, chance(r, m, plain if useless else faces, m.critical))
        notice(m, DISCARD_USEFUL, chance(r, m, plain if useless else faces, m.useful))
        notice(m, DISCARD_PLAYABLE, chance(r, m, faces, m.playable))
    if oldest == NO_CELL:
        notice(m, DISCARD_LOCKED, 1)
    notice(m, DISCARD_TOKENS, m.tokens)
    if m.tokens == 0:
        notice(m, DISCARD_NO_TOKENS, 1)
    elif m.tokens == 1:
        notice(m, DISCARD_ONE_TOKEN, 1)
    elif m.tokens == r.clue_tokens - 1:
        notice(m, DISCARD_SEVEN, 1)
    if m.own_plays:
        notice(m, DISCARD_WITH_PLAY, 1)
    if m.own_blind:
        notice(m, DISCARD_WITH_BLIND, 1)
    if m.discarded == 0:
        notice(m, DISCARD_EARLY, 1)
    room = slack(r, m)
    notice(m, DISCARD_PACE, min(max(room, -5), 15))
    if room <= 0:
        notice(m, DISCARD_NO_PACE, 1)
    if m.turns_left >= 0:
        notice(m, DISCARD_LAST_ROUND, 1)
    notice(m, DISCARD_DECK, m.deck)
    notice(m, DISCARD_BEST_CLUE, m.best_gain)
    notice(m, DISCARD_DANGER, m.next_loss)
    notice(m, DISCARD_NEWER, slot)
