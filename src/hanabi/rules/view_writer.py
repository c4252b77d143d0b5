"""The views of a game as JSON has them (`view_documents`): the one place where they are written.

It reads the full state, or one whose hidden cards are erased. Two tests keep it correct: the view equals one made from
`Referee.view(seat)`, whose hidden cards are erased, and shuffling the hidden cards does not change a byte.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Literal, NamedTuple, TypeVar

from msgspec import Raw, json, structs

import hanabi.rules.view_documents as documents
from hanabi.kernels import MAX_HAND, MAX_KINDS, NO_TILE, State, blank, duplicate, knowledge, layout, legality
from hanabi.rules import TILES, Referee, RuleSet, Suit, cards_by_kind, clue_values, kernel_rules
from hanabi.rules.outcome import Outcome, verdict_on
from hanabi.rules.views import View, outcome_of

T = TypeVar("T")
# A hand with faces; or without them, as its owner sees it, who counts the cards in the other hands; or hidden from all.
HandSight = Literal["shown", "own", "hidden"]
# The cards of a hand, their draw numbers, the clues that touched them and the kinds that the clues leave open, as bits;
# and the draw numbers in the order that the owner has chosen.
HandRows = tuple[list[int], list[int], list[int], list[int], tuple[int, ...]]
SUIT_BITS = (1 << layout.MAX_RANKS) - 1
# Lists by bits: marks that all possible faces of a card have, and slots of a hand.
_NAMES: tuple[documents.Mark, ...] = ("playable", "critical", "useless")
_MARKS = [[name for bit, name in enumerate(_NAMES) if bits >> bit & 1] for bits in range(8)]
_SLOTS = [[slot for slot in range(MAX_HAND) if bits >> slot & 1] for bits in range(1 << MAX_HAND)]
_HELD = [range(held) for held in range(MAX_HAND + 1)]
_BLANK: State = blank(State)
_encoder = json.Encoder()


def encoded(part: T) -> T:
    """A part of many messages, already as JSON, which the encoder copies."""
    raw: Any = Raw(_encoder.encode(part))
    return raw  # type: ignore[no-any-return]


def encoded_items(items: list[T]) -> list[T]:
    """The items of a list as one item, already as JSON: the encoder copies it between the brackets."""
    raw: Any = [Raw(_encoder.encode(items)[1:-1])] if items else []
    return raw  # type: ignore[no-any-return]


_REFUSED = {reason: encoded({"all": reason}) for reason in ("spectator", "game_over", "wrong_player", "choice_pending")}


class PartCache(dict[int, T]):
    """Parts of views by number, made on first use. A full cache is emptied."""

    def __init__(self, make: Callable[[int], T], capacity: int = 50_000) -> None:
        super().__init__()
        self._make, self._capacity = make, capacity

    def __missing__(self, number: int) -> T:
        if len(self) >= self._capacity:
            self.clear()
        part = self[number] = encoded(self._make(number))
        return part


class SuitMarks(NamedTuple):
    """What the table shows about one suit; `left` copies and `marks` of each rank. Bit 0 is its lowest rank."""

    firework: documents.SeenFirework
    playable: int
    useful: int
    critical: int
    unseen: int
    lost: int
    left: tuple[int, ...]
    marks: tuple[list[documents.Mark], ...]


class BoardMarks(NamedTuple):
    """What the fireworks and the discard pile show about each kind, as bits; `left` copies and `marks` of each kind."""

    fireworks: dict[str, documents.SeenFirework]
    reachable: int
    playable: int
    useful: int
    critical: int
    unseen: int
    lost: list[str]
    left: list[int]
    marks: list[list[documents.Mark]]


@lru_cache(maxsize=256)
def view_tables(rules: RuleSet, players: int) -> "ViewTables":
    return ViewTables(rules, players)


class ViewTables:
    """The parts of views that depend only on the rules, and functions that remember their recent results."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        r = kernel_rules(rules, players)
        self.rules, self.rule_tables = rules, r
        self.faces = [str(card) for card in cards_by_kind(rules)]
        suits = [suit for suit in Suit if suit in rules.suits]
        self.suits = encoded(suits)
        self.colors = encoded([suit for suit in Suit if suit in rules.nameable])
        self.ranks = encoded(list(range(1, rules.ranks + 1)))
        self.max_score = rules.max_score
        # The first kind of each suit, in display order.
        self.first_kinds = {suit.value: rules.suits.index(suit) * layout.MAX_RANKS for suit in suits}
        # Of each suit, the first kind of the first suit with the same cards.
        cards = {
            first: (r.copies[first : first + layout.MAX_RANKS], r.step[first : first + layout.MAX_RANKS])
            for first in self.first_kinds.values()
        }
        self.alike = {first: next(other for other in cards if cards[other] == cards[first]) for first in cards}
        touches = {str(word): self._masks(r.touch[clue]) for clue, word in enumerate(rules.clue_values)}
        self.touches = encoded(touches)
        self.copies = encoded([r.copies[first : first + rules.ranks] for first in self.first_kinds.values()])
        self.clues_of = [[clue for clue in range(len(rules.clue_values)) if mask >> clue & 1] for mask in r.clues_of]
        # The legal actions with a hand, by its size.
        self.discards = [encoded_items([documents.LegalDiscard(slot) for slot in slots]) for slots in _HELD]
        self.plays = [encoded_items([documents.LegalPlay(slot) for slot in slots]) for slots in _HELD]
        announced = rules.suits if rules.choreography else ()
        self.announcements = [
            encoded_items([documents.LegalPlay(slot, suit) for slot in slots for suit in announced]) for slots in _HELD
        ]
        self.masks = PartCache(self._masks)
        self.words = PartCache(lambda clued: list(clue_values(rules, clued)))
        self.clues = lru_cache(2_000)(self._clues)
        self.board_marks = lru_cache(1_000)(self._board_marks)
        self.suit_marks = lru_cache(5_000)(self._suit_marks)

    def _masks(self, kinds: int) -> documents.Masks:
        return [kinds >> first & SUIT_BITS for first in self.first_kinds.values()]

    def _clues(self, to: int, kinds: tuple[int, ...]) -> tuple[list[documents.LegalClue], list[documents.LegalClue]]:
        """The legal clues to a hand with these faces: colors and ranks."""
        r, words = self.rule_tables, self.rules.clue_values
        touched = [0] * len(words)
        for slot, kind in enumerate(kinds):
            for clue in self.clues_of[kind]:
                touched[clue] |= 1 << slot
        legal = [
            documents.LegalClue(to, word, _SLOTS[slots]) if slots or r.empty_clues else None
            for word, slots in zip(words, touched, strict=True)
        ]
        colors, ranks = legal[: r.colors], legal[r.colors :]
        return encoded_items([clue for clue in colors if clue]), encoded_items([clue for clue in ranks if clue])

    def _board_marks(
        self, fireworks: tuple[int, ...], lost: tuple[int, ...], recoveries: tuple[int, ...]
    ) -> BoardMarks:
        seen, left, lost_faces = {}, [0] * MAX_KINDS, []
        marks_of: list[list[documents.Mark]] = [[]] * MAX_KINDS
        playable = useful = critical = unseen = 0
        for suit, first in self.first_kinds.items():
            kinds, number = slice(first, first + layout.MAX_RANKS), first // layout.MAX_RANKS
            brought = recoveries[number] if recoveries else 0
            marks = self.suit_marks(self.alike[first], fireworks[number], lost[kinds], brought)
            seen[suit], left[kinds], marks_of[kinds] = marks.firework, marks.left, marks.marks
            playable |= marks.playable << first
            useful |= marks.useful << first
            critical |= marks.critical << first
            unseen |= marks.unseen << first
            if marks.lost:
                lost_faces += [face for rank, face in enumerate(self.faces[kinds]) if marks.lost >> rank & 1]
        reachable = sum([firework.reachable for firework in seen.values()])
        return BoardMarks(encoded(seen), reachable, playable, useful, critical, unseen, lost_faces, left, marks_of)

    def _suit_marks(self, first: int, count: int, lost: tuple[int, ...], recoveries: int) -> SuitMarks:
        """A suit by its first kind, given the cards on its firework and the discarded cards of each rank."""
        copies, steps = (
            table[first : first + layout.MAX_RANKS] for table in (self.rule_tables.copies, self.rule_tables.step)
        )
        r, s = duplicate(self.rule_tables), duplicate(_BLANK)
        r.players, r.suits, r.copies, r.step = 0, 1, copies, steps
        s.fireworks[0], s.lost[: layout.MAX_RANKS] = count, lost
        ranks, kinds = range(r.ranks), range(layout.MAX_RANKS)
        top = next((kind + 1 for kind in ranks if steps[kind] == count - 1), None)
        playable, useful = knowledge.playable_kinds(r, s), knowledge.useful_in_suit(r, s, 0, recoveries)
        critical = knowledge.last_copies(r, s, useful)
        return SuitMarks(
            documents.SeenFirework(count, top, knowledge.reachable(r, s, 0, recoveries)),
            playable,
            useful,
            critical,
            knowledge.unseen_kinds(r, s, layout.SPECTATOR),
            sum(1 << kind for kind in ranks if lost[kind] == copies[kind] and steps[kind] >= count) & ~useful,
            tuple(knowledge.unseen_copies(r, s, layout.SPECTATOR, kind) for kind in kinds),
            tuple(_marks(1 << kind, playable, critical, useful) for kind in kinds),
        )


