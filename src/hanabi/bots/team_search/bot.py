"""The searching team bot at a table."""

import secrets
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hanabi.bots.bot import Bot, CompiledGames, GameChunk
from hanabi.bots.hat.workspace import copy_words
from hanabi.bots.hat_search.budget import UNLIMITED, RolloutBudget
from hanabi.bots.team.bot import Team, TeamLineup
from hanabi.bots.team.compiled import policy, whole_games
from hanabi.bots.team.compiled.rollouts import TeamHistory
from hanabi.bots.team.engine.levels import FINESSING, conventions_at
from hanabi.bots.team.observed_moves import StartPosition
from hanabi.bots.team_search import inline, kernel
from hanabi.bots.team_search.rollouts import (
    TRUTH,
    VIEW,
    SearchBudget,
    TeamSearchArrays,
    TeamSearchWorkspace,
    search_move,
    searched_move,
)
from hanabi.chance import Seed, Stream
from hanabi.compiled import action_ids, numbered_deals, turn, visibility
from hanabi.compiled.dtypes import Numbers
from hanabi.compiled.seeded_deals import PLACE_OF_BOTS
from hanabi.game import Game
from hanabi.kernels import RUNNING, Rules, State
from hanabi.rules import Action, Clue, Discard, Play, RuleSet, View, action_of_id
from hanabi.texts import say


def play_search_games(
    workspace: TeamSearchWorkspace, searching: Sequence[bool], budget: SearchBudget, chunk: GameChunk
) -> None:
    arrays = workspace.team_search
    for game in range(len(chunk.scores)):
        turns = play_search_game(arrays, np.array(searching, np.int64), chunk.seed, chunk.first + game, budget)
        chunk.scores[game] = arrays.search.hat.states[TRUTH]["score"]
        chunk.outcomes[game] = arrays.search.hat.states[TRUTH]["outcome"]
        if game < len(chunk.log):
            chunk.log[game, :turns] = arrays.actions[:turns]
            chunk.log[game, turns] = -1


@inline
def see_hands(r: Rules, view: State, arrays: TeamSearchArrays) -> None:
    """Write the cards of the others into `faces`, in the order in which cards were drawn."""
    for seat in range(r.players):
        if seat != view.player:
            for slot in range(view.hand_sizes[seat]):
                arrays.faces[view.draw_numbers[seat][slot]] = view.faces[view.hands[seat][slot]]


@kernel
def play_search_game(arrays: TeamSearchArrays, searching: Numbers, seed: int, game: int, budget: SearchBudget) -> int:
    """Play game number `game` of a seed in `TRUTH` and `actions`; returns the number of turns.

    `searching` says which seats search.
    """
    search = arrays.search
    r: Rules = search.hat.rules[0]
    s: State = search.hat.states[TRUTH]
    view: State = search.hat.states[VIEW]
    key = numbered_deals.deal_game(r, s, search.hat.cards, seed, game)
    search.stream[0], search.stream[1] = key, PLACE_OF_BOTS
    minds = arrays.minds[: r.players]
    whole_games.begin_minds(r, s, minds, budget.conventions)
    first, turns = s.player, 0
    while s.outcome == RUNNING:
        seat, drawn = s.player, s.drawn
        if searching[seat]:
            copy_words(search.hat.state_words, TRUTH, VIEW)
            visibility.hide(r, view, seat)
            see_hands(r, view, arrays)
            action = search_move(arrays, TeamHistory(arrays.actions[:turns], first, budget.conventions, 0), budget)[0]
        else:
            action = policy.choose(r, minds[seat])
        arrays.actions[turns] = action
        turns += 1
        is_card_use = not action_ids.is_clue(r, action) and not action_ids.is_reward_choice(r, action)
        serial = s.draw_numbers[seat][action_ids.card_use_of(r, action)[0]] if is_card_use else 0
        turn.apply(r, s, action, numbered_deals.reshuffle_depth(r, s, key, action))
        if is_card_use:
            arrays.faces[serial] = s.last_kind
        whole_games.update_minds(r, s, minds, drawn)
    return turns


READ_ALIKE = ("team", f"team:{FINESSING}", "team:search")  # bots with the conventions that its rollouts assume


class TeamBudget(NamedTuple):
    moves: int  # the most moves that are tried
    rollouts: RolloutBudget


BUDGETS = {
    2: TeamBudget(8, RolloutBudget(first=25, worlds=100, growth=1, sure=200, close=50, margin=50)),
    3: TeamBudget(5, RolloutBudget(first=20, worlds=60, growth=1, sure=200, close=50, margin=50)),
    4: TeamBudget(5, RolloutBudget(first=20, worlds=60, growth=1, sure=200, close=50, margin=50)),
    5: TeamBudget(5, RolloutBudget(first=20, worlds=60, growth=1, sure=200, close=50, margin=50)),
}


def team_budget(players: int, worlds: int | None = None) -> TeamBudget:
    default = BUDGETS[players]
    return default if worlds is None else default._replace(rollouts=default.rollouts._replace(worlds=worlds))


