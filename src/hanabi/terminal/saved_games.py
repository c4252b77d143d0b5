"""Where games in the terminal are kept: one record a game in the user's data folder, written after every move."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from hanabi.bots import ROSTER
from hanabi.game import Game
from hanabi.records.record import Record, RecordError, load


@dataclass(frozen=True)
class Company:
    """Who sits where: the person's seat, and the bot of every other seat."""

    seat: int
    bots: tuple[str | None, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat, "bots": list(self.bots)}

    @classmethod
    def of(cls, record: Record, seat: int | None, bot: str) -> "Company":
        """Who sat there when the game was saved; another program's record has the person at seat 0 among `bot`s."""
        noted = record.extra.get("terminal")
        noted = noted if isinstance(noted, dict) else {}
        players = range(len(record.players))
        chosen = next((at for at in (seat, noted.get("seat")) if isinstance(at, int) and at in players), 0)
        bots = noted.get("bots")
        known = bots if isinstance(bots, list) and len(bots) == len(players) else [bot] * len(players)
        return cls(chosen, tuple(None if at == chosen else _bot(known[at], bot) for at in players))

    @classmethod
    def beside(cls, record: Record, seat: int, bot: str | None) -> "Company":
        """The person at `seat`; the others are `bot`s, or the bots that sat there, or team players."""
        noted = record.extra.get("bots")
        known = noted if isinstance(noted, list) and len(noted) == len(record.players) else [None] * len(record.players)
        return cls(seat, tuple(None if at == seat else bot or _bot(name, "team") for at, name in enumerate(known)))


def _bot(name: object, otherwise: str) -> str:
    return name if isinstance(name, str) and (name in ROSTER or name.endswith(".py")) else otherwise


def folder() -> Path:
    """`$HANABI_GAMES`, or the user's data folder as the platform has it."""
    if chosen := os.environ.get("HANABI_GAMES"):
        return Path(chosen)
    return user_data_path("hanabi", appauthor=False) / "games"


def new_file() -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{stamp}{suffix}.json" for suffix in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(file for name in names if not (file := folder() / name).exists())


def save(game: Game, company: Company, file: Path) -> None:
    seed = {} if isinstance(game.seed, bytes) else {"seed": game.seed}
    file.parent.mkdir(parents=True, exist_ok=True)
    game.record(terminal=company.to_dict(), **seed).save(file)


def latest_unfinished() -> Path | None:
    """The game that was left last, if it is one that can go on."""
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
