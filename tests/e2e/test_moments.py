"""The moments of a game: what flies, lands, bursts and sounds, and that nothing moves for those who asked for calm."""

from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.conftest import Server, Visit
from hanabi.rules import Clue, Discard, Play
from support.browser_actions import act, wait_for_turn
from support.browser_players import TableMates

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}

# Looks at every frame and keeps what it saw.
WATCH = """
suit => {
  const seen = (window.seen = []);
  const look = () => {
    const stack = document.querySelector(`[data-firework="${suit}"]`);
    seen.push({
      flyers: document.querySelectorAll(".flyer").length,
      turned: [...document.querySelectorAll(".flyer > div")].map((one) => getComputedStyle(one).transform),
      covers: document.querySelectorAll(".cover").length,
      unseen: [...document.querySelectorAll(".cover")].filter((one) => getComputedStyle(one).opacity !== "1").length,
      coverTops: [...document.querySelectorAll(".cover")].map((one) => one.getBoundingClientRect().top),
      seals: document.querySelectorAll(".seal").length,
      rings: document.querySelectorAll(".ring-out").length,
      flash: document.querySelectorAll(".strike-flash").length,
      steady: document.querySelectorAll(".strike-flash.steady").length,
      shaken: document.querySelector(".stage").getAnimations().length,
      hidden: stack ? getComputedStyle(stack).opacity === "0" : null,
      moving: document.getAnimations().filter((one) => one.constructor === Animation)
        .filter((one) => one.effect.target.closest(".board")).length,
      sky: document.querySelector("canvas.particles").clientWidth,
      shown: stack ? stack.querySelectorAll("svg.card").length : 0,
    });
    requestAnimationFrame(look);
  };
  look();
}
"""


def watched(page: Page) -> list[dict[str, Any]]:
    seen: list[dict[str, Any]] = page.evaluate("window.seen")
    return seen


def happened(page: Page, what: str) -> None:
    """Some frame showed it: a moment may be over before the test looks."""
    page.wait_for_function(f"() => window.seen.some((frame) => frame.{what})")


def settle(page: Page) -> None:
    page.wait_for_function("() => !document.querySelector('.flyer, .cover, .seal, .strike-flash')")


@pytest.fixture
def table(server: Server) -> TableMates:
    mates = TableMates(server.address, 2, seed="moments 1")
    assert mates.game.player == 0
    return mates


def test_a_played_card_turns_over_in_flight_and_lands_before_the_stack_shows_it(
    visit: Visit, table: TableMates
) -> None:
    slot = next(slot for slot in range(5) if table.game.card(0, slot).rank == 1)
    suit = table.game.card(0, slot).suit
    page = visit(table.seat_path(0), **MOVING)
    table.close()
    wait_for_turn(page)
    page.evaluate(WATCH, suit)
    before = page.locator(f'[data-firework="{suit}"]').evaluate("one => one.getBoundingClientRect().top")
    act(page, Play(slot))
    happened(page, "covers")
    settle(page)
    flying = [frame for frame in watched(page) if frame["covers"]]
    assert len(flying) > 1
    assert all(frame["hidden"] for frame in flying), "the stack is covered until the card has landed"
    assert {round(top) for frame in flying for top in frame["coverTops"]} == {round(before)}, "the old firework rests"
    assert len({transform for frame in flying for transform in frame["turned"]}) > 1, "the card turns"
    assert any(frame["rings"] for frame in watched(page))
    assert not any(frame["moving"] for frame in watched(page)), "what flies is above the table, which is one picture"
    page.wait_for_function("() => window.seen.at(-1).sky < innerWidth / 2")
    after = page.locator(f'[data-firework="{suit}"]')
    assert after.evaluate("one => getComputedStyle(one).opacity") == "1"
    assert after.locator("svg.card").count() == 1


