"""The commands of a client. Each has a `type` and an `id` chosen by the client, which makes it idempotent."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from hanabi.server.tables.options import Options, SeatNumber

# Without control characters, which some databases do not store.
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
PlayerName = Annotated[str, Meta(max_length=24)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Slot = Annotated[int, Meta(ge=0, le=4)]
Drawn = Annotated[int, Meta(ge=0, le=999)]
WordText = Annotated[str, Meta(min_length=1, max_length=12)]
ActionCount = Annotated[int, Meta(ge=0, le=999)]

PhraseName = Literal[
    "know_nothing",
    "remember",
    "thinking",
    "take_your_time",
    "thanks",
    "well_done",
    "bad_luck",
    "sorry",
    "good_luck",
    "again",
]
PHRASES: tuple[PhraseName, ...] = get_args(PhraseName)
ActionText = Annotated[str, Meta(min_length=1, max_length=40)]


class PlayChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    slot: Slot
    announce: WordText | None = None


class DiscardChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="discard"):
    slot: Slot


class ClueChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="clue"):
    """`about` is a color's name or a rank."""

    to: SeatNumber
    about: WordText | Annotated[int, Meta(ge=1, le=5)]


class ReshuffleChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="reshuffle"):
    """`card_id` is an `id` of the view's discard pile."""

    card_id: Drawn


class RescueChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="rescue"):
    card_id: Drawn


Choice = PlayChoice | DiscardChoice | ClueChoice | ReshuffleChoice | RescueChoice


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    id: CommandId


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat (any, or this one), or take your own seat back from a bot."""

    name: PlayerName
    seat: SeatNumber | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Before the start the seat is free again; during a game it is kept, and the others may call a bot."""


class Rename(Command, frozen=True, tag="rename"):
    name: PlayerName


class SeatBot(Command, frozen=True, tag="bot"):
    """Host, before the start: put a bot on a seat (whoever sits there leaves), or with null clear it."""

    seat: SeatNumber
    bot: BotName | None


class Unseat(Command, frozen=True, tag="unseat"):
    """Host, before the start: free somebody's seat."""

    seat: SeatNumber


class ChangeOptions(Command, frozen=True, tag="options"):
    """Host, before the start."""

    options: Options


class Start(Command, frozen=True, tag="start"):
    """Host: deal. Every seat must be taken."""


class Move(Command, frozen=True, tag="move"):
    """`actions` is the view's `actions` that the choice was made upon; another number is stale."""

    actions: ActionCount
    action: Choice


class Rearrange(Command, frozen=True, tag="rearrange"):
    """Own hand, in the order to be shown: all of its `drawn` numbers."""

    order: Annotated[list[Drawn], Meta(max_length=5)]


class Note(Command, frozen=True, tag="note"):
    """A private note on any card, by its `drawn` number; an empty text removes it."""

    drawn: Drawn
    text: Annotated[str, Meta(max_length=100)]


class Phrase(Command, frozen=True, tag="phrase"):
    phrase: PhraseName


class Chat(Command, frozen=True, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class SpectatorSays(Command, frozen=True, tag="spectator_chat"):
    """Somebody without a seat, to those who watch too. It is not stored."""

    name: PlayerName
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class ChoosePace(Command, frozen=True, tag="pace"):
    """How fast bots play while you are connected; of several players' choices the slowest holds. It is not stored."""

    pace: Literal["slow", "normal", "fast"]


class Skip(Command, frozen=True, tag="skip"):
    """Players: bots move without a pause until it is somebody's turn. It is not stored."""


class TakeBack(Command, frozen=True, tag="take_back"):
    """`ask` to undo your last action, or answer a teammate's request."""

    answer: Literal["ask", "agree", "refuse"]


class Takeover(Command, frozen=True, tag="takeover"):
    """Propose or vote that a bot plays for an abandoned seat; its owner refuses by any sign of life."""

    seat: SeatNumber
    answer: Literal["agree", "refuse"]
    bot: BotName | None = None


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: the same people at a new table; the first to ask opens it."""


class Ping(Command, frozen=True, tag="ping"):
    """Answered by `pong` with the server's time."""


AnyCommand = (
    Sit
    | Stand
    | Rename
    | SeatBot
    | Unseat
    | ChangeOptions
    | Start
    | Move
    | Rearrange
    | Note
    | Phrase
    | Chat
    | SpectatorSays
    | ChoosePace
    | Skip
    | TakeBack
    | Takeover
    | Rematch
    | Ping
)
