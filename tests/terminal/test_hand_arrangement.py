"""Holding cards in another order or upside down, and the aid levels."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hanabi import Clue, Discard, Game, Play
from hanabi.records import load
from hanabi.rules import View
from hanabi.terminal.commands import ChooseAids, CommandError, CommandParser, FlipCard, MoveCard, completions
from hanabi.terminal.hand_arrangement import HandArrangement
from hanabi.terminal.prompt import StandardInput
from hanabi.terminal.saved_games import Seating, arrangement_saved_with
from hanabi.terminal.session import Session
from hanabi.terminal.table import AID_LEVELS, render_table
from hanabi.terminal.theme import Theme
from hanabi.texts import LANGUAGES, say


def played(tmp_path: Path, typed: str, *, lang: str = "en", edition: str = "es", **options: Any) -> tuple[Session, str]:
    game = Game.new(edition, 2, seed=2)
    console = Console(file=io.StringIO(), width=80)
    source = StandardInput(io.StringIO(typed), console)
    session = Session(game, Seating(0, (None, "simple")), tmp_path / "game.json", console, source, lang, **options)
    session.run()
    assert isinstance(console.file, io.StringIO)
    return session, console.file.getvalue()


def slots(arrangement: HandArrangement, view: View) -> list[int]:
    return [card.slot for card in arrangement.cards(view)]


def test_a_moved_card_keeps_its_number_and_its_place() -> None:
    game = Game.new(players=2, seed=1)
    arrangement = HandArrangement()
    assert slots(arrangement, game.view(0)) == [0, 1, 2, 3, 4]
    arrangement.move(game.view(0), 3, 0)
    assert slots(arrangement, game.view(0)) == [3, 0, 1, 2, 4]
    game.act(Clue(1, 1) if Clue(1, 1) in game.legal_actions() else Clue(1, "red"))
    game.act(Discard(0))
    game.act(Play(1))
    # Slot 1 has left, the others have moved up, and the new card is held at the end.
    assert slots(arrangement, game.view(0)) == [2, 0, 1, 3, 4]


def test_a_card_stays_upside_down_until_it_is_turned_back_or_leaves() -> None:
    game = Game.new(players=2, seed=1)
    arrangement, drawn = HandArrangement(), game.view(0).hand[2].drawn
    arrangement.flip(game.view(0), 2)
    assert arrangement.upside_down == {drawn}
    arrangement.flip(game.view(0), 2)
    assert arrangement.upside_down == set()


def test_an_arrangement_is_saved_with_the_game(tmp_path: Path) -> None:
    session, _ = played(tmp_path, "move 5 1\nflip 2\nquit\n")
    assert session.game.action_texts == []
    restored = arrangement_saved_with(load(session.file))
    assert restored == session.arrangement
    assert slots(restored, session.view) == [4, 0, 1, 2, 3]
    assert restored.upside_down == {session.view.hand[1].drawn}


@pytest.mark.parametrize("extra", [None, 3, {"order": "x", "upside_down": [1, "2"]}, {"order": [None, 4]}])
def test_a_damaged_arrangement_is_read_as_far_as_possible(extra: object) -> None:
    arrangement = HandArrangement.from_dict(extra)
    assert all(isinstance(drawn, int) for drawn in (*arrangement.order, *arrangement.upside_down))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_are_moved_and_turned_in_every_language(lang: str) -> None:
    view = Game.new("pl", 2, seed=1).view(0)

    def word(name: str) -> str:
        return say(f"play.command.{name}", lang)

    parse = CommandParser(view, lang).parse
    assert parse(f"{word('move')} 3 1") == MoveCard(2, 0)
    assert parse(f"{word('flip')} 4") == FlipCard(3)
    for level in AID_LEVELS:
        shown = say(f"web.aids.{level}", lang).lower()
        assert parse(f"{word('level')} {shown}") == ChooseAids(level)
        assert shown in say("play.help.level", lang)
        assert shown in completions(view, lang, f"{word('level')} ")
    assert completions(view, lang, f"{word('move')} 3 ") == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("move 3", "move POSITION PLACE"),
        ("move 3 6", "“6” is not a position"),
        ("flip", "flip POSITION"),
        ("flip 9", "“9” is not a position"),
        ("level", "level LEVEL"),
        ("level more", "“more” is not a help level. The levels are paper, clues, deduce, and expert."),
    ],
)
def test_a_wrong_arrangement_says_what_to_type(line: str, answer: str) -> None:
    with pytest.raises(CommandError, match=answer):
        CommandParser(Game.new("es", 2, seed=1).view(0), "en").parse(line)


@pytest.mark.parametrize("edition", [None, "ro", "pt-BR", "nb", "es", "pl"])
def test_cards_are_turned_upside_down_only_if_the_book_allows_it(edition: str | None, tmp_path: Path) -> None:
    view = Game.new(edition, 2, seed=1).view(0)
    words = completions(view, "en", "")
    assert "move" in words
    assert ("flip" in words) == (edition in ("es", "pl"))
    if edition in ("es", "pl"):
        assert CommandParser(view, "en").parse("flip 1") == FlipCard(0)
    else:
        with pytest.raises(CommandError, match="upside down"):
            CommandParser(view, "en").parse("flip 1")
    text = played(tmp_path, "help\nquit\n", edition=edition or "ro")[1]
    assert ("flip POSITION" in text) == (edition in ("es", "pl"))
    assert "move POSITION PLACE" in text


def test_the_table_shows_the_hand_as_it_is_held(tmp_path: Path) -> None:
    _, text = played(tmp_path, "move 5 1\nflip 5\nquit\n")
    before, after = text.split("move 5 1")[0], text.split("flip 5")[1]
    assert "¿¿" not in before
    assert after.count("¿¿") == 1
    assert any(line.split()[1:-1] == ["5", "1", "2", "3", "4"] for line in after.splitlines() if line.startswith("│"))


def table_at(view: View, level: Any) -> str:
    output = io.StringIO()
    Console(file=output, width=80).print(render_table(view, "en", Theme(), aids=level))
    return output.getvalue()


def test_each_level_shows_what_it_shows_in_the_browser() -> None:
    game = Game.new(players=2, seed=1)
    view = game.view(1)
    about = next(iter({card.card.rank for card in game.view(0).hands[1] if card.card}))
    game.act(Clue(1, about))
    view = game.view(1)
    paper, clues, deduce, expert = (table_at(view, level) for level in AID_LEVELS)
    assert "What you know" not in paper
    assert "Could be" not in paper
    assert "What you know" in clues
    assert "Could be" not in clues
    assert "Could be" in deduce
    for words in ("playable", "Pace", "Efficiency"):
        assert words in expert
        assert words not in deduce + clues + paper


def test_without_deductions_only_the_clues_themselves_are_shown() -> None:
    """If clues that missed the card rule out all other ranks, the level `clues` does not say so."""
    game = Game.new(players=2, seed=4)
    hand = [card.card for card in game.view(0).hands[1]]
    missed = next(rank for rank in range(1, 6) if all(card and card.rank != rank for card in hand))
    game.act(Clue(1, missed))
    known = [line for line in table_at(game.view(1), "clues").splitlines() if "What you know" in line]
    assert known[0].split("know")[1].replace("–", "").strip(" │") == ""


@pytest.mark.parametrize("level", AID_LEVELS)
def test_a_session_starts_with_the_chosen_level(tmp_path: Path, level: Any) -> None:
    _, text = played(tmp_path, "knows\nlevel expert\nquit\n", aids=level)
    first, _, last = text.partition("level expert")
    assert ("playable" in first) == (level == "expert")
    assert ("remember everything yourself" in first) == (level == "paper")
    assert "playable" in last


def test_without_aids_the_log_has_what_everybody_has_just_seen_and_conventions_are_not_told(tmp_path: Path) -> None:
    for level, lines in (("paper", 2), ("clues", 6)):
        _, text = played(tmp_path, "clue Bo red\nclue Bo 2\nclue Bo blue\nlog\nquit\n", aids=level)
        log = text.partition("> log")[2].partition("> quit")[0]
        assert sum("Bo" in line for line in log.splitlines()) == lines, level
    _, told = played(tmp_path, "conventions\nquit\n", aids="paper")
    assert "remember everything yourself" in told
