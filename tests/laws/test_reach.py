"""The test drivers do reach the rare rules; otherwise the laws would hold of nothing."""

import random
from collections import Counter

from drivers import DRIVERS, SWITCHES, a_game, choose
from hanabi import Rescue, Reshuffle
from hanabi.rules.cards import TILES
from hanabi.rules.events import CardPlayed, CluesReturned, FireworkCompleted, LastRoundBegan, StrikeMended, TileTurned


def happenings(names, drivers, seeds):
    """What happened in these games, by name."""
    found = Counter()
    for name in names:
        for seed in seeds:
            game = a_game(SWITCHES[name], 2 + seed % 4, seed)
            rng = random.Random(seed)
            driver = DRIVERS[drivers[seed % len(drivers)]]
            while game.player is not None:
                pending, deck, last = game.pending, game.deck_size, game.view().turns_left
                action = choose(game, driver, rng)
                events = game.act(action)
                note(found, game, action, events, pending, deck, last)
            found[f"{game.over.outcome} {game.over.reason}"] += 1
            found["below zero"] += game.over.score < 0
            found["won in the last round"] += game.over.outcome == "won" and last is not None
    return +found


def note(found, game, action, events, pending, deck, last):
    for event in events:
        found[type(event).__name__] += 1
        if isinstance(event, TileTurned):
            found[f"{event.tile} {'chosen' if event.waits else 'at once'}"] += 1
            found["chained tile"] += isinstance(action, Rescue)
        if isinstance(event, CardPlayed) and event.announced is not None:
            right = event.announced == event.card.suit
            found[f"announced {'right' if right else 'wrong'}, {'added' if event.added else 'failed'}"] += 1
        if isinstance(event, CluesReturned):
            found[f"{event.tokens} tokens"] += 1
        if isinstance(event, FireworkCompleted):
            found[f"{event.suit} complete"] += 1
    found["mended"] += any(isinstance(event, StrikeMended) for event in events)
    found["rescue instead of reshuffle"] += isinstance(action, Rescue) and pending == "reshuffle"
    if isinstance(action, Reshuffle):
        found["reshuffle into the empty deck"] += deck == 0
        found["last round postponed"] += deck == 1 and game.deck_size == 1 and last is None
    found["played with an empty deck and no last round"] += (
        deck == 0 and last is None and not any(isinstance(event, LastRoundBegan) for event in events)
    )


def test_the_drivers_reach_every_tile_and_every_ending():
    tiles = ["flamboyants", "pl in full", "pl, all or nothing"]
    found = happenings([*tiles, "everything"], ["peeking", "peeking", "reckless"], range(36))
    choosing = {"free_color_clue", "free_rank_clue", "reshuffle", "rescue"}
    wanted = {f"{tile} {'chosen' if tile in choosing else 'at once'}" for tile in TILES}
    wanted |= {"rescue at once", "reshuffle at once", "chained tile", "mended", "2 tokens"}
    wanted |= {"black complete", "multicolor complete", "CardRescued", "CardReshuffled"}
    wanted |= {"announced right, added", "announced wrong, failed", "announced right, failed"}
    wanted |= {"won complete", "finished deck", "lost strikes", "lost indispensable"}
    wanted |= {"played with an empty deck and no last round"}
    assert wanted - found.keys() == set()


def test_the_drivers_reach_the_ends_of_the_base_game():
    found = happenings(["base", "no empty clues", "black powder", "multicolor suit"], sorted(DRIVERS), range(24))
    wanted = {"won complete", "finished deck", "lost strikes", "LastRoundBegan", "won in the last round"}
    assert wanted - found.keys() == set()
