"""How a hanab.live game is refused: the field that is wrong, or the thing that one side has and the other lacks."""

from typing import Any

from hanabi.records.record import RecordError


class BadField(RecordError):
    """An import that is broken; `field` is the path of what is wrong, such as `actions[12].target`."""

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        super().__init__(f"{field}: {problem}")


class NoCounterpart(RecordError):
    """A game that is whole, but that the other side's rules or format cannot hold; `reason` is a code."""

    def __init__(self, reason: str, sentence: str, field: str | None = None) -> None:
        self.reason = reason
        self.field = field
        super().__init__(sentence if field is None else f"{field}: {sentence}")


def shown(value: Any) -> str:
    """A wrong value as an error may show it."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def whole(value: Any, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadField(field, f"must be a whole number, not {shown(value)}")
    return value


def listed(value: Any, field: str, of: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadField(field, f"must be a list of {of}, not {shown(value)}")
    return value
