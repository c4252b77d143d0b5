"""Games under every switch, and the protocol's view made from a View."""

import random
from collections.abc import Iterator
from typing import Any

from hanabi.game import Game
from hanabi.rules import Action, CardView, Discard, Play, View
from hanabi.rules.documents import hand_document, view_document

RULES: list[dict[str, Any]] = [
    {},
    {"edition": "ro"},
    {"edition": "ro", "all_or_nothing": True},
    {"edition": "pt-BR", "choreography": True, "multicolor": "suit", "black_powder": True},
    {"edition": "nb", "choreography": True, "multicolor": "suit"},
    {"edition": "es", "multicolor": "wild", "strikes": 2, "clue_tokens": 9},
    {"edition": "pl", "flamboyants": True, "multicolor": "wild"},
    {"edition": "pl", "flamboyants": True, "multicolor": "wild", "black_powder": True, "strikes": 9},
    {"flamboyants": True, "all_or_nothing": True, "choreography": True, "empty_clues": False},
]


def peeking_choice(game: Game, chance: random.Random) -> Action:
    """A player that looks at its cards now and then, so that fireworks are completed and rare rules occur."""
    legal = game.legal_actions()
    if chance.random() < 0.6 and game.player is not None:
        playable = game.view(None).playable
        good = [
            a
            for a in legal
            if isinstance(a, Play) and a.announce is None and game.card(game.player, a.slot) in playable
        ]
        if good:
            return chance.choice(good)
    careful = [action for action in legal if not isinstance(action, Play)]
    return chance.choice(careful if careful and chance.random() < 0.9 else list(legal))


class TrackedGame:
    """A game that keeps the number under which each card that left a hand was drawn."""

    def __init__(self, rules: dict[str, Any], players: int, seed: int) -> None:
        switches = {name: value for name, value in rules.items() if name != "edition"}
        self.game = Game.new(rules.get("edition"), players, seed=seed, **switches)
        self.draw_numbers: dict[int, int] = {}
        self.chance = random.Random(seed)

    def moves(self) -> Iterator[Action]:
        game = self.game
        while game.player is not None:
            action = peeking_choice(game, self.chance)
            self.act(action)
            yield action

    def act(self, action: Action) -> None:
        s = self.game.state
        if isinstance(action, Play | Discard):
            self.draw_numbers[s.hands[s.player][action.slot]] = s.draw_numbers[s.player][action.slot]
        self.game.act(action)

    @property
    def pile(self) -> list[int]:
        s = self.game.state
        return [self.draw_numbers[card] for card in s.discards[: s.discard_count]]


def expected_view(view: View, pile: list[int], shown: tuple[CardView, ...] | None = None) -> dict[str, Any]:
    """The protocol's view made from a View, whose hidden cards are erased; `pile` numbers the discarded cards.

    `shown` is the seat's own hand where it is turned over: as a teammate saw it, when the game is over.
    """
    numbers = {discarded.card_id: drawn for discarded, drawn in zip(view.discards, pile, strict=True)}
    document = view_document(view, numbers)
    if shown is not None and view.seat is not None:
        document["hands"][view.seat] = hand_document(view, view.seat, shown)
    return document
