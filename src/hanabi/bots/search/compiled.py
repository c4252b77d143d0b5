"""The searching player's kernels as a family, on top of the hat player's."""

from pathlib import Path

from hanabi.bots.hat import compiled as hat
from hanabi.native.compilation import KernelFamily

FAMILY = KernelFamily("bots/search", Path(__file__).parent, below=(hat.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline
