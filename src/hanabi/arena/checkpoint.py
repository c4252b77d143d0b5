"""Finished chunks of experiments in a file, so that an interrupted run can be resumed."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hanabi.arena.experiment import CHEAT, Experiment
from hanabi.arena.tally import ChunkResult, Fault
from hanabi.bots.version import version_of

HEADER = '{"format": "hanabi-checkpoint", "version": 1}\n'


def experiment_key(experiment: Experiment) -> str:
    """Equal for experiments whose chunks have equal results; the number of games does not matter."""
    rules, players = experiment.rules, experiment.players
    settings = {
        "bots": experiment.bots,
        "rules": rules.to_dict(),
        "seed": experiment.seed,
        "worlds": experiment.worlds,
        "records": experiment.keep_records,
        "versions": [version_of(name, rules, players) for name in experiment.bots if name != CHEAT],
        **({} if experiment.keep_scores else {"scores": False}),
    }
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:32]


class CheckpointError(Exception):
    """The file is not a checkpoint, or one of another version."""


class Checkpoint:
    """A file with a header and one line of JSON per chunk, for any number of experiments. Lines are only added."""

    def __init__(self, file: Path) -> None:
        self.file = file
        if not self._is_empty:
            with file.open("rb") as content:
                if content.readline(len(HEADER) + 1) != HEADER.encode():
                    raise CheckpointError(f"{file} is not a checkpoint of this version; it was left unchanged")

    def results(self, experiment: Experiment) -> dict[int, ChunkResult]:
        """The finished chunks of this experiment, by their first game."""
        key = experiment_key(experiment)
        return {line["first"]: _result(line) for line in self._lines() if line["experiment"] == key}

    def add(self, experiment: Experiment, part: ChunkResult) -> None:
        line = json.dumps({"experiment": experiment_key(experiment), **asdict(part)}, ensure_ascii=False)
        text = f"{HEADER if self._is_empty else ''}{line}\n"
        with self.file.open("a", encoding="utf-8") as file:
            file.write(text)

    @property
    def _is_empty(self) -> bool:
        return not self.file.exists() or self.file.stat().st_size == 0

    def _lines(self) -> Iterator[dict[str, Any]]:
        if self._is_empty:
            return
        with self.file.open(encoding="utf-8") as file:
            next(file)
            for text in file:
                try:
                    yield json.loads(text)
                except json.JSONDecodeError:  # cut off when the program was stopped
                    continue


def _result(line: dict[str, Any]) -> ChunkResult:
    return ChunkResult(
        first=line["first"],
        scores=tuple(line["scores"]),
        outcomes=tuple(line["outcomes"]),
        faults=tuple(Fault(**fault) for fault in line["faults"]),
        records=tuple(line["records"]),
        broken=line["broken"],
        counts=tuple((score, count) for score, count in line.get("counts", ())),
        lost=line.get("lost", 0),
    )
