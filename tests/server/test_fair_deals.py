"""Where the cards come from: everybody sees it before the first turn, and anyone can verify it after the game."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import convert
from sqlalchemy import select

from hanabi.chance import key_of, shuffled_deck
from hanabi.cli import main
from hanabi.client import SeatAt, TableClient
from hanabi.records import Record, loads
from hanabi.server.context import Context
from hanabi.server.database.schema import finished_games
from hanabi.server.live.live_table import LiveTable
from hanabi.server.tables import Unfair, verify
from hanabi.server.tables.fairness import commitment, derived_seed
from hanabi.server.wire.messages import StateMessage
from support.http_visitor import Visitor, fill_seats_and_start, play_to_end
from support.in_process_tables import RecordingClient, a_registry, a_table

pytestmark = pytest.mark.anyio
NONCES = ["a" * 32, "b" * 32, "c" * 32]


async def a_played_game(context: Context, nonces: list[str | None], **options: Any) -> Record:
    live = await a_table(context, **options)
    for seat, nonce in enumerate(nonces):
        if nonce is not None:
            await RecordingClient(context, live, f"k{seat}").send_command(type="nonce", id="n", nonce=nonce)
    await RecordingClient(context, live, "k0").send_command(type="start", id="s")
    await play_to_end(context, live)
    return loads(live.table.record().dumps())


async def test_the_server_commits_first_then_come_the_players_nonces_then_the_deal(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context)
        clients = [RecordingClient(context, live, f"k{seat}") for seat in range(3)]
        promised = clients[2].state["table"]["deal"]
        assert promised == {
            "kind": "fresh",
            "commitment": commitment(live.table.id, live.table.secret),
            "nonces": [None, None, None],
            "proof": None,
        }
        # Seat 1 sends none, and the start does not wait for it.
        for seat in (2, 0):
            assert (await clients[seat].send_command(type="nonce", id="n", nonce=NONCES[seat]))["type"] == "ack"
        assert (await clients[0].send_command(type="nonce", id="another", nonce="d" * 32))["type"] == "ack"
        assert (await clients[0].send_command(type="start", id="s"))["type"] == "ack"
        deal = clients[1].state["table"]["deal"]
        assert deal == {**promised, "nonces": [NONCES[0], None, NONCES[2]]}
        late = await clients[1].send_command(type="nonce", id="n", nonce=NONCES[1])
        assert (late["type"], late["code"]) == ("error", "wrong_phase")
        assert live.table.seed == derived_seed(live.table.id, live.table.secret, deal["nonces"])
        assert live.table.game is not None
        assert list(live.table.game.deck) == shuffled_deck(live.table.rules, bytes.fromhex(live.table.seed))


def test_each_part_changes_the_deal() -> None:
    secret = "1" * 64
    changed = [
        derived_seed("table", secret, NONCES),
        derived_seed("table", secret, [*NONCES[:2], "d" * 32]),
        derived_seed("table", secret, ["d" * 32, *NONCES[1:]]),
        derived_seed("table", secret, [*NONCES[:2], None]),
        derived_seed("table", secret, [NONCES[1], NONCES[0], NONCES[2]]),
        derived_seed("table", "2" * 64, NONCES),
        derived_seed("another", secret, NONCES),
    ]
    assert len(set(changed)) == len(changed)


async def test_a_crash_between_commitment_nonces_and_deal_loses_nothing(tmp_path: Path) -> None:
    async def reloaded(context: Context, live: LiveTable) -> LiveTable:
        context.registry.live_tables.pop(live.table.id)
        return await context.registry.live_table(live.table.id)

    async with a_registry(tmp_path) as context:
        live = await a_table(context, first="random")
        before = live.table.deal
        live = await reloaded(context, live)
        await RecordingClient(context, live, "k1").send_command(type="nonce", id="n", nonce=NONCES[1])
        live = await reloaded(context, live)
        assert live.table.deal.commitment == before.commitment
        assert live.table.nonces == [None, NONCES[1], None]
        await RecordingClient(context, live, "k0").send_command(type="start", id="s")
        seed, deck = live.table.seed, live.table.record_so_far().deck
        live = await reloaded(context, live)
        assert (live.table.seed, live.table.record_so_far().deck) == (seed, deck)
        await play_to_end(context, live)
        assert verify(live.table.record()).nonces == [None, NONCES[1], None]


async def test_a_nonce_leaves_with_its_player(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context)
        client = RecordingClient(context, live, "k2")
        await client.send_command(type="nonce", id="n", nonce=NONCES[2])
        await client.send_command(type="stand", id="up")
        assert client.state["table"]["deal"]["nonces"] == [None, None, None]
        refused = await client.send_command(type="nonce", id="again", nonce=NONCES[2])
        assert refused["code"] == "not_seated"


async def test_a_proof_that_was_changed_is_refused(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        record = json.loads((await a_played_game(context, [*NONCES[:2], None], first="random")).dumps())
    assert verify(loads(json.dumps(record))).kind == "fresh"

    def refused(**changes: Any) -> str:
        with pytest.raises(Unfair) as unfair:
            verify(loads(json.dumps(record | changes)))
        return str(unfair.value)

    deal, proof = record["deal"], record["deal"]["proof"]
    other = "0" * 64
    assert "promised" in refused(deal=deal | {"commitment": other})
    assert "promised" in refused(deal=deal | {"proof": proof | {"secret": other}})
    assert "nonces" in refused(deal=deal | {"proof": proof | {"seed": other}})
    assert "nonces" in refused(deal=deal | {"nonces": [NONCES[0], None, None]})
    assert "another table" in refused(table="another")
    assert "goes first" in refused(first=(record["first"] + 1) % 3)
    assert "deck" in refused(deck=[*record["deck"][1:], record["deck"][0]])
    assert "commit" in refused(deal=deal | {"commitment": None})
    assert "malformed" in refused(deal=deal | {"nonces": ["zz"]})
    assert "malformed" in refused(deal={"kind": "fresh"})
    assert "code" in refused(deal=deal | {"kind": "coded"})


async def test_the_record_that_the_browser_client_checks_in_its_tests_is_fair() -> None:
    file = Path(__file__).parents[2] / "client" / "tests" / "fair-deal.json"
    assert verify(loads(file.read_text())).kind == "fresh"


async def test_everybody_sees_the_kind_of_deal_before_the_first_turn(context: Context) -> None:
    async def seen_by_a_guest(body: dict[str, Any], path: str = "/api/tables") -> list[dict[str, Any]]:
        """What a guest sees before the start and before the first turn."""
        opened = await Visitor(context).post(path, body)
        live = await context.registry.live_table(opened["table"])
        key = live.table.occupants[0].token
        before = RecordingClient(context, live, key).state["table"]["deal"]
        await fill_seats_and_start(context, live.table.id)
        return [before, RecordingClient(context, live, key).state["table"]["deal"]]

    ana = Visitor(context)
    finished = (await ana.post("/api/tables", {"options": {"seats": 2}}))["table"]
    await play_to_end(context, await fill_seats_and_start(context, finished))
    study = (await ana.post("/api/studies", {"of": {"table": finished}}))["study"]
    kinds: dict[str, dict[str, Any]] = {
        "fresh": {"options": {"seats": 2}},
        "coded": {"options": {"seats": 2, "seed": "the host knows it"}},
        "repeated": {"branch": {"table": finished, "actions": 0}},
        "given": {"branch": {"study": study, "actions": 0, "cards": "new"}},
    }
    for kind, body in kinds.items():
        for deal in await seen_by_a_guest(body):
            assert (deal["kind"], deal["proof"]) == (kind, None)
            # A promise would be worth nothing where somebody knows the cards.
            assert (deal["commitment"] is not None) == (deal["nonces"] is not None) == (kind == "fresh")
    for deal in await seen_by_a_guest({"players": 2}, "/api/daily"):
        assert (deal["kind"], deal["nonces"], deal["commitment"] is not None) == ("daily", None, True)


async def test_games_on_known_cards_count_nowhere(context: Context) -> None:
    """A dishonest host types a code, goes on from action 0, or gives the cards; the table looks public."""
    ana = Visitor(context)

    async def played(body: dict[str, Any]) -> str:
        table = str((await ana.post("/api/tables", body))["table"])
        await play_to_end(context, await fill_seats_and_start(context, table))
        return table

    async def shown() -> dict[str, Any]:
        """What everybody sees of finished games."""
        return {
            "records": {table["id"] for table in (await ana.get("/api/records"))["tables"]},
            "statistics": (await ana.get("/api/statistics"))["games"],
            "lobby": {table["id"] for table in (await ana.get("/api/tables"))["tables"]},
            "ratings": await rated(),
        }

    async def rated() -> list[str]:
        """Games that are rated, or will be."""
        query = select(finished_games.c.table_id).where(finished_games.c.rated.is_not(None))
        return await context.registry.store.query(lambda connection: list(connection.execute(query).scalars()))

    public = {"seats": 2, "public": True}
    fresh = await played({"options": public})
    before = await shown()
    assert (before["records"], before["ratings"]) == ({fresh}, [fresh])
    assert before["statistics"]
    study = (await ana.post("/api/studies", {"of": {"table": fresh}}))["study"]
    known = {
        "coded": await played({"options": public | {"seed": "known"}}),
        "repeated": await played({"options": public, "branch": {"table": fresh, "actions": 0}}),
        "given": await played({"options": public, "branch": {"study": study, "actions": 0, "cards": "new"}}),
    }
    assert await shown() == before
    # The deck of a code is known before anybody sits down.
    live = await context.registry.live_table(known["coded"])
    assert live.table.seed == key_of("known").hex()
    for kind, table in known.items():
        others = (await ana.get(f"/api/tables/{table}/others"))["games"]
        assert (table in [game["table"] for game in others]) == (kind == "coded")
    assert [game["table"] for game in (await ana.get(f"/api/tables/{fresh}/others"))["games"]] == [fresh]
    kinds = select(finished_games.c.deal_kind).order_by(finished_games.c.over_at)
    archived = await context.registry.store.query(lambda connection: list(connection.execute(kinds).scalars()))
    assert archived == ["fresh", *known]


async def test_hanabi_verify_says_what_it_has_checked(tmp_path: Path) -> None:
    async with a_registry(tmp_path) as context:
        fresh = await a_played_game(context, [NONCES[0], None, NONCES[2]])
        coded = await a_played_game(context, [], seed="a code")
    file = tmp_path / "game.json"

    def told(record: Record, *nonce: str, code: int = 0) -> str:
        file.write_text(record.dumps())
        result = CliRunner().invoke(main, ["verify", str(file), *nonce])
        assert result.exit_code == code
        return result.output

    assert "drawn by the server, P0, P2" in told(fresh)
    assert fresh.extra["deal"]["commitment"] in told(fresh)
    assert "code 'a code', so somebody may have known them" in told(coded)
    assert "drawn by" in told(fresh, "--nonce", NONCES[2])
    assert f"nonce {NONCES[1]} is not part of the deal" in told(fresh, "--nonce", NONCES[1], code=2)


async def test_a_client_notices_that_its_nonce_was_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with a_registry(tmp_path) as context:
        live = await a_table(context)
        honest, cheated = (TableClient(SeatAt("http://server", live.table.id, "token")) for _ in range(2))
        for client in (honest, cheated):
            live.table.occupants[1].nonce = client.nonce
            await client._handle(convert(read_again(context, live), StateMessage))
        await RecordingClient(context, live, "k0").send_command(type="start", id="s")
        live.table.occupants[1].nonce = honest.nonce
        state = convert(read_again(context, live), StateMessage)
        await honest._handle(state)
        assert caplog.messages == []
        await cheated._handle(state)
        assert caplog.messages == [f"table {live.table.id}: the server has left our nonce out of the deal"]


def read_again(context: Context, live: LiveTable) -> dict[str, Any]:
    """What seat 1 sees now, whatever the server has sent before."""
    live.table.revision += 1
    live.clients.state_writer.forget_views()
    return RecordingClient(context, live, "k1").state
