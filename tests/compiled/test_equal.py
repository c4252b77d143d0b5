"""The plain and the compiled referee are equal in every field, move by move, under every switch."""

import random

import pytest

from hanabi import RulesError, RuleSet
from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.kernels import Rules, State, blank, deal, duplicate, ending, knowledge, layout, legality, turn, visibility
from hanabi.rules import TILES, kernel_rules, kind_of_card
from support.game_drivers import DRIVERS, SWITCHES
from support.kernel_faces import Native
from support.long_form import times

GAMES = times(8, 32)
LEGAL = ("legal_moves", "legal_announcements", "legal_reshuffles", "legal_rescues")


def a_state(rules: RuleSet, players: int, seed: int) -> State:
    """Cards and tiles in order, before the deal."""
    s: State = blank(State)
    for card_id, card in enumerate(shuffled_deck(rules, seed)):
        s.faces[card_id] = kind_of_card(rules, card)
    for place, tile in enumerate(shuffled_tiles(rules, seed)):
        s.tiles[place] = TILES.index(tile)
    return s


def play_on_both(rules: RuleSet, players: int, seed: int, driver: str) -> int:
    """Play one game on both; returns its length."""
    r, s, rng = kernel_rules(rules, players), a_state(rules, players, seed), random.Random(seed)
    native = Native(r, s)
    deal.deal(r, s, seed % players)
    native.call("deal.deal", seed % players)
    moves = 0
    while True:
        assert vars(native.state) == vars(s)
        for name in LEGAL:
            assert native.call(f"legality.{name}") == getattr(legality, name)(r, s)
        if rng.random() < 0.1:
            check_visibility(r, s, rng.choice([layout.SPECTATOR, *range(players)]))
        if s.outcome != layout.RUNNING:
            return moves
        number, above = DRIVERS[driver](r, s, rng)
        turn.apply(r, s, number, above)
        native.call("turn.apply", number, above)
        moves += 1


def check_visibility(r: Rules, s: State, seat: int) -> None:
    """Compare what a seat sees, and what follows from it."""
    plain, native = duplicate(s), Native(r, s)
    visibility.hide(r, plain, seat)
    native.call("visibility.hide", seat)
    assert vars(native.state) == vars(plain)
    for name in ("playable_kinds", "useful_kinds", "critical_kinds", "score_limit"):
        assert native.call(f"knowledge.{name}") == getattr(knowledge, name)(r, plain)
    assert native.call("ending.points") == ending.points(r, plain)
    unseen = knowledge.unseen_kinds(r, plain, seat)
    assert native.call("knowledge.unseen_kinds", seat) == unseen
    for slot in range(s.hand_sizes[seat] if seat != layout.SPECTATOR else 0):
        assert native.call("knowledge.possible_kinds", seat, slot, unseen) == knowledge.possible_kinds(
            r, plain, seat, slot, unseen
        )


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("name", SWITCHES)
def test_equal_under_every_switch(name: str, driver: str) -> None:
    rules = RuleSet.of(**SWITCHES[name])
    for seed in range(GAMES):
        assert play_on_both(rules, 2 + seed % 4, seed, driver) > 0


def any_rules(rng: random.Random) -> RuleSet:
    """Random switches and research sizes."""
    return RuleSet.of(
        empty_clues=rng.random() < 0.5,
        all_or_nothing=rng.random() < 0.4,
        choreography=rng.random() < 0.5,
        multicolor=rng.choice(["none", "suit", "wild"]),
        multicolor_cards=rng.choice([5, 10]),
        black_powder=rng.random() < 0.5,
        flamboyants=rng.random() < 0.6,
        strikes=rng.randint(1, 4),
        clue_tokens=rng.randint(1, 10),
        colors=rng.choice([1, 2, 3, 4, 5, 5]),
        ranks=rng.choice([1, 2, 3, 4, 5, 5]),
        hand_size=rng.choice([None, 2, 3, 4, 5]),
    )


@pytest.mark.parametrize("driver", DRIVERS)
def test_equal_in_any_combination_and_size(driver: str) -> None:
    rng, games = random.Random(driver), 0
    while games < 4 * GAMES:
        rules, players = any_rules(rng), rng.randint(2, 5)
        try:
            rules.hand_size_for(players)
        except RulesError:
            continue
        play_on_both(rules, players, games, driver)
        games += 1
