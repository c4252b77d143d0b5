"""JSON documents computed from recorded games on request. Text in, text out: another process can run each of these."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

import msgspec

from hanabi.bots.team.advice import advice
from hanabi.records import Record, RecordError, loads, open_game, replay
from hanabi.review import parse_review, sentences
from hanabi.review.report.text import move_phrase
from hanabi.rules.view_documents import Viewer
from hanabi.server.archive.explanations import Advice, convention_notes, explanations
from hanabi.server.archive.positions import PositionExplorer, frames
from hanabi.server.archive.studies import Variation, checked_lines
from hanabi.server.refusals import Refused
from hanabi.server.tables.features.play import Choice

# The longest game that can be opened; no table plays a longer one.
MAX_ACTIONS = 999
SEATS = ("0", "1", "2", "3", "4")


def replay_document(text: str, seat: str) -> bytes:
    """A Replay of a record as `seat` saw it, or with `all` hands open."""
    record = _checked_record(loads, text)
    viewer = _viewer(seat, len(record.players))
    head = {"players": record.players, "rules": asdict(record.rules), "actions": record.actions}
    return msgspec.json.encode({**head, "frames": list(frames(record, viewer))})


def history_document(text: str, viewer: Viewer) -> bytes:
    """A GameHistory of what `viewer` saw of a game that is not over."""
    return msgspec.json.encode({"frames": list(frames(loads(text), viewer))})


def opened_record(text: str) -> bytes:
    """The record of a game in any known format."""
    return _checked_record(open_game, text).dumps().encode()


def position_document(text: str, after: int, actions: Sequence[str], choice: bytes | None) -> bytes:
    """The position after the first `after` actions of a record, followed by `actions` and a `choice` (JSON)."""
    record = loads(text)
    if after > len(record.actions):
        raise Refused("bad_line", detail=f"the game has {len(record.actions)} actions")
    explorer = PositionExplorer(record, record.actions[:after])
    written, events = None, []
    for number, action in enumerate(actions, start=after):
        events = explorer.follow(number, action)
    if choice is not None:
        written, events = explorer.choose(msgspec.json.decode(choice, type=Choice))
    return msgspec.json.encode({"action": written, "frame": explorer.frame(events)})


def lines_document(text: str, lines: bytes) -> bytes:
    """The lines of a study (JSON), cleaned up; refused unless they are a tree of legal games."""
    return msgspec.json.encode(checked_lines(loads(text), msgspec.json.decode(lines, type=list[Variation])))


def review_document(text: str, lang: str, status: Mapping[str, str | float]) -> bytes:
    """A review, finished or not, with its status, and with its sentences and moves in a language."""
    review = parse_review(text)
    moves = [
        {"made": move_phrase(review, turn, lang), "best": [move_phrase(review, move, lang) for move in turn.best]}
        for turn in review.turns
    ]
    texts = msgspec.to_builtins(sentences(review, lang))
    return msgspec.json.encode(
        {**status, "reason": None, "review": review.to_dict(), "sentences": texts, "moves": moves}
    )


def explanations_document(text: str, lang: str) -> bytes:
    return msgspec.json.encode({"actions": explanations(loads(text), lang)})


def notes_document(text: str, viewer: Viewer, level: int, lang: str, first: int) -> bytes:
    """ConventionNotes on a game, finished or not, as far as `viewer` may know them."""
    record = loads(text)
    return msgspec.json.encode(convention_notes(record, viewer, level, lang, min(first, len(record.actions))))


def advice_document(text: str, seat: int, lang: str) -> bytes:
    """The Advice for a seat of a running game."""
    record = loads(text)
    return msgspec.json.encode(Advice(len(record.actions), advice(replay(record).view(seat), lang)))


def _checked_record(read: Callable[[str], Record], text: str) -> Record:
    try:
        record = read(text)
        if len(record.actions) > MAX_ACTIONS:
            raise RecordError(f"actions: {len(record.actions)} are more than {MAX_ACTIONS}")
        replay(record)
    except RecordError as error:
        raise Refused("bad_record", detail=str(error)[:300]) from error
    return record


def _viewer(seat: str, players: int) -> Viewer:
    if seat == "all":
        return "open"
    if seat in SEATS[:players]:
        return int(seat)
    raise Refused("no_such_seat", seats=list(range(players)))
