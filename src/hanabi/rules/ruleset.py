"""The switches of the printed game (rules.md, section 5), and the resulting cards and clues."""

import dataclasses
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any, Literal

from hanabi.kernels.layout import MAX_HAND
from hanabi.rules.cards import COLORS, Card, Suit
from hanabi.rules.editions import edition as edition_by_code, editions
from hanabi.rules.errors import RulesError

PLAYERS = range(2, 6)
FLAG = (False, True)


@dataclass(frozen=True)
class Switch:
    """What a field of `RuleSet` can be, and what the rest of the project needs to know about it.

    `values`: the first one is off; a range for numbers. `examples` are tested and compared, `highest` is the largest
    number that setup pages offer. The switch has no effect while the one it `needs` is off. `not_on_hanab_live`: a
    code and a sentence for games that hanab.live does not have because of another value than `default`.
    """

    default: Any
    values: tuple[Any, ...] | range = FLAG
    examples: tuple[Any, ...] = ()
    highest: int = 0
    needs: str | None = None
    not_on_hanab_live: tuple[str, str] | None = None
    research: bool = False


def _switch(default: Any, values: tuple[Any, ...] | range = FLAG, **more: Any) -> Any:
    """Declares a switch. Everything else about it is derived: options, forms, refusals, tests (CONTRIBUTING.md)."""
    others = () if isinstance(values, range) else tuple(values[1:])
    examples = (*others, False) if default is True else others
    switch = Switch(default, values, **{"examples": examples, **more})
    return dataclasses.field(default=default, metadata={"switch": switch})


@dataclass(frozen=True)
class RuleSet:
    """The rules of one game. `RuleSet.of(edition="pl", black_powder=True)` starts from a book.

    `colors`, `ranks` and `hand_size` allow smaller games for research; tables do not offer them.
    """

    empty_clues: bool = _switch(True)
    all_or_nothing: bool = _switch(False)
    choreography: bool = _switch(
        False, not_on_hanab_live=("announced_plays", "hanab.live has no announced plays (choreography)")
    )
    multicolor: Literal["none", "suit", "wild"] = _switch("none", ("none", "suit", "wild"))
    multicolor_cards: Literal[10, 5] = _switch(10, (10, 5), needs="multicolor")
    black_powder: bool = _switch(
        False,
        not_on_hanab_live=(
            "black_powder",
            "hanab.live scores a black firework like any other; here it only costs points (black_powder)",
        ),
    )
    flamboyants: bool = _switch(
        False, not_on_hanab_live=("reward_tiles", "hanab.live has no reward tiles (flamboyants)")
    )
    strikes: int = _switch(
        3,
        range(1, 100),
        examples=(1,),
        highest=9,
        not_on_hanab_live=("strikes", "hanab.live plays with 3 strikes, not {value}"),
    )
    clue_tokens: int = _switch(
        8,
        range(1, 100),
        examples=(9,),
        highest=20,
        not_on_hanab_live=("clue_tokens", "hanab.live plays with 8 clue tokens, not {value}"),
    )
    extra_cards: Literal[0, -1, 1] = _switch(0, (0, -1, 1), examples=(1,))
    colors: int = _switch(5, range(1, 6), research=True)
    ranks: int = _switch(
        5, range(1, 6), research=True, not_on_hanab_live=("ranks", "hanab.live plays with 5 ranks, not {value}")
    )
    hand_size: int | None = _switch(None, range(2, MAX_HAND + 1), research=True)
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
            if name not in ALL_SWITCHES and name != "edition":
                raise RulesError.because("no_switch", name=name, names=list(ALL_SWITCHES))
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

    @property
    def printed_apart(self) -> bool:
        """Whether the edition's rulebook describes each of the variants in use, but not together."""
        if self.edition is None or self.by_the_book:
            return False
        return edition_by_code(self.edition).prints(asdict(self), self._changes(self.edition))

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
        changed = {name for name in ALL_SWITCHES if getattr(self, name) != getattr(base, name)}
        return {name for name in changed if self.is_effective(name)}

    def is_on(self, name: str) -> bool:
        """Whether a switch has another value than the one that means off."""
        return bool(getattr(self, name) != ALL_SWITCHES[name].values[0])

    def is_effective(self, name: str) -> bool:
        """Whether a switch has an effect, because the one it needs is on."""
        needed = ALL_SWITCHES[name].needs
        return needed is None or self.is_on(needed)

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
        size = (self.hand_size or (5 if players <= 3 else 4)) + self.extra_cards
        if size > MAX_HAND:
            raise RulesError(f"a hand has at most {MAX_HAND} cards, not {size}")
        if size * players > len(self.cards):
            raise RulesError(f"{players} hands of {size} need more than the {len(self.cards)} cards of this game")
        return size


