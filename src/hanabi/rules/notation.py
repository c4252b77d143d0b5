"""The record's notation for actions: cards by id, so rearranging a hand changes nothing (record.md)."""

from functools import lru_cache

from hanabi.kernels import State, visibility
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle


class NotationError(ValueError):
    """A text that does not name an action."""


def write_action(s: State, action: Action) -> str:
    """The notation of an action that the player to act is about to take."""
    match action:
        case Play(slot, None):
            return f"play {s.hands[s.player][slot]}"
        case Play(slot, suit):
            return f"play {s.hands[s.player][slot]} as {suit}"
        case Discard(slot):
            return f"discard {s.hands[s.player][slot]}"
        case Clue(to, about):
            return f"clue {to} {about}"
        case Reshuffle(card_id, at):
            return f"reshuffle {visibility.card_shown_as(s, card_id)} at {at}"
        case Rescue(card_id):
            return f"rescue {visibility.card_shown_as(s, card_id)}"


def read_action(s: State, text: str) -> Action:
    """Parse an action of the player to act. A card that this player does not hold is a NotationError."""
    if text.startswith("clue "):
        return _read_clue(text)
    match text.split(" "):
        case ["play", card]:
            return Play(_slot(s, card))
        case ["play", card, "as", suit]:
            return Play(_slot(s, card), announce=suit)
        case ["discard", card]:
            return Discard(_slot(s, card))
        case ["reshuffle", card, "at", place]:
            return Reshuffle(visibility.shown_id(s, _number(card)), _number(place))
        case ["rescue", card]:
            return Rescue(visibility.shown_id(s, _number(card)))
    raise _not_an_action(text)


@lru_cache(maxsize=256)
def _read_clue(text: str) -> Clue:
    """Cached: there are few clue texts, and they do not depend on the state."""
    words = text.split(" ")
    if len(words) != 3:
        raise _not_an_action(text)
    seat, about = words[1:]
    return Clue(_number(seat), _number(about) if about.isdecimal() else about)


def _not_an_action(text: str) -> NotationError:
    return NotationError(
        f"{text!r} is not an action: write 'play ID', 'play ID as SUIT', 'discard ID', 'clue SEAT COLOR', "
        "'clue SEAT RANK', 'reshuffle ID at N' or 'rescue ID'"
    )


def _number(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 3 and text == str(int(text)):
        return int(text)
    raise NotationError(f"{text!r} is not a number")


def _slot(s: State, text: str) -> int:
    card, hand = _number(text), s.hands[s.player][: s.hand_sizes[s.player]]
    if card not in hand:
        held = ", ".join(map(str, sorted(hand))) or "no card"
        raise NotationError(f"seat {s.player} does not hold card {card}; it holds {held}")
    return hand.index(card)
