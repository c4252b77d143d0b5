"""Whole games between searching players: compiled up to the endgame, which is played move by move."""

import numpy as np

from hanabi.bots.bot import GameChunk
from hanabi.bots.hat.decoder import ALL_HANDS, observe
from hanabi.bots.hat.layout import PublicState
from hanabi.bots.hat.public_state import begin, false_masks
from hanabi.bots.hat.workspace import VIEW, copy_words
from hanabi.bots.hat_search import kernel
from hanabi.bots.hat_search.budget import UNLIMITED, RolloutBudget
from hanabi.bots.hat_search.endgame import GAME, EndgamePolicies, PolicyFollower
from hanabi.bots.hat_search.rollouts import search_action
from hanabi.bots.hat_search.workspace import SearchArrays
from hanabi.compiled import numbered_deals, turn, visibility
from hanabi.compiled.dtypes import ActionLog, unpack
from hanabi.compiled.seeded_deals import PLACE_OF_BOTS
from hanabi.kernels import RUNNING, Rules, State


def search_games(policies: EndgamePolicies, budget: RolloutBudget, chunk: GameChunk) -> int:
    """Play the games of a chunk with a search in every seat; returns the number of rollouts."""
    arrays = policies.workspace.search
    unlogged, rollouts = np.zeros(0, np.int16), 0
    for game in range(len(chunk.scores)):
        row = chunk.log[game] if game < len(chunk.log) else unlogged
        deal_search_game(arrays, chunk.seed, chunk.first + game)
        tried, turns, chunk.broken[game] = search_until(arrays, budget, policies.deck, row)
        rollouts += tried + play_endgame(policies, budget, row[turns:])
        chunk.scores[game] = arrays.hat.states[GAME]["score"]
        chunk.outcomes[game] = arrays.hat.states[GAME]["outcome"]
    return rollouts


def play_endgame(policies: EndgamePolicies, budget: RolloutBudget, row: ActionLog) -> int:
    """Play the game in `GAME` to its end; returns the number of rollouts."""
    arrays = policies.workspace.search
    states = arrays.hat.states
    follower, action, turns, rollouts = PolicyFollower(policies), -1, 0, 0
    while states[GAME]["outcome"] == RUNNING:
        follower.observe(action)
        copy_view(arrays)
        prescribed = follower.move(unpack(states[VIEW : VIEW + 1], State()))
        if prescribed is None:
            prescribed, tried = search_action(arrays, budget, UNLIMITED)
            rollouts += tried
        action = int(prescribed)
        if turns < len(row):
            row[turns] = action
        turns += 1
        apply_move(arrays, action)
    if turns < len(row):
        row[turns] = -1
    return rollouts


@kernel
def deal_search_game(arrays: SearchArrays, seed: int, game: int) -> None:
    r: Rules = arrays.hat.rules[0]
    s: State = arrays.hat.states[GAME]
    arrays.stream[0] = numbered_deals.deal_game(r, s, arrays.hat.cards, seed, game)
    arrays.stream[1] = PLACE_OF_BOTS
    begin(r, s, arrays.hat.tables[0], arrays.hat.publics[0])


@kernel
def copy_view(arrays: SearchArrays) -> None:
    """Fill `VIEW` with the view of the player to act."""
    copy_words(arrays.hat.state_words, GAME, VIEW)
    visibility.hide(arrays.hat.rules[0], arrays.hat.states[VIEW], arrays.hat.states[GAME].player)


@kernel
def apply_move(arrays: SearchArrays, action: int) -> bool:
    """Apply the move; return whether it encoded something false."""
    r: Rules = arrays.hat.rules[0]
    s: State = arrays.hat.states[GAME]
    public: PublicState = arrays.hat.publics[0]
    before = false_masks(r, s, public)
    turn.apply(r, s, action, numbered_deals.reshuffle_depth(r, s, arrays.stream[0], action))
    observe(r, s, arrays.hat.tables[0], public, ALL_HANDS)
    return false_masks(r, s, public) > before


@kernel
def search_until(arrays: SearchArrays, budget: RolloutBudget, deck: int, row: ActionLog) -> tuple[int, int, int]:
    """Search every move until the deck has no more than `deck` cards.

    Returns the number of rollouts, of turns, and of turns that encoded something false.
    """
    r: Rules = arrays.hat.rules[0]
    s: State = arrays.hat.states[GAME]
    rollouts, turns, broken = 0, 0, 0
    while s.outcome == RUNNING and r.cards - s.next_card > deck:
        copy_view(arrays)
        action, tried = search_action(arrays, budget, UNLIMITED)
        rollouts += tried
        if turns < row.shape[0]:
            row[turns] = action
        turns += 1
        broken += apply_move(arrays, action)
    return rollouts, turns, broken
