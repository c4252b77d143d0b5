"""What reaches a browser: through a whole game no own card, no card of the deck, no seed."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.conftest import Server, Visit
from support.browser_actions import act, wait_for_actions, wait_for_turn
from support.browser_players import TableMates


class Ear:
    """Hears every frame and every body that a page receives."""

    def __init__(self, page: Page) -> None:
        self.frames: list[Any] = []
        self.bodies: list[str] = []
        page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))
        )
        page.on("response", self._hear)

    def _hear(self, response: Any) -> None:
        # Lessons show cards of their own deals.
        if "/api/" in response.url and "/api/course/" not in response.url and response.ok:
            self.bodies.append(response.text())


def secrets_in(message: Any, seat: int | None, path: str = "") -> list[str]:
    """Where a message shows a hidden card or what the deal is made of."""
    found = []
    if isinstance(message, dict):
        for name, value in message.items():
            here = f"{path}.{name}"
            if name in ("deck", "seed", "salt", "rewards") and isinstance(value, list | str):
                found.append(f"{here} = {value!r}")
            found += secrets_in(value, seat, here)
        if message.get("type") == "draw" and seat in (None, message["seat"]) and message["card"] is not None:
            found.append(f"{path}: a drawn card {message}")
    elif isinstance(message, list):
        for place, value in enumerate(message):
            found += secrets_in(value, seat, f"{path}[{place}]")
    return found


def shown_cards(message: Any, seat: int | None) -> list[str]:
    view = message.get("view")
    if not view:
        return []
    return [
        card["card"]
        for hand in view["hands"]
        if seat is None or hand["seat"] == seat
        for card in hand["cards"]
        if card["card"] is not None
    ]


def check(ear: Ear, seat: int | None) -> None:
    states = [frame for frame in ear.frames if frame["type"] == "state"]
    assert states
    for state in states:
        assert state["you"]["seat"] == seat
        if state["table"]["phase"] != "over":
            assert shown_cards(state, seat) == []
            assert secrets_in(state, seat) == []
    for body in ear.bodies:
        assert secrets_in(json.loads(body), seat) == []


@pytest.mark.parametrize(
    "switches", [{}, {"multicolor": "wild", "black_powder": True, "flamboyants": True}], ids=["base", "full"]
)
def test_no_seat_and_no_spectator_ever_receives_a_hidden_card(
    visit: Visit, server: Server, switches: dict[str, Any]
) -> None:
    mates = TableMates(server.address, 2, seed="secret", **switches)
    player, watcher = visit("about:blank"), visit("about:blank")
    heard, watched = Ear(player), Ear(watcher)
    player.goto(server.address + mates.seat_path(0))
    player.locator("[data-own]").first.wait_for()
    heard.frames.clear()  # before the seat was claimed this browser was a spectator
    watcher.goto(server.address + mates.path)
    watcher.locator(".mate").first.wait_for()
    played = 0
    while mates.game.over is None:
        if mates.game.player == 0 and mates.game.pending is None and played < 6:
            action = mates.chosen()
            wait_for_turn(player)
            mates.game.act(action)
            act(player, action)
            wait_for_actions(player, len(mates.game.action_texts))
            played += 1
        else:
            mates.act(mates.chosen())
    mates.close()
    for page in (player, watcher):
        wait_for_actions(page, len(mates.game.action_texts))
    check(heard, 0)
    check(watched, None)


def test_who_loses_the_cookie_is_a_spectator_and_sees_no_hand(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="cookie")
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    mates.advance(lambda game: len(game.action_texts) >= 4)
    page.context.clear_cookies()
    ear = Ear(page)
    page.reload()
    page.locator(".mate").first.wait_for()
    assert page.locator("[data-own]").count() == 0
    assert page.locator(".mate").count() == 2
    mates.advance(lambda game: len(game.action_texts) >= 8)
    wait_for_actions(page, 8)
    mates.close()
    check(ear, None)
    labels = page.locator(".card-button").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert all("face down" in label for label in labels)
