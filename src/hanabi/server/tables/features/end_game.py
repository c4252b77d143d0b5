"""Ending a running game, if everybody agrees; it is scored as it stands."""

from typing import Literal

from hanabi.rules.event_documents import EventDocument, over_event
from hanabi.server.tables.feature import Actor, Command, Refused, SeatEvent, StoredSeatEvent, applies, handles
from hanabi.server.tables.table import ConsentRequest, Table


class EndGame(Command, frozen=True, tag="end_game"):
    """`ask` to end the game now, or answer a teammate who asked. Moving instead refuses."""

    answer: Literal["ask", "agree", "refuse"]


class EndAsked(StoredSeatEvent, frozen=True, tag="end_asked"):
    pass


class EndAgreed(StoredSeatEvent, frozen=True, tag="end_agreed"):
    pass


class EndRefused(StoredSeatEvent, frozen=True, tag="end_refused"):
    pass


class EndedByAgreement(StoredSeatEvent, frozen=True, tag="ended_by_agreement"):
    """`seat` was the last one to agree."""

    log_room = "reserved"


class EndAskedEvent(SeatEvent, tag="end_asked"):
    pass


class EndAgreedEvent(SeatEvent, tag="end_agreed"):
    pass


class EndRefusedEvent(SeatEvent, tag="end_refused"):
    pass


@handles(EndGame)
def _end_game(table: Table, command: EndGame, actor: Actor, now: float) -> StoredSeatEvent:
    seat = table.own_seat(actor)
    table.require_phase("playing")
    if command.answer == "ask" and table.ending is None:
        if not table.actions:
            raise Refused("wrong_phase", phase=table.phase)
        asked = table.waiting_for(ConsentRequest(seat, set()))
        return EndAsked(seat=seat) if asked else EndedByAgreement(seat=seat)
    seat, is_agreed = table.answer_to(table.ending, actor, agrees=command.answer != "refuse")
    if command.answer == "refuse":
        return EndRefused(seat=seat)
    return EndedByAgreement(seat=seat) if is_agreed else EndAgreed(seat=seat)


@applies(EndAsked)
def _asked(table: Table, event: EndAsked) -> list[SeatEvent]:
    table.ending = ConsentRequest(event.seat, set())
    return [EndAskedEvent(seat=event.seat)]


@applies(EndAgreed)
def _agreed(table: Table, event: EndAgreed) -> list[SeatEvent]:
    if table.ending is not None:
        table.ending.agreed.add(event.seat)
    return [EndAgreedEvent(seat=event.seat)]


@applies(EndRefused)
def _refused(table: Table, event: EndRefused) -> list[SeatEvent]:
    table.ending = None
    return [EndRefusedEvent(seat=event.seat)]


@applies(EndedByAgreement)
def _ended(table: Table, event: EndedByAgreement) -> list[EventDocument]:
    assert table.game is not None
    table.ending = table.take_back = table.takeover = None
    return [over_event(table.game.end_by_agreement())]
