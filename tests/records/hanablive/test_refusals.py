"""A broken import is refused with the wrong field; a game that one side cannot represent, with the reason."""

import copy
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from hanabi import Game, RecordError, RuleSet
from hanabi.records import Record, open_game, replay
from hanabi.records.hanablive import BadField, NoCounterpart, remarks, to_json, to_json_text, to_link
from support.game_drivers import DRIVERS, played
from support.long_form import times
from support.spoiled_documents import spoiled


def a_game(players: int = 3, actions: int = 20, **switches: Any) -> Record:
    game = Game.new(rules=RuleSet.of(**{"empty_clues": False} | switches), players=players, seed=5)
    for _ in played(game, DRIVERS["peeking"], random.Random(5), actions):
        pass
    return game.record()


GAME = to_json(a_game()) | {"options": {"timed": False}, "notes": [["mine"], [], ["", "theirs"]], "id": 12}


def changed(path: Sequence[str | int], value: object) -> dict[str, Any]:
    """The good game with one thing changed; `...` removes it."""
    data = copy.deepcopy(GAME)
    *way, last = path
    place: Any = data
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


def test_the_game_these_tests_spoil_is_good() -> None:
    record = open_game(json.dumps(GAME))
    assert len(record.actions) == 20
    assert record.extra["hanab_live"] == {"id": 12, "notes": [["mine"], [], ["", "theirs"]]}


PLAY = next(index for index, action in enumerate(GAME["actions"]) if action["type"] == 0)
CLUE = next(index for index, action in enumerate(GAME["actions"]) if action["type"] in (2, 3))


@pytest.mark.parametrize(
    ("path", "value", "field", "problem"),
    [
        (["players"], ..., "players", "is missing"),
        (["players"], "Ana", "players", "must be a list of names, not 'Ana'"),
        (["players", 1], 7, "players[1]", "must be a name, not 7"),
        (["deck"], ..., "deck", "is missing"),
        (["deck"], [], "deck", "is missing"),
        (["deck"], {}, "deck", "must be a list"),
        (["deck"], "r1", "deck", "must be a list of cards"),
        (["deck", 3], "r1", "deck[3]", "must be an object, not 'r1'"),
        (["deck", 3], {"rank": 1}, "deck[3].suitIndex", "is missing"),
        (["deck", 3, "suitIndex"], 5, "deck[3].suitIndex", "the suits 0 to 4, not 5"),
        (["deck", 3, "suitIndex"], True, "deck[3].suitIndex", "whole number, not True"),
        (["deck", 3, "rank"], 7, "deck[3].rank", "from 1 to 5, not 7"),
        (["deck", 3, "rank"], 1.0, "deck[3].rank", "whole number, not 1.0"),
        (["deck", 49], ..., "deck", "has 49 cards, but 'No Variant' has 50"),
        (["actions"], ..., "actions", "is missing"),
        (["actions"], {"type": 0}, "actions", "must be a list of actions, not an object"),
        (["actions", 2], None, "actions[2]", "must be an object, not None"),
        (["actions", 2, "type"], ..., "actions[2].type", "is missing"),
        (["actions", 2, "type"], 6, "actions[2].type", "from 0 to 5, not 6"),
        (["actions", PLAY, "target"], 50, f"actions[{PLAY}].target", "no card 50: they are 0 to 49"),
        (["actions", PLAY, "target"], -1, f"actions[{PLAY}].target", "no card -1"),
        (["actions", PLAY, "target"], 49, f"actions[{PLAY}]", "does not hold card 49; it holds"),
        (["actions", PLAY, "value"], 2, f"actions[{PLAY}].value", "must be 0"),
        (["actions", CLUE, "target"], 3, f"actions[{CLUE}].target", "no player 3: they are 0 to 2"),
        (["actions", CLUE, "target"], CLUE % 3, f"actions[{CLUE}]", "cannot give yourself a clue"),
        (["actions", CLUE, "value"], ..., f"actions[{CLUE}].value", "is missing"),
        (["actions", CLUE], {"type": 3, "target": 1, "value": 6}, f"actions[{CLUE}].value", "from 1 to 5, not 6"),
        (["actions", CLUE], {"type": 2, "target": 1, "value": 5}, f"actions[{CLUE}].value", "colors 0 to 4, not 5"),
        (["actions", 0], {"type": 1, "target": 0, "value": 0}, "actions[0]", "you may not discard"),
        (["actions", 7], {"type": 4, "target": 0, "value": 4}, "actions[8]", "nothing may follow actions[7]"),
        (["actions", 19], {"type": 4, "target": 0, "value": 77}, "actions[19].value", "no end condition 77"),
        (["actions", 19], {"type": 4, "target": 9, "value": 4}, "actions[19].target", "no player 9"),
        (["options"], [], "options", "must be an object, not a list"),
        (["options", "timed"], 1, "options.timed", "must be true or false, not 1"),
        (["options", "startingPlayer"], 3, "options.startingPlayer", "no player 3"),
        (["options", "startingPlayer"], "0", "options.startingPlayer", "whole number"),
        (["options", "variant"], 5, "options.variant", "must be a text"),
        (["notes"], "none", "notes", "must be a list"),
        (["notes", 1], "none", "notes[1]", "must be a list of texts"),
        (["notes", 0, 0], 3, "notes[0][0]", "must be a text"),
        (["notes"], [[]] * 4, "notes[3]", "only 3 players"),
        (["notes", 0], [""] * 56, "notes[0][55]", "only 55"),
        (["seed"], 5, "seed", "must be a text"),
        (["seed"], "p3v0s1", "seed", "a different deck than the one listed"),
    ],
)
def test_a_field_that_is_wrong_is_named(path: list[str | int], value: object, field: str, problem: str) -> None:
    with pytest.raises(BadField) as refused:
        open_game(json.dumps(changed(path, value)))
    assert refused.value.field == field
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_empty_clue_needs_its_option() -> None:
    hand = {card["rank"] for card in GAME["deck"][5:10]}
    rank = next(rank for rank in range(1, 6) if rank not in hand)
    data = GAME | {"actions": [{"type": 3, "target": 1, "value": rank}]}
    with pytest.raises(BadField, match=r"^actions\[0\]: Empty clues are off"):
        open_game(json.dumps(data))
    assert open_game(json.dumps(data | {"options": {"emptyClues": True}})).rules.empty_clues


