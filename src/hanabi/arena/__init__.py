"""Measures bots. The same seed deals the same games to every line-up, on every machine."""

from hanabi.arena.experiment import Experiment
from hanabi.arena.tally import Tally
from hanabi.arena.workers import run_experiment

__all__ = ["Experiment", "Tally", "run_experiment"]
