"""Whole games at the terminal, typed line by line: under every switch and in every language."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hanabi import Clue, Game, Play
from hanabi.bots import make_bot
from hanabi.records import load, replay
from hanabi.rules import TILES, IllegalAction, View
from hanabi.terminal import questions
from hanabi.terminal.commands import completions
from hanabi.terminal.prompt import StandardInput, Suggest
from hanabi.terminal.saved_games import Seating
from hanabi.terminal.session import BotFailed, Session
from hanabi.texts import LANGUAGES, say
from hanabi.texts.catalog import all_messages, catalog
from support.game_drivers import SWITCHES
from support.terminal_script import spoken


class Typist:
    """Types the moves of the simple bot; `first` are lines typed before that."""

    def __init__(self, session: Session, *first: str | None) -> None:
        self.session = session
        self.lines = list(first)
        self.bot = make_bot("simple")

    def ask(self, prompt: str, suggest: Suggest, hint: str) -> str | None:
        if self.lines:
            return self.lines.pop(0)
        view = self.session.view
        return spoken(self.bot.choose(view), view, self.session.lang)


def seated(
    tmp_path: Path,
    *first: str | None,
    lang: str = "en",
    players: int = 3,
    bots: list[str] | None = None,
    **switches: Any,
) -> Session:
    game = Game.new(players=players, seed=2, **switches)
    seating = Seating(0, (None, *(bots or ["simple"] * (players - 1))))
    console = Console(file=io.StringIO(), width=80)
    session = Session(game, seating, tmp_path / "game.json", console, StandardInput(io.StringIO(), console), lang)
    session.line_reader = Typist(session, *first)
    return session


def output(session: Session) -> str:
    assert isinstance(session.console.file, io.StringIO)
    return session.console.file.getvalue()


@pytest.mark.parametrize(("number", "name"), enumerate(SWITCHES))
def test_a_whole_game_under_every_switch(tmp_path: Path, number: int, name: str) -> None:
    session = seated(tmp_path, lang=LANGUAGES[number % len(LANGUAGES)], players=2 + number % 4, **SWITCHES[name])
    assert session.run()
    over = session.game.over
    assert over is not None
    assert replay(load(session.file)).over == over
    expected = (
        "play.result.lost" if over.outcome == "lost" else "play.result.rated" if over.rating else "play.result.won"
    )
    rating = over.rating and say(f"rating.{over.rating}", session.lang)
    most = session.game.rules.max_score
    assert say(expected, session.lang, score=over.score, max_score=most, rating=rating) in " ".join(
        output(session).split()
    )


@pytest.mark.parametrize("tile", ["free_color_clue", "free_rank_clue", "reshuffle", "rescue"])
def test_a_reward_waits_for_the_players_choice(tmp_path: Path, tile: str) -> None:
    """Simple bots play the game once to find a seat that turns over the tile; then the person plays from that seat."""
    tiles = sorted(TILES, key=lambda known: known != tile)
    for seed in range(20):
        rehearsal = Game.new(players=2, seed=seed, flamboyants=True)
        deal = (rehearsal.rules, rehearsal.players, rehearsal.deck, tiles)
        rehearsal = Game(*deal)
        while rehearsal.player is not None and rehearsal.pending is None:
            rehearsal.act(make_bot("simple").choose(rehearsal.view(rehearsal.player)))
        if rehearsal.pending == tile:
            break
    assert rehearsal.player is not None
    session = seated(tmp_path, players=2)
    session.game, session.seating = Game(*deal), Seating(rehearsal.player, ("simple", "simple"))
    session.game.seed = 1
    session.bots = {1 - rehearsal.player: make_bot("simple")}
    assert session.run()
    assert say(f"play.choice.{tile}").split(":")[0] in " ".join(output(session).split())


def test_a_wrong_command_costs_nothing(tmp_path: Path) -> None:
    session = seated(tmp_path, "clue bo", "discard 1", "clue ana red", "clue bo black", "dance", "", "  ", "quit")
    assert not session.run()
    assert session.game.action_texts == []
    text = " ".join(output(session).split())
    assert "All the clue tokens are available, so you may not discard: give a clue or play a card." in text
    assert "There is no such color" in text or "neither a color" in text


def test_a_game_can_be_ended_with_its_score(tmp_path: Path) -> None:
    session = seated(tmp_path, "clue bo 1", "end", "table", "end", "end")
    assert session.run()
    text = " ".join(output(session).split())
    assert text.count("Type “end” again") == 2, "another command in between takes it back"
    assert "agreed to end the game: the show earns" in text
    over = replay(load(session.file)).over
    assert over is not None
    assert over.reason == "agreement"
    perfect = seated(tmp_path, "end", "end", all_or_nothing=True)
    assert perfect.run()
    assert perfect.game.over is not None
    assert (perfect.game.over.outcome, perfect.game.over.score) == ("lost", 0)


def test_questions_are_answered_and_change_nothing(tmp_path: Path) -> None:
    session = seated(tmp_path, "help", "table", "pile", "knows bo", "log", "rules", "quit")
    assert not session.run()
    assert session.game.action_texts == []
    text = " ".join(output(session).split())
    for words in ("Spend a clue token", "The discard pile is empty.", "What Bo knows", "Card 5", "The rules of Hanabi"):
        assert words in text


def test_the_conventions_are_shown_as_far_as_the_seat_can_know_them(tmp_path: Path) -> None:
    session = seated(tmp_path, "clue bo 1", "conventions", "quit")
    assert not session.run()
    text = " ".join(output(session).split())
    assert "By the conventions:" in text
    assert "clue to Bo" in text or "tells Bo" in text or "shows Bo" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_in_every_language(tmp_path: Path, lang: str) -> None:
    names = ("help", "table", "pile", "conventions", "log", "rules", "quit")
    session = seated(tmp_path, *(say(f"play.command.{name}", lang) for name in names), lang=lang, choreography=True)
    assert not session.run()
    assert say("play.help.announce", lang).split()[0] in output(session)


def test_a_new_word_is_one_function_and_its_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CONTRIBUTING.md, "Add a command", with a made-up word."""

    def _tokens(session: Session) -> None:
        session.console.print(f"There are {session.view.clue_tokens}.")

    texts = {"command": "tokens", "usage": "tokens", "help": "how many clue tokens there are"}
    messages = {f"play.{part}.tokens": dict.fromkeys(LANGUAGES, text) for part, text in texts.items()}
    for key, message in messages.items():
        monkeypatch.setitem(all_messages(), key, message)
    catalog.cache_clear()
    monkeypatch.setitem(questions.ANSWERS, "tokens", _tokens)
    session = seated(tmp_path, "tok", "help", "quit")
    assert not session.run()
    assert "There are 8." in output(session)
    assert texts["help"] in output(session)
    assert "tokens" in completions(session.view, "en", "")
    monkeypatch.undo()
    catalog.cache_clear()


