"""The referee as ordinary Python: tables, terminal, records, debugger. Imports no Numba."""

from hanabi.kernels import cards, deal, encode, ending, knowledge, layout, legal, sight, turn
from hanabi.kernels.layout import Rules, State, blank, duplicate

__all__ = [
    "Rules",
    "State",
    "blank",
    "cards",
    "deal",
    "duplicate",
    "encode",
    "ending",
    "knowledge",
    "layout",
    "legal",
    "sight",
    "turn",
]
