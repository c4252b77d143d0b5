"""The team bot's thoughts for people: why it chose a move, how it reads clues, and what it thinks about each card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hanabi.bots.team.engine import layout
from hanabi.bots.team.engine.card_sets import is_known_playable, is_known_useless, is_single
from hanabi.bots.team.engine.conventions.belief import belief
from hanabi.bots.team.engine.layout import Mind, ObservedMove
from hanabi.bots.team.engine.levels import EXPERT, FINESSING, conventions_at
from hanabi.bots.team.engine.partners import KNOWN
from hanabi.bots.team.engine.promises import is_touched
from hanabi.bots.team.runtimes import follow_view
from hanabi.kernels import Rules
from hanabi.rules import Action, Card, Clue, Discard, Play, Rescue, Reshuffle, RuleSet, View, cards_by_kind, faces_in
from hanabi.texts import join, say

CLEAR_ODDS = 200  # log-odds from which on it says whom it believes it plays with
MAX_NAMED = 6  # a sentence names at most this many faces
Note = Literal["play", "blind", "later", "save", "keep", "useless"]


@dataclass(frozen=True)
class CardNote:
    """What the conventions tell the holder of a card.

    `told` is "play" (it should fit now), "blind" (it should fit, and no clue touched it), "later" (one exact card that
    does not fit yet), "save" (clued: keep it), "keep" (chop moved: keep it) or "useless".
    `cards` are the faces that the conventions leave; empty if they say nothing about the face.
    """

    seat: int
    slot: int
    told: Note
    cards: tuple[Card, ...]


def level_at(bots: Sequence[object]) -> int:
    """The level of conventions at a table: the highest of its team bots, or the default."""
    levels = [name.partition(":")[2] for name in bots if isinstance(name, str) and name.partition(":")[0] == "team"]
    return min(max((int(level) for level in levels if level.isdecimal()), default=FINESSING), EXPERT)


def notes_of(rules: RuleSet, r: Rules, mind: Mind) -> tuple[CardNote, ...]:
    """A note on each card that the conventions say something about, from the mind of one seat alone."""
    return tuple(
        note
        for seat in range(r.players)
        for slot in range(mind.table.held[seat])
        if (note := _note(rules, r, mind, seat, slot)) is not None
    )


def _note(rules: RuleSet, r: Rules, mind: Mind, seat: int, slot: int) -> CardNote | None:
    cell = mind.table.hands[seat][slot]
    if not is_touched(mind, cell):
        return CardNote(seat, slot, "keep", ()) if mind.cards.marks[cell] & layout.MOVED else None
    faces = belief(r, mind, cell)
    told: Note
    if is_known_playable(mind, faces):
        told = "blind" if mind.cards.clues[cell] == 0 else "play"
    elif is_known_useless(mind, faces):
        told = "useless"
    else:
        told = "later" if is_single(faces) else "save"
    return CardNote(seat, slot, told, tuple(faces_in(rules, faces)))


def notes_after_each_action(view: View, level: int) -> Iterator[tuple[CardNote, ...]]:
    """The notes at the beginning of the viewer's history and after each of its actions."""
    for _, runtime in follow_view(view, conventions_at(level)):
        yield notes_of(view.rules, view.rule_tables, runtime.mind)


def note_text(note: CardNote, lang: str) -> str:
    """What the holder should do with the card, and its possible faces if they are few."""
    sentence = say(f"told.{note.told}", lang)
    if not 0 < len(note.cards) <= MAX_NAMED or note.told == "useless":
        return sentence
    cards = join((say(f"card.{card.suit.value}", lang, rank=card.rank) for card in note.cards), lang, style="or")
    return f"{sentence} {say('told.cards', lang, cards=cards)}"


_PLAYS = {layout.KNOWN_PLAY: "known", layout.BLIND_PLAY: "blind", layout.GAMBLE: "gamble"}
_DISCARDS = {layout.DISCARD_USELESS: "useless", layout.DISCARD_CHOP: "chop", layout.DISCARD_OTHER: "spare"}
_CLUES = {
    layout.GIVE_PLAY: "play", layout.GIVE_SAVE: "save", layout.GIVE_FINESSE: "finesse", layout.GIVE_PROMPT: "prompt",
    layout.GIVE_FIX: "fix", layout.GIVE_MOVE: "move",
}  # fmt: skip
# By the number of a reading.
READING_NAMES = (
    "unexplained", "empty", "play", "save", "play_or_save", "stall", "fill_in", "tempo", "fix", "move", "unexplained",
)  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """What a clue, action number `action` of the history, means to the viewer."""

    action: int
    sentence: str


@dataclass(frozen=True)
class Explanation:
    """Why `action` is chosen, and how the clues that concerned this seat were read."""

    action: Action
    why: str
    readings: tuple[Reading, ...]


def readings_of(
    view: View, level: int, lang: str = "en", *, of_others: bool = False, without: Sequence[str] = ()
) -> tuple[Reading, ...]:
    """Every clue that concerns the viewer, read by the conventions of a level, `without` those named.

    With `of_others` every clue. It uses only the viewer's own view, so people may be shown it, too.
    """
    if view.seat is None:
        return ()
    readings, before = [], list[int]()
    for number, (move, runtime) in enumerate(follow_view(view, conventions_at(level, without)), start=-1):
        mind = runtime.mind
        if move is not None and move.what == layout.CLUED:
            sentence = clue_sentence(view, move, mind, before, lang, of_others=of_others)
            readings += [Reading(number, sentence)] if sentence is not None else []
        before = list(mind.cards.inferred)
    return tuple(readings)


