"""HanabiObservation: the view of one player, with seats counted from that player, and its canonical encoding."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.kernels import Rules, State, observation_encoder
from hanabi.kernels.cards import kind_of
from hanabi.simulation.hle import types
from hanabi.simulation.hle.game import GameParameters
from hanabi.simulation.hle.state_text import as_text, cards_in, hands_in, knowledge_in
from hanabi.simulation.observation import observation_layout


class HanabiObservation:
    """Created by `HanabiState.observation`. It holds an erased state and no seed, so it contains nothing hidden."""

    def __init__(
        self,
        rule_tables: Rules,
        erased: State,
        player: int,
        cur_player_offset: int,
        legal_moves: list[types.HanabiMove],
        last_moves: list[types.HanabiHistoryItem],
        *,
        minimal: bool,
    ) -> None:
        self._rule_tables, self._erased, self._player, self._minimal = rule_tables, erased, player, minimal
        self._offset, self._legal, self._last = cur_player_offset, legal_moves, last_moves
        self._seats = [(player + offset) % rule_tables.players for offset in range(rule_tables.players)]

    def cur_player_offset(self) -> int:
        return self._offset

    def num_players(self) -> int:
        return self._rule_tables.players

    def observed_hands(self) -> list[list[types.HanabiCard]]:
        """The observer's first, as invalid cards."""
        return hands_in(self._erased, self._seats)

    def card_knowledge(self) -> list[list[types.HanabiCardKnowledge]]:
        return knowledge_in(self._rule_tables, self._erased, self._seats, minimal=self._minimal)

    def discard_pile(self) -> list[types.HanabiCard]:
        return cards_in(self._erased, self._erased.discards[: self._erased.discard_count])

    def fireworks(self) -> list[int]:
        return self._erased.fireworks[: self._rule_tables.suits]

    def deck_size(self) -> int:
        return self._rule_tables.cards - self._erased.next_card

    def last_moves(self) -> list[types.HanabiHistoryItem]:
        return list(self._last)

    def information_tokens(self) -> int:
        return self._erased.clue_tokens

    def life_tokens(self) -> int:
        return self._rule_tables.strikes - self._erased.strikes

    def legal_moves(self) -> list[types.HanabiMove]:
        return list(self._legal)

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        return self._erased.fireworks[color] == self._rule_tables.step[kind_of(color, rank)]

    def observation(self) -> "HanabiObservation":
        return self

    def encoded(self, out: Any) -> None:
        """Fill `out`, which holds zeros."""
        observation_encoder.encode(self._rule_tables, self._erased, self._player, out, 0)

    def __str__(self) -> str:
        current = types.CHANCE_PLAYER_ID if self._offset == types.CHANCE_PLAYER_ID else self._seats[self._offset]
        return as_text(self._rule_tables, self._erased, self._seats, current, self.card_knowledge())

    __repr__ = __str__


class ObservationEncoder:
    """`encode` gives a list of zeros and ones, or fills a NumPy array: `encode(observation, out=row)`."""

    def __init__(
        self, game: GameParameters, enc_type: types.ObservationEncoderType = types.ObservationEncoderType.CANONICAL
    ) -> None:
        types.ObservationEncoderType(enc_type)
        self._layout = observation_layout(game.rules, game.num_players())
        self._minimal = game.observation_type() is types.AgentObservationType.MINIMAL

    def shape(self) -> list[int]:
        return [self._layout["knowledge"].start if self._minimal else self._layout.size]

    def encode(self, observation: HanabiObservation, out: NDArray[Any] | None = None) -> Any:
        bits = [0] * self._layout.size
        observation.encoded(bits)
        del bits[self.shape()[0] :]
        if out is None:
            return bits
        if out.shape != tuple(self.shape()):
            raise ValueError(f"out has shape {out.shape}, the encoding has {tuple(self.shape())}")
        np.copyto(out, bits, casting="unsafe")
        return out
