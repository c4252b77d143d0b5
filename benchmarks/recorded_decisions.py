"""The decisions in people's games: the position before each action, and the action."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hanabi.kernels.knowledge import critical_kinds, playable_kinds, useful_kinds
from hanabi.records import Record, RecordError, act_recorded, dealt_game, open_source
from hanabi.rules import Action, Clue, Discard, Play, Referee, View, read_action

DEFAULT_FOLDER = Path(__file__).parents[2] / "shared" / "human-games"
INDEX = "games.json"  # says by file name how many games the person in seat 1 had played (`experience`)
ACTION_TYPES = (Play, Discard, Clue)


class NoGames(Exception):
    """The folder has no games."""


@dataclass(frozen=True)
class Decision:
    """A person's action, with the table as the person saw it and as it really was."""

    view: View
    action: Action
    referee: Referee  # before the action; valid until the next decision

    def kind_of(self, seat: int, slot: int) -> int:
        """What a card really is."""
        s = self.referee.state
        return int(s.faces[s.hands[seat][slot]])

    @property
    def seat(self) -> int:
        assert self.view.seat is not None
        return self.view.seat

    def is_strike(self, action: Action) -> bool:
        return isinstance(action, Play) and not self.playable >> self.kind_of(self.seat, action.slot) & 1

    def is_critical_discard(self, action: Action) -> bool:
        return isinstance(action, Discard) and bool(self.critical >> self.kind_of(self.seat, action.slot) & 1)

    @property
    def playable(self) -> int:
        return int(playable_kinds(self.view.rule_tables, self.referee.state))

    @property
    def critical(self) -> int:
        return int(critical_kinds(self.view.rule_tables, self.referee.state))

    @property
    def useful(self) -> int:
        return int(useful_kinds(self.view.rule_tables, self.referee.state))


def records_in(folder: Path, limit: int | None = None) -> list[Record]:
    """The games of a folder, or at most `limit` of them spread over it, ordered by file name."""
    files = sorted(set(folder.glob("*.json")) - {folder / INDEX}) if folder.is_dir() else []
    return _records(folder, files, limit)


def records_by_experience(folder: Path, limit: int | None = None) -> dict[str, list[Record]]:
    """The games whose index says how many games the person had played, at most `limit` of each; {} without an index."""
    if not (folder / INDEX).exists():
        return {}
    files: dict[str, list[Path]] = {}
    for name, facts in sorted(json.loads((folder / INDEX).read_text(encoding="utf-8")).items()):
        if facts["experience"]:
            files.setdefault(facts["experience"], []).append(folder / f"{name}.json")
    return {experience: _records(folder, some, limit) for experience, some in sorted(files.items())}


def _records(folder: Path, files: list[Path], limit: int | None) -> list[Record]:
    files = files[:: max(1, len(files) // limit)][:limit] if limit else files
    if not files:
        raise NoGames(f"{folder} holds no games: name a folder of records or of exports of hanab.live (*.json)")
    records = []
    for file in files:
        try:
            records.append(open_source(file))
        except RecordError as error:
            raise NoGames(f"{file}: {error}") from error
    return records


def decisions(record: Record) -> Iterator[Decision]:
    """Every action of a game in turn. The view is a copy and does not change."""
    referee = dealt_game(record)
    for index, text in enumerate(record.actions):
        assert referee.player is not None
        yield Decision(referee.view(referee.player), read_action(referee.state, text), referee)
        act_recorded(referee, record, index)


def type_of_action(action: Action) -> int:
    """Its index in `ACTION_TYPES`."""
    return next(index for index, action_type in enumerate(ACTION_TYPES) if isinstance(action, action_type))
