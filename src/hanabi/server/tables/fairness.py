"""Deals that anyone can verify: a commitment before the game, the seed after it (docs/protocol.md)."""

import hashlib
import json
import secrets
from dataclasses import dataclass
from typing import Any

from hanabi.chance import key_of, reshuffle_place, shuffled_deck, shuffled_tiles
from hanabi.records import Record, dealt_game
from hanabi.rules import Reshuffle, RuleSet, read_action


@dataclass(frozen=True)
class CommittedDeal:
    """Seed and salt are in hexadecimal. A given deck has no commitment."""

    seed: str
    salt: str
    commitment: str
    first: int


class Unfair(ValueError):
    """The deal of a record does not match its commitment; the text says what differs."""


def commitment(table: str, rules: RuleSet, players: int, first: int, seed: bytes, salt: bytes) -> str:
    switches = json.dumps(rules.to_dict(), sort_keys=True, separators=(",", ":"))
    parts = ("hanabi-deal-v1", table, switches, str(players), str(first))
    committed = b"".join(part.encode() + b"\0" for part in parts) + seed + salt
    return hashlib.sha256(committed).hexdigest()


def new_deal(table: str, rules: RuleSet, players: int, first: int, chosen: str | None) -> CommittedDeal:
    """The seed is secret, or derived from the text that the host chose."""
    seed = secrets.token_bytes(32) if chosen is None else key_of(chosen)
    salt = secrets.token_bytes(16)
    return CommittedDeal(seed.hex(), salt.hex(), commitment(table, rules, players, first, seed, salt), first)


def verify(record: Record) -> str:
    """Check that deck, tiles, reshuffles and commitment follow from the revealed seed; returns the commitment."""
    table, promised = _text(record.extra, "table"), _text(record.extra, "commitment")
    seed, salt = _bytes(record.extra, "seed", 32), _bytes(record.extra, "salt", 16)
    computed = commitment(table, record.rules, len(record.players), record.first, seed, salt)
    if computed != promised:
        raise Unfair(f"the seed does not match the commitment: it gives {computed}, but {promised} was promised")
    if list(record.deck) != shuffled_deck(record.rules, seed):
        raise Unfair("the deck does not follow from the seed")
    if list(record.rewards) != shuffled_tiles(record.rules, seed):
        raise Unfair("the order of the reward tiles does not follow from the seed")
    game = dealt_game(record)
    for index, text in enumerate(record.actions):
        action = read_action(game.state, text)
        if isinstance(action, Reshuffle) and action.at != (at := reshuffle_place(seed, index, game.deck_size)):
            raise Unfair(f"actions[{index}] {text!r}: the seed puts the card back at {at}")
        game.act(action)
    return promised


def _text(extra: Any, name: str) -> str:
    value = extra.get(name)
    if not isinstance(value, str):
        raise Unfair(f'the record has no "{name}": only a finished game of a table can be verified')
    return value


def _bytes(extra: Any, name: str, size: int) -> bytes:
    try:
        value = bytes.fromhex(_text(extra, name))
    except ValueError as error:
        if isinstance(error, Unfair):
            raise
        value = b""
    if len(value) != size:
        raise Unfair(f'"{name}" must be {size} bytes in hexadecimal')
    return value
