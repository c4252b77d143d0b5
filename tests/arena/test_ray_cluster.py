"""Two Ray nodes on this machine, a worker and then a whole node killed: the result is that of a serial run.

Ray is large and slow to start, so this runs where it is installed (`make test-ray`).
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hanabi.arena.experiment import Experiment
from hanabi.arena.tally import ChunkResult
from hanabi.arena.workers import Cluster, InProcess, run_experiment
from hanabi.rules import RuleSet

pytestmark = pytest.mark.ray

# Plays like `simple`, but the first process that gets to it dies.
DEADLY = """
import os, signal
from pathlib import Path
from hanabi.bots.simple import SimpleBot

def choose(view):
    grave = Path({grave!r})
    if {armed} and view.turn == 3 and not grave.exists():
        grave.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return SimpleBot().choose(view)
"""


@pytest.fixture
def two_nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, Any]]:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster as Nodes

    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes()
    try:
        yield nodes, second
    finally:
        ray.shutdown()
        nodes.shutdown()


def test_a_killed_worker_and_a_killed_node_change_nothing(two_nodes: tuple[Any, Any], tmp_path: Path) -> None:
    nodes, second = two_nodes
    grave, harmless, deadly = tmp_path / "grave", tmp_path / "harmless.py", tmp_path / "deadly.py"
    harmless.write_text(DEADLY.format(grave=str(grave), armed=False))
    deadly.write_text(DEADLY.format(grave=str(grave), armed=True))
    rules = RuleSet.of(empty_clues=False)
    killed: list[int] = []

    def kill_a_node(part: ChunkResult) -> None:
        if not killed and grave.exists():
            nodes.remove_node(second, allow_graceful=False)
            killed.append(part.first)

    experiment = Experiment(bots=("simple", str(deadly)), rules=rules, games=240, seed=7)
    on_the_cluster = run_experiment(experiment, Cluster(nodes.address), kill_a_node)
    assert killed
    assert int(grave.read_text()) != os.getpid()
    alone = run_experiment(Experiment(bots=("simple", str(harmless)), rules=rules, games=240, seed=7), InProcess())
    assert on_the_cluster.scores == alone.scores
    assert on_the_cluster.histogram == alone.histogram
    assert not on_the_cluster.faults
