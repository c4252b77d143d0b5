"""One compiled mind at a time, for a bot that is called from Python."""

import numpy as np

from hanabi.compiled.arrays import Records
from hanabi.compiled.dtypes import dtype_of

from . import card_sets, kernel, layout, policy, updates

MIND = dtype_of(layout.Mind)


def blank_minds(count: int) -> Records:
    return np.zeros(count, MIND)


@kernel
def begin_game(rules: Records, minds: Records, me: int, conventions: int) -> None:
    updates.begin_game(rules[0], minds[0], me, conventions)


@kernel
def update_card_sets(rules: Records, minds: Records) -> None:
    card_sets.update_sets(rules[0], minds[0])


@kernel
def observe_move(rules: Records, minds: Records, move: layout.ObservedMove, status: layout.TurnStatus) -> None:
    updates.observe_move(rules[0], minds[0], move)
    updates.set_status(minds[0], status)


@kernel
def choose_action(rules: Records, minds: Records) -> int:
    action: int = policy.choose(rules[0], minds[0])
    return action
