"""Notifications by e-mail through a real SMTP server: confirmed first, stopped by a link, never a flood."""

import asyncio
import contextlib
import email.policy
import json
import logging
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from sqlalchemy import Connection, func, insert, select

from hanabi.server.context import Context
from hanabi.server.database.schema import accounts, holders, mail_addresses, tables
from hanabi.server.notify.mail import is_sender
from hanabi.server.notify.settings import MailSettings, PushSettings
from hanabi.server.notify.smtp import SmtpAddressError, SmtpServer
from hanabi.server.people.mail import is_address, mailbox_of
from support.http_visitor import (
    PASSWORD,
    Visitor,
    fill_seats_and_start,
    http_context,
    play_some,
    signed_up as new_account,
)
from support.waiting import until

pytestmark = pytest.mark.anyio

FAST = PushSettings(delay=0.0, interval=0.02)
SITE = "https://cards.example"


class Mailboxes:
    """A mail server that keeps its mails, or rejects them with `answer`."""

    def __init__(self) -> None:
        self.received: list[EmailMessage] = []
        self.bytes = b""
        self.answer = "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:  # noqa: N802
        if not self.answer.startswith("250"):
            return self.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        message = BytesParser(EmailMessage, policy=email.policy.default).parsebytes(envelope.content)
        assert envelope.rcpt_tos == [message["To"].addresses[0].addr_spec]
        self.received.append(message)
        self.bytes += envelope.content
        return "250 OK"


