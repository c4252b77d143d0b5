"""The switches of the printed game (rules.md, section 5), and the resulting cards and clues."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any, Literal

from hanabi.rules.cards import COLORS, Card, Suit
from hanabi.rules.editions import edition as edition_by_code, editions
from hanabi.rules.errors import RulesError, suggestion

PLAYERS = range(2, 6)
RESEARCH = ("colors", "ranks", "hand_size")
LIMITS = {"strikes": (1, 99), "clue_tokens": (1, 99), "colors": (1, 5), "ranks": (1, 5)}


@dataclass(frozen=True)
class RuleSet:
    """The rules of one game. `RuleSet.of(edition="pl", black_powder=True)` starts from a book.

    `colors`, `ranks` and `hand_size` allow smaller games for research; tables do not offer them.
    """

    empty_clues: bool = True
    all_or_nothing: bool = False
    choreography: bool = False
    multicolor: Literal["none", "suit", "wild"] = "none"
    multicolor_cards: Literal[10, 5] = 10
    black_powder: bool = False
    flamboyants: bool = False
    strikes: int = 3
    clue_tokens: int = 8
    colors: int = 5
    ranks: int = 5
    hand_size: int | None = None
    edition: str | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    @classmethod
    def of(cls, edition: str | None = None, **switches: Any) -> "RuleSet":
        """The rules of an edition (or of the common base game) with these switches changed."""
        return cls.from_dict({"edition": edition, **switches})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "RuleSet":
        """Read the `rules` of a game record."""
        for name in data:
            if name not in (*SWITCHES, *RESEARCH, "edition"):
                raise RulesError(f"there is no switch {name!r}; {suggestion(name, [*SWITCHES, *RESEARCH])}")
        edition = data.get("edition")
        base = {} if edition is None else edition_by_code(edition).base
        return cls(**{**base, **data})

    def to_dict(self) -> dict[str, Any]:
        """The `rules` of a game record: the edition and the switches that differ from it."""
        return self._dict.copy()

    @cached_property
    def _dict(self) -> dict[str, Any]:
        base = RuleSet.of(self.edition)
        written: dict[str, Any] = {} if self.edition is None else {"edition": self.edition}
        return written | {name: value for name, value in asdict(self).items() if value != getattr(base, name)}

    @cached_property
    def by_the_book(self) -> bool:
        """Whether the edition's rulebook (or any, without an edition) offers this game."""
        if self.edition is None:
            return bool(self.offered_by)
        return edition_by_code(self.edition).offers(asdict(self), self._changes(self.edition))

    @cached_property
    def offered_by(self) -> tuple[str, ...]:
        """The other editions that offer this game, or the changes it makes to its own. None offers a house rule."""
        switches = asdict(self)
        own = None if self.edition is None else self._changes(self.edition)
        return tuple(
            code
            for code, book in editions().items()
            if code != self.edition
            and (book.offers(switches, self._changes(code)) or (own is not None and book.offers(switches, own)))
        )

    def _changes(self, edition: str) -> set[str]:
        """The switches that differ from an edition's base game."""
        base = RuleSet.of(edition)
        changed = {name for name in (*SWITCHES, *RESEARCH) if getattr(self, name) != getattr(base, name)}
        return changed - {"multicolor_cards"} if self.multicolor == "none" else changed

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """In the order of the rule tables."""
        extra = [Suit.MULTICOLOR] if self.multicolor != "none" else []
        extra += [Suit.BLACK] if self.black_powder else []
        return COLORS[: self.colors] + tuple(extra)

    @cached_property
    def nameable(self) -> tuple[Suit, ...]:
        """The colors a clue may name."""
        return COLORS[: self.colors] + ((Suit.MULTICOLOR,) if self.multicolor == "suit" else ())

    @cached_property
    def clue_values(self) -> tuple[str | int, ...]:
        """Colors, then ranks, in the order of the kernels' clue indices."""
        return (*(color.value for color in self.nameable), *range(1, self.ranks + 1))

    @cached_property
    def clue_numbers(self) -> dict[str | int, int]:
        """The index of each color and rank among the clues."""
        return {value: clue for clue, value in enumerate(self.clue_values)}

    def copies(self, card: Card) -> int:
        """The number of cards with this face. Black mirrors the usual distribution."""
        if card.suit not in self.suits or not 1 <= card.rank <= self.ranks:
            return 0
        if card.suit is Suit.MULTICOLOR and self.multicolor_cards == 5:
            return 1
        step = self.ranks - card.rank if card.suit is Suit.BLACK else card.rank - 1
        if step == 0:
            return 3
        return 1 if step == self.ranks - 1 else 2

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The whole deck in a fixed order."""
        faces = (Card(suit, rank) for suit in self.suits for rank in range(1, self.ranks + 1))
        return tuple(card for card in faces for _ in range(self.copies(card)))

    @property
    def max_score(self) -> int:
        return self.ranks * sum(suit is not Suit.BLACK for suit in self.suits)

    def hand_size_for(self, players: int) -> int:
        if players not in PLAYERS:
            raise RulesError(f"Hanabi needs 2 to 5 players, not {players}")
        size = self.hand_size or (5 if players <= 3 else 4)
        if size * players > len(self.cards):
            raise RulesError(f"{players} hands of {size} need more than the {len(self.cards)} cards of this game")
        return size


SWITCHES = tuple(field.name for field in fields(RuleSet) if field.name not in (*RESEARCH, "edition"))
CHOICES = {"multicolor": ("none", "suit", "wild"), "multicolor_cards": (10, 5)}


def _check(name: str, value: Any) -> None:
    if name == "edition":
        if value is not None:
            edition_by_code(value)
    elif name in CHOICES:
        if not any(value == choice and type(value) is type(choice) for choice in CHOICES[name]):
            raise RulesError(f"{name} must be one of {', '.join(map(str, CHOICES[name]))}, not {value!r}")
    elif name in LIMITS or (name == "hand_size" and value is not None):
        low, high = LIMITS.get(name, (2, 5))
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise RulesError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    elif name != "hand_size" and not isinstance(value, bool):
        raise RulesError(f"{name} must be on (true) or off (false), not {value!r}")


def parse_switches(text: str) -> dict[str, Any]:
    """Read `black_powder,strikes=2,multicolor=wild`: a name turns a switch on, `name=value` sets it."""
    switches: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        name, value = name.strip(), value.strip()
        if name not in SWITCHES and name not in RESEARCH:
            raise RulesError(f"there is no switch {name!r}; {suggestion(name, list(SWITCHES))}")
        if name in switches:
            raise RulesError(f"the switch {name!r} is set twice")
        switches[name] = _parse(name, value) if equals else _switch_on(name)
    if "multicolor_cards" in switches and "multicolor" not in switches:
        example = f"multicolor=suit,multicolor_cards={switches['multicolor_cards']}"
        raise RulesError(f"multicolor_cards sets the size of the multicolor suit but does not add it: write {example}")
    return switches


def _switch_on(name: str) -> Any:
    if name in CHOICES or name in LIMITS or name == "hand_size":
        options = " or ".join(f"{name}={value}" for value in CHOICES.get(name, ("NUMBER",)))
        raise RulesError(f"{name} needs a value: {options}")
    return True


def _parse(name: str, value: str) -> Any:
    flags = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
    if name == "multicolor":
        parsed: Any = value
    elif name in LIMITS or name in ("hand_size", "multicolor_cards"):
        parsed = int(value) if value.isdecimal() else value
    else:
        parsed = flags.get(value.lower(), value)
    _check(name, parsed)
    return parsed