def clue_sentence(
    view: View, move: ObservedMove, mind: Mind, before: Sequence[int], lang: str, *, of_others: bool = True
) -> str | None:
    """How the viewer's mind read a clue; `before` is what it inferred about every card before."""
    sentence = _sentence(view, move, mind, _asked_slots(mind, before), lang)
    return _sentence_about_others(view, move, mind, before, lang) if sentence is None and of_others else sentence


def _asked_slots(mind: Mind, before: Sequence[int]) -> list[int]:
    """The viewer's slots, without the focus, that a clue has just made a promise about; the next to play first."""
    hand, inferred = mind.table.hands[mind.me][: mind.table.held[mind.me]], mind.cards.inferred
    slots = [
        slot
        for slot, cell in enumerate(hand)
        if cell != mind.latest.focus and inferred[cell] != before[cell] and is_touched(mind, cell)
    ]
    return sorted(slots, key=lambda slot: not is_known_playable(mind, inferred[hand[slot]]))


def _sentence(view: View, move: ObservedMove, mind: Mind, asked: list[int], lang: str) -> str | None:
    giver, to = view.names[move.seat], view.names[move.to]
    if move.to != mind.me:
        if not asked or mind.latest.partner != mind.me:
            return None
        cell = mind.table.hands[mind.me][asked[0]]
        manner = "finesse" if mind.cards.marks[cell] & layout.BLIND else "prompt"
        cards = _cards(view.rules, mind.cards.inferred[cell], lang)
        return say(f"team.heard.{manner}", lang, giver=giver, to=to, slot=asked[0] + 1, cards=cards)
    slot = _slot(mind, mind.latest.focus)
    cards = _cards(view.rules, mind.latest.promise, lang)
    first = asked[0] + 1 if asked else 0
    return say(f"team.heard.{_manner(mind, asked)}", lang, giver=giver, slot=slot, cards=cards, first=first)


def _sentence_about_others(view: View, move: ObservedMove, mind: Mind, before: Sequence[int], lang: str) -> str:
    """A clue to somebody else: what it asks for, without the faces of the cards."""
    hand = mind.table.hands[move.to][: mind.table.held[move.to]]
    asked = [cell for cell in hand if cell != mind.latest.focus and mind.cards.inferred[cell] != before[cell]]
    manner = _manner(mind, [cell for cell in asked if mind.cards.marks[cell] & layout.BLIND])
    values = {"to": view.names[move.to], "slot": _slot(mind, mind.latest.focus)}
    if mind.latest.partner >= 0 and manner in ("play", "later", "own"):
        return say("team.seen.asked", lang, partner=view.names[mind.latest.partner], **values)
    return say(f"team.seen.{manner}", lang, **values)


def _manner(mind: Mind, asked: list[int]) -> str:
    if mind.latest.reading == layout.PLAY_CLUE:
        if asked:
            return "own"
        return "play" if is_known_playable(mind, mind.latest.promise) else "later"
    if mind.latest.reading == layout.FILL_IN and is_known_useless(mind, mind.latest.promise):
        return "useless"
    return READING_NAMES[mind.latest.reading]


def why(view: View, action: Action, mind: Mind, lang: str) -> str:
    """Why it makes this move, and what it has noticed about its partners by now."""
    return " ".join([_why(view, action, mind, lang), *_noticed(view, mind, lang)])


def _noticed(view: View, mind: Mind, lang: str) -> list[str]:
    """Which partners, not known by name, seem to play by conventions, and which do not."""
    odds = {view.names[seat]: mind.partners.odds[seat] for seat in range(len(view.names)) if seat != mind.me}
    seen = {
        "conventions": [name for name, value in odds.items() if CLEAR_ODDS <= value < KNOWN],
        "literal": [name for name, value in odds.items() if -KNOWN < value <= -CLEAR_ODDS],
    }
    return [say(f"team.partner.{what}", lang, names=join(names, lang)) for what, names in seen.items() if names]


def _why(view: View, action: Action, mind: Mind, lang: str) -> str:
    rules, r = view.rules, view.rule_tables
    match action:
        case Play(slot):
            faces = belief(r, mind, mind.table.hands[mind.me][slot])
            if mind.choice.reason == layout.GAMBLE:
                faces = faces & mind.table.playable or faces
            manner = _PLAYS.get(mind.choice.reason, "known")
            return say(f"team.play.{manner}", lang, slot=slot + 1, cards=_cards(rules, faces, lang))
        case Discard(slot):
            return say(f"team.discard.{_DISCARDS.get(mind.choice.reason, 'spare')}", lang, slot=slot + 1)
        case Clue(to):
            name = view.names[to]
            if mind.choice.chosen == layout.NO_CELL or mind.choice.reason not in _CLUES:
                return say("team.clue.stall", lang, to=name)
            card = _cards(rules, 1 << mind.table.kinds[mind.choice.chosen], lang)
            slot = _slot(mind, mind.choice.chosen)
            return say(f"team.clue.{_CLUES[mind.choice.reason]}", lang, to=name, slot=slot, cards=card)
        case Rescue(card_id) | Reshuffle(card_id):
            manner = "rescue" if isinstance(action, Rescue) else "reshuffle"
            cards = _cards(rules, 1 << view.erased.faces[card_id], lang)
            return say(f"team.reward.{manner}", lang, cards=cards)


def _slot(mind: Mind, cell: int) -> int:
    """Counted from 1; 0 if no hand has this card."""
    for seat, hand in enumerate(mind.table.hands):
        if cell in hand[: mind.table.held[seat]]:
            return hand.index(cell) + 1
    return 0


def _cards(rules: RuleSet, faces: int, lang: str) -> str:
    cards = faces_in(rules, faces & (1 << len(cards_by_kind(rules))) - 1)
    return join((say(f"card.{card.suit.value}", lang, rank=card.rank) for card in cards), lang, style="or")
