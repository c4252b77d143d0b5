"""`make bench NAME=speed` measures, prints and draws. No test checks the speed itself."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.speed import own_rates, peer_rates, report
from benchmarks.speed.__main__ import command
from click.testing import CliRunner
from rich.console import Console

from hanabi.simulation.observation import STANDARD
from hanabi.simulation.speed import Effort, Rate

BLINK = Effort(seconds=0.002, turns=2)


def some_report() -> report.Report:
    found = report.Report()
    names = [f"{mode}_{players}p" for mode in ("raw", "batch", "observed", "cloned") for players in (2, 5)]
    own = found.own
    own.ours = {name: Rate(8e6, 7e6, 9e6) for name in (*names, "long_2p")}
    found.peers = {
        "hle_cpp": {"raw_2p": Rate(5e5, 4e5, 6e5), "observed_2p": Rate(2e5, 1e5, 3e5)},
        "openspiel": {"raw_2p": Rate(1e5, 1e5, 1e5)},
    }
    own.flat = {name: Rate(1e7, 9e6, 2e7) for name in names[:6]}
    own.of_flat = {name: Rate(0.8, 0.7, 0.9) for name in names[:6]}
    own.threads = {
        f"{players}p": (Rate(8e6, 7e6, 9e6), Rate(15e6, 14e6, 16e6), Rate(1.9, 1.8, 2)) for players in (2, 5)
    }
    found.missing = {"jaxmarl": "not installed (make peers)"}
    found.more = {
        **{f"{name}_{players}p": 1.0 for name in ("moves_a_game", "bytes_a_game") for players in (2, 5)},
        "moves_a_long_game_2p": 60.0,
        "nanoseconds_a_move_by_games": {"64": 100, "65536": 101},
        "microseconds_a_game_move": 99.0,
        "seconds": 1.0,
    }
    return found


def test_it_runs_as_a_module() -> None:
    module = [sys.executable, "-m", "benchmarks.speed", "--help"]
    done = subprocess.run(module, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    assert "Usage: python -m benchmarks.speed" in done.stdout


def test_the_figures_have_the_names_that_programs_expect() -> None:
    figures = some_report().as_json()
    wanted = {f"{mode}_{players}p" for mode in ("raw", "batch", "observed") for players in (2, 5)}
    assert wanted <= figures["ours"].keys()
    assert figures["peers"]["hle_cpp"]["raw_2p"] == [500_000, 400_000, 600_000]
    assert figures["ratios"]["raw_2p / hle_cpp raw_2p"] == 16.0
    assert figures["of_flat"]["batch_5p"] == [0.8, 0.7, 0.9]
    assert figures["ratios"]["batch_2p / openspiel raw_2p"] == 80.0
    assert figures["machine"]["cores"] >= 1
    assert json.loads(json.dumps(figures)) == figures


def test_the_table_has_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    report.show(some_report(), Console(width=140))
    shown = capsys.readouterr().out
    for word in (
        "8.0 M (7.0–9.0)",
        "0.80 (0.70–0.90)",
        "500,000 (400,000–600,000)",
        "HLE, C++ core",
        "16.0",
        "1.90 (1.80–2.00)",
        "65536 games",
        "ran on: cpu",
        "jaxmarl: not",
    ):
        assert word in shown


def test_the_picture_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    report.draw(some_report(), tmp_path / "bench.png")
    assert (tmp_path / "bench.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("players", [2, 5])
def test_games_have_a_plausible_length(players: int) -> None:
    assert 5 < own_rates.moves_a_game(players, STANDARD) < 60


def test_a_single_move_is_measured() -> None:
    assert 0 < own_rates.single_move(BLINK) < 1e6


def test_peers_are_measured_in_their_own_process() -> None:
    pytest.importorskip("pyspiel")
    peer = next(peer for peer in peer_rates.PEERS if peer.name == "openspiel")
    own_command = peer_rates.command_of(peer)
    assert own_command is not None
    found = peer_rates.measure(peer, own_command, 2, "observed", BLINK, limit=120)
    assert isinstance(found, Rate), found
    assert found.median > 0


def a_program(folder: Path, lines: str) -> peer_rates.Peer:
    """A fake peer."""
    file = folder / "bin" / "some-peer"
    file.parent.mkdir(parents=True)
    file.write_text(f"#!{sys.executable}\n{lines}\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return peer_rates.Peer("some", "Some peer", "bin:some-peer", ("raw",))


@pytest.mark.skipif(os.name == "nt", reason="peers are compiled for Unix")
@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ("print(3); print(1); print(2)", Rate(2, 1, 3)),
        ("import time; time.sleep(60)", "out of time"),
        ("raise SystemExit('broken')", "failed: ['broken']"),
    ],
)
def test_a_failing_peer_is_reported_and_the_rest_goes_on(
    lines: str, wanted: Rate | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANABI_PEERS", str(tmp_path))
    peer = a_program(tmp_path, lines)
    own_command = peer_rates.command_of(peer)
    assert own_command is not None
    assert peer_rates.measure(peer, own_command, 2, "raw", BLINK, limit=2) == wanted


def test_a_missing_peer_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HANABI_PEERS", str(tmp_path))
    assert peer_rates.command_of(peer_rates.PEERS[0]) is None


def test_the_command_writes_the_requested_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "run", lambda quick, progress: some_report())
    picture, figures = tmp_path / "speed.png", tmp_path / "speed.json"
    done = CliRunner().invoke(command, ["--quick", "--output", str(figures), "--picture", str(picture)])
    assert done.exit_code == 0, done.output
    assert json.loads(figures.read_text(encoding="utf-8"))["ours"]["raw_2p"][0] == 8_000_000
    assert picture.exists()
    assert "2 players" in done.stdout
    done = CliRunner().invoke(command, ["--json", "--no-picture"])
    assert json.loads(done.stdout)["peers"]["openspiel"] == {"raw_2p": [100_000] * 3}
