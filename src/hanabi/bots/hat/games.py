"""Whole games between hat players, and single choices, compiled."""

import numpy as np

from hanabi.compiled.batch_loops import DEAL
from hanabi.compiled.dtypes import STATE, ActionLog, Numbers, Records
from hanabi.kernels import RUNNING, Rules, State

from . import deal, kernel, numbered_deals, turn, visibility
from .decoder import ALL_HANDS, observe, observe_precomputed
from .layout import HatTables, PublicState
from .policy import decide
from .public_state import begin, false_masks
from .workspace import PUBLIC, REPLAYED, VIEW, HatArrays, copy_words

TRUTH = 1  # the state in which the games are played


@kernel
def play_hat_games(
    arrays: HatArrays, seed: int, first: int, scores: Numbers, outcomes: Numbers, broken: Numbers, log: ActionLog
) -> None:
    """Play games `first`, `first + 1`, … of a seed. Players choose from a copy of the state without the hidden cards.

    One public state serves all seats. `broken` counts the moves that said something false. Each row of `log` takes the
    actions of one game and then -1; it may have no rows.
    """
    r: Rules = arrays.rules[0]
    tables: HatTables = arrays.tables[0]
    view: State = arrays.states[VIEW]
    s: State = arrays.states[TRUTH]
    public: PublicState = arrays.publics[0]
    scratch: PublicState = arrays.publics[1]
    for game in range(scores.shape[0]):
        key = numbered_deals.deal_game(r, s, arrays.cards, seed, first + game)
        begin(r, s, tables, public)
        move = 0
        false = 0
        broken[game] = 0
        while s.outcome == RUNNING:
            copy_words(arrays.state_words, TRUTH, VIEW)
            visibility.hide(r, view, s.player)
            action = decide(r, view, tables, public, scratch)
            if game < log.shape[0]:
                log[game, move] = action
            move += 1
            turn.apply(r, s, action, numbered_deals.reshuffle_depth(r, s, key, action))
            if scratch.precomputed:
                observe_precomputed(r, s, tables, public, scratch)
            else:
                observe(r, s, tables, public, ALL_HANDS)
            before, false = false, false_masks(r, s, public)
            broken[game] += false > before
        if game < log.shape[0]:
            log[game, move] = -1
        scores[game] = s.score
        outcomes[game] = s.outcome


@kernel
def replay_public_state(arrays: HatArrays, actions: Numbers, first: int, viewer: int) -> None:
    """Replay a game from its deal on as `viewer` saw it, to get its public state. Seat `first` began.

    `arrays.faces` holds the kinds in the order in which the cards were drawn. The viewer's own cards may be any kinds
    that the clues allow, because they are not read.
    """
    r: Rules = arrays.rules[0]
    tables: HatTables = arrays.tables[0]
    s: State = arrays.states[REPLAYED]
    public: PublicState = arrays.publics[0]
    faces, tiles = arrays.faces, arrays.tiles
    for card in range(r.cards):
        s.faces[card] = faces[card]
    for place in range(tiles.shape[0]):
        s.tiles[place] = tiles[place]
    deal.deal(r, s, first)
    begin(r, s, tables, public)
    for move in range(actions.shape[0]):
        if s.next_card < r.cards:
            s.faces[s.deck[s.next_card]] = faces[s.drawn]
        turn.apply(r, s, actions[move], r.cards - s.next_card)
        observe(r, s, tables, public, viewer)


@kernel
def follow_hat_seat(
    arrays: HatArrays,
    publics: Records,
    states: Records,
    seat: int,
    done: Numbers,
    chosen: Numbers,
    part: tuple[int, int],
) -> None:
    """A hat player in one seat of every game of a batch (see `bots.bot.BatchSeat`)."""
    r: Rules = arrays.rules[0]
    tables: HatTables = arrays.tables[0]
    seen, scratch = np.zeros(1, STATE), np.zeros(1, PUBLIC)
    for game in range(part[0], part[1]):
        s: State = states[game]
        if done[game] == DEAL:
            begin(r, s, tables, publics[game])
        elif done[game] >= 0:
            observe(r, s, tables, publics[game], seat)
        else:
            continue
        if s.player == seat and s.outcome == RUNNING:
            seen[0] = s
            visibility.hide(r, seen[0], seat)
            chosen[game] = decide(r, seen[0], tables, publics[game], scratch[0])


@kernel
def hat_move(arrays: HatArrays) -> int:
    """The choice of the player to act in the view."""
    return decide(arrays.rules[0], arrays.states[VIEW], arrays.tables[0], arrays.publics[0], arrays.publics[1])
