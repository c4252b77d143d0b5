"""Tables and records that differ only in cards that a seat cannot see."""

import random
from dataclasses import replace
from typing import Any

from hanabi.kernels import duplicate
from hanabi.records import Record, replay
from hanabi.server.tables import Table


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
    s, r = twin.state, game.rule_tables
    hidden = s.deck[s.next_card : r.cards]
    for owner in range(r.players):
        if owner == seat or seat is None:
            hidden += [
                card
                for slot, card in enumerate(s.hands[owner][: s.hand_sizes[owner]])
                if (s.draw_numbers[owner][slot], s.hands[owner][slot]) not in table.exposed
            ]
    faces = [s.faces[card] for card in hidden]
    chance.shuffle(faces)
    for card, face in zip(hidden, faces, strict=True):
        s.faces[card] = face
    return other


def with_other_hidden_cards(record: Record, seat: int, chance: random.Random) -> Record:
    """The same game with one of the seat's cards exchanged for one of the deck, whose rest is shuffled."""
    state: Any = replay(record).state
    deck, rest = list(record.deck), list(state.deck[state.next_card : len(record.deck)])
    faces = [deck[card] for card in rest]
    chance.shuffle(faces)
    for card, face in zip(rest, faces, strict=True):
        deck[card] = face
    mine, other = chance.choice(state.hands[seat][: state.hand_sizes[seat]]), chance.choice(rest)
    deck[mine], deck[other] = deck[other], deck[mine]
    return replace(record, deck=tuple(deck))
