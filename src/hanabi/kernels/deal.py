"""Set-up and drawing (rules.md, section 2)."""

from . import inline, kernel, layout
from .cards import kind_of
from .layout import Rules, State


@kernel
def deal(r: Rules, s: State, first: int) -> None:
    """Start a game. The caller has filled `s.faces` and `s.tiles`; seat 0 gets its whole hand first, then seat 1, …"""
    s.turn = 0
    s.player = first
    s.pending = layout.NO_TILE
    s.clue_tokens = r.clue_tokens
    s.strikes = 0
    s.next_card = 0
    s.drawn = 0
    s.turns_left = layout.NO_LAST_ROUND
    s.outcome = layout.RUNNING
    s.reason = layout.NO_REASON
    s.score = 0
    s.discard_count = 0
    s.tiles_turned = 0
    s.returned_card = layout.NO_CARD
    s.returned_above = 0
    s.returned_at = 0
    s.returned_kind = layout.NO_KIND
    s.last_player = 0
    s.last_move = layout.NOTHING
    s.last_target = 0
    s.last_clue = 0
    s.last_touched = 0
    s.last_slot = 0
    s.last_kind = 0
    s.last_scored = 0
    s.last_token = 0
    s.last_announced = layout.NO_SUIT
    for card in range(r.cards):
        s.deck[card] = card
    for suit in range(r.suits):
        s.fireworks[suit] = 0
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            s.lost[kind] = 0
    for seat in range(r.players):
        s.hand_sizes[seat] = 0
        for _ in range(r.hand_size):
            take_top_card(r, s, seat)
    if s.next_card == r.cards and r.last_round > 0:
        s.turns_left = r.last_round


@inline
def take_top_card(r: Rules, s: State, seat: int) -> None:
    slot = s.hand_sizes[seat]
    s.hands[seat][slot] = s.deck[s.next_card]
    s.draw_numbers[seat][slot] = s.drawn
    s.possible[seat][slot] = r.all_kinds
    s.clued[seat][slot] = 0
    s.hand_sizes[seat] = slot + 1
    s.next_card += 1
    s.drawn += 1


@inline
def draw(r: Rules, s: State, seat: int) -> None:
    """Draw a card. The last card of the deck starts the last round, which does not include this turn."""
    if s.next_card < r.cards:
        take_top_card(r, s, seat)
        if s.next_card == r.cards and r.last_round > 0 and s.turns_left == layout.NO_LAST_ROUND:
            s.turns_left = r.last_round + 1


@inline
def put_back(r: Rules, s: State, card: int, above: int) -> None:
    """Insert a card into the deck below `above` others, which move up into the place of a drawn card."""
    s.next_card -= 1
    for place in range(s.next_card, s.next_card + above):
        s.deck[place] = s.deck[place + 1]
    s.deck[s.next_card + above] = card
