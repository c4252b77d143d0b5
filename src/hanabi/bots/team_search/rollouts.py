"""Playing on from the best moves of the team player, and choosing the one that ends best."""

from hanabi.bots.hat.games import copy_words
from hanabi.bots.hat_search.budget import RolloutBudget
from hanabi.bots.hat_search.rollouts import all_equal, best_of, cannot_gain, compared, eliminate
from hanabi.bots.hat_search.worlds import unseen_counts
from hanabi.bots.team.compiled.rollouts import TeamHistory, play_on_as_team
from hanabi.bots.team_search import inline, kernel
from hanabi.bots.team_search.candidates import candidate_moves
from hanabi.bots.team_search.workspace import GAME, TABLE, VIEW, SearchBudget, TeamSearchArrays
from hanabi.bots.team_search.worlds import believe, draw_world
from hanabi.kernels.layout import NO_TILE, Rules, State


@inline
def worlds_at(r: Rules, s: State, budget: RolloutBudget) -> int:
    """How many worlds are played on: the smaller the deck, the sooner they end."""
    whole = r.cards - r.players * r.hand_size
    return min(budget.worlds * whole // max(r.cards - s.top, 1), budget.growth * budget.worlds)


@kernel
def search_move(arrays: TeamSearchArrays, history: TeamHistory, budget: SearchBudget) -> tuple[int, int]:
    """The move of the player to act, from `states[VIEW]`, and the number of rollouts made."""
    search = arrays.search
    r: Rules = search.hat.rules[0]
    s: State = search.hat.states[VIEW]
    me, moves, scores = s.player, search.moves, search.scores
    count = candidate_moves(r, arrays.minds[me], moves, budget.moves)
    if count == 1 or s.pending != NO_TILE:
        return moves[0], 0
    believe(r, arrays.minds[me], search.hat.publics[0])
    unseen_counts(r, s, search.counts[0])
    perfect = r.suits * r.ranks - r.score_offset
    worlds = worlds_at(r, s, budget.rollouts)
    alive = (1 << count) - 1
    done, rollouts, best = 0, 0, 0
    until = min(budget.rollouts.first, worlds)
    while True:
        while done < until:
            draw_world(arrays, history)
            for place in range(count):
                if alive >> place & 1:
                    copy_words(search.hat.state_words, TABLE, GAME)
                    for seat in range(r.players):
                        copy_words(arrays.mind_words, r.players + seat, 2 * r.players + seat)
                    future = arrays.minds[2 * r.players :]
                    scores[place, done] = play_on_as_team(
                        r, search.hat.states[GAME], future, moves[place], 0, search.stream
                    )
                    rollouts += 1
            done += 1
        if cannot_gain(scores, perfect, done):
            return moves[0], rollouts
        best = best_of(scores, count, alive, done)
        alive = eliminate(scores, count, alive, best, done, budget.rollouts)
        if (
            done >= worlds
            or rollouts >= budget.limit
            or alive & (alive - 1) == 0
            or all_equal(scores, count, alive, best, done)
        ):
            break
        until = min(2 * done, worlds)
    if best != 0:
        gain, error = compared(scores, best, 0, done)
        if alive & 1 and 100.0 * gain < budget.rollouts.margin * error:
            best = 0
    return moves[best], rollouts
