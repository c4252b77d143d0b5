"""Thousands of games in step, and the faces that learning programs know."""

from hanabi.simulation.batch import Batch
from hanabi.simulation.errors import IllegalActionInGame, NotDealt
from hanabi.simulation.observation import ObservationLayout, Section, observation_layout

__all__ = ["Batch", "IllegalActionInGame", "NotDealt", "ObservationLayout", "Section", "observation_layout"]
