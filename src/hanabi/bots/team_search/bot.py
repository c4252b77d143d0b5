"""The searching team player at a table."""

import secrets
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hanabi.bots.bot import Bot
from hanabi.bots.compiled_bot import CompiledGames, GameChunk
from hanabi.bots.team.bot import Team, TeamLineup
from hanabi.bots.team.engine.level_table import FINESSING, conventions_at
from hanabi.bots.team.observed_moves import StartPosition
from hanabi.bots.team_search.budget import UNLIMITED, team_budget
from hanabi.chance import Seed, Stream
from hanabi.game import Game
from hanabi.rules.action_ids import action_of_id
from hanabi.rules.actions import Action, Clue, Discard, Play
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View
from hanabi.texts import say

if TYPE_CHECKING:
    from hanabi.bots.team_search.workspace import TeamSearchWorkspace

READ_ALIKE = ("team", f"team:{FINESSING}", "team:search")  # bots with the conventions that it plays on with


class TeamSearchLineup:
    """Whole games of team players of which some search."""

    chunk_games = 5
    searches = True

    def __init__(self, searching: Sequence[bool], worlds: int | None = None) -> None:
        self.searching = tuple(searching)
        self.worlds = worlds

    def play_games(self, chunk: GameChunk) -> None:
        # Numba loads only where games are played.
        from hanabi.bots.team_search.games import play_games
        from hanabi.bots.team_search.workspace import SearchBudget, TeamSearchWorkspace

        budget = team_budget(chunk.players, self.worlds)
        workspace = TeamSearchWorkspace(chunk.rules, chunk.players, budget.rollouts.most)
        play_games(workspace, self.searching, SearchBudget(conventions_at(FINESSING), *budget, UNLIMITED), chunk)


class TeamSearch(Team):
    """A team player who plays on in `worlds` worlds before a move; the same seed makes the same choices.

    `partners` are the names of the bots in the other seats, None for a person. Unless all of them read clues as it
    does it does not search: it would expect of them what they do not know. Unless `compiled` it begins without a
    search, while that is compiled, which takes minutes the first time on a machine.
    """

    chunk_games = TeamSearchLineup.chunk_games
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
        usual = super().choose(view)
        if not self.is_searching or not _is_whole(view):
            return usual
        compilation = search_compilation()
        if not self._waits_for_search and not compilation.done():
            return usual
        compilation.result()
        from hanabi.bots.team_search.view_search import searched_move
        from hanabi.bots.team_search.workspace import SearchBudget

        players = len(view.names)
        budget = SearchBudget(self.conventions, *team_budget(players, self._worlds), UNLIMITED)
        workspace = self._workspace(view.rules, players)
        workspace.search.stream[:] = self._numbers.below(1 << 62), 0
        number = searched_move(workspace, view, budget)
        return action_of_id(view.rules, view.rule_tables, view.erased, number)

    def reason_for(self, view: View, action: Action, lang: str = "en") -> str | None:
        usual, reason = self.reason(view, lang)
        if usual == action:
            return reason
        move = _move_text(view, usual, lang) if self.is_searching else None
        return None if move is None else say("team.search", lang, move=move)

    def play_games(self, chunk: GameChunk) -> None:
        TeamSearchLineup((True,) * chunk.players, self._worlds).play_games(chunk)

    def joined(self, lineup: Sequence[Bot]) -> CompiledGames | None:
        """With team players of its own conventions; with others of them it does not search."""
        players = [bot for bot in lineup if isinstance(bot, Team)]
        if len(players) != len(lineup):
            return None
        if any(bot.conventions != self.conventions for bot in players):
            return TeamLineup(tuple(bot.conventions for bot in players))
        return TeamSearchLineup([isinstance(bot, TeamSearch) for bot in players], self._worlds)

    def parameters(self, rules: RuleSet, players: int) -> dict[str, int | list[int]]:
        budget = team_budget(players, self._worlds)
        return super().parameters(rules, players) | budget.rollouts._asdict() | {"moves": budget.moves}

    def _new_workspace(self, rules: RuleSet, players: int) -> "TeamSearchWorkspace":
        from hanabi.bots.team_search.workspace import TeamSearchWorkspace

        return TeamSearchWorkspace(rules, players, team_budget(players, self._worlds).rollouts.most)


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
    """The compilation of the search, under way once this has been called."""
    compilation: Future[int] = Future()

    def compile_search() -> None:
        try:
            from hanabi.bots.team_search.view_search import searched_move
            from hanabi.bots.team_search.workspace import SearchBudget, TeamSearchWorkspace

            view = Game.new(players=2, seed=0).view(0)
            budget = SearchBudget(conventions_at(FINESSING), *team_budget(2, worlds=1), limit=1)
            compilation.set_result(
                searched_move(TeamSearchWorkspace(view.rules, 2, budget.rollouts.most), view, budget)
            )
        except BaseException as error:
            compilation.set_exception(error)

    threading.Thread(target=compile_search, daemon=True).start()
    return compilation


def _is_whole(view: View) -> bool:
    """Whether the history begins with a fresh deal, which can be replayed."""
    r, start = view.rule_tables, StartPosition.of(view)
    return start.status.deck == r.cards - r.players * r.hand_size and not any(start.fireworks) and not any(start.lost)
