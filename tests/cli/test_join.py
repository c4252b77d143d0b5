"""`hanabi join` seats a bot at a table of a real server."""

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from hanabi.client import SeatAt, TableClient, new_id, open_table, play_seat
from hanabi.server.tables.features import start
from hanabi.server.tables.features.take_back import TakeBack
from support.server_process import Server, running_server

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "line_bot.py"
# A shell lets commands in the background ignore Ctrl-C.
HANABI = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from hanabi.cli import main
main()
"""
LAST_LEGAL = "def choose(view):\n    return view.legal_actions[-1]\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(str(tmp_path_factory.mktemp("server") / "tables.db")) as server:
        yield server


def address_of(seat: SeatAt) -> str:
    return f"{seat.server}/t/{seat.table}"


@contextlib.asynccontextmanager
async def joined(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HANABI, "join", *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        async with asyncio.timeout(120):
            yield program
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


async def deal_when_full(seat: SeatAt) -> None:
    async with TableClient(seat) as client:
        await client.wait_for(lambda state: all(place.kind != "empty" for place in state.table.seats))
        await client.send(start.Start(id=new_id()))


@pytest.mark.parametrize("bot", ["file", "program", "name"])
async def test_a_bot_plays_a_game_with_a_person_and_a_bot_of_the_server(
    server: Server, bot: str, tmp_path: Path
) -> None:
    (tmp_path / "last_legal.py").write_text(LAST_LEGAL)
    bots = {"file": str(tmp_path / "last_legal.py"), "program": f"exec:{sys.executable} {EXAMPLE}", "name": "simple"}
    names = {"file": "last_legal", "program": "line_bot", "name": "simple"}
    seat = await open_table(server.address, seats=3, bots=("simple",))
    as_json = ["--json"] if bot == "name" else []
    async with joined(address_of(seat), "--bot", bots[bot], *as_json) as program:
        await deal_when_full(seat)
        over = await play_seat(seat, lambda view: view.legal_actions[0])
        output, errors = await program.communicate()
    assert not errors
    if as_json:
        assert json.loads(output) == {"outcome": over.outcome, "score": over.score, "faults": 0}
    else:
        lines = output.decode().splitlines()
        assert lines[0].startswith(names[bot])
        assert lines[0].endswith("sits at the table and waits for the start.")
        assert lines[-1] == f"{over.outcome}: {over.score} points"
    assert program.returncode == 0


async def test_a_fault_is_told_and_the_game_goes_on(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "faulty.py"
    file.write_text("def choose(view):\n    return view.hands[9]\n")
    seat = await open_table(server.address, seats=2)
    async with joined(address_of(seat), "--bot", str(file), "--name", "Oops") as program:
        await deal_when_full(seat)
        await play_seat(seat, lambda view: view.legal_actions[0])
        output, errors = await program.communicate()
    assert output.decode().startswith("Oops sits")
    assert (
        f"{file} raised IndexError: tuple index out of range ({file}, line 2); simple moves instead" in errors.decode()
    )
    assert program.returncode == 0


async def test_it_agrees_to_take_back_a_move(server: Server) -> None:
    seat = await open_table(server.address, seats=2, take_backs=True, first=0)
    async with joined(address_of(seat), "--bot", "simple") as program:
        await deal_when_full(seat)
        async with TableClient(seat) as client:
            for _ in range(2):
                await client.wait_for(lambda state: state.view is not None and bool(state.view.legal))
                view = await client.view()
                await client.act(view, view.legal_actions[-1])
            await client.wait_for(lambda state: state.view is not None and state.view.actions == 4)
            await client.send(TakeBack(id=new_id(), answer="ask"))
            state = await client.wait_for(lambda state: state.view is not None and state.view.actions == 2)
            assert state.table.casual
        over = await play_seat(seat, lambda view: view.legal_actions[0])
        output, _ = await program.communicate()
    assert output.decode().splitlines()[-1] == f"{over.outcome}: {over.score} points"


@pytest.mark.slow
async def test_it_comes_back_after_ctrl_c_and_when_the_server_restarts(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with running_server(database) as server:
        seat = await open_table(server.address, seats=2, first=1)
        async with joined(address_of(seat), "--bot", "simple") as program:
            await deal_when_full(seat)
            async with TableClient(seat) as client:
                await client.wait_for(lambda state: state.view is not None and state.view.actions == 1)
                program.send_signal(signal.SIGINT)
                _, errors = await program.communicate()
                assert program.returncode == 130
                state = await client.wait_for(
                    lambda state: state.table.seats[1].away and not state.table.seats[1].online
                )
                assert state.table.phase == "playing"
        link = next(word for word in errors.decode().split() if "#" in word)
        async with joined(link, "--bot", "simple") as program, TableClient(seat) as client:
            await client.wait_for(lambda state: state.table.seats[1].online)
            server.kill()
            with running_server(database, port=server.port):
                over = await play_seat(seat, lambda view: view.legal_actions[0])
                output, errors = await program.communicate()
    assert errors.decode() == "The connection is lost; trying again …\nConnected again.\n"
    assert output.decode().splitlines()[-1] == f"{over.outcome}: {over.score} points"


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/t/none", 1, "There is no such table."),
        ("/t/{full}", 1, "All the seats at this table are taken."),
        ("/t/{full}#wrong", 1, "This link is no longer valid."),
        ("/lobby", 2, "is not the address of a table, such as http://127.0.0.1:8000/t/TABLE"),
    ],
)
async def test_a_seat_that_cannot_be_taken(server: Server, path: str, status: int, sentence: str) -> None:
    full = await open_table(server.address, seats=2, bots=("simple",))
    async with joined(server.address + path.format(full=full.table), "--bot", "simple") as program:
        output, errors = await program.communicate()
    assert program.returncode == status
    assert sentence in errors.decode()
    assert not output


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (("http://127.0.0.1:9/t/any", "--bot", "simple"), 1, "no server answers at http://127.0.0.1:9"),
        (("127.0.0.1:9/t/any", "--bot", "simple"), 2, "is not the address of a table"),
        (("http://127.0.0.1:9/t/any", "--bot", "smple"), 2, "did you mean"),
        (("http://127.0.0.1:9/t/any", "--bot", "gone.py"), 2, "there is no file gone.py"),
    ],
)
async def test_what_is_wrong_without_a_server(arguments: tuple[str, ...], status: int, sentence: str) -> None:
    async with joined(*arguments) as program:
        _, errors = await program.communicate()
    assert program.returncode == status
    assert sentence in errors.decode()
