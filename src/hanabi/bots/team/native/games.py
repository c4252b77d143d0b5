"""Whole games of team players, compiled."""

from typing import Any

from hanabi.bots.compiled.deals import deal_game, place_above
from hanabi.kernels.layout import CLUED_COLOR, CLUED_RANK, HIDDEN, RUNNING
from hanabi.kernels.layout import DISCARDED as WAS_DISCARDED
from hanabi.kernels.layout import PLAYED as WAS_PLAYED
from hanabi.kernels.layout import RESHUFFLED as WAS_RESHUFFLED
from hanabi.native.turn import apply

from . import kernel
from .card_sets import survey
from .layout import CLUED, DISCARDED, PLAYED, RESCUED, RESHUFFLED
from .policy import choose
from .updates import sit_down, watch

NOTHING_DRAWN = -2


@kernel
def begin(r: Any, s: Any, minds: Any, level: int) -> None:
    """Every mind sees the hands of the others."""
    for seat in range(r.players):
        m = minds[seat]
        sit_down(r, m, seat, level)
        m.player, m.turns_left, m.deck = s.player, s.turns_left, r.cards - s.top
        for other in range(r.players):
            if other != seat:
                for slot in range(s.held[other]):
                    m.kinds[m.hands[other][slot]] = s.faces[s.hands[other][slot]]
        survey(r, m)


@kernel
def watch_turn(r: Any, s: Any, minds: Any, seat: int, drawn_before: int) -> None:
    """Every seat watches what `seat` has just done, and sees the card drawn unless it is its own."""
    what = RESCUED
    if s.last_move == WAS_PLAYED:
        what = PLAYED
    elif s.last_move == WAS_DISCARDED:
        what = DISCARDED
    elif s.last_move == CLUED_COLOR or s.last_move == CLUED_RANK:
        what = CLUED
    elif s.last_move == WAS_RESHUFFLED:
        what = RESHUFFLED
    is_added = what == PLAYED and s.last_scored == 1
    for viewer in range(r.players):
        m = minds[viewer]
        drawn = NOTHING_DRAWN
        if s.drawn > drawn_before:
            drawn = HIDDEN if viewer == seat else s.faces[s.hands[seat][s.held[seat] - 1]]
        watch(r, m, what, seat, s.last_slot, s.last_kind, s.last_target, s.last_clue, s.last_touched, drawn, is_added)
        m.tokens, m.strikes, m.deck = s.clue_tokens, s.strikes, r.cards - s.top
        m.turns_left, m.pending, m.player = s.turns_left, s.pending, s.player


@kernel
def team_games(
    rules: Any,
    states: Any,
    minds: Any,
    cards: Any,
    seed: int,
    first: int,
    level: int,
    scores: Any,
    outcomes: Any,
    log: Any,
) -> None:
    """Games `first`, `first + 1`, … of a seed, one mind a seat, their weights filled in.

    `log` takes a row of actions a game, ended by -1; with no rows nothing is logged.
    """
    r, s = rules[0], states[0]
    for game in range(scores.shape[0]):
        key = deal_game(r, s, cards, seed, first + game)
        begin(r, s, minds, level)
        move = 0
        while s.outcome == RUNNING:
            seat, drawn = s.player, s.drawn
            action = choose(r, minds[seat])
            if game < log.shape[0]:
                log[game, move] = action
            move += 1
            apply(r, s, action, place_above(r, s, key, action))
            watch_turn(r, s, minds, seat, drawn)
        if game < log.shape[0]:
            log[game, move] = -1
        scores[game] = s.score
        outcomes[game] = s.outcome
