"""Go's generator and hanab.live's shuffle, compared with published numbers and decks."""

import hashlib
import json
from dataclasses import replace

import pytest

from hanabi.records import open_game
from hanabi.records.hanablive import to_json
from hanabi.records.hanablive.options import VARIANTS, Variant
from hanabi.records.hanablive.seeds import LENGTH, TAP, GoRandom, crc64, fixed_state, read_seed, scramble, shuffled

WORD = (1 << 64) - 1
SLOT = 18  # bytes for a coefficient: 607 products of two words fit


def times(one: list[int], other: list[int]) -> list[int]:
    """Product of two polynomials over 64-bit words, modulo x⁶⁰⁷ = x³³⁴ + 1, the recurrence of the generator."""
    product = _packed(one) * _packed(other)
    packed = product.to_bytes(2 * LENGTH * SLOT, "little")
    words = [int.from_bytes(packed[at : at + 8], "little") for at in range(0, (2 * LENGTH - 1) * SLOT, SLOT)]
    for power in range(2 * LENGTH - 2, LENGTH - 1, -1):
        for lower in (power - LENGTH, power - TAP):
            words[lower] = (words[lower] + words[power]) & WORD
    return words[:LENGTH]


def _packed(polynomial: list[int]) -> int:
    return int.from_bytes(b"".join(word.to_bytes(SLOT, "little") for word in polynomial), "little")


def state_after(steps: int) -> list[int]:
    """The state of the generator, seeded with 1, after `steps` steps: it is linear, so powers of x jump there."""
    x, words = 1, []
    for at in range(-20, LENGTH):
        x = scramble(x)
        if at >= 0:
            middle = scramble(x)
            last = scramble(middle)
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
    parsed = read_seed(seed)
    assert parsed is not None
    return " ".join(shuffled(parsed, cards))


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
    """Digests of decks in hanab.live's own test games; two of the variants cannot be played here."""
    assert hashlib.sha256(dealt(seed, suits).encode()).hexdigest() == digest


def test_a_game_may_list_its_deck_and_its_seed() -> None:
    deal = open_game("p3v0s1")
    notes = [["", "r1?"], [], []]
    exported = to_json(replace(deal, actions=("clue 1 1",))) | {"seed": "p3v0s1", "notes": notes}
    assert dealt("p3v0s1", 5) == " ".join(f"{card['suitIndex']}{card['rank']}" for card in exported["deck"])
    game = open_game(json.dumps(exported))
    assert game.deck == deal.deck
    assert game.extra["hanab_live"] == {"seed": "p3v0s1", "notes": notes}


def test_a_prefix_does_not_matter() -> None:
    assert open_game("legacy-1-p4v0s3").deck == open_game("p4v0s3").deck != open_game("p4v0s4").deck


def test_a_seed_alone_is_a_deal_without_actions() -> None:
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
def test_other_texts_are_not_seeds(text: str) -> None:
    assert read_seed(text) is None
