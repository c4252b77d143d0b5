"""One handler per command: it returns the event to store, or raises Refused. Handlers change nothing."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from hanabi.chance import Stream, reshuffle_place
from hanabi.rules import Action, IllegalAction, Reshuffle, RulesError, check, write_action
from hanabi.server.actor import Actor
from hanabi.server.refusals import Refused, refusal_of
from hanabi.server.tables import commands as c, fairness, names, stored_events
from hanabi.server.tables.commands import action_of
from hanabi.server.tables.options import Options, ruleset_of
from hanabi.server.tables.seated_bots import OFFERED_BOTS, RECOMMENDED_BOT, SEATED_BOTS, bot_name
from hanabi.server.tables.stored_events import AnyStored
from hanabi.server.tables.table import ABANDONED_AFTER, Table

# The limits of a table's log; talk is refused first.
MAX_EVENTS, MAX_BYTES = 2000, 400_000
# Extra room for events without which the game could not continue. Moves are never refused: the deck limits them.
RESERVE_EVENTS, RESERVE_BYTES = 1000, 100_000
RESERVED = (
    stored_events.StoodUp,
    stored_events.CameBack,
    stored_events.TimeRanOut,
    stored_events.TakeoverAsked,
    stored_events.TakeoverAgreed,
    stored_events.TakeoverRefused,
    stored_events.BotTookOver,
    stored_events.RematchOpened,
    stored_events.AccessRevoked,
)


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """A legal move: the event to store, and the action that its text stands for."""

    event: stored_events.Acted
    action: Action


NewEvent = AnyStored | CheckedMove


def handle(table: Table, command: c.AnyCommand, actor: Actor, now: float) -> NewEvent:
    """The event to store. Raises Refused."""
    if table.closed is not None:
        raise Refused("table_closed", reason=table.closed)
    handler = _HANDLERS.get(type(command))
    if handler is None:
        raise Refused("malformed")
    return handler(table, command, actor, now)


def check_log(n: int, size: int, event: NewEvent) -> None:
    """Raises Refused if a log with newest event `n` and `size` bytes has no room for this event."""
    if n < MAX_EVENTS and size < MAX_BYTES:
        return
    if isinstance(event, CheckedMove | stored_events.Acted | stored_events.GameStarted):
        return
    if isinstance(event, RESERVED) and n < MAX_EVENTS + RESERVE_EVENTS and size < MAX_BYTES + RESERVE_BYTES:
        return
    raise Refused("log_full")


def check_options(options: Options) -> Options:
    try:
        ruleset_of(options)
    except (RulesError, TypeError) as error:
        raise Refused("bad_options", detail=str(error)) from error
    if isinstance(options.first, int) and options.first >= options.seats:
        raise Refused("bad_options", detail=f"seat {options.first} cannot start: there are {options.seats}")
    return msgspec.structs.replace(options, title=names.clean_line(options.title))


def check_bot(name: str) -> str:
    if name not in SEATED_BOTS:
        raise Refused("no_such_bot", legal=list(OFFERED_BOTS))
    return name


def checked_move(table: Table, seat: int, action: Action) -> CheckedMove:
    """Check a move of `seat`; chance decides the place of a reshuffled card."""
    game = table.game
    if game is None:
        raise Refused("wrong_phase", phase="setup")
    if game.player is None:
        raise Refused("game_over")
    if game.player != seat:
        raise Refused("wrong_player", player=game.players[game.player])
    try:
        check(game.rules, game.rule_tables, game.state, action)
    except IllegalAction as error:
        raise refusal_of(error) from error
    if isinstance(action, Reshuffle):
        seed = bytes.fromhex(table.started.seed)  # type: ignore[union-attr]
        action = replace(action, at=reshuffle_place(seed, len(game.action_texts), game.deck_size))
    return CheckedMove(stored_events.Acted(seat=seat, action=write_action(game.state, action)), action)


def _own_seat(table: Table, actor: Actor) -> int:
    seat = table.seat_of(actor.key, actor.account)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _require_phase(table: Table, *phases: str) -> None:
    if table.phase not in phases:
        raise Refused("wrong_phase", phase=table.phase)


def _require_host(table: Table, actor: Actor) -> None:
    if not table.is_host(actor.key, actor.account):
        raise Refused("not_host")


def _existing_seat(table: Table, seat: int) -> int:
    if seat >= len(table.occupants):
        raise Refused("no_such_seat", seats=list(range(len(table.occupants))))
    return seat


def sit_event(
    table: Table, actor: Actor, name: str, seat: int | None, token_hash: str | None = None
) -> stored_events.Seated | stored_events.Renamed | stored_events.CameBack:
    """Take a seat. `token_hash` is the hash of the seat's token; by default nobody knows the token."""
    own_seat = table.seat_of(actor.key, actor.account)
    if own_seat is not None and table.phase != "setup":
        occupant = table.occupants[own_seat]
        if occupant.away or occupant.took_over:
            return stored_events.CameBack(seat=own_seat)
        raise Refused("already_seated", seat=own_seat)
    if actor.key is None:
        raise Refused("not_seated")
    _require_phase(table, "setup")
    name = names.checked_name(name)
    if own_seat is not None:
        if seat is None or seat == own_seat:
            return stored_events.Renamed(seat=own_seat, name=_free_name(table, name, own_seat))
        raise Refused("already_seated", seat=own_seat)
    if seat is None:
        free = [place for place, occupant in enumerate(table.occupants) if occupant.is_nobody]
        if not free:
            raise Refused("table_full")
        seat = free[0]
    elif not table.occupants[_existing_seat(table, seat)].is_nobody:
        raise Refused("seat_taken", seat=seat)
    token = token_hash or secrets.token_hex(32)
    name = _free_name(table, name, seat)
    return stored_events.Seated(seat=seat, name=name, key=actor.key, token=token, account=actor.account)


