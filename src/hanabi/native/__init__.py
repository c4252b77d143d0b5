"""The referee compiled by Numba: batches, bots, search. Nothing compiles until it is first called."""

from pathlib import Path

from hanabi.native.compilation import KernelFamily

NATIVE = Path(__file__).parent
KERNELS = NATIVE.parent / "kernels"
__path__ = [str(NATIVE), str(KERNELS)]

FAMILY = KernelFamily("kernels", KERNELS, NATIVE, by_type=True)
kernel, inline, intrinsic = FAMILY.kernel, FAMILY.inline, FAMILY.intrinsic
