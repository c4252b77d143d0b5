"""Plays the chunks of an experiment: in this process, in processes of this machine, or on a Ray cluster.

A chunk is a pure function of the experiment and the games' numbers, so the result is always the same, and a chunk that
is lost with its worker is simply played again.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from hanabi.arena.checkpoint import Checkpoint
from hanabi.arena.experiment import CHEAT, Chunk, Experiment
from hanabi.arena.tally import ChunkResult, Tally
from hanabi.arena.view_games import experiment_record, numbered_deal, play_at_table
from hanabi.bots.bot import CompiledBot, GameChunk, InterpretedGames
from hanabi.bots.roster import make_bot
from hanabi.game import DEFAULT_NAMES
from hanabi.rules import OUTCOMES, Referee, action_of_id

LONGEST_GAME = 400  # actions
RETRIES = 20  # of a chunk that was lost with its worker
IN_FLIGHT = 4  # chunks requested ahead, per CPU of the cluster


def play_chunk(experiment: Experiment, first: int, games: int) -> ChunkResult:
    played = _play_chunk(experiment, first, games)
    return played if experiment.keep_scores else played.without_scores()


def _play_chunk(experiment: Experiment, first: int, games: int) -> ChunkResult:
    compiled = experiment.compiled_games
    if compiled is None:
        return play_at_table(experiment, first, games)
    scores, outcomes, broken = (np.zeros(games, np.int64) for _ in range(3))
    log = np.zeros((games if experiment.keep_records else 0, LONGEST_GAME), np.int16)
    rules, players, seed = experiment.rules, experiment.players, experiment.seed
    chunk = GameChunk(rules, players, seed, first, scores, outcomes, broken, log)
    if experiment.interpreted and isinstance(compiled, InterpretedGames):
        compiled.interpret_games(chunk)
    else:
        compiled.play_games(chunk)
    records = tuple(_record(experiment, first + place, row) for place, row in enumerate(log))
    ended = tuple(str(OUTCOMES[outcome]) for outcome in outcomes.tolist())
    return ChunkResult(first, tuple(scores.tolist()), ended, (), records, int(np.count_nonzero(broken)))


def _record(experiment: Experiment, game: int, numbers: Any) -> dict[str, Any]:
    """Replay the logged actions to get the record."""
    deal = numbered_deal(experiment, game)
    table = Referee(experiment.rules, DEFAULT_NAMES[: experiment.players], deal.deck, deal.tiles)
    for number in numbers.tolist():
        if number < 0:
            break
        table.act(deal.with_depth(table, action_of_id(experiment.rules, table.rule_tables, table.state, number)))
    return experiment_record(experiment, table, game).to_dict()


class Workers(Protocol):
    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        """Play these chunks of an experiment, and yield each result as it is done."""


class InProcess:
    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        for first, games in chunks:
            yield play_chunk(experiment, first, games)


class Processes:
    """Fresh interpreters, so that nothing from this one leaks into a game. They are reused for the next experiment."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, spawn, signal.signal, (signal.SIGINT, signal.SIG_IGN))
        tasks = [self._pool.submit(play_chunk, experiment, first, games) for first, games in chunks]
        try:
            for task in as_completed(tasks):
                yield task.result()
        except (BrokenProcessPool, KeyboardInterrupt) as error:
            self._pool = None
            if isinstance(error, KeyboardInterrupt):  # do not wait for games that nobody will see
                for process in multiprocessing.active_children():
                    process.terminate()
            raise
        finally:
            for task in tasks:
                task.cancel()


class Cluster:
    """The Ray cluster at `address` (host:port, or "auto" for one on this machine)."""

    def __init__(self, address: str) -> None:
        self.address = address

    def play(self, experiment: Experiment, chunks: Sequence[Chunk]) -> Iterator[ChunkResult]:
        ray = self._connect()
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

    def _connect(self) -> Any:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError as error:
            raise ImportError("a cluster needs Ray: install hanabi[ray]") from error
        if not ray.is_initialized():
            ray.init(address=self.address, log_to_driver=False, configure_logging=False)
        return ray


def chosen_workers(workers: int = 1, cluster: str | None = None) -> Workers:
    """Worker processes on this machine (0 = one per CPU), or the workers of a Ray cluster."""
    if cluster is not None:
        return Cluster(cluster)
    count = workers or os.cpu_count() or 1
    return InProcess() if count == 1 else Processes(count)


def warm_up(experiment: Experiment) -> None:
    """Compile everything before any clock starts; workers then find it in the cache."""
    if experiment.interpreted:
        return
    if experiment.compiled_games is not None:
        play_chunk(replace(experiment, keep_records=False, worlds=None), experiment.first, 1)
        return
    deal = numbered_deal(experiment, experiment.first)
    table = Referee(experiment.rules, DEFAULT_NAMES[: experiment.players], deal.deck, deal.tiles)
    for name in set(experiment.bots) - {CHEAT}:
        bot = make_bot(name, compiled=True)
        if isinstance(bot, CompiledBot):
            bot.choose(table.view(0))


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C during an experiment; `tally` has what was played until then."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self.tally = tally


def run_experiment(
    experiment: Experiment,
    workers: Workers | None = None,
    progress: Callable[[ChunkResult], None] | None = None,
    checkpoint: Checkpoint | None = None,
) -> Tally:
    """Play all games that are not in the checkpoint. `progress` gets every chunk when it is done."""
    tally = Tally(experiment)
    finished = {} if checkpoint is None else checkpoint.results(experiment)
    missing: list[Chunk] = []
    for first, games in experiment.chunks():
        if first in finished and finished[first].games == games:
            tally.add(finished[first])
            if progress is not None:
                progress(finished[first])
        else:
            missing.append((first, games))
    tally.resumed = tally.games
    if not missing:
        return tally
    started = time.perf_counter()
    try:
        warm_up(experiment)
        started = time.perf_counter()
        for part in (workers or InProcess()).play(experiment, missing):
            tally.add(part)
            if checkpoint is not None:
                checkpoint.add(experiment, part)
            if progress is not None:
                progress(part)
    except KeyboardInterrupt as error:
        raise RunInterrupted(tally) from error
    finally:
        tally.seconds = time.perf_counter() - started
    return tally
