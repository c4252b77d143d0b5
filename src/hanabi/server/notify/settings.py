"""Settings of notifications. Times are in seconds."""

from dataclasses import dataclass

from hanabi.server.notify.smtp import SmtpServer


@dataclass(frozen=True)
class PushSettings:
    # Where a push service can reach the operator of this server.
    contact: str = "https://github.com/hanabi-project/hanabi"
    # How long a player's turn lasts before the player is notified.
    delay: float = 15.0
    interval: float = 1.0
    timeout: float = 10.0
    first_pause: float = 2.0
    # Allow plain http and private addresses, for tests.
    anywhere: bool = False


@dataclass(frozen=True)
class MailSettings:
    """Only where the operator has an SMTP server."""

    server: SmtpServer
    # The From header, such as "Hanabi <hanabi@cards.example>".
    sender: str
    # The address of this server for links in mails, such as "https://cards.example": never what a request claims.
    site: str
    # Longer than for a push message, so that a mail follows one.
    delay: float = 300.0
    timeout: float = 20.0
    first_pause: float = 60.0
    # Per day: confirmation mails and other mails, to one address and to all addresses.
    confirmations: int = 3
    mails: int = 40
    total_confirmations: int = 500
    total_mails: int = 2000
