"""Taking back a move, if everybody agrees."""

from typing import Literal

from hanabi.server.tables.feature import Actor, Command, Refused, SeatEvent, StoredSeatEvent, applies, handles
from hanabi.server.tables.features.start import replay_actions
from hanabi.server.tables.table import ConsentRequest, Table


class TakeBack(Command, frozen=True, tag="take_back"):
    """`ask` to undo your last action, or answer a teammate's request."""

    answer: Literal["ask", "agree", "refuse"]


class TakeBackAsked(StoredSeatEvent, frozen=True, tag="take_back_asked"):
    actions: int


class TakeBackAgreed(StoredSeatEvent, frozen=True, tag="take_back_agreed"):
    pass


class TakeBackRefused(StoredSeatEvent, frozen=True, tag="take_back_refused"):
    pass


class TakenBack(StoredSeatEvent, frozen=True, tag="taken_back"):
    """`by` asked, and `seat` was the last one to agree."""

    by: int
    actions: int


class TookBackEvent(SeatEvent, tag="took_back"):
    """The game is back at `actions` actions. Cards shown since then stay known."""

    actions: int


class TakeBackAskedEvent(SeatEvent, tag="take_back_asked"):
    pass


class TakeBackAgreedEvent(SeatEvent, tag="take_back_agreed"):
    pass


class TakeBackRefusedEvent(SeatEvent, tag="take_back_refused"):
    pass


@handles(TakeBack)
def _take_back(table: Table, command: TakeBack, actor: Actor, now: float) -> StoredSeatEvent:
    seat = table.own_seat(actor)
    table.require_phase("playing")
    if not table.options.take_backs:
        raise Refused("take_backs_off")
    if command.answer == "ask":
        return _ask(table, seat)
    seat, is_agreed = table.answer_to(table.take_back, actor, agrees=command.answer == "agree")
    if command.answer == "refuse":
        return TakeBackRefused(seat=seat)
    if is_agreed and (request := table.take_back):
        return TakenBack(seat=seat, by=request.by, actions=request.actions)
    return TakeBackAgreed(seat=seat)


def _ask(table: Table, seat: int) -> StoredSeatEvent:
    if table.take_back is not None:
        raise Refused("take_back_pending")
    actions = last_action_of(table, seat)
    if actions is None:
        raise Refused("nothing_to_take_back")
    if table.waiting_for(ConsentRequest(seat, set())):
        return TakeBackAsked(seat=seat, actions=actions)
    return TakenBack(seat=seat, by=seat, actions=actions)


def last_action_of(table: Table, seat: int) -> int | None:
    """The number of this seat's last action."""
    actors = table.actors
    return next((index for index in range(len(actors) - 1, -1, -1) if actors[index] == seat), None)


@applies(TakeBackAsked)
def _asked(table: Table, event: TakeBackAsked) -> list[SeatEvent]:
    table.take_back = ConsentRequest(event.seat, set(), actions=event.actions)
    return [TakeBackAskedEvent(seat=event.seat)]


@applies(TakeBackAgreed)
def _agreed(table: Table, event: TakeBackAgreed) -> list[SeatEvent]:
    if table.take_back is not None:
        table.take_back.agreed.add(event.seat)
    return [TakeBackAgreedEvent(seat=event.seat)]


@applies(TakeBackRefused)
def _refused(table: Table, event: TakeBackRefused) -> list[SeatEvent]:
    table.take_back = None
    return [TakeBackRefusedEvent(seat=event.seat)]


@applies(TakenBack)
def _taken_back(table: Table, event: TakenBack) -> list[SeatEvent]:
    """Replay the remaining actions. Cards that the undone actions have shown stay known to everybody."""
    assert table.game is not None
    undone = [text.split() for text in table.game.action_texts[event.actions :]]
    cards = [int(words[1]) for words in undone if words[0] in ("play", "discard")]
    table.exposed |= {(table.draw_numbers[card], card) for card in cards}
    replay_actions(table, table.game.action_texts[: event.actions])
    table.take_back = table.takeover = None
    table.casual = True
    table.turn_started_at = table.changed_at
    return [TookBackEvent(seat=event.by, actions=event.actions)]
