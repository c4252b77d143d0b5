"""An account's whole life in a browser: made, used on two devices, recovered, exported, deleted; and invitations."""

import json
import re
import secrets
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from e2e.conftest import DESKTOP, PHONE, Axe, LetterBoxes, Visit, until
from hanabi.texts import say

PASSWORD, SECOND, THIRD = "correct horse", "battery staple", "paper clip 77"


def a_name(word: str) -> str:
    """The server of the tests is shared, and a name belongs to one account."""
    return f"{word} {secrets.token_hex(3)}"


def fill(page: Page, **fields: str) -> None:
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(value)


def register(page: Page, name: str) -> str:
    """Returns the recovery code."""
    page.locator('[data-way="register"]').click()
    fill(page, Name=name, Password=PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    code = page.locator("[data-code]")
    code.wait_for()
    return code.get_attribute("data-code") or ""


def test_an_accounts_whole_life(visit: Visit, axe: Axe, tmp_path: Path) -> None:
    visit.forgive("Failed to load resource")  # refusals
    name = a_name("Ana")
    page = visit("/", **PHONE)
    page.get_by_role("link", name="Account").last.click()
    page.locator('[data-way="register"]').wait_for()
    assert axe(page) == []
    page.locator('[data-way="register"]').click()
    fill(page, Name=name, Password="password")
    page.get_by_role("button", name="Create the account").click()
    expect(page.locator(".trouble")).to_contain_text("too easy to guess")
    code = register(page, name)
    page.get_by_role("heading", name=name).wait_for()
    assert axe(page) == []
    page.get_by_role("button", name="I have written it down").click()
    expect(page.locator("[data-code]")).to_have_count(0)
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Your name").press("Tab")
    assert '"name":"Anna"' in page.evaluate("localStorage.getItem('hanabi.settings')")

    desk = visit("/account", **DESKTOP)
    fill(desk, Name=name, Password="not this one")
    desk.locator("form").get_by_role("button", name="Sign in").click()
    expect(desk.locator(".trouble")).to_contain_text("wrong")
    fill(desk, Password=PASSWORD)
    desk.locator("form").get_by_role("button", name="Sign in").click()
    expect(desk.locator("[data-session]")).to_have_count(2)
    assert axe(desk) == []
    desk.get_by_role("button", name="Sign out Chrom").click()
    expect(desk.locator("[data-session]")).to_have_count(1)
    page.reload()
    page.locator('[data-way="sign_in"]').wait_for()

    fill(desk, Current_password=PASSWORD, New_password=SECOND)
    desk.locator("form").get_by_role("button", name="Change the password").click()
    desk.get_by_role("status").filter(has_text="The password has been changed").wait_for()

    page.locator('[data-way="recover"]').click()
    fill(page, Name=name, Recovery_code=code.lower(), New_password=THIRD)
    page.get_by_role("button", name="Set the new password").click()
    page.locator("[data-code]").wait_for()
    assert page.locator("[data-code]").get_attribute("data-code") != code
    desk.reload()
    desk.locator('[data-way="sign_in"]').wait_for()

    with page.expect_download() as download:
        page.get_by_role("link", name="Download all your data").click()
    download.value.save_as(tmp_path / "account.json")
    exported: dict[str, Any] = json.loads((tmp_path / "account.json").read_text())
    assert exported["account"]["name"] == name

    page.locator("summary", has_text="Delete the account").click()
    page.locator("details").get_by_label("Password").fill(THIRD)
    page.locator("details").get_by_role("button", name="Delete the account").click()
    page.get_by_text("The account has been deleted.").first.wait_for()
    fill(page, Name=name, Password=THIRD)
    page.locator("form").get_by_role("button", name="Sign in").click()
    expect(page.locator(".trouble")).to_contain_text("wrong")


def test_signing_out_everywhere(visit: Visit) -> None:
    name = a_name("Eva")
    page, other = visit("/account"), visit("/account", **PHONE)
    register(page, name)
    fill(other, Name=name, Password=PASSWORD)
    other.locator("form").get_by_role("button", name="Sign in").click()
    # What the account's page still asks for when it is signed out is refused.
    visit.forgive("401 (Unauthorized)")
    other.get_by_role("button", name="Sign out everywhere").click()
    other.locator('[data-way="sign_in"]').wait_for()
    page.reload()
    page.locator('[data-way="sign_in"]').wait_for()


def test_a_partner_is_invited_from_the_profile_and_from_a_table(visit: Visit, axe: Axe) -> None:
    host, friend = visit("/account", settings={"name": "Ana"}), visit("/account", settings={"name": "Bo"}, **PHONE)
    register(host, a_name("Ana"))
    register(friend, a_name("Bo"))
    host.get_by_text(say("web.account.partners.none")).wait_for()
    host.goto("/")
    host.get_by_role("button", name="Play with friends").click()
    host.locator("[data-seat-count]").wait_for()
    friend.goto(host.url)
    friend.get_by_role("button", name="Sit here").click()
    expect(host.locator(".seats")).to_contain_text("Bo")

    host.goto("/new?seats=3")
    host.locator('[data-invite="Bo"]').click()
    host.get_by_role("status").filter(has_text="Invited").wait_for()
    friend.goto("/")
    expect(friend.locator("[data-invitation]")).to_contain_text("Ana invites you")
    assert axe(friend) == []
    friend.get_by_role("button", name="Not now").click()
    expect(friend.locator("[data-invitation]")).to_have_count(0)

    host.goto("/account")
    host.get_by_role("button", name="Block: Bo").click()
    expect(host.locator('[data-partner="blocked"]')).to_contain_text(say("web.account.blocked.text"))
    expect(host.locator('[data-invite="Bo"]')).to_have_count(0)
    host.get_by_role("button", name="Friend: Bo").click()
    expect(host.locator('[data-partner="friend"]')).not_to_contain_text(say("web.account.online"))
    friend.goto("/account")
    friend.get_by_role("button", name="Friend: Ana").click()
    expect(friend.locator('[data-partner="friend"]')).to_contain_text(say("web.account.online"))
    assert axe(friend) == []
    host.reload()
    host.locator('[data-partner="friend"] [data-invite="Bo"]').click()
    host.locator("[data-seat-count]").wait_for()
    friend.goto("/")
    friend.get_by_role("link", name="Go to the table").click()
    friend.get_by_role("heading", name="Ana invites you").wait_for()


def test_mail_is_confirmed_by_a_link_and_stopped_by_another(
    visit: Visit, axe: Axe, letter_boxes: tuple[LetterBoxes, int]
) -> None:
    boxes, _ = letter_boxes
    address = f"{secrets.token_hex(4)}@home.example"

    def link(purpose: str) -> str:
        mine = [one for one in boxes.received if one["To"] == address]
        found = re.search(rf"https://cards.example(/mail/{purpose}/\w+)", mine[-1].get_content()) if mine else None
        return found[1] if found else ""

    page = visit("/account", **PHONE)
    register(page, a_name("Cy"))
    page.goto("/new?seats=2&bots=simple&start=true")
    page.locator(".board").wait_for()
    page.goto("/account")
    page.get_by_label("E-mail address").fill(address)
    mail = page.locator('section[data-mail="none"]')
    mail.get_by_label("Quiet hours").check()
    mail.get_by_role("button", name="Save").click()
    expect(page.locator('section[data-mail="waiting"]')).to_contain_text(f"A link was sent to {address}")
    assert axe(page) == []
    until(lambda: bool(page.evaluate("1") and link("confirm")), 30)
    elsewhere = visit(link("confirm"), **PHONE, locale="pl-PL")
    elsewhere.get_by_role("button", name="Tak, wysyłaj e-maile tutaj").wait_for()
    assert axe(elsewhere) == []
    elsewhere.get_by_role("button", name="Tak, wysyłaj e-maile tutaj").click()
    expect(elsewhere.locator("main")).to_contain_text("Adres jest potwierdzony.")
    page.reload()
    mail = page.locator('section[data-mail="confirmed"]')
    expect(mail).to_contain_text(f"Mail goes to {address}.")
    expect(mail.get_by_label("From")).to_have_value("22:00")
    elsewhere.goto(link("stop"))
    elsewhere.get_by_role("button").last.click()
    expect(elsewhere.locator("main")).to_contain_text("Nie dostaniesz już e-maili.")
    page.reload()
    page.locator('section[data-mail="none"]').wait_for()


def test_a_calendar_gets_a_secret_address_which_can_be_made_void(visit: Visit, axe: Axe) -> None:
    page = visit("/account", **PHONE)
    register(page, a_name("Dot"))
    page.get_by_role("button", name="Create a secret address").click()
    field = page.locator("[data-calendar] input")
    field.wait_for()
    link = field.input_value()
    assert axe(page) == []
    answer = page.request.get(link)
    assert (answer.status, answer.text().split("\r\n")[0]) == (200, "BEGIN:VCALENDAR")
    page.reload()
    expect(page.locator('[data-calendar="on"]')).to_contain_text("Your calendar has had an address since")
    page.get_by_role("button", name="Revoke the address").click()
    page.locator('[data-calendar="none"]').wait_for()
    assert page.request.get(link).status == 404
