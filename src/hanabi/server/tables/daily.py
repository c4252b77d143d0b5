"""The day of a daily deal, and whether its cards are still secret."""

from datetime import UTC, date, datetime, timedelta


def today(now: float) -> str:
    """The day of the daily deal; it changes at midnight UTC for everybody."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def daily_name(day: str, players: int) -> str:
    """What the commitment to a day's deal names."""
    return f"daily {day} {players}"


def ends_at(day: str) -> float:
    """When the deal of a day stops being secret."""
    following = date.fromisoformat(day) + timedelta(days=1)
    return datetime(following.year, following.month, following.day, tzinfo=UTC).timestamp()


def is_sealed(day: str | None, now: float) -> bool:
    """Whether the deal of this day is still open: only people who have played it may see its cards."""
    return day is not None and now < ends_at(day)
