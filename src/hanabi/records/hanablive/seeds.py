"""hanab.live's seeds: `p4v0s123` is the deal 123 for 4 players of variant 0."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from hanabi.records.hanablive.go_random import GoRandom

T = TypeVar("T")

SEED = re.compile(r"(?:legacy-[^-\s]+-)?(p([2-9])v([0-9]{1,5})s(\S+))", re.ASCII)
ECMA = 0xC96C5795D7870F42  # CRC-64/XZ, reflected


@dataclass(frozen=True)
class Seed:
    text: str
    players: int
    variant: int


def read_seed(text: str) -> Seed | None:
    """What a seed says, or None where the text is no seed. A prefix `legacy-…-` takes no part in the shuffle."""
    found = SEED.fullmatch(text)
    return None if found is None else Seed(found[1], int(found[2]), int(found[3]))


def crc64(data: bytes) -> int:
    crc = WORD
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (ECMA if crc & 1 else 0)
    return crc ^ WORD


WORD = (1 << 64) - 1


def shuffled(seed: Seed, cards: Sequence[T]) -> list[T]:
    """The deck, top card first; `cards` are in order of suit, rank and copy. The checksum is a signed number."""
    number = crc64(seed.text.encode())
    rng = GoRandom(number - (1 << 64) if number >> 63 else number)
    deck = list(cards)
    for place in range(len(deck)):
        other = rng.below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck
