"""Whole games of team players, compiled."""

from typing import NamedTuple

from hanabi.bots.team.engine.layout import Mind, ObservedMove
from hanabi.compiled import turn
from hanabi.compiled.arrays import ActionLog, Kinds, Numbers, Records
from hanabi.compiled.auto_deal import reshuffle_depth
from hanabi.compiled.numbered_deals import deal_game
from hanabi.kernels.layout import CLUED_COLOR, CLUED_RANK, HIDDEN, RUNNING, Rules, State
from hanabi.kernels.layout import DISCARDED as WAS_DISCARDED
from hanabi.kernels.layout import PLAYED as WAS_PLAYED
from hanabi.kernels.layout import RESHUFFLED as WAS_RESHUFFLED

from . import card_sets, kernel, layout, policy, updates


class TeamArrays(NamedTuple):
    """What compiled games of team players work in."""

    rules: Records  # one
    states: Records  # one
    minds: Records  # one a seat, their weights filled in
    cards: Kinds  # the whole deck, sorted


@kernel
def begin_minds(r: Rules, s: State, minds: Records, conventions: int) -> None:
    """A game has been dealt; every mind sees the hands of the others."""
    for seat in range(r.players):
        m: Mind = minds[seat]
        updates.begin_game(r, m, seat, conventions)
        m.player, m.turns_left, m.deck = s.player, s.turns_left, r.cards - s.top
        for other in range(r.players):
            if other != seat:
                for slot in range(s.held[other]):
                    m.kinds[m.hands[other][slot]] = s.faces[s.hands[other][slot]]
        card_sets.update_sets(r, m)


@kernel
def update_minds(r: Rules, s: State, minds: Records, seat: int, drawn_before: int) -> None:
    """Every mind observes the last action, made by `seat`; its own card drawn is hidden from it."""
    what = layout.RESCUED
    if s.last_move == WAS_PLAYED:
        what = layout.PLAYED
    elif s.last_move == WAS_DISCARDED:
        what = layout.DISCARDED
    elif s.last_move == CLUED_COLOR or s.last_move == CLUED_RANK:
        what = layout.CLUED
    elif s.last_move == WAS_RESHUFFLED:
        what = layout.RESHUFFLED
    is_added = what == layout.PLAYED and s.last_scored == 1
    for viewer in range(r.players):
        m: Mind = minds[viewer]
        drawn = layout.NOTHING_DRAWN
        if s.drawn > drawn_before:
            drawn = HIDDEN if viewer == seat else s.faces[s.hands[seat][s.held[seat] - 1]]
        move = ObservedMove(
            what, seat, s.last_slot, s.last_kind, s.last_target, s.last_clue, s.last_touched, drawn, is_added
        )
        updates.observe_move(r, m, move)
        m.tokens, m.strikes, m.deck = s.clue_tokens, s.strikes, r.cards - s.top
        m.turns_left, m.pending, m.player = s.turns_left, s.pending, s.player


@kernel
def team_games(
    arrays: TeamArrays, conventions: Numbers, seed: int, first: int, scores: Numbers, outcomes: Numbers, log: ActionLog
) -> None:
    """Games `first`, `first + 1`, … of a seed. `conventions` has the mask of each seat.

    `log` takes a row of actions a game, ended by -1; with no rows nothing is logged.
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
