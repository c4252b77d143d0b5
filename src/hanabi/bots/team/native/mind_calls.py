"""One compiled mind at a time, for a bot that is asked from Python."""

from typing import Any

import numpy as np

from hanabi.native.dtypes import dtype_of

from . import kernel
from .card_sets import survey
from .layout import Mind
from .policy import choose
from .updates import sit_down, watch

MIND = dtype_of(Mind)


def blank_minds(count: int) -> Any:
    return np.zeros(count, MIND)


@kernel
def start_mind(rules: Any, minds: Any, me: int, level: int) -> None:
    sit_down(rules[0], minds[0], me, level)


@kernel
def survey_mind(rules: Any, minds: Any) -> None:
    survey(rules[0], minds[0])


@kernel
def watch_turn(
    rules: Any,
    minds: Any,
    what: int,
    seat: int,
    slot: int,
    kind: int,
    to: int,
    clue: int,
    touched: int,
    drawn: int,
    is_added: bool,
    player: int,
    tokens: int,
    strikes: int,
    deck: int,
    turns_left: int,
    pending: int,
) -> None:
    m = minds[0]
    watch(rules[0], m, what, seat, slot, kind, to, clue, touched, drawn, is_added)
    m.player, m.tokens, m.strikes = player, tokens, strikes
    m.deck, m.turns_left, m.pending = deck, turns_left, pending


@kernel
def choose_move(rules: Any, minds: Any) -> Any:
    return choose(rules[0], minds[0])
