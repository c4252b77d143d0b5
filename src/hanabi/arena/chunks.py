"""Playing one chunk of an experiment: a pure function of the experiment and the games' numbers."""

from typing import Any

import numpy as np

from hanabi.arena.experiment import Experiment
from hanabi.arena.tally import ChunkResult
from hanabi.arena.view_games import play_at_table, record_of, settled_deal
from hanabi.bots.hat.games import play_games
from hanabi.bots.hat.workspace import HatWorkspace
from hanabi.game import NAMES
from hanabi.rules.action_ids import action_of_id
from hanabi.rules.outcome import OUTCOMES
from hanabi.rules.referee import Referee

LONGEST_GAME = 400


def play_chunk(experiment: Experiment, first: int, games: int) -> ChunkResult:
    if experiment.compiled is None:
        return play_at_table(experiment, first, games)
    scores, outcomes = np.zeros(games, np.int64), np.zeros(games, np.int64)
    log = np.zeros((games if experiment.keep_records else 0, LONGEST_GAME), np.int16)
    if experiment.compiled == "hat":
        arrays = HatWorkspace(experiment.rules, experiment.players).arrays
        play_games(arrays, experiment.seed, first, scores, outcomes, log)
    elif experiment.compiled == "team":
        from hanabi.bots.roster import make_bot
        from hanabi.bots.team import Team
        from hanabi.bots.team.workspace import TeamWorkspace

        bot = make_bot(experiment.bots[0])
        assert isinstance(bot, Team)
        TeamWorkspace(experiment.rules, experiment.players, bot.level).play(
            experiment.seed, first, scores, outcomes, log
        )
    else:
        from hanabi.bots.search.budget import worlds_for
        from hanabi.bots.search.endgame import EndgamePolicies
        from hanabi.bots.search.games import search_games
        from hanabi.bots.search.workspace import SearchWorkspace

        worlds, margin = worlds_for(experiment.players, experiment.worlds)
        policies = EndgamePolicies(SearchWorkspace(experiment.rules, experiment.players, worlds))
        search_games(policies, margin, experiment.seed, first, scores, outcomes, log)
    records = tuple(_record(experiment, first + place, row) for place, row in enumerate(log))
    ended = tuple(str(OUTCOMES[outcome]) for outcome in outcomes.tolist())
    return ChunkResult(first, tuple(scores.tolist()), ended, (), records)


def _record(experiment: Experiment, game: int, numbers: Any) -> dict[str, Any]:
    """Play the logged actions again, for the record."""
    deal = settled_deal(experiment, game)
    table = Referee(experiment.rules, NAMES[: experiment.players], deal.deck, deal.tiles)
    for number in numbers.tolist():
        if number < 0:
            break
        table.act(deal.placed(table, action_of_id(experiment.rules, table.compiled_rules, table.state, number)))
    return record_of(experiment, table, game).to_dict()
