"""Whole games of searching team bots, compiled."""

from collections.abc import Sequence

import numpy as np

from hanabi.bots.bot import GameChunk
from hanabi.bots.hat.games import copy_words
from hanabi.bots.team.compiled import policy
from hanabi.bots.team.compiled.games import begin_minds, update_minds
from hanabi.bots.team.compiled.rollouts import TeamHistory
from hanabi.bots.team_search import inline, kernel
from hanabi.bots.team_search.rollouts import search_move
from hanabi.bots.team_search.workspace import TRUTH, VIEW, SearchBudget, TeamSearchArrays, TeamSearchWorkspace
from hanabi.compiled import action_ids, turn, visibility
from hanabi.compiled.dtypes import Numbers
from hanabi.compiled.seeded_deals import PLACE_OF_BOTS, deal_game, reshuffle_depth
from hanabi.kernels import RUNNING, Rules, State


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
    key = deal_game(r, s, search.hat.cards, seed, game)
    search.stream[0], search.stream[1] = key, PLACE_OF_BOTS
    minds = arrays.minds[: r.players]
    begin_minds(r, s, minds, budget.conventions)
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
        turn.apply(r, s, action, reshuffle_depth(r, s, key, action))
        if is_card_use:
            arrays.faces[serial] = s.last_kind
        update_minds(r, s, minds, seat, drawn)
    return turns
