"""Bots: one module or package each; `make_bot` finds them by name."""

from hanabi.bots.bot import Bot, BotError, CompiledBot
from hanabi.bots.roster import ROSTER, make_bot

__all__ = ["ROSTER", "Bot", "BotError", "CompiledBot", "make_bot"]
