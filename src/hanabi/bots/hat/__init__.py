"""`hat`: every clue is a number modulo the number of clue classes, and encodes something about every teammate's hand.

What everybody knows is one record, the `PublicState`; the meaning of a clue depends on it and on nothing else, so each
seat decodes its own share by subtracting what it can see of the others.
"""

from pathlib import Path

from hanabi import compiled
from hanabi.compiled.compilation import KernelFamily

FAMILY = KernelFamily("bots/hat", Path(__file__).parent, below=(compiled.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline
