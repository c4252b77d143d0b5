"""What compiled bots share: numbered deals and a stream of random numbers."""

from pathlib import Path

from hanabi import native
from hanabi.native.compilation import KernelFamily

FAMILY = KernelFamily("bots/compiled", Path(__file__).parent, below=(native.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline
