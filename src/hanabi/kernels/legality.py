"""The legal actions of the player to act, as a bit mask for each of the four groups of action ids.

Discards, plays and clues fill one 64-bit word (at most 54 bits); announced plays, reshuffles and rescues fill
one word each.
"""

from . import action_ids, inline, kernel, layout
from .cards import continues_firework, kind_count
from .layout import Rules, State
from .seats import seat_at


@inline
def clues_that_touch(r: Rules, s: State, seat: int) -> int:
    clues, size = 0, s.hand_sizes[seat]
    for slot in range(layout.MAX_HAND):  # a fixed count, so that the compiler can unroll the loop
        if slot < size:
            clues |= r.clues_of[s.faces[s.hands[seat][slot]]]
    return clues


@kernel
def legal_clues(r: Rules, s: State, colors: bool, ranks: bool) -> int:
    """Clues that the teammates' hands allow, whatever the number of clue tokens."""
    every_color = action_ids.color_clues(r) if colors else 0
    every_rank = action_ids.rank_clues(r) if ranks else 0
    mask = 0
    for offset in range(1, r.players):
        clues = -1
        if not r.empty_clues:
            clues = clues_that_touch(r, s, seat_at(r, s.player, offset))
        mask |= (clues & every_color) << action_ids.color_clue_id(r, offset, 0)
        mask |= (clues & every_rank) >> r.colors << action_ids.rank_clue_id(r, offset, 0)
    return mask


@kernel
def legal_moves(r: Rules, s: State) -> int:
    """Discards, plays and clues, as a mask of action ids."""
    if s.outcome != layout.RUNNING:
        return 0
    if s.pending == layout.NO_TILE:
        cards = (1 << s.hand_sizes[s.player]) - 1
        mask = cards << action_ids.play_id(r, 0)
        if s.clue_tokens < r.clue_tokens:
            mask |= cards
        if s.clue_tokens > 0:
            mask |= legal_clues(r, s, True, True)
        return mask
    if s.pending == layout.FREE_COLOR_CLUE or s.pending == layout.FREE_RANK_CLUE:
        return legal_clues(r, s, s.pending == layout.FREE_COLOR_CLUE, s.pending == layout.FREE_RANK_CLUE)
    return 0


@kernel
def legal_announcements(r: Rules, s: State) -> int:
    """Announced plays: any card, as any suit."""
    if s.outcome != layout.RUNNING or s.pending != layout.NO_TILE or not action_ids.has_announcements(r):
        return 0
    return (1 << (s.hand_sizes[s.player] * r.suits)) - 1


@kernel
def discarded_kinds(r: Rules, s: State) -> int:
    mask = 0
    for kind in range(kind_count(r)):
        if s.lost[kind] > 0:
            mask |= 1 << kind
    return mask


@kernel
def rescuable_kinds(r: Rules, s: State) -> int:
    mask = 0
    for kind in range(kind_count(r)):
        if s.lost[kind] > 0 and continues_firework(r, s, kind):
            mask |= 1 << kind
    return mask


@kernel
def legal_reshuffles(r: Rules, s: State) -> int:
    """Kinds the pending tile lets the player shuffle back."""
    if s.outcome != layout.RUNNING or s.pending != layout.RESHUFFLE:
        return 0
    return discarded_kinds(r, s)


@kernel
def legal_rescues(r: Rules, s: State) -> int:
    """Kinds the pending tile lets the player add to a firework; with an empty deck a reshuffle may rescue."""
    if s.outcome != layout.RUNNING:
        return 0
    may_rescue = s.pending == layout.RESCUE or (s.pending == layout.RESHUFFLE and s.next_card == r.cards)
    return rescuable_kinds(r, s) if may_rescue else 0


@inline
def legal_group(r: Rules, s: State, group: int) -> int:
    if group == action_ids.MOVES:
        return legal_moves(r, s)
    if group == action_ids.ANNOUNCEMENTS:
        return legal_announcements(r, s)
    return legal_reshuffles(r, s) if group == action_ids.RESHUFFLES else legal_rescues(r, s)


@kernel
def is_legal(r: Rules, s: State, action: int) -> bool:
    if action < 0 or action >= r.actions:
        return False
    group = action_ids.group_of(r, action)
    return legal_group(r, s, group) >> action - action_ids.first_of_group(r, group) & 1 == 1
