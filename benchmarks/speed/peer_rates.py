"""Measures the peers, each in a process of its own, in the environment where it is installed.

`make peers` puts them into `.venv-peers`; `$HANABI_PEERS` names another environment. A peer that is
installed beside hanabi itself (OpenSpiel) is measured there.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from hanabi.simulation.speed import Effort, Rate

SCRIPTS = Path(__file__).parent / "peers"


@dataclass(frozen=True, slots=True)
class Peer:
    name: str
    title: str
    module: str  # the module that it needs, or with a leading "bin:" a program
    modes: tuple[str, ...]
    start: float = 2.0  # at most this many seconds until it measures


PEERS = (
    Peer("hle_cpp", "HLE, C++ core", "bin:hle-core", ("raw", "observed"), start=0.2),
    Peer("hle_python", "HLE from Python", "hanabi_learning_environment", ("raw", "observed"), start=0.5),
    Peer("openspiel", "OpenSpiel from Python", "pyspiel", ("raw", "observed"), start=1.5),
    Peer("pettingzoo", "PettingZoo hanabi_v5", "shimmy", ("observed",), start=3.0),
    Peer("jaxmarl", "JaxMARL on the CPU", "jaxmarl", ("observed", "raw"), start=9.5),
)
_SCRIPT = {"pettingzoo": "pettingzoo_classic", "jaxmarl": "jaxmarl_cpu"}


def environment() -> Path:
    return Path(os.environ.get("HANABI_PEERS", ".venv-peers"))


def interpreters() -> list[Path]:
    python = environment() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    return [path for path in (python, Path(sys.executable)) if path.exists()]


def command_of(peer: Peer) -> list[str] | None:
    """The command for its measurement; None if it is not installed."""
    if peer.module.startswith("bin:"):
        program = environment() / "bin" / peer.module.removeprefix("bin:")
        return [str(program)] if program.exists() else None
    find = f"import importlib.util as u; raise SystemExit(u.find_spec({peer.module!r}) is None)"
    for python in interpreters():
        if subprocess.run([python, "-c", find], capture_output=True, check=False).returncode == 0:
            return [str(python), str(SCRIPTS / f"{_SCRIPT.get(peer.name, peer.name)}.py")]
    return None


def measure(peer: Peer, command: list[str], players: int, mode: str, effort: Effort, limit: float) -> Rate | str:
    """Its rate, or the reason why there is none."""
    is_program = peer.module.startswith("bin:")
    arguments = (
        [str(players), str(effort.seconds), str(effort.turns), mode]
        if is_program
        else [str(players), mode, str(effort.seconds), str(effort.turns)]
    )
    one_core = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    one_core |= {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}
    jax_cache = {"JAX_COMPILATION_CACHE_DIR": str(environment().absolute() / "jax-cache")}
    jax_cache |= {"JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0", "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1"}
    try:
        done = subprocess.run(
            [*command, *arguments],
            capture_output=True,
            text=True,
            check=True,
            timeout=limit,
            env={**os.environ, **one_core, **jax_cache},
        )
    except subprocess.TimeoutExpired:
        return "out of time"
    except subprocess.CalledProcessError as failed:
        return f"failed: {(failed.stderr or '').strip().splitlines()[-1:] or failed.returncode}"
    lines = done.stdout.split() if is_program else json.loads(done.stdout.strip().splitlines()[-1])
    return Rate.of([float(line) for line in lines])


def least_seconds(peer: Peer, effort: Effort) -> float:
    """The least time that one measurement takes."""
    return peer.start + effort.seconds * effort.turns
