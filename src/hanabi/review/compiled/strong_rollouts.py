"""Games of people played on: clues mean what the conventions say, up to a move; from there everybody is a hat player.

So a move is worth what strong players could make of it, who know of every card what its owner could know. Beliefs that
are plainly false are dropped: whoever held them was not misled, the reader of the conventions was.
"""

from hanabi.bots.hat.decoder import ALL_HANDS, observe, observe_precomputed
from hanabi.bots.hat.games import copy_words
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.policy import decide
from hanabi.bots.hat.public_state import begin, refresh, reset_known
from hanabi.bots.hat.workspace import VIEW
from hanabi.bots.hat_search.worlds import unseen_counts
from hanabi.bots.team.compiled.conventions import belief
from hanabi.bots.team.compiled.games import update_minds
from hanabi.bots.team.compiled.rollouts import EVERY_HAND, TeamHistory, drop_false_promises, replay_minds, write_faces
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team.engine.levels import PLAIN
from hanabi.compiled import action_ids, legality, turn
from hanabi.compiled.arrays import Numbers, Records
from hanabi.compiled.random_stream import below
from hanabi.kernels.layout import RUNNING, TILES, Rules, State
from hanabi.review.compiled import kernel
from hanabi.review.compiled.rollouts import (
    FUTURE,
    GAME,
    OTHER_CHANCE,
    SCRATCH,
    TABLE,
    WORLD,
    TeamRolloutArrays,
    WorldSample,
    make_world,
)

NO_MOVE = -1  # in the place of a move: play on from the position itself


@kernel
def publish_beliefs(r: Rules, s: State, minds: Records, tables: HatTables, public: PublicState) -> None:
    """Make what every owner believes of the own cards public, except what is false."""
    begin(r, s, tables, public)
    for seat in range(r.players):
        m: Mind = minds[seat]
        for slot in range(s.held[seat]):
            mask = s.open[seat][slot]
            if m.conventions != PLAIN:
                mask &= belief.belief(r, m, m.hands[seat][slot])
            if not mask >> s.faces[s.hands[seat][slot]] & 1:
                mask = s.open[seat][slot]
            public.masks[seat][slot] = mask
    reset_known(r, public)
    refresh(r, s, tables, public)


@kernel
def play_on_strongly(arrays: TeamRolloutArrays, minds: Records, move: int, line: Numbers) -> int:
    """The final score of `GAME` after `move` and the actions of `line`, as long as these are legal."""
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
            seat, drawn = s.player, s.drawn
            above = below(stream, r.cards - s.top + 1) if action_ids.is_reward_choice(r, action) else 0
            turn.apply(r, s, action, above)
            if s.outcome != RUNNING:
                return s.score
            if coded:
                if scratch.precomputed:
                    observe_precomputed(r, s, tables, public, scratch)
                else:
                    observe(r, s, tables, public, ALL_HANDS)
            else:
                update_minds(r, s, minds, seat, drawn)
        if not coded:
            if followed < line.shape[0] and legality.is_legal(r, s, line[followed]):
                action = line[followed]
                followed += 1
                continue
            drop_false_promises(r, s, minds, EVERY_HAND)
            publish_beliefs(r, s, minds, tables, public)
            coded = True
        action = decide(r, s, tables, public, scratch)


@kernel
def strong_scores(
    arrays: TeamRolloutArrays,
    history: TeamHistory,
    sample: WorldSample,
    is_open: int,
    moves: Numbers,
    line: Numbers,
    scores: Numbers,
) -> None:
    """Fill `scores` (moves × worlds) with final scores."""
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
            scores[move, place] = play_on_strongly(arrays, minds[r.players :], moves[move], line)
