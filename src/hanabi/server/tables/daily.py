"""The day of a daily deal, and whether its cards are still a secret."""

from datetime import UTC, date, datetime, timedelta


def today(now: float) -> str:
    """The day of the daily deal: it changes at midnight UTC, for everybody at once."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def ends_at(day: str) -> float:
    """When a day's deal is no secret any more."""
    following = date.fromisoformat(day) + timedelta(days=1)
    return datetime(following.year, following.month, following.day, tzinfo=UTC).timestamp()


def is_sealed(day: str | None, now: float) -> bool:
    """Whether the deal of this day may still be played, so that its cards are shown to nobody who has not."""
    return day is not None and now < ends_at(day)
