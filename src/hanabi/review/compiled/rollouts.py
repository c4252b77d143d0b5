"""Rollouts of the judges, compiled: games continued in worlds that fit what a seat knows.

World number `w` of a position depends only on the key and on `w`, and every move gets the same chances in it.
"""

from typing import NamedTuple

from hanabi.bots.hat.decoder import ALL_HANDS, observe, observe_precomputed
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.policy import decide
from hanabi.bots.hat.public_state import begin, refresh, reset_known
from hanabi.bots.hat.workspace import VIEW, HatArrays, copy_words
from hanabi.bots.hat_search.worlds import fill_world, list_worlds, sample_world, unseen_counts
from hanabi.bots.team.compiled import policy, rollouts as team, whole_games
from hanabi.bots.team.compiled.conventions import belief
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team.engine.levels import PLAIN
from hanabi.compiled import action_ids, legality, numbered_deals, turn
from hanabi.compiled.counter_rng import next_below
from hanabi.compiled.dtypes import Kinds, Numbers, Records
from hanabi.kernels import RUNNING, TILES, Rules, State
from hanabi.review.compiled import kernel

WORLD, TABLE, GAME = range(1, 4)  # indices of the states, after VIEW
KNOWN, SCRATCH, FUTURE, GUESS = range(4)  # indices of the public states; only the mover's masks of GUESS are read
OTHER_CHANCE = 1 << 20  # start of a rollout's random numbers, after those that built the world
NO_MOVE = -1  # in place of a move: continue from the position itself


class RolloutArrays(NamedTuple):
    """The working memory of the hat judge."""

    hat: HatArrays
    worlds: Kinds  # listed worlds: a row has the mover's hand, then the deck; one row is spare
    counts: Numbers  # unseen copies of each kind; the second row is scratch
    stream: Numbers  # the random stream: key and position


class TeamRolloutArrays(NamedTuple):
    """The working memory of the team judge."""

    rollout: RolloutArrays
    minds: Records  # one per seat, then one per seat for the rollout
    mind_words: Numbers  # the same memory as words
    faces: Kinds  # in the order the cards were drawn


class WorldSample(NamedTuple):
    """The worlds to play: from number `first` on, out of `listed` ones, or random ones if `listed` is 0 or less."""

    listed: int
    seed: int
    salt: int
    first: int
    is_open: int  # the mover's cards are not hidden


@kernel
def listed_worlds(arrays: RolloutArrays) -> int:
    """Fill `arrays.worlds` with all worlds and return their number; -1 if there are too many."""
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
    stream[0] = numbered_deals.key_of_deal(sample.seed, sample.salt, number)
    stream[1] = 0
    copy_words(arrays.hat.state_words, VIEW, WORLD)
    if sample.listed > 0:
        fill_world(r, world, arrays.worlds[number], stream)
    else:
        sample_world(r, world, arrays.hat.publics[GUESS], arrays.counts[0], arrays.counts[1], stream)


@kernel
def read_view_literally(arrays: RolloutArrays) -> None:
    """Fill `KNOWN` with the literal meaning of the clues."""
    read_literally(arrays.hat.rules[0], arrays.hat.states[VIEW], arrays.hat.tables[0], arrays.hat.publics[KNOWN])


@kernel
def read_literally(r: Rules, s: State, tables: HatTables, public: PublicState) -> None:
    begin(r, s, tables, public)
    for seat in range(r.players):
        for slot in range(s.hand_sizes[seat]):
            public.masks[seat][slot] = s.possible[seat][slot]
    reset_known(r, public)
    refresh(r, s, tables, public)


@kernel
def hat_choice(arrays: RolloutArrays) -> int:
    publics = arrays.hat.publics
    return decide(arrays.hat.rules[0], arrays.hat.states[VIEW], arrays.hat.tables[0], publics[KNOWN], publics[SCRATCH])