class TeamSearchLineup:
    """Whole games of team bots, some of which search."""

    chunk_games = 5
    searches = True

    def __init__(self, searching: Sequence[bool], worlds: int | None = None) -> None:
        self.searching = tuple(searching)
        self.worlds = worlds

    def play_games(self, chunk: GameChunk) -> None:
        budget = team_budget(chunk.players, self.worlds)
        workspace = TeamSearchWorkspace(chunk.rules, chunk.players, budget.rollouts.max_worlds)
        play_search_games(workspace, self.searching, SearchBudget(conventions_at(FINESSING), *budget, UNLIMITED), chunk)


class TeamSearch(Team):
    """A team bot that plays on in `worlds` worlds before a move; the same seed makes the same choices.

    `partners` are the names of the bots in the other seats, None for a person. It searches only if all of them read
    clues as it does; otherwise the rollouts would be wrong about them. Unless `compiled`, it plays without a search
    until that is compiled, which takes minutes the first time on a machine.
    """

    chunk_games = TeamSearchLineup.chunk_games
    quick_games = 0  # a search needs compiled code
    searches = TeamSearchLineup.searches

    def __init__(
        self,
        seed: Seed | None = None,
        worlds: int | None = None,
        partners: Sequence[str | None] = (),
        *,
        compiled: bool = False,
    ) -> None:
        super().__init__(FINESSING, partners=partners)
        self._waits_for_search = compiled
        self.name = "team:search"
        self.is_searching = all(partner in READ_ALIKE for partner in partners)
        self._worlds = worlds
        self._numbers = Stream(secrets.token_hex(16) if seed is None else seed, "team search bot")
        self._workspace = lru_cache(maxsize=4)(self._new_workspace)

    @property
    def plays_by(self) -> tuple[Path, ...]:
        from hanabi.bots.team_search import FAMILY

        return FAMILY.sources

    def choose(self, view: View) -> Action:
        own = super().choose(view)
        if not self.is_searching or not _is_whole(view):
            return own
        compilation = search_compilation()
        if not self._waits_for_search and not compilation.done():
            return own
        compilation.result()
        players = len(view.names)
        budget = SearchBudget(self.conventions, *team_budget(players, self._worlds), UNLIMITED)
        workspace = self._workspace(view.rules, players)
        workspace.search.stream[:] = self._numbers.below(1 << 62), 0
        number = searched_move(workspace, view, budget)
        return action_of_id(view.rules, view.rule_tables, view.erased, number)

    def reason_for(self, view: View, action: Action, lang: str = "en") -> str | None:
        own, reason = self.reason(view, lang)
        if own == action:
            return reason
        move = _move_text(view, own, lang) if self.is_searching else None
        return None if move is None else say("team.search", lang, move=move)

    def play_games(self, chunk: GameChunk) -> None:
        TeamSearchLineup((True,) * chunk.players, self._worlds).play_games(chunk)

    def joined(self, lineup: Sequence[Bot]) -> CompiledGames | None:
        """Only with team bots; it searches only if all of them have its conventions."""
        players = [bot for bot in lineup if isinstance(bot, Team)]
        if len(players) != len(lineup):
            return None
        if any(bot.conventions != self.conventions for bot in players):
            return TeamLineup(tuple(bot.conventions for bot in players))
        return TeamSearchLineup([isinstance(bot, TeamSearch) for bot in players], self._worlds)

    def parameters(self, rules: RuleSet, players: int) -> dict[str, int | list[int]]:
        budget = team_budget(players, self._worlds)
        return super().parameters(rules, players) | budget.rollouts._asdict() | {"moves": budget.moves}

    def _new_workspace(self, rules: RuleSet, players: int) -> TeamSearchWorkspace:
        return TeamSearchWorkspace(rules, players, team_budget(players, self._worlds).rollouts.max_worlds)


def _move_text(view: View, action: Action, lang: str) -> str | None:
    match action:
        case Play(slot):
            return say("review.move.play", lang, slot=slot + 1)
        case Discard(slot):
            return say("review.move.discard", lang, slot=slot + 1)
        case Clue(to, about):
            named = str(about) if isinstance(about, int) else say(f"suit.{about}", lang)
            return say("review.move.clue", lang, to=view.names[to], about=named)
    return None


@cache
def search_compilation() -> Future[int]:
    """The compilation of the search, which the first call starts."""
    compilation: Future[int] = Future()

    def compile_search() -> None:
        try:
            view = Game.new(players=2, seed=0).view(0)
            budget = SearchBudget(conventions_at(FINESSING), *team_budget(2, worlds=1), limit=1)
            compilation.set_result(
                searched_move(TeamSearchWorkspace(view.rules, 2, budget.rollouts.max_worlds), view, budget)
            )
        except BaseException as error:
            compilation.set_exception(error)

    threading.Thread(target=compile_search, daemon=True).start()
    return compilation


def _is_whole(view: View) -> bool:
    """Whether the history begins with a fresh deal, which can be replayed."""
    r, start = view.rule_tables, StartPosition.of(view)
    return start.status.deck == r.cards - r.players * r.hand_size and not any(start.fireworks) and not any(start.lost)
