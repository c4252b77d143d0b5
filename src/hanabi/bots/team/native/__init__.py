"""The conventions compiled by Numba, for thousands of games. Nothing compiles until it is first called."""

from pathlib import Path

from hanabi.bots import compiled
from hanabi.native.compilation import KernelFamily

NATIVE = Path(__file__).parent
ENGINE = NATIVE.parent / "engine"
CONVENTIONS = ENGINE / "conventions"
__path__ = [str(NATIVE), str(ENGINE)]

FAMILY = KernelFamily("bots/team", ENGINE, CONVENTIONS, NATIVE, below=(compiled.FAMILY,), by_type=True)
kernel, inline = FAMILY.kernel, FAMILY.inline
