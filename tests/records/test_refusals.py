"""record.md: an illegal or malformed record is refused, and the error says where and why."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hanabi import Game, RecordError, load
from hanabi.records import loads, replay, states

TILES = ["mend", "rescue", "clue_back", "free_rank_clue", "reshuffle", "free_color_clue"]


def a_record(**switches: Any) -> dict[str, Any]:
    """A game of two with a legal start: Ana gives a clue, Bo discards his oldest card."""
    game = Game.new(players=["Ana", "Bo"], seed=1, **switches)
    data = game.record().to_dict()
    data["actions"] = ["clue 1 1", "discard 5"]
    return data


def refused(data: object) -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    with pytest.raises(RecordError) as caught:
        replay(loads(text))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_record_these_tests_spoil_is_good() -> None:
    assert replay(loads(json.dumps(a_record()))).turn == 2


@pytest.mark.parametrize("length", [0, 1, 40, 300, -1])
def test_cut_off_json(length: int) -> None:
    text = json.dumps(a_record())
    assert "is not valid JSON" in refused(text[:length])


@pytest.mark.parametrize("text", ["[]", "null", '"hanabi-record"', "17", "{}", '{"format": "chess"}'])
def test_other_documents(text: str) -> None:
    assert "is not a game record" in refused(text)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"first": ' + "9" * 5000 + "}"])
def test_json_that_no_program_should_read(text: str) -> None:
    refused(text)


@pytest.mark.parametrize("version", [0, 2, "1", None, True])
def test_another_version(version: bool | int | str | None) -> None:
    assert "version" in refused(a_record() | {"version": version})


@pytest.mark.parametrize("field", ["rules", "players", "first", "deck", "actions"])
def test_a_missing_field(field: str) -> None:
    data = a_record()
    del data[field]
    assert f'is missing the field "{field}"' in refused(data)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rules", []),
        ("rules", "pl"),
        ("players", "Ana"),
        ("players", [1, 2]),
        ("players", {"Ana": 0}),
        ("first", "0"),
        ("first", 0.0),
        ("first", True),
        ("first", None),
        ("deck", "r1"),
        ("deck", [1, 2]),
        ("deck", None),
        ("actions", "clue 1 1"),
        ("actions", [["clue", 1, 1]]),
        ("actions", [None]),
        ("rewards", "mend"),
        ("rewards", [0, 1]),
    ],
)
def test_a_field_of_the_wrong_type(field: str, value: bool | dict[str, int] | float | list[Any] | str | None) -> None:
    assert field in refused(a_record(flamboyants=True) | {field: value})


@pytest.mark.parametrize(
    ("rules", "part"),
    [
        ({"edition": "xx"}, "edition"),
        ({"edition": 5}, "edition"),
        ({"edition": ["pl"]}, "edition"),
        ({"black_pwder": True}, "black_powder"),
        ({"variant": "rainbow"}, "variant"),
        ({"multicolor": "rainbow"}, "multicolor"),
        ({"multicolor": True}, "multicolor"),
        ({"multicolor": None}, "multicolor"),
        ({"multicolor_cards": 7}, "multicolor_cards"),
        ({"multicolor_cards": 10.0}, "multicolor_cards"),
        ({"strikes": 0}, "strikes"),
        ({"strikes": "3"}, "strikes"),
        ({"strikes": True}, "strikes"),
        ({"clue_tokens": -8}, "clue_tokens"),
        ({"clue_tokens": 8.5}, "clue_tokens"),
        ({"empty_clues": 1}, "empty_clues"),
        ({"flamboyants": "yes"}, "flamboyants"),
        ({"hand_size": 9}, "hand_size"),
        ({"colors": {}}, "colors"),
    ],
)
def test_invalid_rules(rules: dict[str, Any], part: str) -> None:
    message = refused(a_record() | {"rules": rules})
    assert message.startswith("rules: ")
    assert part in message


@pytest.mark.parametrize("names", [[], ["Ana"], ["A", "B", "C", "D", "E", "F"]])
def test_too_few_or_too_many_players(names: list[str]) -> None:
    assert "2 to 5 players" in refused(a_record() | {"players": names})


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_an_unknown_first_seat(seat: int) -> None:
    assert "cannot start" in refused(a_record() | {"first": seat})


@pytest.mark.parametrize("card", ["x1", "r6", "r0", "r", "red 1", "", "R1", "1r", "r１"])
def test_an_unknown_card(card: str) -> None:
    data = a_record()
    data["deck"][3] = card
    assert refused(data).startswith("deck[3]: ")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda deck: deck[:-1],
        lambda deck: [*deck, "r1"],
        lambda deck: [],
        lambda deck: ["r5", *deck[1:]] if deck[0] != "r5" else ["b5", *deck[1:]],
        lambda deck: ["m1", *deck[1:]],
        lambda deck: ["k1", *deck[1:]],
    ],
    ids=["too short", "too long", "empty", "wrong copies", "multicolor", "black"],
)
def test_a_wrong_deck(spoil: Callable[..., Any]) -> None:
    data = a_record()
    data["deck"] = spoil(data["deck"])
    assert "not the deck" in refused(data)


def test_the_deck_of_other_rules() -> None:
    assert "not the deck" in refused(a_record() | {"rules": {"black_powder": True}})
    data = a_record(multicolor="suit")
    assert "not the deck" in refused(data | {"rules": {"edition": "nb", "multicolor": "suit"}})


@pytest.mark.parametrize(
    "rewards",
    [None, TILES[:-1], [*TILES, "mend"], ["mend"] * 6, [*TILES[:-1], "joker"]],
    ids=["missing", "five", "seven", "all mend", "unknown"],
)
def test_wrong_rewards(rewards: list[str] | None) -> None:
    data = a_record(flamboyants=True)
    del data["rewards"]
    assert "reward" in refused(data if rewards is None else data | {"rewards": rewards})


def test_rewards_without_flamboyants() -> None:
    assert "flamboyants" in refused(a_record() | {"rewards": TILES})


@pytest.mark.parametrize(
    ("action", "part"),
    [
        ("play 7", "does not hold card 7"),
        ("discard 49", "does not hold card 49"),
        ("play 50", "does not hold card 50"),
        ("play -1", "'-1' is not a number"),
        ("play 01", "'01' is not a number"),
        ("play", "is not an action"),
        ("play 0 as", "is not an action"),
        ("play  0", "is not an action"),
        (" play 0", "is not an action"),
        ("PLAY 0", "is not an action"),
        ("pass", "is not an action"),
        ("", "is not an action"),
        ("clue 0 1", "yourself"),
        ("clue 2 1", "no such seat"),
        ("clue 1 6", "no such number"),
        ("clue 1 0", "no such number"),
        ("clue 1 pink", "no such color"),
        ("clue 1 multicolor", "no such color"),
        ("clue 1 Red", "no such color"),
        ("clue Bo red", "'Bo' is not a number"),
        ("clue 1 ３", "is not a number"),
        ("play 0 as red", "Announcing is off"),
        ("reshuffle 5 at 0", "No reward tile"),
        ("rescue 5", "No reward tile"),
        ("reshuffle 5", "is not an action"),
        ("discard 0\n", "is no"),
    ],
)
def test_a_bad_action_is_named_with_its_index(action: str, part: str) -> None:
    data = a_record()
    data["actions"] = [*data["actions"], action, "play 1"]
    message = refused(data)
    assert message.startswith(f"actions[2] {action!r}: ")
    assert part in message


def test_a_discard_with_all_tokens() -> None:
    data = a_record()
    data["actions"] = ["discard 0"]
    assert refused(data).startswith("actions[0] 'discard 0': All the clue tokens are available")


def test_a_ninth_clue_in_a_row() -> None:
    data = a_record()
    data["actions"] = ["clue 1 1", "clue 0 1"] * 5
    assert refused(data).startswith("actions[8] 'clue 1 1': There is no clue token left")


def test_an_empty_clue_when_they_are_off() -> None:
    data = a_record(edition="ro", colors=5)
    hand = data["deck"][5:10]
    missing = next(rank for rank in range(1, 6) if not any(card.endswith(str(rank)) for card in hand))
    data["actions"] = [f"clue 1 {missing}"]
    assert refused(data).startswith(f"actions[0] 'clue 1 {missing}': Empty clues are off")


def test_black_cannot_be_named() -> None:
    data = a_record(black_powder=True)
    data["actions"] = ["clue 1 black"]
    assert refused(data).startswith("actions[0] 'clue 1 black': No clue may name this suit")


def test_an_action_after_the_end() -> None:
    data = a_record(strikes=1)
    hand = data["deck"][:5]
    failing = next(card for card, face in enumerate(hand) if not face.endswith("1"))
    data["actions"] = [f"play {failing}", "clue 0 1"]
    assert refused(data).startswith("actions[1] 'clue 0 1': The game is over")


def test_a_record_is_refused_before_it_is_used() -> None:
    """A bad last action refuses the record before its first state is used."""
    data = a_record()
    data["actions"].append("play 49")
    record = loads(json.dumps(data))
    with pytest.raises(RecordError):
        list(states(record))


def test_a_pending_choice_allows_nothing_else() -> None:
    game = Game.new(players=2, seed=1, flamboyants=True, colors=1, ranks=1, hand_size=2, black_powder=True)
    data = game.record().to_dict()
    data["rewards"] = ["free_rank_clue", *(tile for tile in data["rewards"] if tile != "free_rank_clue")]
    red = data["deck"][:2].index("r1") if "r1" in data["deck"][:2] else None
    assert red is not None
    data["actions"] = [f"play {red}", "discard 0"]
    message = refused(data)
    assert message.startswith("actions[1] 'discard 0': ")
    data["actions"] = [f"play {red}", "clue 1 1"]
    assert replay(loads(json.dumps(data))).turn == 1


def test_files(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        load(tmp_path / "missing.json")
    with pytest.raises(RecordError, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "latin.json").write_bytes(b'{"format": "\xe9"}')
    with pytest.raises(RecordError, match="UTF-8"):
        load(tmp_path / "latin.json")


def test_optional_fields_are_kept(tmp_path: Path) -> None:
    data = a_record() | {"id": "x1", "notes": {"0": ["ą", None]}, "result": 25}
    record = loads(json.dumps(data))
    record.save(tmp_path / "game.json")
    assert load(tmp_path / "game.json").to_dict() == data
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_an_edition_supplies_missing_switches() -> None:
    """record.md, rules."""
    data = a_record(edition="nb", multicolor="suit")
    assert data["rules"] == {"edition": "nb", "multicolor": "suit"}
    assert len(data["deck"]) == 55
    assert loads(json.dumps(data)).rules.multicolor_cards == 5
    explicit = {"edition": "nb", "multicolor": "suit", "multicolor_cards": 5, "empty_clues": True, "strikes": 3}
    assert loads(json.dumps(data | {"rules": explicit})).rules == loads(json.dumps(data)).rules


def test_the_states_have_the_documented_fields() -> None:
    """record.md, states: the fields, in words and order."""
    first, second, third = states(loads(json.dumps(a_record())))
    assert list(first) == [
        *("turn", "player", "pending", "clue_tokens", "strikes", "deck"),
        *("hands", "fireworks", "discards", "knowledge", "over"),
    ]
    assert first["hands"] == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
    assert first["fireworks"] == {"w": 0, "r": 0, "b": 0, "y": 0, "g": 0}
    assert list(first["fireworks"]) == list("wrbyg")
    assert (first["turn"], first["player"], first["pending"], first["over"]) == (0, 0, None, None)
    assert set(first["knowledge"]) == set(map(str, range(10)))
    assert first["knowledge"]["4"] == sorted(f"{suit}{rank}" for suit in "wrbyg" for rank in range(1, 6))
    assert (second["clue_tokens"], second["player"], second["turn"]) == (7, 1, 1)
    assert third["discards"] == [5]
    assert third["hands"][1] == [6, 7, 8, 9, 10]
    assert third["deck"] == 39
