"""The solvers' kernels as a family."""

from pathlib import Path

from hanabi import native
from hanabi.native.compilation import KernelFamily

FAMILY = KernelFamily("solvers", Path(__file__).parent, below=(native.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline
