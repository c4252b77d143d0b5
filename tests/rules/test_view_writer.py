"""The JSON of a view has what a seat may know, and nothing else."""

import json
import random
from typing import Any

import msgspec
import pytest

from hanabi.kernels import duplicate
from hanabi.rules import Referee
from hanabi.rules.view_documents import SeenGame, Viewer
from hanabi.rules.view_writer import ViewSnapshot
from support.expected_views import RULES, TrackedGame, expected_view

SEEN = msgspec.json.Decoder(SeenGame, strict=True)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "base")
@pytest.mark.parametrize("players", [2, 5])
def test_the_json_is_the_view_of_every_seat(rules: dict[str, Any], players: int) -> None:
    tracked = TrackedGame(rules, players, seed=0)
    game, following = tracked.game, None
    for _ in tracked.moves():
        snapshot = ViewSnapshot(game, tracked.draw_numbers)
        following = ViewSnapshot(game, tracked.draw_numbers, previous=following)
        for seat in (None, *range(players)):
            text = msgspec.json.encode(snapshot.view(seat))
            assert msgspec.json.encode(following.view(seat)) == text, "the parts of earlier snapshots are still valid"
            shown = None if seat is None or not game.over else game.view((seat + 1) % players).hands[seat]
            assert json.loads(text) == expected_view(game.view(seat), tracked.pile, shown)
            SEEN.decode(text)


def shuffled_hidden(game: Referee, seat: int | None, chance: random.Random) -> Referee:
    """The same game with the cards that `seat` cannot see shuffled. After the game a seat sees its own hand too."""
    other = Referee(game.rules, game.players, game.deck, game.rewards, game.first)
    other.state, other.action_texts = duplicate(game.state), game.action_texts
    s, r = other.state, game.rule_tables
    hidden = s.deck[s.next_card : r.cards]
    for owner in range(r.players):
        if seat is None or (owner == seat and not game.over):
            hidden += s.hands[owner][: s.hand_sizes[owner]]
    faces = [s.faces[card] for card in hidden]
    chance.shuffle(faces)
    for card, face in zip(hidden, faces, strict=True):
        s.faces[card] = face
    return other


def leaks(kind: type[ViewSnapshot], rules: dict[str, Any], players: int, seed: int) -> bool:
    """Whether shuffling hidden cards ever changes a byte."""
    tracked, chance = TrackedGame(rules, players, seed), random.Random(seed)
    for _ in tracked.moves():
        for seat in (None, *range(players)):
            other = shuffled_hidden(tracked.game, seat, chance)
            views = [kind(game, tracked.draw_numbers).view(seat) for game in (tracked.game, other)]
            if msgspec.json.encode(views[0]) != msgspec.json.encode(views[1]):
                return True
    return False


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "base")
@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_change_no_byte_of_a_view(rules: dict[str, Any], players: int) -> None:
    assert not leaks(ViewSnapshot, rules, players, seed=0)


class ShowsTheNewestCard(ViewSnapshot):
    def view(self, viewer: Viewer) -> SeenGame:
        s = self._state
        self._exposed = {(s.drawn - 1, card) for card in range(self._tables.rule_tables.cards)}
        return super().view(viewer)


class CountsOwnCards(ViewSnapshot):
    def _unseen_by(self, seat: int) -> int:
        return self._board.unseen & ~sum(1 << kind for kind in set(self._kinds[seat]))


class OrdersByTheFace(ViewSnapshot):
    def _order(self, owner: int) -> list[int]:
        return sorted(super()._order(owner), key=self._kinds[owner].__getitem__)


class TellsTheNextCard(ViewSnapshot):
    def view(self, viewer: Viewer) -> SeenGame:
        s = self._state
        following = s.deck[s.next_card : self._tables.rule_tables.cards]
        return msgspec.structs.replace(super().view(viewer), turn=s.faces[following[0]] if following else 0)


class HintsAtLegalPlays(ViewSnapshot):
    def view(self, viewer: Viewer) -> SeenGame:
        view = super().view(viewer)
        return view if view.seat is None else msgspec.structs.replace(view, refused={str(self._kinds[view.seat]): ""})


@pytest.mark.parametrize(
    "leak", [ShowsTheNewestCard, CountsOwnCards, OrdersByTheFace, TellsTheNextCard, HintsAtLegalPlays]
)
def test_a_planted_leak_is_caught(leak: type[ViewSnapshot]) -> None:
    assert any(leaks(leak, {}, 3, seed) for seed in range(3))
