"""What the conventions say about the cards at a table, move by move, as far as the viewer may know it."""

from collections.abc import Iterable

from msgspec import Struct

from hanabi.bots.team import readings_of
from hanabi.bots.team.explanations import CardNote, Note, note_text, notes_after_each_action
from hanabi.records.record import Record
from hanabi.records.replay import replay
from hanabi.server.tables.options import SeatNumber
from hanabi.server.wire.view_json import Viewer


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
        return ConventionNotes(first, [_sent(notes, lang) for notes in frames[first:]], [])
    view = game.view(viewer)
    notes = list(notes_after_each_action(view, level))
    readings = [
        ConventionReading(reading.action, reading.sentence)
        for reading in readings_of(view, level, lang, of_others=True)
    ]
    return ConventionNotes(first, [_sent(at, lang) for at in notes[first:]], readings)


def _sent(notes: Iterable[CardNote], lang: str) -> list[ConventionNote]:
    return [
        ConventionNote(note.seat, note.slot, note.told, [str(card) for card in note.cards], note_text(note, lang))
        for note in notes
    ]
