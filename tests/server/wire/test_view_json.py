"""The JSON of a view has what a seat may know, and nothing else."""

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hanabi.kernels import duplicate
from hanabi.rules import Referee
from hanabi.server.wire import messages
from hanabi.server.wire.view_json import ViewSnapshot, ViewWriter
from support.expected_views import RULES, TrackedGame, expected_view

SEEN = msgspec.json.Decoder(messages.SeenGame, strict=True)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "base")
@pytest.mark.parametrize("players", [2, 5])
def test_the_json_is_the_view_of_every_seat(rules: dict[str, Any], players: int) -> None:
    for seed in range(1):
        tracked = TrackedGame(rules, players, seed)
        game, view_writer = tracked.game, ViewWriter(tracked.game)
        orders: list[tuple[int, ...]] = [()] * players
        for _ in tracked.moves():
            snapshot = view_writer.snapshot(tracked.draw_numbers, orders, set())
            for seat in (None, *range(players)):
                text = snapshot.view(seat)
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


def leaks(make_writer: Callable[[Referee], ViewWriter], rules: dict[str, Any], players: int, seed: int) -> bool:
    """Whether shuffling hidden cards ever changes a byte."""
    tracked, chance = TrackedGame(rules, players, seed), random.Random(seed)
    orders: list[tuple[int, ...]] = [()] * players
    for _ in tracked.moves():
        for seat in (None, *range(players)):
            text = make_writer(tracked.game).snapshot(tracked.draw_numbers, orders, set()).view(seat)
            other = shuffled_hidden(tracked.game, seat, chance)
            if make_writer(other).snapshot(tracked.draw_numbers, orders, set()).view(seat) != text:
                return True
    return False


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "base")
@pytest.mark.parametrize("players", [2, 4])
def test_hidden_cards_change_no_byte_of_a_view(rules: dict[str, Any], players: int) -> None:
    assert not any(leaks(ViewWriter, rules, players, seed) for seed in range(1))


def planted(change: Callable[[ViewSnapshot], None]) -> type[ViewWriter]:
    """A ViewWriter with a leak built in."""

    class Leaking(ViewWriter):
        def snapshot(
            self, draw_numbers: dict[int, int], orders: list[tuple[int, ...]], exposed: set[tuple[int, int]]
        ) -> ViewSnapshot:
            snapshot = super().snapshot(draw_numbers, orders, exposed)
            change(snapshot)
            return snapshot

    return Leaking


def shows_the_newest_card(snapshot: ViewSnapshot) -> None:
    s = snapshot.s
    snapshot.exposed = {(s.drawn - 1, card) for card in range(snapshot.p.rule_tables.cards)}


def counts_own_cards(snapshot: ViewSnapshot) -> None:
    vars(snapshot)["_unseen"] = lambda seat: snapshot.unseen & ~sum(1 << kind for kind in set(snapshot.kinds[seat]))


def marks_by_the_face(snapshot: ViewSnapshot) -> None:
    hand_json = snapshot._hand_json
    vars(snapshot)["_hand_json"] = lambda owner, visible, own, unseen: hand_json(owner, visible, own, unseen).replace(
        '"marks":[]',
        '"marks":["playable"]'
        if snapshot.kinds[owner] and snapshot.playable >> snapshot.kinds[owner][0] & 1
        else '"marks":[]',
    )


def tells_the_next_card(snapshot: ViewSnapshot) -> None:
    s = snapshot.s
    snapshot.public += f'"next":{s.faces[s.deck[s.next_card]] if s.next_card < snapshot.p.rule_tables.cards else -1},'


def hints_at_legal_plays(snapshot: ViewSnapshot) -> None:
    choices = snapshot._choices
    vars(snapshot)["_choices"] = lambda viewer: (
        choices(viewer) + (f',"sum":{sum(snapshot.kinds[viewer])}' if isinstance(viewer, int) else "")
    )


@pytest.mark.parametrize(
    "leak",
    [shows_the_newest_card, counts_own_cards, marks_by_the_face, tells_the_next_card, hints_at_legal_plays],
)
def test_a_planted_leak_is_caught(leak: Callable[[ViewSnapshot], None]) -> None:
    assert any(leaks(planted(leak), {}, 3, seed) for seed in range(3))