def test_the_end_of_input_leaves_the_game_saved(tmp_path: Path) -> None:
    session = seated(tmp_path, "play 1", None)
    assert not session.run()
    assert load(session.file).actions == tuple(session.game.action_texts)
    assert len(session.game.action_texts) == 3


def test_every_move_is_saved_before_the_next(tmp_path: Path) -> None:
    session = seated(tmp_path)

    class Watching(Typist):
        def ask(self, prompt: str, suggest: Suggest, hint: str) -> str | None:
            assert load(session.file).actions == tuple(session.game.action_texts)
            return super().ask(prompt, suggest, hint)

    session.line_reader = Watching(session)
    assert session.run()


def test_a_game_resumes_where_it_stopped(tmp_path: Path) -> None:
    left = seated(tmp_path, "clue bo 1", "quit", bots=["simple", "random"])
    left.run()
    record = load(left.file)
    seating = Seating.saved_with(record, None, "simple")
    assert seating == left.seating
    game = Game.resume(record)
    assert (game.action_texts, game.seed) == (left.game.action_texts, left.game.seed)


def test_a_record_of_another_program_can_be_resumed(tmp_path: Path) -> None:
    game = Game.new(players=3, seed=1)
    assert Seating.saved_with(game.record(), None, "random") == Seating(0, (None, "random", "random"))
    assert Seating.saved_with(game.record(terminal={"seat": 9, "bots": "x"}), 2, "simple") == Seating(
        2, ("simple", "simple", None)
    )
    assert (
        Seating.saved_with(game.record(terminal={"seat": 1, "bots": [3, None, "gone"]}), None, "simple").bots[0]
        == "simple"
    )


@pytest.mark.parametrize("choice", [Play(9), Clue(1, "red"), "nonsense", None])
def test_a_bot_that_fails_leaves_the_game_saved(tmp_path: Path, choice: Any) -> None:
    session = seated(tmp_path, "clue bo 1")

    class Broken:
        def choose(self, view: View) -> Any:
            if choice is None:
                raise KeyError("lost my notes")
            return choice

    session.bots[1] = Broken()
    with pytest.raises(BotFailed, match="the bot 'simple' at seat 1 failed"):
        session.run()
    assert load(session.file).actions == ("clue 1 1",)


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file, no folder")
    session = seated(tmp_path, "play 1", "quit")
    session.file = tmp_path / "blocked" / "game.json"
    assert not session.run()
    assert "could not be saved" in " ".join(output(session).split())
    assert len(session.game.action_texts) == 3


def test_illegal_actions_are_refused_in_the_language_of_the_player(tmp_path: Path) -> None:
    session = seated(tmp_path, "odrzuć 1", "wyjście", lang="pl")
    session.run()
    assert IllegalAction("all_tokens_available").sentence("pl") in " ".join(output(session).replace("\n", " ").split())
