"""Playing one chunk of an order: a pure function of the order and the games' numbers."""

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


def play_chunk(order: Experiment, first: int, games: int) -> ChunkResult:
    if order.compiled is None:
        return play_at_table(order, first, games)
    scores, outcomes = np.zeros(games, np.int64), np.zeros(games, np.int64)
    log = np.zeros((games if order.keep_records else 0, LONGEST_GAME), np.int16)
    if order.compiled == "hat":
        desk = HatWorkspace(order.rules, order.players)
        play_games(
            desk.rules, desk.tables, desk.states, desk.words, desk.publics, desk.cards,
            order.seed, first, scores, outcomes, log,
        )  # fmt: skip
    elif order.compiled == "team":
        from hanabi.bots.roster import make_bot
        from hanabi.bots.team import Team
        from hanabi.bots.team.workspace import TeamWorkspace

        bot = make_bot(order.bots[0])
        assert isinstance(bot, Team)
        TeamWorkspace(order.rules, order.players, bot.level).play(order.seed, first, scores, outcomes, log)
    else:
        from hanabi.bots.search.budget import worlds_for
        from hanabi.bots.search.endgame import EndgamePolicies
        from hanabi.bots.search.games import search_games
        from hanabi.bots.search.workspace import SearchWorkspace

        worlds, margin = worlds_for(order.players, order.worlds)
        end = EndgamePolicies(SearchWorkspace(order.rules, order.players, worlds))
        search_games(end, margin, order.seed, first, scores, outcomes, log)
    records = tuple(_record(order, first + place, row) for place, row in enumerate(log))
    ended = tuple(str(OUTCOMES[outcome]) for outcome in outcomes.tolist())
    return ChunkResult(first, tuple(scores.tolist()), ended, (), records)


def _record(order: Experiment, game: int, numbers: Any) -> dict[str, Any]:
    """Play the logged actions again, for the record."""
    deal = settled_deal(order, game)
    table = Referee(order.rules, NAMES[: order.players], deal.deck, deal.tiles)
    for number in numbers.tolist():
        if number < 0:
            break
        table.act(deal.placed(table, action_of_id(order.rules, table.tables, table.state, number)))
    return record_of(order, table, game).to_dict()
