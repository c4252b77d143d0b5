"""Shared output: a progress bar on standard error, and a standard output that never fails."""

import json
import sys
from typing import Any, NoReturn

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

COMPILING = "Compiling (once on this machine)"


class ProgressBar(Progress):
    """Knows which bar is shown, since a terminal can show only one: compilation then gets a line in it."""

    shown: "ProgressBar | None" = None
    compilation: TaskID | None = None

    def start(self) -> None:
        ProgressBar.shown = self
        super().start()

    def stop(self) -> None:
        ProgressBar.shown = None
        super().stop()


def progress_bar(*, quiet: bool) -> ProgressBar:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return ProgressBar(*columns, console=Console(stderr=True), disable=quiet, transient=True)


def echo_result(sentence: str, as_json: bool, **result: Any) -> None:
    """Say what was done: in a sentence, or as a JSON object."""
    click.echo(json.dumps(result, ensure_ascii=False) if as_json else sentence)


_own_bar: ProgressBar | None = None
_told = False


def show_compilation(*, finished: bool) -> None:
    """Count another kernel that is being compiled, or end the count. Says nothing where a command is to be quiet."""
    global _own_bar, _told
    bar = ProgressBar.shown
    if bar is not None and bar.disable:
        return
    if not sys.stderr.isatty():
        if not _told:
            click.echo(f"{COMPILING} …", err=True)
        _told = True
        return
    if bar is None and not finished:
        bar = _own_bar = progress_bar(quiet=False)
        bar.start()
    if bar is None:
        return
    if not finished:
        if bar.compilation is None:
            bar.compilation = bar.add_task(COMPILING, total=None)
        bar.advance(bar.compilation)
    elif bar is _own_bar:
        bar.stop()
        _own_bar = None
    elif bar.compilation is not None:
        bar.remove_task(bar.compilation)
        bar.compilation = None


def end_interrupted(done: str) -> NoReturn:
    """End the command after Ctrl-C, when the results so far have been printed."""
    click.echo(f"Interrupted: {done}.", err=True)
    sys.exit(130)


def replace_unencodable() -> None:
    """Write `?` for characters that the terminal's encoding lacks, instead of failing."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
