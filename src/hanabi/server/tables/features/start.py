"""Dealing the cards, and replaying a game from its deal."""

import secrets

from hanabi.chance import Stream, shuffled_deck, shuffled_tiles
from hanabi.rules import Card, Referee, read_action
from hanabi.server.tables import fairness
from hanabi.server.tables.feature import Actor, Command, EventDocument, Refused, StoredEvent, applies, handles
from hanabi.server.tables.features.play import carry_out
from hanabi.server.tables.table import Branch, Table


class Start(Command, frozen=True, tag="start"):
    """Host: deal. Every seat must be taken."""


class GameStarted(StoredEvent, frozen=True, tag="started"):
    log_room = "unlimited"
    seed: str
    salt: str
    commitment: str
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
    players, options = len(table.occupants), table.options
    if table.branch is not None:
        return _given_deal_event(table, table.branch)
    seed_text = options.seed
    first = secrets.randbelow(players) if options.first == "random" else options.first
    if options.first == "random" and seed_text is not None:
        first = Stream(seed_text, "first").below(players)
    deal = fairness.new_deal(table.id, table.rules, players, first, seed_text)
    return GameStarted(seed=deal.seed, salt=deal.salt, commitment=deal.commitment, first=first)


def _given_deal_event(table: Table, branch: Branch) -> GameStarted:
    """Start a game on a given deal. A given deck has no seed, so there is no commitment."""
    seed, salt = bytes.fromhex(branch.seed), secrets.token_bytes(16)
    players = len(table.occupants)
    commitment = "" if branch.deck else fairness.commitment(table.id, table.rules, players, branch.first, seed, salt)
    return GameStarted(
        seed=branch.seed, salt=salt.hex(), commitment=commitment, first=branch.first, prelude=branch.actions
    )


@applies(GameStarted)
def _started(table: Table, event: GameStarted) -> list[EventDocument]:
    table.deal = fairness.CommittedDeal(event.seed, event.salt, event.commitment, event.first)
    table.started_n = table.n + 1
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
    assert table.deal is not None
    seed = bytes.fromhex(table.deal.seed)
    names = [occupant.name or "" for occupant in table.occupants]
    if table.branch is not None and table.branch.deck:
        deck, tiles = [Card.of(face) for face in table.branch.deck], list(table.branch.rewards)
    else:
        deck, tiles = shuffled_deck(table.rules, seed), shuffled_tiles(table.rules, seed)
    game = Referee(table.rules, names, deck, tiles, table.deal.first)
    # Only bots need a list of what they have seen; clients get their events with each state.
    game.seen = {seat: [] for seat, occupant in enumerate(table.occupants) if occupant.bot is not None}
    return game
