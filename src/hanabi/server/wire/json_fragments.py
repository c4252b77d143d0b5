"""Precomputed pieces of JSON for one set of rules, shared by all tables with these rules."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from hanabi.kernels import MAX_HAND, State, blank, duplicate, knowledge
from hanabi.kernels.layout import MAX_RANKS
from hanabi.rules import RuleSet, Suit, cards_by_kind, clue_values, kernel_rules

SUIT_BITS = (1 << MAX_RANKS) - 1
_NUMBERS = [str(number) for number in range(SUIT_BITS + 1)]


@dataclass(frozen=True, slots=True)
class SuitMarks:
    """The marks of one suit. The bits of its masks are in their final position."""

    firework: str
    reachable: int
    playable: int
    useful: int
    critical: int
    unseen: int
    left: tuple[int, ...]
    lost: str


class TextCache(dict[int, str]):
    """Texts by number, written on first use. A full cache is emptied."""

    def __init__(self, write: Callable[[int], str], capacity: int = 50_000) -> None:
        super().__init__()
        self._write, self._capacity = write, capacity

    def __missing__(self, number: int) -> str:
        if len(self) >= self._capacity:
            self.clear()
        text = self[number] = self._write(number)
        return text


@lru_cache(maxsize=256)
def json_fragments(rules: RuleSet, players: int) -> "JsonFragments":
    return JsonFragments(rules, players)


class JsonFragments:
    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules, self.rule_tables = rules, kernel_rules(rules, players)
        self.faces = [str(card) for card in cards_by_kind(rules)]
        self.quoted = [f'"{face}"' for face in self.faces]
        # Suits in display order, by their place in the rule tables.
        self.order = [rules.suits.index(suit) for suit in Suit if suit in rules.suits]
        self._shifts = [place * MAX_RANKS for place in self.order]
        self.suits = [rules.suits[place].value for place in self.order]
        colors = [suit.value for suit in Suit if suit in rules.nameable]
        self.colors = [color.value for color in rules.nameable]
        clues = [*self.colors, *range(1, rules.ranks + 1)]
        touches = ",".join(f'"{word}":{self._masks(self.rule_tables.touch[clue])}' for clue, word in enumerate(clues))
        copies = ",".join(_integers(self.rule_tables.copies[first : first + rules.ranks]) for first in self._shifts)
        self.constants = (
            f'"clue_tokens_max":{rules.clue_tokens},"strikes_max":{rules.strikes},"max_score":{rules.max_score},'
            f'"suits":{_strings(self.suits)},"colors":{_strings(colors)},'
            f'"ranks":{_integers(range(1, rules.ranks + 1))},"touches":{{{touches}}},"copies":[{copies}],'
        )
        cards = [
            (self.rule_tables.copies[first : first + MAX_RANKS], self.rule_tables.step[first : first + MAX_RANKS])
            for first in range(0, self.rule_tables.suits * MAX_RANKS, MAX_RANKS)
        ]
        self._first_alike = [cards.index(same) for same in cards]
        self._blank: State = blank(State)
        self._suit_marks: dict[tuple[int, ...], SuitMarks] = {}
        self.masks = TextCache(self._masks)
        self.words = TextCache(self._words)
        hands = range(MAX_HAND + 1)
        self.discards = [",".join(f'{{"type":"discard","slot":{slot}}}' for slot in range(held)) for held in hands]
        self.plays = [",".join(f'{{"type":"play","slot":{slot}}}' for slot in range(held)) for held in hands]
        self.announcements = [self._announcements(held) for held in hands]
        # The JSON of each clue up to its touched slots, and of each set of slots.
        self._clue_heads = [
            [f'{{"type":"clue","to":{to},"about":{_mixed((word,))[1:-1]},"slots":' for word in clues]
            for to in range(players)
        ]
        self._slots = [
            _integers(slot for slot in range(MAX_HAND) if slots >> slot & 1) + "}" for slots in range(1 << MAX_HAND)
        ]
        self._clues_of = [
            [clue for clue in range(len(clues)) if self.rule_tables.clues_of[kind] >> clue & 1]
            for kind in range(self.rule_tables.suits * MAX_RANKS)
        ]

    def suit_marks(self, place: int, count: int, lost: tuple[int, ...]) -> SuitMarks:
        """The marks of one suit, given the cards on its firework and the lost cards of each rank."""
        key = (place, count, *lost)
        marks = self._suit_marks.get(key)
        if marks is None:
            # Most suits have the same cards, so their marks differ only by a shift.
            like = self._first_alike[place]
            if like == place:
                marks = self._computed_marks(place, count, lost)
            else:
                marks = self._shifted_marks(self.suit_marks(like, count, lost), like, place)
            self._suit_marks[key] = marks
        return marks

    def _shifted_marks(self, marks: SuitMarks, like: int, place: int) -> SuitMarks:
        shift = (place - like) * MAX_RANKS
        old, new = (self.rules.suits[suit] for suit in (like, place))
        return SuitMarks(
            firework=marks.firework.replace(f'"{old.value}"', f'"{new.value}"'),
            reachable=marks.reachable,
            playable=marks.playable << shift,
            useful=marks.useful << shift,
            critical=marks.critical << shift,
            unseen=marks.unseen << shift,
            left=marks.left,
            lost=marks.lost.replace(f'"{old.letter}', f'"{new.letter}'),
        )

    def _computed_marks(self, place: int, count: int, lost: tuple[int, ...]) -> SuitMarks:
        r, s = self.rule_tables, duplicate(self._blank)
        first = place * MAX_RANKS
        s.fireworks[place] = count
        s.lost[first : first + MAX_RANKS] = lost
        here = SUIT_BITS << first & r.all_kinds
        reachable = int(knowledge.reachable(r, s, place))
        ranks = range(first, first + r.ranks)
        unreachable = [kind for kind in ranks if s.lost[kind] == r.copies[kind] and r.step[kind] >= count]
        top = next((kind % MAX_RANKS + 1 for kind in ranks if r.step[kind] == count - 1), None)
        suit = self.rules.suits[place].value
        return SuitMarks(
            firework=f'"{suit}":{{"count":{count},"top":{_nullable(top)},"reachable":{reachable}}}',
            reachable=reachable,
            playable=int(knowledge.playable_kinds(r, s)) & here,
            useful=int(knowledge.useful_kinds(r, s)) & here,
            critical=int(knowledge.critical_kinds(r, s)) & here,
            unseen=int(knowledge.unseen_kinds(r, s, -1)) & here,
            left=tuple(int(knowledge.unseen_copies(r, s, -1, kind)) for kind in range(first, first + MAX_RANKS)),
            lost=_strings([self.faces[kind] for kind in unreachable])[1:-1],
        )

    def _masks(self, kinds: int) -> str:
        """A set of faces as one number per suit, in display order."""
        return "[" + ",".join([_NUMBERS[kinds >> shift & SUIT_BITS] for shift in self._shifts]) + "]"

    def _words(self, clued: int) -> str:
        return _mixed(clue_values(self.rules, clued))

    def _announcements(self, held: int) -> str:
        if not self.rules.choreography:
            return ""
        return ",".join(
            f'{{"type":"play","slot":{slot},"announce":"{suit.value}"}}'
            for slot in range(held)
            for suit in self.rules.suits
        )

    def clues(self, to: int, kinds: tuple[int, ...]) -> tuple[str, str]:
        """The legal clues to a hand with these faces: colors and ranks."""
        r, heads, slots = self.rule_tables, self._clue_heads[to], self._slots
        touched = [0] * len(heads)
        for slot, kind in enumerate(kinds):
            for clue in self._clues_of[kind]:
                touched[clue] |= 1 << slot
        clues = [head + slots[on] if on or r.empty_clues else "" for head, on in zip(heads, touched, strict=True)]
        if r.empty_clues:
            return ",".join(clues[: r.colors]), ",".join(clues[r.colors :])
        return ",".join(filter(None, clues[: r.colors])), ",".join(filter(None, clues[r.colors :]))


def _nullable(value: int | None) -> str:
    return "null" if value is None else str(value)


def _integers(values: object) -> str:
    return "[" + ",".join(map(str, values)) + "]"  # type: ignore[call-overload]


def _strings(values: list[str]) -> str:
    return "[" + ",".join(f'"{value}"' for value in values) + "]"


def _mixed(values: tuple[str | int, ...]) -> str:
    return "[" + ",".join(str(value) if isinstance(value, int) else f'"{value}"' for value in values) + "]"
