"""Files in the layout of the AH2AC2 data set, written from our own games, become records again."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from hanabi import Game, load
from hanabi.cli import main
from hanabi.records import Record, RecordError, replay
from hanabi.records.ah2ac2 import RULES, GameArrays, RefusedGame, read_arrays
from hanabi.rules import id_of_action
from support.expected_views import peeking_choice

COLORS = "rygwb"  # by the number that a card of the data set has
LENGTH = 100  # of the table of actions; the rest is padded
Arrays = dict[str, Any]


def save_arrays(file: Path, arrays: Arrays) -> None:
    """Write the file format, with 8-byte integers."""
    header, data = {"__metadata__": {"made": "here"}}, b""
    for name, value in arrays.items():
        content = np.asarray(value, np.int64)
        place = [len(data), len(data) + content.nbytes]
        header[name] = {"dtype": "I64", "shape": list(content.shape), "data_offsets": place}  # type: ignore[dict-item]
        data += content.tobytes()
    text = json.dumps(header).encode()
    file.write_bytes(len(text).to_bytes(8, "little") + text + data)


def played_game(players: int, seed: int, actions: int = 999) -> tuple[Record, list[int], int]:
    """A game, its actions as numbers, and its score."""
    game, chance = Game.new(rules=RULES, players=players, seed=seed), random.Random(seed)
    numbers: list[int] = []
    while game.player is not None and len(numbers) < actions:
        action = peeking_choice(game, chance)
        numbers.append(id_of_action(game.rules, game.rule_tables, game.state, action))
        game.act(action)
    return game.record(), numbers, game.over.score if game.over else game.view(None).score


def arrays_of(players: int, *games: tuple[Record, list[int], int]) -> Arrays:
    nothing = {2: 20, 3: 30, 4: 38, 5: 48}[players]
    actions = np.full((len(games), LENGTH, players), nothing)
    for place, (_, numbers, _) in enumerate(games):
        for turn, number in enumerate(numbers):
            actions[place, turn, turn % players] = number
    return {
        "num_players": players,
        "game_ids": [1000 + place for place in range(len(games))],
        "scores": [score for _, _, score in games],
        "num_actions": [len(numbers) for _, numbers, _ in games],
        "actions": actions,
        "decks": [[[COLORS.index(card.suit.letter), card.rank - 1] for card in record.deck] for record, _, _ in games],
    }


@pytest.mark.parametrize("players", [2, 3, 5])
def test_games_come_back_as_records(players: int, tmp_path: Path) -> None:
    games = [played_game(players, seed) for seed in range(3)] + [played_game(players, 9, actions=11)]
    file = tmp_path / "games.safetensors"
    save_arrays(file, arrays_of(players, *games))
    found = list(GameArrays(file).records())
    assert len(found) == 4
    for number, (record, (original, numbers, score)) in enumerate(zip(found, games, strict=True), start=1000):
        assert isinstance(record, Record)
        assert (record.deck, record.actions) == (original.deck, original.actions)
        assert len(record.actions) == len(numbers)
        assert record.extra["ah2ac2"] == {"game": number, "score": score}
    with pytest.raises(RecordError, match="games 0 to 3"):
        GameArrays(file)[4]


def _set(name: str, place: Any, value: Any) -> Callable[[Arrays], None]:
    def change(arrays: Arrays) -> None:
        arrays[name] = np.array(arrays[name])
        arrays[name][place] = value

    return change


BAD_GAMES: dict[str, tuple[Callable[[Arrays], None], str]] = {
    "a wrong score": (_set("scores", 1, 24), "scores: 24, but the game has"),
    "an unknown card": (_set("decks", (1, 7), [5, 0]), "card 7 has color 5 and rank 0"),
    "a wrong deck": (_set("decks", (1, slice(None)), [0, 0]), "decks: "),
    "an unknown action": (_set("actions", (1, 0, 0), 77), "turn 0: there is no action 77"),
    "an illegal action": (_set("actions", (1, 0, 0), 0), "turn 0: "),
    "two players at once": (_set("actions", (1, 0, 1), 3), "in turn 0 of 12 seat 0, 1 acts"),
    "a turn without an action": (_set("actions", (1, 2, 0), 20), "in turn 2 of 12 seat nobody acts"),
    "an action after the last": (_set("actions", (1, 90, 0), 3), "in turn 90 of 12 seat 0 acts"),
    "too many actions": (_set("num_actions", 1, 101), "num_actions: 101 of 100"),
}


@pytest.mark.parametrize("fault", BAD_GAMES)
def test_a_bad_game_is_refused_and_the_others_are_converted(fault: str, tmp_path: Path) -> None:
    change, reason = BAD_GAMES[fault]
    arrays = arrays_of(2, *(played_game(2, seed, actions=12) for seed in range(3)))
    change(arrays)
    file = tmp_path / "games.safetensors"
    save_arrays(file, arrays)
    first, second, third = GameArrays(file).records()
    assert isinstance(first, Record)
    assert isinstance(third, Record)
    assert isinstance(second, RefusedGame)
    assert second.index == 1
    assert reason in second.reason


def test_actions_after_the_end_of_the_game_are_refused(tmp_path: Path) -> None:
    record, numbers, score = played_game(2, 3)
    file = tmp_path / "games.safetensors"
    save_arrays(file, arrays_of(2, (record, [*numbers, 10], score)))
    [refused] = GameArrays(file).records()
    assert "comes after the end of the game" in str(refused)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda arrays: arrays.pop("decks"), "the array 'decks' is missing"),
        (lambda arrays: arrays.update(num_players=7), "7 is not from 2 to 5"),
        (lambda arrays: arrays.update(num_players=3), "has 2 seats, not 3"),
        (lambda arrays: arrays.update(scores=[1, 2]), "scores: has 2 games, num_actions 1"),
        (lambda arrays: arrays.update(scores=[[1]]), "must be whole numbers in 1 dimension"),
    ],
)
def test_a_file_with_other_arrays_is_refused(change: Callable[[Arrays], object], reason: str, tmp_path: Path) -> None:
    arrays = arrays_of(2, played_game(2, 1, actions=5))
    change(arrays)
    save_arrays(tmp_path / "games.safetensors", arrays)
    with pytest.raises(RecordError, match=reason):
        GameArrays(tmp_path / "games.safetensors")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"short",
        b"\xff" * 40,
        (2).to_bytes(8, "little") + b"[]",
        (3).to_bytes(8, "little") + b"{x}",
        (58).to_bytes(8, "little") + b'{"a": {"dtype": "I64", "shape": [4], "data_offsets":[0,32]}}'[:58],
    ],
)
def test_other_files_are_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(RecordError, match="is not a safetensors file"):
        read_arrays(tmp_path / "file")
    with pytest.raises(RecordError, match="cannot be read"):
        read_arrays(tmp_path / "nothing")


def test_the_command_writes_a_folder_of_records_and_names_refused_games(tmp_path: Path) -> None:
    arrays = arrays_of(3, *(played_game(3, seed, actions=9) for seed in range(3)))
    arrays["scores"][1] = 25
    file, folder = tmp_path / "games.safetensors", tmp_path / "records"
    save_arrays(file, arrays)
    done = CliRunner().invoke(main, ["convert", str(file), "-o", str(folder)])
    assert done.exit_code == 2
    assert "games.safetensors: game 1: scores: 25, but" in done.stderr
    assert "2 of 3 games converted" in done.stderr
    assert [path.name for path in sorted(folder.iterdir())] == ["game-000000.json", "game-000002.json"]
    assert len(replay(load(folder / "game-000002.json")).action_texts) == 9
    lines = CliRunner().invoke(main, ["convert", str(file)]).stdout.splitlines()
    assert [json.loads(line)["ah2ac2"]["game"] for line in lines] == [1000, 1002]
    one = CliRunner().invoke(main, ["convert", str(file), "--game", "2", "--to", "link"])
    assert one.exit_code == 0
    assert "hanab.live/shared-replay-json/3" in one.stdout
    assert "game only works with" in CliRunner().invoke(main, ["convert", "p2v0s1", "--game", "2"]).stderr
