"""Saved games of the terminal: one record per game in the user's data folder, written after every move."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from hanabi.bots import ROSTER
from hanabi.bots.bot import PROGRAM_PREFIX
from hanabi.game import Game
from hanabi.records import Record, RecordError, load
from hanabi.terminal.hand_arrangement import HandArrangement


@dataclass(frozen=True)
class Seating:
    """The person's seat, and the bot of every other seat."""

    seat: int
    bots: tuple[str | None, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat, "bots": list(self.bots)}

    @classmethod
    def saved_with(cls, record: Record, seat: int | None, bot: str | None, *, run_programs: bool = False) -> "Seating":
        """The seating saved with the game; if there is none, the person gets seat 0 among `bot`s or simple bots.

        Raises ProgramNamed.
        """
        saved = record.extra.get("terminal")
        saved = saved if isinstance(saved, dict) else {}
        players = range(len(record.players))
        chosen = next((at for at in (seat, saved.get("seat")) if isinstance(at, int) and at in players), 0)
        named = _names(saved.get("bots"), len(players))
        programs = {name for at, name in enumerate(named) if at != chosen and name and _is_program(name)}
        if programs and bot is None and not run_programs:
            raise ProgramNamed(sorted(programs))
        bots = [name if name and (run_programs or name not in programs) else bot or "simple" for name in named]
        return cls(chosen, tuple(None if at == chosen else bots[at] for at in players))

    @classmethod
    def for_branch(cls, record: Record, seat: int, bot: str | None, *, run_programs: bool = False) -> "Seating":
        """The person at `seat`; the others are `bot`s, or the bots of the recorded game, or team players.

        Raises ProgramNamed.
        """
        named = _names(record.extra.get("bots"), len(record.players))
        bots = [None if at == seat else bot or name or "team" for at, name in enumerate(named)]
        programs = {name for name in bots if name and name != bot and _is_program(name)}
        if programs and not run_programs:
            raise ProgramNamed(sorted(programs))
        return cls(seat, tuple(bots))


class ProgramNamed(Exception):
    """A record names files or programs as bots. Anyone can write a record, so the person must agree to run them."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))


def _names(bots: object, players: int) -> list[str | None]:
    """The bots that a record names for its seats; None for unknown ones."""
    named = bots if isinstance(bots, list) and len(bots) == players else [None] * players
    return [name if isinstance(name, str) and (_is_program(name) or _is_known(name)) else None for name in named]


def _is_program(name: str) -> bool:
    return name.endswith(".py") or name.startswith(PROGRAM_PREFIX)


def _is_known(name: str) -> bool:
    plain, _, level = name.partition(":")
    return plain in ROSTER and (not level or level.isdecimal())


def folder() -> Path:
    """`$HANABI_GAMES`, or the platform's user data folder."""
    if chosen := os.environ.get("HANABI_GAMES"):
        return Path(chosen)
    return user_data_path("hanabi", appauthor=False) / "games"


def new_file() -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{stamp}{suffix}.json" for suffix in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(file for name in names if not (file := folder() / name).exists())


def save(game: Game, seating: Seating, file: Path, arrangement: HandArrangement) -> None:
    seed = {} if isinstance(game.seed, bytes) else {"seed": game.seed}
    file.parent.mkdir(parents=True, exist_ok=True)
    hand = {} if arrangement == HandArrangement() else {"hand": arrangement.to_dict()}
    game.record(terminal={**seating.to_dict(), **hand}, **seed).save(file)


def arrangement_saved_with(record: Record) -> HandArrangement:
    saved = record.extra.get("terminal")
    return HandArrangement.from_dict(saved.get("hand") if isinstance(saved, dict) else None)


def latest_unfinished() -> Path | None:
    """The last saved game, if it is not over."""
    try:
        files = sorted(folder().glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    except OSError:
        return None
    for file in files[:1]:
        try:
            if Game.resume(load(file)).over is None:
                return file
        except RecordError:
            return None
    return None
