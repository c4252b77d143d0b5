"""The search: worlds that fit what the team bot sees, its best moves played on in each, and the one that ends best."""

from typing import NamedTuple

import numpy as np

from hanabi.bots.hat.layout import PublicState
from hanabi.bots.hat.view_replay import replayed_actions
from hanabi.bots.hat.workspace import copy_words, state_arrays
from hanabi.bots.hat_search import worlds as hat_worlds
from hanabi.bots.hat_search.budget import RolloutBudget
from hanabi.bots.hat_search.rollouts import gains_enough, narrow_down
from hanabi.bots.hat_search.workspace import MAX_MOVES, SearchArrays, SearchWorkspace
from hanabi.bots.team.compiled import policy
from hanabi.bots.team.compiled.conventions import belief
from hanabi.bots.team.compiled.games import new_minds
from hanabi.bots.team.compiled.rollouts import (
    TeamHistory,
    begin_replay,
    play_on_as_team,
    replay_action,
    replay_minds,
    write_faces,
)
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team.engine.partners import KNOWN
from hanabi.bots.team_search import inline, kernel
from hanabi.compiled import action_ids
from hanabi.compiled.counter_rng import next_below
from hanabi.compiled.dtypes import STATE, Kinds, Numbers, Records, pack
from hanabi.kernels import NO_TILE, TILES, Rules, State
from hanabi.rules import RuleSet, View

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
        minds = new_minds(3 * players, players, KNOWN)
        states, state_words, publics, public_words = state_arrays(5, 1)
        hat = self.arrays._replace(states=states, state_words=state_words, publics=publics, public_words=public_words)
        self.team_search = TeamSearchArrays(
            self.search._replace(hat=hat, scores=np.zeros((MAX_MOVES, worlds), np.int64)),
            minds,
            mind_words=minds.view(np.int64).reshape(3 * players, -1),
            faces=self.arrays.faces,
            actions=np.zeros(LONGEST_GAME, np.int64),
        )


CLEAR = 4000  # moves this far behind the best are not searched (thousandths, as choices are fitted)
CHECKED = 1  # the latest moves of each partner that a world has to explain
TRIES = 3  # worlds drawn before one with unexplained moves is accepted
ODDITY = 30  # percent: the chance that a partner makes another move than a team bot without search


@kernel
def team_candidates(r: Rules, m: Mind, moves: Numbers, limit: int) -> int:
    """The moves to search, up to `limit`: the team bot's own first, then those close behind. Returns their number."""
    moves[0] = policy.choose(r, m)
    if m.choice.count == 0:
        return 1
    best = m.choice.scores[0]
    for place in range(m.choice.count):
        best = max(best, m.choice.scores[place])
    count = 0
    while count < limit:
        at = -1
        for place in range(m.choice.count):
            score = m.choice.scores[place]
            if score > best - CLEAR and (at < 0 or score > m.choice.scores[at]):
                at = place
        if at < 0:
            break
        m.choice.scores[at] = -(1 << 60)
        if count > 0:
            move = m.choice.moves[at]
            moves[count] = (
                policy.announced(r, m, action_ids.card_use_of(r, move)[0])
                if action_ids.is_plain_play(r, move)
                else move
            )
        count += 1
    return max(count, 1)


@kernel
def believe(r: Rules, m: Mind, public: PublicState) -> None:
    """Write what the conventions say about this seat's cards into the state that worlds are drawn from."""
    for slot in range(m.table.held[m.me]):
        public.masks[m.me][slot] = belief.belief(r, m, m.table.hands[m.me][slot])


