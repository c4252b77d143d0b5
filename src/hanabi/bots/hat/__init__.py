"""`hat`: every clue is a number modulo the number of clue classes, and encodes something about every teammate's hand.

Common knowledge is one record, the `PublicState`. The meaning of a clue depends on nothing else, so each seat decodes
its own share by subtracting the shares of the hands that it sees.

Like the referee's kernels, the files with kernels are imported twice: from here they are compiled;
`hanabi.bots.hat.interpreted` imports them again as ordinary Python. So they import each other, and the referee's
kernels, through their own package only.
"""

from pathlib import Path

from hanabi import compiled
from hanabi.compiled import action_ids, cards, deal, knowledge, legality, numbered_deals, turn, visibility
from hanabi.compiled.bits import count_bits, lowest_bit
from hanabi.compiled.compilation import KernelFamily

__all__ = [
    "FAMILY",
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

FAMILY = KernelFamily("bots/hat", Path(__file__).parent, below=(compiled.FAMILY,), by_type=True)
kernel, inline = FAMILY.kernel, FAMILY.inline
