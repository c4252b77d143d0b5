"""The team bot in sentences: why it chose a move, and how it reads the clues given to a seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from hanabi.bots.team.engine.belief import belief, is_known_playable, is_known_useless
from hanabi.bots.team.engine.layout import (
    BLIND,
    BLIND_PLAY,
    CHOP_MOVE,
    CLUED,
    DISCARD_CHOP,
    DISCARD_OTHER,
    DISCARD_USELESS,
    EMPTY,
    FILL_IN,
    FIVE_STALL,
    FIX,
    GAMBLE,
    GIVE_FINESSE,
    GIVE_FIX,
    GIVE_MOVE,
    GIVE_PLAY,
    GIVE_PROMPT,
    GIVE_SAVE,
    KNOWN_PLAY,
    NO_CELL,
    PLAY_CLUE,
    PLAY_OR_SAVE,
    SAVE_CLUE,
    TEMPO,
    Mind,
    ObservedMove,
)
from hanabi.bots.team.engine.level_table import conventions_at
from hanabi.bots.team.observed_moves import MoveObserver, StartPosition
from hanabi.bots.team.runtimes import PlainRuntime
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.rule_tables import cards_by_kind
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View, faces_in
from hanabi.texts import join, say

_PLAYS = {KNOWN_PLAY: "known", BLIND_PLAY: "blind", GAMBLE: "gamble"}
_DISCARDS = {DISCARD_USELESS: "useless", DISCARD_CHOP: "chop", DISCARD_OTHER: "spare"}
_CLUES = {
    GIVE_PLAY: "play",
    GIVE_SAVE: "save",
    GIVE_FINESSE: "finesse",
    GIVE_PROMPT: "prompt",
    GIVE_FIX: "fix",
    GIVE_MOVE: "move",
}
_READINGS = {
    SAVE_CLUE: "save",
    PLAY_OR_SAVE: "play_or_save",
    FIVE_STALL: "stall",
    FILL_IN: "fill_in",
    TEMPO: "tempo",
    FIX: "fix",
    CHOP_MOVE: "move",
    EMPTY: "empty",
}


@dataclass(frozen=True)
class Reading:
    """What action number `action` of the history, a clue, means to the viewer."""

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
    """Every clue that concerns the viewer, as the conventions of that level, `without` those named, read it; with
    `of_others` every clue.

    Made from the viewer's own view, so it says nothing that a seat may not know: people can be shown it too.
    """
    if view.seat is None:
        return ()
    start = StartPosition.of(view)
    runtime = PlainRuntime(view.rule_tables, view.seat, conventions_at(level, without), start)
    observer = MoveObserver(view.rules, len(view.names), start)
    readings = []
    for number, events in enumerate(view.history):
        move, status = observer.observe(events)
        before = list(runtime.mind.inferred)
        runtime.observe_move(move, status)
        if move.what == CLUED:
            sentence = _sentence(view, move, runtime.mind, _asked(runtime.mind, before), lang)
            if sentence is None and of_others:
                sentence = _sentence_about_others(view, move, runtime.mind, before, lang)
            if sentence is not None:
                readings.append(Reading(number, sentence))
    return tuple(readings)


def _asked(mind: Mind, before: list[int]) -> list[int]:
    """Slots of the viewer's cards that a clue has just put a promise on, beside its focus; the next to play first."""
    slots = [
        slot
        for slot in range(mind.held[mind.me])
        for cell in [mind.hands[mind.me][slot]]
        if cell != mind.focus and mind.inferred[cell] != before[cell] and (mind.clues[cell] or mind.marks[cell] & BLIND)
    ]
    return sorted(slots, key=lambda slot: not is_known_playable(mind, mind.inferred[mind.hands[mind.me][slot]]))


def _sentence(view: View, move: ObservedMove, mind: Mind, asked: list[int], lang: str) -> str | None:
    giver, to = view.names[move.seat], view.names[move.to]
    if move.to != mind.me:
        if not asked or mind.partner != mind.me:
            return None
        cell = mind.hands[mind.me][asked[0]]
        manner = "finesse" if mind.marks[cell] & BLIND else "prompt"
        cards = _cards(view.rules, mind.inferred[cell], lang)
        return say(f"team.heard.{manner}", lang, giver=giver, to=to, slot=asked[0] + 1, cards=cards)
    slot = _slot(mind, mind.focus)
    cards = _cards(view.rules, mind.promise, lang)
    first = asked[0] + 1 if asked else 0
    return say(f"team.heard.{_manner(mind, asked)}", lang, giver=giver, slot=slot, cards=cards, first=first)


def _sentence_about_others(view: View, move: ObservedMove, mind: Mind, before: list[int], lang: str) -> str:
    """A clue between two others, or one of the viewer's own: what it asks for, without the faces of the cards."""
    hand = mind.hands[move.to][: mind.held[move.to]]
    asked = [cell for cell in hand if cell != mind.focus and mind.inferred[cell] != before[cell]]
    manner = _manner(mind, [cell for cell in asked if mind.marks[cell] & BLIND])
    values = {"to": view.names[move.to], "slot": _slot(mind, mind.focus)}
    if mind.partner >= 0 and manner in ("play", "later", "own"):
        return say("team.seen.asked", lang, partner=view.names[mind.partner], **values)
    return say(f"team.seen.{manner}", lang, **values)


def _manner(mind: Mind, asked: list[int]) -> str:
    if mind.reading == PLAY_CLUE:
        if asked:
            return "own"
        return "play" if is_known_playable(mind, mind.promise) else "later"
    if mind.reading == FILL_IN and is_known_useless(mind, mind.promise):
        return "useless"
    return _READINGS.get(mind.reading, "unexplained")


def why(view: View, action: Action, mind: Mind, lang: str) -> str:
    rules, r = view.rules, view.rule_tables
    match action:
        case Play(slot):
            faces = belief(r, mind, mind.hands[mind.me][slot])
            if mind.reason == GAMBLE:
                faces = faces & mind.playable or faces
            manner = _PLAYS.get(mind.reason, "known")
            return say(f"team.play.{manner}", lang, slot=slot + 1, cards=_cards(rules, faces, lang))
        case Discard(slot):
            return say(f"team.discard.{_DISCARDS.get(mind.reason, 'spare')}", lang, slot=slot + 1)
        case Clue(to):
            name = view.names[to]
            if mind.chosen == NO_CELL or mind.reason not in _CLUES:
                return say("team.clue.stall", lang, to=name)
            card = _cards(rules, 1 << mind.kinds[mind.chosen], lang)
            slot = _slot(mind, mind.chosen)
            return say(f"team.clue.{_CLUES[mind.reason]}", lang, to=name, slot=slot, cards=card)
        case Rescue(card_id) | Reshuffle(card_id):
            manner = "rescue" if isinstance(action, Rescue) else "reshuffle"
            cards = _cards(rules, 1 << view.erased.faces[card_id], lang)
            return say(f"team.reward.{manner}", lang, cards=cards)


def _slot(mind: Mind, cell: int) -> int:
    """As people count, from 1; 0 when there is no such card."""
    for seat, hand in enumerate(mind.hands):
        if cell in hand[: mind.held[seat]]:
            return hand.index(cell) + 1
    return 0


def _cards(rules: RuleSet, faces: int, lang: str) -> str:
    cards = faces_in(rules, faces & (1 << len(cards_by_kind(rules))) - 1)
    return join((say(f"card.{card.suit.value}", lang, rank=card.rank) for card in cards), lang, style="or")
