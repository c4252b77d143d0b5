"""Shared output: a progress bar on standard error, and a standard output that never fails."""

import sys
from typing import NoReturn

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def progress_bar(*, quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True)


def end_interrupted(done: str) -> NoReturn:
    """End the command after Ctrl-C, when the results so far have been printed."""
    click.echo(f"Interrupted: {done}.", err=True)
    sys.exit(130)


def replace_unencodable() -> None:
    """Write `?` for characters that the terminal's encoding lacks, instead of failing."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
