"""The version of a bot: a digest of everything that decides its moves. Results name it, to stay comparable."""

import hashlib
import inspect
import json
import shlex
import shutil
from functools import cache
from pathlib import Path

from hanabi import compiled
from hanabi.bots.bot import PROGRAM_PREFIX
from hanabi.bots.roster import make_bot
from hanabi.compiled.compilation import source_digest
from hanabi.rules import RuleSet

LENGTH = 8
BOTS = Path(__file__).parent
REFEREE = compiled.FAMILY.sources


def version_of(name: str, rules: RuleSet, players: int) -> str:
    """The version of a bot on the roster, in a file or in another program, for these rules.

    A bot may name other folders that decide its moves in `plays_by`, and numbers that do in
    `parameters(rules, players)`.
    """
    parameters = getattr(make_bot(name), "parameters", None)
    numbers = {} if parameters is None else parameters(rules, players)
    if name.startswith(PROGRAM_PREFIX):
        sources = _digest_of_program(name.removeprefix(PROGRAM_PREFIX))
    else:
        sources = _digest_of_file(Path(name)) if name.endswith(".py") else _digest_of_bot(name)
    return hashlib.sha256((sources + json.dumps(numbers, sort_keys=True)).encode()).hexdigest()[:LENGTH]


def _digest_of_file(file: Path) -> str:
    return source_digest(REFEREE, hashlib.sha256(file.read_bytes()).hexdigest())


def _digest_of_program(command: str) -> str:
    """A digest of the command line and of the files that it names. The files that those load are unknown."""
    stamp = hashlib.sha256(command.encode())
    for place, word in enumerate(shlex.split(command)):
        file = Path(shutil.which(word) or word) if place == 0 else Path(word)
        if file.is_file():
            stamp.update(file.read_bytes())
    return source_digest(REFEREE, stamp.hexdigest())


@cache
def _digest_of_bot(name: str) -> str:
    bot = make_bot(name)
    file = Path(inspect.getfile(type(bot)))
    folders: list[Path] = [*REFEREE, *getattr(bot, "plays_by", ())]
    if BOTS in file.parent.parents:
        folders += [file.parent, *sorted(folder for folder in file.parent.rglob("*") if folder.is_dir())]
    return source_digest(folders, hashlib.sha256(file.read_bytes()).hexdigest())
