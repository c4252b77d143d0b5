"""Saved games of the terminal: one record for each game in the user's data folder, written after every move."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from hanabi.bots import ROSTER
from hanabi.bots.bot import PROGRAM_PREFIX
from hanabi.game import Game
from hanabi.records.record import Record, RecordError, load
from hanabi.terminal.hand_arrangement import HandArrangement


@dataclass(frozen=True)
class Seating:
    """The person's seat, and the bot of every other seat."""

    seat: int
    bots: tuple[str | None, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat, "bots": list(self.bots)}

    @classmethod
    def saved_with(cls, record: Record, seat: int | None, bot: str) -> "Seating":
        """The seating saved with the game; without one the person has seat 0 and the others are `bot`s."""
        saved = record.extra.get("terminal")
        saved = saved if isinstance(saved, dict) else {}
        players = range(len(record.players))
        chosen = next((at for at in (seat, saved.get("seat")) if isinstance(at, int) and at in players), 0)
        bots = saved.get("bots")
        known = bots if isinstance(bots, list) and len(bots) == len(players) else [bot] * len(players)
        return cls(chosen, tuple(None if at == chosen else _bot(known[at], bot) for at in players))

    @classmethod
    def for_branch(cls, record: Record, seat: int, bot: str | None) -> "Seating":
        """The person at `seat`; the others are `bot`s, or the bots of the recorded game, or team players."""
        bots = record.extra.get("bots")
        known = bots if isinstance(bots, list) and len(bots) == len(record.players) else [None] * len(record.players)
        return cls(seat, tuple(None if at == seat else bot or _bot(name, "team") for at, name in enumerate(known)))


def _bot(name: object, otherwise: str) -> str:
    """No record has a program run: a name that starts one counts only when it is typed."""
    if not isinstance(name, str) or name.startswith(PROGRAM_PREFIX):
        return otherwise
    return name if name in ROSTER or name.endswith(".py") else otherwise


def folder() -> Path:
    """`$HANABI_GAMES`, or the user's data folder as the platform has it."""
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
