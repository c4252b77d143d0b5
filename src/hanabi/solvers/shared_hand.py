"""A cheaper proof: all players share one big hand.

Whoever is to move may then use any card, so nobody has to pass, tokens do not matter and every action takes a card
from the deck. To play what can be played is right at once: it has to be done some time, it opens more, and it keeps
another card longer. A card nobody needs goes next. A choice is left only where the whole hand is needed and nothing
in it can be played: which of the cards that come again to give up. Where even this game cannot be won, the hands are
too small.
"""

import numpy as np

from hanabi.compiled import cards as card_kinds
from hanabi.compiled.bits import count_bits, lowest_bit
from hanabi.compiled.counter_rng import mixed
from hanabi.kernels.layout import MAX_KINDS
from hanabi.solvers.layout import (
    EMPTY,
    FIREWORKS,
    NOWHERE,
    TOP,
    TURNS,
    USELESS,
    Numbers,
    OpenGame,
    PackedPosition,
    inline,
    kernel,
)

FAILED, FOUND, GAVE_UP = range(3)


@inline
def playable_in(game: OpenGame, held: int, fireworks: int) -> int:
    """A held card that continues its firework, or -1."""
    for suit in range(game.suits):
        step = fireworks >> 3 * suit & 7
        if step < game.ranks and held >> card_kinds.kind_of(suit, step) & 1:
            return card_kinds.kind_of(suit, step)
    return -1


@inline
def drawn(game: OpenGame, held: int, fireworks: int, top: int) -> int:
    """The hand after the next card of the deck."""
    if top < game.cards:
        card = game.deck[top]
        if card_kinds.rank_index(card) >= fireworks >> 3 * card_kinds.suit_of(card) & 7:
            held |= 1 << card
    return held


@kernel
def share_hands(game: OpenGame, row: PackedPosition, seen: Numbers, stack: Numbers, limit: int) -> int:
    """FAILED if one shared hand cannot complete the show, FOUND if it can.

    Gives up after `limit` positions with a choice. `seen` is full of -1.
    """
    held, fireworks, size = 0, 0, 0
    for place in range(FIREWORKS):
        if row[place] != EMPTY:
            size += 1
        if row[place] < USELESS:
            held |= 1 << row[place]
    for suit in range(game.suits):
        fireworks |= row[FIREWORKS + suit] << 3 * suit
    complete = 0
    for suit in range(game.suits):
        complete |= game.ranks << 3 * suit
    left = row[TURNS] if row[TURNS] > 0 else (game.last_round if game.last_round > 0 else size)
    stack[0, 0], stack[0, 1], stack[0, 2] = held, fireworks, row[TOP]
    height, choices = 1, 0
    mask = seen.shape[0] - 1
    while height > 0:
        height -= 1
        held, fireworks, top = stack[height, 0], stack[height, 1], stack[height, 2]
        actions = game.cards - top + left
        while True:
            card = playable_in(game, held, fireworks)
            if card >= 0 and actions > 0:
                held &= ~(1 << card)
                fireworks += 1 << 3 * card_kinds.suit_of(card)
                if fireworks == complete:
                    return FOUND
            elif top >= game.cards or count_bits(held) == size:
                break
            held = drawn(game, held, fireworks, top)
            top += 1
            actions -= 1
        if top >= game.cards:
            continue
        key = held | top << MAX_KINDS | fireworks << MAX_KINDS + 7
        place = np.int64(mixed(np.uint64(key))) & mask
        while seen[place] != -1 and seen[place] != key:
            place = (place + 1) & mask
        if seen[place] == key:
            continue
        seen[place] = key
        choices += 1
        if choices >= limit:
            return GAVE_UP
        rest = held
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if game.next_at[card][top] != NOWHERE:
                stack[height, 0] = drawn(game, held & ~(1 << card), fireworks, top)
                stack[height, 1] = fireworks
                stack[height, 2] = top + 1
                height += 1
    return FAILED