def _free_name(table: Table, name: str, seat: int) -> str:
    return names.free_name(name, (occupant.name for place, occupant in enumerate(table.occupants) if place != seat))


def _handle_sit(table: Table, command: c.Sit, actor: Actor, now: float) -> NewEvent:
    return sit_event(table, actor, command.name, command.seat)


def _handle_stand(table: Table, command: c.Stand, actor: Actor, now: float) -> NewEvent:
    seat = _own_seat(table, actor)
    if table.phase == "setup":
        return stored_events.Vacated(seat=seat)
    _require_phase(table, "playing")
    return stored_events.StoodUp(seat=seat)


def _handle_rename(table: Table, command: c.Rename, actor: Actor, now: float) -> NewEvent:
    _require_phase(table, "setup")
    seat = _own_seat(table, actor)
    return stored_events.Renamed(seat=seat, name=_free_name(table, names.checked_name(command.name), seat))


def _handle_seat_bot(table: Table, command: c.SeatBot, actor: Actor, now: float) -> NewEvent:
    _require_host(table, actor)
    _require_phase(table, "setup")
    seat = _existing_seat(table, command.seat)
    if command.bot is None:
        return stored_events.Vacated(seat=seat)
    bot = check_bot(command.bot)
    return stored_events.BotSeated(seat=seat, bot=bot, name=bot_name(table, seat))


def _handle_unseat(table: Table, command: c.Unseat, actor: Actor, now: float) -> NewEvent:
    _require_host(table, actor)
    _require_phase(table, "setup")
    return stored_events.Vacated(seat=_existing_seat(table, command.seat))


def _handle_change_options(table: Table, command: c.ChangeOptions, actor: Actor, now: float) -> NewEvent:
    _require_host(table, actor)
    _require_phase(table, "setup")
    if table.branch is not None:
        raise Refused("wrong_phase", phase="branch")
    seated = sum(not occupant.is_nobody for occupant in table.occupants)
    if command.options.seats < seated:
        raise Refused("bad_options", detail=f"{seated} seats are taken")
    return stored_events.OptionsSet(options=check_options(command.options))


