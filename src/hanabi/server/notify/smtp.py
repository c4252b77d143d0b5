"""Sends mail through the operator's SMTP server."""

import contextlib
import ipaddress
import logging
from dataclasses import dataclass, field
from email.message import EmailMessage
from urllib.parse import parse_qs, unquote, urlsplit

from hanabi.server.notify.queue import Outcome

logger = logging.getLogger("hanabi.mail")


class SmtpAddressError(ValueError):
    """Not an address of a mail server. The text says why, without the password."""


@dataclass(frozen=True)
class SmtpServer:
    """`tls` is `always` (from the first byte), `starttls` or `none`."""

    host: str
    port: int
    tls: str
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def parse(cls, text: str) -> "SmtpServer":
        """`smtps://user:password@host:465`, or `smtp://user:password@host:587`, which insists on STARTTLS unless it
        says `?starttls=no` or names this machine. Raises SmtpAddressError.
        """
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
            tls = "none" if parse_qs(address.query).get("starttls") == ["no"] or is_loopback(host) else "starttls"
        default_port = {"always": 465, "starttls": 587, "none": 25}[tls]
        user, password = unquote(address.username or ""), unquote(address.password or "")
        return cls(host, port or default_port, tls, user, password)

    async def send(self, message: EmailMessage, timeout: float) -> Outcome:
        """Logs nothing about the message or its recipient."""
        import aiosmtplib

        client = aiosmtplib.SMTP(
            hostname=self.host,
            port=self.port,
            username=self.user or None,
            password=self.password or None,
            use_tls=self.tls == "always",
            start_tls=self.tls == "starttls",
            timeout=timeout,
        )
        try:
            await client.connect()
            # Not `send_message`, which would fold the headers again.
            sender, to = (message[name].addresses[0].addr_spec for name in ("From", "To"))
            await client.sendmail(sender, [to], message.as_bytes())
            with contextlib.suppress(aiosmtplib.SMTPException):
                await client.quit()
        except aiosmtplib.SMTPRecipientsRefused as error:
            return "again" if all(400 <= refusal.code < 500 for refusal in error.recipients) else "failed"
        except aiosmtplib.SMTPAuthenticationError as error:
            logger.warning("the mail server rejected the user or the password", extra={"code": error.code})
            return "later"
        except aiosmtplib.SMTPResponseException as error:
            logger.warning("the mail server rejected a mail", extra={"code": error.code})
            return "failed" if error.code >= 500 else "later"
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            logger.info("the mail server does not answer", extra={"error": type(error).__name__})
            return "later"
        finally:
            # Not `async with`: when this task is canceled, that would wait for the server's answer to QUIT.
            client.close()
        return "sent"


def is_loopback(host: str) -> bool:
    """Whether a host name means this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
