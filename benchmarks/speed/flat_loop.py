"""The flat loop in C++ (`flat.cc`), built and called: the standard game without any switch.

`hanabi bench` loads this file from a clone.
"""

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.rules import kernel_rules
from hanabi.simulation.observation import STANDARD, observation_layout
from hanabi.simulation.speed import CHUNK, GAMES, Play

SOURCE = Path(__file__).parent / "flat.cc"
COMPILER = "c++"
FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")


def is_available() -> bool:
    return shutil.which(COMPILER) is not None


@cache
def library() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "flat.so"
        subprocess.run([COMPILER, *FLAGS, str(SOURCE), "-o", str(target)], check=True)
        flat = ctypes.CDLL(str(target))
    flat.flat_play.argtypes = [ctypes.c_int, ctypes.c_uint64, ctypes.c_int64]
    flat.flat_play.restype = flat.flat_size.restype = ctypes.c_int64
    for function in (flat.flat_reset, flat.flat_step):
        pointer = ctypes.c_void_p
        function.argtypes = [ctypes.c_int, pointer, ctypes.c_int, ctypes.c_uint64, pointer]
        function.restype = None
    return flat


def play_random_moves(players: int, seed: int, moves: int) -> int:
    """Play one game after another; returns the number of finished games."""
    return int(library().flat_play(players, seed, moves))


def random_play(mode: str, players: int) -> Play:
    """Play as `hanabi.simulation.speed.random_play` does."""
    if mode == "raw":

        def play_raw() -> int:
            play_random_moves(players, 1, CHUNK)
            return CHUNK

        return play_raw
    batch = FlatBatch(players, games=GAMES, seed=1, observe=mode == "observed")
    batch.reset()

    def play() -> int:
        batch.random_step()
        return GAMES

    return play


class FlatBatch:
    """Random play of many games in step, with the arrays of `hanabi.simulation.Batch`."""

    def __init__(self, players: int, *, games: int, seed: int, observe: bool) -> None:
        actions = kernel_rules(STANDARD, players).actions
        size = observation_layout(STANDARD, players).size if observe else 0
        self.players, self.games, self.seed = players, games, seed
        self.rewards, self.ends = np.zeros(games, np.float32), np.zeros(games, np.uint8)
        self.legal, self.seats = np.zeros((games, actions), np.uint8), np.zeros(games, np.int8)
        self.scores, self.observations = np.zeros(games, np.int32), np.zeros((games, size), np.uint8)
        self._masks = np.zeros(games, np.uint64)
        self._games = np.zeros(games * library().flat_size(players), np.uint8)
        written: list[NDArray[Any]] = [self.rewards, self.ends, self.legal, self.seats, self.scores]
        addresses = [array.ctypes.data for array in written]
        addresses += [self.observations.ctypes.data if observe else 0, self._masks.ctypes.data]
        self._arrays = np.array(addresses, np.uint64)

    def reset(self) -> None:
        self._call(library().flat_reset)

    def random_step(self) -> None:
        """Choose a random action for every game and carry it out."""
        self._call(library().flat_step)

    def _call(self, function: Any) -> None:
        function(self.players, self._games.ctypes.data, self.games, self.seed, self._arrays.ctypes.data)
