"""Moves: a client's choice, its check by the referee, and its events."""

from msgspec import Struct, field

from hanabi.chance import reshuffle_place
from hanabi.kernels import State, visibility
from hanabi.rules import Action, Clue, Discard, IllegalAction, Play, Referee, Rescue, Reshuffle, check, events
from hanabi.rules.event_documents import EventDocument, event_document
from hanabi.rules.notation import read_action, write_action
from hanabi.server.refusals import Refused, refusal_of
from hanabi.server.tables.feature import Actor, Command, StoredSeatEvent, applies, handles
from hanabi.server.tables.features.clock import charge_clock
from hanabi.server.tables.options import ActionCount, DrawNumber, RankNumber, SeatNumber, Slot, WordText
from hanabi.server.tables.table import Table


class PlayChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    slot: Slot
    announce: WordText | None = None


class DiscardChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="discard"):
    slot: Slot


class ClueChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="clue"):
    """`about` is a color's name or a rank."""

    to: SeatNumber
    about: WordText | RankNumber


class ReshuffleChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="reshuffle"):
    """`card_id` is an `id` of the view's discard pile."""

    draw: DrawNumber = field(name="card_id")


class RescueChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="rescue"):
    draw: DrawNumber = field(name="card_id")


Choice = PlayChoice | DiscardChoice | ClueChoice | ReshuffleChoice | RescueChoice


def action_of(state: State, draw_numbers: dict[int, int], choice: Choice) -> Action:
    """The action of the rules; it may be illegal. `draw_numbers` has the draw number of each card that left a hand."""
    match choice:
        case PlayChoice(slot, announce):
            return Play(slot, announce)
        case DiscardChoice(slot):
            return Discard(slot)
        case ClueChoice(to, about):
            return Clue(to, about)
    for card in state.discards[: state.discard_count]:
        if draw_numbers[card] == choice.draw:
            card_id = visibility.shown_id(state, card)
            return Reshuffle(card_id) if isinstance(choice, ReshuffleChoice) else Rescue(card_id)
    raise IllegalAction("not_in_discard_pile")


class Move(Command, frozen=True, tag="move"):
    """`actions` is the `actions` of the view on which the choice is based; any other number is stale."""

    actions: ActionCount
    action: Choice


class Acted(StoredSeatEvent, frozen=True, tag="acted"):
    """`action` is in the notation of game records."""

    is_move = True
    log_room = "unlimited"
    in_summary = False
    action: str


@handles(Move)
def _move(table: Table, command: Move, actor: Actor, now: float) -> Acted:
    seat = table.own_seat(actor)
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


def checked_move(table: Table, seat: int, action: Action) -> Acted:
    """Check a move of `seat`; chance decides the place of a reshuffled card."""
    game = table.game
    if game is None:
        raise Refused("wrong_phase", phase="setup")
    player = game.player
    if player is None:
        raise Refused("game_over")
    if player != seat:
        raise Refused("wrong_player", player=game.players[player])
    try:
        check(game.rules, game.rule_tables, game.state, action)
    except IllegalAction as error:
        raise refusal_of(error) from error
    if isinstance(action, Reshuffle):
        seed = bytes.fromhex(table.seed)
        action = Reshuffle(action.card_id, reshuffle_place(seed, len(game.action_texts), game.deck_size))
    return Acted(seat=seat, action=write_action(game.state, action))


@applies(Acted)
def _acted(table: Table, event: Acted) -> list[EventDocument]:
    game = table.game
    assert game is not None
    documents = carry_out(game, read_action(game.state, event.action), event.action, table.draw_numbers)
    table.actors.append(event.seat)
    if table.options.clock.kind != "none":
        charge_clock(table, event.seat, table.changed_at)
    table.turn_started_at = table.changed_at
    occupant = table.occupants[event.seat]
    is_proposed = table.takeover is not None and table.takeover.seat == event.seat
    if is_proposed or table.take_back is not None or occupant.away:
        # A player who moves is present: no bot needs to take over.
        table.takeover = None if is_proposed else table.takeover
        table.take_back, occupant.away = None, False
        table.revision += 1
    if table.ending is not None and event.seat in table.waiting_for(table.ending):
        table.ending = None
        table.revision += 1
    return documents


def carry_out(game: Referee, action: Action, text: str, draw_numbers: dict[int, int]) -> list[EventDocument]:
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
    return [_document(game, event, draw) for event in game.carry_out(action, text)]


def _document(game: Referee, event: events.Event, draw: int) -> EventDocument:
    number = game.state.drawn - 1 if isinstance(event, events.CardDrawn) else draw
    return event_document(event, drawn=number, strikes=game.state.strikes, strikes_max=game.rules.strikes)
