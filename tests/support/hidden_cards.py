"""Tables that differ only in cards that a seat cannot see."""

import random

from hanabi.kernels.layout import duplicate
from hanabi.tables.table import Table


def shuffled(table: Table, seat: int | None, chance: random.Random) -> Table:
    """A table that differs only in the cards `seat` cannot see."""
    other = Table(table.id)
    vars(other).update(vars(table))
    game = table.game
    assert game is not None
    twin = object.__new__(type(game))
    vars(twin).update(vars(game))
    twin.state = duplicate(game.state)
    other.game = twin
    s, r = twin.state, game.compiled_rules
    hidden = s.deck[s.top : r.cards]
    for owner in range(r.players):
        if owner == seat or seat is None:
            hidden += [
                card
                for slot, card in enumerate(s.hands[owner][: s.held[owner]])
                if (s.serials[owner][slot], s.hands[owner][slot]) not in table.exposed
            ]
    faces = [s.faces[card] for card in hidden]
    chance.shuffle(faces)
    for card, face in zip(hidden, faces, strict=True):
        s.faces[card] = face
    return other
