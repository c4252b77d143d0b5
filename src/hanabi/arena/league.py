"""Who plays whom, and the page of results."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.control_variate import corrected_mean
from hanabi.arena.experiment import Experiment
from hanabi.arena.tally import ChunkResult, Tally
from hanabi.arena.workers import Workers, run
from hanabi.rules.ruleset import RuleSet

CONTROL = "hat"  # the bot whose results on the same deals correct those of bots that search

# Each switch of the printed game alone, on top of the league's rules.
SWITCHES: dict[str, dict[str, Any]] = {
    "empty clues": {"empty_clues": True},
    "no empty clues": {"empty_clues": False},
    "all or nothing": {"all_or_nothing": True},
    "choreography": {"choreography": True},
    "multicolor suit": {"multicolor": "suit"},
    "multicolor suit of 5 cards": {"multicolor": "suit", "multicolor_cards": 5},
    "multicolor wild": {"multicolor": "wild"},
    "black powder": {"black_powder": True},
    "flamboyants": {"flamboyants": True},
}


@dataclass(frozen=True)
class Pairing:
    """One line-up: `guest` takes the first seat among `bot`s; with itself when they are the same."""

    bot: str
    guest: str
    players: int
    rules: RuleSet
    switch: str = ""

    @property
    def lineup(self) -> tuple[str, ...]:
        return (self.guest, *(self.bot,) * (self.players - 1))

    def __str__(self) -> str:
        return " ".join(self.lineup) + (f", {self.switch}" if self.switch else "")


@dataclass(frozen=True)
class League:
    bots: tuple[str, ...]
    players: tuple[int, ...]
    rules: RuleSet
    games: int
    search_games: Mapping[int, int]  # by number of players
    slow_games: int
    seed: int = 0
    cross: bool = True
    switches_of: str | None = None
    move_seconds: float = 60.0

    def pairings(self) -> list[Pairing]:
        pairs = [
            Pairing(bot, guest, players, self.rules)
            for players in self.players
            for bot in self.bots
            for guest in (self.bots if self.cross else (bot,))
        ]
        if self.switches_of is not None:
            base = self.rules.to_dict()
            pairs += [
                Pairing(self.switches_of, self.switches_of, players, RuleSet.from_dict({**base, **changed}), switch)
                for switch, changed in SWITCHES.items()
                for players in self.players
            ]
        for pair in pairs:
            self._experiment(pair)
        return pairs

    def play(
        self,
        workers: Workers,
        checkpoint: Checkpoint | None = None,
        progress: Callable[[ChunkResult], None] | None = None,
    ) -> Iterator[tuple[Pairing, Tally]]:
        for pairing in self.pairings():
            yield pairing, run(self._experiment(pairing), workers, progress, checkpoint)

    def _experiment(self, pairing: Pairing) -> Experiment:
        experiment = Experiment(
            bots=pairing.lineup,
            rules=pairing.rules,
            games=self.games,
            seed=self.seed,
            move_seconds=self.move_seconds,
        )
        bot = experiment.compiled_games
        if bot is None:
            return replace(experiment, games=self.slow_games)
        return replace(experiment, games=self.search_games[pairing.players]) if bot.searches else experiment


def as_markdown(league: League, results: Mapping[Pairing, Tally]) -> str:
    """The page: bots with themselves, the cross-play matrix of each table size, and one bot under every switch."""
    lines = [
        "# Arena",
        "",
        "Written by `hanabi arena`; not to be edited. Mean score ± standard error; a lost game counts 0. `broken` is",
        "the share of games in which a bot told its teammates something that its code makes false.",
        "",
        f"Rules: {_rules(league.rules)}. Seed {league.seed}; {league.games} games a cell,",
        f"{_by_players(league.search_games)} where all search,",
        f"{league.slow_games} where a line-up is not compiled as a whole.",
        "",
        "## With itself",
        "",
        "| bot | " + " | ".join(f"{players} players" for players in league.players) + " |",
        "|---|" + "---|" * len(league.players),
    ]
    for bot in league.bots:
        cells = [_cell(results[Pairing(bot, bot, players, league.rules)]) for players in league.players]
        lines.append(f"| `{bot}` | " + " | ".join(cells) + " |")
    lines += _corrected(league, results)
    if league.cross and len(league.bots) > 1:
        lines += [
            "",
            "## Among others",
            "",
            "The bot of the row takes the first seat; the column's take all the others.",
        ]
        for players in league.players:
            lines += ["", f"### {players} players", "", "| | " + " | ".join(f"`{bot}`" for bot in league.bots) + " |"]
            lines.append("|---|" + "---|" * len(league.bots))
            for guest in league.bots:
                cells = [_mean(results[Pairing(bot, guest, players, league.rules)]) for bot in league.bots]
                lines.append(f"| `{guest}` | " + " | ".join(cells) + " |")
    if league.switches_of is not None:
        lines += ["", f"## `{league.switches_of}` under each switch", ""]
        lines.append("| switch | " + " | ".join(f"{players} players" for players in league.players) + " |")
        lines.append("|---|" + "---|" * len(league.players))
        for switch in SWITCHES:
            found = {pair.players: tally for pair, tally in results.items() if pair.switch == switch}
            lines.append(f"| {switch} | " + " | ".join(_cell(found[players]) for players in league.players) + " |")
    faults = [fault for tally in results.values() for fault in tally.faults]
    if faults:
        lines += ["", "## Faults", "", *(f"- {fault}" for fault in faults)]
    return "\n".join([*lines, ""])


def _corrected(league: League, results: Mapping[Pairing, Tally]) -> list[str]:
    """The means of searching bots, corrected by how the hat player did on the same deals."""
    rows = []
    for bot in league.bots:
        cells = []
        for players in league.players:
            tally = results[Pairing(bot, bot, players, league.rules)]
            control = results.get(Pairing(CONTROL, CONTROL, players, league.rules))
            searching = tally.experiment.compiled_games is not None and tally.experiment.compiled_games.searches
            if not searching or control is None or not 2 < tally.games < control.games:
                continue
            found = corrected_mean(tally.scores, control.scores)
            cells.append(f"{found.mean:.3f} ± {found.stderr:.3f} (correlation {found.correlation:.2f})")
        if len(cells) == len(league.players):
            rows.append(f"| `{bot}` | " + " | ".join(cells) + " |")
    if not rows:
        return []
    return [
        "",
        f"Of bots that search fewer games are played. Here their means are corrected by those of `{CONTROL}` on the",
        "same deals and on all deals, which says whether these deals were easy ([how](bots.md#measuring)):",
        "",
        "| bot | " + " | ".join(f"{players} players" for players in league.players) + " |",
        "|---|" + "---|" * len(league.players),
        *rows,
    ]


def _by_players(games: Mapping[int, int]) -> str:
    if len(set(games.values())) == 1:
        return str(next(iter(games.values())))
    return ", ".join(f"{count} with {players} players" for players, count in games.items())


def _rules(rules: RuleSet) -> str:
    switches = rules.to_dict()
    return ", ".join(f"`{name}={value}`" for name, value in switches.items()) or "the common base game"


def _cell(tally: Tally) -> str:
    lost = f", lost {tally.lost:.1%}" if tally.lost else ""
    broken = f", broken {tally.broken:.2%}" if tally.broken else ""
    return f"{_mean(tally)}, perfect {tally.perfect:.1%}{lost}{broken}"


def _mean(tally: Tally) -> str:
    return f"{tally.mean:.3f} ± {tally.stderr:.3f}"