def _marks(kinds: int, playable: int, critical: int, useful: int) -> list[documents.Mark]:
    """The marks that all these kinds have."""
    return _MARKS[(not kinds & ~playable) | (not kinds & ~critical) << 1 | (not kinds & useful) << 2]


class CardsInSight:
    """What the marks and the possible faces of all cards in hands depend on: the board, and the faces in the hands."""

    def __init__(self, board: BoardMarks, hands: list[tuple[int, ...]]) -> None:
        self.board, self.hands = board, hands
        left = board.left[:]
        for kinds in hands:
            for kind in kinds:
                left[kind] -= 1
        # The kinds in hands with no other copy than those on the board and in hands.
        self.complete = reduce(or_, [1 << kind for kinds in hands for kind in kinds if left[kind] <= 0], 0)


class HandParts:
    """A hand as the state has it, and its JSON for each sight, with the cards in sight and what mattered of them."""

    __slots__ = ("faces", "kinds", "possible", "rows", "written")

    def __init__(self, rows: HandRows, kinds: tuple[int, ...]) -> None:
        # The kinds of cards whose faces the state has; these kinds, and those that the clues leave open, as bits.
        self.rows, self.kinds = rows, kinds
        self.faces = reduce(or_, [1 << kind for kind in kinds], 0)
        self.possible = reduce(or_, rows[3], 0)
        self.written: dict[HandSight, tuple[CardsInSight, object, documents.SeenHand]] = {}


