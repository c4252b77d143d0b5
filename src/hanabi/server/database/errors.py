"""Errors of the database, described without any value that was stored or queried."""

from typing import Any

# SQLite's CORRUPT and NOTADB; PostgreSQL's data_corrupted and index_corrupted. Waiting does not repair these.
CORRUPT_CODES = (11, 26)
CORRUPT_STATES = ("XX001", "XX002")
# SQLSTATE classes whose texts quote values: bad data and violated constraints.
QUOTING_CLASSES = ("22", "23")


class StoreError(RuntimeError):
    """The database cannot be used. The text says why and what to do; `problem` only what is wrong."""

    def __init__(self, text: str, problem: str | None = None) -> None:
        super().__init__(text)
        self.problem = problem or text


class UnstorableEvent(StoreError):
    """The database does not accept the data of this event. Nothing was stored."""


def driver_error(error: BaseException) -> Any:
    """The driver's own error inside an error of SQLAlchemy."""
    inner: Any = getattr(error, "orig", None) or error
    cause = inner.__cause__
    return cause if getattr(cause, "sqlstate", None) is not None else inner


def problem_of(error: BaseException) -> str:
    """One line about an error, with the driver's text only if it quotes no values."""
    inner = driver_error(error)
    state = getattr(inner, "sqlstate", None)
    if isinstance(state, str):
        name = f"{type(inner).__name__} ({state})"
        return name if state.startswith(QUOTING_CLASSES) else f"{name}: {_first_line(inner)}"
    if isinstance(inner, StoreError):
        return inner.problem
    if hasattr(inner, "sqlite_errorname") or isinstance(inner, OSError):
        return _first_line(inner) or type(inner).__name__
    return type(inner).__name__


def is_corruption(error: BaseException) -> bool:
    inner = driver_error(error)
    code = getattr(inner, "sqlite_errorcode", None)
    return (isinstance(code, int) and code & 0xFF in CORRUPT_CODES) or (
        getattr(inner, "sqlstate", None) in CORRUPT_STATES
    )


def is_bad_data(error: BaseException) -> bool:
    """Whether the database refused the values: other rows of the same statement may be fine."""
    inner = driver_error(error)
    state = getattr(inner, "sqlstate", None)
    if isinstance(state, str):
        return state.startswith(QUOTING_CLASSES)
    return isinstance(inner, ValueError | TypeError | OverflowError)


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
