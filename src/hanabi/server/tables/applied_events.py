"""How each stored event changes a table. Each function returns the events for clients."""

from collections.abc import Callable
from typing import Any

from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.kernels import visibility
from hanabi.rules import Action, Card, Referee, events, read_action
from hanabi.rules.documents import EventFields, event_document
from hanabi.server.tables import stored_events
from hanabi.server.tables.occupant import Occupant
from hanabi.server.tables.options import Options, shared_rules
from hanabi.server.tables.stored_events import Entry, InitialSeat
from hanabi.server.tables.table import ConsentRequest, Table


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


def apply_entry(table: Table, entry: Entry) -> None:
    """Apply the next entry of the log."""
    if entry.n != table.n + 1:
        raise ValueError(f"event {entry.n} cannot follow {table.n} at table {table.id}")
    table.changed_at = entry.at
    fields = _APPLIERS[type(entry.event)](table, entry.event, entry)
    table.events.append((entry.at, fields))
    table.n = entry.n
    if entry.command is not None:
        table.commands[entry.command] = entry.n
    if not isinstance(entry.event, stored_events.Acted):
        table.revision += 1


def _created(table: Table, event: stored_events.TableCreated, entry: Entry) -> list[EventFields]:
    table.created_at = entry.at
    # A host with an account is the host on all devices.
    table.host = event.host if event.host_account is None else ""
    table.host_account, table.host_token, table.origin = event.host_account, event.host_token, event.origin
    table.branch, table.daily = event.branch, event.daily
    _set_options(table, event.options)
    for seat, start in enumerate(event.seats[: event.options.seats]):
        table.occupants[seat] = Occupant.of(start)
    return table_event("created")


def _set_options(table: Table, options: Options) -> None:
    table.options, table.rules = options, shared_rules(options)
    occupants = table.occupants
    if options.seats < len(occupants):
        occupants = [occupant for occupant in occupants if not occupant.is_nobody][: options.seats]
    table.occupants = occupants + [Occupant() for _ in range(options.seats - len(occupants))]


def _seated(table: Table, event: stored_events.Seated, _: Entry) -> list[EventFields]:
    keys = (event.key,) if event.account is None else ()
    table.occupants[event.seat] = Occupant.of(InitialSeat(event.name, None, keys, event.token, event.account))
    return table_event("sat", seat=event.seat, name=event.name)


def _renamed(table: Table, event: stored_events.Renamed, _: Entry) -> list[EventFields]:
    table.occupants[event.seat].name = event.name
    return table_event("sat", seat=event.seat, name=event.name)


def _claimed(table: Table, event: stored_events.Claimed, _: Entry) -> list[EventFields]:
    table.occupants[event.seat].claim(event)
    if event.replaces is not None and event.replaces == table.host:
        table.host, table.host_account = "", event.account
    return []


def _access_revoked(table: Table, event: stored_events.AccessRevoked, _: Entry) -> list[EventFields]:
    table.occupants[event.seat].revoke(event)
    return []


def _token_renewed(table: Table, event: stored_events.TokenRenewed, _: Entry) -> list[EventFields]:
    table.occupants[event.seat].token = event.token
    return []


def _bot_seated(table: Table, event: stored_events.BotSeated, _: Entry) -> list[EventFields]:
    table.occupants[event.seat] = Occupant(event.name, event.bot)
    return table_event("bot_sat", seat=event.seat, name=event.name, bot=event.bot)


def _vacated(table: Table, event: stored_events.Vacated, _: Entry) -> list[EventFields]:
    table.occupants[event.seat] = Occupant()
    return table_event("stood", seat=event.seat)


def _options_set(table: Table, event: stored_events.OptionsSet, _: Entry) -> list[EventFields]:
    _set_options(table, event.options)
    return table_event("options_changed")


def _started(table: Table, event: stored_events.GameStarted, entry: Entry) -> list[EventFields]:
    table.started, table.started_n = event, entry.n
    _replay(table, list(event.prelude))
    table.casual = bool(event.prelude)
    table.orders = [()] * len(table.occupants)
    table.notes = [{} for _ in table.occupants]
    table.time_left = [float(table.options.clock.seconds)] * len(table.occupants)
    table.turn_started_at = entry.at
    return table_event("started", first=event.first)


