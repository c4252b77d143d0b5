"""Round trips: every game that hanab.live can represent comes back unchanged."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from hanabi import Game, RuleSet
from hanabi.records import Record, open_game, replay
from hanabi.records.hanablive import NoCounterpart, remarks, to_json, to_json_text, to_link
from hanabi.records.hanablive.links import DEFAULT_NAMES
from hanabi.records.hanablive.options import VARIANTS, Variant
from support.game_drivers import DRIVERS, played

SUITS = [variant.switches for variant in VARIANTS]


@st.composite
def games(draw: st.DrawFn, *, plain: bool = False) -> Record:
    """A game by rules that hanab.live has, by good and bad players, finished or not."""
    switches: dict[str, Any] = dict(draw(st.sampled_from(SUITS)))
    players = draw(st.integers(2, 5))
    switches["empty_clues"] = False if plain else draw(st.booleans())
    if not plain:
        switches["all_or_nothing"] = draw(st.booleans())
        switches["extra_cards"] = draw(st.sampled_from([0, -1, 1]))
    rules = RuleSet.of(**switches)
    first = 0 if plain else draw(st.integers(0, players - 1))
    game = Game.new(rules=rules, players=DEFAULT_NAMES[:players], seed=draw(st.integers(0, 10**6)), first=first)
    driver = DRIVERS[draw(st.sampled_from(sorted(DRIVERS)))]
    for _ in played(game, driver, random.Random(draw(st.integers(0, 10**6))), draw(st.integers(1, 120))):
        pass
    return game.record()


@settings(max_examples=120, deadline=None)
@given(games())
def test_a_game_returns_from_their_json(record: Record) -> None:
    text = to_json_text(record)
    assert "seed" not in json.loads(text), "a seed would replace the deck there"
    again = open_game(text)
    assert replace(again, extra={}) == record
    ended = again.extra.get("hanab_live", {}).get("end")
    assert ended is None or (ended["reason"] == "nothing_playable" and replay(record).over is None)


@settings(max_examples=120, deadline=None)
@given(games(plain=True))
def test_a_game_returns_from_a_link(record: Record) -> None:
    link = to_link(record)
    assert replace(open_game(link), extra={}) == record
    assert replace(open_game(link.rpartition("/")[2]), extra={}) == record
    assert not any("link" in remark for remark in remarks(record, link=True))


def link_or_reason(record: Record) -> str:
    try:
        return to_link(record)
    except NoCounterpart as refused:
        return refused.reason


@settings(max_examples=120, deadline=None)
@given(games())
def test_a_link_represents_a_game_or_is_refused(record: Record) -> None:
    """A link has no options: a game that needs one is refused, and otherwise every action comes back."""
    link = link_or_reason(record)
    if link == "link_option":
        return
    again = open_game(link)
    assert (again.deck, again.actions, again.first) == (record.deck, record.actions, record.first)
    options = [remark for remark in remarks(record, link=True) if "options" in remark]
    assert bool(options) == record.rules.empty_clues


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_variants_keep_their_names_and_suits(variant: Variant) -> None:
    game = Game.new(rules=variant.rules, players=3, seed=1)
    for _ in played(game, DRIVERS["peeking"], random.Random(1), 30):
        pass
    written = to_json(game.record())
    assert written.get("options", {}).get("variant", "No Variant") == variant.name
    suits = {(card["suitIndex"], str(face.suit)) for card, face in zip(written["deck"], game.deck, strict=True)}
    assert sorted(suits) == [(index, str(suit)) for index, suit in enumerate(variant.suits)]


def test_an_edition_is_exported_by_its_switches() -> None:
    game = Game.new(edition="ro", players=2, seed=1)
    for _ in played(game, DRIVERS["random"], random.Random(1), 5):
        pass
    assert open_game(to_json_text(game.record())).rules == replace(game.rules, edition=None)


def test_notes_clock_and_end_condition_return() -> None:
    game = Game.new(rules=RuleSet(empty_clues=False), players=["Ann", "Ben"], seed=3)
    for _ in played(game, DRIVERS["random"], random.Random(3), 4):
        pass
    data = to_json(game.record())
    data["options"] = {"timed": True, "timeBase": 120, "timePerTurn": 20, "cardCycle": True}
    data["notes"] = [["r1?", ""], ["", "trash"]]
    for end in ({"type": 4, "target": 1, "value": 4}, {"type": 5, "target": -1, "value": 10}):
        record = open_game(json.dumps(data | {"actions": [*data["actions"], end]}))
        assert record.actions == tuple(game.action_texts)
        assert to_json(record)["actions"][-1] == end
        assert to_json(record) == data | {"actions": [*data["actions"], end]}
    gone_on = Game.resume(record)
    for _ in played(gone_on, DRIVERS["random"], random.Random(3), 1):
        pass
    assert to_json(gone_on.record())["actions"][-1]["type"] < 4, "nobody stopped the game that went on"