SHIFTS = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift" });
"""


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_a_link_to_a_seat_opens_the_table_in_its_place(visit: Visit, server: Server, size: dict[str, int]) -> None:
    """Until the seat is taken, a spectator's table was shown, which is laid out in another way."""
    mates = TableMates(server.address, 4, seed="link")
    page = visit("/", viewport=size)
    page.add_init_script(SHIFTS)
    page.goto(mates.seat_path(0))
    page.locator("[data-own]").first.wait_for()
    page.wait_for_timeout(600)
    mates.close()
    assert page.evaluate("window.shift") < 0.02


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_nothing_moves_at_the_table_but_the_cards(visit: Visit, server: Server, size: dict[str, int]) -> None:
    mates = TableMates(server.address, 3, seed="firm")
    page = visit(mates.seat_path(0), viewport=size, **MOVING)
    page.locator("[data-own]").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate(SHIFTS)
    page.evaluate(WATCH, "red")
    for done in range(1, 19):
        mates.act(mates.chosen())
        page.locator(f'.board[data-actions-done="{done}"]').wait_for(state="attached")
        page.wait_for_timeout(100)
    settle(page)
    mates.close()
    assert not any(frame["unseen"] for frame in watched(page)), "a firework is seen while several cards fly to it"
    assert page.evaluate("window.shift") < 0.002, "0.005 in a whole game"


def test_a_strike_shakes_and_flashes(visit: Visit, table: TableMates) -> None:
    slot = next(slot for slot in range(5) if table.game.card(0, slot).rank > 1)
    page = visit(table.seat_path(0), **MOVING)
    table.close()
    wait_for_turn(page)
    page.evaluate(WATCH, "red")
    act(page, Play(slot))
    happened(page, "flash")
    settle(page)
    struck = [frame for frame in watched(page) if frame["flash"]]
    assert struck
    assert any(frame["shaken"] for frame in struck)
    assert not any(frame["steady"] for frame in struck)


def test_a_clue_flies_to_each_card_it_touches(visit: Visit, table: TableMates) -> None:
    rank = table.game.card(1, 0).rank
    touched = sum(table.game.card(1, slot).rank == rank for slot in range(5))
    page = visit(table.seat_path(0), **MOVING)
    table.close()
    wait_for_turn(page)
    page.evaluate(WATCH, "red")
    act(page, Clue(1, rank))
    happened(page, "seals")
    settle(page)
    assert max(frame["seals"] for frame in watched(page)) == touched


def test_moves_that_arrive_together_are_shown_one_after_another(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="moments 5")
    page = visit(mates.seat_path(0), **MOVING)
    page.locator("[data-own]").first.wait_for()
    page.evaluate(WATCH, "red")
    for _ in range(3):
        mates.act(Discard(0) if mates.game.state.clue_tokens < 8 else mates.chosen())
    page.wait_for_function("() => +document.querySelector('.board').dataset.actionsDone === 3")
    # The board shows the newest state at once, whatever still flies.
    own = page.locator("[data-own]").count()
    assert own == len(mates.game.view(0).hand)
    settle(page)
    assert page.locator(".flyer, .cover, .seal").count() == 0
    mates.close()


def test_reduced_motion_turns_everything_off(visit: Visit, table: TableMates) -> None:
    slot = next(slot for slot in range(5) if table.game.card(0, slot).rank > 1)
    page = visit(table.seat_path(0))
    table.close()
    wait_for_turn(page)
    page.evaluate(WATCH, "red")
    act(page, Play(slot))
    happened(page, "steady")
    settle(page)
    seen = watched(page)
    assert any(frame["steady"] for frame in seen), "a strike is a steady tint"
    assert not any(frame["flyers"] or frame["covers"] or frame["shaken"] for frame in seen)


GLOW = """
() => {
  const canvas = document.querySelector("canvas.particles");
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  let sum = 0;
  for (let place = 3; place < pixels.length; place += 4) sum = (sum * 31 + pixels[place]) % 1000003;
  return [pixels.some((value) => value > 40), sum];
}
"""