def test_syntax_errors_have_a_line_and_a_column() -> None:
    text = json.dumps(GAME, indent=1)
    with pytest.raises(RecordError, match=r"line 5, column \d+"):
        open_game("\n".join(text.split("\n")[:4]) + "\n  oops")


@pytest.mark.parametrize(
    ("data", "reason", "problem"),
    [
        (GAME | {"options": {"variant": "Omni (6 Suits)"}}, "variant", "every clue touches omni cards"),
        (GAME | {"options": {"variant": "White Reversed (6 Suits)"}}, "variant", "it only costs points"),
        (GAME | {"options": {"variant": "Something New"}}, "variant", "supported variants: No Variant, 6 Suits"),
        (GAME | {"options": {"detrimentalCharacters": True}}, "characters", "no counterpart"),
        (GAME | {"characters": [{"name": "Fuming", "metadata": 0}]}, "characters", "no counterpart"),
        (GAME | {"options": {"gravity": "low"}}, "option", "options.gravity: this option is unknown"),
        (GAME | {"players": list("abcdef")}, "players", "there are 6"),
        (GAME | {"players": ["a"]}, "players", "there are 1"),
    ],
)
def test_a_game_of_other_rules_is_refused_with_the_reason(data: dict[str, Any], reason: str, problem: str) -> None:
    with pytest.raises(NoCounterpart) as refused:
        open_game(json.dumps(data))
    assert refused.value.reason == reason
    assert problem in str(refused.value)


def test_the_last_card_of_the_deck_may_not_be_played_from_there() -> None:
    game = Game.new(rules=RuleSet(empty_clues=False), players=2, seed=1)
    for _ in played(game, DRIVERS["peeking"], random.Random(1)):
        if game.deck_size == 1:
            break
    assert game.deck_size == 1
    data = to_json(game.record()) | {"options": {"deckPlays": True}}
    assert open_game(json.dumps(data)).extra["hanab_live"]["options"] == {"deckPlays": True}
    data["actions"].append({"type": 0, "target": 49, "value": 0})
    with pytest.raises(NoCounterpart) as refused:
        open_game(json.dumps(data))
    assert refused.value.reason == "deck_play"
    assert refused.value.field == f"actions[{len(data['actions']) - 1}]"


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"flamboyants": True}, "reward_tiles"),
        ({"choreography": True}, "announced_plays"),
        ({"black_powder": True}, "black_powder"),
        ({"strikes": 2}, "strikes"),
        ({"clue_tokens": 9}, "clue_tokens"),
        ({"ranks": 4}, "ranks"),
        ({"colors": 2}, "suits"),
        ({"colors": 4, "multicolor": "suit"}, "suits"),
        ({"hand_size": 3}, "hand_size"),
    ],
)
def test_rules_that_hanab_live_lacks_are_not_exported(switches: dict[str, Any], reason: str) -> None:
    record = a_game(actions=2, **switches)
    for write in (to_json, to_link):
        with pytest.raises(NoCounterpart) as refused:
            write(record)
        assert refused.value.reason == reason


