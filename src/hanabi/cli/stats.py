"""`hanabi stats`: statistics of recorded games."""

import json
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from hanabi.arena.tally import text_bars
from hanabi.cli._options import OutputPath, json_option, language_option, one_line
from hanabi.cli._output import replace_unencodable
from hanabi.records import RecordError, open_source
from hanabi.review.report.text import decimal
from hanabi.server.archive.statistics import FinishedGame, Group, Statistics, finished_game, statistics
from hanabi.terminal import saved_games
from hanabi.texts import say

CAUSES = ("discarded", "misplayed", "time", "strikes")


@click.command()
@click.argument("sources", metavar="[DIR|FILE]...", nargs=-1, type=click.Path())
@click.option("--player", help="Only games with a player of this name.")
@json_option
@click.option("--picture", type=OutputPath(suffix=".svg"), help="Draw the scores in this SVG file.")
@language_option
def command(sources: tuple[str, ...], player: str | None, as_json: bool, picture: Path | None, lang: str) -> None:
    """Statistics of finished games: scores by edition, players, partners and bots, and why points were lost.

    Without a folder or a file, counts your games in the terminal. Skips games that are not over. Reports files that are
    not games and counts the rest.
    """
    replace_unencodable()
    if not sources:
        own = saved_games.folder()
        sources = (str(own),) if own.is_dir() else ()  # nobody has played here yet
    games, refused = _games(sources)
    if player is not None:
        folded = player.casefold()
        games = [game for game in games if folded in (name.casefold() for name in game.people)]
    results = statistics(games)
    if picture is not None:
        picture.write_text(as_svg(results, lang), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(results.to_dict(), ensure_ascii=False))
    elif games:
        _show(Console(highlight=False, emoji=False), results, lang)
    else:
        click.echo(say("stats.none", lang))
    if refused:
        sys.exit(2)


def _games(sources: tuple[str, ...]) -> tuple[list[FinishedGame], bool]:
    games, refused = [], False
    for source in _files(sources):
        try:
            record = open_source(source)
            games.append(finished_game(record))
        except RecordError as error:
            if str(error) != "is a game that is not over":
                refused = True
                click.echo(one_line(f"hanabi stats: {source}: {error}"), err=True)
    return games, refused


def _files(sources: tuple[str, ...]) -> Iterator[str]:
    for source in sources:
        if Path(source).is_dir():
            yield from map(str, sorted(Path(source).rglob("*.json")))
        else:
            yield source


def _show(console: Console, results: Statistics, lang: str) -> None:
    _groups(console, say("web.games.title", lang), (results.whole,), lang)
    for name, groups in (
        ("editions", results.editions),
        ("players", results.players),
        ("partners", results.people),
        ("bots", results.bots),
    ):
        if groups:
            _groups(console, say(f"web.games.{name}", lang), groups, lang)
    for max_score, scores in results.scores.items():
        console.print(f"\n{say('web.games.scores.of', lang, max=max_score)}", style="bold", markup=False)
        for line in score_bars(scores):
            console.print(line, markup=False, no_wrap=True)
    console.print(f"\n{say('web.games.lost', lang)}", style="bold", markup=False)
    for cause in CAUSES:
        points = say("web.games.points", lang, points=results.losses.get(cause, 0))
        console.print(f"  {say(f'web.games.lost.{cause}', lang)}: {points}", markup=False)


def _groups(console: Console, title: str, groups: tuple[Group, ...], lang: str) -> None:
    table = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    table.add_column("")
    for column in ("count", "mean", "best", "perfect"):
        table.add_column(say(f"web.games.{column}", lang), justify="right")
    for group in groups:
        mean = decimal(group.mean, lang) + (f" ± {decimal(group.error, lang)}" if group.games > 1 else "")
        table.add_row(group.name, str(group.games), mean, str(group.best), str(group.perfect))
    console.print(f"\n{title}", style="bold", markup=False)
    console.print(table)


def score_bars(scores: dict[int, int]) -> list[str]:
    """One line per score, with its count."""
    return [f"{bar} {count:>5}".rstrip() for bar, count in text_bars(scores)]


def as_svg(results: Statistics, lang: str) -> str:
    """One bar chart per maximum score, because games with different rules cannot be compared."""
    bar, gap, tall, edge = 22, 5, 140, 30
    parts, top, wide = [], edge, 300
    games = escape(say("web.games.count", lang))
    for max_score, scores in results.scores.items():
        span, high = range(min(scores), max(scores) + 1), max(scores.values())
        caption = say("web.games.scores.of", lang, max=max_score)
        parts.append(f'<text x="{edge}" y="{top}" font-weight="bold">{escape(caption)}</text>')
        for place, score in enumerate(span):
            count = scores.get(score, 0)
            height, left = tall * count / high, edge + place * (bar + gap)
            y = top + 20 + tall - height
            parts.append(f'<rect x="{left}" y="{y:.1f}" width="{bar}" height="{height:.1f}" fill="#2f6f9f"/>')
            if count:
                parts.append(f'<text x="{left + bar / 2}" y="{y - 3:.1f}" text-anchor="middle">{count}</text>')
            parts.append(f'<text x="{left + bar / 2}" y="{top + tall + 34}" text-anchor="middle">{score}</text>')
        wide = max(wide, 2 * edge + len(span) * (bar + gap))
        axis = escape(say("web.games.score", lang))
        parts.append(f'<text x="{edge}" y="{top + tall + 48}" fill="#666666">{axis}</text>')
        parts.append(f'<text transform="translate(14 {top + tall}) rotate(-90)" fill="#666666">{games}</text>')
        top += tall + 3 * edge
    title = escape(say("web.games.scores", lang))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{top}" font-family="sans-serif" '
        f'font-size="11"><title>{title}</title><rect width="100%" height="100%" fill="#ffffff"/>'
    )
    return "\n".join([head, *parts, "</svg>", ""])
