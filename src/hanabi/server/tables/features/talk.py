"""Set phrases and chat."""

from typing import Literal, get_args

from hanabi.rules.event_documents import ClueEvent, DiscardEvent, PlayEvent
from hanabi.server.tables.feature import Actor, Command, Refused, SeatEvent, StoredSeatEvent, Table, applies, handles
from hanabi.server.tables.names import clean_line
from hanabi.server.tables.options import ChatText, PlayerName

PhraseName = Literal[
    "know_nothing",
    "remember",
    "thinking",
    "take_your_time",
    "thanks",
    "well_done",
    "bad_luck",
    "surprise",
    "sorry",
    "good_luck",
    "again",
]
PHRASES: tuple[PhraseName, ...] = get_args(PhraseName)
# Comments on a turn, which the books forbid: during a game only where everything may be said.
COMMENTS: tuple[PhraseName, ...] = ("well_done", "bad_luck", "surprise")

MOVES = (ClueEvent, PlayEvent, DiscardEvent)


class Phrase(Command, frozen=True, tag="phrase"):
    """A set phrase; `move` is the number (`n`) of the move that it comments on."""

    talk = "phrase"
    phrase: PhraseName
    move: int | None = None


class Chat(Command, frozen=True, tag="chat"):
    talk = "text"
    text: ChatText


class SpectatorSays(Command, frozen=True, tag="spectator_chat"):
    """A message from one spectator to the others. It is not stored."""

    talk = "text"
    name: PlayerName
    text: ChatText


class Said(StoredSeatEvent, frozen=True, tag="said"):
    in_summary = False
    personal = ("text", "…")
    phrase: str | None = None
    text: str | None = None
    move: int | None = None


class SaidEvent(SeatEvent, tag="said"):
    """A set phrase by its key (`phrase.*`) or free text, never both. `move`: the number of the move it comments on."""

    phrase: str | None
    text: str | None
    move: int | None


@handles(Phrase)
def _phrase(table: Table, command: Phrase, actor: Actor, now: float) -> Said:
    seat = table.own_seat(actor)
    if table.phase == "playing" and table.options.communication == "silent":
        raise Refused("silent_table")
    if table.phase == "playing" and table.options.communication != "free" and command.phrase in COMMENTS:
        raise Refused("no_comments")
    if command.move is not None and (command.phrase not in COMMENTS or not _is_move(table, command.move)):
        raise Refused("malformed")
    return Said(seat=seat, phrase=command.phrase, move=command.move)


def _is_move(table: Table, n: int) -> bool:
    return 0 <= n < len(table.events) and any(isinstance(event, MOVES) for event in table.events[n])


@handles(Chat)
def _chat(table: Table, command: Chat, actor: Actor, now: float) -> Said:
    """Before and after the game everyone may chat; during the game only if the table allows it."""
    seat = table.own_seat(actor)
    if table.phase == "playing" and table.options.communication != "free":
        raise Refused("silent_table" if table.options.communication == "silent" else "phrases_only")
    text = clean_line(command.text)
    if not text:
        raise Refused("malformed")
    return Said(seat=seat, text=text)


@applies(Said)
def _said(table: Table, event: Said) -> list[SeatEvent]:
    if event.phrase is None and event.text is None:
        # Retention has deleted the text.
        return []
    table.said.append(table.n + 1)
    return [SaidEvent(seat=event.seat, phrase=event.phrase, text=event.text, move=event.move)]
