"""The events of a log entry as plain fields."""

from typing import Any

from hanabi.kernels import visibility
from hanabi.rules import Action, Referee, events
from hanabi.rules.event_document import EventFields, event_document


def carry_out(game: Referee, action: Action, text: str, draw_numbers: dict[int, int]) -> list[EventFields]:
    """Carry out a legal action; `text` is the action in record notation.

    Adds the draw number of each card that leaves a hand to `draw_numbers`.
    """
    state, seat = game.state, game.state.player
    slot = getattr(action, "slot", None)
    if slot is not None:
        card = state.hands[seat][slot]
        draw = draw_numbers[card] = state.draw_numbers[seat][slot]
    else:
        shown_id = getattr(action, "card_id", None)
        draw = 0 if shown_id is None else draw_numbers[visibility.card_shown_as(state, shown_id)]
    return [_game_event(game, event, draw) for event in game.carry_out(action, text)]


def _game_event(game: Referee, event: events.Event, draw: int) -> EventFields:
    number = game.state.drawn - 1 if isinstance(event, events.CardDrawn) else draw
    return event_document(event, drawn=number, strikes=game.state.strikes, strikes_max=game.rules.strikes)


def table_event(event_type: str, /, **values: Any) -> list[EventFields]:
    """One event about the table itself."""
    return [{"type": event_type, **values}]
