"""The mails that people get: short plain text in their language, with a link and a way to stop them."""

from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr

from hanabi.texts import say


@dataclass(frozen=True)
class MailText:
    """`path` is that of the page which the mail leads to."""

    subject: str
    body: str
    path: str


def question_text(lang: str, token: str) -> MailText:
    """Whether mail is wanted. It names nobody: what an account is called is no word for a stranger's letter box."""
    return MailText(say("mail.question", lang), say("mail.question.text", lang), f"/mail/confirm/{token}")


def is_sender(text: str) -> bool:
    """Whether mails can be from that."""
    name, address = parseaddr(text)
    try:
        return bool(Address(display_name=name, addr_spec=address).domain) and "\n" not in text and "\r" not in text
    except (ValueError, IndexError):
        return False


def mail_message(text: MailText, lang: str, *, sender: str, to: str, site: str, stop: str) -> EmailMessage:
    """`stop` is the token of the link that ends such mails; mail programs may use it by themselves (RFC 8058)."""
    unsubscribe = f"{site}/mail/stop/{stop}"
    message = EmailMessage(policy=SMTP)
    name, address = parseaddr(sender)
    message["From"] = Address(display_name=name, addr_spec=address)
    message["To"] = Address(addr_spec=to)
    message["Subject"] = " ".join(text.subject.split())
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=address.rpartition("@")[2])
    message["Content-Language"] = lang
    # No answers by machines, please.
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message["List-Unsubscribe"] = f"<{unsubscribe}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    ending = say("mail.stop", lang, link=unsubscribe)
    message.set_content(f"{text.subject}\n\n{text.body}\n\n{site}{text.path}\n\n-- \n{ending}\n")
    return message
