"""A record prepared for review: the position before each action, and the end of the game."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hanabi.kernels import Rules, State, duplicate, knowledge
from hanabi.records import Record, act_recorded, dealt_game
from hanabi.rules import Referee, Reshuffle, RuleSet, View, id_of_action


@dataclass(frozen=True)
class RecordedPosition:
    """A recorded game before action number `index`: the view of the player to act, and the full state."""

    index: int
    view: View
    state: State
    action_id: int | None  # of the action taken; None at the end of an unfinished record

    @property
    def rule_tables(self) -> Rules:
        return self.view.rule_tables

    @cached_property
    def key(self) -> int:
        """A number derived from the view alone: sampled worlds depend on the position, but not on hidden cards."""
        s = self.view.erased
        seen = (
            s.turn,
            s.player,
            s.clue_tokens,
            s.fireworks,
            s.faces,
            s.hands,
            s.discards[: s.discard_count],
            s.possible,
            s.tiles_turned,
        )
        return int.from_bytes(hashlib.sha256(repr(seen).encode()).digest()[:7], "big")

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """The kinds that each own card can be, by clues and counting."""
        r, s = self.rule_tables, self.view.erased
        unseen = knowledge.unseen_kinds(r, s, s.player)
        return tuple(knowledge.possible_kinds(r, s, s.player, slot, unseen) for slot in range(s.hand_sizes[s.player]))

    @cached_property
    def held(self) -> tuple[int, ...]:
        """The true kinds of the mover's cards."""
        s = self.state
        return tuple(s.faces[card] for card in s.hands[s.player][: s.hand_sizes[s.player]])


@dataclass(frozen=True)
class RecordedGame:
    """A replayed record: the position before each action, and the game at its end."""

    record: Record
    positions: tuple[RecordedPosition, ...]
    action_ids: NDArray[np.int64]
    drawn: NDArray[np.int8]  # the kinds of all cards in the order they were drawn
    end: Referee

    @property
    def rules(self) -> RuleSet:
        return self.record.rules

    @property
    def players(self) -> int:
        return len(self.record.players)


def recorded_game(record: Record) -> RecordedGame:
    """Replay a record; an illegal one raises RecordError."""
    game = dealt_game(record)
    s, r = game.state, game.rule_tables
    positions, action_ids = [], []
    drawn = [s.faces[card] for card in s.deck[: s.next_card]]
    for index in range(len(record.actions)):
        before, view = duplicate(s), game.view(s.player)
        action = act_recorded(game, record, index)
        action_ids.append(id_of_action(record.rules, r, before, action))
        positions.append(RecordedPosition(index, view, before, action_ids[-1]))
        top = before.next_card - isinstance(action, Reshuffle)
        drawn += [s.faces[card] for card in s.deck[top : s.next_card]]
    if game.player is not None:
        positions.append(RecordedPosition(len(action_ids), game.view(game.player), duplicate(s), None))
    drawn += [s.faces[card] for card in s.deck[s.next_card : r.cards]]
    return RecordedGame(record, tuple(positions), np.array(action_ids, np.int64), np.array(drawn, np.int8), game)
