"""Action ids: every action of the player to act as one number. Only this module knows the numbering.

In ascending order: discards and plays by slot; color clues, then rank clues, by offset and then by color or rank;
announced plays by slot and then by suit; reshuffles and rescues by kind. Up to the rank clues these are the numbers of
the Hanabi Learning Environment. An offset counts seats from the player: the next one is at offset 1.

A clue index names a clue without its receiver: the nameable colors first, then the ranks.
"""

from . import inline, kernel
from .cards import kind_count
from .layout import NO_SUIT, Rules

# Groups of ids: the legal ids of a group fit in one bit mask. MOVES are discards, plays and clues.
GROUPS = 4
MOVES, ANNOUNCEMENTS, RESHUFFLES, RESCUES = range(GROUPS)


@kernel
def number_actions(r: Rules, announcing: bool, choosing: bool) -> None:
    """Fill in the first id of each type of action. Players, hand size, suits, colors and ranks must be set."""
    r.first_color_clue = 2 * r.hand_size
    r.first_rank_clue = r.first_color_clue + (r.players - 1) * r.colors
    r.first_announcement = r.first_rank_clue + (r.players - 1) * r.ranks
    r.first_reshuffle = r.first_announcement + (r.hand_size * r.suits if announcing else 0)
    r.first_rescue = r.first_reshuffle + (kind_count(r) if choosing else 0)
    r.actions = r.first_rescue + (kind_count(r) if choosing else 0)
    for offset in range(1, r.players):
        for clue in range(clue_count(r)):
            r.clue_offsets[clue_id(r, offset, clue)] = offset
            r.clue_indices[clue_id(r, offset, clue)] = clue


@inline
def has_only_moves(r: Rules) -> bool:
    """Whether discards, plays and clues are the only actions."""
    return r.actions == r.first_announcement


@inline
def has_announcements(r: Rules) -> bool:
    return r.first_reshuffle > r.first_announcement


@inline
def has_reward_choices(r: Rules) -> bool:
    return r.first_rescue > r.first_reshuffle


@inline
def rank_clue(r: Rules, rank_index: int) -> int:
    """The index of a rank clue. (The index of a color clue is the color's place among the nameable ones.)"""
    return r.colors + rank_index


@inline
def clue_count(r: Rules) -> int:
    return r.colors + r.ranks


@inline
def clued_rank(r: Rules, clue: int) -> int:
    """The rank index that a rank clue names."""
    return clue - r.colors


@inline
def is_color_clue(r: Rules, clue: int) -> bool:
    return clue < r.colors


@inline
def color_clues(r: Rules) -> int:
    """The indices of all color clues as a mask."""
    return (1 << r.colors) - 1


@inline
def rank_clues(r: Rules) -> int:
    return ((1 << r.ranks) - 1) << r.colors


@inline
def discard_id(r: Rules, slot: int) -> int:
    return slot


@inline
def play_id(r: Rules, slot: int) -> int:
    return r.hand_size + slot


@inline
def color_clue_id(r: Rules, offset: int, color: int) -> int:
    return r.first_color_clue + (offset - 1) * r.colors + color


@inline
def rank_clue_id(r: Rules, offset: int, rank_index: int) -> int:
    return r.first_rank_clue + (offset - 1) * r.ranks + rank_index


@inline
def clue_id(r: Rules, offset: int, clue: int) -> int:
    if is_color_clue(r, clue):
        return color_clue_id(r, offset, clue)
    return rank_clue_id(r, offset, clued_rank(r, clue))


@inline
def announced_play_id(r: Rules, slot: int, suit: int) -> int:
    return r.first_announcement + slot * r.suits + suit


@inline
def reshuffle_id(r: Rules, kind: int) -> int:
    return r.first_reshuffle + kind


@inline
def rescue_id(r: Rules, kind: int) -> int:
    return r.first_rescue + kind


@inline
def is_discard(r: Rules, action: int) -> bool:
    return action < r.hand_size


@inline
def is_plain_play(r: Rules, action: int) -> bool:
    return r.hand_size <= action < r.first_color_clue


@inline
def is_clue(r: Rules, action: int) -> bool:
    return r.first_color_clue <= action < r.first_announcement


@inline
def is_announced_play(r: Rules, action: int) -> bool:
    return r.first_announcement <= action < r.first_reshuffle


@inline
def is_reward_choice(r: Rules, action: int) -> bool:
    """Whether it takes a card from the discard pile."""
    return action >= r.first_reshuffle


@inline
def is_reshuffle(r: Rules, action: int) -> bool:
    return r.first_reshuffle <= action < r.first_rescue


@inline
def clue_of(r: Rules, action: int) -> tuple[int, int]:
    """Offset and clue index of a clue."""
    return r.clue_offsets[action], r.clue_indices[action]


@inline
def card_use_of(r: Rules, action: int) -> tuple[int, int]:
    """Slot and announced suit (or NO_SUIT) of a discard or a play."""
    if action < r.hand_size:
        return action, NO_SUIT
    if action < r.first_color_clue:
        return action - r.hand_size, NO_SUIT
    place = action - r.first_announcement
    return place // r.suits, place % r.suits


@inline
def chosen_kind(r: Rules, action: int) -> int:
    """The kind that a reshuffle or a rescue takes from the discard pile."""
    return action - r.first_reshuffle if action < r.first_rescue else action - r.first_rescue


@inline
def group_of(r: Rules, action: int) -> int:
    if action < r.first_announcement:
        return MOVES
    if action < r.first_reshuffle:
        return ANNOUNCEMENTS
    return RESHUFFLES if action < r.first_rescue else RESCUES


@inline
def first_of_group(r: Rules, group: int) -> int:
    if group == MOVES:
        return 0
    if group == ANNOUNCEMENTS:
        return r.first_announcement
    return r.first_reshuffle if group == RESHUFFLES else r.first_rescue
