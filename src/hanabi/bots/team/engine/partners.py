"""What a partner knows of the conventions, as far as the moves at the table show it.

Two counts for each seat: whether its clues and plays follow the conventions at all, and whether it answers prompts and
finesses. Whose first count is too low is taken to follow the plain clues alone, whose second is below zero to know the
basics (`conventions_of`). The more strikes, the more is asked for.
"""

from hanabi.kernels.layout import HIDDEN, Rules

from . import kernel
from .belief import belief, is_known_playable
from .layout import (
    ASKED,
    BLIND,
    CLUED,
    DISCARDED,
    FIVE_STALL,
    NO_CELL,
    PLAY_CLUE,
    PLAY_OR_SAVE,
    PLAYED,
    SAVE_CLUE,
    TEMPO,
    UNEXPLAINED,
    Mind,
    ObservedMove,
)
from .level_table import PLAIN
from .promises import conventions_of, is_touched, literal

# Begun from how much more often people make such a move than `simple` does, then changed by trial: games beside
# `simple`, and what people's games say.
FIRST_FOLLOWS, FIRST_ANSWERS, MOST = 4, 4, 12
TRUE_CLUE, FALSE_CLUE, ODD_CLUE, STALL_CLUE = 1, -4, -3, 4
PLAYED_AS_TOLD, PLAYED_FOR_ITS_CLUE = 8, 4
CLUED_INSTEAD, DISCARDED_INSTEAD = -1, -3
ANSWERED, IGNORED = 2, -3
MISLED, MISLED_BY_ANOTHER, DOUBTED_BELOW = -4, -3, 6
RELIABLE = MOST


@kernel
def count_for(m: Mind, seat: int, evidence: int) -> None:
    m.follows[seat] = min(max(m.follows[seat] + evidence, -MOST), MOST)


@kernel
def count_answer(m: Mind, seat: int, evidence: int) -> None:
    m.answers[seat] = min(max(m.answers[seat] + evidence, -MOST), MOST)


@kernel
def judge_clue(m: Mind, giver: int) -> None:
    """The latest clue, just read: was its promise true, as far as this seat sees?"""
    if giver == m.me or conventions_of(m, giver) == PLAIN:
        return
    kind = m.kinds[m.focus] if m.focus != NO_CELL else HIDDEN
    if m.reading == UNEXPLAINED:
        count_for(m, giver, ODD_CLUE)
    elif m.reading == FIVE_STALL:
        count_for(m, giver, STALL_CLUE)
    elif kind != HIDDEN and (
        m.reading == PLAY_CLUE or m.reading == SAVE_CLUE or m.reading == PLAY_OR_SAVE or m.reading == TEMPO
    ):
        count_for(m, giver, TRUE_CLUE if m.promise >> kind & 1 else FALSE_CLUE)


@kernel
def judge_action(r: Rules, m: Mind, move: ObservedMove) -> None:
    """A move about to be carried out: does its player do what the conventions ask?

    Who plays a touched card that the plain clues leave open follows conventions, whatever was thought before.
    """
    seat = move.seat
    cell = m.hands[seat][move.slot]
    if seat == m.me:
        if move.what == PLAYED and not move.is_added:
            judge_strike(r, m, cell)
        return
    if move.what == PLAYED:
        is_told = is_touched(m, cell) and not is_known_playable(m, literal(m, cell))
        if is_told and m.turns_left < 0 and move.is_added:
            count_for(m, seat, PLAYED_AS_TOLD if is_known_playable(m, belief(r, m, cell)) else PLAYED_FOR_ITS_CLUE)
            if m.marks[cell] & (BLIND | ASKED):
                count_answer(m, seat, ANSWERED)
    elif move.what == DISCARDED or move.what == CLUED:
        for slot in range(m.held[seat]):
            other = m.hands[seat][slot]
            is_true = m.playable >> m.kinds[other] & 1 and not is_known_playable(m, literal(m, other))
            if is_true and is_known_playable(m, belief(r, m, other)):
                is_called = m.marks[other] & (BLIND | ASKED)
                if not is_called:
                    count_for(m, seat, CLUED_INSTEAD if move.what == CLUED else DISCARDED_INSTEAD)
                elif move.what == DISCARDED:
                    count_answer(m, seat, IGNORED)
                return


@kernel
def judge_strike(r: Rules, m: Mind, cell: int) -> None:
    """This seat is about to strike with a card that a clue seemed to promise.

    Who misled it counts most; a table where clues mislead makes the others doubtful, too, unless they are proven.
    """
    giver = m.giver[cell]
    if giver >= 0 and giver != m.me and is_known_playable(m, belief(r, m, cell)):
        count_for(m, giver, MISLED)
        for seat in range(r.players):
            if seat != m.me and seat != giver and m.follows[seat] < DOUBTED_BELOW:
                count_for(m, seat, MISLED_BY_ANOTHER)
