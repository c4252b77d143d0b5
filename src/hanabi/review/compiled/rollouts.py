"""Games played on in worlds that fit what a seat knows, by either judge; compiled.

World number `w` of a position depends on the key and on `w` alone, and every move is tried with the same chances in it.
"""

from typing import NamedTuple

from hanabi.bots.hat.decoder import ALL_HANDS, observe, observe_precomputed
from hanabi.bots.hat.games import copy_words
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.policy import decide
from hanabi.bots.hat.public_state import begin, refresh, reset_known
from hanabi.bots.hat.workspace import VIEW, HatArrays
from hanabi.bots.hat_search.worlds import fill_world, list_worlds, sample_world, unseen_counts
from hanabi.bots.team.compiled import policy
from hanabi.bots.team.compiled.conventions import belief
from hanabi.bots.team.compiled.rollouts import (
    EVERY_HAND,
    TeamHistory,
    drop_false_promises,
    play_on_as_team,
    replay_minds,
    write_faces,
)
from hanabi.bots.team.engine.layout import Mind
from hanabi.compiled import action_ids, turn
from hanabi.compiled.arrays import Kinds, Numbers, Records
from hanabi.compiled.counter_rng import key_of_deal
from hanabi.compiled.random_stream import below
from hanabi.kernels.layout import RUNNING, TILES, Rules, State
from hanabi.review.compiled import kernel

WORLD, TABLE, GAME = range(1, 4)  # the states beside VIEW
KNOWN, SCRATCH, FUTURE, GUESS = range(4)  # the public states; of GUESS only the mover's masks are read
OTHER_CHANCE = 1 << 20  # where the chances of the game played on begin, after those that made the world


class RolloutArrays(NamedTuple):
    """What the hat judge's kernels work in."""

    hat: HatArrays
    worlds: Kinds  # listed worlds: a row has the own hand, then the deck, and one row is spare
    counts: Numbers  # copies of each kind that the mover sees nowhere; the second row is scratch
    stream: Numbers  # the random stream: its key and its place


class TeamRolloutArrays(NamedTuple):
    """What the team judge's kernels work in."""

    rollout: RolloutArrays
    minds: Records  # one a seat, then as many for the game played on
    mind_words: Numbers  # the same memory
    faces: Kinds  # in the order the cards were drawn


class WorldSample(NamedTuple):
    """Which worlds are played: number `first` and on, of `listed` ones or (0 and less) of those drawn by the seed."""

    listed: int
    seed: int
    salt: int
    first: int


@kernel
def listed_worlds(arrays: RolloutArrays) -> int:
    """Fill `arrays.worlds` with all worlds and return their number; -1 when they are too many."""
    r: Rules = arrays.hat.rules[0]
    s: State = arrays.hat.states[VIEW]
    counts, worlds = arrays.counts, arrays.worlds
    unseen_counts(r, s, counts[0])
    return list_worlds(r, s, arrays.hat.publics[GUESS], counts[0], counts[1], worlds, worlds.shape[0] - 1)


@kernel
def make_world(arrays: RolloutArrays, sample: WorldSample, number: int) -> None:
    """Fill `WORLD` with world `number`."""
    r: Rules = arrays.hat.rules[0]
    world: State = arrays.hat.states[WORLD]
    stream = arrays.stream
    stream[0] = key_of_deal(sample.seed, sample.salt, number)
    stream[1] = 0
    copy_words(arrays.hat.state_words, VIEW, WORLD)
    if sample.listed > 0:
        fill_world(r, world, arrays.worlds[number], stream)
    else:
        sample_world(r, world, arrays.hat.publics[GUESS], arrays.counts[0], arrays.counts[1], stream)


@kernel
def read_view_literally(arrays: RolloutArrays) -> None:
    """Fill `KNOWN` with no more than the literal meaning of the clues."""
    read_literally(arrays.hat.rules[0], arrays.hat.states[VIEW], arrays.hat.tables[0], arrays.hat.publics[KNOWN])


@kernel
def read_literally(r: Rules, s: State, tables: HatTables, public: PublicState) -> None:
    begin(r, s, tables, public)
    for seat in range(r.players):
        for slot in range(s.held[seat]):
            public.masks[seat][slot] = s.open[seat][slot]
    reset_known(r, public)
    refresh(r, s, tables, public)


