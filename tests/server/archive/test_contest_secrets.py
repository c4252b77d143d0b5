"""Until an event ends, no answer of the server depends on a result or on a card that the visitor may not know.

The laws compare worlds that differ only in what must stay hidden: every request of the API gets the same answer. A
planted leak breaks them. Deals of a running event that somebody types in are refused.
"""

import itertools
import json
import random
import secrets
import shutil
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hanabi.chance import shuffled_deck
from hanabi.kernels import knowledge
from hanabi.rules import Action, Card, Clue, Discard, Play, Referee
from hanabi.server.api import endpoints
from hanabi.server.archive.contests import sealed_deals
from hanabi.server.archive.contests.sealed_deals import SealedDeals
from hanabi.server.context import Context
from hanabi.server.live.clock import TableClock
from hanabi.server.live.live_table import LiveTable
from hanabi.server.tables import Table
from hanabi.server.tables.features.play import checked_move
from hanabi.server.wire.state_message import StateMessageWriter
from support.http_visitor import Visitor, a_finished_game, http_context, signed_up
from support.in_process_tables import RecordingClient

pytestmark = pytest.mark.anyio
NOW, HOUR = 1.8e9, 3600.0
# What operators see, and requests that are not about games, or that the database alone cannot answer.
LEFT_OUT = {
    *("/metrics", "/healthz", "/readyz", "/api/push", "/api/account/mail", "/mail/confirm/{token}"),
    *("/mail/stop/{token}", "/api/push/{subscription}", "/api/course/{language}", "/api/texts/{language}"),
    *("/api/account/register", "/api/account/login", "/api/account/recover", "/api/account/logout"),
    *("/api/account/logout-everywhere", "/api/account/password", "/api/account/recovery-code"),
    *("/api/account/delete", "/api/puzzles/next", "/api/puzzles/bundle"),
}
STUDY_PARTS = ("", "/replay", "/export", "/conventions", "/reasons", "/review")


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Stops the clock. Each call begins the same sequence of keys and ids."""
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(TableClock, "now", lambda clock: NOW)

    def begin() -> None:
        numbers = itertools.count(1)
        monkeypatch.setattr(secrets, "token_hex", lambda size=32: f"{next(numbers):0{2 * size}x}")
        monkeypatch.setattr(secrets, "token_bytes", lambda size=32: next(numbers).to_bytes(size, "big"))
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: f"{next(numbers):0{4 * size // 3}}")

    begin()
    return begin


class World:
    """An event of two deals: the Owls have opened the first, the Foxes have entered. Ana, an Owl, has a profile, a
    friend, a calendar and a club, and Fay, a Fox, is that friend."""

    def __init__(self) -> None:
        self.event = self.table = self.profile = self.club = ""
        self.cookies: dict[str, str] = {}
        self.calendars: dict[str, str] = {}
        # Records that somebody types in.
        self.typed: list[str] = []
        # What a client at the table gets, in each world.
        self.states: list[list[str]] = []

    async def build(self, context: Context, **plan: Any) -> "World":
        olga = await signed_up(context, "Olga")
        abe, ana, fay = [await signed_up(context, name) for name in ("Abe", "Ana", "Fay")]
        stranger = Visitor(context)
        options = {"seats": 2, "rules": {"strikes": 1}, "aids": "expert"}
        dates = {"starts_at": NOW, "ends_at": NOW + HOUR}
        body = {"title": "Lanterns", "deals": 2, "options": options, **dates, **plan}
        self.event = (await olga.post("/api/events", body))["event"]
        path = f"/api/events/{self.event}/entry"
        own = (await ana.post(path, {"name": "Ana", "team": "Owls"}))["own"]
        await abe.post(path, {"name": "Abe", "code": own["code"]})
        await fay.post(path, {"name": "Fay", "team": "Foxes"})
        changed = await ana.post("/api/account/profile", {"name": "Ana", "public": True})
        self.profile, link = changed["profile"], changed["friend_link"]
        await fay.post(f"/api/profiles/{self.profile}/friends", {"friend": link.partition("=")[2], "name": "Fay"})
        self.club = (await ana.post("/api/clubs", {"name": "Fireflies", "person": "Ana"}))["club"]
        code = (await ana.get(f"/api/clubs/{self.club}"))["code"]
        await fay.post(f"/api/clubs/{self.club}/members", {"code": code, "person": "Fay"})
        for name, person in {"abe": abe, "fay": fay}.items():
            self.calendars[name] = Path((await person.post("/api/account/calendar", {}))["path"]).stem
        self.table = (await ana.post(f"/api/events/{self.event}/play"))["table"]
        await stranger.post("/api/match", {"name": "Stranger"})
        await stranger.request("DELETE", "/api/match")
        people = {"olga": olga, "ana": ana, "abe": abe, "fay": fay, "stranger": stranger}
        self.cookies = {name: person.cookie for name, person in people.items()}
        return self

    def visitor(self, context: Context, name: str) -> Visitor:
        visitor = Visitor(context)
        visitor.cookie = self.cookies[name]
        return visitor

    def requests(self, name: str) -> list[tuple[str, str, Any]]:
        """Every request that the API knows, about this game."""
        known = {"table": self.table, "event": self.event, "profile": self.profile, "club": self.club, "deal": "1"}
        known |= {"day": "2027-01-15", "players": "2", "page": "events", "study": "nothing-here", "puzzle": "x"}
        known |= {"token": self.calendars.get(name, "x"), "number": "1", "session": "x"}
        bodies: dict[str, list[Any]] = {
            "/api/positions": [{"of": {"table": self.table}, "after": 1}],
            "/api/studies": [{"of": {"table": self.table}}],
            "/api/tables": [
                {"branch": {"table": self.table, "actions": 1, "cards": cards}} for cards in ("same", "new")
            ],
            "/api/tables/{table}/claim": [{"token": "0" * 32}],
            "/api/tables/{table}/invitations": [{"partner": {"table": self.table, "seat": 0}}],
            "/api/account/partners": [{"partner": {"table": self.table, "seat": 0}, "relation": "friend"}],
            "/api/reports": [{"table": self.table, "seat": 0, "reason": "other"}],
            "/api/events/{event}/entry": [{"name": "Spy", "team": "Spies"}],
            "/api/open": [{"text": text} for text in self.typed] or [{"text": "x"}],
            "/api/replay": [json.loads(text) for text in self.typed] or [{}],
        }
        found: list[tuple[str, str, Any]] = []
        # Reading comes first and again at the end, after everything that a visitor can change.
        reads = [endpoint for endpoint in endpoints() if endpoint.method == "GET"]
        writes = [endpoint for endpoint in endpoints() if endpoint.method != "GET"]
        for endpoint in (*reads, *writes, *reads):
            if endpoint.path in LEFT_OUT:
                continue
            address = endpoint.path.format_map(known)
            queries = {
                "/api/oembed": [f"?url=http://tables.example/{page}/{self.table}" for page in ("t", "r", "review")],
                "/api/tables/{table}/replay": ["?seat=0", "?seat=1", "?seat=all"],
                "/api/events/{event}/standings": ["", "?first=0", "?first=1"],
                "/api/me/games/search": ["", "?score=1", "?mistake=misplayed"],
            }.get(endpoint.path, [""])
            for query in queries:
                for body in bodies.get(endpoint.path, [{} if endpoint.takes else None]):
                    found.append((endpoint.method, address + query, body))
        return found

    async def answers(self, context: Context, name: str, *, before: Callable[[], None]) -> dict[str, Any]:
        """What this person gets, by request; tokens in the answers are the same in every world."""
        before()
        visitor, got = self.visitor(context, name), {}
        for number, (method, path, body) in enumerate(self.requests(name)):
            answer = await visitor.raw(method, path, body)
            got[f"{name} {number} {method} {path}"] = (answer.status_code, answer.content)
        return got


def shown(answers: dict[str, Any]) -> list[str]:
    """The requests that were not refused."""
    return [request for request, (status, _) in answers.items() if status < 400]


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [request for request, answer in one.items() if other[request] != answer]


async def in_both_worlds(
    folder: Path, frozen: Callable[[], None], names: Sequence[str], outcome: Callable[[Context, World, int], Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What these people get in two worlds that were the same until `outcome`."""
    async with http_context(folder) as context:
        world = await World().build(context)
        await context.registry.show_in_lists()
    worlds = []
    for number in range(2):
        copy = folder / str(number)
        copy.mkdir()
        shutil.copy(folder / "tables.db", copy)
        frozen()
        async with http_context(copy) as context:
            await outcome(context, world, number)
            await context.registry.show_in_lists()
            worlds.append({"state": (200, world.states)})
            world.states = []
            for name in names:
                worlds[-1] |= await world.answers(context, name, before=frozen)
    return worlds[0], worlds[1]


