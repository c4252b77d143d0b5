"""The referee compiled by Numba: batches, bots, search. Nothing compiles until it is first called."""

from pathlib import Path

from hanabi.compiled.compilation import KernelFamily

COMPILED = Path(__file__).parent
KERNELS = COMPILED.parent / "kernels"
__path__ = [str(COMPILED), str(KERNELS)]

FAMILY = KernelFamily("kernels", KERNELS, COMPILED, by_type=True)
kernel, inline, loop, intrinsic = FAMILY.kernel, FAMILY.inline, FAMILY.loop, FAMILY.intrinsic
