"""Whether partners play by conventions, judged by their moves.

Each seat has the log-odds that it does, in hundredths. They change with the kinds of its moves: where its discards come
from, which cards it plays, whether its clues touch new cards; and with the promises of its clues: were they true? Bots
known by name have odds of `KNOWN` or `-KNOWN`, which never change. Two things depend on the odds of a partner: how
likely the plain clues must make a card playable before this seat plays it on that partner's promise (`is_doubted`), and
whether the partner is read literally (`conventions_of`).

Each seat also has a count of how far it answers prompts and finesses. A seat whose count is negative is taken to know
only the basics.
"""

from . import HIDDEN, Rules, inline, kernel, layout
from .card_sets import is_known_playable, is_known_useless
from .conventions import call_by_place
from .conventions.belief import belief
from .conventions.chop import chop
from .layout import Mind
from .levels import PLAIN
from .promises import conventions_of, is_touched, literal

FIRST_ODDS, MIN_ODDS, PROVEN, KNOWN = 110, -400, 250, 1000
# Log-ratios of how often people who play by conventions and newcomers make such a move.
DISCARDED_OTHER, DISCARDED_CLUED, DISCARDED_TRASH, DISCARDED_CHOP = -120, -120, -30, 135
PLAYED_SURE, PLAYED_AS_TOLD, PLAYED_OTHERWISE, PLAYED_BLIND = -80, 45, -40, 90
CLUED_AGAIN, CLUED_NEW = -110, -8
TRUE_CLUE, FALSE_CLUE, ODD_CLUE = 30, -60, -40
KEPT_PROMISE, MISLED = 60, -170
# The odds that a promise needs to be believed (see `is_doubted`), and what is added to them.
NEEDED, NEEDED_PER_STRIKE, NEEDED_BLIND, NEEDED_LATE = 80, 40, 20, 50

FIRST_ANSWERS, MAX_ANSWERS = 4, 12
ANSWERED, IGNORED = 2, -3


@inline
def adjust_odds(m: Mind, seat: int, evidence: int) -> None:
    odds = m.partners.odds[seat]
    if -KNOWN < odds < PROVEN:
        m.partners.odds[seat] = min(max(odds + evidence, MIN_ODDS), PROVEN)


@inline
def adjust_answers(m: Mind, seat: int, evidence: int) -> None:
    m.partners.answers[seat] = min(max(m.partners.answers[seat] + evidence, -MAX_ANSWERS), MAX_ANSWERS)


@kernel
def is_doubted(m: Mind, cell: int, plain: int, blind: int, fresh: int) -> bool:
    """Whether the promise that this seat's card is playable is not enough; `plain` is its chance by the plain clues.

    `blind` and `fresh` are 1 if the card is called for blind, and if it was touched since this seat's last turn. Half
    of what newcomers seem to promise is true, but two thirds if the chance is at least 40 %.
    """
    giver = m.cards.giver[cell]
    if giver < 0 or giver == m.me or plain >= 75 + 10 * m.table.strikes:
        return False
    needed = NEEDED - 5 * plain // 2 + NEEDED_PER_STRIKE * m.table.strikes
    needed += NEEDED_BLIND * blind + NEEDED_LATE * (1 - fresh)
    return m.partners.odds[giver] < needed


@kernel
def judge_clue(m: Mind, move: layout.ObservedMove) -> None:
    """Judge a clue, just read: does it touch new cards, and is its promise true, if this seat sees that?

    A clue that asks a third player for a card says nothing.
    """
    giver = move.seat
    if giver == m.me or m.latest.partner >= 0 or m.table.turns_left >= 0:
        return
    new = 0
    for slot in range(m.table.held[move.to]):
        if move.touched >> slot & 1 and m.cards.since[m.table.hands[move.to][slot]] == m.table.clock:
            new += 1
    adjust_odds(m, giver, CLUED_NEW if new else CLUED_AGAIN)
    if conventions_of(m, giver) == PLAIN:
        return
    reading, focus = m.latest.reading, m.latest.focus
    kind = m.table.kinds[focus] if focus != layout.NO_CELL else HIDDEN
    is_promise = reading == layout.PLAY_CLUE or reading == layout.SAVE_CLUE or reading == layout.PLAY_OR_SAVE
    if reading == layout.UNEXPLAINED:
        adjust_odds(m, giver, ODD_CLUE)
    elif kind != HIDDEN and (is_promise or reading == layout.TEMPO):
        adjust_odds(m, giver, TRUE_CLUE if m.latest.promise >> kind & 1 else FALSE_CLUE)


@kernel
def judge_action(r: Rules, m: Mind, move: layout.ObservedMove) -> None:
    """Judge the player of a move, not carried out yet, by its kind; or the partner whose promise this seat believed."""
    seat = move.seat
    cell = m.table.hands[seat][move.slot]
    if m.table.turns_left >= 0:
        return
    if seat == m.me:
        if move.what == layout.PLAYED:
            judge_promise(r, m, cell, move.is_added)
    elif move.what == layout.PLAYED:
        judge_play(r, m, cell, move)
    elif move.what == layout.DISCARDED:
        judge_discard(r, m, cell, seat)
        judge_ignored_call(r, m, seat)


@kernel
def judge_promise(r: Rules, m: Mind, cell: int, is_true: bool) -> None:
    """This seat plays a card that a clue seemed to promise."""
    giver, is_open = m.cards.giver[cell], not is_known_playable(m, literal(m, cell))
    if giver >= 0 and giver != m.me and is_open and is_known_playable(m, belief(r, m, cell)):
        adjust_odds(m, giver, KEPT_PROMISE if is_true else MISLED)


@kernel
def judge_play(r: Rules, m: Mind, cell: int, move: layout.ObservedMove) -> None:
    if is_known_playable(m, literal(m, cell)):
        adjust_odds(m, move.seat, PLAYED_SURE)
    elif m.cards.clues[cell] == 0:
        adjust_odds(m, move.seat, PLAYED_BLIND)
    else:
        is_told = is_known_playable(m, belief(r, m, cell))
        adjust_odds(m, move.seat, PLAYED_AS_TOLD if is_told else PLAYED_OTHERWISE)
    is_called = m.cards.marks[cell] & (layout.BLIND | layout.ASKED) and not is_known_playable(m, literal(m, cell))
    if is_called and is_touched(m, cell) and move.is_added:
        adjust_answers(m, move.seat, ANSWERED)


@kernel
def judge_discard(r: Rules, m: Mind, cell: int, seat: int) -> None:
    """A discard that calls for a card says nothing about its player."""
    if is_known_playable(m, belief(r, m, cell)) or call_by_place.is_positional_discard(r, m, seat, cell):
        return
    if is_known_useless(m, literal(m, cell)):
        adjust_odds(m, seat, DISCARDED_TRASH)
    elif m.cards.clues[cell]:
        adjust_odds(m, seat, DISCARDED_CLUED)
    else:
        adjust_odds(m, seat, DISCARDED_CHOP if chop(m, seat) == cell else DISCARDED_OTHER)


@kernel
def judge_ignored_call(r: Rules, m: Mind, seat: int) -> None:
    """The seat discards: did it pass over a card that it was called to play?"""
    for slot in range(m.table.held[seat]):
        cell = m.table.hands[seat][slot]
        is_true = m.table.playable >> m.table.kinds[cell] & 1 and not is_known_playable(m, literal(m, cell))
        if is_true and is_known_playable(m, belief(r, m, cell)):
            if m.cards.marks[cell] & (layout.BLIND | layout.ASKED):
                adjust_answers(m, seat, IGNORED)
            return