def test_a_perfect_show_ends_in_fireworks_behind_the_table(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="finale 1")
    mates.advance(lambda game: game.view(0).score == 24)
    page = visit(mates.seat_path(0), **MOVING)
    page.locator("[data-own]").first.wait_for()
    mates.advance()
    assert mates.game.over is not None
    assert mates.game.over.score == 25
    page.get_by_text("The perfect show!").wait_for()
    page.wait_for_function(f"() => ({GLOW})()[0]")
    one = page.evaluate(GLOW)
    page.wait_for_function(f"before => ({GLOW})()[1] !== before", arg=one[1])
    page.get_by_role("button", name="See the result").click()
    assert page.locator("[data-final-score]").get_attribute("data-final-score") == "25"
    mates.close()


def test_without_motion_the_finale_is_a_still_picture(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="finale 1")
    mates.advance()
    page = visit(mates.seat_path(0))
    mates.close()
    page.locator(".end").wait_for()
    ground = page.locator(".end").evaluate("one => getComputedStyle(one).backgroundColor")
    assert ground.startswith("rgb("), "nothing shines through the text"
    assert page.locator(".board").evaluate("one => getComputedStyle(one).opacity") == "0"
    page.wait_for_function(f"() => ({GLOW})()[0]")
    first = page.evaluate(GLOW)
    page.wait_for_timeout(300)
    assert page.evaluate(GLOW) == first


def test_a_lost_game_shows_one_score(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="lost 4")
    mates.advance(lambda game: game.view(0).score >= 3)
    while mates.game.over is None:
        seat = mates.game.player
        assert seat is not None
        wrong = [s for s in range(len(mates.game.view(seat).hand)) if not fits(mates, seat, s)]
        mates.act(Play(wrong[0]) if wrong else mates.chosen())
    assert mates.game.over.outcome == "lost"
    page = visit(mates.seat_path(0))
    mates.close()
    page.locator(".end").wait_for()
    final = page.locator("[data-final-score]").get_attribute("data-final-score")
    assert page.locator('[data-status="score"] b').first.inner_text() == final


def fits(mates: TableMates, seat: int, slot: int) -> bool:
    card = mates.game.card(seat, slot)
    return mates.game.view(seat).fireworks[card.suit] + 1 == card.rank


# Counts the sounds that are made: every one starts sources of its own. The tool that drives the browser counts as a
# gesture, so the page is told of real ones only.
COUNT_SOUNDS = """
  let touched = false;
  addEventListener("pointerdown", () => (touched = true), true);
  Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: touched }) });
  window.contexts = 0;
  window.sounds = 0;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor(...all) { super(...all); window.contexts += 1; }
    createOscillator() { window.sounds += 1; return super.createOscillator(); }
    createBufferSource() { window.sounds += 1; return super.createBufferSource(); }
  };
"""


@pytest.mark.parametrize(
    ("settings", "heard"),
    [({}, True), ({"sound": False}, False), ({"mutedSounds": ["turn", "clue", "discard", "play"]}, False)],
)
def test_sounds_follow_a_gesture_and_the_settings(
    visit: Visit, table: TableMates, settings: dict[str, Any], heard: bool
) -> None:
    page = visit("/", settings=settings)
    page.context.add_init_script(COUNT_SOUNDS)
    page.goto(table.seat_path(0))
    wait_for_turn(page)
    page.wait_for_timeout(200)
    assert page.evaluate("window.contexts") == 0, "no sound before the player has touched the page"
    act(page, Clue(1, table.game.card(1, 0).rank))
    page.locator('[data-actions-done="1"]').wait_for()
    if heard:
        page.wait_for_function("() => window.sounds > 0")
    page.wait_for_timeout(300)
    table.close()
    assert (page.evaluate("window.sounds") > 0) is heard
