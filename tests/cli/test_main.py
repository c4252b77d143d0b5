"""`python -m hanabi` is the `hanabi` command."""

import subprocess
import sys

import hanabi


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "hanabi", *arguments], capture_output=True, text=True, check=False)


def test_it_names_itself_and_its_version() -> None:
    done = run("--version")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:3] == ["python", "-m", "hanabi,"]
    assert hanabi.__version__ in done.stdout


def test_it_runs_commands_and_passes_their_status_on() -> None:
    assert "--edition" in run("play", "--help").stdout
    refused = run("replay", "no-such-file.json")
    assert refused.returncode == 2
    assert "no-such-file.json" in refused.stderr


def test_worker_processes_do_not_start_the_command_again() -> None:
    done = run("simulate", "--bot", "simple", "--games", "4", "--workers", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"games": 4') == 1