@pytest.mark.parametrize(
    "record",
    [
        a_game(all_or_nothing=True),
        a_game(extra_cards=1),
        a_game(players=4, extra_cards=-1),
        Game.new(rules=RuleSet(), players=3, seed=1, first=2).record(),
    ],
)
def test_a_link_has_no_options(record: Record) -> None:
    if not record.actions:
        record = replace(record, actions=("clue 0 1",))
    assert open_game(to_json_text(record)).rules == record.rules
    with pytest.raises(NoCounterpart) as refused:
        to_link(record)
    assert refused.value.reason == "link_option"


def test_an_empty_clue_is_not_exported_to_a_link() -> None:
    game = Game.new(rules=RuleSet(), players=2, seed=1)
    hand = {game.card(1, slot).rank for slot in range(5)}
    rank = next(rank for rank in range(1, 6) if rank not in hand)
    record = replace(game.record(), actions=(f"clue 1 {rank}",))
    with pytest.raises(NoCounterpart, match=r"actions\[0\] 'clue 1 \d': is an empty clue"):
        to_link(record)


def test_a_game_without_actions_is_not_exported() -> None:
    with pytest.raises(NoCounterpart) as refused:
        to_json(open_game("p4v0s5"))
    assert refused.value.reason == "no_actions"


def test_an_illegal_record_is_not_exported() -> None:
    with pytest.raises(RecordError, match=r"actions\[1\] 'play 0'"):
        to_json(replace(a_game(), actions=("clue 1 1", "play 0")))


def test_a_message_too_long_for_the_site_is_reported() -> None:
    data = GAME | {"notes": [["a long thought" * 40] * 20, [], []]}
    record = open_game(json.dumps(data))
    assert len(to_json_text(record).encode()) > 8192
    (remark,) = remarks(record, link=False)
    assert "8192: leave out the notes" in remark
    assert remarks(open_game(json.dumps(GAME)), link=False) == []


def test_unexpected_extra_fields_do_no_harm() -> None:
    good = a_game()
    odd_extras: list[object] = [5, None, [], {"end": 7}, {"options": 3}]
    odd_extras.append({"end": {"after": 20, "reason": "vote", "player": "x"}})
    for kept in odd_extras:
        assert to_json(replace(good, extra={"hanab_live": kept})) == to_json(good)


@settings(max_examples=times(300, 20_000), deadline=None)
@given(spoiled(GAME))
def test_junk_is_refused_or_harmless_and_never_breaks_anything(game: dict[str, Any]) -> None:
    survives(json.dumps(game))


@settings(max_examples=times(300, 20_000), deadline=None)
@given(spoiled(a_game().to_dict()))
def test_a_spoiled_record_is_refused_or_harmless(record: dict[str, Any]) -> None:
    survives(json.dumps(record))


def survives(text: str) -> None:
    """The text opens as a game that replays, or it is refused."""
    try:
        replay(open_game(text))
    except RecordError as error:
        refusal = str(error)
    else:
        refusal = ""
    assert "\n" not in refusal


TEXT = json.dumps(GAME)
LINK = to_link(a_game())


@settings(max_examples=times(300, 20_000), deadline=None)
@given(st.sampled_from([TEXT, LINK, "p3v0s12"]), st.integers(0, 4000), st.integers(0, 3), st.text(max_size=3))
def test_spoiled_texts_are_refused_or_harmless(text: str, at: int, cut: int, put: str) -> None:
    at %= len(text)
    survives(text[:at] + put + text[at + cut :])


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_refused_or_opened(text: str) -> None:
    survives(text)