def _dealt_game(table: Table) -> Referee:
    assert table.started is not None
    seed = bytes.fromhex(table.started.seed)
    names = [occupant.name or "" for occupant in table.occupants]
    if table.branch is not None and table.branch.deck:
        deck, tiles = [Card.of(face) for face in table.branch.deck], list(table.branch.rewards)
    else:
        deck, tiles = shuffled_deck(table.rules, seed), shuffled_tiles(table.rules, seed)
    game = Referee(table.rules, names, deck, tiles, table.started.first)
    # Only bots need a list of what they have seen; clients get their events with each state.
    game.seen = {seat: [] for seat, occupant in enumerate(table.occupants) if occupant.bot is not None}
    return game


def _acted(table: Table, event: stored_events.Acted, entry: Entry) -> list[EventFields]:
    game = table.game
    assert game is not None
    action = read_action(game.state, event.action) if entry.action is None else entry.action
    fields = carry_out(game, action, event.action, table.draw_numbers)
    table.actors.append(event.seat)
    if table.options.clock.kind != "none":
        _charge_clock(table, event.seat, entry.at)
    table.turn_started_at = entry.at
    occupant = table.occupants[event.seat]
    is_proposed = table.takeover is not None and table.takeover.seat == event.seat
    if is_proposed or table.take_back is not None or occupant.away:
        # A player who moves is present: no bot needs to take over.
        table.takeover = None if is_proposed else table.takeover
        table.take_back, occupant.away = None, False
        table.revision += 1
    if game.player is None:
        table.revision += 1
    return fields


def _charge_clock(table: Table, seat: int, at: float) -> None:
    if table.options.clock.kind == "bank":
        spent = at - table.turn_started_at
        table.time_left[seat] = max(0.0, table.time_left[seat] - spent) + table.options.clock.increment
    table.revision += 1


def _take_back_asked(table: Table, event: stored_events.TakeBackAsked, _: Entry) -> list[EventFields]:
    table.take_back = ConsentRequest(event.seat, set(), actions=event.actions)
    return table_event("take_back_asked", seat=event.seat)


def _take_back_agreed(table: Table, event: stored_events.TakeBackAgreed, _: Entry) -> list[EventFields]:
    if table.take_back is not None:
        table.take_back.agreed.add(event.seat)
    return table_event("take_back_agreed", seat=event.seat)


def _take_back_refused(table: Table, event: stored_events.TakeBackRefused, _: Entry) -> list[EventFields]:
    table.take_back = None
    return table_event("take_back_refused", seat=event.seat)


def _taken_back(table: Table, event: stored_events.TakenBack, entry: Entry) -> list[EventFields]:
    """Replay the remaining actions. Cards that the undone actions have shown stay known to everybody."""
    assert table.game is not None
    undone = [text.split() for text in table.game.action_texts[event.actions :]]
    cards = [int(words[1]) for words in undone if words[0] in ("play", "discard")]
    table.exposed |= {(table.draw_numbers[card], card) for card in cards}
    _replay(table, table.game.action_texts[: event.actions])
    table.take_back = table.takeover = None
    table.casual = True
    table.turn_started_at = entry.at
    return table_event("took_back", seat=event.by, actions=event.actions)


def _replay(table: Table, actions: list[str]) -> None:
    table.game, table.draw_numbers, table.actors = _dealt_game(table), {}, []
    for text in actions:
        table.actors.append(table.game.state.player)
        carry_out(table.game, read_action(table.game.state, text), text, table.draw_numbers)


def _rearranged(table: Table, event: stored_events.HandRearranged, _: Entry) -> list[EventFields]:
    table.orders[event.seat] = event.order
    return table_event("rearranged", seat=event.seat)


def _noted(table: Table, event: stored_events.Noted, _: Entry) -> list[EventFields]:
    table.notes[event.seat].pop(event.draw, None)
    if event.text:
        table.notes[event.seat][event.draw] = event.text
    return []


def _said(table: Table, event: stored_events.Said, entry: Entry) -> list[EventFields]:
    if event.phrase is None and event.text is None:
        # Retention has deleted the text.
        return []
    table.said.append(entry.n)
    return table_event("said", seat=event.seat, phrase=event.phrase, text=event.text)


