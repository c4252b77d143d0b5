"""The view of each seat as JSON: the one place where the server writes about cards.

A table makes all its views at once. What everybody sees is written once; each hand twice, with its faces for the
teammates and without for its owner. The laws that hold this up are tests: the text equals one made from
`Referee.view(seat)`, whose hidden cards are erased, and shuffling hidden cards among themselves does not change it.
"""

from collections.abc import Sequence
from typing import Literal

from hanabi.kernels import knowledge, legality
from hanabi.kernels.layout import (
    CLUED_COLOR,
    CLUED_RANK,
    DISCARDED,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_RANKS,
    NO_KIND,
    NO_LAST_ROUND,
    NO_TILE,
    PLAYED,
    RESCUE,
    RESHUFFLE,
    State,
)
from hanabi.rules.cards import TILES
from hanabi.rules.outcome import Outcome
from hanabi.rules.referee import Referee
from hanabi.rules.views import outcome_of
from hanabi.tables.wire.card_marks import MARKS, BoardMarks
from hanabi.tables.wire.json_fragments import JsonFragments, json_fragments

# Who looks: a seat, None for a spectator who sees no hand, "open" for one who sees all.
Eyes = int | Literal["open"] | None

_SEATS, _NO_SEAT = tuple(f'{{"seat":{seat},'.encode() for seat in range(MAX_PLAYERS)), b'{"seat":null,'
_NO_CHOICE = {
    reason: f'],"legal":[],"refused":{{"all":"{reason}"}}}}' for reason in ("spectator", "game_over", "wrong_player")
}
_AS_DRAWN = tuple("[" + ",".join(map(str, range(held))) + "]" for held in range(MAX_HAND + 1))


class Hand:
    """One hand and what has been written about it, as long as it stays true."""

    __slots__ = (
        "cards",
        "clues",
        "faces",
        "kinds",
        "open",
        "order",
        "possible",
        "serials",
        "told",
        "written",
    )

    def __init__(self) -> None:
        self.cards: list[int] = []
        self.serials: list[int] = []
        self.told: list[int] = []
        self.open: list[int] = []
        self.order: tuple[int, ...] = ()
        self.kinds: tuple[int, ...] = ()
        # The legal clues to it: colors and ranks.
        self.clues: tuple[str, str] | None = None
        # The kinds it shows, and those the clues leave open.
        self.faces = self.possible = 0
        # For "own", "visible" and "hidden": the version it was last right for, what of the table it tells, the text.
        self.written: dict[str, tuple[int, object, bytes]] = {}


