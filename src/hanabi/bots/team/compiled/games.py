"""Compiled minds: one at a time for a bot called from Python, and whole games of team bots."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hanabi.bots.team.engine.layout import Mind, ObservedMove, TurnStatus
from hanabi.bots.team.fitted_choice import PATIENCE_WITH_TEAM, choice_for, has_unknown_partner
from hanabi.compiled import turn
from hanabi.compiled.batch_loops import DEAL
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
def begin_mind(r: Rules, s: State, m: Mind, seat: int, conventions: int) -> None:
    """Start the mind of one seat, which sees the hands of the others."""
    updates.reset_mind(r, m, seat, conventions)
    m.table.player, m.table.turns_left, m.table.deck = s.player, s.turns_left, r.cards - s.next_card
    m.table.recovery_tiles = knowledge.recovery_tiles(r, s)
    for other in range(r.players):
        if other != seat:
            for slot in range(s.hand_sizes[other]):
                m.table.kinds[m.table.hands[other][slot]] = s.faces[s.hands[other][slot]]
    card_sets.update_sets(r, m)


@kernel
def begin_minds(r: Rules, s: State, minds: Records, conventions: int) -> None:
    """Start the minds of all seats in a game that has been dealt."""
    for seat in range(r.players):
        begin_mind(r, s, minds[seat], seat, conventions)


@kernel
def update_minds(r: Rules, s: State, minds: Records, drawn_before: int) -> None:
    """Update every mind with the last action."""
    for viewer in range(r.players):
        update_mind(r, s, minds[viewer], drawn_before)


@kernel
def update_mind(r: Rules, s: State, m: Mind, drawn_before: int) -> None:
    """Update a mind with the last action; a card drawn is hidden from its holder."""
    seat = s.last_player
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
    drawn = layout.NOTHING_DRAWN
    if s.drawn > drawn_before:
        drawn = HIDDEN if m.me == seat else s.faces[s.hands[seat][s.hand_sizes[seat] - 1]]
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
            drawn = s.drawn
            action = policy.choose(r, minds[s.player])
            if game < log.shape[0]:
                log[game, move] = action
            move += 1
            turn.apply(r, s, action, reshuffle_depth(r, s, key, action))
            update_minds(r, s, minds, drawn)
        if game < log.shape[0]:
            log[game, move] = -1
        scores[game] = s.score
        outcomes[game] = s.outcome


class TeamSeat:
    """A team bot in one seat of every game of a batch (see `bots.bot.BatchSeat`).

    It follows each partner as far as `patience` says, but always chooses carefully, never as people do.
    """

    def __init__(
        self, rules: RuleSet, players: int, seat: int, games: int, conventions: int, patience: Sequence[int]
    ) -> None:
        self._rules = pack(kernel_rules(rules, players), RULES)
        self._minds = new_minds(games, players, PATIENCE_WITH_TEAM)
        self._minds["partners"]["patience"] = patience
        self._minds["partners"]["strict"] = has_unknown_partner(patience, players, seat)
        self._drawn = np.zeros(games, np.int64)
        self._seat, self._conventions = seat, conventions

    def follow(self, states: Records, done: Numbers, chosen: Numbers, start: int, stop: int) -> None:
        fixed = (self._seat, self._conventions)
        follow_team_seat(self._rules, states, self._minds, self._drawn, fixed, done, chosen, (start, stop))


@kernel
def follow_team_seat(
    rules: Records,
    states: Records,
    minds: Records,
    drawn: Numbers,
    seat_and_conventions: tuple[int, int],
    done: Numbers,
    chosen: Numbers,
    part: tuple[int, int],
) -> None:
    r: Rules = rules[0]
    seat, conventions = seat_and_conventions
    for game in range(part[0], part[1]):
        s: State = states[game]
        if done[game] == DEAL:
            begin_mind(r, s, minds[game], seat, conventions)
        elif done[game] >= 0:
            update_mind(r, s, minds[game], drawn[game])
        else:
            continue
        drawn[game] = s.drawn
        if s.player == seat and s.outcome == RUNNING:
            chosen[game] = policy.choose(r, minds[game])
