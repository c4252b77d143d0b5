"""The Hanabi Learning Environment as OpenSpiel bundles it, fed with our decks and read from its state text."""

from dataclasses import dataclass
from typing import Any

import pyspiel

from hanabi import Card, RuleSet

LETTERS = "RYGWB"


@dataclass(frozen=True)
class Position:
    """What both games can be asked; hands and knowledge as texts such as `R1` and `XX|RYGWB12345`."""

    lives: int
    tokens: int
    fireworks: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    knowledge: tuple[tuple[str, ...], ...]
    deck: int
    discards: tuple[str, ...]


class Peer:
    """One game there: base rules, no empty clues, the first seat starts."""

    def __init__(self, rules: RuleSet, players: int, deck: tuple[Card, ...]) -> None:
        sizes = {
            "players": players,
            "colors": rules.colors,
            "ranks": rules.ranks,
            "hand_size": rules.hand_size_for(players),
            "max_information_tokens": rules.clue_tokens,
            "max_life_tokens": rules.strikes,
        }
        game = pyspiel.load_game(f"hanabi({','.join(f'{name}={value}' for name, value in sizes.items())})")
        self.state: Any = game.new_initial_state()
        self.actions = game.num_distinct_actions()
        self._coming = iter([rules.suits.index(card.suit) * rules.ranks + card.rank - 1 for card in deck])
        self._deal()

    def _deal(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(next(self._coming))

    def act(self, action: int) -> None:
        self.state.apply_action(action)
        self._deal()

    @property
    def over(self) -> bool:
        return bool(self.state.is_terminal())

    @property
    def player(self) -> int:
        return int(self.state.current_player())

    @property
    def score(self) -> float:
        return float(self.state.returns()[0])

    def legal(self) -> list[int]:
        return list(self.state.legal_actions())

    def position(self) -> Position:
        head, _, rest = str(self.state).partition("Hands:\n")
        lives, tokens, fireworks = head.splitlines()[:3]
        table, _, discards = rest.partition("Discards:")
        table, _, deck = table.partition("Deck size:")
        hands = [
            [line.split(" || ") for line in hand.splitlines() if " || " in line] for hand in table.split("-----\n")
        ]
        return Position(
            lives=int(lives.split()[-1]),
            tokens=int(tokens.split()[-1]),
            fireworks=tuple(int(word[1]) for word in fireworks.split()[1:]),
            hands=tuple(tuple(card for card, _ in hand) for hand in hands),
            knowledge=tuple(tuple(known for _, known in hand) for hand in hands),
            deck=int(deck),
            discards=tuple(discards.split()),
        )
