"""One line for a newcomer: what the beginner's level of `team` would do, and why in plain words."""

from hanabi.bots.team.bot import Team
from hanabi.bots.team.engine.levels import BASIC
from hanabi.rules import Clue, Discard, Play, View
from hanabi.texts import say


def advice(view: View, lang: str) -> str | None:
    """None if there is nothing to advise: it is not the viewer's turn, or a reward tile waits."""
    if view.player != view.seat or view.pending is not None or view.over is not None:
        return None
    match Team(BASIC).choose(view):
        case Clue(to, about):
            return _clue_advice(view, to, about, lang)
        case Play(slot):
            card = view.hand[slot]
            fits = view.playable.issuperset(card.possible)
            kind = "sure" if fits else "told" if card.clued else "chance"
            return say(f"coach.play.{kind}", lang, slot=slot + 1)
        case Discard(slot):
            card = view.hand[slot]
            useless = view.useless.issuperset(card.possible)
            kind = ".useless" if useless else "" if card.clued else ".oldest"
            return say(f"coach.discard{kind}", lang, slot=slot + 1)
    return None


def _clue_advice(view: View, to: int, about: str | int, lang: str) -> str:
    touched = [seen.card for seen in view.hands[to] if seen.card in view.touched_by(about)]
    new = [seen.card for seen in view.hands[to] if seen.card in touched and not seen.clued] or touched
    word = str(about) if isinstance(about, int) else say(f"suit.{about}", lang)
    for kind, cards, among in (("play", view.playable, [*new, *touched]), ("save", view.critical, new)):
        for card in among:
            if card in cards:
                face = say(f"card.{card.suit}", lang, rank=card.rank)
                return say(f"coach.clue.{kind}", lang, to=view.names[to], card=face, about=word)
    return say("coach.clue" if touched else "coach.clue.empty", lang, to=view.names[to], about=word)
