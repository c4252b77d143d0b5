"""The choice of a bot that may be faulty: a wrong one is explained in a sentence and replaced, and the game goes on."""

import signal
import sysconfig
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from hanabi.bots.bot import Bot
from hanabi.bots.line_protocol import ProgramBot, ProgramError
from hanabi.bots.simple import SimpleBot
from hanabi.rules import Action, IllegalAction, View, check

FALLBACK = "simple"  # moves for a bot that made a mistake
# Code that is not a bot's: this package, and Python's library.
OWN_FOLDERS = (str(Path(__file__).parents[1]), sysconfig.get_path("stdlib"))


class TooSlow(Exception):
    """A bot exceeded its time limit."""


def checked_choice(bot: Bot, view: View, seconds: float | None = None) -> tuple[Action, str | None]:
    """The bot's action, or a replacement and what was wrong, such as `raised KeyError: 'x' (my_bot.py, line 7)`."""
    try:
        # ProgramBot measures its own time, and has longer to start.
        with nullcontext() if seconds is None or isinstance(bot, ProgramBot) else _alarm(seconds):
            action = bot.choose(view)
        if action in view.legal_actions:
            return action, None
        problem = f"{_refusal(view, action)} ({_place_of(bot)})"
    except TooSlow:
        problem = f"took longer than {seconds:g} s ({_place_of(bot)})"
    except ProgramError as error:
        problem = str(error)
    except Exception as error:
        problem = fault_of(error)
    return _fallback_action(view), problem


def fault_of(error: Exception) -> str:
    """What a bot raised, with the file and line of the bot: the last ones outside this package and Python's library."""
    frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    foreign = [place for place in frames if not place[0].startswith(OWN_FOLDERS)]
    file, line = (foreign or frames)[-1]
    return f"raised {type(error).__name__}: {_shortened(str(error))} ({file}, line {line})"


def _refusal(view: View, action: Any) -> str:
    try:
        check(view.rules, view.rule_tables, view.erased, action)
    except IllegalAction as error:
        return f"chose {_shortened(repr(action))}, which is not legal: {error}"
    except Exception:
        return f"returned {_shortened(repr(action))}, which is not an action"
    return f"chose {_shortened(repr(action))}, which view.legal_actions does not list"


def _place_of(bot: Bot) -> str:
    """Where the bot's `choose` is defined."""
    function = getattr(bot, "function", None) or type(bot).choose
    code = getattr(function, "__code__", None)
    return f"{bot}" if code is None else f"{code.co_name} in {code.co_filename}, line {code.co_firstlineno}"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 120 else line[:119] + "…"


def _fallback_action(view: View) -> Action:
    try:
        action = SimpleBot().choose(view)
    except Exception:
        return view.legal_actions[0]
    return action if action in view.legal_actions else view.legal_actions[0]


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise TooSlow in code that takes too long; where no alarm can be set, raise it afterwards."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        started = time.monotonic()
        yield
        if time.monotonic() - started > seconds:
            raise TooSlow
        return

    def on_alarm(_signal: int, _frame: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
