"""Bots in any language: programs that read views and write actions as lines of JSON (docs/line-protocol.md)."""

from hanabi.bots.line_protocol.bot import ProgramBot
from hanabi.bots.line_protocol.program import ProgramError

__all__ = ["ProgramBot", "ProgramError"]
