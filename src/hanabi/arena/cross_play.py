"""Cross-play, every bot among every other: the matrix as data, as text and as a picture."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from hanabi.arena.league import MISSING, League, Pairing, faulty_share
from hanabi.arena.tally import Fault, Tally, fault_lines
from hanabi.rules import RuleSet


@dataclass(frozen=True)
class MeanScore:
    mean: float
    stderr: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.stderr:.2f}"


@dataclass(frozen=True)
class CrossPlay:
    """The results of ordered pairs: the row's bot has the first seat, the column's bot all the others."""

    bots: tuple[str, ...]
    players: tuple[int, ...]
    rules: RuleSet
    games: int
    seed: int
    tallies: Mapping[Pairing, Tally]

    @classmethod
    def of(cls, league: League, tallies: Mapping[Pairing, Tally]) -> "CrossPlay":
        return cls(league.bots, league.players, league.rules, league.games, league.seed, tallies)

    def cell(self, row: str, column: str, players: int) -> Tally | None:
        """None if the run was interrupted before this pair had played."""
        return self.tallies.get(Pairing(bot=column, guest=row, players=players, rules=self.rules))

    def as_guest(self, bot: str, players: int) -> MeanScore | None:
        """The mean of one `bot` among others, over all other bots."""
        return _mean_over_cells([self.cell(bot, other, players) for other in self.bots if other != bot])

    def as_host(self, bot: str, players: int) -> MeanScore | None:
        """The mean of `bot`s with one other among them, over all other bots."""
        return _mean_over_cells([self.cell(other, bot, players) for other in self.bots if other != bot])

    @property
    def faults(self) -> list[Fault]:
        return [fault for tally in self.tallies.values() for fault in tally.faults]

    def to_dict(self) -> dict[str, Any]:
        return {
            "bots": list(self.bots),
            "players": list(self.players),
            "rules": self.rules.to_dict(),
            "games": self.games,
            "seed": self.seed,
            "cells": [
                {
                    "players": players,
                    "row": row,
                    "column": column,
                    "games": tally.games,
                    "mean": tally.mean,
                    "stderr": tally.stderr,
                    "perfect": tally.perfect,
                    "lost": tally.lost,
                    "faulty_games": tally.faulty_games,
                }
                for players in self.players
                for row in self.bots
                for column in self.bots
                if (tally := self.cell(row, column, players)) is not None
            ],
            "faults": [str(fault) for fault in self.faults],
        }

    def _repr_html_(self) -> str:
        """A table for each number of players."""
        parts = []
        for players in self.players:
            head = "".join(f"<th>{escape(bot)}</th>" for bot in self.bots)
            rows = [
                f"<tr><th>{escape(row)}</th>"
                + "".join(f"<td>{escape(_cell_text(self.cell(row, column, players)))}</td>" for column in self.bots)
                for row in self.bots
            ]
            title = f"{players} players, {self.games} games each: the row's bot in the first seat"
            parts.append(f"<table><caption>{title}</caption><tr><th></th>{head}</tr>{''.join(rows)}</table>")
        return "".join(parts)

    def as_markdown(self) -> str:
        rules = ", ".join(f"`{name}={value}`" for name, value in self.rules.to_dict().items())
        lines = [
            "# Cross-play",
            "",
            "The bot of the row has the first seat, the bot of the column has all the others. Mean score ± standard",
            "error, and the share of lost games, which count 0. "
            f"{self.games} games per cell, the same deals in each (seed {self.seed}).",
            f"Rules: {rules or 'the common base game'}.",
        ]
        for players in self.players:
            lines += ["", f"## {players} players", "", *self._matrix(players)]
            if len(self.bots) > 1:
                lines += ["", *self._summary(players)]
        if faults := fault_lines(self.tallies.values()):
            lines += ["", "## Faults", "", *(f"- {line}" for line in faults)]
        return "\n".join([*lines, ""])

    def _matrix(self, players: int) -> list[str]:
        rows = [
            f"| `{row}` | " + " | ".join(_cell_text(self.cell(row, column, players)) for column in self.bots) + " |"
            for row in self.bots
        ]
        return ["| | " + " | ".join(f"`{bot}`" for bot in self.bots) + " |", "|---|" + "---|" * len(self.bots), *rows]

    def _summary(self, players: int) -> list[str]:
        rows = []
        for bot in self.bots:
            alone = self.cell(bot, bot, players)
            own = None if alone is None else MeanScore(alone.mean, alone.stderr)
            means = (own, self.as_guest(bot, players), self.as_host(bot, players))
            rows.append(f"| `{bot}` | " + " | ".join(MISSING if mean is None else str(mean) for mean in means) + " |")
        return ["| bot | with itself | one among others | with one other |", "|---|---|---|---|", *rows]


def _cell_text(tally: Tally | None) -> str:
    if tally is None:
        return MISSING
    lost = f", lost {tally.lost:.1%}" if tally.lost else ""
    return f"{MeanScore(tally.mean, tally.stderr)}{lost}{faulty_share(tally)}"


def _mean_over_cells(cells: Sequence[Tally | None]) -> MeanScore | None:
    """The cells have the same deals, so the standard error comes from the means by deal."""
    tallies = [tally for tally in cells if tally is not None]
    if len(tallies) < len(cells):
        return None
    by_deal = [fmean(scores) for scores in zip(*(tally.scores for tally in tallies), strict=True)]
    return MeanScore(fmean(by_deal), stdev(by_deal) / math.sqrt(len(by_deal)) if len(by_deal) > 1 else 0.0)


def draw_matrix(cross_play: CrossPlay, file: Path) -> None:
    """Draw a color matrix for each number of players, in any format that Matplotlib writes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    bots, highest = cross_play.bots, cross_play.rules.max_score
    side = 1.3 + 0.95 * len(bots)
    figure = Figure(figsize=(side * len(cross_play.players), side), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(f"Mean score of {cross_play.games} games: the row's bot in one seat, the column's in the others")
    for place, players in enumerate(cross_play.players, start=1):
        axes = figure.add_subplot(1, len(cross_play.players), place)
        cells = [[cross_play.cell(row, column, players) for column in bots] for row in bots]
        means = [[math.nan if tally is None else tally.mean for tally in row] for row in cells]
        axes.imshow(means, cmap="YlGnBu", vmin=0, vmax=highest)
        axes.set_title(f"{players} players")
        axes.set_xticks(range(len(bots)), [_short(bot) for bot in bots], rotation=45, ha="right")
        axes.set_yticks(range(len(bots)), [_short(bot) for bot in bots])
        axes.set_xlabel("bot in the other seats")
        axes.set_ylabel("bot in the first seat")
        for down, row in enumerate(cells):
            for right, tally in enumerate(row):
                if tally is None:
                    continue
                text = f"{tally.mean:.1f}\n± {tally.stderr:.1f}" + (f"\nlost {tally.lost:.0%}" if tally.lost else "")
                color = "white" if tally.mean > 0.6 * highest else "black"
                axes.text(right, down, text, ha="center", va="center", fontsize=8, color=color)
    figure.savefig(file, bbox_inches="tight")


def _short(bot: str) -> str:
    return bot if len(bot) <= 18 else "…" + bot[-17:]
