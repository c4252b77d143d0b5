"""A player that types: what a bot chooses, said as a command line in any language."""

from hanabi import Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules import Action, View
from hanabi.texts import say


def spoken(action: Action, view: View, lang: str) -> str:
    def word(name: str) -> str:
        return say(f"play.command.{name}", lang)

    faces = {gone.card_id: gone.card for gone in view.discards}
    match action:
        case Clue(to, int(rank)):
            return f"{word('clue')} {view.names[to]} {rank}"
        case Clue(to, color):
            return f"{word('clue')} {view.names[to]} {say(f'suit.{color}', lang)}"
        case Play(slot, None):
            return f"{word('play')} {slot + 1}"
        case Play(slot, suit):
            return f"{word('play')} {slot + 1} {say('play.word.as', lang)} {say(f'suit.{suit}', lang)}"
        case Discard(slot):
            return f"{word('discard')} {slot + 1}"
        case Reshuffle(card_id):
            return f"{word('reshuffle')} {say(f'suit.{faces[card_id].suit}', lang)} {faces[card_id].rank}"
        case Rescue(card_id):
            return f"{word('rescue')} {say(f'suit.{faces[card_id].suit}', lang)} {faces[card_id].rank}"
    raise TypeError(action)