@kernel
def hat_choice(arrays: RolloutArrays) -> int:
    publics = arrays.hat.publics
    return decide(arrays.hat.rules[0], arrays.hat.states[VIEW], arrays.hat.tables[0], publics[KNOWN], publics[SCRATCH])


@kernel
def play_on_as_hat(arrays: RolloutArrays, action: int, read_anew: int) -> int:
    """The final score of `GAME` when everybody plays as the hat player after `action`.

    With `read_anew` that action has only its literal meaning, and the code begins after it.
    """
    r: Rules = arrays.hat.rules[0]
    s: State = arrays.hat.states[GAME]
    tables: HatTables = arrays.hat.tables[0]
    public: PublicState = arrays.hat.publics[FUTURE]
    scratch: PublicState = arrays.hat.publics[SCRATCH]
    scratch.precomputed = 0
    while True:
        above = below(arrays.stream, r.cards - s.top + 1) if action_ids.is_reward_choice(r, action) else 0
        turn.apply(r, s, action, above)
        if s.outcome != RUNNING:
            return s.score
        if read_anew:
            read_literally(r, s, tables, public)
            read_anew = 0
        elif scratch.precomputed:
            observe_precomputed(r, s, tables, public, scratch)
        else:
            observe(r, s, tables, public, ALL_HANDS)
        action = decide(r, s, tables, public, scratch)


@kernel
def hat_scores(arrays: RolloutArrays, sample: WorldSample, read_anew: int, moves: Numbers, scores: Numbers) -> None:
    """Fill `scores` (moves × worlds) with final scores."""
    unseen_counts(arrays.hat.rules[0], arrays.hat.states[VIEW], arrays.counts[0])
    for place in range(scores.shape[1]):
        make_world(arrays, sample, sample.first + place)
        for move in range(moves.shape[0]):
            copy_words(arrays.hat.state_words, WORLD, GAME)
            copy_words(arrays.hat.public_words, KNOWN, FUTURE)
            arrays.stream[1] = OTHER_CHANCE
            scores[move, place] = play_on_as_hat(arrays, moves[move], read_anew)


@kernel
def team_choice(arrays: TeamRolloutArrays, history: TeamHistory, beliefs: Numbers) -> int:
    """The mover's choice, and what its conventions leave of every card; the mover's own `faces` may be any cards."""
    r: Rules = arrays.rollout.hat.rules[0]
    table: State = arrays.rollout.hat.states[TABLE]
    minds = arrays.minds[: r.players]
    replay_minds(r, table, minds, arrays.faces, table.tiles, history)
    me = table.player
    if history.forgiving:
        drop_false_promises(r, table, minds, me)
    m: Mind = minds[me]
    for seat in range(r.players):
        for slot in range(m.held[seat]):
            beliefs[seat, slot] = belief.belief(r, m, m.hands[seat][slot])
    action: int = policy.choose(r, m)
    return action


@kernel
def team_scores(
    arrays: TeamRolloutArrays,
    history: TeamHistory,
    sample: WorldSample,
    is_open: int,
    read_anew: int,
    moves: Numbers,
    scores: Numbers,
) -> None:
    """As `hat_scores`. Minds depend on the mover's cards: unless all are open the game is replayed in every world."""
    rollout, minds = arrays.rollout, arrays.minds
    hat = rollout.hat
    r: Rules = hat.rules[0]
    world: State = hat.states[WORLD]
    table: State = hat.states[TABLE]
    unseen_counts(r, hat.states[VIEW], rollout.counts[0])
    for place in range(scores.shape[1]):
        make_world(rollout, sample, sample.first + place)
        if place == 0 or not is_open:
            write_faces(r, world, arrays.faces)
            replay_minds(r, table, minds[: r.players], arrays.faces, world.tiles, history)
            if history.forgiving:
                drop_false_promises(r, table, minds, EVERY_HAND if is_open else world.player)
        for offset in range(r.cards - world.top):
            table.faces[table.deck[table.top + offset]] = world.faces[world.deck[world.top + offset]]
        for tile in range(TILES):
            table.tiles[tile] = world.tiles[tile]
        for move in range(moves.shape[0]):
            copy_words(hat.state_words, TABLE, GAME)
            for seat in range(r.players):
                copy_words(arrays.mind_words, seat, r.players + seat)
            rollout.stream[1] = OTHER_CHANCE
            scores[move, place] = play_on_as_team(
                r, hat.states[GAME], minds[r.players :], moves[move], read_anew, rollout.stream
            )
