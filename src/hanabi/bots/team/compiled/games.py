"""Compiled minds: one at a time for a bot called from Python, and whole games of team bots."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hanabi.bots.team.engine.layout import Mind, ObservedMove, TurnStatus
from hanabi.bots.team.fitted_choice import PATIENCE_WITH_TEAM, choice_for
from hanabi.compiled import turn
from hanabi.compiled.dtypes import RULES, STATE, ActionLog, Kinds, Numbers, Records, dtype_of, pack
from hanabi.compiled.seeded_deals import deal_game, reshuffle_depth
from hanabi.kernels import HIDDEN, RUNNING, Rules, State, layout as state_layout
from hanabi.rules import RuleSet, kernel_rules, kind_of_card

from . import card_sets, kernel, knowledge, layout, policy, updates

MIND = dtype_of(layout.Mind)


def new_minds(count: int, players: int, patience: int) -> Records:
    """Minds with the weights of a careful choice, and the same `patience` with all partners."""
    minds = np.zeros(count, MIND)
    for name, value in choice_for(players).items():
        minds["weights"][name][:] = value
    minds["partners"]["patience"][:] = patience
    return minds


@kernel
def call_observe_move(rules: Records, minds: Records, move: ObservedMove, status: TurnStatus) -> None:
    updates.observe_move(rules[0], minds[0], move)
    updates.set_status(rules[0], minds[0], status)


@kernel
def call_choose(rules: Records, minds: Records) -> int:
    action: int = policy.choose(rules[0], minds[0])
    return action


class TeamArrays(NamedTuple):
    """The memory of compiled games."""

    rules: Records  # one
    states: Records  # one
    minds: Records  # one per seat, with their weights
    cards: Kinds  # the whole deck, sorted


class TeamWorkspace:
    """Memory for games under these rules; `play` fills in scores, outcomes and, if it has rows, the log.

    All seats have the same conventions, or each its own (masks, see `engine/levels.py`).
    """

    def __init__(self, rules: RuleSet, players: int, conventions: int | Sequence[int]) -> None:
        masks = [conventions] * players if isinstance(conventions, int) else conventions
        self.conventions = np.array(masks, np.int64)
        self.arrays = TeamArrays(
            rules=pack(kernel_rules(rules, players), RULES),
            states=np.zeros(1, STATE),
            minds=new_minds(players, players, PATIENCE_WITH_TEAM),
            cards=np.array([kind_of_card(rules, card) for card in rules.cards], np.int8),
        )

    def play(self, seed: int, first: int, scores: Numbers, outcomes: Numbers, log: ActionLog) -> None:
        team_games(self.arrays, self.conventions, seed, first, scores, outcomes, log)


@kernel
def begin_minds(r: Rules, s: State, minds: Records, conventions: int) -> None:
    """Start the minds of a game that has been dealt; every mind sees the hands of the others."""
    for seat in range(r.players):
        m: Mind = minds[seat]
        updates.reset_mind(r, m, seat, conventions)
        m.table.player, m.table.turns_left, m.table.deck = s.player, s.turns_left, r.cards - s.next_card
        m.table.recovery_tiles = knowledge.recovery_tiles(r, s)
        for other in range(r.players):
            if other != seat:
                for slot in range(s.hand_sizes[other]):
                    m.table.kinds[m.table.hands[other][slot]] = s.faces[s.hands[other][slot]]
        card_sets.update_sets(r, m)


@kernel
def update_minds(r: Rules, s: State, minds: Records, seat: int, drawn_before: int) -> None:
    """Update every mind with the last action, made by `seat`; the card drawn is hidden from its holder."""
    what = layout.RESCUED
    if s.last_move == state_layout.PLAYED:
        what = layout.PLAYED
    elif s.last_move == state_layout.DISCARDED:
        what = layout.DISCARDED
    elif s.last_move == state_layout.CLUED_COLOR or s.last_move == state_layout.CLUED_RANK:
        what = layout.CLUED
    elif s.last_move == state_layout.RESHUFFLED:
        what = layout.RESHUFFLED
    is_added = what == layout.PLAYED and s.last_scored == 1
    for viewer in range(r.players):
        m: Mind = minds[viewer]
        drawn = layout.NOTHING_DRAWN
        if s.drawn > drawn_before:
            drawn = HIDDEN if viewer == seat else s.faces[s.hands[seat][s.hand_sizes[seat] - 1]]
        move = ObservedMove(
            what, seat, s.last_slot, s.last_kind, s.last_target, s.last_clue, s.last_touched, drawn, is_added
        )
        updates.observe_move(r, m, move)
        deck, tiles = r.cards - s.next_card, knowledge.recovery_tiles(r, s)
        status = TurnStatus(s.player, s.clue_tokens, s.strikes, deck, s.turns_left, s.pending, tiles)
        updates.set_status(r, m, status)


@kernel
def team_games(
    arrays: TeamArrays, conventions: Numbers, seed: int, first: int, scores: Numbers, outcomes: Numbers, log: ActionLog
) -> None:
    """Play games `first`, `first + 1`, … of a seed. `conventions` has the mask of each seat.

    `log` takes one row of actions per game, ended by -1; with no rows nothing is logged.
    """
    r: Rules = arrays.rules[0]
    s: State = arrays.states[0]
    minds = arrays.minds
    for game in range(scores.shape[0]):
        key = deal_game(r, s, arrays.cards, seed, first + game)
        begin_minds(r, s, minds, conventions[0])
        for seat in range(r.players):
            minds[seat].conventions = conventions[seat]
        move = 0
        while s.outcome == RUNNING:
            seat, drawn = s.player, s.drawn
            action = policy.choose(r, minds[seat])
            if game < log.shape[0]:
                log[game, move] = action
            move += 1
            turn.apply(r, s, action, reshuffle_depth(r, s, key, action))
            update_minds(r, s, minds, seat, drawn)
        if game < log.shape[0]:
            log[game, move] = -1
        scores[game] = s.score
        outcomes[game] = s.outcome
