"""Thousands of games in step, and the interfaces that learning programs expect."""

from hanabi.simulation.batch import Batch
from hanabi.simulation.default_rules import STANDARD
from hanabi.simulation.errors import IllegalActionInGame, NotDealt
from hanabi.simulation.observation import ObservationLayout, ObservationSection, observation_layout
from hanabi.simulation.serialization import SavedBatchError
from hanabi.simulation.view import view_of

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
