"""Mails to people: short plain text in their language, with a link and a way to stop them."""

from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr

from hanabi.server.notify.queue import DeliveryQueue, DeliveryRoute, Outcome
from hanabi.server.notify.settings import MailSettings
from hanabi.texts import say

# Python would encode a header line that is longer than usual, such as List-Unsubscribe; mail programs do not decode it.
POLICY = SMTP.clone(max_line_length=998, cte_type="7bit")
# Many mail servers tell a stranger to try again in a few minutes.
ATTEMPTS = 5


@dataclass(frozen=True)
class MailText:
    """`path` is the page that the mail links to."""

    subject: str
    body: str
    path: str


def confirmation_text(lang: str, token: str) -> MailText:
    """Does not name the account: the mailbox may belong to a stranger."""
    return MailText(say("mail.question", lang), say("mail.question.text", lang), f"/mail/confirm/{token}")


def is_sender(text: str) -> bool:
    """Whether mails can be sent from this address."""
    name, address = parseaddr(text)
    try:
        return bool(Address(display_name=name, addr_spec=address).domain) and "\n" not in text and "\r" not in text
    except (ValueError, IndexError):
        return False


def mail_message(text: MailText, lang: str, *, sender: str, to: str, site: str, stop: str) -> EmailMessage:
    """`stop` is the token of the unsubscribe link, which mail programs may use by themselves (RFC 8058)."""
    unsubscribe = f"{site}/mail/stop/{stop}"
    message = EmailMessage(policy=POLICY)
    name, address = parseaddr(sender)
    message["From"] = Address(display_name=name, addr_spec=address)
    message["To"] = Address(addr_spec=to)
    message["Subject"] = " ".join(text.subject.split())
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    message["Content-Language"] = lang
    # Suppress automatic replies.
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message["List-Unsubscribe"] = f"<{unsubscribe}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    ending = say("mail.stop", lang, link=unsubscribe)
    message.set_content(f"{text.subject}\n\n{text.body}\n\n{site}{text.path}\n\n-- \n{ending}\n")
    return message


class MailQueue(DeliveryQueue[EmailMessage]):
    """Mails on their way to the operator's mail server."""

    def __init__(self, settings: MailSettings) -> None:
        super().__init__(first_pause=settings.first_pause, attempts=ATTEMPTS)
        self._settings = settings

    def route_of(self, message: EmailMessage) -> DeliveryRoute:
        return DeliveryRoute(message["To"], "", message["To"], self._settings.server.host)

    async def deliver(self, message: EmailMessage) -> Outcome:
        return await self._settings.server.send(message, self._settings.timeout)
