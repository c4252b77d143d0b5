"""A finished game in the words of the team bot."""

from dataclasses import replace
from typing import Any

import pytest

from hanabi import Game
from hanabi.bots.roster import make_bot, others
from hanabi.records import Record
from hanabi.server.archive.explanations import explanations


@pytest.fixture(scope="module")
def played() -> Record:
    """Somebody plays between two team players, as `simple` does."""
    game, seated = Game.new(players=3, seed=5), ["team:2", None, "team"]
    bots = [make_bot(name or "simple", partners=others(seated, seat)) for seat, name in enumerate(seated)]
    while (seat := game.player) is not None:
        game.act(bots[seat].choose(game.view(seat)))
    return replace(game.record(), extra={"bots": seated})


def test_a_team_bot_says_why_it_moved_and_nobody_else_does(played: Record) -> None:
    explained = explanations(played, "en")
    assert len(explained) == len(played.actions)
    for index, sentences in enumerate(explained):
        maker = index % 3
        reasoned = [sentence for sentence in sentences if sentence.seat == maker]
        assert bool(reasoned) == (maker != 1), f"action {index}"


def test_the_receiver_of_a_clue_says_what_it_means(played: Record) -> None:
    explained = explanations(played, "en")
    for action, sentences in zip(played.actions, explained, strict=True):
        if action.startswith("clue"):
            hearer = int(action.split()[1])
            assert hearer in [sentence.seat for sentence in sentences]


def test_explanations_are_in_the_readers_language(played: Record) -> None:
    english, polish = explanations(played, "en"), explanations(played, "pl")
    assert [[sentence.seat for sentence in one] for one in english] == [
        [sentence.seat for sentence in one] for one in polish
    ]
    assert english != polish


@pytest.mark.parametrize("bots", [None, [], "team", ["team"], [7, {}, None], ["team:9", "teamwork", ""]])
def test_a_record_may_say_anything_about_bots(played: Record, bots: list[Any] | str | None) -> None:
    explained = explanations(replace(played, extra={"bots": bots}), "en")
    assert all(sentence.seat != index % 3 for index, sentences in enumerate(explained) for sentence in sentences)
