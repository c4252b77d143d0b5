"""The arena recognizes bots with compiled games by their methods, not by their names."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hanabi.arena import Experiment, run_experiment
from hanabi.arena.experiment import lineup
from hanabi.arena.workers import play_chunk
from hanabi.bots import ROSTER, CompiledBot, make_bot
from hanabi.bots.bot import GameChunk
from hanabi.bots.hat.bot import HatBot
from hanabi.bots.hat_search.bot import SearchBot
from hanabi.bots.roster import RosterEntry
from hanabi.cli import main
from hanabi.compiled.kernel_dispatcher import KernelDispatcher
from hanabi.rules import Action, RuleSet, View
from support.game_drivers import SWITCHES


class Constant:
    """The score of every game is its number."""

    name = "constant"
    chunk_games = 3
    searches = False

    def choose(self, view: View) -> Action:
        return view.legal_actions[0]

    def play_games(self, chunk: GameChunk) -> None:
        chunk.scores[:] = range(chunk.first, chunk.first + len(chunk.scores))
        chunk.outcomes[:] = 2


@pytest.mark.parametrize("name", ["hat", "search", "team", "team:1"])
def test_a_compiled_bot_has_a_chunk_size(name: str) -> None:
    bot = make_bot(name)
    assert isinstance(bot, CompiledBot)
    assert bot.chunk_games > 0
    assert bot.name.partition(":")[0] == name.partition(":")[0]


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("bot", ["hat", "team", "team:1,team:4"])
def test_interpreted_games_are_the_same(bot: str, name: str) -> None:
    players = 2 if "," in bot else 3
    experiment = Experiment(lineup(bot, players), RuleSet.of(**SWITCHES[name]), games=2, seed=5, keep_records=True)
    assert play_chunk(replace(experiment, interpreted=True), 4, 2) == play_chunk(experiment, 4, 2)


def test_a_few_games_are_played_without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(bots: tuple[str, ...], games: int) -> bool:
        return Experiment(bots, RuleSet.of(), games).without_compiling().interpreted

    monkeypatch.setattr(KernelDispatcher, "is_cached", lambda _: False)
    assert quick(("hat", "hat"), 100)
    assert quick(("team", "team"), 100)
    assert quick(("team:1", "team:4"), 100)
    assert not quick(("hat", "hat"), 100_000)
    assert not quick(("team", "team"), 100_000)
    for other in ("search", "team:search", "simple"):
        assert not quick((other, other), 1)
    monkeypatch.setattr(KernelDispatcher, "is_cached", lambda _: True)
    assert not quick(("hat", "hat"), 100)


def test_the_result_says_if_nothing_was_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    for cached in (False, True):
        monkeypatch.setattr(KernelDispatcher, "is_cached", lambda _, cached=cached: cached)
        done = CliRunner().invoke(main, ["simulate", "--bot", "hat", "--games", "1"])
        assert ("not compiled" in done.output) == (not cached)


@pytest.mark.parametrize("bot", ["hat", "team", "simple"])
def test_a_small_simulation_compiles_nothing(bot: str, tmp_path: Path) -> None:
    """Compiling took 15 to 21 seconds before the first game."""

    def simulated(*arguments: str, **environment: str) -> dict[str, Any]:
        command = [sys.executable, "-m", "hanabi", "simulate", "--bot", bot, "--games", "4", "--json", *arguments]
        env = os.environ | environment
        result: dict[str, Any] = json.loads(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
        return result

    cold = simulated(HANABI_CACHE=str(tmp_path))
    assert not list(tmp_path.rglob("*.nb?"))
    assert cold | {"seconds": 0} == simulated() | {"seconds": 0}


@pytest.mark.parametrize("name", ["simple", "random"])
def test_other_bots_are_asked_move_by_move(name: str) -> None:
    assert not isinstance(make_bot(name), CompiledBot)
    assert Experiment(bots=(name,) * 2, rules=RuleSet.of(), games=1).compiled_games is None


def test_the_arena_needs_only_an_entry_in_the_roster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROSTER, "constant", RosterEntry(f"{__name__}:Constant"))
    experiment = Experiment(bots=("constant",) * 2, rules=RuleSet.of(), games=7, first=10)
    assert list(experiment.chunks()) == [(10, 3), (13, 3), (16, 1)]
    assert run_experiment(experiment).scores == list(range(10, 17))


def test_a_mixed_line_up_is_played_by_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROSTER, "constant", RosterEntry(f"{__name__}:Constant"))
    assert Experiment(bots=("constant", "simple"), rules=RuleSet.of(), games=1).compiled_games is None


def test_the_number_of_worlds_reaches_a_bot_that_takes_it() -> None:
    experiment = Experiment(bots=("search",) * 2, rules=RuleSet.of(), games=1, worlds=31)
    search = experiment.compiled_games
    assert isinstance(search, SearchBot)
    assert search._worlds == 31
    hat = Experiment(bots=("hat",) * 2, rules=RuleSet.of(), games=1, worlds=31).compiled_games
    assert isinstance(hat, HatBot)
