"""Options and arguments that several commands share."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from hanabi.bots import ROSTER
from hanabi.records import Record, RecordError, open_game, open_source
from hanabi.rules import RulesError, RuleSet, editions, parse_switches
from hanabi.texts import LANGUAGES, default_language, match_language

F = TypeVar("F", bound=Callable[..., Any])
STDIN = "-"


class Language(click.ParamType[str]):
    name = "language"
    values = LANGUAGES

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        language = match_language(value)
        if language is None:
            self.fail(f"{value!r} is not a supported language: {', '.join(LANGUAGES)}", param, ctx)
        return language


class OutputPath(click.Path):
    """A file to write, or a folder that is created if it is missing. It is checked before the command starts."""

    def __init__(self, *, file: bool = True, folder: bool = False, suffix: str = "") -> None:
        super().__init__(file_okay=file, dir_okay=folder, path_type=Path)
        self._suffix = suffix

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not path.name.endswith(self._suffix):
            self.fail(f"{path.name} must end in {self._suffix}", param, ctx)
        if ctx is None or not ctx.resilient_parsing:
            try:
                self._try_to_write(path)
            except FileNotFoundError:
                self.fail(f"{path} cannot be written: there is no folder {path.parent}", param, ctx)
            except OSError as error:
                self.fail(f"{path} cannot be written: {error.strerror}", param, ctx)
        return path

    def _try_to_write(self, path: Path) -> None:
        """Leaves everything as it was."""
        if path.is_dir():
            TemporaryFile(dir=path).close()
        elif path.is_file():
            path.open("ab").close()
        elif path.exists():  # a pipe or a device
            return
        elif self.file_okay:
            path.open("xb").close()
            path.unlink()
        else:
            path.mkdir()
            path.rmdir()


class CheckpointFile(OutputPath):
    """An empty or missing file, or one with earlier results."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from hanabi.arena.checkpoint import Checkpoint, CheckpointError

        path = super().convert(value, param, ctx)
        try:
            return Checkpoint(path)
        except CheckpointError as error:
            self.fail(str(error), param, ctx)


def complete_bot(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of bots, then Python files. In a list of bots, completes the last one."""
    before, comma, last = incomplete.rpartition(",")
    names = [CompletionItem(before + comma + name) for name in ROSTER if name.startswith(last)]
    return names or [CompletionItem(incomplete, type="file")]


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")(command)


def language_option(command: F) -> F:
    return click.option(
        "--lang", type=Language(), default=default_language, help=f"Language: {', '.join(LANGUAGES)}. [default: yours]"
    )(command)


def rules_options(command: F) -> F:
    """`--edition` and `--with`, read by `chosen_rules`."""
    command = click.option(
        "--with",
        "switches",
        default="",
        metavar="SWITCHES",
        help="Switches, comma-separated: NAME turns one on, NAME=VALUE sets it (black_powder,strikes=2).",
    )(command)
    return click.option("--edition", default=None, help=f"Rulebook: {', '.join(editions())}.")(command)


def chosen_rules(edition: str | None, switches: str) -> RuleSet:
    try:
        return RuleSet.of(edition, **parse_switches(switches))
    except RulesError as error:
        raise click.UsageError(str(error)) from error


def experiment_options(*, workers: int) -> Callable[[F], F]:
    """`--seed`, `--edition`, `--with`, `--workers`, `--cluster` and `--checkpoint`; `workers` is a default."""
    options = (
        click.option(
            "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Random seed of the deals."
        ),
        rules_options,
        click.option(
            "--workers",
            type=click.IntRange(0),
            default=workers,
            show_default=True,
            help="Worker processes (0 = one per CPU).",
        ),
        click.option("--cluster", metavar="ADDRESS", help="Play on this Ray cluster (needs hanabi[ray])."),
        click.option(
            "--checkpoint",
            type=CheckpointFile(),
            help="Save finished games in this file, and resume from it.",
        ),
    )

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def check_picture(picture: Path) -> None:
    """Check before hours of games that Matplotlib is installed and can write this format."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError as error:
        raise click.ClickException("--picture needs Matplotlib: pip install 'hanabi[all]'") from error
    formats = FigureCanvasBase.get_supported_filetypes()
    if picture.suffix.removeprefix(".") not in formats:
        raise click.UsageError(f"--picture: {picture.name} must end in one of .{', .'.join(sorted(formats))}")


def parse_players(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(count) for count in text.split(","))
    except ValueError as error:
        raise click.UsageError(f"--players takes numbers such as 2,3, not {text!r}") from error


def open_record(source: str) -> Record:
    """Open a file, a link, a seed, or standard input."""
    if source != STDIN:
        return open_source(source)
    try:
        return open_game(sys.stdin.buffer.read().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RecordError(f"is not UTF-8 text: {error.reason} at byte {error.start}") from error


def one_line(text: str) -> str:
    return " ".join(text.split())
