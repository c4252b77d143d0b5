"""The course: one TOML file per lesson with its exercises, and its sentences in `texts/documents.json`.

The texts are `course.<lesson>.title` and `.text`, and for each exercise, counted from 1, `course.<lesson>.1.task`,
`.hint` and `.answer`. An exercise is a position where seat 0 is to act:

* `hands`: the cards of each seat, oldest first. `fireworks`: their top cards. `discards`: the cards in the discard
  pile. `draws`: the next cards of the deck. `rules` and `rewards` are those of a game record.
* `actions`: the earlier actions, in the notation of a record, with card faces instead of card ids (`play r1`).
* `solutions`: each begins with the pupil's action and continues with the actions shown after it; `clue 1 *` is any clue
  to seat 1.
* `reading`: how the conventions read the clue that the exercise is about, the last one of its first solution (a key
  `team.heard.*`), and `reader`, the seat that reads it (by default its receiver).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from hanabi.course.positions import exercise_record, solutions_of
from hanabi.records import Record
from hanabi.texts import LANGUAGES, say

Sentences = Mapping[str, str]


@dataclass(frozen=True)
class Exercise:
    """`record` ends where the pupil is to act; its actions are shown starting with number `shown_from`.

    `solutions` are legal actions in the notation of the record.
    """

    record: Record
    shown_from: int
    solutions: tuple[tuple[str, ...], ...]
    reading: str | None
    reader: int | None
    task: Sentences
    hint: Sentences
    answer: Sentences


@dataclass(frozen=True)
class Lesson:
    """`name` is used in its URL."""

    name: str
    title: Sentences
    text: Sentences
    exercises: tuple[Exercise, ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """The lessons in the order of the course."""
    files = sorted(
        (file for file in (resources.files("hanabi.course") / "lessons").iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    return tuple(_lesson(file.name, tomllib.loads(file.read_text(encoding="utf-8"))) for file in files)


def _lesson(file: str, data: dict[str, Any]) -> Lesson:
    """The files are numbered in the order of the course: `03-play-clues.toml`."""
    name = file.removesuffix(".toml").partition("-")[2]
    exercises = tuple(_exercise(f"{name}.{n}", exercise) for n, exercise in enumerate(data["exercises"], start=1))
    return Lesson(name, _sentences(f"{name}.title"), _sentences(f"{name}.text"), exercises)


def _sentences(key: str) -> Sentences:
    return {lang: say(f"course.{key}", lang) for lang in LANGUAGES}


def _exercise(name: str, data: dict[str, Any]) -> Exercise:
    record = exercise_record(data)
    return Exercise(
        record,
        len(record.actions) - len(data.get("actions", ())),
        solutions_of(record, data["solutions"]),
        data.get("reading"),
        data.get("reader"),
        _sentences(f"{name}.task"),
        _sentences(f"{name}.hint"),
        _sentences(f"{name}.answer"),
    )
