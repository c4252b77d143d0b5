"""Go's generator and hanab.live's shuffle, against numbers and decks that were not made here."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from hanabi.records import open_game, open_source
from hanabi.records.hanablive.go_random import LENGTH, TAP, GoRandom, fixed_state, step
from hanabi.records.hanablive.seeds import crc64, read_seed, shuffled
from hanabi.records.hanablive.variants import VARIANTS, Variant

WORD = (1 << 64) - 1
SLOT = 18  # bytes for a coefficient: 607 products of two words fit

# Games that hanab.live publishes lie there; they belong to it, so they are not kept here.
PUBLISHED = Path(os.environ.get("HANABI_LIVE_GAMES", Path(__file__).parents[4] / "shared" / "hanab-live-games"))


def times(one: list[int], other: list[int]) -> list[int]:
    """Product of two polynomials over 64-bit words, modulo x⁶⁰⁷ = x³³⁴ + 1, the recurrence of the generator."""
    long = _packed(one) * _packed(other)
    packed = long.to_bytes(2 * LENGTH * SLOT, "little")
    found = [int.from_bytes(packed[at : at + 8], "little") for at in range(0, (2 * LENGTH - 1) * SLOT, SLOT)]
    for power in range(2 * LENGTH - 2, LENGTH - 1, -1):
        for lower in (power - LENGTH, power - TAP):
            found[lower] = (found[lower] + found[power]) & WORD
    return found[:LENGTH]


def _packed(polynomial: list[int]) -> int:
    return int.from_bytes(b"".join(word.to_bytes(SLOT, "little") for word in polynomial), "little")


def state_after(steps: int) -> list[int]:
    """Where the generator, seeded with 1, stands after so many steps: it is linear, so powers of x jump there."""
    x, words = 1, []
    for at in range(-20, LENGTH):
        x = step(x)
        if at >= 0:
            middle = step(x)
            last = step(middle)
            words.append(x << 20 ^ middle << 10 ^ last)
            x = last
    past = [words[(LENGTH - TAP - 1 - at) % LENGTH] for at in range(LENGTH)]  # in the order they will be replaced
    for at in range(LENGTH, 2 * LENGTH):
        past.append((past[at - LENGTH] + past[at - TAP]) & WORD)
    jump, square, left = [1] + [0] * (LENGTH - 1), [0, 1] + [0] * (LENGTH - 2), steps
    while left:
        jump = times(jump, square) if left & 1 else jump
        square, left = times(square, square), left >> 1
    state = [0] * LENGTH
    for at in range(LENGTH):
        word = sum(weight * past[at + place] for place, weight in enumerate(jump)) & WORD
        state[(LENGTH - TAP - 1 - (steps - LENGTH + at)) % LENGTH] = word
    return state


def test_the_state_that_go_starts_from_is_computed() -> None:
    assert list(fixed_state()) == state_after(7_800_000_000_000)


def test_go_gives_its_well_known_numbers_for_the_seed_1() -> None:
    chance = GoRandom(1)
    assert [chance.below(100) for _ in range(10)] == [81, 87, 47, 59, 81, 18, 25, 40, 56, 0]


def test_seeds_count_modulo_a_prime() -> None:
    one, other = GoRandom(5), GoRandom(5 - (2**31 - 1))
    assert [one.int63() for _ in range(5)] == [other.int63() for _ in range(5)]


def test_the_check_value_of_crc_64_xz() -> None:
    assert crc64(b"123456789") == 0x995DC9BBDF1939FA


def dealt(seed: str, suits: int) -> str:
    """The deck of a variant whose suits all have ten cards, as `suit index, rank` pairs."""
    cards = [f"{suit}{rank}" for suit in range(suits) for rank in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    found = read_seed(seed)
    assert found is not None
    return " ".join(shuffled(found, cards))


@pytest.mark.parametrize(
    ("seed", "suits", "digest"),
    [
        ("p3v0s1", 5, "3dd28319f7b60a78d5e543743a37cc0c50e85279e233ebde052ff53f8c881684"),
        ("p5v0s198", 5, "e6c106b62122ce8ab931af4119b9d7fd36177d1253fa7447838be43ec6169b3e"),
        ("p3v173s3", 5, "cf5190169d05e983e42540f3554685297829a1a4cd7d2e9f1a88ba4033eeab50"),
        ("p2v458s2", 6, "b0151d22155c22560326bb64bd6a5c93243351a936f69beda2318163dc254332"),
    ],
)
def test_four_real_decks_card_by_card(seed: str, suits: int, digest: str) -> None:
    """Of the decks that hanab.live's own test games list, digests: two of the variants cannot be played here."""
    assert hashlib.sha256(dealt(seed, suits).encode()).hexdigest() == digest


@pytest.mark.parametrize("seed", ["p3v0s1", "p5v0s198"])
def test_a_published_game_opens_and_its_deck_is_its_seeds(seed: str) -> None:
    file = PUBLISHED / f"{seed}.json"
    if not file.exists():
        pytest.skip("hanab.live's published games are not on this machine")
    game = open_source(file)
    listed = json.loads(file.read_text(encoding="utf-8"))
    assert dealt(seed, 5) == " ".join(f"{card['suitIndex']}{card['rank']}" for card in listed["deck"])
    assert game.deck == open_game(seed).deck
    assert len(game.actions) == len(listed["actions"])
    assert game.extra["hanab_live"]["notes"] == listed["notes"]


def test_a_prefix_takes_no_part() -> None:
    assert open_game("legacy-1-p4v0s3").deck == open_game("p4v0s3").deck != open_game("p4v0s4").deck


def test_a_seed_alone_is_a_deal_nobody_has_played() -> None:
    game = open_game(" p4v3s12\n")
    assert game.players == ("Alice", "Bob", "Cathy", "Donald")
    assert game.actions == ()
    assert game.rules.multicolor == "wild"
    assert not game.rules.empty_clues
    assert game.extra == {"hanab_live": {"seed": "p4v3s12"}}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_variant_deals_the_cards_of_its_rules(variant: Variant) -> None:
    game = open_game(f"p3v{variant.number}s7")
    assert sorted(map(str, game.deck)) == sorted(map(str, game.rules.cards))
    assert sorted(variant.colors) == sorted(game.rules.nameable)
    assert game.rules.suits == variant.rules.suits


@pytest.mark.parametrize("text", ["p1v0s1", "p4v0", "p4v0s", "4v0s1", "p4v123456s1", "p4v0s1 and more", "xp4v0s1"])
def test_what_is_no_seed(text: str) -> None:
    assert read_seed(text) is None