class ViewSnapshot:
    """All views of one moment; what several viewers see is made once.

    `draw_numbers` are those of the discarded cards, by card id. `orders` are the draw numbers of each hand as its owner
    has arranged it. `exposed` are the cards that undone actions have shown, as a draw number and a card id: another
    card drawn after a take-back, or the same card drawn again after a reshuffle, was shown to nobody. Hands that have
    not changed since the `previous` snapshot are taken from there; only a new game may have other `exposed` cards.
    """

    def __init__(
        self,
        game: Referee | View,
        draw_numbers: Mapping[int, int],
        orders: Sequence[tuple[int, ...]] = (),
        exposed: Collection[tuple[int, int]] = (),
        previous: "ViewSnapshot | None" = None,
    ) -> None:
        rules, players = game.rules, game.rule_tables.players
        s, actions = (game.erased, game.history) if isinstance(game, View) else (game.state, game.action_texts)
        if previous is not None and previous._state is not s:
            previous = None
        self._draw_numbers, self._exposed = draw_numbers, exposed
        self._state: State = s
        self._tables: ViewTables = view_tables(rules, players) if previous is None else previous._tables
        self._over = None if s.outcome == layout.RUNNING else outcome_of(rules, s)
        r, suits = self._tables.rule_tables, range(len(rules.suits)) if rules.flamboyants else ()
        recoveries = tuple([knowledge.recoveries_left(r, s, suit) for suit in suits])
        self._board = self._tables.board_marks(tuple(s.fireworks), tuple(s.lost), recoveries)
        before = [None] * players if previous is None else previous._hands
        self._hands: list[HandParts] = [
            self._hand_parts(owner, orders[owner] if orders else (), before[owner]) for owner in range(players)
        ]
        self._kinds = [hand.kinds for hand in self._hands]
        sight = CardsInSight(self._board, self._kinds) if previous is None else previous._sight
        if sight.board is not self._board or sight.hands != self._kinds or s.returned_kind != layout.NO_KIND:
            sight = CardsInSight(self._board, self._kinds)
        self._sight: CardsInSight = sight
        self._shown: list[documents.SeenHand] | None = None
        self._discards = self._seen_discards(previous)
        self._public = self._seen_by_all(len(actions))

    def _hand_parts(self, owner: int, order: tuple[int, ...], before: HandParts | None) -> HandParts:
        s, held = self._state, self._state.hand_sizes[owner]
        cards = s.hands[owner][:held]
        rows = cards, s.draw_numbers[owner][:held], s.clued[owner][:held], s.possible[owner][:held], order
        if before is not None and before.rows == rows:
            return before
        return HandParts(rows, tuple([kind for kind in [s.faces[card] for card in cards] if kind != layout.HIDDEN]))

    def _seen_discards(self, previous: "ViewSnapshot | None") -> tuple[list[int], list[documents.SeenDiscard]]:
        """The draw numbers of the discard pile, and its cards."""
        s, faces = self._state, self._tables.faces
        cards = s.discards[: s.discard_count]
        draws = [self._draw_numbers[card] for card in cards]
        if previous is not None and previous._discards[0] == draws:
            return previous._discards
        return draws, encoded(list(map(documents.SeenDiscard, draws, [faces[s.faces[card]] for card in cards])))

    def _seen_by_all(self, actions: int) -> documents.SeenGame:
        """The view without its viewer, hands and choices."""
        s, t, board = self._state, self._tables, self._board
        rules, r = t.rules, t.rule_tables
        return documents.SeenGame(
            seat=None,
            turn=s.turn,
            actions=actions,
            player=s.player if self._over is None else None,
            pending=None if s.pending == NO_TILE else TILES[s.pending],
            clue_tokens=s.clue_tokens,
            clue_tokens_max=rules.clue_tokens,
            strikes=s.strikes,
            strikes_max=rules.strikes,
            deck=r.cards - s.next_card,
            turns_left=None if s.turns_left == layout.NO_LAST_ROUND else s.turns_left,
            score=sum(s.fireworks) - r.score_offset,
            best_score=knowledge.score_limit(r, s) if rules.flamboyants else board.reachable - r.score_offset,
            max_score=t.max_score,
            suits=t.suits,
            colors=t.colors,
            ranks=t.ranks,
            touches=t.touches,
            copies=t.copies,
            fireworks=board.fireworks,
            discards=self._discards[1],
            lost=board.lost,
            playable=t.masks[board.playable],
            critical=t.masks[board.critical],
            useless=t.masks[r.all_kinds & ~board.useful],
            tiles_turned=[TILES[tile] for tile in s.tiles[: s.tiles_turned]],
            over=None if self._over is None else _seen_outcome(rules, self._over),
            hands=[],
            legal=[],
            refused={},
        )

    def _shown_hands(self) -> list[documents.SeenHand]:
        """All hands with faces; a state made from a View does not have those of its own seat."""
        if self._shown is None:
            self._shown = [
                self._hand(owner, "shown" if len(hand.kinds) == len(hand.rows[0]) else "hidden")
                for owner, hand in enumerate(self._hands)
            ]
        return self._shown[:]

    def view(self, viewer: documents.Viewer) -> documents.SeenGame:
        seat = viewer if isinstance(viewer, int) else None
        if viewer is None:
            hands = [self._hand(owner, "hidden") for owner in range(len(self._hands))]
        else:
            hands = self._shown_hands()
        if seat is not None and self._over is None:
            hands[seat] = self._hand(seat, "own")
        legal, refused = self._choices(seat)
        return structs.replace(self._public, seat=seat, hands=hands, legal=legal, refused=refused)

    def _hand(self, owner: int, sight: HandSight) -> documents.SeenHand:
        hand = self._hands[owner]
        written = hand.written.get(sight)
        if written is None or written[0] is not self._sight:
            board, returned = self._board, self._state.returned_kind
            unseen = self._unseen_by(owner) if sight == "own" else board.unseen
            about = hand.faces if sight == "shown" else hand.possible
            marks = board.playable & about, board.critical & about, board.useful & about
            # What a reshuffled card tells its owner depends on more.
            source = unseen & hand.possible, marks, returned
            if written is None or written[1] != source or (returned != layout.NO_KIND and sight == "own"):
                seen = documents.SeenHand(owner, self._order(owner), self._seen_cards(owner, sight, unseen))
                written = self._sight, source, encoded(seen)
            hand.written[sight] = self._sight, source, written[2]
        return written[2]

    def _seen_cards(self, owner: int, sight: HandSight, unseen: int) -> list[documents.SeenCard]:
        t, board, hand, card_of = self._tables, self._board, self._hands[owner], documents.SeenCard
        faces, words, masks, marks_of = t.faces, t.words, t.masks, board.marks
        rows = zip(*hand.rows[:4], strict=True)
        if sight == "shown":
            return [
                card_of(draw, faces[kind], words[clued], masks[left_open], masks[left_open & unseen], marks_of[kind])
                for kind, (_, draw, clued, left_open) in zip(hand.kinds, rows, strict=True)
            ]
        exposed, counts_reshuffled = self._exposed, sight == "own" and self._state.returned_kind != layout.NO_KIND
        playable, critical, useful = board.playable, board.critical, board.useful
        seen = []
        for slot, (card, draw, clued, left_open) in enumerate(rows):
            face, possible = None, left_open & unseen
            if exposed and (draw, card) in exposed:
                kind = self._state.faces[card]
                face, possible = faces[kind], 1 << kind
            elif counts_reshuffled:
                possible = knowledge.possible_kinds(t.rule_tables, self._state, owner, slot, unseen)
            marks = _marks(possible, playable, critical, useful)
            seen.append(card_of(draw, face, words[clued], masks[left_open], masks[possible], marks))
        return seen

    def _order(self, owner: int) -> list[int]:
        """The slots in the order that the owner has chosen."""
        _, draws, _, _, order = self._hands[owner].rows
        slots = _SLOTS[(1 << len(draws)) - 1]
        if not order:
            return slots
        return sorted(slots, key=lambda slot: order.index(draws[slot]) if draws[slot] in order else len(order))

    def _unseen_by(self, seat: int) -> int:
        """Kinds with copies that this seat does not see; it sees all hands except its own."""
        return self._board.unseen & ~(self._sight.complete & ~self._hands[seat].faces)

    def _choices(self, seat: int | None) -> tuple[list[documents.LegalAction], dict[str, str]]:
        """The legal actions of this seat in the order of their ids, and why others are refused."""
        s, t = self._state, self._tables
        if seat is None:
            return [], _REFUSED["spectator"]
        if self._over is not None:
            return [], _REFUSED["game_over"]
        if seat != s.player:
            return [], _REFUSED["wrong_player"]
        if s.pending != NO_TILE:
            return self._reward_choices(), _REFUSED["choice_pending"]
        held = s.hand_sizes[seat]
        legal: list[documents.LegalAction] = []
        refused = {}
        if s.clue_tokens < t.rules.clue_tokens:
            legal += t.discards[held]
        elif held:
            refused["discard"] = "all_tokens_available"
        legal += t.plays[held]
        if s.clue_tokens:
            colors, ranks = self._clues()
            legal += colors + ranks
        else:
            refused["clue"] = "no_clue_token"
        return legal + t.announcements[held], refused

    def _clues(self) -> tuple[list[documents.LegalClue], list[documents.LegalClue]]:
        """The legal clues to the teammates in playing order: colors and ranks."""
        player, players = self._state.player, len(self._kinds)
        colors, ranks = [], []
        for to in (*range(player + 1, players), *range(player)):
            of_color, of_rank = self._tables.clues(to, self._kinds[to])
            colors += of_color
            ranks += of_rank
        return colors, ranks

    def _reward_choices(self) -> list[documents.LegalAction]:
        s, t = self._state, self._tables
        if s.pending in (layout.FREE_COLOR_CLUE, layout.FREE_RANK_CLUE):
            return [*self._clues()[0 if s.pending == layout.FREE_COLOR_CLUE else 1]]
        oldest: dict[int, int] = {}
        for card in s.discards[: s.discard_count]:
            oldest.setdefault(s.faces[card], card)
        return [
            choice(self._draw_numbers[oldest[kind]], t.faces[kind])
            for choice, kinds in (
                (documents.LegalReshuffle, legality.legal_reshuffles(t.rule_tables, s)),
                (documents.LegalRescue, legality.legal_rescues(t.rule_tables, s)),
            )
            for kind in range(MAX_KINDS)
            if kinds >> kind & 1
        ]


def _seen_outcome(rules: RuleSet, over: Outcome) -> documents.SeenOutcome:
    verdict = verdict_on(rules, over)
    return documents.SeenOutcome(**over.to_dict(), verdict=verdict.rating, commended=verdict.commended)