async def acts(live: LiveTable, kinds: Callable[[Referee], Sequence[Sequence[Action]]]) -> None:
    """The player takes the first of these actions."""
    game = live.table.game
    assert game is not None
    assert game.player is not None
    event = checked_move(live.table, game.player, next(action for kind in kinds(game) for action in kind))
    await live.append(lambda _: event)


def others(game: Referee) -> list[Action]:
    return sorted(
        (one for one in game.legal_actions() if not isinstance(one, Play)), key=lambda one: type(one).__name__
    )


def plays(game: Referee, *, good: bool) -> list[Action]:
    playable, hand = knowledge.playable_kinds(game.rule_tables, game.state), game.state.hands[game.player or 0]
    all_plays = [action for action in game.legal_actions() if isinstance(action, Play)]
    return [play for play in all_plays if bool(playable >> game.state.faces[hand[play.slot]] & 1) is good]


async def played(context: Context, world: World, number: int) -> None:
    """The Owls lose their game at once, or win points to the end of the deck."""
    live = await context.registry.live_table(world.table)
    while live.table.phase == "playing":
        await acts(live, lambda game: [plays(game, good=bool(number)), others(game)])
    await context.archive.settle()


RESULT_LEAKS: dict[str, tuple[str, Any]] = {
    "standings": ("hanabi.server.archive.contests.results.visible_deals", lambda contest, own, now: [1, 2]),
    "table": ("hanabi.server.tables.table.Table.is_in_contest", lambda table, now: False),
    "lobby": ("hanabi.server.live.lobby._as_spectators_see", lambda table: table),
    "profile": ("hanabi.server.people.profiles.sealed_games", lambda *_: []),
    "preview": ("hanabi.server.http.link_previews._is_sealed", lambda summary: False),
}


