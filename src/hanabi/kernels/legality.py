"""The legal actions of the player to act, as bit masks over the four groups of action ids.

Discards, plays and clues share one 64-bit mask (at most 54 bits) and have the numbers of the Hanabi Learning
Environment; announced plays, reshuffles and rescues have a mask each.
"""

from . import inline, kernel
from .cards import continues_firework
from .layout import (
    FREE_COLOR_CLUE,
    FREE_RANK_CLUE,
    MAX_RANKS,
    NO_TILE,
    RESCUE,
    RESHUFFLE,
    RUNNING,
    Rules,
    State,
)


@inline
def clues_that_touch(r: Rules, s: State, seat: int) -> int:
    clues = 0
    for slot in range(s.held[seat]):
        clues |= r.clues_of[s.faces[s.hands[seat][slot]]]
    return clues


@kernel
def legal_clues(r: Rules, s: State, colors: bool, ranks: bool) -> int:
    """Clues the player may give as far as the teammates' hands decide (not the tokens)."""
    every_color = (1 << r.colors) - 1 if colors else 0
    every_rank = (1 << r.ranks) - 1 if ranks else 0
    mask = 0
    for offset in range(1, r.players):
        clues = -1
        if not r.empty_clues:
            seat = s.player + offset
            if seat >= r.players:
                seat -= r.players
            clues = clues_that_touch(r, s, seat)
        mask |= (clues & every_color) << (r.first_color_clue + (offset - 1) * r.colors)
        mask |= (clues >> r.colors & every_rank) << (r.first_rank_clue + (offset - 1) * r.ranks)
    return mask


@kernel
def legal_moves(r: Rules, s: State) -> int:
    """Discards, plays and clues, as a mask of action ids."""
    if s.outcome != RUNNING:
        return 0
    if s.pending == NO_TILE:
        cards = (1 << s.held[s.player]) - 1
        mask = cards << r.hand_size
        if s.clue_tokens < r.clue_tokens:
            mask |= cards
        if s.clue_tokens > 0:
            mask |= legal_clues(r, s, True, True)
        return mask
    if s.pending == FREE_COLOR_CLUE or s.pending == FREE_RANK_CLUE:
        return legal_clues(r, s, s.pending == FREE_COLOR_CLUE, s.pending == FREE_RANK_CLUE)
    return 0


@kernel
def legal_announcements(r: Rules, s: State) -> int:
    """Announced plays, bit `slot * suits + suit`."""
    if s.outcome != RUNNING or s.pending != NO_TILE or r.first_reshuffle == r.first_announcement:
        return 0
    return (1 << (s.held[s.player] * r.suits)) - 1


@kernel
def discarded_kinds(r: Rules, s: State) -> int:
    mask = 0
    for kind in range(r.suits * MAX_RANKS):
        if s.lost[kind] > 0:
            mask |= 1 << kind
    return mask


@kernel
def rescuable_kinds(r: Rules, s: State) -> int:
    mask = 0
    for kind in range(r.suits * MAX_RANKS):
        if s.lost[kind] > 0 and continues_firework(r, s, kind):
            mask |= 1 << kind
    return mask


@kernel
def legal_reshuffles(r: Rules, s: State) -> int:
    """Kinds the pending tile lets the player shuffle back."""
    if s.outcome != RUNNING or s.pending != RESHUFFLE:
        return 0
    return discarded_kinds(r, s)


@kernel
def legal_rescues(r: Rules, s: State) -> int:
    """Kinds the pending tile lets the player add to a firework; with an empty deck a reshuffle may rescue."""
    if s.outcome == RUNNING and (s.pending == RESCUE or (s.pending == RESHUFFLE and s.top == r.cards)):
        return rescuable_kinds(r, s)
    return 0


@kernel
def is_legal(r: Rules, s: State, action: int) -> bool:
    if action < 0 or action >= r.actions:
        return False
    if action < r.first_announcement:
        return legal_moves(r, s) >> action & 1 == 1
    if action < r.first_reshuffle:
        return legal_announcements(r, s) >> (action - r.first_announcement) & 1 == 1
    if action < r.first_rescue:
        return legal_reshuffles(r, s) >> (action - r.first_reshuffle) & 1 == 1
    return legal_rescues(r, s) >> (action - r.first_rescue) & 1 == 1
