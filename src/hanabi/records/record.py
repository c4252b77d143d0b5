"""Reads and writes game records as JSON. Reading is strict; optional fields of other programs are preserved."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from hanabi.rules import Card, RulesError, RuleSet

FORMAT = "hanabi-record"
VERSION = 1
FIELDS = ("format", "version", "rules", "players", "first", "deck", "rewards", "actions")


class RecordError(ValueError):
    """A record that is refused; the text says where and why."""


@dataclass(frozen=True)
class Record:
    """Everything that determines a game: rules, deck, tiles and actions. `extra` has optional fields."""

    rules: RuleSet
    players: tuple[str, ...]
    deck: tuple[Card, ...]
    actions: tuple[str, ...]
    first: int = 0
    rewards: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    _repr_html_: ClassVar[Callable[["Record"], str]]  # `replay` has it

    def to_dict(self) -> dict[str, Any]:
        rewards = {"rewards": list(self.rewards)} if self.rules.flamboyants else {}
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.to_dict(),
            "players": list(self.players),
            "first": self.first,
            "deck": [str(card) for card in self.deck],
            **rewards,
            "actions": list(self.actions),
            **self.extra,
        }

    def dumps(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def save(self, file: str | Path) -> None:
        """Write the whole document, or leave the file unchanged."""
        replace_file(Path(file), self.dumps() + "\n")


def replace_file(file: Path, text: str) -> None:
    """Write a whole file, or leave it unchanged: readers never see partial text."""
    partial = file.with_name(f"{file.name}.part")
    partial.write_text(text, encoding="utf-8")
    partial.replace(file)


def load(file: str | Path) -> Record:
    return loads(read_text(file))


def loads(text: str) -> Record:
    return from_dict(parse(text))


def read_text(file: str | Path) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"is not UTF-8 text: {error.reason} at byte {error.start}") from error


def parse(text: str) -> Any:
    """Parse JSON; a RecordError says where it is broken."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise RecordError("is nested too deeply to be a game record") from error
    except ValueError as error:
        raise RecordError(f"contains a number that is too long: {error}") from error


def from_dict(data: Any) -> Record:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f'is not a game record: "format" must be "{FORMAT}"')
    if data.get("version") != VERSION or type(data["version"]) is not int:
        raise RecordError(f"has version {data.get('version')!r}; this program reads version {VERSION}")
    for name in FIELDS:
        if name not in data and name != "rewards":
            raise RecordError(f'is missing the field "{name}"')
    rules = _rules(data["rules"])
    return Record(
        rules=rules,
        players=tuple(_strings(data, "players")),
        first=_seat_number(data["first"]),
        deck=tuple(_cards(_strings(data, "deck"))),
        rewards=tuple(_strings(data, "rewards")) if "rewards" in data else (),
        actions=tuple(_strings(data, "actions")),
        extra={name: value for name, value in data.items() if name not in FIELDS},
    )


def _rules(data: Any) -> RuleSet:
    if not isinstance(data, dict):
        raise RecordError('"rules" must be an object of switches')
    try:
        return RuleSet.from_dict(data)
    except RulesError as error:
        raise RecordError(f"rules: {error}") from error


def _strings(data: dict[str, Any], name: str) -> list[str]:
    value = data[name]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RecordError(f'"{name}" must be a list of strings')
    return value


def _cards(texts: list[str]) -> list[Card]:
    cards = []
    for place, text in enumerate(texts):
        try:
            cards.append(Card.of(text))
        except ValueError as error:
            raise RecordError(f"deck[{place}]: {error}") from error
    return cards


def _seat_number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f'"first" must be a seat number, not {value!r}')
    return value
