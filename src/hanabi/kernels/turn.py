"""A turn (rules.md, sections 3 and 6)."""

from . import action_ids, inline, kernel, layout
from .cards import continues_firework, is_complete, suit_of
from .deal import draw, put_back
from .ending import end, end_turn, is_indispensable, show_is_complete
from .layout import Rules, State
from .legality import discarded_kinds, legal_clues, rescuable_kinds
from .seats import seat_at


@inline
def return_clue_token(r: Rules, s: State) -> None:
    if s.clue_tokens < r.clue_tokens:
        s.clue_tokens += 1
        s.last_token = 1


@inline
def take(s: State, seat: int, slot: int) -> int:
    """Take a card out of a hand; younger cards move down a slot."""
    card = s.hands[seat][slot]
    kind = s.faces[card]
    if kind == s.returned_kind and s.draw_numbers[seat][slot] >= s.returned_at:
        s.returned_kind = layout.NO_KIND
    s.hand_sizes[seat] -= 1
    for place in range(slot, s.hand_sizes[seat]):
        s.hands[seat][place] = s.hands[seat][place + 1]
        s.draw_numbers[seat][place] = s.draw_numbers[seat][place + 1]
        s.possible[seat][place] = s.possible[seat][place + 1]
        s.clued[seat][place] = s.clued[seat][place + 1]
    s.last_slot = slot
    s.last_kind = kind
    return card


@inline
def put_on_pile(s: State, card: int) -> None:
    s.discards[s.discard_count] = card
    s.discard_count += 1
    s.lost[s.faces[card]] += 1


@inline
def take_from_pile(s: State, card: int) -> None:
    s.lost[s.faces[card]] -= 1
    s.discard_count -= 1
    passed = False
    for place in range(s.discard_count):
        if s.discards[place] == card:
            passed = True
        if passed:
            s.discards[place] = s.discards[place + 1]


@inline
def finish_turn(r: Rules, s: State) -> None:
    """Draw a card and pass the turn, unless the game is over or a choice is pending."""
    if s.outcome == layout.RUNNING and s.pending == layout.NO_TILE:
        draw(r, s, s.player)
        end_turn(r, s)


@kernel
def turn_tile(r: Rules, s: State) -> None:
    """Turn over the top reward tile. A tile that offers a choice stays pending; the others take effect at once."""
    tile = s.tiles[s.tiles_turned]
    s.tiles_turned += 1
    s.pending = layout.NO_TILE
    if tile == layout.CLUE_BACK:
        return_clue_token(r, s)
    elif tile == layout.MEND:
        if s.strikes > 0:
            s.strikes -= 1
        return_clue_token(r, s)
    elif tile == layout.FREE_COLOR_CLUE:
        if legal_clues(r, s, True, False) != 0:
            s.pending = tile
    elif tile == layout.FREE_RANK_CLUE:
        if legal_clues(r, s, False, True) != 0:
            s.pending = tile
    elif tile == layout.RESHUFFLE:
        if discarded_kinds(r, s) != 0:
            s.pending = tile
    elif rescuable_kinds(r, s) != 0:
        s.pending = tile


@kernel
def add_to_firework(r: Rules, s: State, kind: int) -> None:
    """Add a card. Finishing a firework earns a clue token or a tile; finishing the show ends the game."""
    suit = suit_of(kind)
    s.fireworks[suit] += 1
    s.last_scored = 1
    if not is_complete(r, s, suit):
        return
    if not r.wins_tile[suit]:
        return_clue_token(r, s)
    if show_is_complete(r, s):
        end(r, s, layout.WON, layout.COMPLETE)
    elif r.wins_tile[suit]:
        turn_tile(r, s)


@kernel
def play(r: Rules, s: State, slot: int, announced: int) -> None:
    """Play a card: it joins its firework or costs a strike."""
    record_move(s, layout.PLAYED)
    s.last_announced = announced
    card = take(s, s.player, slot)
    kind = s.faces[card]
    if continues_firework(r, s, kind) and (announced == layout.NO_SUIT or announced == suit_of(kind)):
        if announced != layout.NO_SUIT:
            return_clue_token(r, s)
        add_to_firework(r, s, kind)
    else:
        put_on_pile(s, card)
        s.strikes += 1
        if s.strikes == r.strikes:
            end(r, s, layout.LOST, layout.STRIKES)
        elif r.perfect_only and is_indispensable(r, s, kind):
            end(r, s, layout.LOST, layout.INDISPENSABLE)
    finish_turn(r, s)


