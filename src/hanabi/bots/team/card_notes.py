"""What the conventions say of the cards in all hands, as far as one seat can know it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hanabi.bots.team.engine.belief import belief, is_known_playable, is_known_useless
from hanabi.bots.team.engine.card_sets import is_single
from hanabi.bots.team.engine.layout import MOVED, Mind
from hanabi.bots.team.engine.level_table import EXPERT, FINESSING, conventions_at
from hanabi.bots.team.engine.promises import is_touched
from hanabi.bots.team.observed_moves import MoveObserver, StartPosition
from hanabi.bots.team.runtimes import PlainRuntime
from hanabi.kernels.layout import Rules
from hanabi.rules.cards import Card
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View, faces_in
from hanabi.texts import join, say

MOST_NAMED = 6  # faces that a sentence names
Note = Literal["play", "blind", "later", "save", "keep", "useless"]


@dataclass(frozen=True)
class CardNote:
    """What the conventions tell the owner of the card in a slot of the hand of `seat`.

    `told` is "play" (it should fit now), "blind" (and no clue points at it), "later" (one exact card that does not fit
    yet), "save" (clued, keep it), "keep" (no clue points at it, keep it all the same) or "useless".
    `cards` are the faces they leave; none are named where they say nothing of the face.
    """

    seat: int
    slot: int
    told: Note
    cards: tuple[Card, ...]


def level_at(bots: Sequence[Any]) -> int:
    """The level of conventions at a table: those of the team bots that play, else the usual ones."""
    levels = [name.partition(":")[2] for name in bots if isinstance(name, str) and name.partition(":")[0] == "team"]
    return min(max((int(level) for level in levels if level.isdecimal()), default=FINESSING), EXPERT)


def notes_of(rules: RuleSet, r: Rules, mind: Mind) -> tuple[CardNote, ...]:
    """A note on each card that the conventions say something of, from the mind of one seat alone."""
    return tuple(
        note
        for seat in range(r.players)
        for slot in range(mind.held[seat])
        if (note := _note(rules, r, mind, seat, slot)) is not None
    )


def _note(rules: RuleSet, r: Rules, mind: Mind, seat: int, slot: int) -> CardNote | None:
    cell = mind.hands[seat][slot]
    if not is_touched(mind, cell):
        return CardNote(seat, slot, "keep", ()) if mind.marks[cell] & MOVED else None
    faces = belief(r, mind, cell)
    told: Note
    if is_known_playable(mind, faces):
        told = "blind" if mind.clues[cell] == 0 else "play"
    elif is_known_useless(mind, faces):
        told = "useless"
    else:
        told = "later" if is_single(faces) else "save"
    return CardNote(seat, slot, told, tuple(faces_in(rules, faces)))


def notes_after_each_action(view: View, level: int) -> Iterator[tuple[CardNote, ...]]:
    """The notes at the beginning of the viewer's history and after each of its actions."""
    assert view.seat is not None
    start = StartPosition.of(view)
    runtime = PlainRuntime(view.rule_tables, view.seat, conventions_at(level), start)
    observer = MoveObserver(view.rules, len(view.names), start)
    yield notes_of(view.rules, view.rule_tables, runtime.mind)
    for events in view.history:
        runtime.observe_move(*observer.observe(events))
        yield notes_of(view.rules, view.rule_tables, runtime.mind)


def note_text(note: CardNote, lang: str) -> str:
    """What the owner is told to do with the card, and what it should be where that is one of a few."""
    sentence = say(f"told.{note.told}", lang)
    if not 0 < len(note.cards) <= MOST_NAMED or note.told == "useless":
        return sentence
    cards = join((say(f"card.{card.suit.value}", lang, rank=card.rank) for card in note.cards), lang, style="or")
    return f"{sentence} {say('told.cards', lang, cards=cards)}"
