"""What partners know of the conventions, judged by their moves.

Each seat has two counts: how far its clues and plays follow the conventions, and how often it answers prompts and
finesses. A seat with a low first count is taken to follow the plain clues alone; one with a negative second count is
taken to know only the basics (`conventions_of`). The threshold rises with the strikes.
"""

from . import HIDDEN, Rules, kernel, layout
from .card_sets import is_known_playable
from .conventions.belief import belief
from .layout import Mind
from .levels import PLAIN
from .promises import conventions_of, is_touched, literal

# First set by how much more often people make such a move than `simple` does, then tuned on games with `simple` and on
# people's games.
FIRST_FOLLOWS, FIRST_ANSWERS, LIMIT = 4, 4, 12
TRUE_CLUE, FALSE_CLUE, ODD_CLUE, STALL_CLUE = 1, -4, -3, 4
PLAYED_AS_TOLD, PLAYED_FOR_ITS_CLUE = 8, 4
CLUED_INSTEAD, DISCARDED_INSTEAD = -1, -3
ANSWERED, IGNORED = 2, -3
MISLED, MISLED_BY_ANOTHER, DOUBTED_BELOW = -4, -3, 6
RELIABLE = LIMIT


@kernel
def adjust_follows(m: Mind, seat: int, evidence: int) -> None:
    m.partners.follows[seat] = min(max(m.partners.follows[seat] + evidence, -LIMIT), LIMIT)


@kernel
def adjust_answers(m: Mind, seat: int, evidence: int) -> None:
    m.partners.answers[seat] = min(max(m.partners.answers[seat] + evidence, -LIMIT), LIMIT)


@kernel
def judge_clue(m: Mind, giver: int) -> None:
    """Count whether the promise of the latest clue, just read, was true as far as this seat sees."""
    if giver == m.me or conventions_of(m, giver) == PLAIN:
        return
    reading, focus = m.latest.reading, m.latest.focus
    kind = m.table.kinds[focus] if focus != layout.NO_CELL else HIDDEN
    is_promise = reading == layout.PLAY_CLUE or reading == layout.SAVE_CLUE or reading == layout.PLAY_OR_SAVE
    if reading == layout.UNEXPLAINED:
        adjust_follows(m, giver, ODD_CLUE)
    elif reading == layout.FIVE_STALL:
        adjust_follows(m, giver, STALL_CLUE)
    elif kind != HIDDEN and (is_promise or reading == layout.TEMPO):
        adjust_follows(m, giver, TRUE_CLUE if m.latest.promise >> kind & 1 else FALSE_CLUE)


@kernel
def judge_action(r: Rules, m: Mind, move: layout.ObservedMove) -> None:
    """Count whether the player of a move, not carried out yet, does what the conventions ask.

    A player who plays a touched card that the plain clues leave open follows conventions, whatever was thought before.
    """
    seat = move.seat
    cell = m.table.hands[seat][move.slot]
    if seat == m.me:
        if move.what == layout.PLAYED and not move.is_added:
            judge_strike(r, m, cell)
        return
    if move.what == layout.PLAYED:
        is_convention_play = is_touched(m, cell) and not is_known_playable(m, literal(m, cell))
        if is_convention_play and m.table.turns_left < 0 and move.is_added:
            adjust_follows(m, seat, PLAYED_AS_TOLD if is_known_playable(m, belief(r, m, cell)) else PLAYED_FOR_ITS_CLUE)
            if m.cards.marks[cell] & (layout.BLIND | layout.ASKED):
                adjust_answers(m, seat, ANSWERED)
    elif move.what == layout.DISCARDED or move.what == layout.CLUED:
        for slot in range(m.table.held[seat]):
            other = m.table.hands[seat][slot]
            is_true = m.table.playable >> m.table.kinds[other] & 1 and not is_known_playable(m, literal(m, other))
            if is_true and is_known_playable(m, belief(r, m, other)):
                is_called = m.cards.marks[other] & (layout.BLIND | layout.ASKED)
                if not is_called:
                    adjust_follows(m, seat, CLUED_INSTEAD if move.what == layout.CLUED else DISCARDED_INSTEAD)
                elif move.what == layout.DISCARDED:
                    adjust_answers(m, seat, IGNORED)
                return


@kernel
def judge_strike(r: Rules, m: Mind, cell: int) -> None:
    """This seat is about to strike with a card that a clue seemed to promise.

    That counts most against the giver of the clue, and a little against all others who are not proven yet.
    """
    giver = m.cards.giver[cell]
    if giver >= 0 and giver != m.me and is_known_playable(m, belief(r, m, cell)):
        adjust_follows(m, giver, MISLED)
        for seat in range(r.players):
            if seat != m.me and seat != giver and m.partners.follows[seat] < DOUBTED_BELOW:
                adjust_follows(m, seat, MISLED_BY_ANOTHER)
