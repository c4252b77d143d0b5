"""Nothing pushes the table: over a whole game, no shift of its layout and nothing to scroll."""

from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.conftest import ContextOptions, Server, Visit
from hanabi.rules import Clue, Discard, Play
from support.browser_actions import act, wait_for_actions
from support.browser_players import TableMates
from support.long_form import LONG

SCREENS: dict[str, ContextOptions] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1366, "height": 768}},
}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}

# Each shift with what moved from where to where; the sum is the cumulative layout shift.
SHIFTS = """
  window.shifts = [];
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join();
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput)
        window.shifts.push([value, ...sources.map(({ node, previousRect, currentRect }) =>
          `${node?.nodeName}.${node?.className} ${box(previousRect)} -> ${box(currentRect)}`)]);
  }).observe({ type: "layout-shift" });
"""
# What a swipe or a focus could move, but for the log, the conversation and what lies over the table.
SCROLLABLE = """() => [document.scrollingElement, ...document.querySelectorAll(".board, .board *")]
  .filter((one) => !one.closest(".log-panel, dialog, svg") && one.clientHeight > 1)
  .filter((one) => one === document.scrollingElement || !["visible", "clip"].includes(getComputedStyle(one).overflowY))
  .filter((one) => one.scrollTop > 0 || (one.scrollHeight > one.clientHeight + 1
    && (one === document.scrollingElement || getComputedStyle(one).overflowY !== "hidden")))
  .map((one) => `${one.nodeName}.${one.className} ${one.clientHeight} < ${one.scrollHeight}`)"""


def watch(page: Page) -> None:
    page.locator("[data-own]").first.wait_for()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(800)  # what is loaded behind the first paint
    page.evaluate(SHIFTS)


def firm(page: Page, scrolled: set[str]) -> None:
    shifts = sorted(page.evaluate("window.shifts"), reverse=True)
    assert sum(shift[0] for shift in shifts) <= 0.005, "\n".join(map(str, shifts[:5]))
    assert scrolled == set()


def games(*short: tuple[str, int]) -> pytest.MarkDecorator:
    """Screens and numbers of players: these, in the long form all."""
    every = [(screen, players) for screen in SCREENS for players in range(2, 6)]
    return pytest.mark.parametrize(("screen", "players"), every if LONG else short)


@games(("desk", 4))
def test_a_whole_game_with_others_moves_nothing(visit: Visit, server: Server, screen: str, players: int) -> None:
    mates = TableMates(server.address, players, seed="firm")
    page = visit(mates.seat_path(0), **SCREENS[screen], **MOVING)
    watch(page)
    scrolled: set[str] = set()
    while mates.game.over is None:
        action = mates.chosen()
        if mates.game.player == 0:
            page.locator(".board.mine").wait_for()
            mates.game.act(action)
            act(page, action)
        else:
            mates.act(action)
        wait_for_actions(page, len(mates.game.action_texts))
        scrolled.update(page.evaluate(SCROLLABLE))
    mates.close()
    page.locator(".end").wait_for()
    firm(page, scrolled)


@games(("phone", 5))
def test_a_whole_game_with_bots_moves_nothing(visit: Visit, screen: str, players: int) -> None:
    bots = ",".join(["team:1"] * (players - 1))
    page = visit(f"/new?bots={bots}&start=true&seed=firm", **SCREENS[screen], **MOVING)
    watch(page)
    scrolled: set[str] = set()
    plays = 2  # a third strike would end the game
    while True:
        page.locator(".board.mine, .end").first.wait_for()
        if page.locator(".end").count():
            break
        done = page.locator(".board").get_attribute("data-actions-done")
        tokens = int((page.locator('[data-status="clues"]').text_content() or "0").split("/")[0])
        if tokens:
            cards = page.locator('.mate[data-seat="1"] .card-button')
            card = str(cards.nth(tokens % cards.count()).get_attribute("data-card"))
            act(page, Clue(1, int(card[-1])))
        elif plays:
            plays -= 1
            act(page, Play(0))
        else:
            act(page, Discard(0))
        page.locator(f'.board[data-actions-done="{done}"]').wait_for(state="detached")
        scrolled.update(page.evaluate(SCROLLABLE))
    firm(page, scrolled)
