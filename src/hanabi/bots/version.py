"""Which version of a bot plays: a digest of everything that decides its moves. Results say it, to stay comparable."""

import hashlib
import inspect
import json
import shlex
import shutil
from functools import cache
from pathlib import Path

from hanabi import kernels
from hanabi.bots.bot import PROGRAM_PREFIX
from hanabi.bots.roster import make_bot
from hanabi.compiled.cache import digest
from hanabi.rules.ruleset import RuleSet

LENGTH = 8
BOTS = Path(__file__).parent
REFEREE = Path(kernels.__file__).parent


def version_of(name: str, rules: RuleSet, players: int) -> str:
    """Of a bot of the roster, of one in a file, or of a program, for one kind of game.

    A bot may say in `plays_by` which folders besides its own decide its moves, and by `parameters(rules, players)`
    which numbers do.
    """
    parameters = getattr(make_bot(name), "parameters", None)
    numbers = {} if parameters is None else parameters(rules, players)
    if name.startswith(PROGRAM_PREFIX):
        sources = _digest_of_program(name.removeprefix(PROGRAM_PREFIX))
    else:
        sources = _digest_of_file(Path(name)) if name.endswith(".py") else _digest_of_bot(name)
    return hashlib.sha256((sources + json.dumps(numbers, sort_keys=True)).encode()).hexdigest()[:LENGTH]


def _digest_of_file(file: Path) -> str:
    return digest([REFEREE], hashlib.sha256(file.read_bytes()).hexdigest())


def _digest_of_program(command: str) -> str:
    """Of its command line, and of the files that this names; what they load is not known."""
    stamp = hashlib.sha256(command.encode())
    for place, word in enumerate(shlex.split(command)):
        file = Path(shutil.which(word) or word) if place == 0 else Path(word)
        if file.is_file():
            stamp.update(file.read_bytes())
    return digest([REFEREE], stamp.hexdigest())


@cache
def _digest_of_bot(name: str) -> str:
    bot = make_bot(name)
    file = Path(inspect.getfile(type(bot)))
    folders: list[Path] = [REFEREE, BOTS / "compiled", *getattr(bot, "plays_by", ())]
    if BOTS in file.parent.parents:
        folders += [file.parent, *sorted(folder for folder in file.parent.rglob("*") if folder.is_dir())]
    return digest(folders, hashlib.sha256(file.read_bytes()).hexdigest())
