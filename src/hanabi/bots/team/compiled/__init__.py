"""The engine compiled by Numba, for thousands of games. Nothing compiles until it is first called."""

from pathlib import Path

from hanabi import compiled
from hanabi.compiled import KernelFamily, action_ids, bits, cards, seats

__all__ = ["FAMILY", "action_ids", "bits", "cards", "inline", "kernel", "seats"]

COMPILED = Path(__file__).parent
ENGINE = COMPILED.parent / "engine"
CONVENTIONS = ENGINE / "conventions"
__path__ = [str(COMPILED), str(ENGINE)]

FAMILY = KernelFamily("bots/team", ENGINE, CONVENTIONS, COMPILED, below=(compiled.FAMILY,), by_type=True)
kernel, inline = FAMILY.kernel, FAMILY.inline
