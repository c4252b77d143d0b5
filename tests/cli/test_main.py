"""`python -m hanabi` is the `hanabi` command."""

import pkgutil
import subprocess
import sys

import hanabi
from hanabi import cli


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "hanabi", *arguments], capture_output=True, text=True, check=False)


def test_the_command_prints_its_name_and_version() -> None:
    done = run("--version")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"hanabi, version {hanabi.__version__}\n"


def test_the_exit_status_of_commands_is_passed_on() -> None:
    assert "--edition" in run("play", "--help").stdout
    refused = run("replay", "no-such-file.json")
    assert refused.returncode == 2
    assert "no-such-file.json" in refused.stderr


def test_worker_processes_do_not_start_the_command_again() -> None:
    done = run("simulate", "--bot", "simple", "--games", "4", "--workers", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"games": 4') == 1


def test_each_module_is_a_command_with_a_line_in_the_help() -> None:
    names = (module.name for module in pkgutil.iter_modules(cli.__path__))
    modules = {name.replace("_", "-") for name in names if not name.startswith("_")}
    assert list(cli.COMMANDS) == sorted(modules)
    listed = " ".join(run("--help").stdout.split())
    assert all(f"{name} {line}" in listed for name, (_, line) in cli.COMMANDS.items())