class ViewWriter:
    """Writes the views of one game; what a move did not change is not even looked at again."""

    def __init__(self, game: Referee) -> None:
        self.game = game
        self.fragments: JsonFragments = json_fragments(game.rules, len(game.players))
        self.hands = [Hand() for _ in game.players]
        self.board_marks: BoardMarks | None = None
        self.pile: list[int] = []
        self.pile_text = ""
        # How far the game was when it was last looked at.
        self.actions: int | None = None
        # Counts the changes of all that hands are written from besides themselves.
        self.version = 0
        self.exposed = 0
        self._unseen: list[int] | None = None

    def snapshot(
        self, drawn_of: dict[int, int], orders: list[tuple[int, ...]], exposed: set[tuple[int, int]]
    ) -> "ViewSnapshot":
        """`drawn_of` names discarded cards, `orders` are hands as arranged, `exposed` cards shown by undone actions.

        Those go by the number they were drawn under and their id: what is drawn in their stead after a take-back, or
        the same card drawn anew after a reshuffle, was shown to nobody.
        """
        s, actions = self.game.state, len(self.game.action_texts)
        if s.returned_kind != NO_KIND or self.exposed != len(exposed):
            self.version += 1
            self.exposed = len(exposed)
        if actions != self.actions:
            if self.actions is None or actions != self.actions + 1:
                self._look_at_table(s, drawn_of, grown=False)
                changed: Sequence[int] = range(len(self.hands))
            elif s.last_move in (CLUED_COLOR, CLUED_RANK):
                changed = (s.last_target,)
                if s.held[s.last_player] != len(self.hands[s.last_player].cards):
                    # After a free clue its giver draws at last.
                    changed = (s.last_target, s.last_player)
            else:
                self._look_at_table(s, drawn_of, grown=s.last_move in (PLAYED, DISCARDED))
                changed = (s.last_player,)
            for owner in changed:
                self._look_at_hand(s, owner)
            self.actions = actions
        for owner, order in enumerate(orders):
            hand = self.hands[owner]
            if order is not hand.order and order != hand.order:
                hand.order = order
                hand.written.clear()
        return ViewSnapshot(self, drawn_of, exposed)

    def _look_at_table(self, s: State, drawn_of: dict[int, int], *, grown: bool) -> None:
        """`grown`: the discard pile is the known one, perhaps with a card more."""
        board_marks = self.board_marks
        if board_marks is None or board_marks.fireworks != s.fireworks or board_marks.lost != s.lost:
            self.board_marks = BoardMarks(self.fragments, s.fireworks[:], s.lost[:])
            self._forget_unseen()
        faces, known = self.fragments.faces, len(self.pile)
        if not grown or known > s.pile:
            # A card that left the pile may be back under another number.
            self.pile, self.pile_text, known = [], "", 0
        for card in s.discards[known : s.pile]:
            comma = "," if self.pile else ""
            self.pile.append(card)
            self.pile_text += f'{comma}{{"id":{drawn_of[card]},"card":"{faces[s.faces[card]]}"}}'

    def _look_at_hand(self, s: State, owner: int) -> None:
        hand, held = self.hands[owner], s.held[owner]
        cards = s.hands[owner][:held]
        if cards != hand.cards:
            hand.cards, hand.clues = cards, None
            hand.kinds = tuple([s.faces[card] for card in cards])
            hand.faces = 0
            for kind in hand.kinds:
                hand.faces |= 1 << kind
            self._forget_unseen()
        hand.serials, hand.told, hand.open = s.serials[owner][:held], s.told[owner][:held], s.open[owner][:held]
        hand.possible = 0
        for kinds in hand.open:
            hand.possible |= kinds
        hand.written.clear()

    def _forget_unseen(self) -> None:
        self.version += 1
        self._unseen = None

    def unseen(self, seat: int) -> int:
        """Kinds of which this seat does not see every copy: all hands less its own, for its own cards do not matter."""
        if self._unseen is None:
            self._unseen = self._counted()
        return self._unseen[seat]

    def _counted(self) -> list[int]:
        assert self.board_marks is not None
        left, scarce = self.board_marks.left[:], set()
        for hand in self.hands:
            for kind in hand.kinds:
                left[kind] -= 1
                if left[kind] <= 0:
                    scarce.add(kind)
        unseen = [self.board_marks.unseen] * len(self.hands)
        for kind in scarce:
            for seat, hand in enumerate(self.hands):
                if left[kind] + hand.kinds.count(kind) <= 0:
                    unseen[seat] &= ~(1 << kind)
        return unseen


