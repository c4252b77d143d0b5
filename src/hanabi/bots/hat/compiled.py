"""The hat player's kernels as a family."""

from pathlib import Path

from hanabi.bots import compiled
from hanabi.native.compilation import KernelFamily

FAMILY = KernelFamily("bots/hat", Path(__file__).parent, below=(compiled.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline
