"""Chunks on a Ray cluster. A chunk is a pure function, so one lost with its worker is simply played again."""

import os
from collections.abc import Iterator, Sequence
from typing import Any

from hanabi.arena.chunks import play_chunk
from hanabi.arena.experiment import Chunk, Experiment
from hanabi.arena.tally import ChunkResult

RETRIES = 20
IN_FLIGHT = 4  # chunks asked for ahead, for each processor of the cluster


class Cluster:
    """The Ray cluster at `address` (host:port, or "auto" for one on this machine)."""

    def __init__(self, address: str) -> None:
        self.address = address

    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        ray = self._connected()
        remote = ray.remote(play_chunk).options(max_retries=RETRIES, retry_exceptions=False)
        waiting = list(chunks)[::-1]
        ahead = max(1, int(IN_FLIGHT * ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        while waiting or running:
            while waiting and len(running) < ahead:
                first, games = waiting.pop()
                running.append(remote.remote(experiment, first, games))
            done, running = ray.wait(running, num_returns=1)
            for task in done:
                yield ray.get(task)

    def _connected(self) -> Any:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError as error:
            raise ImportError("a cluster needs Ray: install hanabi[ray]") from error
        if not ray.is_initialized():
            ray.init(address=self.address, log_to_driver=False, configure_logging=False)
        return ray
