"""The engine compiled by Numba, for thousands of games. Nothing compiles until it is first called."""

from pathlib import Path

from hanabi import compiled
from hanabi.compiled import KernelFamily, action_ids, bits, cards, knowledge, numbered_deals, seats, turn
from hanabi.kernels import HIDDEN, MAX_HAND, MAX_KINDS, NO_TILE, Rules

__all__ = [
    "FAMILY",
    "HIDDEN",
    "MAX_HAND",
    "MAX_KINDS",
    "NO_TILE",
    "Rules",
    "action_ids",
    "bits",
    "cards",
    "inline",
    "kernel",
    "knowledge",
    "note",
    "numbered_deals",
    "seats",
    "turn",
]

COMPILED = Path(__file__).parent
ENGINE = COMPILED.parent / "engine"
CONVENTIONS = ENGINE / "conventions"
__path__ = [str(COMPILED), str(ENGINE)]

FAMILY = KernelFamily("bots/team", ENGINE, CONVENTIONS, COMPILED, below=(compiled.FAMILY,), by_type=True)
kernel, inline = FAMILY.kernel, FAMILY.inline


def _no_note(convention: int, outcome: int, kinds: int, cell: int) -> None:
    """Compiled code keeps no trace."""


note = inline(_no_note)