@kernel
def play_on_as_hat(arrays: RolloutArrays, action: int, reset_knowledge: int) -> int:
    """The final score of `GAME` if everyone plays as the hat player after `action`.

    With `reset_knowledge` that action has only its literal meaning, and the code starts after it.
    """
    r: Rules = arrays.hat.rules[0]
    s: State = arrays.hat.states[GAME]
    tables: HatTables = arrays.hat.tables[0]
    public: PublicState = arrays.hat.publics[FUTURE]
    scratch: PublicState = arrays.hat.publics[SCRATCH]
    scratch.precomputed = 0
    while True:
        above = next_below(arrays.stream, r.cards - s.next_card + 1) if action_ids.is_reward_choice(r, action) else 0
        turn.apply(r, s, action, above)
        if s.outcome != RUNNING:
            return s.score
        if reset_knowledge:
            read_literally(r, s, tables, public)
            reset_knowledge = 0
        elif scratch.precomputed:
            observe_precomputed(r, s, tables, public, scratch)
        else:
            observe(r, s, tables, public, ALL_HANDS)
        action = decide(r, s, tables, public, scratch)


@kernel
def hat_scores(
    arrays: RolloutArrays, sample: WorldSample, reset_knowledge: int, moves: Numbers, scores: Numbers
) -> None:
    """Fill `scores` (moves × worlds) with final scores."""
    unseen_counts(arrays.hat.rules[0], arrays.hat.states[VIEW], arrays.counts[0])
    for place in range(scores.shape[1]):
        make_world(arrays, sample, sample.first + place)
        for move in range(moves.shape[0]):
            copy_words(arrays.hat.state_words, WORLD, GAME)
            copy_words(arrays.hat.public_words, KNOWN, FUTURE)
            arrays.stream[1] = OTHER_CHANCE
            scores[move, place] = play_on_as_hat(arrays, moves[move], reset_knowledge)


@kernel
def team_choice(arrays: TeamRolloutArrays, history: team.TeamHistory, beliefs: Numbers) -> int:
    """The mover's choice; fills `beliefs` with the kinds that its conventions allow. Its own `faces` do not matter."""
    r: Rules = arrays.rollout.hat.rules[0]
    table: State = arrays.rollout.hat.states[TABLE]
    minds = arrays.minds[: r.players]
    team.replay_minds(r, table, minds, arrays.faces, table.tiles, history)
    me = table.player
    if history.forgiving:
        team.drop_false_promises(r, table, minds, me)
    m: Mind = minds[me]
    for seat in range(r.players):
        for slot in range(m.table.held[seat]):
            beliefs[seat, slot] = belief.belief(r, m, m.table.hands[seat][slot])
    action: int = policy.choose(r, m)
    return action


@kernel
def make_team_world(arrays: TeamRolloutArrays, history: team.TeamHistory, sample: WorldSample, place: int) -> None:
    """Fill `WORLD` with world number `sample.first + place`, and `TABLE` and the minds with the game played in it.

    Minds depend on the mover's cards, so unless all hands are open the game is replayed in every world.
    """
    rollout, minds = arrays.rollout, arrays.minds
    r: Rules = rollout.hat.rules[0]
    world: State = rollout.hat.states[WORLD]
    table: State = rollout.hat.states[TABLE]
    make_world(rollout, sample, sample.first + place)
    if place == 0 or not sample.is_open:
        team.write_faces(r, world, arrays.faces)
        team.replay_minds(r, table, minds[: r.players], arrays.faces, world.tiles, history)
        if history.forgiving:
            team.drop_false_promises(r, table, minds, team.EVERY_HAND if sample.is_open else world.player)
    for offset in range(r.cards - world.next_card):
        table.faces[table.deck[table.next_card + offset]] = world.faces[world.deck[world.next_card + offset]]
    for tile in range(TILES):
        table.tiles[tile] = world.tiles[tile]


@kernel
def begin_team_rollout(arrays: TeamRolloutArrays) -> None:
    """Copy the position to `GAME` and to the minds of the rollout."""
    rollout = arrays.rollout
    r: Rules = rollout.hat.rules[0]
    copy_words(rollout.hat.state_words, TABLE, GAME)
    for seat in range(r.players):
        copy_words(arrays.mind_words, seat, r.players + seat)
    rollout.stream[1] = OTHER_CHANCE


