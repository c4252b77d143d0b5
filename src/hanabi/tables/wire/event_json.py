"""What happened, as the people at the table see it: stored events become the messages' events.

A group of events is told in two ways: with the face of the card drawn, for those who see that hand, and without it, for
its owner and for spectators.
"""

from typing import Any

import msgspec

from hanabi.kernels import visibility
from hanabi.rules import events
from hanabi.rules.notation import read_action
from hanabi.rules.referee import Referee

_encoder = msgspec.json.Encoder()
Told = dict[str, Any]


def encoded(n: int, at: float, shown: list[Told]) -> tuple[int | None, str, str]:
    """The seat that drew a card (or None), the events with that card's face, and without."""
    head = f'{{"n":{n},"at":{at:.3f},'
    if not shown:
        return None, "", ""
    with_face = [head + _encoder.encode(event).decode()[1:] for event in shown]
    drawer = next((place for place, event in enumerate(shown) if event["type"] == "draw"), None)
    told = ",".join(with_face)
    if drawer is None:
        return None, told, told
    with_face[drawer] = head + _encoder.encode({**shown[drawer], "card": None}).decode()[1:]
    return shown[drawer]["seat"], told, ",".join(with_face)


def act(game: Referee, text: str, drawn_of: dict[int, int]) -> list[Told]:
    """Carry out an action of the log, which holds only what was checked.

    `drawn_of` learns under which number each card that left a hand was drawn.
    """
    state, seat = game.state, game.state.player
    action = read_action(state, text)
    slot = getattr(action, "slot", None)
    if slot is not None:
        card = state.hands[seat][slot]
        drawn = drawn_of[card] = state.serials[seat][slot]
    else:
        shown = getattr(action, "card_id", None)
        drawn = 0 if shown is None else drawn_of[visibility.card_shown_as(state, shown)]
    return [_told(game, event, drawn) for event in game.carry_out(action, text)]


def _told(game: Referee, event: events.Event, drawn: int) -> Told:
    match event:
        case events.ClueGiven():
            return {
                "type": "clue",
                "giver": event.giver,
                "to": event.to,
                "about": event.about,
                "slots": event.slots,
                "free": event.free,
            }
        case events.CardPlayed():
            return {
                "type": "play",
                "seat": event.seat,
                "slot": event.slot,
                "drawn": drawn,
                "card": str(event.card),
                "added": event.added,
                "announced": event.announced,
            }
        case events.CardDiscarded():
            card = str(event.card)
            return {"type": "discard", "seat": event.seat, "slot": event.slot, "drawn": drawn, "card": card}
        case events.CardDrawn():
            return {"type": "draw", "seat": event.seat, "drawn": game.state.drawn - 1, "card": str(event.card)}
        case events.Struck():
            return {"type": "strike", "strikes": event.strikes}
        case events.StrikeMended():
            return {"type": "strike_mended", "strikes": event.strikes}
        case events.CluesReturned():
            return {"type": "clue_tokens", "tokens": event.tokens}
        case events.FireworkCompleted():
            return {"type": "firework", "suit": event.suit}
        case events.TileTurned():
            return {"type": "tile", "tile": event.tile, "waits": event.waits}
        case events.CardReshuffled():
            return {"type": "reshuffle", "seat": event.seat, "drawn": drawn, "card": str(event.card)}
        case events.CardRescued():
            return {"type": "rescue", "seat": event.seat, "drawn": drawn, "card": str(event.card)}
        case events.LastRoundBegan():
            return {"type": "last_round", "turns": event.turns}
        case events.GameEnded():
            return {"type": "over", **event.outcome.to_dict()}


def told(kind: str, **values: Any) -> list[Told]:
    """One event about the table itself."""
    return [{"type": kind, **values}]
