"""From a seat's View to a search."""

from hanabi.bots.hat.view_replay import replayed_actions
from hanabi.bots.team.compiled.rollouts import TeamHistory, replay_minds
from hanabi.bots.team_search import kernel
from hanabi.bots.team_search.rollouts import search_move
from hanabi.bots.team_search.workspace import TABLE, VIEW, SearchBudget, TeamSearchArrays, TeamSearchWorkspace
from hanabi.compiled.dtypes import STATE, pack
from hanabi.kernels.layout import Rules, State
from hanabi.rules.views import View


def searched_move(workspace: TeamSearchWorkspace, view: View, budget: SearchBudget) -> int:
    """The number of the move; the random stream of the workspace goes on."""
    arrays = workspace.team_search
    actions, first = replayed_actions(workspace, view)
    arrays.search.hat.states[VIEW : VIEW + 1] = pack(view.erased, STATE)
    arrays.search.hat.states[TABLE]["tiles"] = arrays.search.hat.tiles
    history = TeamHistory(actions, first, budget.conventions, 0)
    observe_history(arrays, history)
    return int(search_move(arrays, history, budget)[0])


@kernel
def observe_history(arrays: TeamSearchArrays, history: TeamHistory) -> None:
    """Bring the minds up to date; the viewer's own does not look at the guesses for its own cards."""
    hat = arrays.search.hat
    r: Rules = hat.rules[0]
    table: State = hat.states[TABLE]
    replay_minds(r, table, arrays.minds[: r.players], arrays.faces, table.tiles, history)
