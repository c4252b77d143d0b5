"""What the team bot notices about the moves it can make, one row a move, and about the table they are made at."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hanabi.bots.team.engine.conventions.chop import chop
from hanabi.bots.team.engine.conventions.order_chop_move import is_out_of_order
from hanabi.bots.team.engine.discard_features import MOST_TURNS
from hanabi.bots.team.engine.evaluation import danger
from hanabi.bots.team.engine.features import CLUES, DISCARDS, END, FEATURE_NAMES, PLAYS
from hanabi.bots.team.engine.layout import NO_CELL, Mind
from hanabi.bots.team.engine.move_worth import slack
from hanabi.bots.team.engine.policy import (
    clue_reason,
    discard_reason,
    is_misleading,
    is_rash,
    look_at_clue,
    look_at_discard,
    look_at_play,
    play_reason,
    prepare,
    touched_by,
)
from hanabi.bots.team.engine.tried_clue import drop_beliefs, is_busy, keep_state, restore_state
from hanabi.kernels.action_ids import card_use_of, clue_of, is_clue, is_plain_play
from hanabi.kernels.layout import Rules

NOT_TOLD = -1

TABLE_NAMES = (
    "tokens", "deck", "score", "pace", "next_loss", "own_plays", "own_trash", "own_clued", "lowest", "chop_age",
    "clued_since", "chops_discarded", "cards_lost",
    "next_free", "next_clued", "next_danger", "last_free", "last_clued", "last_danger",
)  # fmt: skip
MOVE_NAMES = ("evaluation", "slot", "focus_slot", "touched")
COLUMNS = (*FEATURE_NAMES, *TABLE_NAMES, *MOVE_NAMES)
LEAST_EVALUATION, MOST_EVALUATION = -900, 600


class MoveRow(NamedTuple):
    number: int
    features: list[int]  # by `FEATURE_NAMES`; those of other sorts of moves are zero
    evaluation: int
    is_rash: bool  # done only before nothing at all
    reason: int
    chosen: int  # the cell it is about
    slot: int = NOT_TOLD  # of a play or discard
    focus_slot: int = 0
    touched: int = 0  # how many cards

    def columns(self, table: list[int]) -> list[int]:
        """By `COLUMNS`."""
        evaluation = min(max(self.evaluation, LEAST_EVALUATION), MOST_EVALUATION)
        return [*self.features, *table, evaluation, self.slot, self.focus_slot, self.touched]


def rows_of(r: Rules, m: Mind, moves: Iterable[int]) -> Iterator[MoveRow]:
    """The moves of these numbers, clues first. Nothing of the mind changes but what a choice changes."""
    numbers = sorted(moves, key=lambda number: not is_clue(r, number))
    prepare(r, m)
    latest = m.reading, m.focus, m.promise, m.connection, m.partner
    keep_state(m)
    m.clock += 1
    for number in numbers:
        if is_clue(r, number):
            yield _clue_row(r, m, number)
            restore_state(m)
    m.clock -= 1
    m.reading, m.focus, m.promise, m.connection, m.partner = latest
    oldest = chop(m, m.me)
    for number in numbers:
        if is_clue(r, number):
            continue
        slot = card_use_of(r, number)[0]
        cell = m.hands[m.me][slot]
        if is_plain_play(r, number):
            own = _evaluation(m, look_at_play(r, m, slot))
            rash = is_rash(r, m, cell) or is_out_of_order(r, m, slot)
            yield MoveRow(number, _noticed(m, PLAYS, DISCARDS), own, rash, play_reason(m, slot), cell, slot)
        else:
            own = _evaluation(m, look_at_discard(r, m, slot, oldest))
            rash, reason = is_misleading(m, slot), discard_reason(m, slot, oldest)
            yield MoveRow(number, _noticed(m, DISCARDS, CLUES), own, rash, reason, cell, slot)
    drop_beliefs(r, m)


def _clue_row(r: Rules, m: Mind, number: int) -> MoveRow:
    turn, clue = clue_of(r, number)
    to = (m.me + turn) % r.players
    touched = touched_by(r, m, to, clue)
    own = _evaluation(m, look_at_clue(r, m, to, clue, touched, is_busy(r, m, to)))
    m.best_gain = max(m.best_gain, m.gain)
    features, reason = _noticed(m, CLUES, END), clue_reason(m, m.gain)
    slot = list(m.hands[to]).index(m.focus) if m.focus != NO_CELL else NOT_TOLD
    return MoveRow(number, features, own, False, reason, m.focus, focus_slot=slot, touched=touched.bit_count())


def _evaluation(m: Mind, score: int) -> int:
    """What the bot's own evaluation says of the move looked at, from its score (see `score_of`)."""
    return (score - m.noticed) // m.trust


def _noticed(m: Mind, first: int, end: int) -> list[int]:
    return [m.features[feature] if first <= feature < end else 0 for feature in range(len(FEATURE_NAMES))]


def table_of(r: Rules, m: Mind) -> list[int]:
    """What the moves are made at, by `TABLE_NAMES`. Called when the moves have been looked at."""
    clued = sum(m.clues[m.hands[m.me][slot]] > 0 for slot in range(m.held[m.me]))
    chop_age, clued_since = min(m.clock - m.chop_since, MOST_TURNS), int(m.clued_at > m.last_turn)
    table = [
        m.tokens, m.deck, sum(m.fireworks[: r.suits]), slack(r, m), m.next_loss, m.own_plays.bit_count(),
        m.own_trash.bit_count(), clued, m.lowest, chop_age, clued_since, m.discarded, sum(m.lost),
    ]  # fmt: skip
    for turn in (1, r.players - 1):
        seat = (m.me + turn) % r.players
        cells = [m.hands[seat][slot] for slot in range(m.held[seat])]
        free = sum(m.clues[cell] == 0 and m.playable >> m.kinds[cell] & 1 for cell in cells)
        table += [free, sum(m.clues[cell] > 0 for cell in cells), danger(r, m, seat, 1)]
    return table
