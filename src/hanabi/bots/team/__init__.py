"""`team`: a partner for people, with the conventions that clubs use."""

from hanabi.bots.team.bot import Team
from hanabi.bots.team.explanations import CardNote, Explanation, Reading, readings_of

__all__ = ["CardNote", "Explanation", "Reading", "Team", "readings_of"]