@kernel
def replay_world(arrays: TeamSearchArrays, history: TeamHistory) -> int:
    """Replay the game in the world for every mind; returns how many late moves of partners it does not explain."""
    r: Rules = arrays.search.hat.rules[0]
    world: State = arrays.search.hat.states[WORLD]
    s: State = arrays.search.hat.states[TABLE]
    minds = arrays.minds[r.players : 2 * r.players]
    write_faces(r, world, arrays.faces)
    begin_replay(r, s, minds, arrays.faces, world.tiles, history)
    checked = history.actions.shape[0] - CHECKED * r.players
    odd = 0
    for move in range(history.actions.shape[0]):
        action = history.actions[move]
        if move >= checked and s.player != world.player:
            odd += policy.choose(r, minds[s.player]) != action
        replay_action(r, s, minds, arrays.faces, action)
    for offset in range(r.cards - world.next_card):
        s.faces[s.deck[s.next_card + offset]] = world.faces[world.deck[world.next_card + offset]]
    for tile in range(TILES):
        s.tiles[tile] = world.tiles[tile]
    return odd


@kernel
def draw_world(arrays: TeamSearchArrays, history: TeamHistory) -> None:
    """Fill `TABLE` and its minds with a world that fits; one with unexplained moves is usually drawn again."""
    search = arrays.search
    r: Rules = search.hat.rules[0]
    for _ in range(TRIES):
        copy_words(search.hat.state_words, VIEW, WORLD)
        hat_worlds.sample_world(
            r, search.hat.states[WORLD], search.hat.publics[0], search.counts[0], search.counts[1], search.stream
        )
        chance = 1 << 20
        for _ in range(replay_world(arrays, history)):
            chance = chance * ODDITY // 100
        if next_below(search.stream, 1 << 20) < chance:
            break


@inline
def world_count(r: Rules, s: State, budget: RolloutBudget) -> int:
    """How many worlds to play on in: more with a small deck, where games end sooner."""
    whole = r.cards - r.players * r.hand_size
    return min(budget.worlds * whole // max(r.cards - s.next_card, 1), budget.growth * budget.worlds)


@kernel
def search_move(arrays: TeamSearchArrays, history: TeamHistory, budget: SearchBudget) -> tuple[int, int]:
    """The move of the player to act in `states[VIEW]`, and the number of rollouts made."""
    search = arrays.search
    r: Rules = search.hat.rules[0]
    s: State = search.hat.states[VIEW]
    me, moves, scores = s.player, search.moves, search.scores
    count = team_candidates(r, arrays.minds[me], moves, budget.moves)
    if count == 1 or s.pending != NO_TILE:
        return moves[0], 0
    believe(r, arrays.minds[me], search.hat.publics[0])
    hat_worlds.unseen_counts(r, s, search.counts[0])
    perfect = r.suits * r.ranks - r.score_offset
    worlds = world_count(r, s, budget.rollouts)
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
        best, alive = narrow_down(scores, count, alive, done, perfect, budget.rollouts)
        if done >= worlds or rollouts >= budget.limit or alive & (alive - 1) == 0:
            break
        until = min(2 * done, worlds)
    if alive & 1 and not gains_enough(scores, best, done, budget.rollouts.margin):
        best = 0
    return moves[best], rollouts


def searched_move(workspace: TeamSearchWorkspace, view: View, budget: SearchBudget) -> int:
    """The number of the move; advances the random stream of the workspace."""
    arrays = workspace.team_search
    actions, first = replayed_actions(workspace, view)
    arrays.search.hat.states[VIEW : VIEW + 1] = pack(view.erased, STATE)
    arrays.search.hat.states[TABLE]["tiles"] = arrays.search.hat.tiles
    history = TeamHistory(actions, first, budget.conventions, 0)
    observe_history(arrays, history)
    return int(search_move(arrays, history, budget)[0])


@kernel
def observe_history(arrays: TeamSearchArrays, history: TeamHistory) -> None:
    """Update the minds; the viewer's own mind does not look at the guesses for its own cards."""
    hat = arrays.search.hat
    r: Rules = hat.rules[0]
    table: State = hat.states[TABLE]
    replay_minds(r, table, arrays.minds[: r.players], arrays.faces, table.tiles, history)
