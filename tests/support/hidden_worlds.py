"""Other worlds: games that went the same way as far as one seat can tell, with the hidden cards exchanged.

What a seat does not see are its own hand, the deck and the tiles that lie face down; a spectator sees no hand. In
another world these are exchanged for one another, as the clues allow, and a reshuffled card may have gone to any place
where a card of its face now is or may be.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from hanabi.kernels import State, duplicate, layout
from hanabi.rules import Action, Card, Referee, Reshuffle, View, kind_of_card
from support.kernel_faces import Native


@dataclass
class Witness:
    """A game and its actions as views show them, so that they can be replayed in another world."""

    game: Referee
    actions: list[Action] = field(default_factory=list)

    def act(self, action: Action) -> None:
        self.actions.append(action)
        self.game.act(action)

    def other_world(self, seat: int | None, rng: random.Random) -> Referee:
        """Another game that `seat` cannot tell from this one."""
        places = self._places()
        faces = [self.game.deck[card] for card in places]
        self._exchange(faces, self._hidden(seat), rng)
        actions = list(self.actions)
        if (at := self._reshuffle()) is not None:
            returned = actions[at]
            assert isinstance(returned, Reshuffle)
            first = self.game.state.returned_at
            fitting = [n for n in range(first, len(faces)) if faces[n] == self.game.deck[returned.card_id]]
            place = rng.choice(fitting)
            del faces[place]
            actions[at] = Reshuffle(returned.card_id, at=place - first)
        other = Referee(self.game.rules, self.game.players, faces, self._tiles(rng), self.game.first)
        for action in actions:
            other.act(action)
        return other

    def _reshuffle(self) -> int | None:
        return next((n for n, action in enumerate(self.actions) if isinstance(action, Reshuffle)), None)

    def _places(self) -> list[int]:
        """The cards in the order they were and will be drawn; a reshuffled one comes twice."""
        s, cards = self.game.state, len(self.game.deck)
        order = list(range(cards))
        if s.returned_card != layout.NO_CARD:
            order.insert(s.returned_at + s.returned_above, s.returned_card)
        return order

    def _hidden(self, seat: int | None) -> dict[int, int]:
        """Which draws are hidden, each with the kinds that clues leave open."""
        r, s = self.game.rule_tables, self.game.state
        owners = range(r.players) if seat is None else [seat]
        held = {s.draw_numbers[o][slot]: s.possible[o][slot] for o in owners for slot in range(s.hand_sizes[o])}
        draws = s.drawn + self.game.deck_size
        return held | dict.fromkeys(range(s.drawn, draws), r.all_kinds)

    def _exchange(self, faces: list[Card], hidden: dict[int, int], rng: random.Random) -> None:
        """Swap at random what the clues let stay possible; the reshuffled face stays among the later draws."""
        s, rules = self.game.state, self.game.rules
        back = None if s.returned_card == layout.NO_CARD else self.game.deck[s.returned_card]
        draws = list(hidden)
        for _ in range(3 * len(draws)):
            one, two = rng.choice(draws), rng.choice(draws)
            if not hidden[one] >> kind_of_card(rules, faces[two]) & hidden[two] >> kind_of_card(rules, faces[one]) & 1:
                continue
            faces[one], faces[two] = faces[two], faces[one]
            if back is not None and back not in faces[s.returned_at :]:
                faces[one], faces[two] = faces[two], faces[one]

    def _tiles(self, rng: random.Random) -> list[str]:
        turned = self.game.state.tiles_turned
        face_down = list(self.game.rewards[turned:])
        rng.shuffle(face_down)
        return [*self.game.rewards[:turned], *face_down]


def everything(view: View) -> dict[str, Any]:
    """All that a View lets one see, by name."""
    kind = type(view)
    names = [name for name in dir(kind) if not name.startswith("_") and not callable(getattr(kind, name))]
    shown = {name: getattr(view, name) for name in [*names, "seat", "names"]}
    return shown | {"erased": vars(view.erased), "str": str(view), "html": view._repr_html_()}


def erased_bytes(game: Referee, seat: int | None) -> bytes:
    """What a compiled player gets to read."""
    native = Native(game.rule_tables, game.state)
    native.call("visibility.hide", layout.SPECTATOR if seat is None else seat)
    packed: bytes = native.packed.tobytes()
    return packed


def differences(game: Referee, other: Referee, seat: int | None) -> list[str]:
    """What tells these two games apart for `seat`: nothing, if no card is leaked."""
    here, there = everything(game.view(seat)), everything(other.view(seat))
    found = [name for name in here if here[name] != there[name]]
    if erased_bytes(game, seat) != erased_bytes(other, seat):
        found.append("bytes")
    return found


def with_hidden_exchanged(game: Referee, seat: int, rng: random.Random) -> State:
    """The state with the hidden cards permuted as they lie, whatever clues said about them."""
    s: State = duplicate(game.state)
    places = [(s.hands[seat], slot) for slot in range(s.hand_sizes[seat])]
    places += [(s.deck, place) for place in range(s.next_card, game.rule_tables.cards)]
    cards = [row[place] for row, place in places]
    rng.shuffle(cards)
    for (row, place), card in zip(places, cards, strict=True):
        row[place] = card
    face_down = s.tiles[s.tiles_turned :]
    rng.shuffle(face_down)
    s.tiles[s.tiles_turned :] = face_down
    return s
