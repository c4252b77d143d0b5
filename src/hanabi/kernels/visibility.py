"""Hidden information: `hide` erases from a copy of the state all that a seat may not know (rules.md, section 2).

Card ids would leak too: after a reshuffle, the ids of the cards drawn depend on where the reshuffled card lies in the
deck. So views number the cards as if it had been put on top: `shown_id`. Without a reshuffle that is the card's own id.
"""

from . import inline, kernel
from .layout import HIDDEN, MAX_HAND, SPECTATOR, TILES, Rules, State


@inline
def shown_id(s: State, card: int) -> int:
    """The id of this card in views, and in actions made from views."""
    if s.returned_above > 0:
        if card == s.returned_card:
            return s.returned_at + s.returned_above - 1
        if card == s.returned_at:
            return s.returned_card
        if s.returned_at < card < s.returned_at + s.returned_above:
            return card - 1
    return card


@inline
def card_shown_as(s: State, shown: int) -> int:
    """The true id of the card that has this id in views."""
    if s.returned_above > 0:
        if shown == s.returned_card:
            return s.returned_at
        if shown == s.returned_at + s.returned_above - 1:
            return s.returned_card
        if s.returned_at <= shown < s.returned_at + s.returned_above - 1:
            return shown + 1
    return shown


@kernel
def renumber(r: Rules, s: State) -> None:
    """Replace every id by the shown id, as if the reshuffled card had been put on top of the deck."""
    for owner in range(r.players):
        for slot in range(s.hand_sizes[owner]):
            s.hands[owner][slot] = shown_id(s, s.hands[owner][slot])
    for place in range(s.discard_count):
        s.discards[place] = shown_id(s, s.discards[place])
    for place in range(s.next_card, r.cards):
        s.deck[place] = shown_id(s, s.deck[place])
    last = s.returned_at + s.returned_above - 1
    face = s.faces[s.returned_card]
    s.faces[s.returned_card] = s.faces[s.returned_at]
    for card in range(s.returned_at, last):
        s.faces[card] = s.faces[card + 1]
    s.faces[last] = face
    s.returned_above = 0


@kernel
def hide(r: Rules, s: State, seat: int) -> None:
    """Erase from `s`, a copy, all that `seat` may not know. A SPECTATOR may see nobody's hand.

    Hidden cards also lose their ids, because the id of a reshuffled card would reveal to its owner what was drawn.
    Hidden ids are assigned again in ascending order, so that they carry no information, and places without a card are
    cleared.
    """
    if s.returned_above > 0:
        renumber(r, s)
    for place in range(s.next_card):
        s.deck[place] = HIDDEN
    for place in range(s.next_card, r.cards):
        s.faces[s.deck[place]] = HIDDEN
    for owner in range(r.players):
        if owner == seat or seat == SPECTATOR:
            for slot in range(s.hand_sizes[owner]):
                s.faces[s.hands[owner][slot]] = HIDDEN
    card = 0
    for owner in range(r.players):
        if owner == seat or seat == SPECTATOR:
            for slot in range(s.hand_sizes[owner]):
                while s.faces[card] != HIDDEN:
                    card += 1
                s.hands[owner][slot] = card
                card += 1
        for slot in range(s.hand_sizes[owner], MAX_HAND):
            s.hands[owner][slot] = HIDDEN
    for place in range(s.next_card, r.cards):
        while s.faces[card] != HIDDEN:
            card += 1
        s.deck[place] = card
        card += 1
    for place in range(s.discard_count, r.cards):
        s.discards[place] = HIDDEN
    for tile in range(s.tiles_turned, TILES):
        s.tiles[tile] = HIDDEN