@kernel
def discard(r: Rules, s: State, slot: int) -> None:
    """Discard a card and return a clue token. Losing an indispensable card ends the game before that."""
    record_move(s, layout.DISCARDED)
    card = take(s, s.player, slot)
    put_on_pile(s, card)
    if r.perfect_only and is_indispensable(r, s, s.faces[card]):
        end(r, s, layout.LOST, layout.INDISPENSABLE)
    else:
        return_clue_token(r, s)
        s.last_token = 0
    finish_turn(r, s)


@kernel
def give_clue(r: Rules, s: State, to: int, clue: int) -> None:
    """Touch all cards that match, which also tells what the other cards are not. A pending free clue costs no token."""
    record_move(s, layout.CLUED_COLOR if clue < r.colors else layout.CLUED_RANK)
    touch = r.touch[clue]
    touched = 0
    for slot in range(s.hand_sizes[to]):
        touches = touch >> s.faces[s.hands[to][slot]] & 1
        s.possible[to][slot] &= touch if touches else ~touch
        s.clued[to][slot] |= touches << clue
        touched |= touches << slot
    s.last_target = to
    s.last_clue = clue
    s.last_touched = touched
    if s.pending == layout.FREE_COLOR_CLUE or s.pending == layout.FREE_RANK_CLUE:
        s.pending = layout.NO_TILE
        finish_turn(r, s)
    else:
        s.clue_tokens -= 1
        end_turn(r, s)


@kernel
def reshuffle(r: Rules, s: State, card: int, above: int) -> None:
    """Put a discarded card back under `above` cards, a number that the caller draws at random."""
    record_move(s, layout.RESHUFFLED)
    s.last_kind = s.faces[card]
    take_from_pile(s, card)
    put_back(r, s, card, above)
    s.returned_card = card
    s.returned_above = above
    s.returned_at = s.drawn
    s.returned_kind = s.faces[card]
    s.pending = layout.NO_TILE
    finish_turn(r, s)


@kernel
def rescue(r: Rules, s: State, card: int) -> None:
    """Add a discarded card to its firework; a 5 that completes it turns the next tile."""
    record_move(s, layout.RESCUED)
    kind = s.faces[card]
    s.last_kind = kind
    take_from_pile(s, card)
    s.pending = layout.NO_TILE
    add_to_firework(r, s, kind)
    finish_turn(r, s)


@inline
def record_move(s: State, move: int) -> None:
    s.last_player = s.player
    s.last_move = move
    s.last_scored = 0
    s.last_token = 0
    s.last_announced = layout.NO_SUIT


@inline
def oldest_discard(s: State, kind: int) -> int:
    """The id of the first card of this kind on the discard pile."""
    for place in range(s.discard_count):
        if s.faces[s.discards[place]] == kind:
            return s.discards[place]
    return -1


@kernel
def apply(r: Rules, s: State, action: int, above: int) -> None:
    """Carry out a legal action id. `above` is the number of cards above a reshuffled card; other actions ignore it."""
    if action_ids.is_discard(r, action):
        discard(r, s, action_ids.card_use_of(r, action)[0])
    elif action_ids.is_plain_play(r, action):
        play(r, s, action_ids.card_use_of(r, action)[0], layout.NO_SUIT)
    elif action_ids.is_clue(r, action):
        offset, clue = action_ids.clue_of(r, action)
        give_clue(r, s, seat_at(r, s.player, offset), clue)
    elif action_ids.is_announced_play(r, action):
        slot, suit = action_ids.card_use_of(r, action)
        play(r, s, slot, suit)
    elif action_ids.is_reshuffle(r, action):
        reshuffle(r, s, oldest_discard(s, action_ids.chosen_kind(r, action)), above)
    else:
        rescue(r, s, oldest_discard(s, action_ids.chosen_kind(r, action)))
