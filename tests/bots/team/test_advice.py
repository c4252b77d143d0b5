"""The coach's line: what a beginner would do, in plain words."""

import pytest

from hanabi.bots.team import Team
from hanabi.bots.team.advice import advice
from hanabi.game import Game
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
    assert advice(table.view("Ana"), "en") == "The clue about your card 5 means that it fits: play it."


def test_with_no_clue_left_the_oldest_card_goes() -> None:
    table = a_table("clues 0 · Ana* y3 b3 g4 w2 r4 · Bo g3 b4 r3 w3 y4")
    assert (
        advice(table.view("Ana"), "en")
        == "Nobody has warned you about card 1: discard it, and a clue token comes back."
    )


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
