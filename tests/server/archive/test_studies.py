"""Positions, studies, imports and exports, and tables that go on with a finished game."""

import json
from dataclasses import replace

import pytest

from hanabi import Game
from hanabi.records import loads, replay
from hanabi.server.context import Context
from hanabi.server.tables import Unfair, verify
from support.http_visitor import Visitor, a_finished_game, fill_seats_and_start, play_to_end

pytestmark = pytest.mark.anyio


async def test_a_position_shows_all_hands_and_the_legal_moves(context: Context) -> None:
    ana = Visitor(context)
    table = await a_finished_game(context, ana)
    record = loads(json.dumps(await ana.get(f"/api/tables/{table}/record")))
    of = {"table": table}
    answer = await ana.post("/api/positions", {"of": of, "after": 7})
    game = replay(record, 7)
    view = answer["frame"]["view"]
    assert view["player"] == view["seat"] == game.player
    assert len(view["legal"]) == len(game.legal_actions())
    assert [[card["card"] for card in hand["cards"]] for hand in view["hands"]] == [
        [str(game.card(seat, slot)) for slot in range(game.state.hand_sizes[seat])] for seat in range(3)
    ]
    play = next(action for action in view["legal"] if action["type"] == "play")
    after = await ana.post("/api/positions", {"of": of, "after": 7, "choice": play})
    assert after["action"].startswith("play ")
    assert after["frame"]["events"][0]["type"] == "play"
    again = await ana.post("/api/positions", {"of": of, "after": 7, "actions": [after["action"]]})
    assert again["frame"] == after["frame"]
    wrong = {"of": of, "after": 7, "choice": {"type": "clue", "to": game.player, "about": 1}}
    assert await ana.refused("POST", "/api/positions", wrong) == "clue_to_self"
    broken = {"of": of, "after": 7, "actions": ["play 99"]}
    assert await ana.refused("POST", "/api/positions", broken) == "bad_line"
    assert await ana.refused("POST", "/api/positions", {"of": {}, "after": 0}) == "malformed"
    assert await ana.refused("POST", "/api/positions", {"of": {"study": "abcd\0efgh"}}) == "malformed"


async def test_a_study_is_read_by_its_link_and_changed_by_its_token(context: Context) -> None:
    ana, bo = Visitor(context), Visitor(context)
    table = await a_finished_game(context, ana)
    first = await ana.post("/api/positions", {"of": {"table": table}, "after": 5})
    legal = next(action for action in first["frame"]["view"]["legal"] if action["type"] == "play")
    tried = await ana.post("/api/positions", {"of": {"table": table}, "after": 5, "choice": legal})
    lines = [{"comments": {"5": "better?"}}, {"parent": 0, "after": 5, "actions": [tried["action"]]}]
    made = await ana.post("/api/studies", {"of": {"table": table}, "title": "Mine", "lines": lines})
    shown = await bo.get(f"/api/studies/{made['study']}")
    assert (shown["title"], shown["yours"], shown["table"]) == ("Mine", False, table)
    assert shown["lines"][0]["comments"] == {"5": "better?"}
    line = await bo.get(f"/api/studies/{made['study']}/replay?line=1")
    assert len(line["frames"]) == 7
    change = {"revision": 0, "title": "Yours", "lines": shown["lines"]}
    path = f"/api/studies/{made['study']}"
    assert await bo.refused("PUT", path, change) == "not_editor"
    assert (await bo.request("PUT", path, {**change, "token": made["token"]}))[1] == {"revision": 1}
    assert await ana.refused("PUT", path, change) == "stale_study"
    assert (await ana.request("PUT", path, {**change, "revision": 1}))[0] == 200
    for bad, code in (
        ([{}, {"parent": 0, "after": 5, "actions": ["play 999"]}], "bad_line"),
        ([{}, {"parent": 1, "after": 5}], "bad_line"),
        ([{}, {"parent": 0, "after": 900}], "bad_line"),
        ([{"actions": ["play 0"]}], "bad_line"),
        ([{"comments": {"700": "beyond"}}], "bad_line"),
        ([{}] * 65, "malformed"),
        ([{"comments": {"0": "x" * 501}}], "malformed"),
    ):
        assert await ana.refused("PUT", path, {**change, "revision": 2, "lines": bad}) == code, bad
    assert (await ana.get(path))["revision"] == 2
    assert await ana.refused("GET", "/api/studies/nothing-here") == "no_such_study"
    assert await ana.refused("GET", path + "/replay?line=9") == "no_such_line"


