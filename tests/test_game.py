"""`hanabi.Game`, the class to start with."""

from typing import Any

import pytest

import hanabi
from hanabi import Card, Clue, Discard, Game, IllegalAction, Play, Rescue, Reshuffle, RulesError, RuleSet, Suit


def test_the_same_seed_deals_the_same_game() -> None:
    one, two = (Game.new(edition="pl", players=3, flamboyants=True, seed=7) for _ in range(2))
    assert (one.deck, one.rewards) == (two.deck, two.rewards)
    assert Game.new(seed=8).deck != Game.new(seed=9).deck
    assert Game.new().deck != Game.new().deck


def test_players_by_number_or_by_name() -> None:
    assert Game.new(players=3, seed=1).players == ("Ana", "Bo", "Cy")
    assert Game.new(players=["Zoe", "Yan"], seed=1).players == ("Zoe", "Yan")


def test_either_rules_or_an_edition() -> None:
    assert Game.new(rules=RuleSet.of("ro")).rules.empty_clues is False
    with pytest.raises(TypeError):
        Game.new("ro", rules=RuleSet.of("ro"))
    with pytest.raises(TypeError):
        Game.new(rules=RuleSet.of("ro"), strikes=2)


def test_an_illegal_action_says_why_and_what_would_be_legal() -> None:
    game = Game.new(seed=1)
    with pytest.raises(IllegalAction) as caught:
        game.act(Discard(0))
    assert caught.value.reason == "all_tokens_available"
    assert "give a clue or play a card" in str(caught.value)
    assert game.action_texts == []


@pytest.mark.parametrize("nonsense", ["play 0", None, 3, ("play", 0)])
def test_a_wrong_type_of_action_is_a_type_error(nonsense: Any) -> None:
    game = Game.new(seed=1)
    with pytest.raises(TypeError):
        game.act(nonsense)
    assert game.action_texts == []


@pytest.mark.parametrize("slot", [True, 0.0, "0", None])
def test_a_slot_is_a_whole_number(slot: Any) -> None:
    with pytest.raises(IllegalAction):
        Game.new(seed=1).act(Play(slot))


def test_resuming_continues_where_the_record_stops() -> None:
    game = Game.new(edition="es", players=4, seed=3)
    for about in (1, 2, 3):
        assert game.player is not None
        game.act(Clue((game.player + 1) % 4, about))
    resumed = Game.resume(game.record())
    assert vars(resumed.state) == vars(game.state)
    assert Game.resume(game.record(), actions=1).turn == 1
    resumed.act(Clue(0, 1))
    assert resumed.record().actions == (*game.record().actions, "clue 0 1")


def test_an_unknown_seat_has_no_view() -> None:
    with pytest.raises(ValueError, match="no seat 2"):
        Game.new(seed=1).view(2)


@pytest.mark.parametrize(
    "thing",
    [
        Card.of("k3"),
        Suit.RED,
        RuleSet.of("pl", black_powder=True),
        Play(0, announce="red"),
        Discard(1),
        Clue(1, "red"),
        Reshuffle(3, at=0),
        Rescue(4),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_a_repr_can_be_pasted_back(thing: object) -> None:
    assert eval(repr(thing), vars(hanabi)) == thing


@pytest.mark.parametrize("text", ["", "r", "r6", "x1", "rr", "r1 ", "R1"])
def test_texts_that_are_not_cards(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        Card.of(text)


def test_hands_need_enough_cards() -> None:
    with pytest.raises(RulesError, match="need more than"):
        Game.new(players=5, colors=1, hand_size=5)


def test_a_resumed_game_keeps_fields_of_other_programs() -> None:
    """record.md: optional fields are kept."""
    game = Game.new(players=2, seed=3)
    added = Game.resume(game.record(note="a good one", seed=3)).record(result="later")
    assert dict(added.extra) == {"note": "a good one", "seed": 3, "result": "later"}


def test_everything_shown_in_a_notebook_is_short_or_a_table() -> None:
    game = Game.new(players=2, seed="1")
    view = game.view(0)
    assert repr(view) == f"<View of {game.players[0]}: turn 0, score 0>"
    assert all(len(repr(card)) < 60 for card in (*view.hands[0], *view.hands[1]))
    assert "??" in view._repr_html_()
    assert "??" not in game._repr_html_()
