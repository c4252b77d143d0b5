"""Upper bounds for any team: the earliest action for each missing card, and whether the turns suffice.

Every play and every discard takes a card from the deck, and the turns after the last card are limited. So at most
`deck + last round` more actions use a card. The i-th card of the deck can be played by action i + 1 at the earliest,
and the next card of its firework one action later. If for some i more cards have to wait for action i than there are
actions from i on, no team can win.
"""

from hanabi.compiled import cards
from hanabi.kernels import MAX_HAND
from hanabi.solvers import layout
from hanabi.solvers.layout import Numbers, OpenGame, PackedPosition, inline, kernel

WAIT = 160
NEVER = -1


@inline
def horizon(game: OpenGame, row: PackedPosition) -> int:
    """The largest number of further plays and discards."""
    left: int = row[layout.TURNS] + 0
    if left > 0:
        return left
    left = game.cards - row[layout.NEXT_CARD]
    if game.last_round > 0:
        return left + game.last_round
    for place in range(game.players * MAX_HAND):
        if row[place] != layout.EMPTY:
            left += 1
    return left


@inline
def held_cards(game: OpenGame, row: PackedPosition) -> int:
    """The needed cards in hands, as a mask."""
    mask = 0
    for place in range(game.players * MAX_HAND):
        card = row[place]
        if card < 64:
            mask |= 1 << card
    return mask


@inline
def earliest_action(game: OpenGame, row: PackedPosition, held: int, card: int, at: int, end: int) -> int:
    """The first action from `at` on that can play a card, which must be drawn before; NEVER if all copies are lost.

    The last card of the deck can only be played in the very last turn.
    """
    if held >> card & 1:
        return at
    place: int = game.next_at[card][row[layout.NEXT_CARD]]
    if place == layout.NOWHERE:
        return NEVER
    if place == game.cards - 1 and game.last_round > 0 and row[layout.TURNS] < 0:
        return max(at, end)
    after_draw: int = place - row[layout.NEXT_CARD] + 2
    return max(at, after_draw)


@kernel
def spare_actions(game: OpenGame, row: PackedPosition, waits: Numbers) -> int:
    """The number of spare actions on the way to a complete show; -1 if it cannot be reached.

    Fills `waits[i]` with the number of cards that cannot be played before action i.
    """
    end = horizon(game, row)
    held = held_cards(game, row)
    for i in range(end + 2):
        waits[i] = 0
    for suit in range(game.suits):
        at = 0
        for step in range(row[layout.FIREWORKS + suit], game.ranks):
            at = earliest_action(game, row, held, cards.kind_of(suit, step), at + 1, end)
            if at == NEVER:
                return -1
            waits[min(at, end + 1)] += 1
    spare = end
    waiting = 0
    for i in range(end + 1, 0, -1):
        waiting += waits[i]
        spare = min(spare, end - i + 1 - waiting)
    return max(spare, -1)


@kernel
def max_cards(game: OpenGame, row: PackedPosition, waits: Numbers) -> int:
    """An upper bound for the cards on the fireworks at the end."""
    end = horizon(game, row)
    held = held_cards(game, row)
    for i in range(end + 2):
        waits[i] = 0
    for suit in range(game.suits):
        at = 0
        for step in range(row[layout.FIREWORKS + suit], game.ranks):
            at = earliest_action(game, row, held, cards.kind_of(suit, step), at + 1, end)
            if at == NEVER or at > end:
                break
            waits[at] += 1
    played = 0
    waiting = 0
    for i in range(1, end + 1):
        waiting += waits[i]
        if waiting > 0:
            waiting -= 1
            played += 1
    total: int = row[layout.SCORE] + played
    return total
