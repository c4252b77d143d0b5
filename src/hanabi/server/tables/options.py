"""The options of a table, and their validation."""

import json
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import force_setattr

from hanabi.kernels import MAX_HAND
from hanabi.rules import ALL_SWITCHES, SWITCHES, AidLevel, RulesError, RuleSet, edition, editions

Title = Annotated[str, Meta(max_length=60)]
SeedText = Annotated[str, Meta(min_length=1, max_length=100)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Slot = Annotated[int, Meta(ge=0, le=MAX_HAND - 1)]
WordText = Annotated[str, Meta(min_length=1, max_length=12)]
RankNumber = Annotated[int, Meta(ge=1, le=5)]
PlayerName = Annotated[str, Meta(max_length=24)]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
# The number under which a card was drawn, counted from 0.
DrawNumber = Annotated[int, Meta(ge=0, le=999)]
HandOrder = Annotated[list[DrawNumber], Meta(max_length=MAX_HAND)]
NoteText = Annotated[str, Meta(max_length=100)]
ChatText = Annotated[str, Meta(min_length=1, max_length=300)]
ActionCount = Annotated[int, Meta(ge=0, le=999)]
ActionText = Annotated[str, Meta(min_length=1, max_length=40)]
Switches = dict[Annotated[str, Meta(max_length=20)], Annotated[str, Meta(max_length=20)] | int | bool]


# If the host does not choose: a book that names no remarks knows only clues.
_AS_THE_BOOK: Any = None


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """`move`: `seconds` for every move, days for a correspondence table; `bank`: `seconds` for the whole game and
    `increment` after each move. Nobody loses by the clock: a bot may replace a player who runs out of time."""

    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[int, Meta(ge=5, le=30 * 86400)] = 60
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's choices. `rules` are the switches of a game record: an edition and the differences from it.

    During a game spectators are `spectator_delay` actions behind. They see no hands (`public`), all hands unless the
    game counts, since a player can watch too (`open`), or all hands of a game that therefore does not count (`shown`).
    Their chat is `apart` (players read it after the game), or `shared` with the players at once. Without a choice of
    `communication` it is as the edition's book has it.
    """

    title: Title = ""
    public: bool = False
    seats: Annotated[int, Meta(ge=2, le=5)] = 2
    rules: Switches = field(default_factory=dict)
    first: SeatNumber | Literal["random"] = 0
    communication: Literal["silent", "phrases", "free"] = _AS_THE_BOOK
    clock: Clock = Clock()
    take_backs: bool = True
    spectators: Literal["none", "public", "open", "shown"] = "open"
    spectator_delay: Annotated[int, Meta(ge=0, le=20)] = 3
    spectator_chat: Literal["none", "apart", "shared"] = "apart"
    aids: AidLevel = "expert"
    seed: SeedText | None = None

    def __post_init__(self) -> None:
        if self.communication is _AS_THE_BOOK:
            book = self.rules.get("edition")
            silent = book in editions() and edition(str(book)).remarks == "none"
            force_setattr(self, "communication", "silent" if silent else "phrases")


def ruleset_of(options: Options) -> RuleSet:
    """The rules of the table; raises RulesError for rules that no table offers."""
    if research := [name for name in options.rules if name in ALL_SWITCHES and name not in SWITCHES]:
        raise RulesError(f"tables do not offer {research[0]!r}")
    rules = RuleSet.from_dict(options.rules)
    rules.hand_size_for(options.seats)
    return rules


@lru_cache(maxsize=512)
def _ruleset(switches: str) -> RuleSet:
    return ruleset_of(Options(rules=json.loads(switches)))


def shared_rules(options: Options) -> RuleSet:
    """Equal rules are one object, so that all tables share its lookup tables."""
    return _ruleset(json.dumps(options.rules, sort_keys=True))


def switches_of(rules: RuleSet) -> dict[str, Any]:
    """Every switch with its value, for a client to show."""
    return {"edition": rules.edition, **{name: getattr(rules, name) for name in SWITCHES}}