async def test_a_running_game_cannot_be_explored_compared_or_exported(context: Context) -> None:
    ana = Visitor(context)
    table = (await ana.post("/api/tables", {"options": {"seats": 2}}))["table"]
    await fill_seats_and_start(context, table)
    for method, path, body in (
        ("POST", "/api/positions", {"of": {"table": table}}),
        ("POST", "/api/studies", {"of": {"table": table}}),
        ("GET", f"/api/tables/{table}/others", None),
        ("GET", f"/api/tables/{table}/export", None),
        ("POST", "/api/tables", {"branch": {"table": table, "actions": 0}}),
    ):
        assert await ana.refused(method, path, body) == "running", path


async def test_imported_games_open_as_studies_and_errors_name_the_field(context: Context) -> None:
    ana = Visitor(context)
    game = Game.new(players=2, seed="elsewhere", empty_clues=False)
    while game.over is None and len(game.action_texts) < 12:
        game.act(game.legal_actions()[0])
    ours = game.record()
    made = await ana.post("/api/open", {"text": ours.dumps()})
    path = f"/api/studies/{made['study']}"
    assert (await ana.get(path))["actions"] == list(ours.actions)
    theirs = await ana.get(f"{path}/export?as=hanab-live")
    link = await ana.get(f"{path}/export?as=link")
    for text in (theirs["text"], link["text"], "p4v0s1"):
        opened = await ana.post("/api/open", {"text": text})
        shown = await ana.get(f"/api/studies/{opened['study']}")
        assert len(shown["actions"]) == (0 if text == "p4v0s1" else len(ours.actions))
    status, answer = await ana.request("POST", "/api/open", {"text": ours.dumps().replace('"players"', '"players_"')})
    assert (status, answer["code"]) == (409, "bad_record")
    assert "players" in answer["values"]["detail"]
    flame = Game.new(players=2, seed=1, flamboyants=True).record()
    made = await ana.post("/api/open", {"text": flame.dumps()})
    status, answer = await ana.request("GET", f"/api/studies/{made['study']}/export?as=hanab-live")
    assert (answer["code"], answer["values"]["reason"]) == ("not_exportable", "reward_tiles")
    assert await ana.refused("POST", "/api/open", {"text": "x" * 200_000}) == "too_big"


async def test_names_in_imported_games_cannot_reverse_text(context: Context) -> None:
    ana = Visitor(context)
    record = replace(Game.new(players=2, seed=1).record(), players=("Ana", "\u202eoB\u200b" + "x" * 200))
    made = await ana.post("/api/open", {"text": record.dumps()})
    saved = await ana.get(f"/api/studies/{made['study']}/export?as=record")
    assert json.loads(saved["text"])["players"] == ["Ana", "oB" + "x" * 22]


async def test_continuing_with_the_same_cards_or_with_new_ones(context: Context) -> None:
    ana = Visitor(context)
    table = await a_finished_game(context, ana)
    record = loads(json.dumps(await ana.get(f"/api/tables/{table}/record")))
    study = (await ana.post("/api/studies", {"of": {"table": table}}))["study"]
    seat = replay(record, 9).player
    decks = []
    for of, cards in (({"table": table}, "same"), ({"study": study}, "same"), ({"study": study}, "new")):
        wish = {"branch": {**of, "actions": 9, "cards": cards}, "at": seat}
        live = await fill_seats_and_start(context, (await ana.post("/api/tables", wish))["table"])
        assert live.table.actions == 9
        await play_to_end(context, live, seed=4)
        gone_on = live.table.record()
        decks.append(gone_on.deck)
        if of == {"table": table}:
            assert verify(gone_on).kind == "repeated"
        else:
            with pytest.raises(Unfair, match="given"):
                verify(gone_on)
        before, after = replay(record, 9).view(seat), replay(gone_on, 9).view(seat)
        assert before.erased.hands == after.erased.hands
    assert decks[0] == decks[1] == record.deck
    assert decks[2] != record.deck
    assert sorted(map(str, decks[2])) == sorted(map(str, record.deck))
    wish = {"branch": {"table": table, "actions": len(record.actions)}}
    assert await ana.refused("POST", "/api/tables", wish) == "game_over"
