"""The arena recognizes bots with compiled games by their methods, not by their names."""

import pytest

from hanabi.arena import Experiment, run_experiment
from hanabi.bots import ROSTER, CompiledBot, make_bot
from hanabi.bots.bot import GameChunk
from hanabi.bots.hat.bot import HatBot
from hanabi.bots.hat_search.bot import SearchBot
from hanabi.bots.roster import RosterEntry
from hanabi.rules import Action, RuleSet, View


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
