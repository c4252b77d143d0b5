"""A bot in place of a player who is gone, if the others agree."""

from typing import Literal

from hanabi.server.tables.feature import Actor, Command, Refused, SeatEvent, StoredSeatEvent, applies, handles
from hanabi.server.tables.features.seating import BotSatEvent
from hanabi.server.tables.features.start import replay_actions
from hanabi.server.tables.options import BotName, SeatNumber
from hanabi.server.tables.seated_bots import RECOMMENDED_BOT, check_bot
from hanabi.server.tables.table import ConsentRequest, Table

# Seconds of a turn without a clock after which a player counts as gone.
ABANDONED_AFTER = 120.0


class Takeover(Command, frozen=True, tag="takeover"):
    """Propose that a bot plays for an abandoned seat, or vote on it; any action of its owner refuses."""

    seat: SeatNumber
    answer: Literal["agree", "refuse"]
    bot: BotName | None = None


class TakeoverAsked(StoredSeatEvent, frozen=True, tag="takeover_asked"):
    log_room = "reserved"
    by: int
    bot: str


class TakeoverAgreed(StoredSeatEvent, frozen=True, tag="takeover_agreed"):
    log_room = "reserved"
    by: int


class TakeoverRefused(StoredSeatEvent, frozen=True, tag="takeover_refused"):
    log_room = "reserved"
    by: int


class BotTookOver(StoredSeatEvent, frozen=True, tag="bot_took_over"):
    log_room = "reserved"
    by: int
    bot: str


class TakeoverAskedEvent(SeatEvent, tag="takeover_asked"):
    """`by` proposed that a bot plays for `seat`."""

    by: int
    bot: str


class TakeoverAgreedEvent(SeatEvent, tag="takeover_agreed"):
    by: int


class TakeoverRefusedEvent(SeatEvent, tag="takeover_refused"):
    by: int


@handles(Takeover)
def _takeover(table: Table, command: Takeover, actor: Actor, now: float) -> StoredSeatEvent:
    by = table.own_seat(actor)
    table.require_phase("playing")
    if table.contest is not None and not table.contest.bots:
        raise Refused("contest_rules")
    seat = table.existing_seat(command.seat)
    if seat == by or not table.occupants[seat].is_human:
        raise Refused("not_abandoned")
    request = table.takeover if table.takeover is not None and table.takeover.seat == seat else None
    if request is None and command.answer != "refuse":
        if not is_abandoned(table, seat, now):
            raise Refused("not_abandoned")
        bot = check_bot(command.bot or RECOMMENDED_BOT)
        if table.waiting_for(ConsentRequest(by, set(), seat=seat)):
            return TakeoverAsked(seat=seat, by=by, bot=bot)
        return BotTookOver(seat=seat, by=by, bot=bot)
    by, is_agreed = table.answer_to(request, actor, agrees=command.answer != "refuse")
    if command.answer == "refuse":
        return TakeoverRefused(seat=seat, by=by)
    if is_agreed and request is not None:
        return BotTookOver(seat=seat, by=by, bot=request.bot)
    return TakeoverAgreed(seat=seat, by=by)


def is_abandoned(table: Table, seat: int, now: float) -> bool:
    """Whether the player stood up, ran out of time, or took longer than ABANDONED_AFTER without a clock."""
    if table.occupants[seat].away:
        return True
    on_turn = table.game is not None and table.game.player == seat
    return on_turn and table.options.clock.kind == "none" and now - table.turn_started_at >= ABANDONED_AFTER


@applies(TakeoverAsked)
def _asked(table: Table, event: TakeoverAsked) -> list[SeatEvent]:
    table.takeover = ConsentRequest(event.by, {event.by}, seat=event.seat, bot=event.bot)
    return [TakeoverAskedEvent(seat=event.seat, by=event.by, bot=event.bot)]


@applies(TakeoverAgreed)
def _agreed(table: Table, event: TakeoverAgreed) -> list[SeatEvent]:
    if table.takeover is not None:
        table.takeover.agreed.add(event.by)
    return [TakeoverAgreedEvent(seat=event.seat, by=event.by)]


@applies(TakeoverRefused)
def _refused(table: Table, event: TakeoverRefused) -> list[SeatEvent]:
    table.takeover = None
    return [TakeoverRefusedEvent(seat=event.seat, by=event.by)]


@applies(BotTookOver)
def _bot_took_over(table: Table, event: BotTookOver) -> list[SeatEvent]:
    occupant = table.occupants[event.seat]
    occupant.bot, occupant.took_over, occupant.away = event.bot, True, False
    table.takeover = None
    assert table.game is not None
    replay_actions(table, table.game.action_texts)
    return [BotSatEvent(seat=event.seat, name=occupant.name or "", bot=event.bot)]
