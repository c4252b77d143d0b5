"""The course in the browser: lessons solved and failed, what is kept of them, and without a connection."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import PHONE, Visit
from hanabi.course.lesson import lessons
from hanabi.records import replay
from hanabi.rules import read_action
from hanabi.texts import LANGUAGES
from support.browser_actions import act, go_offline, own, wait_for_actions, wait_for_turn

LESSONS = {lesson.name: lesson for lesson in lessons()}


def open_lesson(page: Page, name: str) -> None:
    """The course is computed by a process that yields to everything else when it is first asked for."""
    page.goto(f"/learn/{name}")
    page.locator(".board.mine").wait_for(timeout=120_000)


def solve(page: Page, name: str, number: int, solution: int = 0) -> None:
    """Make the move of a solution by hand, as a pupil would."""
    exercise = LESSONS[name].exercises[number]
    game = replay(exercise.record)
    text = exercise.solutions[solution][0]
    face = game.deck[int(text.split()[1])] if text.startswith("rescue") else None
    act(page, read_action(game.state, text), face)


@pytest.mark.parametrize("name", ["clues", "flamboyants", "choreography", "all-or-nothing"])
def test_a_lesson_is_solved(visit: Visit, name: str) -> None:
    """Those with every kind of action."""
    page = visit("/learn", **(PHONE if name == "flamboyants" else {}))
    open_lesson(page, name)
    for number, exercise in enumerate(LESSONS[name].exercises):
        wait_for_turn(page)
        expect(page.locator(".lesson")).to_contain_text(exercise.task["en"])
        expect(page.locator("[data-lesson-text]")).to_have_count(0 if number else 1)
        solve(page, name, number, len(exercise.solutions) - 1)
        expect(page.locator('.lesson[data-state="answer"]')).to_contain_text(exercise.answer["en"])
        expect(page.locator(".turn-flag, .acting")).to_have_count(0)
        if number + 1 < len(LESSONS[name].exercises):
            page.get_by_role("button", name="Next exercise").click()
    page.goto("/learn")
    expect(page.locator(f'[data-lesson="{name}"]')).to_contain_text(f"{number + 1} of {number + 1} solved")


def test_a_wrong_choice_gives_a_hint_and_an_answer_that_was_shown_is_not_solved(visit: Visit) -> None:
    exercise = LESSONS["finesses"].exercises[1]
    page = visit("/learn")
    open_lesson(page, "finesses")
    solve(page, "finesses", 0)
    page.get_by_role("button", name="Next exercise").click()
    wait_for_turn(page)
    own(page, 0).click()
    page.locator('[data-action="play"]').click()
    expect(page.locator('.lesson[data-state="wrong"]')).to_contain_text(exercise.hint["en"])
    expect(page.locator('[data-voice="assertive"]')).to_contain_text(exercise.hint["en"])
    assert page.locator(".board").get_attribute("data-actions-done") == "1", "nothing has happened on the table"
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".lesson")).to_contain_text(exercise.answer["en"])
    wait_for_actions(page, 3)
    page.goto("/learn")
    expect(page.locator('[data-lesson="finesses"]')).to_contain_text("1 of 2 solved")
    page.goto("/learn/finesses")
    wait_for_turn(page)
    solve(page, "finesses", 0, 1)
    page.get_by_role("button", name="Next exercise").click()
    solve(page, "finesses", 1)
    page.get_by_role("link", name="Next lesson").click()
    page.wait_for_url("**/learn/counting")
    expect(page.locator(".lesson")).to_contain_text(LESSONS["counting"].exercises[0].task["en"])


def test_the_course_goes_on_without_a_connection(visit: Visit) -> None:
    page = visit("/learn")
    open_lesson(page, "clues")
    visit.forgive("Failed to load resource")
    go_offline(page)
    solve(page, "clues", 0)
    page.get_by_role("button", name="Next exercise").click()
    solve(page, "clues", 1)
    page.get_by_role("link", name="Next lesson").click()
    expect(page.locator(".lesson")).to_contain_text(LESSONS["discards-and-strikes"].exercises[0].task["en"])


def test_an_unknown_lesson_is_said_to_be_missing(visit: Visit) -> None:
    page = visit("/learn/nothing")
    page.get_by_role("heading", name="Page not found").wait_for(timeout=120_000)


def test_a_lesson_speaks_every_language(visit: Visit) -> None:
    page = visit("/learn", **PHONE)
    for lang in LANGUAGES:
        page.goto(f"/learn/end-game?lang={lang}")
        task = LESSONS["end-game"].exercises[0].task[lang]
        expect(page.locator(".lesson")).to_contain_text(task, timeout=120_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
