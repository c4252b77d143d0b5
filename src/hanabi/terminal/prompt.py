"""Reads a player's lines: from a prompt with completion and history, or from standard input."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from rich.console import Console

from hanabi.terminal.lexicon import fold

Suggest = Callable[[str], Iterable[str]]  # completions for the word after this text


class LineReader(Protocol):
    def ask(self, prompt: str, suggest: Suggest, hint: str) -> str | None:
        """The next line; None when the player quits."""


class StandardInput:
    """Lines from a pipe or a file, echoed so that the output shows the commands too."""

    def __init__(self, source: TextIO, console: Console) -> None:
        self._source = source
        self._console = console

    def ask(self, prompt: str, suggest: Suggest, hint: str) -> str | None:
        line = self._source.readline()
        if not line:
            return None
        self._console.print(f"{prompt}> {line.strip()}", markup=False, highlight=False)
        return line


class Prompt:
    """A line editor: Tab completes, arrows recall, Ctrl-D and Ctrl-C quit (the game is saved anyway)."""

    def __init__(self, history: Path | None) -> None:
        self._session: PromptSession[str] = PromptSession(history=_history(history))

    def ask(self, prompt: str, suggest: Suggest, hint: str) -> str | None:
        try:
            return self._session.prompt(
                f"{prompt}> ",
                completer=_WordCompleter(suggest),
                complete_while_typing=False,
                bottom_toolbar=hint or None,
            )
        except (EOFError, KeyboardInterrupt):
            return None


class _WordCompleter(Completer):
    def __init__(self, suggest: Suggest) -> None:
        self._suggest = suggest

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        word = "" if typed[-1:].isspace() else (typed.split() or [""])[-1]
        before = typed[: len(typed) - len(word)]
        for suggestion in self._suggest(before):
            if fold(suggestion).startswith(fold(word)):
                yield Completion(suggestion, start_position=-len(word))


def _history(file: Path | None) -> History:
    if file is None:
        return InMemoryHistory()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))


def line_reader_for(console: Console, history: Path | None = None) -> LineReader:
    if sys.stdin.isatty() and console.is_terminal:
        return Prompt(history)
    return StandardInput(sys.stdin, console)
