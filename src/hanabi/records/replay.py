"""Replays a record: the game after any action, or the sequence of its states."""

from collections.abc import Iterator
from html import escape
from typing import Any

from hanabi.kernels import layout
from hanabi.records.record import Record, RecordError
from hanabi.rules import Action, IllegalAction, NotationError, Referee, RulesError, Suit, faces_in, read_action


def dealt_game(record: Record) -> Referee:
    """The game before its first action."""
    try:
        game = Referee(record.rules, record.players, record.deck, record.rewards, record.first)
    except RulesError as error:
        raise RecordError(str(error)) from error
    if not record.actions and is_ended_by_agreement(record):
        game.end_by_agreement()
    return game


def advance(game: Referee, record: Record, actions: int) -> None:
    """Apply the next actions of the record until the game has had `actions` of them."""
    for index in range(len(game.action_texts), actions):
        act_recorded(game, record, index)


def act_recorded(game: Referee, record: Record, index: int) -> Action:
    """Apply action number `index` of the record; an illegal one raises RecordError."""
    text = record.actions[index]
    try:
        action = read_action(game.state, text)
        game.act(action)
        if index == len(record.actions) - 1 and is_ended_by_agreement(record):
            game.end_by_agreement()
    except (IllegalAction, NotationError) as error:
        raise RecordError(f"actions[{index}] {text!r}: {error}") from error
    return action


def is_ended_by_agreement(record: Record) -> bool:
    """Whether the players ended the game after its last action."""
    return record.extra.get("ended") == "agreement"


def ended_field(game: Referee) -> dict[str, str]:
    """The optional field of records that says so."""
    return {"ended": "agreement"} if game.over is not None and game.over.reason == "agreement" else {}


def replay(record: Record, actions: int | None = None) -> Referee:
    """The game after all actions, or after the first few."""
    game = dealt_game(record)
    advance(game, record, len(record.actions) if actions is None else actions)
    return game


def record_html(record: Record) -> str:
    """The table after the last action, with open hands; or what is wrong with the record."""
    count = len(record.actions)
    try:
        shown = replay(record)._repr_html_()
    except RecordError as error:
        shown = f"<p>{escape(str(error))}</p>"
    return f"<div><p><b>{escape(', '.join(record.players))}</b>: {count} actions</p>{shown}</div>"


Record._repr_html_ = record_html  # what notebooks show


def states(record: Record) -> Iterator[dict[str, Any]]:
    """The state before the first action and after each. An illegal action raises when it is reached."""
    game = dealt_game(record)
    yield state_of(game)
    for index in range(len(record.actions)):
        advance(game, record, index + 1)
        yield state_of(game)


def state_of(game: Referee) -> dict[str, Any]:
    """The full state as JSON, with the fields of record.md."""
    rules, s = game.rules, game.state
    hands = [s.hands[seat][: s.hand_sizes[seat]] for seat in range(len(game.players))]
    return {
        "turn": s.turn,
        "player": game.player,
        "pending": None if s.pending == layout.NO_TILE else game.pending,
        "clue_tokens": s.clue_tokens,
        "strikes": s.strikes,
        "deck": game.deck_size,
        "hands": hands,
        "fireworks": {suit.letter: s.fireworks[rules.suits.index(suit)] for suit in Suit if suit in rules.suits},
        "discards": s.discards[: s.discard_count],
        "knowledge": {
            str(card): sorted(str(face) for face in faces_in(rules, s.possible[seat][slot]))
            for seat, hand in enumerate(hands)
            for slot, card in enumerate(hand)
        },
        "over": None if game.over is None else game.over.to_dict(),
    }
