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
    }
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:32]


class Checkpoint:
    """A file with one line of JSON per chunk, for any number of experiments. Lines are only added."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def results(self, experiment: Experiment) -> dict[int, ChunkResult]:
        """The finished chunks of this experiment, by their first game."""
        key = experiment_key(experiment)
        return {line["first"]: _result(line) for line in self._lines() if line["experiment"] == key}

    def add(self, experiment: Experiment, part: ChunkResult) -> None:
        line = json.dumps({"experiment": experiment_key(experiment), **asdict(part)}, ensure_ascii=False)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def _lines(self) -> Iterator[dict[str, Any]]:
        if not self.file.exists():
            return
        for text in self.file.read_text(encoding="utf-8").split("\n"):
            try:
                line = json.loads(text)
            except json.JSONDecodeError:  # empty, or cut off when the program was stopped
                continue
            yield line


def _result(line: dict[str, Any]) -> ChunkResult:
    return ChunkResult(
        first=line["first"],
        scores=tuple(line["scores"]),
        outcomes=tuple(line["outcomes"]),
        faults=tuple(Fault(**fault) for fault in line["faults"]),
        records=tuple(line["records"]),
        broken=line["broken"],
    )
