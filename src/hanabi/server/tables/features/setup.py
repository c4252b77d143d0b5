"""Opening a table and choosing its options."""

from msgspec.structs import replace

from hanabi.rules import RulesError
from hanabi.server.tables.feature import Actor, Command, EventDocument, Refused, StoredEvent, applies, handles
from hanabi.server.tables.names import clean_line
from hanabi.server.tables.options import Options, ruleset_of, shared_rules
from hanabi.server.tables.table import Branch, ContestDeal, InitialSeat, Occupant, Table


class TableCreated(StoredEvent, frozen=True, tag="created"):
    """`origin` is the table of which this is a rematch or a branch, `daily` the day of a daily deal, `contest` the deal
    of an event.

    `host_token` is for programs that open a table without sitting down. `secret`: the server's part of the deal.
    """

    options: Options
    host: str
    host_account: int | None = None
    host_token: str | None = None
    seats: tuple[InitialSeat, ...] = ()
    origin: str | None = None
    branch: Branch | None = None
    daily: str | None = None
    contest: ContestDeal | None = None
    secret: str = ""

    def erased(self, names: dict[int, str]) -> "TableCreated":
        seats = tuple(replace(start, name=names.get(seat, start.name)) for seat, start in enumerate(self.seats))
        return replace(self, seats=seats)


class CreatedEvent(EventDocument, tag="created"):
    pass


@applies(TableCreated)
def _created(table: Table, event: TableCreated) -> list[EventDocument]:
    table.created_at = table.changed_at
    # A host with an account is the host on all devices.
    table.host = event.host if event.host_account is None else ""
    table.host_account, table.host_token, table.origin = event.host_account, event.host_token, event.origin
    table.branch, table.daily, table.secret = event.branch, event.daily, event.secret
    table.contest = event.contest
    _set_options(table, event.options)
    for seat, start in enumerate(event.seats[: event.options.seats]):
        table.occupants[seat] = Occupant.of(start)
    return [CreatedEvent()]


def _set_options(table: Table, options: Options) -> None:
    table.options, table.rules = options, shared_rules(options)
    occupants = table.occupants
    if options.seats < len(occupants):
        occupants = [occupant for occupant in occupants if not occupant.is_nobody][: options.seats]
    table.occupants = occupants + [Occupant() for _ in range(options.seats - len(occupants))]


class ChangeOptions(Command, frozen=True, tag="options"):
    """Host, before the start."""

    options: Options


class OptionsSet(StoredEvent, frozen=True, tag="options_set"):
    options: Options


class OptionsChangedEvent(EventDocument, tag="options_changed"):
    pass


@handles(ChangeOptions)
def _change_options(table: Table, command: ChangeOptions, actor: Actor, now: float) -> OptionsSet:
    table.require_host(actor)
    table.require_phase("setup")
    if table.branch is not None or table.daily is not None or table.contest is not None:
        raise Refused("wrong_phase", phase="branch")
    seated = sum(not occupant.is_nobody for occupant in table.occupants)
    if command.options.seats < seated:
        raise Refused("bad_options", detail=f"{seated} seats are taken")
    return OptionsSet(options=check_options(command.options))


def check_options(options: Options) -> Options:
    try:
        ruleset_of(options)
    except (RulesError, TypeError) as error:
        raise Refused("bad_options", detail=str(error)) from error
    if isinstance(options.first, int) and options.first >= options.seats:
        raise Refused("bad_options", detail=f"seat {options.first} cannot start: there are {options.seats}")
    return replace(options, title=clean_line(options.title))


@applies(OptionsSet)
def _options_set(table: Table, event: OptionsSet) -> list[EventDocument]:
    _set_options(table, event.options)
    return [OptionsChangedEvent()]
