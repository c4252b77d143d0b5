"""Deals that nobody can choose, and that anyone can verify (docs/protocol.md, "A fair deal").

The server commits to a secret first. Then the players send their nonces, and both together make the seed. One secret
can also make many deals: commit to it once, and derive a seed for each name.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from hanabi.chance import Stream, key_of, reshuffle_place, shuffled_deck, shuffled_tiles
from hanabi.records import Record, dealt_game
from hanabi.rules import Reshuffle, read_action

DealKind = Literal["fresh", "daily", "event", "coded", "repeated", "given"]
COMMITTED: tuple[DealKind, ...] = ("fresh", "daily", "event")
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
HexKey = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class DealProof(Struct, frozen=True):
    """Shown after the game: what the cards follow from.

    `name`: the table, the daily deal or the deal of an event to which the commitment belongs. `code`: the text that the
    host typed.
    """

    name: str
    seed: HexKey
    secret: HexKey | None
    code: str | None
    random_first: bool


class Deal(Struct, frozen=True):
    """Where the cards come from.

    `fresh`: drawn for this table; `daily`: the same for everybody on that day; `event`: the same for all teams;
    `coded`: from a code, so somebody may know the cards; `repeated`: those of an earlier game; `given`: chosen by
    somebody, or partly dealt again. The first three have a commitment. `nonces` of a fresh deal, by seat: null until
    the seat has sent one.
    """

    kind: DealKind
    commitment: HexKey | None
    nonces: list[Nonce | None] | None
    proof: DealProof | None


class Unfair(ValueError):
    """The deal of a record does not match its proof; the text says what differs."""


def commitment(name: str, secret: str) -> str:
    return hashlib.sha256(b"hanabi-deal-v2\0" + name.encode() + b"\0" + bytes.fromhex(secret)).hexdigest()


def derived_seed(name: str, secret: str, nonces: Sequence[str | None]) -> str:
    """The seed of the deal with this name. Without the secret nobody can predict it, whatever the nonces are."""
    message = f"hanabi-seed-v2\0{name}\0{','.join(nonce or '' for nonce in nonces)}"
    return hmac.digest(bytes.fromhex(secret), message.encode(), "sha256").hex()


def event_name(event: str) -> str:
    """What the commitment of an event is for."""
    return f"event {event}"


def event_deal_name(event: str, deal: int) -> str:
    """Its deals count from 1. The secret of each is derived from the secret of the event under this name."""
    return f"event {event} {deal}"


def verify_event(proof: DealProof, secret: str) -> str:
    """Check that a deal follows from the secret of its event, and return the event's commitment. Raises Unfair."""
    if derived_seed(proof.name, secret, ()) != proof.secret:
        raise Unfair("the deal does not follow from the secret of the event")
    return commitment(proof.name.rpartition(" ")[0], secret)


def verify(record: Record) -> Deal:
    """Check everything that the proof of a finished game allows to check. Raises Unfair."""
    deal = _deal(record)
    if deal.kind == "given" or deal.proof is None:
        raise Unfair("the cards were given, not shuffled: there is nothing to verify")
    _verify_seed(deal, deal.proof, record)
    seed = bytes.fromhex(deal.proof.seed)
    if deal.proof.random_first and record.first != Stream(seed, "first").below(len(record.players)):
        raise Unfair("the seat that goes first does not follow from the seed")
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
    return deal


def _verify_seed(deal: Deal, proof: DealProof, record: Record) -> None:
    if deal.kind == "coded" and (proof.code is None or key_of(proof.code).hex() != proof.seed):
        raise Unfair("the seed does not follow from the code")
    if deal.kind not in COMMITTED:
        return
    if deal.commitment is None or proof.secret is None:
        raise Unfair("the server did not commit to this deal")
    if deal.kind == "fresh" and (proof.name != record.extra.get("table") or deal.nonces is None):
        raise Unfair("the deal was made for another table")
    if (computed := commitment(proof.name, proof.secret)) != deal.commitment:
        raise Unfair(f"the secret gives the commitment {computed}, but {deal.commitment} was promised")
    if derived_seed(proof.name, proof.secret, deal.nonces or ()) != proof.seed:
        raise Unfair("the seed does not follow from the secret and the players' nonces")


def _deal(record: Record) -> Deal:
    document = record.extra.get("deal")
    if not isinstance(document, dict):
        raise Unfair('the record has no "deal": only a finished game of a table can be verified')
    try:
        return msgspec.convert(document, Deal)
    except msgspec.ValidationError as error:
        raise Unfair(f'"deal" is malformed: {error}') from error
