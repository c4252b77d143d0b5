"""Converts an event to the fields of its JSON (docs/protocol.md)."""

from typing import Any

from hanabi.rules import events

EventFields = dict[str, Any]


def event_document(event: events.Event, *, drawn: int, strikes: int, strikes_max: int) -> EventFields:
    """`drawn` is the draw number of the card in the event; `strikes` is the count after the action."""
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
                "strike": None if event.added else strikes,
                "strikes_max": strikes_max,
            }
        case events.CardDiscarded():
            card = str(event.card)
            return {"type": "discard", "seat": event.seat, "slot": event.slot, "drawn": drawn, "card": card}
        case events.CardDrawn():
            face = None if event.card is None else str(event.card)
            return {"type": "draw", "seat": event.seat, "drawn": drawn, "card": face}
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
