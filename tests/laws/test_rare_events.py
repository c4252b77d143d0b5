"""The test drivers reach the rare rules; otherwise the laws would prove nothing."""

import random
from collections import Counter
from collections.abc import Iterable, Set

from hanabi.rules import TILES
from support.game_drivers import DRIVERS, SWITCHES, a_game
from support.rare_events import happenings


def reached(names: Iterable[str], drivers: list[str], seeds: range) -> Set[str]:
    found: Counter[str] = Counter()
    for name in names:
        for seed in seeds:
            game = a_game(SWITCHES[name], 2 + seed % 4, seed)
            found += happenings(game, DRIVERS[drivers[seed % len(drivers)]], random.Random(seed))
    return found.keys()


def test_the_drivers_reach_every_tile_and_every_ending() -> None:
    names = ["flamboyants", "pl in full", "pl, all or nothing", "everything"]
    found = reached(names, ["peeking", "peeking", "reckless"], range(36))
    choosing = {"free_color_clue", "free_rank_clue", "reshuffle", "rescue"}
    wanted = {f"{tile} {'chosen' if tile in choosing else 'at once'}" for tile in TILES}
    wanted |= {"rescue at once", "reshuffle at once", "chained tile", "StrikeMended", "2 tokens"}
    wanted |= {"black complete", "multicolor complete", "CardRescued", "CardReshuffled"}
    wanted |= {"announced right, added", "announced wrong, failed", "announced right, failed"}
    wanted |= {"won complete", "finished deck", "lost strikes", "lost indispensable"}
    wanted |= {"empty deck without a last round"}
    assert wanted - found == set()


def test_the_drivers_reach_the_ends_of_the_base_game() -> None:
    found = reached(["base", "no empty clues", "black powder", "multicolor suit"], sorted(DRIVERS), range(24))
    wanted = {"won complete", "finished deck", "lost strikes", "LastRoundBegan", "won in the last round"}
    assert wanted - found == set()
