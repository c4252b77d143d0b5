"""Moves of the open-card game on a row (see `layout`). Tests hold it equal to the referee."""

from hanabi.compiled import cards as card_kinds
from hanabi.kernels.layout import MAX_HAND
from hanabi.solvers.layout import (
    ANNOUNCE,
    COMPLETE,
    DISCARD,
    EMPTY,
    ENDED,
    FIREWORKS,
    MISPLAY,
    NOWHERE,
    PASS,
    PLAY,
    PLAYER,
    RUNNING,
    SCORE,
    STRIKES,
    TOKENS,
    TOP,
    TURNS,
    USELESS,
    Numbers,
    OpenGame,
    PackedPosition,
    inline,
    kernel,
)


@inline
def holds(row: PackedPosition, seat: int, card: int) -> bool:
    for place in range(seat * MAX_HAND, seat * MAX_HAND + MAX_HAND):
        if row[place] == card:
            return True
    return False


@inline
def take_out(row: PackedPosition, seat: int, card: int) -> None:
    place = seat * MAX_HAND
    last = place + MAX_HAND - 1
    while row[place] != card:
        place += 1
    while place < last:
        row[place] = row[place + 1]
        place += 1
    row[last] = EMPTY


@inline
def put_in(row: PackedPosition, seat: int, card: int) -> None:
    first = seat * MAX_HAND
    place = first + MAX_HAND - 1
    while place > first and row[place - 1] > card:
        row[place] = row[place - 1]
        place -= 1
    row[place] = card


@inline
def is_somewhere(game: OpenGame, row: PackedPosition, card: int) -> bool:
    """Whether a copy is in a hand or in the deck."""
    if game.next_at[card][row[TOP]] != NOWHERE:
        return True
    for place in range(game.players * MAX_HAND):
        if row[place] == card:
            return True
    return False


@inline
def is_needed(game: OpenGame, row: PackedPosition, card: int) -> bool:
    suit, step = card_kinds.suit_of(card), card_kinds.rank_index(card)
    if step < row[FIREWORKS + suit]:
        return False
    if game.partial:
        for below in range(row[FIREWORKS + suit], step):
            if not is_somewhere(game, row, card_kinds.kind_of(suit, below)):
                return False
    return True


@inline
def make_useless(game: OpenGame, row: PackedPosition, first: int, last: int) -> None:
    """Cards from `first` to `last` in any hand; they move behind the needed ones."""
    for seat in range(game.players):
        end = seat * MAX_HAND + MAX_HAND
        place = seat * MAX_HAND
        while place < end and row[place] <= last:
            if row[place] < first:
                place += 1
                continue
            at = place
            while at + 1 < end and row[at + 1] < USELESS:
                row[at] = row[at + 1]
                at += 1
            row[at] = USELESS


@inline
def draw(game: OpenGame, row: PackedPosition) -> None:
    top = row[TOP]
    if top == game.cards:
        return
    seat, card = row[PLAYER], game.deck[top]
    row[TOP] = top + 1
    if holds(row, seat, card) or not is_needed(game, row, card):
        card = USELESS
    put_in(row, seat, card)
    if top + 1 == game.cards and game.last_round > 0 and row[TURNS] < 0:
        row[TURNS] = game.last_round + 1


@inline
def can_pass(game: OpenGame, row: PackedPosition) -> bool:
    """Whether some clue is legal: without empty clues a teammate must hold a card."""
    if row[TOKENS] == 0:
        return False
    if game.empty_clues:
        return True
    for seat in range(game.players):
        if seat != row[PLAYER] and row[seat * MAX_HAND] != EMPTY:
            return True
    return False


@inline
def end_turn(game: OpenGame, row: PackedPosition) -> int:
    if row[TURNS] > 0:
        row[TURNS] -= 1
        if row[TURNS] == 0:
            return ENDED
    seat = row[PLAYER] + 1
    row[PLAYER] = 0 if seat == game.players else seat
    if row[row[PLAYER] * MAX_HAND] == EMPTY and not can_pass(game, row):
        return ENDED
    return RUNNING


@inline
def return_token(game: OpenGame, row: PackedPosition) -> None:
    if row[TOKENS] < game.clue_tokens:
        row[TOKENS] += 1


@kernel
def make_move(game: OpenGame, row: PackedPosition, move: int) -> int:
    """Change the row; whether the show is complete, or the game has ended otherwise."""
    what, card = move >> 7, move & 127
    if what == PASS:
        row[TOKENS] -= 1
        return end_turn(game, row)
    seat = row[PLAYER]
    take_out(row, seat, card)
    if what == PLAY or what == ANNOUNCE:
        suit = card_kinds.suit_of(card)
        row[FIREWORKS + suit] += 1
        row[SCORE] += 1
        if what == ANNOUNCE:
            return_token(game, row)
        if row[FIREWORKS + suit] == game.ranks:
            return_token(game, row)
            if row[SCORE] == game.suits * game.ranks:
                return COMPLETE
        make_useless(game, row, card, card)
    else:
        if what == DISCARD:
            return_token(game, row)
        else:
            row[STRIKES] += 1
        if game.partial and card != USELESS and not is_somewhere(game, row, card):
            make_useless(game, row, card + 1, card_kinds.kind_of(card_kinds.suit_of(card), game.ranks - 1))
    draw(game, row)
    return end_turn(game, row)


@inline
def is_last_copy(game: OpenGame, row: PackedPosition, card: int) -> bool:
    if game.next_at[card][row[TOP]] != NOWHERE:
        return False
    seat = row[PLAYER]
    for other in range(game.players):
        if other != seat and holds(row, other, card):
            return False
    return True


@kernel
def list_moves(game: OpenGame, row: PackedPosition, moves: Numbers) -> int:
    """All moves worth making, and how many there are.

    Left out, because another listed move can do no worse: discarding a needed card beside a useless one, and what gives
    up a perfect show (unless any score counts). A strike is worth it only where a discard is refused. A token too many
    can forbid a discard, so a play is also listed without its announcement when that would fill the tokens.
    """
    count = 0
    seat = row[PLAYER]
    full = row[TOKENS] == game.clue_tokens
    useless, playable = False, False
    for place in range(seat * MAX_HAND, seat * MAX_HAND + MAX_HAND):
        card = row[place]
        if card == EMPTY:
            break
        if card == USELESS:
            useless = True
            break
        if row[FIREWORKS + card_kinds.suit_of(card)] == card_kinds.rank_index(card):
            playable = True
            if game.announcing and not full:
                moves[count] = ANNOUNCE << 7 | card
                count += 1
            if not (game.announcing and not full) or (not game.relaxed and row[TOKENS] + 2 >= game.clue_tokens):
                moves[count] = PLAY << 7 | card
                count += 1
    discard = DISCARD
    if full and not game.relaxed:
        # A second copy of a playable card counts as useless, but to play it is no strike.
        discard = MISPLAY if row[STRIKES] + 1 < game.strikes and (game.announcing or not playable) else PASS
    if discard != PASS:
        if useless:
            moves[count] = discard << 7 | USELESS
            count += 1
        else:
            for place in range(seat * MAX_HAND, seat * MAX_HAND + MAX_HAND):
                card = row[place]
                if card == EMPTY:
                    break
                if game.partial or not is_last_copy(game, row, card):
                    moves[count] = discard << 7 | card
                    count += 1
    if can_pass(game, row):
        moves[count] = PASS << 7
        count += 1
    return count
