"""Thousands of games in step, and the interfaces that learning programs expect."""

from hanabi.simulation.arrays import SavedBatchError
from hanabi.simulation.batch import Batch, IllegalActionInGame, NotDealt, view_of
from hanabi.simulation.observation import STANDARD, ObservationLayout, ObservationSection, observation_layout

__all__ = [
    "STANDARD",
    "Batch",
    "IllegalActionInGame",
    "NotDealt",
    "ObservationLayout",
    "ObservationSection",
    "SavedBatchError",
    "observation_layout",
    "view_of",
]