class ViewSnapshot:
    """All views of one moment. What everybody sees is written once, and teammates see a hand alike."""

    def __init__(self, view_writer: ViewWriter, drawn_of: dict[int, int], exposed: set[tuple[int, int]]) -> None:
        self.game, self.p, self.view_writer = view_writer.game, view_writer.fragments, view_writer
        self.drawn_of, self.exposed = drawn_of, exposed
        self.s: State = self.game.state
        s, p, board_marks = self.s, self.p, view_writer.board_marks
        assert board_marks is not None
        self.playable, self.useful, self.critical, self.unseen = board_marks.marks
        self.board_marks, self.marks = board_marks, board_marks.marks
        self.kinds = [hand.kinds for hand in view_writer.hands]
        over = outcome_of(self.game.rules, s) if s.outcome else None
        self.over = over is not None
        self.player = s.player if over is None else None
        pending = "null" if s.pending == NO_TILE else f'"{TILES[s.pending]}"'
        last = "null" if s.turns_left == NO_LAST_ROUND else s.turns_left
        tiles = ",".join([f'"{TILES[tile]}"' for tile in s.tiles[: s.turned]]) if s.turned else ""
        self.public = (
            f'"turn":{s.turn},"actions":{len(self.game.action_texts)},'
            f'"player":{"null" if self.player is None else self.player},"pending":{pending},'
            f'"clue_tokens":{s.clue_tokens},"strikes":{s.strikes},'
            f'"deck":{p.compiled_rules.cards - s.top},"turns_left":{last},'
            f'"score":{board_marks.score},"best_score":{board_marks.best},{p.constants}'
            f'{board_marks.text}"discards":[{view_writer.pile_text}],'
            f'"tiles_turned":[{tiles}],"over":{_outcome(over)},"hands":['
        )
        self.encoded: bytes | None = None
        self.visible: list[bytes] | None = None

    def view(self, eyes: Eyes) -> str:
        return b"".join(self.parts(eyes)).decode()

    def parts(self, eyes: Eyes) -> list[bytes]:
        """A view in pieces, for whoever puts it into a larger message."""
        if self.encoded is None:
            self.encoded = self.public.encode()
        if eyes is None:
            hands = [self._hand(owner, "hidden") for owner in range(len(self.kinds))]
        else:
            if self.visible is None:
                self.visible = [self._hand(owner, "visible") for owner in range(len(self.kinds))]
            hands = self.visible
            if eyes != "open":
                hands = hands[:]
                hands[eyes] = self._hand(eyes, "own")
        seat = _SEATS[eyes] if isinstance(eyes, int) else _NO_SEAT
        return [seat, self.encoded, *hands, self._choices(eyes).encode()]

    def _hand(self, owner: int, how: Literal["own", "visible", "hidden"]) -> bytes:
        """A hand with its faces, or without them for its owner and for spectators."""
        hand, version = self.view_writer.hands[owner], self.view_writer.version
        kept = hand.written.get(how)
        if kept is not None and kept[0] == version:
            return kept[2]
        own = how == "own"
        unseen = self._unseen(owner) if own else self.unseen
        playable, useful, critical, _ = self.marks
        # Of the table around it, a hand tells only what is about these kinds.
        about = hand.faces if how == "visible" else hand.possible
        key = (playable & about, useful & about, critical & about, unseen & hand.possible, len(self.exposed))
        # What a reshuffled card rules out depends on more than this key.
        if kept is not None and kept[1] == key and not (own and self.s.returned_kind != NO_KIND):
            text = kept[2]
        else:
            text = self._written_hand(owner, how == "visible", own, unseen).encode()
        hand.written[how] = (version, key, text)
        return text

    def _written_hand(self, owner: int, visible: bool, own: bool, unseen: int) -> str:
        p, hand = self.p, self.view_writer.hands[owner]
        words, masks = p.words, p.masks
        if visible:
            faces, marks_of = p.quoted, self.board_marks.marks_of
            cards = [
                f'{{"drawn":{drawn},"card":{faces[kind]},"clued":{words[told]},"open":{masks[open_]},'
                f'"possible":{masks[open_ & unseen]},"marks":{marks_of[kind]}}}'
                for kind, drawn, told, open_ in zip(hand.kinds, hand.serials, hand.told, hand.open, strict=True)
            ]
        elif self.exposed or (own and self.s.returned_kind != NO_KIND):
            cards = self._rare_cards(owner, own, unseen)
        else:
            playable, useful, critical, _ = self.marks
            unplayable, uncritical = ~playable, ~critical
            cards = []
            for drawn, told, open_ in zip(hand.serials, hand.told, hand.open, strict=True):
                sure = open_ & unseen
                marks = "[]"
                if not (sure & unplayable and sure & uncritical and sure & useful):
                    marks = MARKS[(not sure & unplayable) | (not sure & uncritical) << 1 | (not sure & useful) << 2]
                cards.append(
                    f'{{"drawn":{drawn},"card":null,"clued":{words[told]},"open":{masks[open_]},'
                    f'"possible":{masks[sure]},"marks":{marks}}}'
                )
        comma = "" if owner == 0 else ","
        return f'{comma}{{"seat":{owner},"order":{_order(hand)},"cards":[{",".join(cards)}]}}'

    def _rare_cards(self, owner: int, own: bool, unseen: int) -> list[str]:
        """Cards without their faces where some have been shown by undone actions, or a card was put back."""
        p, hand = self.p, self.view_writer.hands[owner]
        playable, useful, critical, _ = self.marks
        cards = []
        for slot, (card, kind, drawn) in enumerate(zip(hand.cards, hand.kinds, hand.serials, strict=True)):
            shown, possible = "null", hand.open[slot] & unseen
            if (drawn, card) in self.exposed:
                shown, possible = p.quoted[kind], 1 << kind
            elif own and self.s.returned_kind != NO_KIND:
                possible = int(knowledge.possible_kinds(p.compiled_rules, self.s, owner, slot, unseen))
            marks = (not possible & ~playable) | (not possible & ~critical) << 1 | (not possible & useful) << 2
            cards.append(
                f'{{"drawn":{drawn},"card":{shown},"clued":{p.words[hand.told[slot]]},"open":{p.masks[hand.open[slot]]},'
                f'"possible":{p.masks[possible]},"marks":{MARKS[marks]}}}'
            )
        return cards

    def _unseen(self, seat: int) -> int:
        return self.view_writer.unseen(seat)

    def _choices(self, eyes: Eyes) -> str:
        """What this seat may do, and why the rest is refused; with it a view ends."""
        if eyes is None or eyes == "open":
            return _NO_CHOICE["spectator"]
        if eyes != self.player:
            return _NO_CHOICE["game_over" if self.over else "wrong_player"]
        s, p = self.s, self.p
        if s.pending != NO_TILE:
            return f'],"legal":[{",".join(self._reward_choices())}],"refused":{{"all":"choice_pending"}}}}'
        held, refused = s.held[eyes], ""
        actions = [p.plays[held]]
        if s.clue_tokens < p.compiled_rules.clue_tokens:
            actions = [p.discards[held], p.plays[held]]
        elif held:
            refused = '"discard":"all_tokens_available"'
        if s.clue_tokens:
            colors, ranks = self._clues()
            actions += colors + ranks
        else:
            refused += ',"clue":"no_clue_token"' if refused else '"clue":"no_clue_token"'
        if p.announcements[held]:
            actions.append(p.announcements[held])
        if not held:
            actions = [action for action in actions if action]
        return f'],"legal":[{",".join(actions)}],"refused":{{{refused}}}}}'

    def _clues(self) -> tuple[list[str], list[str]]:
        """What may be said to each teammate, in the order of play, about colors and ranks."""
        hands, player = self.view_writer.hands, self.s.player
        colors, ranks = [], []
        for to in (*range(player + 1, len(hands)), *range(player)):
            hand = hands[to]
            if hand.clues is None:
                hand.clues = self.p.clues(to, hand.kinds)
            color, rank = hand.clues
            if color:
                colors.append(color)
            if rank:
                ranks.append(rank)
        return colors, ranks

    def _reward_choices(self) -> list[str]:
        s, r = self.s, self.p.compiled_rules
        if s.pending not in (RESHUFFLE, RESCUE):
            return self._clues()[0 if TILES[s.pending] == "free_color_clue" else 1]
        groups = (("reshuffle", legality.legal_reshuffles(r, s)), ("rescue", legality.legal_rescues(r, s)))
        oldest: dict[int, int] = {}
        for card in s.discards[: s.pile]:
            oldest.setdefault(s.faces[card], card)
        return [
            f'{{"type":"{name}","card_id":{self.drawn_of[oldest[kind]]},"card":"{self.p.faces[kind]}"}}'
            for name, mask in groups
            for kind in range(r.suits * MAX_RANKS)
            if mask >> kind & 1
        ]


def _order(hand: Hand) -> str:
    if not hand.order:
        return _AS_DRAWN[len(hand.serials)]
    slots = [hand.serials.index(drawn) for drawn in hand.order if drawn in hand.serials]
    slots += [slot for slot in range(len(hand.serials)) if slot not in slots]
    return "[" + ",".join(map(str, slots)) + "]"


def _outcome(over: Outcome | None) -> str:
    if over is None:
        return "null"
    rating = "null" if over.rating is None else f'"{over.rating}"'
    return f'{{"outcome":"{over.outcome}","reason":"{over.reason}","score":{over.score},"rating":{rating}}}'
