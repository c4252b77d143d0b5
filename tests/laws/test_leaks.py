"""A view never leaks (rules.md, section 2): if hidden cards are exchanged, nothing that a seat can see changes."""

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, strategies as st

from hanabi.kernels import Rules, State, layout, visibility
from hanabi.rules import Referee
from support.game_drivers import DRIVERS, SWITCHES, a_game, choose
from support.hidden_worlds import Witness, differences, everything, with_hidden_exchanged
from support.text_table import Table, a_table


def watched(switches: dict[str, Any], players: int, seed: int, driver: str, most: int = 300) -> Iterator[Witness]:
    """A game followed action by action."""
    witness, rng = Witness(a_game(switches, players, seed)), random.Random(seed)
    yield witness
    for _ in range(most):
        if witness.game.player is None:
            return
        witness.act(choose(witness.game, DRIVERS[driver], rng))
        yield witness


@pytest.mark.parametrize("name", SWITCHES)
@given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from(sorted(DRIVERS)))
def test_a_seat_cannot_tell_its_world_from_another(name: str, players: int, seed: int, driver: str) -> None:
    rng = random.Random(seed)
    for moves, witness in enumerate(watched(SWITCHES[name], players, seed, driver)):
        if rng.random() < 0.15 or (witness.game.player is None and moves):
            seat = rng.choice([None, *range(players)])
            other = witness.other_world(seat, rng)
            assert differences(witness.game, other, seat) == []


@pytest.mark.parametrize("name", SWITCHES)
@given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from(sorted(DRIVERS)))
def test_hidden_cards_may_be_any_of_the_hidden_ones(name: str, players: int, seed: int, driver: str) -> None:
    rng = random.Random(seed)
    for witness in watched(SWITCHES[name], players, seed, driver):
        if rng.random() < 0.1:
            game, seat = witness.game, rng.randrange(players)
            other = copy.copy(game)
            other.state = with_hidden_exchanged(game, seat, rng)
            assert differences(game, other, seat) == []


def rare_views(tries: int = 12) -> Iterator[tuple[Referee, Referee, int]]:
    """Views of a seat after a reshuffle, in worlds where the card goes to different places."""
    found: Counter[str] = Counter()
    for seed in range(tries):
        rng = random.Random(seed)
        players = 2 + seed % 4
        for witness in watched(SWITCHES["pl in full"], players, seed, "peeking"):
            if witness.game.state.returned_card == layout.NO_CARD or rng.random() < 0.5:
                continue
            seat = rng.randrange(players)
            other = witness.other_world(seat, rng)
            if other.state.returned_above != witness.game.state.returned_above:
                drawn_later = max(
                    witness.game.state.draw_numbers[seat][: witness.game.state.hand_sizes[seat]], default=0
                )
                found["held"] += drawn_later >= witness.game.state.returned_at
                yield witness.game, other, seat
    assert found["held"] > 20


def test_the_place_of_a_reshuffled_card_stays_hidden() -> None:
    """Section 6, ruling: publicly known to be somewhere in the deck."""
    views = 0
    for game, other, seat in rare_views():
        views += 1
        assert differences(game, other, seat) == []
    assert views > 30


def hide_nothing_of_hands(r: Rules, s: State, seat: int) -> None:
    kept = [list(hand) for hand in s.hands], list(s.faces)
    ORIGINAL(r, s, seat)
    s.hands, s.faces = kept


def hide_no_deck(r: Rules, s: State, seat: int) -> None:
    kept = [(s.deck[place], s.faces[s.deck[place]]) for place in range(s.next_card, r.cards)]
    ORIGINAL(r, s, seat)
    for place, (card, face) in zip(range(s.next_card, r.cards), kept, strict=True):
        s.deck[place], s.faces[card] = card, face


def hide_no_tiles(r: Rules, s: State, seat: int) -> None:
    tiles = list(s.tiles)
    ORIGINAL(r, s, seat)
    s.tiles = tiles


def hide_no_ids(r: Rules, s: State, seat: int) -> None:
    """The ids of cards drawn after a reshuffle, as they are."""
    s.returned_above = 0
    ORIGINAL(r, s, seat)


def hide_no_empty_slots(r: Rules, s: State, seat: int) -> None:
    hands = [list(hand) for hand in s.hands]
    ORIGINAL(r, s, seat)
    for owner in range(r.players):
        s.hands[owner][s.hand_sizes[owner] :] = hands[owner][s.hand_sizes[owner] :]


ORIGINAL = visibility.hide


@pytest.mark.parametrize("leaky", [hide_nothing_of_hands, hide_no_deck, hide_no_tiles, hide_no_ids])
def test_a_planted_leak_is_found(leaky: Callable[[Rules, State, int], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visibility, "hide", leaky)
    leaks = 0
    for game, other, seat in rare_views():
        here, there = everything(game.view(seat)), everything(other.view(seat))
        leaks += here != there
    assert leaks


def worlds_of_short_hands() -> Iterator[Table]:
    """Ana drew the reshuffled w5 first and g4 last, or the other way round; the deck is empty, her hand has shrunk."""
    for deck, place in (("b4 g4", 0), ("g4 b4", 2)):
        text = f"fireworks r4 · discards w5 · tiles reshuffle · deck {deck} · Ana* r5 b1 b2 · Bo y1 y2 y3"
        table = a_table(text, flamboyants=True, all_or_nothing=True).plays("r5").reshuffles("w5", at=place)
        table = table.plays("y1").plays("b1").clues("Ana", 3).plays("b2")
        assert sorted(table.hand("Ana").split()) == ["g4", "w5"]
        yield table


def test_an_emptied_slot_reveals_nothing() -> None:
    one, two = worlds_of_short_hands()
    assert differences(one.referee, two.referee, 0) == []


def test_a_leak_in_an_empty_slot_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = worlds_of_short_hands()
    monkeypatch.setattr(visibility, "hide", hide_no_empty_slots)
    assert "erased" in differences(one.referee, two.referee, 0)


def test_a_leak_into_the_events_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanabi.rules.referee.as_seen_by", lambda event, seat: event)
    *_, witness = watched({}, 2, 1, "peeking", most=20)
    rng = random.Random(1)
    assert any("history" in differences(witness.game, witness.other_world(0, rng), 0) for _ in range(20))
