#!/usr/bin/env python3
"""Takes a seat at a table of a running server and plays it to the end.

    python examples/bots/table_bot.py http://127.0.0.1:8000 TABLE

TABLE is the last part of a table's address. The server's views have the same format as the line protocol, so the
program uses `choose` of `line_bot.py`, which knows nothing about servers.
"""

import argparse
import asyncio

import msgspec
from line_bot import choose

from hanabi.client import play_seat, take_seat
from hanabi.rules.view_documents import LegalAction, SeenGame


def chosen(view: SeenGame) -> LegalAction:
    return msgspec.convert(choose(msgspec.to_builtins(view)), LegalAction)


async def main() -> None:
    options = argparse.ArgumentParser(description="Play a seat at a table.")
    options.add_argument("server")
    options.add_argument("table")
    options.add_argument("--name", default="Line bot")
    arguments = options.parse_args()
    seat = await take_seat(arguments.server, arguments.table, name=arguments.name)
    over = await play_seat(seat, chosen)
    print(f"{over.outcome}: {over.score} points")


if __name__ == "__main__":
    asyncio.run(main())
