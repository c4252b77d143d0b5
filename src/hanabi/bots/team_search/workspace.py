"""The searching team bot's memory."""

from typing import NamedTuple

import numpy as np

from hanabi.bots.hat.workspace import state_arrays
from hanabi.bots.hat_search.budget import RolloutBudget
from hanabi.bots.hat_search.workspace import MAX_MOVES, SearchArrays, SearchWorkspace
from hanabi.bots.team.compiled.games import blank_minds
from hanabi.bots.team.fitted_choice import choice_for
from hanabi.compiled.dtypes import Kinds, Numbers, Records
from hanabi.rules import RuleSet

LONGEST_GAME = 400  # actions
VIEW, WORLD, TABLE, GAME, TRUTH = range(5)  # the states; the last one is for compiled whole games


class SearchBudget(NamedTuple):
    """How much a move is searched."""

    conventions: int
    moves: int  # the most moves that are tried
    rollouts: RolloutBudget
    limit: int  # the search stops after this many rollouts


class TeamSearchArrays(NamedTuple):
    """The memory of the searching team bot's kernels."""

    search: SearchArrays
    minds: Records  # per seat: one at the table, one in a world, one in the game played on there
    mind_words: Numbers  # the same memory
    faces: Kinds  # in the order in which cards were drawn, as far as the player to act saw them
    actions: Numbers  # so far


class TeamSearchWorkspace(SearchWorkspace):
    """Memory for a search in at most `worlds` worlds."""

    def __init__(self, rules: RuleSet, players: int, worlds: int) -> None:
        super().__init__(rules, players, 1)
        minds = blank_minds(3 * players)
        for name, value in choice_for(players, among_team=True).items():
            minds[name][:] = value
        states, state_words, publics, public_words = state_arrays(5, 1)
        hat = self.arrays._replace(states=states, state_words=state_words, publics=publics, public_words=public_words)
        self.team_search = TeamSearchArrays(
            self.search._replace(hat=hat, scores=np.zeros((MAX_MOVES, worlds), np.int64)),
            minds,
            mind_words=minds.view(np.int64).reshape(3 * players, -1),
            faces=self.arrays.faces,
            actions=np.zeros(LONGEST_GAME, np.int64),
        )
