"""The searching player at a table."""

import secrets
import time
from functools import lru_cache
from pathlib import Path

from hanabi.bots.bot import GameChunk
from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import parameters_for
from hanabi.bots.hat_search import FAMILY
from hanabi.bots.hat_search.budget import UNLIMITED, RolloutBudget, budget_for
from hanabi.bots.hat_search.endgame import EndgamePolicies, follower_at
from hanabi.bots.hat_search.games import search_games
from hanabi.bots.hat_search.rollouts import search_action
from hanabi.bots.hat_search.workspace import SearchWorkspace
from hanabi.chance import Seed, Stream
from hanabi.rules import Action, RuleSet, View, action_of_id
from hanabi.solvers import endgame

FIRST_GUESS = 10_000  # rollouts per second, before any were timed


class SearchBot:
    """Tries moves in `worlds` worlds, or for about `seconds` seconds; the same seed makes the same choices."""

    name = "search"
    chunk_games = 10
    searches = True
    plays_by = (*FAMILY.sources, Path(endgame.__file__).parent)

    def __init__(self, seed: Seed | None = None, worlds: int | None = None, seconds: float | None = None) -> None:
        self._numbers = Stream(secrets.token_hex(16) if seed is None else seed, "search bot")
        self._worlds = worlds
        self._seconds = seconds
        self._speed = float(FIRST_GUESS)
        self._policies = lru_cache(maxsize=4)(self._new_policies)

    def choose(self, view: View) -> Action:
        assert view.seat is not None
        players = len(view.names)
        policies = self._policies(view.rules, players)
        prescribed = follower_at(policies, view, view.seat).move(view.erased)
        if prescribed is not None:
            return action_of_id(view.rules, view.rule_tables, view.erased, prescribed)
        workspace = policies.workspace
        load_view(workspace, view, view.seat)
        workspace.search.stream[:] = self._numbers.below(1 << 62), 0
        limit = UNLIMITED if self._seconds is None else max(1, int(self._seconds * self._speed))
        started = time.perf_counter()
        number, rollouts = search_action(workspace.search, self._budget(players), limit)
        if rollouts > 100:
            self._speed += (rollouts / (time.perf_counter() - started) - self._speed) / 4
        return action_of_id(view.rules, view.rule_tables, view.erased, int(number))

    def parameters(self, rules: RuleSet, players: int) -> dict[str, int]:
        return parameters_for(rules, players) | self._budget(players)._asdict()

    def play_games(self, chunk: GameChunk) -> None:
        search_games(self._new_policies(chunk.rules, chunk.players), self._budget(chunk.players), chunk)

    def _budget(self, players: int) -> RolloutBudget:
        return budget_for(players, self._worlds)

    def _new_policies(self, rules: RuleSet, players: int) -> EndgamePolicies:
        return EndgamePolicies(SearchWorkspace(rules, players, self._budget(players).max_worlds))
