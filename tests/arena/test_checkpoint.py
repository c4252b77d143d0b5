"""An interrupted run is resumed, with its own results only."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from hanabi.arena import Experiment, run_experiment
from hanabi.arena.checkpoint import Checkpoint, experiment_key
from hanabi.arena.experiment import MAX_CHUNKS, Chunk
from hanabi.arena.tally import ChunkResult
from hanabi.arena.workers import InProcess
from hanabi.cli import main
from hanabi.rules import RuleSet

EXPERIMENT = Experiment(bots=("simple", "random"), rules=RuleSet.of(), games=65, seed=5)


class Interrupted(InProcess):
    """Stops after a number of chunks."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        for part in super().play(experiment, chunks):
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            yield part


class Counted(InProcess):
    def __init__(self) -> None:
        self.played: list[Chunk] = []

    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        self.played += chunks
        return super().play(experiment, chunks)


def test_an_interrupted_run_is_resumed(tmp_path: Path) -> None:
    checkpoint, workers = Checkpoint(tmp_path / "games.jsonl"), Counted()
    with pytest.raises(KeyboardInterrupt):
        run_experiment(EXPERIMENT, Interrupted(2), checkpoint=checkpoint)
    with checkpoint.file.open("a") as file:
        file.write('{"experiment": "cut o')
    seen: list[int] = []
    resumed = run_experiment(EXPERIMENT, workers, lambda part: seen.append(part.first), checkpoint)
    assert workers.played == [(40, 20), (60, 5)]
    assert seen == [0, 20, 40, 60]
    assert resumed.resumed == 40
    assert resumed.scores == run_experiment(EXPERIMENT).scores
    assert resumed.to_dict() | {"seconds": 0} == run_experiment(EXPERIMENT).to_dict() | {"seconds": 0}


def test_more_games_start_with_the_finished_ones(tmp_path: Path) -> None:
    checkpoint, workers = Checkpoint(tmp_path / "games.jsonl"), Counted()
    run_experiment(replace(EXPERIMENT, games=40), checkpoint=checkpoint)
    run_experiment(EXPERIMENT, workers, checkpoint=checkpoint)
    assert workers.played == [(40, 20), (60, 5)]
    assert run_experiment(EXPERIMENT, Interrupted(0), checkpoint=checkpoint).games == 65


@pytest.mark.parametrize(
    "other",
    [
        replace(EXPERIMENT, seed=6),
        replace(EXPERIMENT, rules=RuleSet.of(black_powder=True)),
        replace(EXPERIMENT, bots=("random", "simple")),
        replace(EXPERIMENT, worlds=31),
        replace(EXPERIMENT, keep_records=True),
    ],
)
def test_other_experiments_do_not_share_results(other: Experiment, tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "games.jsonl")
    run_experiment(replace(EXPERIMENT, games=20), checkpoint=checkpoint)
    assert experiment_key(other) != experiment_key(EXPERIMENT)
    assert not checkpoint.results(other)


def test_another_version_of_a_bot_does_not_share_results(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(view):\n    return view.legal_actions[0]\n")
    experiment = Experiment(bots=(str(file), "random"), rules=RuleSet.of(), games=1)
    before = experiment_key(experiment)
    file.write_text("def choose(view):\n    return view.legal_actions[-1]\n")
    assert experiment_key(experiment) != before


def test_records_and_faults_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def choose(view):\n    return 42\n")
    experiment = Experiment(bots=(str(file), "random"), rules=RuleSet.of(), games=2, keep_records=True)
    checkpoint = Checkpoint(tmp_path / "games.jsonl")
    first, second = (run_experiment(experiment, checkpoint=checkpoint) for _ in range(2))
    assert second.resumed == 2
    assert second.faults == first.faults
    assert second.parts[0].records == first.parts[0].records


def test_the_command_resumes(tmp_path: Path) -> None:
    arguments = ["simulate", "--bot", "simple", "--seed", "3", "--checkpoint", str(tmp_path / "games.jsonl"), "--json"]
    first, second = (CliRunner().invoke(main, [*arguments, "--games", "5"]) for _ in range(2))
    assert first.exit_code == second.exit_code == 0, first.output
    results = [json.loads(done.stdout) for done in (first, second)]
    assert results[0]["seconds"] > 0 == results[1]["seconds"]
    assert results[0]["histogram"] == results[1]["histogram"]
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert len(lines) == 2  # the header and one chunk


def test_without_scores_a_checkpoint_is_small_and_is_resumed(tmp_path: Path) -> None:
    checkpoint, workers = Checkpoint(tmp_path / "games.jsonl"), Counted()
    small = replace(EXPERIMENT, keep_scores=False)
    with pytest.raises(KeyboardInterrupt):
        run_experiment(small, Interrupted(2), checkpoint=checkpoint)
    lines = [json.loads(line) for line in checkpoint.file.read_text().splitlines()[1:]]
    assert [(line["scores"], line["outcomes"]) for line in lines] == [([], []), ([], [])]
    resumed = run_experiment(small, workers, checkpoint=checkpoint)
    assert workers.played == [(40, 20), (60, 5)]
    assert resumed.to_dict() | {"seconds": 0} == run_experiment(EXPERIMENT).to_dict() | {"seconds": 0}
    run_experiment(EXPERIMENT, workers, checkpoint=checkpoint)
    assert len(workers.played) == 6, "an experiment that needs scores plays again"


def test_a_billion_games_have_a_limited_number_of_chunks() -> None:
    billion = replace(EXPERIMENT, games=10**9, keep_scores=False)
    chunks = list(billion.chunks())
    assert len(chunks) == MAX_CHUNKS
    assert sum(games for _, games in chunks) == 10**9
    assert [first for first, _ in chunks[1:]] == [first + games for first, games in chunks[:-1]]
    assert len(list(replace(billion, games=100).chunks())) == len(list(replace(EXPERIMENT, games=100).chunks()))
