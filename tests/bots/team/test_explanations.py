"""The team bot's explanations of its moves and of clues, in every language."""

import re

import pytest

from hanabi import Clue, Game
from hanabi.bots.team import Team, readings_of
from hanabi.bots.team.engine.clue_readings import OUTCOME_NAMES
from hanabi.texts import LANGUAGES, catalog
from support.convention_table import a_club
from support.game_drivers import SWITCHES, a_game


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_move_and_every_clue_has_a_sentence(lang: str) -> None:
    game, bots = a_game(SWITCHES["pl in full"], 3, seed=7), [Team() for _ in range(3)]
    reasons = set()
    while (seat := game.player) is not None:
        explanation = bots[seat].explain(game.view(seat), lang)
        sentences = [explanation.why, *(reading.sentence for reading in explanation.readings)]
        assert all(sentence and not re.search(r"[{}]|\b0\b", sentence) for sentence in sentences)
        reasons.add(explanation.why)
        game.act(explanation.action)
    assert len(reasons) > 10


def test_the_explained_move_is_the_chosen_one() -> None:
    game, bot = Game.new(players=2, seed=1), Team()
    assert bot.explain(game.view(0)).action == bot.choose(game.view(0))


def test_a_reading_names_its_clue() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 y3 · Bo g4 w4 r4 r2 y4").clues("Bo", "red").plays("r2")
    reading = readings_of(club.table.view("Bo"), 3)[0]
    assert reading.action == 0
    assert readings_of(club.table.view("Ana"), 3) == ()
    assert readings_of(club.table.view(None), 3) == ()


def test_a_clue_is_explained_in_the_table_s_language() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 y3 · Bo g4 w4 r4 r2 y4").clues("Bo", "red")
    assert club.hears("Bo", "pl") == (
        "Informacja do zagrania od gracza Ana o twojej karcie 4: powinna to być czerwona 2."
    )
    assert club.hears("Bo", "es") == "Pista de jugada de Ana para tu carta 4: debería ser 2 rojo."


def test_an_empty_clue_gains_time() -> None:
    club = a_club("Ana* b4 b3 b3 y4 y3 · Bo g4 w4 r4 r2 y4", empty_clues=True).clues("Bo", "blue")
    assert club.hears("Bo") == "Ana gains time with a clue that points at none of your cards."


def test_why_a_clue_was_given() -> None:
    club = a_club("fireworks g1 · discards r3 · clues 3 · Ana* b4 b3 b3 y4 y3 · Bo r3 w4 g4 y4 y2", level=1)
    explanation = Team(1).explain(club.table.view("Ana"))
    assert isinstance(explanation.action, Clue)
    assert explanation.why == "I save Bo’s card 1, red 3, from being discarded."


def test_notes_say_what_the_conventions_say_about_each_card() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 w3 · Bo g4 w4 g4 g3 r2 · Cy y4 b4 r3 w1 y1").clues("Cy", 3)
    blind = next(note for note in Team().notes(club.table.view("Bo")) if note.seat == 1)
    assert (blind.slot, blind.told, [str(card) for card in blind.cards]) == (4, "blind", ["r2"])
    assert [(note.seat, note.told) for note in Team().notes(club.table.view("Ana"))] == [(1, "blind"), (2, "later")]
    assert all(note.seat == 2 for note in Team().notes(club.table.view("Cy")))
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 y3 · Bo g4 w4 r4 r2 y4").clues("Bo", "red")
    for viewer in ("Ana", "Bo"):
        notes = Team().notes(club.table.view(viewer))
        assert [(note.seat, note.slot, note.told) for note in notes] == [(1, 2, "save"), (1, 3, "play")]


def test_a_clue_between_others_is_explained_without_faces() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 w3 · Bo g4 w4 g4 g3 r2 · Cy y4 b4 r3 w1 y1").clues("Cy", 3)
    sentences = {
        name: readings_of(club.table.view(name), 3, of_others=True)[-1].sentence for name in ("Ana", "Bo", "Cy")
    }
    assert sentences["Ana"] == "Play clue to Cy on card 3: Bo is asked to play a card first."
    assert "play it blind" in sentences["Bo"]
    assert sentences["Cy"].startswith("Play clue from Ana on your card 3")


def test_every_sentence_of_the_catalog_can_be_said() -> None:
    from hanabi.bots.team import explanations

    keys = {
        *(f"team.play.{name}" for name in explanations._PLAYS.values()),
        *(f"team.discard.{name}" for name in explanations._DISCARDS.values()),
        *(f"team.clue.{name}" for name in (*explanations._CLUES.values(), "stall")),
        *(f"team.heard.{name}" for name in explanations.READING_NAMES),
        *(f"team.heard.{name}" for name in ("later", "own", "useless", "prompt", "finesse")),
        *(f"team.seen.{name}" for name in explanations.READING_NAMES),
        *(f"team.seen.{name}" for name in ("later", "own", "useless", "asked")),
        *(f"team.trace.{name}" for name in OUTCOME_NAMES),
        "team.search",
        "team.reward.rescue",
        "team.reward.reshuffle",
        "team.partner.conventions",
        "team.partner.literal",
    }
    assert {key for key in catalog() if key.startswith("team.")} == keys
