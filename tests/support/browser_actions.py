"""Playing with the mouse: what a person would tap, for any action."""

from playwright.sync_api import Locator, Page, expect

from hanabi.rules import Action, Card, Clue, Discard, Play, Rescue, Reshuffle

LETTERS = {"w": "white", "r": "red", "b": "blue", "y": "yellow", "g": "green", "m": "multicolor", "k": "black"}


def wait_for_turn(page: Page) -> None:
    page.locator(".board.mine").wait_for()


def wait_until_still(page: Page) -> None:
    """Wait until nothing moves any more, and what was asked for is drawn."""
    page.evaluate(
        """async () => {
            const frame = () => new Promise((done) => requestAnimationFrame(done));
            const moves = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity;
            for (await frame(), await frame(); document.getAnimations().some(moves); await frame());
            await frame();
        }"""
    )


def go_offline(page: Page) -> None:
    """When everything has come that a page fetches ahead: what is cut short there is an error of the page."""
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)


def own(page: Page, slot: int) -> Locator:
    return page.locator(f'[data-own="{slot}"]')


def pick_own(page: Page, slot: int) -> None:
    if own(page, slot).get_attribute("aria-pressed") != "true":
        own(page, slot).click()


def in_sight(page: Page, locator: Locator) -> bool:
    box, size = locator.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return (
        box["x"] >= -0.5
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 0.5
        and box["y"] + box["height"] <= size["height"] + 0.5
    )


def lifted(page: Page) -> list[bool]:
    """Which cards of the teammates the preview lifts."""
    all_lifted = "all => all.map((one) => one.classList.contains('lifted'))"
    marks: list[bool] = page.locator(".mate .card-button").evaluate_all(all_lifted)
    return marks


def act(page: Page, action: Action, face: Card | None = None) -> None:
    """Carry out an action by taps. A warning that it may hurt is waved aside."""
    match action:
        case Play(slot, None):
            pick_own(page, slot)
            page.locator('[data-action="play"]').click()
        case Play(slot, announce):
            pick_own(page, slot)
            page.locator(f'.announce [data-about="{announce}"]').click()
        case Discard(slot):
            pick_own(page, slot)
            page.locator('[data-action="discard"]').click()
        case Clue(to, about):
            page.locator(f'.mate[data-seat="{to}"] .card-button').first.click()
            chip = page.locator(f'.clue-chips [data-about="{about}"]')
            chip.click()
            expect(page.locator("[data-preview]")).to_be_visible()
            chip.click()
            return
        case Reshuffle() | Rescue():
            assert face is not None
            kind = "reshuffle" if isinstance(action, Reshuffle) else "rescue"
            page.locator(f'.reward[data-reward="{kind}"][data-card="{face}"]').first.click()
            return
    anyway = page.locator("[data-anyway]")
    if anyway.count():
        anyway.click()
