"""The reviews of many games in the terminal: a line for each game, then the players."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from hanabi.review.report.collections import ReviewedGame, means, summaries
from hanabi.review.report.text import decimal, headline, percent
from hanabi.texts import say

LEVELS = ("slight", "mistake", "blunder")


def show_collection(console: Console, games: Sequence[ReviewedGame], lang: str) -> None:
    console.print(say("review.report.title", lang, games=len(games)), style="bold", markup=False)
    for most, (mean, perfect, loss) in means(games).items():
        values = {"score": decimal(mean, lang), "perfect": percent(perfect, lang), "loss": decimal(loss, lang)}
        console.print(say("review.report.mean", lang, max_score=most, **values), markup=False)
    listed = _table(lang, "game", "score", "faults", "loss", "sentence")
    for game in games:
        counts = str(len(game.faults))
        listed.add_row(
            game.name, str(game.score), counts, decimal(game.loss, lang), headline(game.review, lang)
        )  # fmt: skip
    console.print(listed, markup=False)
    players = _table(lang, "player", "games", "moves", "loss", "habits")
    for player in summaries(games):
        habits = ", ".join(f"{say(f'review.habit.{kind}', lang)} ({count})" for kind, count in player.habits)
        cost = decimal(player.loss / player.games, lang)
        players.add_row(player.name, str(player.games), str(player.moves), cost, habits)
    console.print(say("review.title.players", lang), style="bold", markup=False)
    console.print(players, markup=False)


def _table(lang: str, *columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    for column in columns:
        right = column in ("score", "faults", "loss", "games", "moves")
        table.add_column(say(f"review.column.{column}", lang), justify="right" if right else "left")
    return table