def _handle_start(table: Table, command: c.Start, actor: Actor, now: float) -> NewEvent:
    _require_host(table, actor)
    _require_phase(table, "setup")
    return start_event(table)


def start_event(table: Table) -> stored_events.GameStarted:
    if empty := [seat for seat, occupant in enumerate(table.occupants) if occupant.is_nobody]:
        raise Refused("seats_empty", seats=empty)
    players, options = len(table.occupants), table.options
    if table.branch is not None:
        return _given_deal_event(table, table.branch)
    seed_text = options.seed
    first = secrets.randbelow(players) if options.first == "random" else options.first
    if options.first == "random" and seed_text is not None:
        first = Stream(seed_text, "first").below(players)
    deal = fairness.new_deal(table.id, table.rules, players, first, seed_text)
    return stored_events.GameStarted(
        seed=deal.seed.hex(), salt=deal.salt.hex(), commitment=deal.commitment, first=first
    )


def _given_deal_event(table: Table, branch: stored_events.Branch) -> stored_events.GameStarted:
    """Start a game on a given deal. A given deck has no seed, so there is no commitment."""
    seed, salt = bytes.fromhex(branch.seed), secrets.token_bytes(16)
    players = len(table.occupants)
    commitment = "" if branch.deck else fairness.commitment(table.id, table.rules, players, branch.first, seed, salt)
    return stored_events.GameStarted(
        seed=branch.seed, salt=salt.hex(), commitment=commitment, first=branch.first, prelude=branch.actions
    )


def _handle_move(table: Table, command: c.Move, actor: Actor, now: float) -> NewEvent:
    seat = _own_seat(table, actor)
    if table.game is not None and command.actions != table.actions:
        raise Refused("stale", actions=table.actions)
    if table.occupants[seat].bot is not None:
        raise Refused("not_seated")
    if table.game is None:
        raise Refused("wrong_phase", phase="setup")
    try:
        action = action_of(table.game.state, table.draw_numbers, command.action)
    except IllegalAction as error:
        raise refusal_of(error) from error
    return checked_move(table, seat, action)


def _handle_rearrange(table: Table, command: c.Rearrange, actor: Actor, now: float) -> NewEvent:
    seat = _own_seat(table, actor)
    _require_phase(table, "playing")
    state = table.game.state  # type: ignore[union-attr]
    if sorted(command.order) != sorted(state.draw_numbers[seat][: state.hand_sizes[seat]]):
        raise Refused("bad_order")
    return stored_events.HandRearranged(seat=seat, order=tuple(command.order))


def _handle_note(table: Table, command: c.Note, actor: Actor, now: float) -> NewEvent:
    seat = _own_seat(table, actor)
    _require_phase(table, "playing", "over")
    if command.draw >= table.game.state.drawn:  # type: ignore[union-attr]
        raise Refused("bad_order")
    return stored_events.Noted(seat=seat, draw=command.draw, text=names.clean_line(command.text))


def _handle_phrase(table: Table, command: c.Phrase, actor: Actor, now: float) -> NewEvent:
    seat = _own_seat(table, actor)
    if table.phase == "playing" and table.options.communication == "silent":
        raise Refused("silent_table")
    return stored_events.Said(seat=seat, phrase=command.phrase)


def _handle_chat(table: Table, command: c.Chat, actor: Actor, now: float) -> NewEvent:
    """Before and after the game everyone may chat; during the game only if the table allows it."""
    seat = _own_seat(table, actor)
    if table.phase == "playing" and table.options.communication != "free":
        raise Refused("silent_table" if table.options.communication == "silent" else "phrases_only")
    text = names.clean_line(command.text)
    if not text:
        raise Refused("malformed")
    return stored_events.Said(seat=seat, text=text)


