"""The machine and the versions a measurement ran on."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def describe() -> dict[str, str | int | float]:
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count() or 1,
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else -1.0,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": _version("numpy"),
        "numba": _version("numba"),
        "hanabi": _version("hanabi"),
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    return names[0] if names else platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
