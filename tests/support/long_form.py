"""How often tests repeat themselves: a few times in `make test`, as often as it takes in `make test-long`."""

import os

LONG = os.environ.get("HANABI_TESTS") == "long"


def times(short: int, long: int) -> int:
    return long if LONG else short
