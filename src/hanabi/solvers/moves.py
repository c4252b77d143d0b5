"""Moves of the open-card game on a row (see `layout`). Tests check that they agree with the referee."""

from hanabi.compiled import cards as card_kinds
from hanabi.kernels import MAX_HAND
from hanabi.solvers import layout
from hanabi.solvers.layout import Numbers, OpenGame, PackedPosition, inline, kernel


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
    row[last] = layout.EMPTY


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
    if game.next_at[card][row[layout.NEXT_CARD]] != layout.NOWHERE:
        return True
    for place in range(game.players * MAX_HAND):
        if row[place] == card:
            return True
    return False


@inline
def is_needed(game: OpenGame, row: PackedPosition, card: int) -> bool:
    suit, step = card_kinds.suit_of(card), card_kinds.rank_index(card)
    if step < row[layout.FIREWORKS + suit]:
        return False
    if game.partial:
        for below in range(row[layout.FIREWORKS + suit], step):
            if not is_somewhere(game, row, card_kinds.kind_of(suit, below)):
                return False
    return True


@inline
def make_useless(game: OpenGame, row: PackedPosition, first: int, last: int) -> None:
    """Mark cards from `first` to `last` in any hand as useless, and move them behind the needed ones."""
    for seat in range(game.players):
        end = seat * MAX_HAND + MAX_HAND
        place = seat * MAX_HAND
        while place < end and row[place] <= last:
            if row[place] < first:
                place += 1
                continue
            at = place
            while at + 1 < end and row[at + 1] < layout.USELESS:
                row[at] = row[at + 1]
                at += 1
            row[at] = layout.USELESS


@inline
def draw_open_card(game: OpenGame, row: PackedPosition) -> None:
    top = row[layout.NEXT_CARD]
    if top == game.cards:
        return
    seat, card = row[layout.PLAYER], game.deck[top]
    row[layout.NEXT_CARD] = top + 1
    if holds(row, seat, card) or not is_needed(game, row, card):
        card = layout.USELESS
    put_in(row, seat, card)
    if top + 1 == game.cards and game.last_round > 0 and row[layout.TURNS] < 0:
        row[layout.TURNS] = game.last_round + 1


@inline
def can_pass(game: OpenGame, row: PackedPosition) -> bool:
    """Whether some clue is legal: without empty clues a teammate must hold a card."""
    if row[layout.TOKENS] == 0:
        return False
    if game.empty_clues:
        return True
    for seat in range(game.players):
        if seat != row[layout.PLAYER] and row[seat * MAX_HAND] != layout.EMPTY:
            return True
    return False


@inline
def pass_turn(game: OpenGame, row: PackedPosition) -> int:
    if row[layout.TURNS] > 0:
        row[layout.TURNS] -= 1
        if row[layout.TURNS] == 0:
            return layout.ENDED
    seat = row[layout.PLAYER] + 1
    row[layout.PLAYER] = 0 if seat == game.players else seat
    if row[row[layout.PLAYER] * MAX_HAND] == layout.EMPTY and not can_pass(game, row):
        return layout.ENDED
    return layout.RUNNING


@inline
def return_token(game: OpenGame, row: PackedPosition) -> None:
    if row[layout.TOKENS] < game.clue_tokens:
        row[layout.TOKENS] += 1


@kernel
def make_move(game: OpenGame, row: PackedPosition, move: int) -> int:
    """Apply a move to the row; returns RUNNING, COMPLETE or ENDED."""
    what, card = move >> 7, move & 127
    if what == layout.PASS:
        row[layout.TOKENS] -= 1
        return pass_turn(game, row)
    seat = row[layout.PLAYER]
    take_out(row, seat, card)
    if what == layout.PLAY or what == layout.ANNOUNCE:
        suit = card_kinds.suit_of(card)
        row[layout.FIREWORKS + suit] += 1
        row[layout.SCORE] += 1
        if what == layout.ANNOUNCE:
            return_token(game, row)
        if row[layout.FIREWORKS + suit] == game.ranks:
            return_token(game, row)
            if row[layout.SCORE] == game.suits * game.ranks:
                return layout.COMPLETE
        make_useless(game, row, card, card)
    else:
        if what == layout.DISCARD:
            return_token(game, row)
        else:
            row[layout.STRIKES] += 1
        if game.partial and card != layout.USELESS and not is_somewhere(game, row, card):
            make_useless(game, row, card + 1, card_kinds.kind_of(card_kinds.suit_of(card), game.ranks - 1))
    draw_open_card(game, row)
    return pass_turn(game, row)


@inline
def is_last_copy(game: OpenGame, row: PackedPosition, card: int) -> bool:
    if game.next_at[card][row[layout.NEXT_CARD]] != layout.NOWHERE:
        return False
    seat = row[layout.PLAYER]
    for other in range(game.players):
        if other != seat and holds(row, other, card):
            return False
    return True


@kernel
def list_moves(game: OpenGame, row: PackedPosition, moves: Numbers) -> int:
    """List all moves worth trying; returns their number.

    Left out, because another listed move does no worse: discarding a needed card instead of a useless one, and moves
    that give up a perfect show (unless any score counts). A strike is worth it only where a discard is illegal. An
    extra token can make a discard illegal, so a play is also listed without its announcement if that would fill the
    tokens.
    """
    count = 0
    seat = row[layout.PLAYER]
    full = row[layout.TOKENS] == game.clue_tokens
    useless, playable = False, False
    for place in range(seat * MAX_HAND, seat * MAX_HAND + MAX_HAND):
        card = row[place]
        if card == layout.EMPTY:
            break
        if card == layout.USELESS:
            useless = True
            break
        if row[layout.FIREWORKS + card_kinds.suit_of(card)] == card_kinds.rank_index(card):
            playable = True
            if game.announcing and not full:
                moves[count] = layout.ANNOUNCE << 7 | card
                count += 1
            if not (game.announcing and not full) or (not game.relaxed and row[layout.TOKENS] + 2 >= game.clue_tokens):
                moves[count] = layout.PLAY << 7 | card
                count += 1
    discard = layout.DISCARD
    if full and not game.relaxed:
        # A second copy of a playable card counts as useless, but playing it is not a strike.
        discard = (
            layout.MISPLAY
            if row[layout.STRIKES] + 1 < game.strikes and (game.announcing or not playable)
            else layout.PASS
        )
    if discard != layout.PASS:
        if useless:
            moves[count] = discard << 7 | layout.USELESS
            count += 1
        else:
            for place in range(seat * MAX_HAND, seat * MAX_HAND + MAX_HAND):
                card = row[place]
                if card == layout.EMPTY:
                    break
                if game.partial or not is_last_copy(game, row, card):
                    moves[count] = discard << 7 | card
                    count += 1
    if can_pass(game, row):
        moves[count] = layout.PASS << 7
        count += 1
    return count
