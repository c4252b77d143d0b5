"""`hanabi warm-up`, and what commands say while kernels are being compiled."""

import io
import logging
import sys

import pytest
from click.testing import CliRunner

from hanabi.bots import ROSTER, make_bot
from hanabi.bots.bot import CompiledBot
from hanabi.cli import CompilationNotice, _output, main
from hanabi.cli._output import COMPILING, ProgressBar, progress_bar
from hanabi.cli.warm_up import BOTS


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def nothing_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_output, "_told", False)
    monkeypatch.setenv("TERM", "xterm")


def compile_kernels(*names: str) -> None:
    for name in (*names, None):
        record = logging.makeLogRecord({"kernel": name})
        CompilationNotice().emit(record)


def test_a_family_is_compiled() -> None:
    result = CliRunner().invoke(main, ["warm-up", "batch"])
    assert result.exit_code == 0, result.output
    assert result.stdout == "Compiled: batch.\n"


def test_an_unknown_family_is_refused() -> None:
    result = CliRunner().invoke(main, ["warm-up", "hats"])
    assert result.exit_code == 2
    assert "team:search" in result.stderr


def test_every_compiled_bot_is_a_family() -> None:
    assert {
        name for name, entry in ROSTER.items() if not entry.extra and isinstance(make_bot(name), CompiledBot)
    } == set(BOTS)


def test_where_there_is_no_terminal_one_sentence_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    compile_kernels("one", "two")
    compile_kernels("three")
    assert capsys.readouterr() == ("", f"{COMPILING} …\n")


def test_quiet_commands_say_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(quiet=True):
        compile_kernels("one")
    assert capsys.readouterr() == ("", "")


def test_a_terminal_shows_a_bar_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    compile_kernels("one", "two")
    assert COMPILING in terminal.getvalue()
    assert ProgressBar.shown is None


def test_compilation_is_a_line_of_a_bar_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress_bar(quiet=False) as bar:
        bar.add_task("games", total=3)
        CompilationNotice().emit(logging.makeLogRecord({"kernel": "one"}))
        assert [task.description for task in bar.tasks] == ["games", COMPILING]
        CompilationNotice().emit(logging.makeLogRecord({"kernel": None}))
        assert [task.description for task in bar.tasks] == ["games"]
