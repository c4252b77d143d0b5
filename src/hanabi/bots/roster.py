"""Bots by name, from anybody's Python file, or as another program."""

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from hanabi.bots.bot import PROGRAM_PREFIX, Bot, BotError
from hanabi.chance import Seed
from hanabi.rules.actions import Action
from hanabi.rules.errors import suggestion
from hanabi.rules.views import View

# Name to "module:class", so that a bot's dependencies load only when it is asked for.
ROSTER: dict[str, str] = {
    "random": "hanabi.bots.random_bot:RandomBot",
    "simple": "hanabi.bots.simple:SimpleBot",
    "hat": "hanabi.bots.hat.bot:HatBot",
    "search": "hanabi.bots.hat_search.bot:SearchBot",
    "team": "hanabi.bots.team.bot:Team",
    "team:search": "hanabi.bots.team_search.bot:TeamSearch",
}


class FunctionBot:
    """A plain `choose(view)` as a bot."""

    def __init__(self, function: Callable[[View], Action], name: str) -> None:
        self._function = function
        self.name = name

    def choose(self, view: View) -> Action:
        return self._function(view)


def make_bot(
    name: str,
    seed: Seed | None = None,
    *,
    worlds: int | None = None,
    move_seconds: float | None = None,
    partners: Sequence[str | None] | None = None,
    compiled: bool | None = None,
) -> Bot:
    """A bot of the roster, or one from a file: `make_bot("my_bot.py")`. A level follows a colon: `make_bot("team:2")`.

    Conventions that it is to leave out follow the level: `make_bot("team:3-bluff-prompt")`.

    The file holds a function `choose(view)`, or one class with such a method. A class that takes a `seed`, how many
    `worlds` to look at, how many seconds it has for a move (`move_seconds`), who has the other seats (`partners`, names
    of bots and None for people), or whether many games make it worth while to compile what it does (`compiled`), is
    given it.

    `make_bot("exec:./bot --fast")` lets another program choose, in any language (docs/line-protocol.md).
    """
    options = {"seed": seed, "worlds": worlds, "move_seconds": move_seconds, "partners": partners, "compiled": compiled}
    given = {option: value for option, value in options.items() if value is not None}
    if name.startswith(PROGRAM_PREFIX):
        return _program(name.removeprefix(PROGRAM_PREFIX).strip(), given)
    if name.endswith(".py"):
        return _from_file(Path(name), given)
    plain, _, level = (name, "", "") if name in ROSTER else name.partition(":")
    if plain not in ROSTER:
        raise BotError(f"there is no bot {name!r}; {suggestion(plain, list(ROSTER))}")
    module, _, kind = ROSTER[plain].partition(":")
    return _made(getattr(importlib.import_module(module), kind), given, level)


def others(bots: Sequence[str | None], seat: int) -> tuple[str | None, ...]:
    """Who has the other seats."""
    return (*bots[:seat], *bots[seat + 1 :])


def _program(command: str, options: dict[str, Any]) -> Bot:
    from hanabi.bots.line_protocol import ProgramBot, ProgramError

    try:
        return ProgramBot(command, options.get("seed"), options.get("move_seconds"))
    except ProgramError as error:
        raise BotError(f"{PROGRAM_PREFIX}{command}: {error}") from error


def _made(kind: type, options: dict[str, Any], level: str = "") -> Bot:
    takes = inspect.signature(kind).parameters
    given = {name: value for name, value in options.items() if name in takes}
    if level:
        number, *without = level.split("-")
        if "level" not in takes or not number.isdecimal():
            raise BotError(f"{kind.__name__} has no level {number!r}")
        given["level"] = int(number)
        if without:
            given["without"] = without
    try:
        bot: Bot = kind(**given)
    except ValueError as error:
        raise BotError(str(error)) from error
    return bot


def _from_file(file: Path, options: dict[str, Any]) -> Bot:
    module = _module(file)
    function = getattr(module, "choose", None)
    if callable(function):
        return FunctionBot(function, file.stem)
    kinds = [kind for kind in vars(module).values() if _is_bot_class(kind, module)]
    if len(kinds) != 1:
        found = ", ".join(kind.__name__ for kind in kinds) or "neither"
        raise BotError(f"{file} must hold a function choose(view) or one class with such a method; it holds {found}")
    try:
        return _made(kinds[0], options)
    except Exception as error:
        raise BotError(f"{file}: {kinds[0].__name__} cannot be made: {error}") from error


def _is_bot_class(kind: Any, module: ModuleType) -> bool:
    return inspect.isclass(kind) and kind.__module__ == module.__name__ and callable(getattr(kind, "choose", None))


def _module(file: Path) -> ModuleType:
    if not file.is_file():
        raise BotError(f"there is no file {file}")
    spec = importlib.util.spec_from_file_location(f"hanabi_bot_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise BotError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BotError(f"{file} does not run: {type(error).__name__}: {error}") from error
    return module
