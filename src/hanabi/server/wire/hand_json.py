"""One hand as JSON: with all faces, without them, or with the few that everybody has seen."""

from collections.abc import Collection

from hanabi.kernels import MAX_HAND, State, knowledge
from hanabi.kernels.layout import NO_KIND
from hanabi.server.wire.json_fragments import JsonFragments

# By bits: all possible faces are playable, critical, useless.
MARKS = tuple(
    "[" + ",".join(f'"{name}"' for bit, name in ((1, "playable"), (2, "critical"), (4, "useless")) if marks & bit) + "]"
    for marks in range(8)
)
_ORDER_AS_DRAWN = tuple("[" + ",".join(map(str, range(held))) + "]" for held in range(MAX_HAND + 1))


class KindMarks(dict[int, str]):
    """The marks of each visible kind, written on first use."""

    __slots__ = ("_critical", "_playable", "_useful")

    def __init__(self, playable: int, useful: int, critical: int) -> None:
        super().__init__()
        self._playable, self._useful, self._critical = playable, useful, critical

    def __missing__(self, kind: int) -> str:
        bits = self._playable >> kind & 1 | (self._critical >> kind & 1) << 1 | (~self._useful >> kind & 1) << 2
        text = self[kind] = MARKS[bits]
        return text


class HandCache:
    """One hand and its cached JSON."""

    __slots__ = (
        "cards",
        "clued",
        "clues",
        "faces",
        "json",
        "kinds",
        "open",
        "order",
        "possible",
        "serials",
    )

    def __init__(self) -> None:
        self.cards: list[int] = []
        self.serials: list[int] = []
        # The clues that touched each card, and the kinds they leave open, as bits.
        self.clued: list[int] = []
        self.open: list[int] = []
        self.order: tuple[int, ...] = ()
        self.kinds: tuple[int, ...] = ()
        # The legal clues to it: colors and ranks.
        self.clues: tuple[str, str] | None = None
        # The kinds in the hand, and those that the clues leave open.
        self.faces = self.possible = 0
        # For "own", "visible" and "hidden": the last checked version, the inputs, and the JSON.
        self.json: dict[str, tuple[int, object, bytes]] = {}

    def read(self, s: State, owner: int) -> bool:
        """Read the hand from the state; returns whether its cards have changed."""
        held = s.hand_sizes[owner]
        cards = s.hands[owner][:held]
        changed = cards != self.cards
        if changed:
            self.cards, self.clues = cards, None
            self.kinds = tuple([s.faces[card] for card in cards])
            self.faces = 0
            for kind in self.kinds:
                self.faces |= 1 << kind
        self.serials, self.clued, self.open = (
            s.draw_numbers[owner][:held],
            s.clued[owner][:held],
            s.possible[owner][:held],
        )
        self.possible = 0
        for kinds in self.open:
            self.possible |= kinds
        self.json.clear()
        return changed


def visible_cards(p: JsonFragments, hand: HandCache, unseen: int, marks_of: KindMarks) -> list[str]:
    faces, words, masks = p.quoted, p.words, p.masks
    return [
        f'{{"drawn":{drawn},"card":{faces[kind]},"clued":{words[clued]},"open":{masks[open_]},'
        f'"possible":{masks[open_ & unseen]},"marks":{marks_of[kind]}}}'
        for kind, drawn, clued, open_ in zip(hand.kinds, hand.serials, hand.clued, hand.open, strict=True)
    ]


def hidden_cards(p: JsonFragments, hand: HandCache, unseen: int, marks: tuple[int, int, int, int]) -> list[str]:
    words, masks = p.words, p.masks
    playable, useful, critical, _ = marks
    unplayable, uncritical = ~playable, ~critical
    cards = []
    for drawn, clued, open_ in zip(hand.serials, hand.clued, hand.open, strict=True):
        possible = open_ & unseen
        text = "[]"
        if not (possible & unplayable and possible & uncritical and possible & useful):
            text = MARKS[(not possible & unplayable) | (not possible & uncritical) << 1 | (not possible & useful) << 2]
        cards.append(
            f'{{"drawn":{drawn},"card":null,"clued":{words[clued]},"open":{masks[open_]},'
            f'"possible":{masks[possible]},"marks":{text}}}'
        )
    return cards


def partly_exposed_cards(
    p: JsonFragments,
    s: State,
    owner: int,
    hand: HandCache,
    unseen: int,
    marks: tuple[int, int, int, int],
    exposed: Collection[tuple[int, int]],
    *,
    own: bool,
) -> list[str]:
    """Hidden cards when undone actions have shown some, or after a card was put back into the deck."""
    playable, useful, critical, _ = marks
    cards = []
    for slot, (card, kind, drawn) in enumerate(zip(hand.cards, hand.kinds, hand.serials, strict=True)):
        face, possible = "null", hand.open[slot] & unseen
        if (drawn, card) in exposed:
            face, possible = p.quoted[kind], 1 << kind
        elif own and s.returned_kind != NO_KIND:
            possible = int(knowledge.possible_kinds(p.rule_tables, s, owner, slot, unseen))
        bits = (not possible & ~playable) | (not possible & ~critical) << 1 | (not possible & useful) << 2
        cards.append(
            f'{{"drawn":{drawn},"card":{face},"clued":{p.words[hand.clued[slot]]},"open":{p.masks[hand.open[slot]]},'
            f'"possible":{p.masks[possible]},"marks":{MARKS[bits]}}}'
        )
    return cards


def order_json(hand: HandCache) -> str:
    """The slots in the order that the owner has chosen."""
    if not hand.order:
        return _ORDER_AS_DRAWN[len(hand.serials)]
    slots = [hand.serials.index(drawn) for drawn in hand.order if drawn in hand.serials]
    slots += [slot for slot in range(len(hand.serials)) if slot not in slots]
    return "[" + ",".join(map(str, slots)) + "]"