async def test_no_answer_depends_on_a_result(tmp_path: Path, frozen: Callable[[], None]) -> None:
    one, other = await in_both_worlds(tmp_path, frozen, ["fay", "stranger", "olga"], played)
    assert differences(one, other) == []
    assert len(shown(one)) > 60


@pytest.mark.parametrize("leak", RESULT_LEAKS)
async def test_a_result_that_leaks_is_found(
    tmp_path: Path, frozen: Callable[[], None], leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*RESULT_LEAKS[leak])
    assert differences(*await in_both_worlds(tmp_path, frozen, ["fay"], played)) != []


def with_other_hand(table: Table, seat: int) -> Callable[..., list[Card]]:
    """Deals as before, except that the seat's cards and the rest of the deck are exchanged for one another."""
    game = table.game
    assert game is not None
    state, real = game.state, shuffled_deck
    places = [*state.hands[seat][: state.hand_sizes[seat]], *state.deck[state.next_card : len(game.deck)]]

    def dealt(rules: Any, seed: Any) -> list[Card]:
        deck = real(rules, seed)
        if deck == list(game.deck):
            faces = [deck[place] for place in places]
            for place, face in zip(places, [*faces[7:], *faces[:7]], strict=True):
                deck[place] = face
        return deck

    return dealt


def typed_games(table: Table, seat: int) -> list[str]:
    """The deal as somebody in this seat might type it in: all of it; the others' hands with a guess of the own one; and
    the own hand, with some or none of the others' cards."""
    record = table.record_so_far()
    game = table.game
    assert game is not None
    own = set(game.state.hands[seat][: game.state.hand_sizes[seat]])
    seen = [place for place in range(2 * len(own)) if place not in own]

    def with_others_at(places: Collection[int]) -> str:
        """Only the cards in these places are right."""
        deck, wrong = list(record.deck), [place for place in range(len(record.deck)) if place not in places]
        faces = sorted((deck[place] for place in wrong), key=str)
        while any(face == deck[place] for place, face in zip(wrong, faces, strict=True)):
            random.Random(len(places)).shuffle(faces)
            faces = [*faces[1:], faces[0]]
        for place, face in zip(wrong, faces, strict=True):
            deck[place] = face
        return replace(record, deck=tuple(deck)).dumps()

    return [record.dumps(), *map(with_others_at, (seen, {*own, *seen[:3]}, own))]


async def begun(context: Context, world: World) -> Table:
    """Abe clues, and Ana discards."""
    live = await context.registry.live_table(world.table)
    for kind in (Clue, Discard):
        await acts(live, lambda game, kind=kind: [[one for one in game.legal_actions() if isinstance(one, kind)]])  # type: ignore[misc]
    return live.table


@pytest.fixture
def half_played(monkeypatch: pytest.MonkeyPatch) -> Callable[[Context, World, int], Any]:
    """The Owls have begun, and Abe types in what he knows and guesses. In the second world, he holds other cards."""
    exchanged: list[Any] = []

    async def begin(context: Context, world: World, number: int) -> None:
        if number == 0:
            table = await begun(context, world)
            assert table.seat_of(world.visitor(context, "abe").key, 2) == 0
            world.typed = typed_games(table, 0)
            exchanged.append(with_other_hand(table, 0))
        else:
            for module in ("tables.features.start", "archive.contests.sealed_deals"):
                monkeypatch.setattr(f"hanabi.server.{module}.shuffled_deck", exchanged[0])
            await begun(context, world)
        live = await context.registry.live_table(world.table)
        client = RecordingClient(context, live, None, account=2)
        world.states.append(client.sent)

    return begin


