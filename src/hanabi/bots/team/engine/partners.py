"""Whether partners play by conventions, judged by their moves.

Each seat has the log-odds that it does, in hundredths. They change with the kinds of its moves: where its discards come
from, which cards it plays, whether its clues touch new cards; and with the promises of its clues: were they true? Bots
known by name have odds of `KNOWN` or `-KNOWN`, which never change. Two things depend on the odds of a partner: how
likely the plain clues must make a card playable before this seat plays it on that partner's promise (`is_doubted`), and
whether the partner is read literally (`conventions_of`).
"""

from . import HIDDEN, Rules, inline, kernel, layout
from .card_sets import is_known_playable, is_known_useless
from .conventions import call_by_place
from .conventions.belief import belief
from .conventions.chop import chop
from .layout import Mind
from .levels import PLAIN
from .promises import conventions_of, literal

FIRST_ODDS, MIN_ODDS, PROVEN, KNOWN = 110, -400, 250, 1000
# Log-ratios of how often people who play by conventions and newcomers make such a move.
DISCARDED_OTHER, DISCARDED_CLUED, DISCARDED_TRASH, DISCARDED_CHOP = -120, -120, -30, 135
PLAYED_SURE, PLAYED_AS_TOLD, PLAYED_OTHERWISE, PLAYED_BLIND = -80, 45, -40, 90
CLUED_AGAIN, CLUED_NEW = -110, -8
TRUE_CLUE, FALSE_CLUE, ODD_CLUE = 30, -60, -40
KEPT_PROMISE, MISLED = 60, -170
# The odds that a promise needs to be believed (see `is_doubted`), and what is added to them.
NEEDED, NEEDED_PER_STRIKE, NEEDED_BLIND, NEEDED_LATE = 80, 40, 20, 50


@inline
def adjust_odds(m: Mind, seat: int, evidence: int) -> None:
    odds = m.partners.odds[seat]
    if -KNOWN < odds < PROVEN:
        m.partners.odds[seat] = min(max(odds + evidence, MIN_ODDS), PROVEN)


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
    """Judge a play or discard, not carried out yet: its player, or the partner whose promise this seat believed.

    A discard that calls for a card says nothing about its player.
    """
    if m.table.turns_left >= 0 or (move.what != layout.PLAYED and move.what != layout.DISCARDED):
        return
    seat, cell = move.seat, m.table.hands[move.seat][move.slot]
    giver, is_clued, plain = m.cards.giver[cell], m.cards.clues[cell] != 0, literal(m, cell)
    is_sure, is_told = is_known_playable(m, plain), is_known_playable(m, belief(r, m, cell))
    if seat == m.me:
        if move.what == layout.PLAYED and is_told and not is_sure and giver >= 0 and giver != seat:
            adjust_odds(m, giver, KEPT_PROMISE if move.is_added else MISLED)
    elif move.what == layout.PLAYED:
        as_clued = PLAYED_AS_TOLD if is_told else PLAYED_OTHERWISE
        adjust_odds(m, seat, PLAYED_SURE if is_sure else as_clued if is_clued else PLAYED_BLIND)
    elif not is_told and not call_by_place.is_positional_discard(r, m, seat, cell):
        unclued = DISCARDED_CHOP if chop(m, seat) == cell else DISCARDED_OTHER
        useful = DISCARDED_CLUED if is_clued else unclued
        adjust_odds(m, seat, DISCARDED_TRASH if is_known_useless(m, plain) else useful)
