"""Games of people from the data set of the Ad-Hoc Human-AI Coordination Challenge (docs/ah2ac2.md has its layout).

Every game is replayed by the referee before it is believed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from hanabi.kernels import ending
from hanabi.records.hanablive.links import DEFAULT_NAMES
from hanabi.records.record import Record, RecordError
from hanabi.records.safetensors_file import read_arrays
from hanabi.rules.action_ids import action_of_id
from hanabi.rules.cards import COLORS, Card
from hanabi.rules.errors import IllegalAction, RulesError
from hanabi.rules.referee import Referee
from hanabi.rules.ruleset import RuleSet

RULES = RuleSet.of(empty_clues=False)
# The dimensions of each array; all but the number of players begin with that of games.
DIMENSIONS = {"num_players": 0, "decks": 3, "actions": 3, "num_actions": 1, "scores": 1, "game_ids": 1}


@dataclass(frozen=True)
class RefusedGame:
    """A game of a file that cannot be what it says, and why."""

    index: int
    reason: str

    def __str__(self) -> str:
        return f"game {self.index}: {self.reason}"


class GameArrays:
    """A file of games: `len`, and each of them by its index as a Record, or a RecordError."""

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
        kept = {"game": int(self._arrays["game_ids"][index]), "score": int(self._arrays["scores"][index])}
        return Record(RULES, names, game.deck, tuple(game.action_texts), extra={"ah2ac2": kept})

    def records(self) -> Iterator[Record | RefusedGame]:
        """All games in order; one that is wrong is refused, and the others go on."""
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
        """Of the player to act in each turn. All others do nothing, and nobody does anything after the last action."""
        table, count = self._arrays["actions"][index].tolist(), int(self._arrays["num_actions"][index])
        if not 0 <= count <= len(table):
            raise RecordError(f"num_actions: {count} of {len(table)}")
        nothing = _no_op(self.players)
        numbers = []
        for turn, row in enumerate(table):
            acting = {seat for seat, number in enumerate(row) if number != nothing}
            expected = {turn % self.players} if turn < count else set()
            if acting != expected:
                who = ", ".join(map(str, sorted(acting))) or "nobody"
                raise RecordError(f"actions: in turn {turn} of {count} seat {who} acts")
            if expected:
                numbers.append(int(row[turn % self.players]))
        return numbers

    def _check_score(self, index: int, game: Referee) -> None:
        found = game.over.score if game.over else int(ending.points(game.rule_tables, game.state))
        told = int(self._arrays["scores"][index])
        if found != told:
            raise RecordError(f"scores: {told}, but the game has {found} points")


def _check(arrays: Mapping[str, NDArray[Any]]) -> None:
    for name, dimensions in DIMENSIONS.items():
        if name not in arrays:
            raise RecordError(f"is not a file of games: it lacks the array {name!r}")
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
    """The number after those of all actions."""
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
