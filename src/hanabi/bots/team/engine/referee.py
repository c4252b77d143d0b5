"""The referee's kernels that the conventions call; `native/referee.py` has the same names compiled."""

from hanabi.kernels.action_ids import (
    announced_play_id,
    card_use_of,
    clue_count,
    clue_id,
    clued_rank,
    discard_id,
    has_announcements,
    is_color_clue,
    is_plain_play,
    play_id,
    rescue_id,
    reshuffle_id,
)
from hanabi.kernels.bits import count_bits, lowest_bit
from hanabi.kernels.cards import kind_count, kind_of, kinds_of_suit, suit_of
from hanabi.kernels.seats import seat_at

__all__ = [
    "announced_play_id",
    "card_use_of",
    "clue_count",
    "clue_id",
    "clued_rank",
    "count_bits",
    "discard_id",
    "has_announcements",
    "is_color_clue",
    "is_plain_play",
    "kind_count",
    "kind_of",
    "kinds_of_suit",
    "lowest_bit",
    "play_id",
    "rescue_id",
    "reshuffle_id",
    "seat_at",
    "suit_of",
]
