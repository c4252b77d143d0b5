"""Chance from a seed: fair, and the same on every machine."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

import pytest

from hanabi import RuleSet
from hanabi.chance import Seed, Stream, key_of, reshuffle_place, shuffled_deck, shuffled_tiles
from hanabi.rules import TILES


def numbers(key: bytes, label: str, count: int) -> list[int]:
    """The published recipe, implemented again."""
    words: list[int] = []
    for counter in range(count):
        block = hmac.new(key, label.encode() + b"\0" + counter.to_bytes(8, "big"), hashlib.sha256).digest()
        words += [int.from_bytes(block[8 * part : 8 * part + 8], "big") for part in range(4)]
    return words


Item = TypeVar("Item")


def shuffled_by_the_recipe(items: Iterable[Item], seed: Seed, label: str) -> list[Item]:
    key = hashlib.sha256(b"hanabi-seed\0" + str(seed).encode()).digest()
    coming = iter(numbers(key, label, 64))
    mixed = list(items)
    for place in reversed(range(1, len(mixed))):
        while (number := next(coming)) >= 2**64 - 2**64 % (place + 1):
            pass
        other = number % (place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


@pytest.mark.parametrize("seed", [0, 7, -3, "a table", "żółw", 10**40])
def test_decks_and_tiles_follow_the_published_recipe(seed: int | str) -> None:
    rules = RuleSet.of("pl", flamboyants=True, black_powder=True)
    assert shuffled_deck(rules, seed) == shuffled_by_the_recipe(rules.cards, seed, "deck")
    assert shuffled_tiles(rules, seed) == shuffled_by_the_recipe([tile.value for tile in TILES], seed, "tiles")


def test_a_known_deal() -> None:
    """If this changes, every seed deals a different game: records still work, shared seeds do not."""
    deck = shuffled_deck(RuleSet.of(), 7)
    assert " ".join(map(str, deck[:10])) == "g3 g1 w4 g4 b2 g4 y2 y3 b3 y2"


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert key_of(7) == key_of("7") != key_of("07")


def test_a_secret_seed_has_32_bytes() -> None:
    assert key_of(b"x" * 32) == b"x" * 32
    with pytest.raises(ValueError, match="32 bytes"):
        key_of(b"short")


def test_a_shuffle_keeps_every_card() -> None:
    rules = RuleSet.of(multicolor="wild", black_powder=True)
    for seed in range(50):
        assert Counter(shuffled_deck(rules, seed)) == Counter(rules.cards)


def test_no_tiles_without_flamboyants() -> None:
    assert shuffled_tiles(RuleSet.of(), 1) == []


def test_every_label_and_seed_has_its_own_stream() -> None:
    def first(seed: int, label: str) -> int:
        return Stream(seed, label).below(2**64)

    assert len({first(1, "deck"), first(1, "tiles"), first(2, "deck"), first(1, "reshuffle 1")}) == 4
    assert first(1, "deck") == first(1, "deck")


def test_every_order_is_equally_likely() -> None:
    """Chi-square over the 24 orders of four things; 23 degrees, 0.001 of fair shuffles exceed 49.7."""
    tries = 4800
    orders = Counter(tuple(Stream(seed, "fair").shuffled("abcd")) for seed in range(tries))
    assert len(orders) == 24
    expected = tries / 24
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 49.7


def test_a_reshuffled_card_may_go_to_any_place() -> None:
    places = Counter(reshuffle_place(seed, 12, 3) for seed in range(400))
    assert set(places) == {0, 1, 2, 3}
    assert reshuffle_place(5, 12, 0) == 0
