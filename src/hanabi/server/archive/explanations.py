"""Explanations of a finished game by the team bot: why it moved, and how its conventions read each clue."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hanabi.bots.bot import BotError
from hanabi.bots.roster import make_bot, others
from hanabi.records.record import Record
from hanabi.records.replay import advance, dealt_game
from hanabi.rules.notation import read_action
from hanabi.server.tables.options import SeatNumber

if TYPE_CHECKING:
    from hanabi.bots.team import Team


class MoveExplanation(Struct, frozen=True):
    """A sentence by that seat: its bot's reason for a move, or its reading of a clue."""

    seat: SeatNumber
    sentence: str


def explanations(record: Record, lang: str) -> list[list[MoveExplanation]]:
    """The explanations of each action: by the bot that took it, then by the players who read something in it."""
    # Imported here because only workers, not the server itself, compute explanations.
    from hanabi.bots.team import Team, readings_of

    explained: list[list[MoveExplanation]] = [[] for _ in record.actions]
    names = _bots(record)
    bots = [_team(name, others(names, seat)) for seat, name in enumerate(names)]
    game = dealt_game(record)
    for index, text in enumerate(record.actions):
        seat = game.player
        bot = None if seat is None else bots[seat]
        if seat is not None and bot is not None:
            why = bot.reason_for(game.view(seat), read_action(game.state, text), lang)
            if why is not None:
                explained[index].append(MoveExplanation(seat, why))
        advance(game, record, index + 1)
    for seat in range(len(record.players)):
        level = (bots[seat] or Team()).level
        for reading in readings_of(game.view(seat), level, lang):
            explained[reading.action].append(MoveExplanation(seat, reading.sentence))
    return explained


def _bots(record: Record) -> list[Any]:
    named = record.extra.get("bots")
    empty: list[Any] = [None] * len(record.players)
    return named if isinstance(named, list) and len(named) == len(empty) else empty


def _team(name: Any, partners: tuple[Any, ...]) -> "Team | None":
    from hanabi.bots.team import Team

    try:
        bot = make_bot(name, partners=partners) if isinstance(name, str) and name.partition(":")[0] == "team" else None
    except BotError:
        return None
    return bot if isinstance(bot, Team) else None
