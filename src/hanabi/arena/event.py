"""An event of bots: each bot, in all seats, plays the same deals; their standings as text and as a picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanabi.arena.experiment import Experiment
from hanabi.bots.bot import Bot
from hanabi.bots.checked_choice import checked_choice
from hanabi.bots.line_protocol import ProgramBot
from hanabi.bots.roster import make_bot
from hanabi.game import Game
from hanabi.rules import RuleSet
from hanabi.standings import Standings


@dataclass(frozen=True)
class FinishedDeal:
    """`bot` and `deal` count from 0. `faults`: how many moves `simple` made, because the bot's was not legal."""

    bot: int
    deal: int
    game: Game
    faults: int


@dataclass(frozen=True)
class BotEvent:
    """`seeds`: the keys of the deals."""

    name: str
    bots: tuple[str, ...]
    rules: RuleSet
    players: int
    seeds: Sequence[bytes]
    move_seconds: float = 60.0

    def __post_init__(self) -> None:
        for bot in self.bots:
            # Checks the bot's name, and whether it can play these rules.
            Experiment((bot,) * self.players, self.rules, games=1)

    def play(self) -> Iterator[FinishedDeal]:
        """Deal by deal, so that an interrupted event has whole deals."""
        for deal, seed in enumerate(self.seeds):
            for place, name in enumerate(self.bots):
                game = Game.new(rules=self.rules, players=self.players, seed=seed)
                yield FinishedDeal(place, deal, game, self._play(game, name, deal))

    def _play(self, game: Game, name: str, deal: int) -> int:
        # The bot's own chance must not depend on the secret seed of the deal.
        partners = (name,) * (self.players - 1)
        bots: list[Bot] = [
            make_bot(
                name, f"{self.name}/{deal}/{seat}", move_seconds=self.move_seconds, partners=partners, compiled=True
            )
            for seat in range(self.players)
        ]
        faults = 0
        while game.player is not None:
            seat = game.player
            action, problem = checked_choice(bots[seat], game.view(seat), self.move_seconds)
            faults += problem is not None
            game.act(action)
        for seat, bot in enumerate(bots):
            if isinstance(bot, ProgramBot):
                bot.end_game(game.view(seat))
        return faults


def event_result(event: BotEvent, standings: Standings) -> dict[str, Any]:
    return {
        "name": event.name,
        "players": event.players,
        "rules": event.rules.to_dict(),
        "deals": len(event.seeds),
        "standings": [
            {
                "rank": row.rank,
                "bot": event.bots[row.team],
                "matchpoints": row.total,
                "score": row.score,
                "turns": row.turns,
                "scores": [standings.score(row.team, deal) for deal in range(standings.deals)],
                "shares": [standings.share(row.team, deal) for deal in range(standings.deals)],
            }
            for row in standings.ranking()
        ],
    }


def standings_text(document: dict[str, Any]) -> str:
    """A table in Markdown, with columns that also line up in a terminal."""
    head = ["#", "bot", *(f"deal {deal + 1}" for deal in range(document["deals"])), "matchpoints", "score", "turns"]
    rows = [
        [
            str(row["rank"]),
            row["bot"],
            *(_cell(score, share) for score, share in zip(row["scores"], row["shares"], strict=True)),
            f"{row['matchpoints']:.1%}",
            str(row["score"]),
            str(row["turns"]),
        ]
        for row in document["standings"]
    ]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return f"| {' | '.join(padded)} |"

    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([line(head), rule, *map(line, rows)])


def _cell(score: int | None, share: float | None) -> str:
    return "–" if score is None or share is None else f"{score} ({share:.0%})"


def draw_standings(document: dict[str, Any], file: Path) -> None:
    """Draw the score of each bot on each deal, colored by its share of the matchpoints."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rows, deals = document["standings"], document["deals"]
    figure = Figure(figsize=(3.2 + 0.7 * deals, 1.6 + 0.45 * len(rows)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    shares = [[float("nan") if share is None else share for share in row["shares"]] for row in rows]
    axes.imshow(shares, cmap="YlGnBu", vmin=0, vmax=1, aspect="auto")
    axes.set_title(f"{document['name']}: scores, colored by matchpoints")
    axes.set_xticks(range(deals), [str(deal + 1) for deal in range(deals)])
    axes.set_xlabel("deal")
    axes.set_yticks(range(len(rows)), [f"{row['rank']}. {row['bot']}  {row['matchpoints']:.1%}" for row in rows])
    for down, row in enumerate(rows):
        for right, (score, share) in enumerate(zip(row["scores"], row["shares"], strict=True)):
            if score is not None:
                color = "white" if share > 0.6 else "black"
                axes.text(right, down, str(score), ha="center", va="center", fontsize=9, color=color)
    figure.savefig(file, bbox_inches="tight")
