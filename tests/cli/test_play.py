"""`hanabi play` from outside: pipes, a real terminal, saving, being killed, refusing."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hanabi import Game
from hanabi.bots import make_bot
from hanabi.cli import main
from hanabi.records import load, replay
from hanabi.texts import LANGUAGES, say
from support.terminal_script import spoken

COMMAND = [sys.executable, "-c", "from hanabi.cli import main; main(prog_name='hanabi')"]


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate games folder for every test."""
    monkeypatch.setenv("HANABI_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def run(*args: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *args], input=typed)


def flat(text: str) -> str:
    return " ".join(text.split())


def whole_game_typed(lang: str, edition: str | None, players: int, seed: int, **switches: Any) -> tuple[Game, str]:
    """The lines that a person at seat 0 types if everyone plays like the simple bot."""
    game = Game.new(edition, players, seed=seed, **switches)
    lines = []
    while game.player is not None:
        view = game.view(game.player)
        action = make_bot("simple").choose(view)
        if game.player == 0:
            lines.append(spoken(action, view, lang))
        game.act(action)
    return game, "\n".join(lines) + "\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_through_a_pipe(games: Path, lang: str) -> None:
    game, typed = whole_game_typed(lang, "pl", 4, 5, black_powder=True, flamboyants=True)
    options = ["--edition", "pl", "--with", "black_powder,flamboyants", "--players", "4", "--seed", "5"]
    result = run(*options, "--lang", lang, typed=typed)
    assert result.exit_code == 0, result.output
    (file,) = games.iterdir()
    assert replay(load(file)).over == game.over
    assert say("play.saved", lang, file=file).split()[0] in result.stdout
    assert "\x1b" not in result.stdout


def test_leaving_saves_the_game_and_says_how_to_resume(games: Path) -> None:
    result = run("--seed", "4", typed="clue bo 1\nquit\n")
    (file,) = games.iterdir()
    assert result.exit_code == 0
    assert f"hanabi play --resume {file}" in result.stdout
    assert len(load(file).actions) == 3
    again = run("--resume", str(file), typed="play 1\n")
    assert again.exit_code == 0
    assert len(load(file).actions) == 6
    assert list(games.iterdir()) == [file]


def test_resume_without_a_file_continues_the_latest_game(games: Path) -> None:
    run("--seed", "4", "--players", "2", typed="play 1\n")
    (file,) = games.iterdir()
    assert run("--resume", typed="").exit_code == 0
    file.unlink()
    result = run("--resume")
    assert result.exit_code == 1
    assert "There is no saved game" in result.stderr


def test_a_finished_game_is_not_offered_again(games: Path) -> None:
    _, typed = whole_game_typed("en", None, 3, 1)
    run("--seed", "1", typed=typed)
    assert "There is no saved game" in run("--resume").stderr


def test_the_game_can_be_saved_to_a_chosen_file(games: Path, tmp_path: Path) -> None:
    run("--save", str(tmp_path / "mine.json"), "--seed", "2", typed="play 1\n")
    assert len(load(tmp_path / "mine.json").actions) == 3
    assert not games.exists()


def test_seats_names_and_bots_can_be_chosen(tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text("def choose(view):\n    return view.legal_actions[-1]\n")
    bots = f"random,{tmp_path / 'last.py'}"
    file = tmp_path / "game.json"
    result = run(
        "--bots", bots, "--seat", "1", "--first", "2", "--name", "Bożena M", "--save", str(file), typed="quit\n"
    )
    assert result.exit_code == 0, result.output
    record = load(file)
    assert record.players == ("Ana", "Bożena M", "Cy")
    assert record.first == 2
    assert record.extra["terminal"] == {"seat": 1, "bots": ["random", None, str(tmp_path / "last.py")]}
    assert len(record.actions) == 2


def test_a_record_runs_no_program_unless_it_is_trusted(tmp_path: Path) -> None:
    """Anyone can send a record; the programs it names would run with the rights of the user who opens it."""
    (tmp_path / "bot.py").write_text(
        "from pathlib import Path\nPath(__file__).with_suffix('.ran').touch()\n"
        "def choose(view):\n    return view.legal_actions[-1]\n"
    )
    trace, file = tmp_path / "bot.ran", tmp_path / "game.json"
    for bot in (str(tmp_path / "bot.py"), f"exec:touch {trace}"):
        bots = [None, bot]
        Game.new(players=2, seed=1).record(terminal={"seat": 0, "bots": bots}, bots=bots).save(file)
        kept = file.read_text()
        for option in ("--resume", "--from"):
            result = run(option, str(file), typed="quit\n")
            assert result.exit_code == 2
            assert bot in flat(result.stderr)
            assert "--run-bots" in result.stderr
            assert file.read_text() == kept
            with_another = run(option, str(file), "--bot", "random", "--save", str(tmp_path / "x.json"), typed="quit\n")
            assert with_another.exit_code == 0, with_another.stderr
            assert load(tmp_path / "x.json").extra["terminal"]["bots"] == [None, "random"]
            assert not trace.exists()
    Game.new(players=2, seed=1).record(terminal={"seat": 0, "bots": [None, str(tmp_path / "bot.py")]}).save(file)
    assert run("--resume", str(file), "--run-bots", typed="play 1\nquit\n").exit_code == 0
    assert trace.exists()


def test_a_teammate_with_your_name_gets_another(tmp_path: Path) -> None:
    run("--name", "bo", "--save", str(tmp_path / "game.json"))
    assert load(tmp_path / "game.json").players == ("bo", "Flo", "Cy")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--edition", "pll"], "there is no edition 'pll'; did you mean 'pl'?"),
        (["--with", "black_power"], "there is no switch 'black_power'; did you mean 'black_powder'?"),
        (["--with", "strikes"], "strikes needs a value"),
        (["--players", "6"], "--players cannot be 6. Possible: 2–5."),
        (["--players", "2", "--seat", "2"], "--seat: the seats here are 0 to 1"),
        (["--players", "2", "--first", "3"], "seat 3 cannot start"),
        (["--bots", "simple,smiple"], "there is no bot 'smiple'; did you mean 'simple'?"),
        (["--bots", "simple", "--bot", "random"], "use only one of them"),
        (["--bots", "simple", "--players", "4"], "with 1 teammates and you there are 2 players, but the game is for 4"),
        (["--bots", "nowhere.py"], "there is no file nowhere.py"),
        (["--lang", "xx"], "--lang cannot be xx. Possible: en|ro|pt-BR|nb|es|pl."),
        (["--name", "  "], "a name needs at least one letter"),
        (["--resume", "x.json", "--seed", "1", "--with", "strikes=2"], "leave out --seed, --with, or --resume"),
        (["--resume", "nowhere.json"], "cannot be read: there is no such file"),
    ],
)
def test_impossible_options_are_refused_and_nothing_is_saved(games: Path, args: list[str], words: str) -> None:
    result = run(*args)
    assert result.exit_code != 0
    assert words in flat(result.stderr)
    assert not games.exists() or list(games.iterdir()) == []


