"""What a failed statement may say about itself: the kind of problem, never a value that was stored or asked for."""

from typing import Any

# SQLite's CORRUPT and NOTADB, PostgreSQL's data_corrupted and index_corrupted: waiting does not mend these.
CORRUPT_CODES = (11, 26)
CORRUPT_STATES = ("XX001", "XX002")
# Classes of SQLSTATE whose texts quote values: bad data, and constraints that were violated.
QUOTING_CLASSES = ("22", "23")


class StoreError(RuntimeError):
    """The database cannot be used; the text says why and what to do, `problem` only what is wrong."""

    def __init__(self, text: str, problem: str | None = None) -> None:
        super().__init__(text)
        self.problem = problem or text


class UnstorableEvent(StoreError):
    """This event can never be stored, as the database does not take its data. Nothing was stored."""


def driver_error(error: BaseException) -> Any:
    """The database driver's own error inside one of SQLAlchemy's."""
    inner: Any = getattr(error, "orig", None) or error
    cause = inner.__cause__
    return cause if getattr(cause, "sqlstate", None) is not None else inner


def problem_of(error: BaseException) -> str:
    """One line about an error. A driver's text is repeated only where it quotes no values."""
    inner = driver_error(error)
    state = getattr(inner, "sqlstate", None)
    if isinstance(state, str):
        kind = f"{type(inner).__name__} ({state})"
        return kind if state.startswith(QUOTING_CLASSES) else f"{kind}: {_first_line(inner)}"
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
    """Whether the database refused the values themselves, so that others in the same statement may be stored."""
    inner = driver_error(error)
    state = getattr(inner, "sqlstate", None)
    if isinstance(state, str):
        return state.startswith(QUOTING_CLASSES)
    return isinstance(inner, ValueError | TypeError | OverflowError)


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