def _handle_take_back(table: Table, command: c.TakeBack, actor: Actor, now: float) -> NewEvent:
    seat = _own_seat(table, actor)
    _require_phase(table, "playing")
    if not table.options.take_backs:
        raise Refused("take_backs_off")
    request = table.take_back
    if command.answer == "ask":
        return _ask_take_back(table, seat)
    if request is None:
        raise Refused("no_request")
    if command.answer == "refuse":
        return stored_events.TakeBackRefused(seat=seat)
    waiting = table.waiting_for(request)
    if seat not in waiting:
        raise Refused("no_request")
    if waiting == [seat]:
        return stored_events.TakenBack(seat=seat, by=request.by, actions=request.actions)
    return stored_events.TakeBackAgreed(seat=seat)


def _ask_take_back(table: Table, seat: int) -> NewEvent:
    if table.take_back is not None:
        raise Refused("take_back_pending")
    actions = last_action_of(table, seat)
    if actions is None:
        raise Refused("nothing_to_take_back")
    others = [other for other in table.humans if other != seat and not table.occupants[other].away]
    if others:
        return stored_events.TakeBackAsked(seat=seat, actions=actions)
    return stored_events.TakenBack(seat=seat, by=seat, actions=actions)


def last_action_of(table: Table, seat: int) -> int | None:
    """The number of this seat's last action."""
    actors = table.actors
    return next((index for index in range(len(actors) - 1, -1, -1) if actors[index] == seat), None)


def _handle_takeover(table: Table, command: c.Takeover, actor: Actor, now: float) -> NewEvent:
    by = _own_seat(table, actor)
    _require_phase(table, "playing")
    seat = _existing_seat(table, command.seat)
    if seat == by or not table.occupants[seat].is_human:
        raise Refused("not_abandoned")
    request = table.takeover if table.takeover is not None and table.takeover.seat == seat else None
    if command.answer == "refuse":
        if request is None:
            raise Refused("no_request")
        return stored_events.TakeoverRefused(seat=seat, by=by)
    if request is None:
        if not is_abandoned(table, seat, now):
            raise Refused("not_abandoned")
        bot = check_bot(command.bot or RECOMMENDED_BOT)
        waiting = [other for other in table.humans if other not in (by, seat) and not table.occupants[other].away]
        if waiting:
            return stored_events.TakeoverAsked(seat=seat, by=by, bot=bot)
        return stored_events.BotTookOver(seat=seat, by=by, bot=bot)
    waiting = [other for other in table.waiting_for(request) if other != seat]
    if by not in waiting:
        raise Refused("no_request")
    if waiting == [by]:
        return stored_events.BotTookOver(seat=seat, by=by, bot=request.bot)
    return stored_events.TakeoverAgreed(seat=seat, by=by)


def is_abandoned(table: Table, seat: int, now: float) -> bool:
    """Whether the player stood up, ran out of time, or took longer than ABANDONED_AFTER without a clock."""
    if table.occupants[seat].away:
        return True
    on_turn = table.game is not None and table.game.player == seat
    return on_turn and table.options.clock.kind == "none" and now - table.turn_started_at >= ABANDONED_AFTER


_HANDLERS: dict[type, Callable[[Table, Any, Actor, float], NewEvent]] = {
    c.Sit: _handle_sit,
    c.Stand: _handle_stand,
    c.Rename: _handle_rename,
    c.SeatBot: _handle_seat_bot,
    c.Unseat: _handle_unseat,
    c.ChangeOptions: _handle_change_options,
    c.Start: _handle_start,
    c.Move: _handle_move,
    c.Rearrange: _handle_rearrange,
    c.Note: _handle_note,
    c.Phrase: _handle_phrase,
    c.Chat: _handle_chat,
    c.TakeBack: _handle_take_back,
    c.Takeover: _handle_takeover,
}
