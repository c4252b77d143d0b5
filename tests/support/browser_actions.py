"""Mouse and touch input for any action, as a person would make it."""

from playwright.sync_api import Locator, Page

from hanabi.rules import Action, Card, Clue, Discard, Play, Rescue, Reshuffle

LETTERS = {"w": "white", "r": "red", "b": "blue", "y": "yellow", "g": "green", "m": "multicolor", "k": "black"}


def wait_for_turn(page: Page) -> None:
    page.locator(".board.mine").wait_for()


def wait_for_actions(page: Page, actions: int) -> None:
    """Wait until the board shows the position after `actions` actions."""
    page.locator(f'.board[data-actions-done="{actions}"]').wait_for(state="attached")


def wait_until_still(page: Page) -> None:
    """Wait until all animations have ended and the page is drawn."""
    page.evaluate(
        """async () => {
            const frame = () => new Promise((done) => requestAnimationFrame(done));
            const moves = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity;
            for (await frame(), await frame(); document.getAnimations().some(moves); await frame());
            await frame();
        }"""
    )


def go_offline(page: Page) -> None:
    """Wait for prefetched files first: an interrupted download would be an error of the page."""
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)


def own(page: Page, slot: int) -> Locator:
    return page.locator(f'[data-own="{slot}"]')


def pick_own(page: Page, slot: int) -> None:
    if own(page, slot).get_attribute("aria-pressed") != "true":
        own(page, slot).click()


def in_sight(locator: Locator) -> bool:
    """Whether every element of the locator is on the screen as a whole."""
    locator.first.wait_for()
    inside: bool = locator.evaluate_all(
        """(all, { width, height }) => all.every((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            return left >= -0.5 && top >= 0 && right <= width + 0.5 && bottom <= height + 0.5;
        })""",
        locator.page.viewport_size,
    )
    return inside


def lifted(page: Page) -> list[bool]:
    """Whether the preview lifts each of the teammates' cards."""
    all_lifted = "all => all.map((one) => one.classList.contains('lifted'))"
    marks: list[bool] = page.locator(".mate .card-button").evaluate_all(all_lifted)
    return marks


def act(page: Page, action: Action, face: Card | None = None) -> None:
    """Carry out an action by taps, and confirm a warning."""
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
            page.locator("[data-preview]").wait_for()
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
