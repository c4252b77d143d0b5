"""Human games from the data set of the Ad-Hoc Human-AI Coordination Challenge (docs/ah2ac2.md).

The referee replays every game. The files are in the safetensors format: a length, a JSON header of that length with
the place of each array, then the arrays.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.kernels import ending
from hanabi.records.hanablive.links import DEFAULT_NAMES
from hanabi.records.record import Record, RecordError
from hanabi.rules import COLORS, Card, IllegalAction, Referee, RulesError, RuleSet, action_of_id

RULES = RuleSet.of(empty_clues=False)
# The dimensions of each array. The first one is the game, except in num_players.
DIMENSIONS = {"num_players": 0, "decks": 3, "actions": 3, "num_actions": 1, "scores": 1, "game_ids": 1}
# The types of the safetensors format (https://github.com/huggingface/safetensors#format).
DTYPES = {
    "BOOL": "|b1", "I8": "|i1", "U8": "|u1", "I16": "<i2", "U16": "<u2", "I32": "<i4", "U32": "<u4", "I64": "<i8",
    "U64": "<u8", "F16": "<f2", "F32": "<f4", "F64": "<f8",
}  # fmt: skip
LONGEST_HEADER = 100_000_000  # the limit of the format


@dataclass(frozen=True)
class RefusedGame:
    """A game that contradicts itself or the rules, and why."""

    index: int
    reason: str

    def __str__(self) -> str:
        return f"game {self.index}: {self.reason}"


class GameArrays:
    """The games of a file, by index. A game that is wrong raises RecordError."""

    def __init__(self, file: str | Path) -> None:
        self.file = Path(file)
        arrays = read_arrays(file)
        _check(arrays)
        self.players = int(arrays["num_players"])
        self._arrays: Mapping[str, NDArray[Any]] = arrays

    def __len__(self) -> int:
        return len(self._arrays["num_actions"])

    def __getitem__(self, index: int) -> Record:
        if not 0 <= index < len(self):
            raise RecordError(f"has games 0 to {len(self) - 1}, not {index}")
        names = DEFAULT_NAMES[: self.players]
        try:
            game = Referee(RULES, names, self._deck(index))
        except RulesError as error:
            raise RecordError(f"decks: {error}") from error
        for turn, number in enumerate(self._action_ids(index)):
            _act(game, turn, number)
        self._check_score(index, game)
        extra = {"game": int(self._arrays["game_ids"][index]), "score": int(self._arrays["scores"][index])}
        return Record(RULES, names, game.deck, tuple(game.action_texts), extra={"ah2ac2": extra})

    def records(self) -> Iterator[Record | RefusedGame]:
        """All games in order, with a RefusedGame for each that is wrong."""
        for index in range(len(self)):
            try:
                yield self[index]
            except RecordError as error:
                yield RefusedGame(index, str(error))

    def _deck(self, index: int) -> tuple[Card, ...]:
        cards = []
        for place, (color, rank) in enumerate(self._arrays["decks"][index].tolist()):
            if not (0 <= color < len(COLORS) and 0 <= rank < RULES.ranks):
                raise RecordError(f"decks: card {place} has color {color} and rank {rank}, not 0 to 4")
            cards.append(Card(COLORS[int(color)], int(rank) + 1))
        return tuple(cards)

    def _action_ids(self, index: int) -> list[int]:
        """The action of each turn. Only the player to act may act, and nobody after the last action."""
        table, count = self._arrays["actions"][index].tolist(), int(self._arrays["num_actions"][index])
        if not 0 <= count <= len(table):
            raise RecordError(f"num_actions: {count} of {len(table)}")
        no_op = _no_op(self.players)
        numbers = []
        for turn, row in enumerate(table):
            acting = {seat for seat, number in enumerate(row) if number != no_op}
            expected = {turn % self.players} if turn < count else set()
            if acting != expected:
                who = ", ".join(map(str, sorted(acting))) or "nobody"
                raise RecordError(f"actions: in turn {turn} of {count} seat {who} acts")
            if expected:
                numbers.append(int(row[turn % self.players]))
        return numbers

    def _check_score(self, index: int, game: Referee) -> None:
        score = game.over.score if game.over else int(ending.points(game.rule_tables, game.state))
        listed = int(self._arrays["scores"][index])
        if score != listed:
            raise RecordError(f"scores: {listed}, but the game has {score} points")


def _check(arrays: Mapping[str, NDArray[Any]]) -> None:
    for name, dimensions in DIMENSIONS.items():
        if name not in arrays:
            raise RecordError(f"is not a file of games: the array {name!r} is missing")
        if arrays[name].ndim != dimensions or arrays[name].dtype.kind not in "iu":
            raise RecordError(f"{name}: must be whole numbers in {dimensions} dimensions")
    players, games = int(arrays["num_players"]), len(arrays["num_actions"])
    if players not in range(2, 6):
        raise RecordError(f"num_players: {players} is not from 2 to 5")
    for name in DIMENSIONS:
        if name != "num_players" and len(arrays[name]) != games:
            raise RecordError(f"{name}: has {len(arrays[name])} games, num_actions {games}")
    if arrays["actions"].shape[2] != players:
        raise RecordError(f"actions: has {arrays['actions'].shape[2]} seats, not {players}")
    if arrays["decks"].shape[2] != 2:
        raise RecordError("decks: a card must be a color and a rank")


def _no_op(players: int) -> int:
    """The number after those of all actions, for "does not act"."""
    return 2 * RULES.hand_size_for(players) + (players - 1) * (len(COLORS) + RULES.ranks)


def _act(game: Referee, turn: int, number: int) -> None:
    if game.player is None:
        raise RecordError(f"actions: turn {turn} comes after the end of the game")
    if not 0 <= number < _no_op(len(game.players)):
        raise RecordError(f"actions: turn {turn}: there is no action {number}")
    try:
        game.act(action_of_id(game.rules, game.rule_tables, game.state, number))
    except IllegalAction as error:
        raise RecordError(f"actions: turn {turn}: {error}") from error


def read_arrays(file: str | Path) -> dict[str, NDArray[Any]]:
    """The arrays of a safetensors file by name. A RecordError says what is wrong with it."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from error
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(LONGEST_HEADER, len(data) - 8):
        raise RecordError("is not a safetensors file: its header is longer than the file")
    try:
        header = json.loads(data[8 : 8 + length])
        places = {name: place for name, place in header.items() if name != "__metadata__"}
        return {name: _array(data, 8 + length, place) for name, place in places.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RecordError(f"is not a safetensors file: {error}") from error


def _array(data: bytes, start: int, place: dict[str, Any]) -> NDArray[Any]:
    dtype, shape = np.dtype(DTYPES[place["dtype"]]), tuple(map(int, place["shape"]))
    begin, end = place["data_offsets"]
    count = int(np.prod(shape, dtype=np.int64))
    if not 0 <= begin <= end <= len(data) - start or end - begin != count * dtype.itemsize or min(shape, default=0) < 0:
        raise ValueError("an array does not fit its place")
    return np.frombuffer(data, dtype, count, start + begin).reshape(shape)
