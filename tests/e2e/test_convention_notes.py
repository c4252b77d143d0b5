"""What the conventions say of the cards, shown on them as a learning aid: at a table, on a phone and in a replay."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import PHONE, Axe, Server, Visit
from hanabi.bots.team import Team
from hanabi.bots.team.explanations import notes_after_each_action
from support.browser_players import TableMates


@pytest.fixture(scope="module")
def club(server: Server) -> TableMates:
    """A game of three who know the conventions, in which somebody has been told something."""
    mates = TableMates(server.address, 3, seed="club")
    bots = [Team() for _ in range(3)]
    while len(mates.game.action_texts) < 9 or mates.game.player != 0:
        seat = mates.game.player
        assert seat is not None
        mates.act(bots[seat].choose(mates.game.view(seat)))
    mates.close()
    return mates


def signs(page: Page) -> set[tuple[int, int, str]]:
    """Seat, slot and what its owner is told, of every card with a sign."""
    own = page.locator("[data-own]:has([data-told])").evaluate_all(
        "all => all.map((one) => [0, Number(one.dataset.own), one.querySelector('[data-told]').dataset.told])"
    )
    mates = page.locator(".mate").evaluate_all(
        """all => all.flatMap((hand) => [...hand.querySelectorAll('.card-button')].flatMap((card, slot) => {
            const sign = card.querySelector('[data-told]');
            return sign ? [[Number(hand.dataset.seat), slot, sign.dataset.told]] : [];
        }))"""
    )
    return {tuple(sign) for sign in (*own, *mates)}


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_signs_on_the_cards_are_those_of_the_bot(
    visit: Visit, club: TableMates, axe: Axe, screen: dict[str, Any]
) -> None:
    page = visit(club.seat_path(0), settings={"aids": "deduce", "conventions": True}, **screen)
    page.locator("[data-told]").first.wait_for()
    notes = Team().notes(club.game.view(0))
    assert signs(page) == {(note.seat, note.slot, note.told) for note in notes}
    labels = page.locator("[aria-label*='By the conventions:']")
    expect(labels).to_have_count(len(notes))
    assert axe(page) == []


def test_signs_are_off_unless_wanted(visit: Visit, club: TableMates) -> None:
    page = visit(club.seat_path(0), settings={"aids": "expert"})
    page.locator("[data-own]").first.wait_for()
    expect(page.locator("[data-told]")).to_have_count(0)


def test_a_replay_shows_them_and_the_setting_turns_them_on(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="club replay")
    bots = [Team() for _ in range(2)]
    while (seat := mates.game.player) is not None:
        mates.act(bots[seat].choose(mates.game.view(seat)))
    mates.close()
    told = (bool(notes) for notes in notes_after_each_action(mates.game.view(1), bots[1].level))
    turn = list(told).index(True)
    page = visit("/settings", settings={"aids": "clues"})
    page.locator("[data-conventions-switch]").check()
    page.goto(f"/r/{mates.table}?turn={turn}")
    page.locator("[data-told]").first.wait_for()
