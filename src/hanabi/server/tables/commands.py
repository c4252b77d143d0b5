"""Commands of clients. Each has a `type`, and an `id` chosen by the client that makes it idempotent."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from hanabi.kernels import State, visibility
from hanabi.rules import Action, Clue, Discard, IllegalAction, Play, Rescue, Reshuffle
from hanabi.server.tables.options import Options, SeatNumber

# No control characters: some databases do not store them.
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
PlayerName = Annotated[str, Meta(max_length=24)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
Slot = Annotated[int, Meta(ge=0, le=4)]
# The number under which a card was drawn, counted from 0.
DrawNumber = Annotated[int, Meta(ge=0, le=999)]
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

    draw: DrawNumber = field(name="card_id")


class RescueChoice(Struct, frozen=True, forbid_unknown_fields=True, tag="rescue"):
    draw: DrawNumber = field(name="card_id")


Choice = PlayChoice | DiscardChoice | ClueChoice | ReshuffleChoice | RescueChoice


def action_of(state: State, draw_numbers: Mapping[int, int], choice: Choice) -> Action:
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


class Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag=True):
    id: CommandId


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat (any, or this one), or take your own seat back from a bot."""

    name: PlayerName
    seat: SeatNumber | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Before the start this frees the seat; during a game the player keeps it, and the others may call a bot."""


class Rename(Command, frozen=True, tag="rename"):
    name: PlayerName


class SeatBot(Command, frozen=True, tag="bot"):
    """Host, before the start: seat a bot, in place of anyone who sits there; null clears the seat."""

    seat: SeatNumber
    bot: BotName | None


class Unseat(Command, frozen=True, tag="unseat"):
    """Host, before the start: free a seat."""

    seat: SeatNumber


class ChangeOptions(Command, frozen=True, tag="options"):
    """Host, before the start."""

    options: Options


class Start(Command, frozen=True, tag="start"):
    """Host: deal. Every seat must be taken."""


class Move(Command, frozen=True, tag="move"):
    """`actions` is the `actions` of the view on which the choice is based; any other number is stale."""

    actions: ActionCount
    action: Choice


class Rearrange(Command, frozen=True, tag="rearrange"):
    """Your hand in the order in which to show it: all of its `drawn` numbers."""

    order: Annotated[list[DrawNumber], Meta(max_length=5)]


class Note(Command, frozen=True, tag="note"):
    """A private note on any card, by its `drawn` number; an empty text removes it."""

    draw: DrawNumber = field(name="drawn")
    text: Annotated[str, Meta(max_length=100)]


class Phrase(Command, frozen=True, tag="phrase"):
    phrase: PhraseName


class Chat(Command, frozen=True, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class SpectatorSays(Command, frozen=True, tag="spectator_chat"):
    """A message from one spectator to the others. It is not stored."""

    name: PlayerName
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class ChoosePace(Command, frozen=True, tag="pace"):
    """How fast bots play while you are connected; the slowest choice of all players wins. It is not stored."""

    pace: Literal["slow", "normal", "fast"]


class Skip(Command, frozen=True, tag="skip"):
    """Players: bots move without a pause until a person's turn. It is not stored."""


class TakeBack(Command, frozen=True, tag="take_back"):
    """`ask` to undo your last action, or answer a teammate's request."""

    answer: Literal["ask", "agree", "refuse"]


class Takeover(Command, frozen=True, tag="takeover"):
    """Propose that a bot plays for an abandoned seat, or vote on it; any action of its owner refuses."""

    seat: SeatNumber
    answer: Literal["agree", "refuse"]
    bot: BotName | None = None


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: open a new table for the same people. Later requests get the same table."""


class Ping(Command, frozen=True, tag="ping"):
    """The answer is `pong` with the server's time."""


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
