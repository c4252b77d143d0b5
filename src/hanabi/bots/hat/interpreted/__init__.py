"""The hat player as ordinary Python: a hundred times slower, but nothing needs to be compiled first."""

from pathlib import Path

from hanabi.kernels import (
    action_ids,
    cards,
    deal,
    inline,
    kernel,
    knowledge,
    legality,
    numbered_deals,
    turn,
    visibility,
)
from hanabi.kernels.bits import count_bits, lowest_bit

__all__ = [
    "action_ids",
    "cards",
    "count_bits",
    "deal",
    "inline",
    "kernel",
    "knowledge",
    "legality",
    "lowest_bit",
    "numbered_deals",
    "turn",
    "visibility",
]

INTERPRETED = Path(__file__).parent
__path__ = [str(INTERPRETED), str(INTERPRETED.parent)]
