"""`hat`: every clue is a number modulo the number of clue classes, and encodes something about every teammate's hand.

Common knowledge is one record, the `PublicState`. The meaning of a clue depends on nothing else, so each seat decodes
its own share by subtracting the shares of the hands that it sees.
"""

from pathlib import Path

from hanabi import compiled
from hanabi.compiled.compilation import KernelFamily

FAMILY = KernelFamily("bots/hat", Path(__file__).parent, below=(compiled.FAMILY,), by_type=True)
kernel, inline = FAMILY.kernel, FAMILY.inline
