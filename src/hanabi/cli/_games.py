"""Opens the games named on the command line."""

import sys

from hanabi.records import Record, RecordError, open_game, open_source

STDIN = "-"


def open_record(source: str) -> Record:
    """Open a file, a link, a seed, or standard input."""
    if source != STDIN:
        return open_source(source)
    try:
        return open_game(sys.stdin.buffer.read().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise RecordError(f"is not UTF-8 text: {error.reason} at byte {error.start}") from error


def one_line(text: str) -> str:
    return " ".join(text.split())
