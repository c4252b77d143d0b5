"""Worlds for the searching team player: they fit its view, the conventions, and what its partners did of late."""

from hanabi.bots.hat.games import copy_words
from hanabi.bots.hat.layout import PublicState
from hanabi.bots.hat_search.worlds import sample_world
from hanabi.bots.team.compiled import belief, policy
from hanabi.bots.team.compiled.rollouts import TeamHistory, begin_replay, replay_action, write_faces
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team_search import kernel
from hanabi.bots.team_search.workspace import TABLE, VIEW, WORLD, TeamSearchArrays
from hanabi.compiled.random_stream import below
from hanabi.kernels.layout import TILES, Rules, State

CHECKED = 1  # moves of every partner that a world has to explain
TRIES = 3
ODDITY = 30  # per cent: how likely a partner does something else than a team player who does not search


@kernel
def believe(r: Rules, m: Mind, public: PublicState) -> None:
    """Write what the conventions say of the own cards where worlds are drawn from."""
    for slot in range(m.held[m.me]):
        public.masks[m.me][slot] = belief.belief(r, m, m.hands[m.me][slot])


@kernel
def replay_world(arrays: TeamSearchArrays, history: TeamHistory) -> int:
    """Replay the game in the world, for every mind; returns how many late moves of partners it does not explain."""
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
    for offset in range(r.cards - world.top):
        s.faces[s.deck[s.top + offset]] = world.faces[world.deck[world.top + offset]]
    for tile in range(TILES):
        s.tiles[tile] = world.tiles[tile]
    return odd


@kernel
def draw_world(arrays: TeamSearchArrays, history: TeamHistory) -> None:
    """Fill `TABLE` and the minds in it with a world; one that leaves moves unexplained is mostly drawn again."""
    search = arrays.search
    r: Rules = search.hat.rules[0]
    for _ in range(TRIES):
        copy_words(search.hat.state_words, VIEW, WORLD)
        sample_world(
            r, search.hat.states[WORLD], search.hat.publics[0], search.counts[0], search.counts[1], search.stream
        )
        kept = 1 << 20
        for _ in range(replay_world(arrays, history)):
            kept = kept * ODDITY // 100
        if below(search.stream, 1 << 20) < kept:
            break
