"""Mails on their way to the operator's mail server."""

from email.message import EmailMessage

from hanabi.server.notify.queue import DeliveryQueue, Outcome
from hanabi.server.notify.settings import MailSettings

# A server that answers "later", as many do to a stranger, means minutes.
ATTEMPTS = 5


class MailQueue(DeliveryQueue[EmailMessage]):
    def __init__(self, settings: MailSettings) -> None:
        super().__init__(first_pause=settings.first_pause, attempts=ATTEMPTS)
        self._settings = settings

    def service_of(self, message: EmailMessage) -> str:
        return self._settings.server.host

    async def deliver(self, message: EmailMessage) -> Outcome:
        return await self._settings.server.send(message, self._settings.timeout)
