"""Bots measured: the same seeds give the same games, whoever plays them and wherever."""

from hanabi.arena.experiment import Experiment
from hanabi.arena.tally import Tally
from hanabi.arena.workers import run

__all__ = ["Experiment", "Tally", "run"]
