"""Recorded games of every edition replay to the states that were reviewed when they were recorded (see make.py)."""

import json
from pathlib import Path
from typing import Any

import pytest

from hanabi.records import dealt_game, load, loads, state_of, states
from hanabi.rules import Reshuffle, check, id_of_action, read_action
from support.kernel_faces import Native

HERE = Path(__file__).parent
RECORDS = sorted(HERE.glob("*.json"))

golden = pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)


def reviewed(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.with_suffix(".states.jsonl").read_text(encoding="utf-8").splitlines()]


def test_there_are_golden_games() -> None:
    assert len(RECORDS) >= 12


@golden
def test_a_golden_game_replays_to_its_states(file: Path) -> None:
    assert list(states(load(file))) == reviewed(file)


@golden
def test_a_golden_game_replays_on_the_compiled_kernels(file: Path) -> None:
    record, expected = load(file), reviewed(file)
    game = dealt_game(record)
    for text, after in zip(record.actions, expected[1:], strict=True):
        action = read_action(game.state, text)
        check(game.rules, game.rule_tables, game.state, action)
        number = id_of_action(game.rules, game.rule_tables, game.state, action)
        native = Native(game.rule_tables, game.state)
        native.call("turn.apply", number, (action.at or 0) if isinstance(action, Reshuffle) else 0)
        game.state = native.state
        assert state_of(game) == after


@golden
def test_a_golden_record_is_written_as_it_was_read(file: Path) -> None:
    record = load(file)
    assert record.to_dict() == json.loads(file.read_text(encoding="utf-8"))
    assert loads(record.dumps()) == record
