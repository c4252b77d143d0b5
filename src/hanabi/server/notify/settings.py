"""Settings of notifications."""

from dataclasses import dataclass

from hanabi.server.notify.smtp import SmtpServer


@dataclass(frozen=True)
class PushSettings:
    """How browsers that are closed are notified, in seconds."""

    # For those who run a push service: whom to ask about this server.
    contact: str = "https://github.com/hanabi-project/hanabi"
    # From the moment when it is somebody's turn.
    delay: float = 15.0
    interval: float = 1.0
    timeout: float = 10.0
    first_pause: float = 2.0
    # Plain http and addresses that are not public, for tests.
    anywhere: bool = False


@dataclass(frozen=True)
class MailSettings:
    """How people are notified by e-mail, where the operator has an SMTP server; times in seconds."""

    server: SmtpServer
    # Who the mails are from, such as "Hanabi <hanabi@cards.example>".
    sender: str
    # The address of this server for links in mails, such as "https://cards.example": never what a request claims.
    site: str
    # From the moment when it is somebody's turn: longer than for a push, which a mail may follow.
    delay: float = 300.0
    timeout: float = 20.0
    first_pause: float = 60.0
    # A day: questions to an address whether it wants mail, mails to an address, mails to all of them.
    questions: int = 3
    mails: int = 40
    total: int = 2000
