"""Whole games of the compiled bot with itself, without a record: for measuring and tuning."""

from typing import Any

import numpy as np

from hanabi.kernels.layout import (
    CLUED_COLOR,
    CLUED_RANK,
    HIDDEN,
    MAX_PLAYERS,
    RUNNING,
)
from hanabi.kernels.layout import DISCARDED as STATE_DISCARDED
from hanabi.kernels.layout import PLAYED as STATE_PLAYED
from hanabi.native.deal import deal
from hanabi.native.memory import STATE
from hanabi.native.turn import apply

from . import kernel
from .choosing import choose
from .door import MIND
from .faces import survey
from .layout import CLUED, DISCARDED, PLAYED, RESHUFFLED
from .watching import sit_down, watch


@kernel
def begin(r: Any, s: Any, minds: Any, level: int) -> None:
    for seat in range(r.players):
        m = minds[seat]
        sit_down(r, m, seat, level)
        m.player = s.player
        for other in range(r.players):
            if other != seat:
                for slot in range(s.held[other]):
                    m.kinds[m.hands[other][slot]] = s.faces[s.hands[other][slot]]
        survey(r, m)


@kernel
def tell(r: Any, s: Any, minds: Any, seat: int, drawn_before: int) -> None:
    """Every seat watches the turn `seat` has just taken."""
    what, is_added = RESHUFFLED, False
    if s.last_move == STATE_PLAYED:
        what = PLAYED
        is_added = s.last_scored == 1
    elif s.last_move == STATE_DISCARDED:
        what = DISCARDED
    elif s.last_move == CLUED_COLOR or s.last_move == CLUED_RANK:
        what = CLUED
    for viewer in range(r.players):
        m = minds[viewer]
        drawn = -2
        if s.drawn > drawn_before:
            drawn = HIDDEN if viewer == seat else s.faces[s.hands[seat][s.held[seat] - 1]]
        watch(r, m, what, seat, s.last_slot, s.last_kind, s.last_target, s.last_clue, s.last_touched, drawn, is_added)
        m.tokens, m.strikes, m.deck = s.clue_tokens, s.strikes, r.cards - s.top
        m.turns_left, m.pending, m.player = s.turns_left, s.pending, s.player


@kernel
def play_games(rules: Any, decks: Any, weights: Any, level: int, results: Any) -> None:
    """One game a row of `decks`; results: score, outcome, reason, strikes, turns, best score left."""
    r = rules[0]
    state = np.zeros(1, STATE)
    minds = np.zeros(MAX_PLAYERS, MIND)
    for seat in range(r.players):
        m = minds[seat]
        for place in range(len(weights)):
            m.weights[place] = weights[place]
    for game in range(len(decks)):
        s = state[0]
        for card in range(r.cards):
            s.faces[card] = decks[game, card]
        deal(r, s, 0)
        begin(r, s, minds, level)
        while s.outcome == RUNNING:
            seat, drawn = s.player, s.drawn
            move = choose(r, minds[seat])
            apply(r, s, move, 0)
            tell(r, s, minds, seat, drawn)
        results[game, 0] = s.score
        results[game, 1] = s.outcome
        results[game, 2] = s.reason
        results[game, 3] = s.strikes
        results[game, 4] = s.turn
        best = 0
        m = minds[0]
        for kind in range(r.suits * 5):
            best += m.useful >> kind & 1
        for suit in range(r.suits):
            best += s.fireworks[suit]
        results[game, 5] = best