class OpenViews(StateMessageWriter):
    def view(self, viewer: Any) -> bytes:
        return super().view("open")


def all_cards(connection: Any, actor: Any, now: float, real: Any = sealed_deals._running) -> Any:
    """As if nobody were playing."""
    return real(connection, actor, now)[0], set()


HAND_LEAKS: dict[str, tuple[str, Any]] = {
    "state": ("hanabi.server.live.clients.viewer_for", lambda table, seat: "open"),
    "history": ("hanabi.server.api.tables.viewer_for", lambda table, seat: "open"),
    "view": ("hanabi.server.people.account_data.StateMessageWriter", OpenViews),
    "import": ("hanabi.server.archive.contests.sealed_deals._running", all_cards),
}


@pytest.mark.parametrize("leak", [None, *HAND_LEAKS])
async def test_no_answer_depends_on_a_players_own_hand(
    tmp_path: Path, frozen: Callable[[], None], half_played: Any, leak: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if leak is not None:
        monkeypatch.setattr(*HAND_LEAKS[leak])
    one, other = await in_both_worlds(tmp_path, frozen, ["abe"], half_played)
    assert (differences(one, other) == []) == (leak is None)
    # The deal and the others' hands are recognized; the own hand is not.
    codes = [json.loads(body).get("code") for request, (_, body) in one.items() if "/api/open" in request]
    assert leak is not None or codes == ["contest_sealed", "contest_sealed", None, None]


async def typed_in(context: Context, visitor: Visitor, text: str, study: str) -> list[str]:
    """What the server does for somebody who types in a game, or has the link of a study of it."""
    found = []
    for method, path, body in [
        ("POST", "/api/open", {"text": text}),
        ("POST", "/api/replay", json.loads(text)),
        ("POST", "/api/positions", {"of": {"study": study}}),
        ("POST", "/api/studies", {"of": {"study": study}}),
        ("POST", "/api/tables", {"branch": {"study": study, "actions": 1}}),
        ("POST", f"/api/studies/{study}/review", None),
        ("PUT", f"/api/studies/{study}", {"revision": 0}),
        ("GET", f"/api/previews/studies/{study}", None),
        ("GET", f"/api/oembed?url=http://tables.example/study/{study}", None),
        *(("GET", f"/api/studies/{study}{part}", None) for part in STUDY_PARTS),
    ]:
        answer = await visitor.raw(method, path, body)
        if answer.is_success or answer.json()["code"] not in ("contest_sealed", "no_such_page"):
            found.append(path)
    return found


@pytest.mark.parametrize("leak", [None, "gate"])
async def test_a_deal_of_a_running_event_is_refused_if_somebody_types_it_in(
    context: Context, leak: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW)
    world = await World().build(context)
    await played(context, world, 1)
    ana, fay, stranger = (world.visitor(context, name) for name in ("ana", "fay", "stranger"))
    table = (await context.registry.live_table(world.table)).table
    record = table.record()
    # Other names, and another order of the cards that nobody had at the beginning.
    record = replace(record, players=("A", "B"), deck=(*record.deck[:10], *record.deck[:9:-1]), actions=())
    texts = [table.record().dumps(), replace(record, extra={}).dumps()]
    assert len(STUDY_PARTS) == len({one.path for one in endpoints() if one.path.startswith("/api/studies/{study}")})

    async def unchecked(*_: Any) -> None:
        pass

    with monkeypatch.context() as patched:
        patched.setattr(SealedDeals, "check", unchecked)
        studies = [(await Visitor(context).post("/api/open", {"text": text}))["study"] for text in texts]
    if leak is not None:
        monkeypatch.setattr(SealedDeals, "check", unchecked)
    for text, study in zip(texts, studies, strict=True):
        for person in (ana, fay, stranger, Visitor(context)):
            assert (await typed_in(context, person, text, study) == []) == (leak is None)
    other = (await a_finished_game(context, ana, players=2), ana)
    text = (await other[1].fetch(f"/api/tables/{other[0]}/record")).decode()
    assert "study" in await ana.post("/api/open", {"text": text})
    monkeypatch.setattr(time, "time", lambda: NOW + HOUR)
    assert len(await typed_in(context, fay, texts[0], studies[0])) > 8
