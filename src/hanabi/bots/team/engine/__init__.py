"""The team bot's reasoning as plain functions over two fixed-size records: `r` (the Rules) and `m` (one seat's Mind).

Like the referee's kernels, these files are imported twice: from here they are ordinary Python;
`hanabi.bots.team.compiled` imports them again and compiles them. So they import each other, and the referee's kernels,
through their own package only.
"""

from hanabi.kernels import action_ids, bits, cards, inline, kernel, seats

__all__ = ["action_ids", "bits", "cards", "inline", "kernel", "seats"]
