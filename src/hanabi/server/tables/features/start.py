"""Dealing the cards, and replaying a game from its deal."""

import secrets

from hanabi.chance import Stream, key_of, shuffled_deck, shuffled_tiles
from hanabi.rules import Card, Referee, read_action
from hanabi.server.tables.fairness import derived_seed
from hanabi.server.tables.feature import Actor, Command, EventDocument, Refused, StoredEvent, applies, handles
from hanabi.server.tables.features.play import carry_out
from hanabi.server.tables.table import Table


class Start(Command, frozen=True, tag="start"):
    """Host: deal. Every seat must be taken."""


class GameStarted(StoredEvent, frozen=True, tag="started"):
    log_room = "unlimited"
    seed: str
    first: int
    prelude: tuple[str, ...] = ()


class StartedEvent(EventDocument, tag="started"):
    first: int


@handles(Start)
def _start(table: Table, command: Start, actor: Actor, now: float) -> GameStarted:
    table.require_host(actor)
    table.require_phase("setup")
    return start_event(table)


def start_event(table: Table) -> GameStarted:
    if empty := [seat for seat, occupant in enumerate(table.occupants) if occupant.is_nobody]:
        raise Refused("seats_empty", seats=empty)
    branch, options = table.branch, table.options
    if branch is not None:
        return GameStarted(seed=branch.seed, first=branch.first, prelude=branch.actions)
    if options.seed is not None:
        seed = key_of(options.seed).hex()
    else:
        # Tables of older servers have no secret; they made no promise before the start.
        seed = derived_seed(table.deal_name, table.secret or secrets.token_hex(32), table.nonces or ())
    players = len(table.occupants)
    random_first = Stream(bytes.fromhex(seed), "first").below(players)
    return GameStarted(seed=seed, first=random_first if options.first == "random" else options.first)


@applies(GameStarted)
def _started(table: Table, event: GameStarted) -> list[EventDocument]:
    table.seed, table.first, table.started_n = event.seed, event.first, table.n + 1
    replay_actions(table, list(event.prelude))
    table.casual = bool(event.prelude)
    table.orders = [()] * len(table.occupants)
    table.notes = [{} for _ in table.occupants]
    table.time_left = [float(table.options.clock.seconds)] * len(table.occupants)
    table.turn_started_at = table.changed_at
    return [StartedEvent(first=event.first)]


def replay_actions(table: Table, actions: list[str]) -> None:
    """Deal again and take these actions."""
    table.game, table.draw_numbers, table.actors = _dealt_game(table), {}, []
    for text in actions:
        table.actors.append(table.game.state.player)
        carry_out(table.game, read_action(table.game.state, text), text, table.draw_numbers)


def _dealt_game(table: Table) -> Referee:
    seed = bytes.fromhex(table.seed)
    names = [occupant.name or "" for occupant in table.occupants]
    if table.branch is not None and table.branch.deck:
        deck, tiles = [Card.of(face) for face in table.branch.deck], list(table.branch.rewards)
    else:
        deck, tiles = shuffled_deck(table.rules, seed), shuffled_tiles(table.rules, seed)
    game = Referee(table.rules, names, deck, tiles, table.first)
    # Only bots need a list of what they have seen; clients get their events with each state.
    game.seen = {seat: [] for seat, occupant in enumerate(table.occupants) if occupant.bot is not None}
    return game
