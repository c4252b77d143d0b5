"""Explanations of games by the team bot and its conventions: reasons for moves, readings of clues, notes on cards."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hanabi.bots.bot import BotError
from hanabi.bots.roster import make_bot, others
from hanabi.bots.team import readings_of
from hanabi.bots.team.explanations import CardNote, Note, note_text, notes_after_each_action
from hanabi.records import Record, advance, dealt_game, replay
from hanabi.rules import read_action
from hanabi.rules.view_documents import Viewer
from hanabi.server.tables import SeatNumber


class ConventionNote(Struct, frozen=True):
    """What the conventions tell the owner to do with the card in this slot, its possible faces, and both in words."""

    seat: SeatNumber
    slot: int
    told: Note
    cards: list[str]
    sentence: str


class ConventionReading(Struct, frozen=True):
    """The meaning of action number `action`, a clue."""

    action: int
    sentence: str


class ConventionNotes(Struct, frozen=True):
    """`frames`: the notes at the deal and after each action, starting at number `first`; `readings` of all clues."""

    first: int
    frames: list[list[ConventionNote]]
    readings: list[ConventionReading]


class Advice(Struct, frozen=True):
    """What a beginner could do after this number of `actions`, in one sentence; null if there is nothing to say."""

    actions: int
    sentence: str | None


def convention_notes(record: Record, viewer: Viewer, level: int, lang: str, first: int) -> ConventionNotes:
    """As far as the viewer's seat can know; with all hands open, what each owner can know about its own hand.

    Spectators get none: the notes on a hand reveal something about the hands that its owner sees.
    """
    game = replay(record)
    if viewer is None:
        return ConventionNotes(first, [[] for _ in range(first, len(record.actions) + 1)], [])
    if viewer == "open":
        by_seat = [list(notes_after_each_action(game.view(seat), level)) for seat in range(len(record.players))]
        frames = [
            [note for seat, notes in enumerate(at) for note in notes if note.seat == seat]
            for at in zip(*by_seat, strict=True)
        ]
        return ConventionNotes(first, [_encoded_notes(notes, lang) for notes in frames[first:]], [])
    view = game.view(viewer)
    notes = list(notes_after_each_action(view, level))
    readings = [
        ConventionReading(reading.action, reading.sentence)
        for reading in readings_of(view, level, lang, of_others=True)
    ]
    return ConventionNotes(first, [_encoded_notes(at, lang) for at in notes[first:]], readings)


def _encoded_notes(notes: Iterable[CardNote], lang: str) -> list[ConventionNote]:
    return [
        ConventionNote(note.seat, note.slot, note.told, [str(card) for card in note.cards], note_text(note, lang))
        for note in notes
    ]


if TYPE_CHECKING:
    from hanabi.bots.team import Team


class MoveExplanation(Struct, frozen=True):
    """A sentence by that seat: its bot's reason for a move, or its reading of a clue."""

    seat: SeatNumber
    sentence: str


def explanations(record: Record, lang: str) -> list[list[MoveExplanation]]:
    """The explanations of each action: by the bot that took it, then by the players who read something in it."""
    # Imported here because only workers, not the server itself, compute explanations.
    from hanabi.bots.team import Team

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
