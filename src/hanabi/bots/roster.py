"""Creates bots by name, from a Python file, or as another program."""

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from hanabi.bots.bot import PROGRAM_PREFIX, Bot, BotError
from hanabi.chance import Seed
from hanabi.game import Game
from hanabi.rules import Action, RuleSet, View, suggestion
from hanabi.texts import say


class RosterEntry(NamedTuple):
    """`place` is "module:class", so that the dependencies of a bot load only when it is used."""

    place: str
    offered: tuple[str, ...] = ()  # the names under which tables offer it; their texts are `bot.<name>.…`
    compile_seconds: int = 0  # about how long compiling takes before its first move at a table; 0: not compiled there
    extra: str = ""  # the extra that it needs besides `sim`


# In the order of the host's list: first bots with readable clues, then bots with a code of their own.
ROSTER: dict[str, RosterEntry] = {
    "simple": RosterEntry("hanabi.bots.simple:SimpleBot", offered=("simple",)),
    "team": RosterEntry("hanabi.bots.team.bot:Team", offered=("team:1", "team:2", "team:3", "team:4")),
    "team:search": RosterEntry("hanabi.bots.team_search.bot:TeamSearch", ("team:search",), compile_seconds=30),
    "hat": RosterEntry("hanabi.bots.hat.bot:HatBot", ("hat",), compile_seconds=20),
    "search": RosterEntry("hanabi.bots.hat_search.bot:SearchBot", ("search",), compile_seconds=15),
    "random": RosterEntry("hanabi.bots.random_bot:RandomBot", offered=("random",)),
    "learned": RosterEntry("hanabi.simulation.learned:LearnedBot", extra="learn"),
}


class NoSuchBot(BotError):
    """The name of no bot."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(self.sentence())

    def sentence(self, lang: str = "en") -> str:
        near = suggestion(self.name.partition(":")[0], list(ROSTER), lang)
        return say("cli.no_such_bot", lang, name=repr(self.name), suggestion=near)


class FunctionBot:
    """A plain `choose(view)` as a bot."""

    def __init__(self, function: Callable[[View], Action], name: str) -> None:
        self.function = function
        self.name = name

    def choose(self, view: View) -> Action:
        return self.function(view)


def make_bot(
    name: str,
    seed: Seed | None = None,
    *,
    worlds: int | None = None,
    move_seconds: float | None = None,
    partners: Sequence[str | None] | None = None,
    compiled: bool | None = None,
) -> Bot:
    """Create a bot of the roster, or one from a file: `make_bot("my_bot.py")`.

    A level follows a colon: `make_bot("team:2")`. Conventions to leave out follow the level:
    `make_bot("team:3-bluff-prompt")`.

    The file has a function `choose(view)`, or one class with such a method. A class gets those of these options that
    its constructor takes: a `seed`, the number of `worlds` to search, the time limit per move (`move_seconds`), the
    bots in the other seats (`partners`: names, or None for people), and whether compiling pays off because it will
    play many games (`compiled`).

    `make_bot("exec:./bot --fast")` runs another program, in any language (docs/line-protocol.md).
    """
    options = {"seed": seed, "worlds": worlds, "move_seconds": move_seconds, "partners": partners, "compiled": compiled}
    options = {option: value for option, value in options.items() if value is not None}
    if name.startswith(PROGRAM_PREFIX):
        return _program(name.removeprefix(PROGRAM_PREFIX).strip(), options)
    if name.endswith(".py"):
        return _from_file(Path(name), options)
    plain, _, level = (name, "", "") if name in ROSTER else name.partition(":")
    if plain not in ROSTER:
        raise NoSuchBot(name)
    entry = ROSTER[plain]
    module, _, class_name = entry.place.partition(":")
    try:
        bot_class = getattr(importlib.import_module(module), class_name)
    except ModuleNotFoundError as error:
        if not entry.extra:
            raise
        raise BotError(f"{plain} needs hanabi[{entry.extra}]: pip install 'hanabi[{entry.extra}]'") from error
    return _create(bot_class, options, level)


def bot_for(bot: Bot, rules: RuleSet, players: int) -> Bot:
    """The bot. Raises BotError if it has a method `check_rules` and refuses these rules."""
    check_rules = getattr(bot, "check_rules", None)
    if check_rules is not None:
        check_rules(rules, players)
    return bot


def compile_bot(name: str) -> None:
    """Compile what a bot of the roster needs at a table, by playing a game of two."""
    bots = [make_bot(name, seed=1, worlds=1, partners=(name,), compiled=True) for _ in range(2)]
    game = Game.new(seed=1)
    while game.player is not None:
        game.act(bots[game.player].choose(game.view(game.player)))


def others(bots: Sequence[str | None], seat: int) -> tuple[str | None, ...]:
    """The bots in the other seats."""
    return (*bots[:seat], *bots[seat + 1 :])


def _program(command: str, options: dict[str, Any]) -> Bot:
    from hanabi.bots.line_protocol import ProgramBot, ProgramError

    try:
        return ProgramBot(command, options.get("seed"), options.get("move_seconds"))
    except ProgramError as error:
        raise BotError(f"{PROGRAM_PREFIX}{command}: {error}") from error


def _create(bot_class: type, options: dict[str, Any], level: str = "") -> Bot:
    accepted = inspect.signature(bot_class).parameters
    arguments = {name: value for name, value in options.items() if name in accepted}
    if level:
        number, *without = level.split("-")
        if "level" not in accepted or not number.isdecimal():
            raise BotError(f"{bot_class.__name__} has no level {number!r}")
        arguments["level"] = int(number)
        if without:
            arguments["without"] = without
    try:
        bot: Bot = bot_class(**arguments)
    except ValueError as error:
        raise BotError(str(error)) from error
    return bot


def _from_file(file: Path, options: dict[str, Any]) -> Bot:
    module = _module(file)
    function = getattr(module, "choose", None)
    if callable(function):
        return FunctionBot(function, file.stem)
    classes = [value for value in vars(module).values() if _is_bot_class(value, module)]
    if len(classes) != 1:
        names = ", ".join(bot_class.__name__ for bot_class in classes) or "neither"
        raise BotError(f"{file} must have a function choose(view) or one class with such a method; it has {names}")
    try:
        return _create(classes[0], options)
    except Exception as error:
        raise BotError(f"{file}: cannot create {classes[0].__name__}: {error}") from error


def _is_bot_class(value: Any, module: ModuleType) -> bool:
    return inspect.isclass(value) and value.__module__ == module.__name__ and callable(getattr(value, "choose", None))


def _module(file: Path) -> ModuleType:
    if not file.is_file():
        raise BotError(f"there is no file {file}")
    spec = importlib.util.spec_from_file_location(f"hanabi_bot_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise BotError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BotError(f"{file} does not run: {type(error).__name__}: {error}") from error
    return module
