"""What compiled bots share: deals, a stream of chance, and the protocol by which whole games of them are played."""

from pathlib import Path

from hanabi import native
from hanabi.native.compilation import KernelFamily

FAMILY = KernelFamily("bots/compiled", Path(__file__).parent, below=(native.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline
