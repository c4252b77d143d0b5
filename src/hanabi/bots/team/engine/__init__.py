"""The conventions as plain functions over two fixed-size records: `r` (the Rules) and `m` (the Mind of one seat).

As with the referee's kernels the same files serve twice: imported from here they are ordinary Python,
`hanabi.bots.team.compiled` imports them again and compiles them.
"""

from hanabi.kernels import inline, kernel

__all__ = ["inline", "kernel"]
