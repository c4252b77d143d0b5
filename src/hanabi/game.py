"""`Game`, the class to start with: a referee with a seed for its random numbers, and a record."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hanabi.chance import Seed, reshuffle_place, shuffled_deck, shuffled_tiles
from hanabi.records import Record, advance, ended_field
from hanabi.rules import Action, Referee, Reshuffle, RuleSet
from hanabi.rules.events import Event

DEFAULT_NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli")


class Game(Referee):
    """A game of Hanabi. `Game.new` deals one; `Game.resume` continues a recorded one."""

    seed: Seed
    extra: Mapping[str, Any] = MappingProxyType({})

    @classmethod
    def new(
        cls,
        edition: str | None = None,
        players: int | Sequence[str] = 2,
        *,
        seed: Seed | None = None,
        first: int = 0,
        rules: RuleSet | None = None,
        **switches: Any,
    ) -> "Game":
        """Deal a game by an edition with switches (`black_powder=True`), or by a whole RuleSet.

        `players` is a number or a list of names. The same seed deals the same game on every machine; without a seed the
        deal is random.
        """
        if rules is None:
            rules = RuleSet.of(edition, **switches)
        elif edition is not None or switches:
            raise TypeError("give either a RuleSet or an edition with switches, not both")
        if isinstance(players, int):
            rules.hand_size_for(players)
            players = DEFAULT_NAMES[:players]
        seed = secrets.token_hex(16) if seed is None else seed
        game = cls(rules, players, shuffled_deck(rules, seed), shuffled_tiles(rules, seed), first)
        game.seed = seed
        return game

    @classmethod
    def resume(cls, record: Record, actions: int | None = None) -> "Game":
        """The recorded game after all its actions, or after the first `actions`, ready to continue."""
        game = cls(record.rules, record.players, record.deck, record.rewards, record.first)
        game.seed = record.extra.get("seed", secrets.token_hex(16))
        game.extra = {name: value for name, value in record.extra.items() if name != "ended"}
        advance(game, record, len(record.actions) if actions is None else actions)
        return game

    def act(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action of the player to act, and return its events. The seed places a reshuffled card."""
        if isinstance(action, Reshuffle) and action.at is None:
            action = replace(action, at=reshuffle_place(self.seed, len(self.action_texts), self.deck_size))
        return super().act(action)

    def record(self, **extra: Any) -> Record:
        """The game so far as a record. Its optional fields are those of the record it was resumed from, and `extra`."""
        return Record(
            rules=self.rules,
            players=self.players,
            deck=self.deck,
            actions=tuple(self.action_texts),
            first=self.first,
            rewards=self.rewards,
            extra={**self.extra, **ended_field(self), **extra},
        )

    def __repr__(self) -> str:
        state = self.over.outcome if self.over else f"turn {self.turn}, {self.players[self.state.player]} to act"
        return f"<Game of {len(self.players)}: {state}, score {self.view().score}>"