ALL_SWITCHES: dict[str, Switch] = {
    field.name: field.metadata["switch"] for field in fields(RuleSet) if "switch" in field.metadata
}
SWITCHES = {name: switch for name, switch in ALL_SWITCHES.items() if not switch.research}


def switch_examples() -> dict[str, dict[str, Any]]:
    """Each switch alone, by a description."""
    examples: dict[str, dict[str, Any]] = {}
    for name, switch in SWITCHES.items():
        words = name.replace("_", " ")
        needed = {} if switch.needs is None else {switch.needs: SWITCHES[switch.needs].examples[0]}
        for value in switch.examples:
            description = words if value is True else f"no {words}" if value is False else f"{words} {value}"
            examples[description] = {**needed, name: value}
    return examples


def _check(name: str, value: Any) -> None:
    if name == "edition":
        if value is not None:
            edition_by_code(value)
        return
    switch = ALL_SWITCHES[name]
    if value is None and switch.default is None:
        return
    if isinstance(switch.values, range):
        if isinstance(value, bool) or not isinstance(value, int) or value not in switch.values:
            low, high = switch.values[0], switch.values[-1]
            raise RulesError.because("not_in_range", name=name, low=low, high=high, value=repr(value))
    elif switch.values is FLAG:
        if not isinstance(value, bool):
            raise RulesError.because("not_on_or_off", name=name, value=repr(value))
    elif not any(value == choice and type(value) is type(choice) for choice in switch.values):
        raise RulesError.because("not_one_of", name=name, values=", ".join(map(str, switch.values)), value=repr(value))


def parse_switches(text: str) -> dict[str, Any]:
    """Read `black_powder,strikes=2,multicolor=wild`: a name turns a switch on, `name=value` sets it."""
    switches: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        name, value = name.strip(), value.strip()
        if name not in ALL_SWITCHES:
            raise RulesError.because("no_switch", name=name, names=list(SWITCHES))
        if name in switches:
            raise RulesError.because("twice", name=repr(name))
        switches[name] = _parse(name, value) if equals else _switch_on(name)
    for name, value in switches.items():
        if (needed := ALL_SWITCHES[name].needs) and needed not in switches:
            example = f"{needed}={ALL_SWITCHES[needed].values[1]},{name}={value}".lower()
            raise RulesError.because("needs", name=name, needed=needed, example=example)
    return switches


def _switch_on(name: str) -> Any:
    values = ALL_SWITCHES[name].values
    if values is FLAG:
        return True
    numbers = f"{values[0]}–{values[-1]}" if isinstance(values, range) else ""
    options = ", ".join(f"{name}={value}" for value in ([numbers] if numbers else values))
    raise RulesError.because("needs_value", name=name, options=options)


def _parse(name: str, value: str) -> Any:
    values = ALL_SWITCHES[name].values
    parsed: Any = value
    if values is FLAG:
        flags = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
        parsed = flags.get(value.lower(), value)
    elif isinstance(values[0], int) and value.removeprefix("-").isdecimal():
        parsed = int(value)
    _check(name, parsed)
    return parsed
