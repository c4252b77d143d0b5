"""What a seat may see: the one place where cards are hidden (rules.md, section 2)."""

from . import kernel
from .layout import HIDDEN, SPECTATOR, TILES, Rules, State


@kernel
def hide(r: Rules, s: State, seat: int) -> None:
    """Erase from `s`, a copy, all that `seat` (or SPECTATOR: nobody's hand is theirs to see) may not know.

    Hidden cards also lose their ids: a reshuffled card's id would tell its owner what was drawn.
    The hidden ids are dealt out again in ascending order, so they say nothing.
    """
    for place in range(s.top):
        s.deck[place] = HIDDEN
    for place in range(s.top, r.cards):
        s.faces[s.deck[place]] = HIDDEN
    for owner in range(r.players):
        if owner == seat or seat == SPECTATOR:
            for slot in range(s.held[owner]):
                s.faces[s.hands[owner][slot]] = HIDDEN
    card = 0
    for owner in range(r.players):
        if owner == seat or seat == SPECTATOR:
            for slot in range(s.held[owner]):
                while s.faces[card] != HIDDEN:
                    card += 1
                s.hands[owner][slot] = card
                card += 1
    for place in range(s.top, r.cards):
        while s.faces[card] != HIDDEN:
            card += 1
        s.deck[place] = card
        card += 1
    for tile in range(s.turned, TILES):
        s.tiles[tile] = HIDDEN
