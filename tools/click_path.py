"""Print the way of one move through the server, from the command of a client to the answers of all clients.

    PYTHONPATH=src:tests python tools/click_path.py            # modules, calls between modules, entries per module
    PYTHONPATH=src:tests python tools/click_path.py --path     # also every call, indented by its depth

Three players, SQLite, no network: it starts with the text of a WebSocket message and ends with the texts for all
clients. It counts the calls from one module of the package to another one, in the thread of the event loop.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from hanabi.server.database import Connected
from support.in_process_tables import RecordingClient, a_registry, a_table

PACKAGE = "hanabi."


class Call(NamedTuple):
    depth: int
    caller: str | None
    module: str
    function: str


class ClickPath:
    """Records the calls inside the package. Use it as a context manager."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def __enter__(self) -> "ClickPath":
        sys.setprofile(self._record)
        return self

    def __exit__(self, *_: Any) -> None:
        sys.setprofile(None)

    def _record(self, frame: FrameType, event: str, _: Any) -> None:
        module = _module_of(frame)
        if event != "call" or module is None or frame.f_code.co_name.startswith("<"):
            return
        callers = []
        caller = frame.f_back
        while caller is not None:
            if (name := _module_of(caller)) is not None:
                callers.append(name)
            caller = caller.f_back
        self.calls.append(Call(len(callers), callers[0] if callers else None, module, frame.f_code.co_name))

    @property
    def hops(self) -> list[Call]:
        """The calls into another module, and those of the event loop."""
        return [call for call in self.calls if call.caller != call.module]


def _module_of(frame: FrameType) -> str | None:
    if frame.f_code.co_filename == __file__:
        return None
    name = frame.f_globals.get("__name__", "")
    return name.removeprefix(PACKAGE) if name.startswith(PACKAGE) else None


async def recorded_move() -> ClickPath:
    """A clue in a game of three players; each of them is connected."""
    with tempfile.TemporaryDirectory() as folder:
        async with a_registry(Path(folder)) as context:
            live = await a_table(context, seed="click path")
            clients = [RecordingClient(context, live, f"k{seat}") for seat in range(3)]
            await clients[0].send_command(type="start", id="start")
            live.clients.show_presence(Connected())
            for number in range(3):
                state = clients[number].state["view"]
                action = next(legal for legal in state["legal"] if legal["type"] == "clue")
                choice = {name: action[name] for name in ("type", "to", "about")}
                command = {"type": "move", "id": f"m{number}", "actions": state["actions"], "action": choice}
                # The first moves fill the caches.
                with ClickPath() as path:
                    answer = await clients[number].send_command(**command)
                assert answer["type"] == "ack", answer
            return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the way of one move through the server.")
    parser.add_argument("--path", action="store_true", help="print every call in order")
    arguments = parser.parse_args()
    path = asyncio.run(recorded_move())
    if arguments.path:
        for call in path.calls:
            mark = " " if call.caller == call.module else "→"
            print(f"{mark} {'  ' * call.depth}{call.module}.{call.function}")
    entries = Counter(call.module for call in path.hops)
    for module, count in entries.most_common():
        print(f"{count:4} {module}")
    print(f"{len(path.calls)} calls, {len(entries)} modules, {len(path.hops)} calls between modules")


if __name__ == "__main__":
    main()
