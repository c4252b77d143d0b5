"""What happened in a game, by name, so that a test can ask for rare things."""

import random
from collections import Counter

from hanabi import Action, Game, Rescue, Reshuffle
from hanabi.rules.events import CardPlayed, CluesReturned, Event, FireworkCompleted, LastRoundBegan, TileTurned
from support.game_drivers import Driver, choose


def happenings(game: Game, driver: Driver, rng: random.Random) -> Counter[str]:
    """Play the game to its end and tell what happened."""
    found: Counter[str] = Counter()
    last = None
    while game.player is not None:
        pending, deck, last = game.pending, game.deck_size, game.view().turns_left
        action = choose(game, driver, rng)
        events = game.act(action)
        found += _deeds(action, events)
        found["rescue instead of reshuffle"] += isinstance(action, Rescue) and pending == "reshuffle"
        if isinstance(action, Reshuffle):
            found["reshuffle into the empty deck"] += deck == 0
            found["last round postponed"] += deck == 1 and last is None
        began = any(isinstance(event, LastRoundBegan) for event in events)
        found["empty deck without a last round"] += deck == 0 and last is None and not began
    over = game.over
    assert over is not None
    found[f"{over.outcome} {over.reason}"] += 1
    found["below zero"] += over.score < 0
    found["won in the last round"] += over.outcome == "won" and last is not None
    return +found


def _deeds(action: Action, events: tuple[Event, ...]) -> Counter[str]:
    found: Counter[str] = Counter(type(event).__name__ for event in events)
    for event in events:
        match event:
            case TileTurned(tile, waits):
                found[f"{tile} {'chosen' if waits else 'at once'}"] += 1
                found["chained tile"] += isinstance(action, Rescue)
            case CardPlayed(announced=suit) if suit is not None:
                right = "right" if suit == event.card.suit else "wrong"
                found[f"announced {right}, {'added' if event.added else 'failed'}"] += 1
            case FireworkCompleted(suit):
                found[f"{suit} complete"] += 1
    found[f"{sum(event.tokens for event in events if isinstance(event, CluesReturned))} tokens"] += 1
    return found
