"""Notification preferences: topics, language and quiet hours."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct

from hanabi.server.refusals import Refused
from hanabi.texts import LANGUAGES

Topic = Literal["turns", "invitations", "reviews"]
Minute = Annotated[int, Meta(ge=0, lt=1440)]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """Minutes of the day in an IANA time zone; from 1320 until 420 is the night."""

    start: Minute
    until: Minute
    timezone: Annotated[str, Meta(min_length=1, max_length=40)]

    def seconds_left(self, now: datetime) -> float:
        """Seconds until the quiet hours end; 0 outside of them."""
        there = now.astimezone(ZoneInfo(self.timezone))
        minute = there.hour * 60 + there.minute
        if (minute - self.start) % 1440 >= (self.until - self.start) % 1440:
            return 0.0
        left = timedelta(minutes=(self.until - minute) % 1440, seconds=-there.second)
        return max(1.0, left.total_seconds())


class NotificationPreferences(Struct, frozen=True):
    """Shared by push subscriptions and mail addresses."""

    language: Annotated[str, Meta(max_length=8)] = "en"
    turns: bool = True
    invitations: bool = True
    reviews: bool = True
    quiet: QuietHours | None = None

    @staticmethod
    def of_row(row: Any) -> "NotificationPreferences":
        quiet = None if row.quiet_from is None else QuietHours(row.quiet_from, row.quiet_until, row.timezone)
        return NotificationPreferences(row.language, row.turns, row.invitations, row.reviews, quiet)

    def columns(self) -> dict[str, Any]:
        """The values of a row. Raises Refused for an unknown language or time zone."""
        if self.language not in LANGUAGES:
            raise Refused("malformed", detail="language")
        quiet = self.quiet
        try:
            timezone = ZoneInfo("UTC" if quiet is None else quiet.timezone).key
        except (ValueError, ZoneInfoNotFoundError, OSError) as error:
            raise Refused("malformed", detail="timezone") from error
        return {
            "language": self.language,
            "turns": self.turns,
            "invitations": self.invitations,
            "reviews": self.reviews,
            "quiet_from": None if quiet is None else quiet.start,
            "quiet_until": None if quiet is None else quiet.until,
            "timezone": timezone,
        }

    def wants(self, topic: Topic) -> bool:
        return bool(getattr(self, topic))

    def quiet_for(self, now: datetime) -> float:
        """Seconds to wait before telling them anything."""
        return 0.0 if self.quiet is None else self.quiet.seconds_left(now)
