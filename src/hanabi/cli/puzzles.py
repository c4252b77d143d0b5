"""`hanabi puzzles`: make puzzles of games, list them, and solve them in the terminal."""

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from hanabi.cli import CommandGroup
from hanabi.cli._options import OutputPath, json_option, language_option
from hanabi.cli._output import echo_result, progress_bar, replace_unencodable
from hanabi.records import RecordError, open_source
from hanabi.texts import say

if TYPE_CHECKING:
    from hanabi.puzzles.collection import PuzzleCollection
    from hanabi.puzzles.source_games import SourceGame

MAX_THEME_SHARE = 0.23  # of all puzzles
SAVE_SECONDS = 60.0  # how often the file is saved; compressing a large one takes a second

file_argument = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False, metavar="[FILE]"
)


@click.group(cls=CommandGroup)
def command() -> None:
    """Puzzles: positions in which one move is clearly the best (docs/puzzles.md)."""


@command.command()
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, help="Stop at this number of puzzles.")
@click.option("-o", "--output", type=OutputPath(), help="Output file; an existing one is continued.")
@click.option(
    "--from",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Search the recorded games in this folder. [default: games between bots]",
)
@click.option("--database", metavar="FILE|URL", help="Search the finished games of a server and add to its puzzles.")
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True, help="Random seed for bot games.")
@json_option
def make(count: int, output: Path | None, folder: Path | None, database: str | None, seed: int, as_json: bool) -> None:
    """Search games for puzzles. You can stop at any time; the next run continues from there."""
    if (output is None) == (database is None):
        raise click.UsageError("give either --output or --database")
    if database is not None:
        _make_for_server(database, count, as_json)
        return
    from hanabi.puzzles.collection import PuzzleCollection, load_collection
    from hanabi.puzzles.maker import make_puzzles
    from hanabi.puzzles.puzzle import PuzzleError

    assert output is not None
    try:
        collection = load_collection(output) if output.exists() else PuzzleCollection()
    except PuzzleError as error:
        raise click.ClickException(str(error)) from error
    games = _bot_games(collection, seed) if folder is None else _folder_games(collection, folder)
    saved_at = time.monotonic()
    with progress_bar(quiet=as_json) as bar:
        task = bar.add_task(say("puzzle.title", "en"), total=count, completed=len(collection))
        while len(collection) < count:
            source = next(games, None)
            if source is None:
                break
            for puzzle in make_puzzles(source, themes=_missing_themes(collection, count)):
                if puzzle.theme in _missing_themes(collection, count):
                    collection.add(puzzle)
                bar.update(task, completed=len(collection))
            if time.monotonic() - saved_at > SAVE_SECONDS:
                collection.save(output)
                saved_at = time.monotonic()
    collection.save(output)
    echo_result(f"{output} has {len(collection)} puzzles.", as_json, file=str(output), puzzles=len(collection))


def _missing_themes(collection: "PuzzleCollection", count: int) -> list[str]:
    """The themes with too few puzzles so far."""
    from hanabi.puzzles.themes import THEMES

    themes = Counter(puzzle.theme for puzzle in collection)
    return [theme for theme in THEMES if themes[theme] < MAX_THEME_SHARE * count]


def _bot_games(collection: "PuzzleCollection", seed: int) -> Iterator["SourceGame"]:
    from hanabi.puzzles.source_games import bot_game

    source = f"bots/{seed}"
    while True:
        number = collection.progress.get(source, 0)
        collection.progress[source] = number + 1
        yield bot_game(number, seed)


def _folder_games(collection: "PuzzleCollection", folder: Path) -> Iterator["SourceGame"]:
    """In the order of their names. Reports and skips files that are not games."""
    from hanabi.puzzles.source_games import recorded_source

    for file in sorted(folder.iterdir()):
        if not file.is_file() or collection.progress.get(file.name):
            continue
        collection.progress[file.name] = 1
        try:
            yield recorded_source(open_source(file))
        except RecordError as error:
            click.echo(f"{file.name}: {error}", err=True)


def _make_for_server(database: str, count: int, as_json: bool) -> None:
    from hanabi.server.archive.puzzle_games import add_puzzles
    from hanabi.server.database import StoreError, open_store

    async def work() -> int:
        store = open_store(database, beside_server=True)
        await store.open()
        try:
            with progress_bar(quiet=as_json) as bar:
                task = bar.add_task("games", total=None)
                return await add_puzzles(
                    store, count, lambda done, total: bar.update(task, completed=done, total=total)
                )
        finally:
            await store.close()

    try:
        added = asyncio.run(work())
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    echo_result(f"Added {added} puzzles.", as_json, added=added)


@command.command("list")
@file_argument
@json_option
def show(file: Path | None, as_json: bool) -> None:
    """One line per puzzle: id, theme, reason, players, turn, rating, lead of the best move, the bot that judged it and
    its version. Then the number of puzzles per theme.

    Without FILE, lists the puzzles of the package.
    """
    puzzles = _collection(file)
    rows = [
        {
            "id": puzzle.id,
            "theme": puzzle.theme,
            "reason": puzzle.reason,
            "players": len(puzzle.record.players),
            "turn": len(puzzle.record.actions) + 1,
            "rating": round(puzzle.rating),
            "lead": min(puzzle.gaps),
            "judge": puzzle.judge,
            "version": puzzle.version,
        }
        for puzzle in puzzles
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for row in rows:
        click.echo("\t".join(map(str, row.values())))
    themes = Counter(puzzle.theme for puzzle in puzzles)
    click.echo(f"{len(puzzles)} puzzles: " + ", ".join(f"{theme} {count}" for theme, count in themes.most_common()))


@command.command()
@file_argument
@click.option("--theme", default=None, help="Only puzzles of this theme.")
@click.option("--id", "puzzle_id", default=None, help="Only this puzzle.")
@click.option("--seed", type=int, default=None, help="Random seed for the order.")
@language_option
def play(file: Path | None, theme: str | None, puzzle_id: str | None, seed: int | None, lang: str) -> None:
    """Solve puzzles in the terminal: choose a move as in `hanabi play`, and see why.

    Without FILE, plays the puzzles of the package.
    """
    from hanabi.puzzles.themes import THEMES
    from hanabi.terminal.prompt import line_reader_for
    from hanabi.terminal.puzzles import PuzzleSession

    if theme is not None and theme not in THEMES:
        raise click.BadParameter(f"choose {', '.join(THEMES)}", param_hint="--theme")
    puzzles = [
        puzzle
        for puzzle in _collection(file)
        if (theme is None or puzzle.theme == theme) and (puzzle_id is None or puzzle.id == puzzle_id)
    ]
    if not puzzles:
        raise click.ClickException("there is no such puzzle")
    replace_unencodable()
    random.Random(seed).shuffle(puzzles)
    console = Console(highlight=False, emoji=False)
    PuzzleSession(console, line_reader_for(console), lang).run(puzzles)


def _collection(file: Path | None) -> "PuzzleCollection":
    from hanabi.puzzles.collection import load_collection, shipped_puzzles
    from hanabi.puzzles.puzzle import PuzzleError

    try:
        return shipped_puzzles() if file is None else load_collection(file)
    except PuzzleError as error:
        click.echo(f"hanabi puzzles: {error}", err=True)
        sys.exit(2)
