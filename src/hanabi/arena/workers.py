"""Where the chunks are played: here, in processes of this machine, or on a Ray cluster. The result is the same."""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Protocol

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.chunks import play_chunk
from hanabi.arena.experiment import CHEAT, Chunk, Experiment
from hanabi.arena.tally import ChunkResult, Tally
from hanabi.arena.view_games import numbered_deal
from hanabi.bots.compiled_bot import CompiledBot
from hanabi.bots.roster import make_bot
from hanabi.game import DEFAULT_NAMES
from hanabi.rules.referee import Referee


class Workers(Protocol):
    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        """These chunks of an experiment, as they get done."""


class InProcess:
    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        for first, games in chunks:
            yield play_chunk(experiment, first, games)


class Processes:
    """Fresh interpreters, so that nothing of this one leaks into a game. They stay for the next experiment."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))
        tasks = [self._pool.submit(play_chunk, experiment, first, games) for first, games in chunks]
        try:
            for task in as_completed(tasks):
                yield task.result()
        except BrokenProcessPool:
            self._pool = None
            raise
        finally:
            for task in tasks:
                task.cancel()


def chosen_workers(workers: int = 1, cluster: str | None = None) -> Workers:
    """So many processes on this machine (0: one a processor), or those of a Ray cluster."""
    if cluster is not None:
        from hanabi.arena.ray_cluster import Cluster

        return Cluster(cluster)
    count = workers or os.cpu_count() or 1
    return InProcess() if count == 1 else Processes(count)


def warm_up(experiment: Experiment) -> None:
    """Compile what the games need before any clock starts, a bot's own included; workers then find it in the cache."""
    if experiment.compiled_games is not None:
        play_chunk(replace(experiment, keep_records=False, worlds=None), experiment.first, 1)
        return
    deal = numbered_deal(experiment, experiment.first)
    table = Referee(experiment.rules, DEFAULT_NAMES[: experiment.players], deal.deck, deal.tiles)
    for name in set(experiment.bots) - {CHEAT}:
        bot = make_bot(name, compiled=True)
        if isinstance(bot, CompiledBot):
            bot.choose(table.view(0))


def run(
    experiment: Experiment,
    workers: Workers | None = None,
    progress: Callable[[ChunkResult], None] | None = None,
    checkpoint: Checkpoint | None = None,
) -> Tally:
    """Play all games but those that the checkpoint has. `progress` gets every chunk when it is done."""
    tally = Tally(experiment)
    known = {} if checkpoint is None else checkpoint.results(experiment)
    missing: list[Chunk] = []
    for first, games in experiment.chunks():
        if first in known and len(known[first].scores) == games:
            tally.add(known[first])
            if progress is not None:
                progress(known[first])
        else:
            missing.append((first, games))
    tally.resumed = tally.games
    if not missing:
        return tally
    warm_up(experiment)
    started = time.perf_counter()
    for part in (workers or InProcess()).play(experiment, missing):
        tally.add(part)
        if checkpoint is not None:
            checkpoint.add(experiment, part)
        if progress is not None:
            progress(part)
    tally.seconds = time.perf_counter() - started
    return tally
