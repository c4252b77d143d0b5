"""Ready-made pieces of JSON for one set of rules, shared by all tables that play by them."""

from dataclasses import dataclass
from functools import cache, lru_cache

from hanabi.kernels.layout import MAX_RANKS
from hanabi.plain import State, blank, duplicate, knowledge
from hanabi.rules.cards import Suit
from hanabi.rules.compile import cards_by_kind, compiled
from hanabi.rules.numbering import clue_words
from hanabi.rules.ruleset import RuleSet

SUIT_BITS = (1 << MAX_RANKS) - 1


@dataclass(frozen=True, slots=True)
class SuitSight:
    """What the table shows of one suit. The masks have the suit's bits in place."""

    firework: str
    reachable: int
    playable: int
    useful: int
    critical: int
    unseen: int
    left: tuple[int, ...]
    lost: tuple[str, ...]


@lru_cache(maxsize=256)
def palette(rules: RuleSet, players: int) -> "Palette":
    return Palette(rules, players)


class Palette:
    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules, self.tables = rules, compiled(rules, players)
        self.faces = [str(card) for card in cards_by_kind(rules)]
        # Suits in the order people see them, by their place in the compiled tables.
        self.order = [rules.suits.index(suit) for suit in Suit if suit in rules.suits]
        self.suits = [rules.suits[place].value for place in self.order]
        colors = [suit.value for suit in Suit if suit in rules.nameable]
        self.colors = [color.value for color in rules.nameable]
        clues = [*self.colors, *range(1, rules.ranks + 1)]
        touches = ",".join(f'"{word}":{self._masks(self.tables.touch[clue])}' for clue, word in enumerate(clues))
        self.constants = (
            f'"clue_tokens_max":{rules.clue_tokens},"strikes_max":{rules.strikes},"max_score":{rules.max_score},'
            f'"suits":{_strings(self.suits)},"colors":{_strings(colors)},"ranks":{_whole(range(1, rules.ranks + 1))},'
            f'"touches":{{{touches}}},'
        )
        self._blank: State = blank(State)
        self._sights: dict[tuple[int, ...], SuitSight] = {}
        # The caches live and die with the palette.
        self.masks = cache(self._masks)
        self.words = cache(self._words)
        self.clues = lru_cache(maxsize=20_000)(self._clues)

    def sight(self, place: int, count: int, lost: tuple[int, ...]) -> SuitSight:
        """How one suit stands, given the cards on its firework and those lost of each rank."""
        key = (place, count, *lost)
        found = self._sights.get(key)
        if found is None:
            found = self._sights[key] = self._judged(place, count, lost)
        return found

    def _judged(self, place: int, count: int, lost: tuple[int, ...]) -> SuitSight:
        r, s = self.tables, duplicate(self._blank)
        first = place * MAX_RANKS
        s.fireworks[place] = count
        s.lost[first : first + MAX_RANKS] = lost
        here = SUIT_BITS << first & r.all_kinds
        reachable = int(knowledge.reachable(r, s, place))
        ranks = range(first, first + r.ranks)
        gone = [kind for kind in ranks if s.lost[kind] == r.copies[kind] and r.step[kind] >= count]
        top = next((kind % MAX_RANKS + 1 for kind in ranks if r.step[kind] == count - 1), None)
        suit = self.rules.suits[place].value
        return SuitSight(
            firework=f'"{suit}":{{"count":{count},"top":{_nullable(top)},"reachable":{reachable}}}',
            reachable=reachable,
            playable=int(knowledge.playable_kinds(r, s)) & here,
            useful=int(knowledge.useful_kinds(r, s)) & here,
            critical=int(knowledge.critical_kinds(r, s)) & here,
            unseen=int(knowledge.unseen_kinds(r, s, -1)) & here,
            left=tuple(int(knowledge.unseen_copies(r, s, -1, kind)) for kind in range(first, first + MAX_RANKS)),
            lost=tuple(self.faces[kind] for kind in gone),
        )

    def _masks(self, kinds: int) -> str:
        """A set of faces as one number a suit, in the order people see them."""
        return _whole(kinds >> place * MAX_RANKS & SUIT_BITS for place in self.order)

    def _words(self, told: int) -> str:
        return _mixed(clue_words(self.rules, told))

    def _clues(self, to: int, kinds: tuple[int, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The legal clues to a hand that shows these faces: colors and ranks, each as JSON."""
        r = self.tables
        made: list[str] = []
        split = 0
        for clue in range(r.colors + r.ranks):
            slots = [slot for slot, kind in enumerate(kinds) if r.touch[clue] >> kind & 1]
            if slots or r.empty_clues:
                about = f'"{self.colors[clue]}"' if clue < r.colors else clue - r.colors + 1
                made.append(f'{{"type":"clue","to":{to},"about":{about},"slots":{_whole(slots)}}}')
                split += clue < r.colors
        return tuple(made[:split]), tuple(made[split:])


def _nullable(value: int | None) -> str:
    return "null" if value is None else str(value)


def _whole(values: object) -> str:
    return "[" + ",".join(map(str, values)) + "]"  # type: ignore[call-overload]


def _strings(values: list[str]) -> str:
    return "[" + ",".join(f'"{value}"' for value in values) + "]"


def _mixed(values: tuple[str | int, ...]) -> str:
    return "[" + ",".join(str(value) if isinstance(value, int) else f'"{value}"' for value in values) + "]"
