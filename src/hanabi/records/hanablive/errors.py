"""Errors of import and export: a wrong field, or something that only one of the two programs supports."""

from typing import Any

from hanabi.records.record import RecordError


class BadField(RecordError):
    """An import with a wrong value; `field` is its path, such as `actions[12].target`."""

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        super().__init__(f"{field}: {problem}")


class NoCounterpart(RecordError):
    """A valid game that the other program's rules or format cannot represent; `reason` is a code."""

    def __init__(self, reason: str, sentence: str, field: str | None = None) -> None:
        self.reason = reason
        self.field = field
        super().__init__(sentence if field is None else f"{field}: {sentence}")


def short_repr(value: Any) -> str:
    """A wrong value, short enough for an error message."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def require_int(value: Any, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadField(field, f"must be a whole number, not {short_repr(value)}")
    return value


def require_list(value: Any, field: str, of: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadField(field, f"must be a list of {of}, not {short_repr(value)}")
    return value
