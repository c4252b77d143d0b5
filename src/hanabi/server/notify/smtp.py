"""The mail server of the operator: where it is, how it is spoken to, and sending to it."""

import ipaddress
import logging
from dataclasses import dataclass, field
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from hanabi.server.notify.queue import Outcome

logger = logging.getLogger("hanabi.mail")


class SmtpAddressError(ValueError):
    """What was given is no address of a mail server; the text says why, without a password."""


@dataclass(frozen=True)
class SmtpServer:
    """`tls`: from the beginning, by STARTTLS, or none at all."""

    host: str
    port: int
    tls: str
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def parse(cls, text: str) -> "SmtpServer":
        """`smtps://user:password@host:465` or `smtp://user:password@host:587`, which insists on STARTTLS; `smtp://`
        with `?starttls=no`, or on this machine, does without. Raises SmtpAddressError."""
        try:
            address = urlsplit(text)
            host, port = address.hostname or "", address.port
        except ValueError as error:
            raise SmtpAddressError("not an address such as smtp://user:password@mail.example:587") from error
        if address.scheme not in ("smtp", "smtps") or not host or address.path not in ("", "/"):
            raise SmtpAddressError("not an address such as smtp://user:password@mail.example:587")
        if address.scheme == "smtps":
            tls = "always"
        else:
            tls = "none" if parse_qs(address.query).get("starttls") == ["no"] or is_here(host) else "starttls"
        usual = {"always": 465, "starttls": 587, "none": 25}[tls]
        user, password = unquote(address.username or ""), unquote(address.password or "")
        return cls(host, port or usual, tls, user, password)

    async def send(self, message: EmailMessage, timeout: float) -> Outcome:
        """Nothing of the message or its receiver is logged."""
        import aiosmtplib

        try:
            await aiosmtplib.send(
                message,
                hostname=self.host,
                port=self.port,
                username=self.user or None,
                password=self.password or None,
                use_tls=self.tls == "always",
                start_tls=self.tls == "starttls",
                timeout=timeout,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            return "again" if all(400 <= one.code < 500 for one in error.recipients) else "failed"
        except aiosmtplib.SMTPAuthenticationError as error:
            logger.warning("the mail server refuses the user or the password", extra={"code": error.code})
            return "later"
        except aiosmtplib.SMTPResponseException as error:
            logger.warning("the mail server refuses a mail", extra={"code": error.code})
            return "failed" if error.code >= 500 else "later"
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            logger.info("the mail server does not answer", extra={"error": type(error).__name__})
            return "later"
        return "sent"


def is_here(host: str) -> bool:
    """Whether a name stands for this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