@pytest.mark.parametrize("text", ["{", '{"format": "hanabi-record"}', "[]", ""])
def test_other_files_cannot_be_resumed(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    result = run("--resume", str(tmp_path / "bad.json"), "--lang", "es")
    assert result.exit_code == 2
    assert "bad.json" in result.stderr
    assert (tmp_path / "bad.json").read_text() == text


def test_an_illegal_record_cannot_be_resumed(tmp_path: Path) -> None:
    record = Game.new(players=2, seed=1).record().to_dict()
    record["actions"] = ["discard 0"]
    (tmp_path / "bad.json").write_text(json.dumps(record))
    result = run("--resume", str(tmp_path / "bad.json"))
    assert result.exit_code == 2
    assert "actions[0]" in result.stderr


def test_a_failing_bot_is_named_and_the_game_is_saved(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def choose(view):\n    return 1 / 0\n")
    file = tmp_path / "game.json"
    result = run("--bots", f"simple,{tmp_path / 'broken.py'}", "--save", str(file), typed="play 1\n")
    assert result.exit_code == 1
    assert "broken.py' at seat 2 failed: it raised ZeroDivisionError" in result.stderr
    assert f"{tmp_path / 'broken.py'}, line 2" in result.stderr
    assert str(file) in result.stderr
    assert len(load(file).actions) == 2


def start(args: Iterable[str], stdin: int, stdout: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*COMMAND, "play", *args], stdin=stdin, stdout=stdout, stderr=subprocess.STDOUT)


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("it never came")


def test_a_bot_that_refuses_the_rules_is_named_before_the_game(games: Path, tmp_path: Path) -> None:
    picky = tmp_path / "picky.py"
    picky.write_text(
        "from hanabi.bots import BotError\n"
        "class Picky:\n"
        "    def check_rules(self, rules, players):\n"
        "        raise BotError(f'picky does not play games of {players}')\n"
        "    def choose(self, view):\n"
        "        return view.legal_actions[0]\n"
    )
    result = run("--bots", f"simple,{picky}", "--seat", "2")
    assert (result.exit_code, result.stderr) == (1, "Error: picky does not play games of 3\n")
    assert not list(games.glob("*"))


def test_a_killed_game_resumes_after_its_last_move(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    process = start(["--seed", "4", "--save", str(file)], subprocess.PIPE, subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.write(b"play 1\nclue bo 1\n")
    process.stdin.flush()
    wait_for(lambda: file.exists() and len(load(file).actions) == 6)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    before = load(file).actions
    assert run("--resume", str(file), typed="play 1\n").exit_code == 0
    assert load(file).actions[:6] == before
    assert len(load(file).actions) == 9


class Screen:
    """A real terminal that runs `hanabi play`."""

    def __init__(self, *args: str) -> None:
        self.fd, other = pty.openpty()
        self.process = start(args, other, other)
        os.close(other)
        self.seen = ""

    def see(self, words: str) -> None:
        def found() -> bool:
            if select.select([self.fd], [], [], 0)[0]:
                self.seen += os.read(self.fd, 65536).decode(errors="replace")
            return words in self.seen

        wait_for(found)

    def type(self, text: str) -> None:
        self.seen = ""
        os.write(self.fd, text.encode())

    def leave(self, key: str) -> None:
        """The prompt is drawn a moment before it reads keys: press the key until it reacts."""
        self.seen = ""

        def left() -> bool:
            os.write(self.fd, key.encode())
            if select.select([self.fd], [], [], 1)[0]:
                self.seen += os.read(self.fd, 65536).decode(errors="replace")
            return "Goodbye!" in self.seen

        wait_for(left)


COLOR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)[;m]")


def test_a_real_terminal_has_colors_a_prompt_and_completion(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    screen = Screen("--seed", "4", "--players", "2", "--lang", "en")
    screen.see("Your move>")
    assert COLOR.search(screen.seen)
    screen.type("disc\t")
    screen.see("discard")
    screen.type(" 1\r")
    screen.see("All the clue tokens are available")
    screen.type("play 1\r")
    screen.see("Your move>")
    screen.leave("\x04")
    assert screen.process.wait() == 0
    os.close(screen.fd)
    (file,) = games.iterdir()
    assert len(load(file).actions) == 2

    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen("--lang", "en")
    screen.see("Continue it?")
    screen.type("y\r")
    screen.see("Your move>")
    screen.type("quit\r")
    screen.see("Goodbye!")
    assert not COLOR.search(screen.seen)
    assert screen.process.wait() == 0
    os.close(screen.fd)
    assert list(games.iterdir()) == [file]
