"""A cheaper proof that a deal cannot be won: all players share one big hand.

The player to move may then use any card, so nobody has to pass, tokens do not matter and every action takes a card from
the deck. Playing a playable card at once is right: it has to be played some time, it makes others playable, and it
saves another card. A useless card is discarded next. The only choice is which card to discard, among those that come
again, when the whole hand is needed and nothing is playable. If even this game cannot be won, the hands are too small.
"""

import numpy as np

from hanabi.compiled import cards as card_kinds
from hanabi.compiled.bits import count_bits, lowest_bit
from hanabi.compiled.counter_rng import mixed
from hanabi.kernels import MAX_KINDS
from hanabi.solvers import layout
from hanabi.solvers.layout import Numbers, OpenGame, PackedPosition, inline, kernel

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
def with_next_card(game: OpenGame, held: int, fireworks: int, top: int) -> int:
    """The hand with the next card of the deck."""
    if top < game.cards:
        card = game.deck[top]
        if card_kinds.rank_index(card) >= fireworks >> 3 * card_kinds.suit_of(card) & 7:
            held |= 1 << card
    return held


@kernel
def share_hands(game: OpenGame, row: PackedPosition, seen: Numbers, stack: Numbers, limit: int) -> int:
    """FAILED if one shared hand cannot complete the show, FOUND if it can, GAVE_UP after `limit` choices.

    `seen` must be full of -1.
    """
    held, fireworks, size = 0, 0, 0
    for place in range(layout.FIREWORKS):
        if row[place] != layout.EMPTY:
            size += 1
        if row[place] < layout.USELESS:
            held |= 1 << row[place]
    for suit in range(game.suits):
        fireworks |= row[layout.FIREWORKS + suit] << 3 * suit
    complete = 0
    for suit in range(game.suits):
        complete |= game.ranks << 3 * suit
    left = row[layout.TURNS] if row[layout.TURNS] > 0 else (game.last_round if game.last_round > 0 else size)
    stack[0, 0], stack[0, 1], stack[0, 2] = held, fireworks, row[layout.NEXT_CARD]
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
            held = with_next_card(game, held, fireworks, top)
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
            if game.next_at[card][top] != layout.NOWHERE:
                stack[height, 0] = with_next_card(game, held & ~(1 << card), fireworks, top)
                stack[height, 1] = fireworks
                stack[height, 2] = top + 1
                height += 1
    return FAILED