@contextlib.asynccontextmanager
async def mail_server(**options: Any) -> AsyncIterator[tuple[Mailboxes, SmtpServer]]:
    mailboxes = Mailboxes()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(mailboxes, loop=loop, **options), "127.0.0.1", 0)
    yield mailboxes, SmtpServer.parse(f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    server.close()


@contextlib.asynccontextmanager
async def mail_context(
    folder: Path, limits: dict[str, int] | None = None, **mail: Any
) -> AsyncIterator[tuple[Context, Mailboxes]]:
    async with mail_server() as (mailboxes, server):
        settings = MailSettings(server, "Hanabi <hanabi@cards.example>", SITE, delay=0.0, first_pause=0.02)
        async with http_context(
            folder,
            push=FAST,
            mail=replace(settings, **mail),
            **{"logins": 0, "subscriptions": 0, "mail_confirmations": 0, **(limits or {})},
        ) as context:
            context.notifications.open()
            yield context, mailboxes


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[tuple[Context, Mailboxes]]:
    async with mail_context(tmp_path) as both:
        yield both


@pytest.fixture
def context(served: tuple[Context, Mailboxes]) -> Context:
    return served[0]


@pytest.fixture
def mailboxes(served: tuple[Context, Mailboxes]) -> Mailboxes:
    return served[1]


async def signed_up(context: Context, name: str) -> Visitor:
    """A visitor with an account that has played."""
    visitor = await new_account(context, name)
    columns = {"created_at": 0.0, "updated_at": 0.0, "public": False, "driven": False, "players": 2}

    def play(connection: Connection) -> None:
        account = connection.execute(select(func.max(accounts.c.id))).scalar_one()
        connection.execute(
            insert(tables).values(id=f"table of {name}", phase="over", summary='{"seats":[{}]}', **columns)
        )
        seat = {"table_id": f"table of {name}", "seat": 0, "key": name, "updated_at": 0.0}
        connection.execute(insert(holders).values(**seat, account_id=account))

    await context.registry.store.write(play)
    return visitor


async def enter(visitor: Visitor, address: str, **preferences: Any) -> dict[str, Any]:
    status, answer = await visitor.request("PUT", "/api/account/mail", {"address": address, **preferences})
    assert status == 200, answer
    return dict(answer)


def link_in(message: EmailMessage, purpose: str) -> str:
    link = re.search(rf"{re.escape(SITE)}(/mail/{purpose}/\w+)", message.get_content())
    assert link is not None, message.get_content()
    return link[1]


async def confirmed(context: Context, mailboxes: Mailboxes, name: str, address: str, **preferences: Any) -> Visitor:
    visitor, before = await signed_up(context, name), len(mailboxes.received)
    await enter(visitor, address, **preferences)
    await until(lambda: len(mailboxes.received) == before + 1)
    assert (await Visitor(context).request("POST", link_in(mailboxes.received[-1], "confirm")))[0] == 204
    return visitor


async def a_turn_of(context: Context, host: Visitor) -> Any:
    """A running game where it is somebody else's turn; then the host's."""
    opened = await host.post("/api/tables", {"name": "Ana", "at": 1, "options": {"seats": 2}})
    live = await fill_seats_and_start(context, opened["table"])
    await play_some(live, 1)
    return live


async def test_a_confirmed_address_gets_one_mail_per_turn_without_a_word_about_cards(
    context: Context, mailboxes: Mailboxes
) -> None:
    ana = await signed_up(context, "Ana")
    assert await ana.get("/api/account/mail") == {
        "offered": True,
        "address": None,
        "confirmed": False,
        "turns": True,
        "invitations": True,
        "reviews": True,
        "quiet": None,
        "language": "en",
    }
    answer = await enter(ana, "ana@home.example", language="pl")
    assert (answer["address"], answer["confirmed"]) == ("ana@home.example", False)
    await until(lambda: len(mailboxes.received) == 1)
    confirmation = mailboxes.received[0]
    assert "Ana" not in confirmation.get_content(), "an account cannot write to strangers by its name"
    await a_turn_of(context, ana)
    await context.notifications.send_due()
    await asyncio.sleep(0.1)
    assert len(mailboxes.received) == 1, "nothing before it is confirmed"

    stranger = Visitor(context)
    link = link_in(confirmation, "confirm")
    assert await stranger.refused("POST", link[:-1] + ("0" if link[-1] != "0" else "1")) == "bad_token"
    assert await stranger.refused("POST", link.replace("confirm", "stop")) == "bad_token"
    assert (await stranger.request("POST", link))[0] == 204
    assert (await ana.get("/api/account/mail"))["confirmed"] is True

    live = await a_turn_of(context, ana)
    await until(lambda: len(mailboxes.received) == 2)
    message = mailboxes.received[1]
    assert message["Subject"] == "Twoja tura"
    assert message["From"] == "Hanabi <hanabi@cards.example>"
    assert f"{SITE}/t/{live.table.id}" in message.get_content()
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # The bytes: Python also decodes what mail programs do not.
    assert f"\r\nList-Unsubscribe: <{SITE}{link_in(message, 'stop')}>\r\n".encode() in mailboxes.bytes
    context.registry.when_turn(live)
    await context.notifications.send_due()
    assert context.notifications.mail is not None
    assert context.notifications.mail.queue.waiting == 0, "once per turn"


async def test_one_click_of_a_mail_program_stops_it_and_forgets_the_address(
    context: Context, mailboxes: Mailboxes
) -> None:
    ana = await confirmed(context, mailboxes, "Ana", "ana@home.example")
    await a_turn_of(context, ana)
    await until(lambda: len(mailboxes.received) == 2)
    stop, elsewhere = link_in(mailboxes.received[1], "stop"), Visitor(context)
    assert (await elsewhere.request("POST", stop))[0] == 204
    assert (await elsewhere.request("POST", stop))[0] == 204, "pressing twice is not an error"
    assert (await ana.get("/api/account/mail"))["address"] is None
    await a_turn_of(context, ana)
    await context.notifications.send_due()
    await asyncio.sleep(0.1)
    assert len(mailboxes.received) == 2
    # An owner who had confirmed may subscribe again.
    await enter(ana, "ana@home.example")
    await until(lambda: len(mailboxes.received) == 3)


async def test_nobody_can_be_flooded(tmp_path: Path) -> None:
    async with mail_context(tmp_path, mails=2, total_confirmations=6) as (context, mailboxes):
        for number, spelling in enumerate(
            ("vic@tim.example", "v.ic@tim.example", "VIC+x@tim.example", "vic@tim.example")
        ):
            await enter(await signed_up(context, f"Mallory {number}"), spelling)
        await asyncio.sleep(0.2)
        assert len(mailboxes.received) == 3, "three confirmations per day, whoever asks"
        # "Never" holds for everybody, and the attacker cannot tell.
        eve = await signed_up(context, "Eve")
        await enter(eve, "other@tim.example")
        await until(lambda: len(mailboxes.received) == 4)
        await Visitor(context).post(link_in(mailboxes.received[3], "stop"))
        assert (await enter(eve, "other@tim.example"))["confirmed"] is False
        await asyncio.sleep(0.1)
        assert len(mailboxes.received) == 4
        # Confirmed mailboxes have a daily limit too, each of them and all together.
        ana = await confirmed(context, mailboxes, "Ana", "ana@home.example")
        for _ in range(4):
            await a_turn_of(context, ana)
            await context.notifications.send_due()
        await asyncio.sleep(0.2)
        assert len(mailboxes.received) == 5 + 2
        await enter(await signed_up(context, "Late"), "late@home.example")
        await asyncio.sleep(0.1)
        assert len(mailboxes.received) == 5 + 2 + 1
        await enter(await signed_up(context, "Later"), "later@home.example")
        await asyncio.sleep(0.1)
        assert len(mailboxes.received) == 5 + 2 + 1, "the day's mails of this server are used up"


async def test_confirmations_are_limited_per_network_address(tmp_path: Path) -> None:
    async with mail_context(tmp_path, limits={"mail_confirmations": 2}) as (context, _):
        ana = await signed_up(context, "Ana")
        await enter(ana, "a@home.example")
        await enter(ana, "b@home.example")
        status, answer = await ana.request("PUT", "/api/account/mail", {"address": "c@home.example"})
        assert (status, answer["code"]) == (429, "too_many")


async def test_a_dead_mail_server_delays_no_move_and_no_request(tmp_path: Path) -> None:
    """It accepts connections and never answers."""
    silent = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    mail = MailSettings(SmtpServer("127.0.0.1", port, "none"), "a@b.example", SITE, delay=0.0, timeout=60.0)
    async with http_context(tmp_path, push=FAST, mail=mail, logins=0) as context:
        context.notifications.open()
        ana = await signed_up(context, "Ana")
        async with asyncio.timeout(10):
            await enter(ana, "ana@home.example")
            live = await a_turn_of(context, ana)
            await play_some(live, 10)
        assert live.table.actions == 11
    silent.close()


async def test_a_server_that_says_later_is_tried_again_and_one_that_says_never_is_not(
    context: Context, mailboxes: Mailboxes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="hanabi")
    assert context.notifications.mail is not None
    queue = context.notifications.mail.queue
    mailboxes.answer = "451 later"
    await enter(await signed_up(context, "Ana"), "ana@home.example")
    await asyncio.sleep(0.01)
    mailboxes.answer = "250 OK"
    await until(lambda: len(mailboxes.received) == 1)
    mailboxes.answer = "550 nobody here"
    await enter(await signed_up(context, "Bo"), "bo@home.example")
    await until(lambda: queue.failed == 1)
    assert len(mailboxes.received) == 1
    assert "home.example" not in caplog.text


async def test_the_user_and_password_are_sent_to_the_server_and_logged_nowhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tried: list[tuple[bytes, bytes]] = []

    def authenticate(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        tried.append((data.login, data.password))
        return AuthResult(success=len(tried) > 2, handled=False)

    caplog.set_level(logging.DEBUG)
    async with mail_server(authenticator=authenticate, auth_require_tls=False, auth_required=True) as (
        mailboxes,
        server,
    ):
        server = SmtpServer.parse(f"smtp://ops%40b.example:s%2Fecret@127.0.0.1:{server.port}")
        assert "s/ecret" not in repr(server)
        message = EmailMessage()
        message["From"], message["To"] = "a@b.example", "c@d.example"
        message.set_content("x")
        assert await server.send(message, 5.0) == "later"
        assert await server.send(message, 5.0) == "sent"
        assert len(mailboxes.received) == 1
    assert tried[-1] == (b"ops@b.example", b"s/ecret")
    assert "s/ecret" not in caplog.text


async def test_an_export_has_the_address_and_a_deleted_account_loses_it(context: Context, mailboxes: Mailboxes) -> None:
    ana = await confirmed(context, mailboxes, "Ana", "ana@home.example", language="nb")
    await ana.post("/api/account/calendar")
    exported = await ana.get("/api/account/export")
    assert exported["mail"]["address"] == "ana@home.example"
    assert exported["calendar"] is not None
    assert not re.search(r"[0-9a-f]{32}", json.dumps(exported["mail"])), "no secret of a link"
    await ana.post("/api/account/delete", {"password": PASSWORD})
    rows = await context.registry.store.query(lambda connection: connection.execute(select(mail_addresses)).all())
    assert rows == []


async def test_without_a_mail_server_nothing_is_offered(tmp_path: Path) -> None:
    async with http_context(tmp_path, logins=0) as context:
        ana = await signed_up(context, "Ana")
        assert (await ana.get("/api/account/mail"))["offered"] is False
        assert await ana.refused("PUT", "/api/account/mail", {"address": "a@b.example"}) == "no_mail"
        assert (await ana.request("DELETE", "/api/account/mail"))[0] == 204
        assert await Visitor(context).refused("GET", "/api/account/mail") == "not_signed_in"


MALFORMED_ADDRESSES = [
    *("", "ana", "ana@", "@b.example", "ana@home", "a b@c.example", "<a@b.example>", "a@-b.example"),
    *("a@b.example\r\nBcc: c@d.example", "a@b.example,c@d.example", "ana@b..example", "å@b.example"),
    *("a" * 65 + "@b.example", "a@" + "b." * 130 + "example"),
]


@pytest.mark.parametrize("address", MALFORMED_ADDRESSES)
def test_malformed_addresses_are_refused(address: str) -> None:
    assert not is_address(address)


def test_spellings_of_one_letter_box_are_one() -> None:
    assert is_address("Ana.Pop+hanabi@home.example")
    assert mailbox_of("Ana.Pop+hanabi@Home.example") == mailbox_of("anapop@home.example")


@pytest.mark.parametrize(
    ("text", "host", "port", "tls"),
    [
        ("smtps://mail.example", "mail.example", 465, "always"),
        ("smtp://user:p%40ss@mail.example", "mail.example", 587, "starttls"),
        ("smtp://relay:2525?starttls=no", "relay", 2525, "none"),
        ("smtp://localhost", "localhost", 25, "none"),
    ],
)
def test_addresses_of_mail_servers(text: str, host: str, port: int, tls: str) -> None:
    server = SmtpServer.parse(text)
    assert (server.host, server.port, server.tls) == (host, port, tls)


WRONG_SERVERS = ["s3cret", "http://a:s3cret@b.example", "smtp://a:s3cret@", "smtp://a:s3cret@c:port", "smtp://s3cret/b"]


@pytest.mark.parametrize("text", WRONG_SERVERS)
def test_malformed_mail_servers_are_refused_without_naming_the_password(text: str) -> None:
    with pytest.raises(SmtpAddressError) as error:
        SmtpServer.parse(text)
    assert "s3cret" not in str(error.value)


def test_senders() -> None:
    assert is_sender("Hanabi <hanabi@cards.example>")
    assert is_sender("hanabi@cards.example")
    assert not is_sender("Hanabi")
    assert not is_sender("a@b.example\nBcc: c@d.example")


async def test_strangers_cannot_use_up_the_mails_of_players(tmp_path: Path) -> None:
    async with mail_context(tmp_path, total_confirmations=2, total_mails=1) as (context, mailboxes):
        ana = await confirmed(context, mailboxes, "Ana", "ana@home.example")
        for number in range(3):
            await enter(await signed_up(context, f"Mallory {number}"), f"victim{number}@home.example")
        await a_turn_of(context, ana)
        await context.notifications.send_due()
        await until(lambda: len(mailboxes.received) == 3)
        assert mailboxes.received[-1]["To"] == "ana@home.example"


async def test_only_players_can_have_mail_sent(context: Context, mailboxes: Mailboxes) -> None:
    mallory = await new_account(context, "Mallory")
    status, answer = await mallory.request("PUT", "/api/account/mail", {"address": "victim@home.example"})
    assert (status, answer["code"]) == (409, "not_played")
    await mallory.post("/api/tables", {"options": {"seats": 2, "first": 1}, "bots": ["simple"], "start": True})
    await enter(mallory, "mallory@home.example")
    await until(lambda: len(mailboxes.received) == 1)
