"""The coach's line: what a beginner would do, in plain words."""

import re

import pytest

from hanabi.bots.team import Team
from hanabi.bots.team.advice import advice
from hanabi.game import Game
from hanabi.rules import Card, Clue, Play, Suit
from hanabi.texts import LANGUAGES
from support.text_table import a_table


def test_a_card_that_can_be_played_deserves_a_clue() -> None:
    table = a_table("Ana* y3 b3 g4 w2 r4 · Bo g3 b4 r1 w3 y4")
    assert advice(table.view("Ana"), "en") in (
        "Bo can play red 1: give the clue “1”.",
        "Bo can play red 1: give the clue “red”.",
    )


def test_a_card_that_fits_for_certain_is_played() -> None:
    table = a_table("Ana y3 b1 g4 w2 r4 · Bo* g3 b4 r2 w3 y4").clues("Ana", 1)
    assert advice(table.view("Ana"), "en") == "Whatever your card 2 is, it fits: play it."


def test_a_clue_to_play_is_trusted() -> None:
    table = a_table("fireworks r1 · Ana y3 g4 w2 b4 r2 · Bo* y4 w3 g3 w4 r5").clues("Ana", "red")
    assert advice(table.view("Ana"), "en") == "The clue about your card 5 asks you to play it."


def test_with_no_clue_left_the_oldest_card_goes() -> None:
    table = a_table("clues 0 · Ana* y3 b3 g4 w2 r4 · Bo g3 b4 r3 w3 y4")
    assert (
        advice(table.view("Ana"), "en")
        == "Nobody has warned you about card 1: discard it, and a clue token comes back."
    )


def test_a_clue_that_points_at_no_card_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table("Ana* y3 b3 g4 w2 r4 · Bo w2 w4 r2 y5 b4")
    monkeypatch.setattr(Team, "choose", lambda self, view: Clue(1, "green"))
    assert advice(table.view("Ana"), "en") == (
        "Nothing is urgent: the clue “green” to Bo points at no card, so it only passes your turn."
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_what_the_coach_says_is_true(seed: int) -> None:
    """Among beginners, a card that is to be played fits, and no card is given away that is needed."""
    game = Game.new(players=["Ana", "Bo", "Cy"], seed=seed)
    said = 0
    while game.over is None and len(game.action_texts) < 40:
        assert game.player is not None
        view = game.view(game.player)
        sentence = advice(view, "en") or ""
        if found := re.search(r"\bcard (\d)", sentence):
            card = game.card(game.player, int(found[1]) - 1)
            if "asks" not in sentence:  # a clue may be meant otherwise
                assert card in view.playable if "fits" in sentence else card not in view.critical, sentence
        elif found := re.match(r"(\w+) can play (\w+) (\d)", sentence):
            assert Card(Suit(found[2]), int(found[3])) in view.playable, sentence
        said += bool(found)
        game.act(Team(1).choose(view))
    assert said > 20


def test_a_clue_on_an_old_card_that_can_be_played_is_about_that_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clue also touches a new card, which is not needed now."""
    table = a_table("fireworks r1 · Ana* y3 b3 g4 w2 y4 · Bo r4 b4 r2 w3 y4").clues("Bo", 2).clues("Ana", 3)
    monkeypatch.setattr(Team, "choose", lambda self, view: Clue(1, "red"))
    assert advice(table.view("Ana"), "en") == "Bo can play red 2: give the clue “red”."


def test_a_card_that_no_clue_touched_was_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table("clues 0 · deck - · last 1 · fireworks r4 · Ana* r5 b3 g4 w2 y4 · Bo g3 b4 r3 w3 y4")
    monkeypatch.setattr(Team, "choose", lambda self, view: Play(0))
    assert advice(table.view("Ana"), "en") == "Your card 1 may fit, and waiting does not help: try it."


def test_nobody_is_advised_out_of_turn() -> None:
    assert advice(a_table("Ana* y3 b3 g4 w2 r4 · Bo g3 b4 r1 w3 y4").view("Bo"), "en") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_turn_of_a_game_has_a_sentence(lang: str) -> None:
    game = Game.new(players=3, seed=5)
    for _ in range(12):
        assert game.player is not None
        view = game.view(game.player)
        assert advice(view, lang)
        game.act(Team(1).choose(view))