def _stood_up(table: Table, event: stored_events.StoodUp, _: Entry) -> list[EventFields]:
    table.occupants[event.seat].away = True
    return table_event("stood", seat=event.seat)


def _came_back(table: Table, event: stored_events.CameBack, entry: Entry) -> list[EventFields]:
    occupant = table.occupants[event.seat]
    occupant.away, occupant.bot, occupant.took_over = False, None, False
    if table.takeover is not None and table.takeover.seat == event.seat:
        table.takeover = None
    table.turn_started_at = entry.at
    return table_event("sat", seat=event.seat, name=occupant.name or "")


def _time_ran_out(table: Table, event: stored_events.TimeRanOut, _: Entry) -> list[EventFields]:
    table.occupants[event.seat].away = True
    table.time_left[event.seat] = max(table.time_left[event.seat], float(table.options.clock.increment))
    return table_event("time_up", seat=event.seat)


def _takeover_asked(table: Table, event: stored_events.TakeoverAsked, _: Entry) -> list[EventFields]:
    table.takeover = ConsentRequest(event.by, {event.by}, seat=event.seat, bot=event.bot)
    return table_event("takeover_asked", seat=event.seat, by=event.by, bot=event.bot)


def _takeover_agreed(table: Table, event: stored_events.TakeoverAgreed, _: Entry) -> list[EventFields]:
    if table.takeover is not None:
        table.takeover.agreed.add(event.by)
    return table_event("takeover_agreed", seat=event.seat, by=event.by)


def _takeover_refused(table: Table, event: stored_events.TakeoverRefused, _: Entry) -> list[EventFields]:
    table.takeover = None
    return table_event("takeover_refused", seat=event.seat, by=event.by)


def _bot_took_over(table: Table, event: stored_events.BotTookOver, _: Entry) -> list[EventFields]:
    occupant = table.occupants[event.seat]
    occupant.bot, occupant.took_over, occupant.away = event.bot, True, False
    table.takeover = None
    assert table.game is not None
    _replay(table, table.game.action_texts)
    return table_event("bot_sat", seat=event.seat, name=occupant.name or "", bot=event.bot)


def _rematch_opened(table: Table, event: stored_events.RematchOpened, _: Entry) -> list[EventFields]:
    table.rematch = event.table
    return table_event("rematch", table=event.table)


def _closed(table: Table, event: stored_events.ClosedByOperator, _: Entry) -> list[EventFields]:
    table.closed = event.reason
    return table_event("closed", reason=event.reason)


def _hidden(table: Table, event: stored_events.HiddenByOperator, _: Entry) -> list[EventFields]:
    table.hidden = event.hidden
    return []


_APPLIERS: dict[type, Callable[[Table, Any, Entry], list[EventFields]]] = {
    stored_events.TableCreated: _created,
    stored_events.Seated: _seated,
    stored_events.Renamed: _renamed,
    stored_events.Claimed: _claimed,
    stored_events.AccessRevoked: _access_revoked,
    stored_events.TokenRenewed: _token_renewed,
    stored_events.BotSeated: _bot_seated,
    stored_events.Vacated: _vacated,
    stored_events.OptionsSet: _options_set,
    stored_events.GameStarted: _started,
    stored_events.Acted: _acted,
    stored_events.TakeBackAsked: _take_back_asked,
    stored_events.TakeBackAgreed: _take_back_agreed,
    stored_events.TakeBackRefused: _take_back_refused,
    stored_events.TakenBack: _taken_back,
    stored_events.HandRearranged: _rearranged,
    stored_events.Noted: _noted,
    stored_events.Said: _said,
    stored_events.StoodUp: _stood_up,
    stored_events.CameBack: _came_back,
    stored_events.TimeRanOut: _time_ran_out,
    stored_events.TakeoverAsked: _takeover_asked,
    stored_events.TakeoverAgreed: _takeover_agreed,
    stored_events.TakeoverRefused: _takeover_refused,
    stored_events.BotTookOver: _bot_took_over,
    stored_events.RematchOpened: _rematch_opened,
    stored_events.ClosedByOperator: _closed,
    stored_events.HiddenByOperator: _hidden,
}