@kernel
def team_scores(
    arrays: TeamRolloutArrays,
    history: team.TeamHistory,
    sample: WorldSample,
    reset_knowledge: int,
    moves: Numbers,
    scores: Numbers,
) -> None:
    """Fill `scores` (moves × worlds) with final scores of team players."""
    rollout, hat = arrays.rollout, arrays.rollout.hat
    r: Rules = hat.rules[0]
    unseen_counts(r, hat.states[VIEW], rollout.counts[0])
    for place in range(scores.shape[1]):
        make_team_world(arrays, history, sample, place)
        for move in range(moves.shape[0]):
            begin_team_rollout(arrays)
            scores[move, place] = team.play_on_as_team(
                r, hat.states[GAME], arrays.minds[r.players :], moves[move], reset_knowledge, rollout.stream
            )


@kernel
def publish_beliefs(r: Rules, s: State, minds: Records, tables: HatTables, public: PublicState) -> None:
    """Make public what all players believe about their own cards, except what is false."""
    begin(r, s, tables, public)
    for seat in range(r.players):
        m: Mind = minds[seat]
        for slot in range(s.hand_sizes[seat]):
            mask = s.possible[seat][slot]
            if m.conventions != PLAIN:
                mask &= belief.belief(r, m, m.table.hands[seat][slot])
            if not mask >> s.faces[s.hands[seat][slot]] & 1:
                mask = s.possible[seat][slot]
            public.masks[seat][slot] = mask
    reset_known(r, public)
    refresh(r, s, tables, public)


@kernel
def play_on_strongly(arrays: TeamRolloutArrays, minds: Records, move: int, line: Numbers) -> int:
    """The final score of `GAME` if everyone plays as the hat player after `move` and the legal actions of `line`.

    Clues mean what the conventions say up to there. So a move is worth what strong players could make of it, who know
    about every card what its owner could know. Plainly false beliefs are dropped: the players were not misled then,
    the reader of the conventions was.
    """
    hat = arrays.rollout.hat
    r: Rules = hat.rules[0]
    s: State = hat.states[GAME]
    tables: HatTables = hat.tables[0]
    public: PublicState = hat.publics[FUTURE]
    scratch: PublicState = hat.publics[SCRATCH]
    stream = arrays.rollout.stream
    action, followed, coded = move, 0, False
    scratch.precomputed = 0
    while True:
        if action != NO_MOVE:
            drawn = s.drawn
            above = next_below(stream, r.cards - s.next_card + 1) if action_ids.is_reward_choice(r, action) else 0
            turn.apply(r, s, action, above)
            if s.outcome != RUNNING:
                return s.score
            if coded:
                if scratch.precomputed:
                    observe_precomputed(r, s, tables, public, scratch)
                else:
                    observe(r, s, tables, public, ALL_HANDS)
            else:
                whole_games.update_minds(r, s, minds, drawn)
        if not coded:
            if followed < line.shape[0] and legality.is_legal(r, s, line[followed]):
                action = line[followed]
                followed += 1
                continue
            team.drop_false_promises(r, s, minds, team.EVERY_HAND)
            publish_beliefs(r, s, minds, tables, public)
            coded = True
        action = decide(r, s, tables, public, scratch)


@kernel
def strong_scores(
    arrays: TeamRolloutArrays,
    history: team.TeamHistory,
    sample: WorldSample,
    moves: Numbers,
    line: Numbers,
    scores: Numbers,
) -> None:
    """Fill `scores` (moves × worlds) with final scores of hat players who read the game by conventions."""
    rollout, hat = arrays.rollout, arrays.rollout.hat
    r: Rules = hat.rules[0]
    unseen_counts(r, hat.states[VIEW], rollout.counts[0])
    for place in range(scores.shape[1]):
        make_team_world(arrays, history, sample, place)
        for move in range(moves.shape[0]):
            begin_team_rollout(arrays)
            scores[move, place] = play_on_strongly(arrays, arrays.minds[r.players :], moves[move], line)
