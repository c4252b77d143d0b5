"""One chunk of an experiment: a pure function of the experiment and the games' numbers."""

from typing import Any

import numpy as np

from hanabi.arena.experiment import Experiment
from hanabi.arena.tally import ChunkResult
from hanabi.arena.view_games import numbered_deal, play_at_table, record_of
from hanabi.bots.compiled_bot import GameChunk
from hanabi.game import DEFAULT_NAMES
from hanabi.rules.action_ids import action_of_id
from hanabi.rules.outcome import OUTCOMES
from hanabi.rules.referee import Referee

LONGEST_GAME = 400  # actions


def play_chunk(experiment: Experiment, first: int, games: int) -> ChunkResult:
    compiled = experiment.compiled_games
    if compiled is None:
        return play_at_table(experiment, first, games)
    scores, outcomes, broken = (np.zeros(games, np.int64) for _ in range(3))
    log = np.zeros((games if experiment.keep_records else 0, LONGEST_GAME), np.int16)
    rules, players, seed = experiment.rules, experiment.players, experiment.seed
    compiled.play_games(GameChunk(rules, players, seed, first, scores, outcomes, broken, log))
    records = tuple(_record(experiment, first + place, row) for place, row in enumerate(log))
    ended = tuple(str(OUTCOMES[outcome]) for outcome in outcomes.tolist())
    return ChunkResult(first, tuple(scores.tolist()), ended, (), records, int(np.count_nonzero(broken)))


def _record(experiment: Experiment, game: int, numbers: Any) -> dict[str, Any]:
    """Play the logged actions again, for the record."""
    deal = numbered_deal(experiment, game)
    table = Referee(experiment.rules, DEFAULT_NAMES[: experiment.players], deal.deck, deal.tiles)
    for number in numbers.tolist():
        if number < 0:
            break
        table.act(deal.placed(table, action_of_id(experiment.rules, table.rule_tables, table.state, number)))
    return record_of(experiment, table, game).to_dict()
