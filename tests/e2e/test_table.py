"""The table itself: everything in its place on every screen, what changed is marked, clues never leave the screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import ContextOptions, Server, Visit
from hanabi.records import replay
from hanabi.rules import Clue, Discard, Play
from hanabi.texts import LANGUAGES
from support.browser_actions import act, in_sight, lifted, own, wait_for_actions, wait_for_turn, wait_until_still
from support.browser_players import TableMates

FULL = {"multicolor": "suit", "black_powder": True}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Boxes of the table that leave the screen or meet each other.
MISPLACED = """() => {
    const names = ".bar, .sky, .mate, .strip, .own, .discards, .log-panel, .controls";
    const found = [...document.querySelector(".board").querySelectorAll(names)];
    const boxes = found.map((one) => [one.className, one.getBoundingClientRect()]);
    const wrong = [];
    boxes.forEach(([name, box], place) => {
        if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
            wrong.push(`${name} leaves the screen`);
        for (const [other, theirs] of boxes.slice(place + 1))
            if (box.left < theirs.right - 1 && theirs.left < box.right - 1 &&
                box.top < theirs.bottom - 1 && theirs.top < box.bottom - 1) wrong.push(`${name} meets ${other}`);
    });
    return wrong;
}"""
# Cards of which something else covers the middle, the upper edge or the knowledge below.
COVERED = """(cards) => cards.flatMap((card, place) => {
    const box = card.getBoundingClientRect();
    const spots = [0.05, 0.5, 0.97].map((part) => [box.left + box.width / 2, box.top + box.height * part]);
    const hidden = spots.filter(([x, y]) => !card.contains(document.elementFromPoint(x, y)));
    return hidden.length ? [`card ${place}: ${JSON.stringify(hidden)}`] : [];
})"""
# Both at once: the note is written before the server has answered that the card is turned.
TURN_AND_WRITE = """() => {
    document.querySelector("[data-turn-card]").click();
    const note = document.querySelector("#note");
    note.value = "keep";
    for (const name of ["input", "change"]) note.dispatchEvent(new Event(name, { bubbles: true }));
}"""
SIZES = [
    (1920, 1080),
    (1366, 768),
    (1024, 768),
    (820, 1180),
    (844, 390),
    (720, 450),
    (390, 844),
    (360, 640),
    (320, 568),
]


def found_in_the_end(page: Page, script: str) -> list[str]:
    """What a script finds once the page has settled: it may still be moving on a busy machine."""
    wait_until_still(page)
    faults: list[str] = page.evaluate(script)
    for _ in range(100):
        if not faults:
            break
        page.wait_for_timeout(100)
        faults = page.evaluate(script)
    return faults


def screen(width: int, height: int) -> ContextOptions:
    touch = min(width, height) < 600
    return {"viewport": {"width": width, "height": height}, "has_touch": touch, "is_mobile": touch}


def advanced(server: Server, players: int, seed: str, **switches: Any) -> TableMates:
    """A table in the middle of a game, with the move of the first player."""
    mates = TableMates(server.address, players, seed=seed, options={"communication": "phrases"}, **switches)
    mates.advance(lambda game: len(game.action_texts) >= 12 and game.player == 0 and 0 < game.state.clue_tokens < 8)
    return mates


@pytest.mark.parametrize("players", [2, 5])
def test_everything_has_its_place_on_every_screen(visit: Visit, server: Server, players: int) -> None:
    mates = advanced(server, players, "places", **FULL)
    page = visit(mates.seat_path(0), settings={"aids": "expert"})
    mates.close()
    wait_for_turn(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert found_in_the_end(page, MISPLACED) == [], (width, height)
        assert page.evaluate(WIDE) <= 0, (width, height)


@pytest.mark.parametrize(
    "sizes", [[(844, 390), (720, 450), (390, 844), (360, 640)], [(1366, 768)]], ids=["touch", "desk"]
)
@pytest.mark.parametrize("players", [3, 5])
def test_a_clue_stays_on_the_screen_and_hides_no_card_that_it_touches(
    visit: Visit, server: Server, sizes: list[tuple[int, int]], players: int
) -> None:
    mates = advanced(server, players, "preview all", **FULL)
    page = visit(mates.seat_path(0), settings={"aids": "deduce"}, **screen(*sizes[0]))
    mates.close()
    wait_for_turn(page)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for seat in range(1, players):
            here = (width, height, seat)
            page.locator(f'.mate[data-seat="{seat}"] .card-button').last.click()
            wait_until_still(page)
            assert in_sight(page.locator(".clue-chips .chip")), here
            rank = mates.game.card(seat, 0).rank
            page.locator(f'.clue-chips [data-about="{rank}"]').click()
            page.locator(".card-button.lifted").first.wait_for()
            assert any(lifted(page)), here
            assert found_in_the_end(page, MISPLACED) == [], here
            assert page.locator(".card-button.lifted").evaluate_all(COVERED) == [], here
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")


def touched(page: Page) -> list[tuple[int, int]]:
    """Seat and slot of every card that is marked as just touched."""
    marked: list[list[int]] = page.locator(".mate").evaluate_all(
        """hands => hands.flatMap((hand) => [...hand.querySelectorAll(".card-button")].flatMap((card, slot) =>
            card.classList.contains("touched") ? [[Number(hand.dataset.seat), slot]] : []))"""
    )
    return [(seat, slot) for seat, slot in marked]


def test_a_replay_marks_the_clue_of_its_turn_and_no_other(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="replay marks")
    mates.advance()
    mates.close()
    record = mates.game.record()
    page = visit(f"/r/{mates.table}?turn=0")
    page.locator('[data-turn="0"]').wait_for()
    assert touched(page) == []
    clues = 0
    for turn, text in enumerate(record.actions[:12], start=1):
        page.locator("body").press("ArrowRight")
        page.locator(f'[data-turn="{turn}"]').wait_for()
        expected: list[tuple[int, int]] = []
        if text.startswith("clue"):
            clues += 1
            game, to, word = replay(record, turn), int(text.split()[1]), text.split()[2]
            cards = [game.card(to, slot) for slot in range(game.state.hand_sizes[to])]
            expected = [(to, slot) for slot, card in enumerate(cards) if word in (str(card.rank), card.suit.value)]
        assert touched(page) == expected, text
    assert clues


def test_a_spectator_sees_the_newest_action_marked_alone(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="watch", options={"spectators": "open"})
    page = visit(mates.path)
    page.locator(".mate").first.wait_for()
    first, second = mates.game.card(1, 0).rank, mates.game.card(2, 0).rank
    mates.act(Clue(1, first))
    mates.act(Clue(2, second))
    wait_for_actions(page, 2)
    mates.close()
    assert {seat for seat, _ in touched(page)} == {2}
    expect(page.locator(".log .fresh")).to_have_count(1)
    page.locator("[data-clue-line]").wait_for(state="attached")


def test_the_own_hand_is_turned_over_when_the_game_is_over(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="face up", strikes=1)
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    slot = next(slot for slot in range(5) if mates.game.card(0, slot).rank > 1)
    cards = [mates.game.card(0, other) for other in range(5) if other != slot]
    assert page.locator(".hand svg.card").count() == 0
    mates.act(Play(slot))
    mates.close()
    page.locator(".end").wait_for()
    expect(page.locator(".hand .frame > svg.card")).to_have_count(4)
    labels = page.locator("[data-own]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    for label, card in zip(labels, cards, strict=True):
        assert f"{card.suit} {card.rank}" in label


def test_what_changed_since_the_last_move_is_marked(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="changes")
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    mates.act(Clue(1, mates.game.card(1, 0).rank))
    wait_for_actions(page, 1)
    assert page.locator(".mate .spark, .fireworks .top .spark").count() == 0
    gone = mates.drawn(1, 4)
    mates.act(Discard(4))
    fits = [slot for slot in range(5) if mates.game.card(2, slot) in mates.game.view(0).playable]
    mates.act(Play(fits[0] if fits else 0))
    mates.close()
    wait_for_turn(page)
    expect(page.locator(".mate .spark")).to_have_count(2)
    page.locator(f'.changed[data-discard="{gone}"]').wait_for()
    assert page.locator(".fireworks .top .spark").count() == (1 if fits else 0)
    lefts = "all => all.map((one) => one.getBoundingClientRect().left)"
    for firework in page.locator("[data-firework]").all():
        dots = firework.locator(".steps i").evaluate_all(lefts)
        assert len(dots) == len(set(dots)) == 5, "one dot beside the other, lit or not"
    chips = page.locator(".since li")
    expect(chips).to_have_count(2)
    expect(chips.last).to_contain_text("Bo discards")
    expect(chips.first).to_contain_text("Cy plays")
    assert page.get_by_role("button", name="New since your last move.").count() == 2


def test_one_move_back_and_forward_again_in_the_running_game(visit: Visit, server: Server) -> None:
    mates = advanced(server, 3, "rewind")
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    done = len(mates.game.action_texts)
    for steps in (1, 2, 3):
        page.locator('[data-rewind="back"]').click()
        page.locator(f'[data-past="{done - steps}"]').wait_for()
        earlier = replay(mates.game.record(), done - steps)
        shown = page.locator(".mate .card-button").evaluate_all("all => all.map((one) => one.dataset.card)")
        assert shown == [str(earlier.card(seat, slot)) for seat in (1, 2) for slot in range(5)]
        assert page.locator('[data-status="clues"] b').inner_text() == str(earlier.state.clue_tokens)
    assert page.locator(".hand svg.card").count() == 0
    own(page, 0).click()
    assert page.locator('[data-action="play"]').count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    page.locator(f'[data-past="{done - 2}"]').wait_for()
    page.locator('[data-rewind="now"]').click()
    page.locator(f'.board.mine[data-actions-done="{done}"]').wait_for(state="attached")
    act(page, Discard(0))
    wait_for_actions(page, done + 1)
    mates.close()


def test_a_card_is_held_upside_down_where_the_book_allows_it(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="turned", edition="pl")
    page = visit(mates.seat_path(0))
    wait_for_turn(page)
    own(page, 2).click()
    page.get_by_role("button", name="Details").click()
    page.locator("[data-turn-card]").wait_for()
    page.evaluate(TURN_AND_WRITE)
    page.keyboard.press("Escape")
    noted = re.compile(r"Held upside down\. Your note: keep\.$")
    expect(own(page, 2)).to_have_attribute("aria-label", noted)
    page.locator('[data-own="2"] .back.turned').wait_for()
    page.reload()
    wait_for_turn(page)
    expect(own(page, 2)).to_have_attribute("aria-label", noted)
    other = visit(mates.seat_path(1))
    other.locator("[data-own]").first.wait_for()
    assert other.locator(".turned").count() == 0
    mates.close()
    plain = TableMates(server.address, 2, seed="turned", edition="ro")
    page = visit(plain.seat_path(0))
    plain.close()
    wait_for_turn(page)
    own(page, 2).click()
    page.get_by_role("button", name="Details").click()
    assert page.locator("[data-turn-card]").count() == 0


def test_copies_are_counted_on_demand_and_the_next_discard_is_marked_for_experts(visit: Visit, server: Server) -> None:
    mates = advanced(server, 3, "copies")
    view = mates.game.view(0)
    page = visit(mates.seat_path(0), settings={"aids": "expert"})
    mates.close()
    wait_for_turn(page)
    oldest = next((slot for slot, card in enumerate(view.hand) if not card.clued), None)
    marked = page.get_by_role("button", name="The next to be discarded.")
    assert page.locator(".hand .tab.chop").count() == (0 if oldest is None else 1)
    if oldest is not None:
        assert "The next to be discarded." in (own(page, oldest).get_attribute("aria-label") or "")
    assert marked.count() >= 1
    slot = max(range(5), key=lambda one: len(view.hand[one].possible))
    own(page, slot).click()
    page.get_by_role("button", name="Details").click()
    assert page.locator("dialog td b").count() == 0
    page.get_by_role("button", name="Count copies").click()
    counts = page.locator("dialog td b").evaluate_all("all => all.map((one) => Number(one.textContent))")
    rules, seen = mates.game.rules, [card.card for hand in view.hands[1:] for card in hand if card.card]
    seen += [discarded.card for discarded in view.discards]
    expected = []
    for face in sorted(view.hand[slot].possible, key=lambda face: (list(view.fireworks).index(face.suit), face.rank)):
        expected.append(rules.copies(face) - seen.count(face) - (view.fireworks[face.suit] >= face.rank))
    assert sorted(counts) == sorted(expected)
    assert min(counts) >= 1


def test_at_320_pixels_every_language_fits(visit: Visit, server: Server) -> None:
    mates = advanced(server, 4, "narrow", choreography=True, **FULL)
    page = visit(mates.seat_path(0), settings={"aids": "expert"}, **screen(320, 568))
    mates.close()
    wait_for_turn(page)
    clipped = """() => [...document.querySelectorAll("button, a.btn, .lead, .how, .turn-flag, .status")].filter((one) =>
        one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && !one.matches(".card-button, .hidden-text"))
        .map((one) => one.outerHTML.slice(0, 120))"""
    outside = """() => [...document.querySelectorAll("button, a")].filter((one) => {
        const box = one.getBoundingClientRect();
        const inside = box.left >= -0.5 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
        return one.checkVisibility() && !inside;
    }).map((one) => one.outerHTML.slice(0, 120))"""
    for lang in LANGUAGES:
        page.evaluate(f"localStorage.setItem('hanabi.lang', '{lang}')")
        page.reload()
        wait_for_turn(page)
        assert page.evaluate("document.documentElement.lang") == lang
        for step in ("turn", "card", "clue"):
            if step == "card":
                own(page, 1).click()
            if step == "clue":
                page.locator(".mate .card-button").first.click()
                page.locator('.clue-chips [data-about="1"]').click()
            assert found_in_the_end(page, MISPLACED) == [], (lang, step)
            assert page.evaluate(WIDE) <= 0, (lang, step)
            assert page.evaluate(clipped) == [], (lang, step)
            assert page.evaluate(outside) == [], (lang, step)


def test_the_way_home_comes_first(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="home")
    page = visit(mates.seat_path(0), **screen(360, 640))
    mates.close()
    wait_for_turn(page)
    first = page.locator(".bar a, .bar button").first
    expect(first).to_have_attribute("href", "/")
    first.click()
    page.get_by_role("button", name="Play now").wait_for()
