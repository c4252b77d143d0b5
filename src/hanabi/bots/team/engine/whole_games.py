"""Whole games of team bots: each seat has a mind, which follows the game as that seat sees it."""

from typing import Any, NamedTuple

from hanabi.kernels import RUNNING, State, layout as state_layout

from . import HIDDEN, Rules, card_sets, kernel, knowledge, layout, numbered_deals, policy, turn, updates
from .layout import Mind, ObservedMove, TurnStatus


class TeamArrays(NamedTuple):
    """The memory of whole games: arrays for compiled code, otherwise lists of objects."""

    rules: Any  # one
    states: Any  # one
    minds: Any  # one per seat, with their weights
    cards: Any  # the whole deck, sorted


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
def begin_minds(r: Rules, s: State, minds: Any, conventions: int) -> None:
    """Start the minds of all seats in a game that has been dealt."""
    for seat in range(r.players):
        begin_mind(r, s, minds[seat], seat, conventions)


@kernel
def update_minds(r: Rules, s: State, minds: Any, drawn_before: int) -> None:
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
def play_team_games(
    arrays: TeamArrays, conventions: Any, seed: int, first: int, scores: Any, outcomes: Any, log: Any
) -> None:
    """Play games `first`, `first + 1`, … of a seed. `conventions` has the mask of each seat.

    `log` takes one row of actions per game, ended by -1; with no rows nothing is logged.
    """
    r: Rules = arrays.rules[0]
    s: State = arrays.states[0]
    minds = arrays.minds
    for game in range(scores.shape[0]):
        key = numbered_deals.deal_game(r, s, arrays.cards, seed, first + game)
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
            turn.apply(r, s, action, numbered_deals.reshuffle_depth(r, s, key, action))
            update_minds(r, s, minds, drawn)
        if game < log.shape[0]:
            log[game, move] = -1
        scores[game] = s.score
        outcomes[game] = s.outcome
