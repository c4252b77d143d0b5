"""People and bots sit down, change names, leave and come back."""

import secrets

from hanabi.server.tables import names as player_names
from hanabi.server.tables.feature import Actor, Command, Refused, SeatEvent, StoredSeatEvent, applies, handles
from hanabi.server.tables.options import BotName, PlayerName, SeatNumber
from hanabi.server.tables.seated_bots import bot_name, check_bot
from hanabi.server.tables.table import InitialSeat, Occupant, Table


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat (any, or this one), or take your own seat back from a bot."""

    name: PlayerName
    seat: SeatNumber | None = None


class Seated(StoredSeatEvent, frozen=True, tag="seated"):
    personal = ("name", None)
    name: str
    key: str
    token: str
    account: int | None = None


class Renamed(StoredSeatEvent, frozen=True, tag="renamed"):
    personal = ("name", None)
    name: str


class CameBack(StoredSeatEvent, frozen=True, tag="came_back"):
    """The owner plays again, also in place of a bot that had taken over."""

    log_room = "reserved"


class SatEvent(SeatEvent, tag="sat"):
    """A player took a seat, came back to it, or changed names."""

    name: str


@handles(Sit)
def _sit(table: Table, command: Sit, actor: Actor, now: float) -> StoredSeatEvent:
    return sit_event(table, actor, command.name, command.seat)


def sit_event(
    table: Table, actor: Actor, name: str, seat: int | None, token_hash: str | None = None
) -> Seated | Renamed | CameBack:
    """Take a seat. `token_hash` is the hash of the seat's token; by default nobody knows the token."""
    own_seat = table.seat_of(actor.key, actor.account)
    if own_seat is not None and table.phase != "setup":
        occupant = table.occupants[own_seat]
        if occupant.away or occupant.took_over:
            return CameBack(seat=own_seat)
        raise Refused("already_seated", seat=own_seat)
    if actor.key is None:
        raise Refused("not_seated")
    table.require_phase("setup")
    name = player_names.checked_name(name)
    if own_seat is not None:
        if seat is None or seat == own_seat:
            return Renamed(seat=own_seat, name=_free_name(table, name, own_seat))
        raise Refused("already_seated", seat=own_seat)
    if seat is None:
        free = [place for place, occupant in enumerate(table.occupants) if occupant.is_nobody]
        if not free:
            raise Refused("table_full")
        seat = free[0]
    elif not table.occupants[table.existing_seat(seat)].is_nobody:
        raise Refused("seat_taken", seat=seat)
    token = token_hash or secrets.token_hex(32)
    return Seated(seat=seat, name=_free_name(table, name, seat), key=actor.key, token=token, account=actor.account)


def _free_name(table: Table, name: str, seat: int) -> str:
    others = (occupant.name for place, occupant in enumerate(table.occupants) if place != seat)
    return player_names.free_name(name, others)


@applies(Seated)
def _seated(table: Table, event: Seated) -> list[SeatEvent]:
    keys = (event.key,) if event.account is None else ()
    table.occupants[event.seat] = Occupant.of(InitialSeat(event.name, None, keys, event.token, event.account))
    return [SatEvent(seat=event.seat, name=event.name)]


@applies(CameBack)
def _came_back(table: Table, event: CameBack) -> list[SeatEvent]:
    occupant = table.occupants[event.seat]
    occupant.away, occupant.bot, occupant.took_over = False, None, False
    if table.takeover is not None and table.takeover.seat == event.seat:
        table.takeover = None
    table.turn_started_at = table.changed_at
    return [SatEvent(seat=event.seat, name=occupant.name or "")]


class Rename(Command, frozen=True, tag="rename"):
    name: PlayerName


@handles(Rename)
def _rename(table: Table, command: Rename, actor: Actor, now: float) -> Renamed:
    table.require_phase("setup")
    seat = table.own_seat(actor)
    return Renamed(seat=seat, name=_free_name(table, player_names.checked_name(command.name), seat))


@applies(Renamed)
def _renamed(table: Table, event: Renamed) -> list[SeatEvent]:
    table.occupants[event.seat].name = event.name
    return [SatEvent(seat=event.seat, name=event.name)]


class Stand(Command, frozen=True, tag="stand"):
    """Before the start this frees the seat; during a game the player keeps it, and the others may call a bot."""


class Vacated(StoredSeatEvent, frozen=True, tag="vacated"):
    pass


class StoodUp(StoredSeatEvent, frozen=True, tag="stood_up"):
    log_room = "reserved"


class StoodEvent(SeatEvent, tag="stood"):
    pass


@handles(Stand)
def _stand(table: Table, command: Stand, actor: Actor, now: float) -> Vacated | StoodUp:
    seat = table.own_seat(actor)
    if table.phase == "setup":
        return Vacated(seat=seat)
    table.require_phase("playing")
    return StoodUp(seat=seat)


@applies(Vacated)
def _vacated(table: Table, event: Vacated) -> list[SeatEvent]:
    table.occupants[event.seat] = Occupant()
    return [StoodEvent(seat=event.seat)]


@applies(StoodUp)
def _stood_up(table: Table, event: StoodUp) -> list[SeatEvent]:
    table.occupants[event.seat].away = True
    return [StoodEvent(seat=event.seat)]


class SeatBot(Command, frozen=True, tag="bot"):
    """Host, before the start: seat a bot, in place of anyone who sits there; null clears the seat."""

    seat: SeatNumber
    bot: BotName | None


class BotSeated(StoredSeatEvent, frozen=True, tag="bot_seated"):
    bot: str
    name: str


class BotSatEvent(SeatEvent, tag="bot_sat"):
    name: str
    bot: str


@handles(SeatBot)
def _seat_bot(table: Table, command: SeatBot, actor: Actor, now: float) -> Vacated | BotSeated:
    table.require_host(actor)
    table.require_phase("setup")
    seat = table.existing_seat(command.seat)
    return Vacated(seat=seat) if command.bot is None else bot_event(table, seat, check_bot(command.bot))


def bot_event(table: Table, seat: int, bot: str) -> BotSeated:
    return BotSeated(seat=seat, bot=bot, name=bot_name(table, seat))


@applies(BotSeated)
def _bot_seated(table: Table, event: BotSeated) -> list[SeatEvent]:
    table.occupants[event.seat] = Occupant(event.name, event.bot)
    return [BotSatEvent(seat=event.seat, name=event.name, bot=event.bot)]


class Unseat(Command, frozen=True, tag="unseat"):
    """Host, before the start: free a seat."""

    seat: SeatNumber


@handles(Unseat)
def _unseat(table: Table, command: Unseat, actor: Actor, now: float) -> Vacated:
    table.require_host(actor)
    table.require_phase("setup")
    return Vacated(seat=table.existing_seat(command.seat))
