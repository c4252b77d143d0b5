"""The view of each seat as JSON: the one place where the server writes cards.

All views of a table are written together: the public part once, and each hand twice, with faces for the teammates and
without for its owner, who sees it after the game. Two tests keep this correct: the JSON equals one built from
`Referee.view(seat)`, whose hidden cards are erased, and shuffling the hidden cards does not change it.
"""

import json
from collections.abc import Sequence
from typing import Literal

from hanabi.kernels import layout, legality
from hanabi.rules import TILES, Outcome, Referee, RuleSet, outcome_of, verdict_on
from hanabi.server.wire import hand_json
from hanabi.server.wire.json_fragments import JsonFragments, json_fragments

# A seat, None for a spectator who sees no hands, or "open" for a viewer who sees all hands.
Viewer = int | Literal["open"] | None

_SEATS, _NO_SEAT = tuple(f'{{"seat":{seat},'.encode() for seat in range(layout.MAX_PLAYERS)), b'{"seat":null,'
_NO_CHOICE = {
    reason: f'],"legal":[],"refused":{{"all":"{reason}"}}}}' for reason in ("spectator", "game_over", "wrong_player")
}


class BoardMarks:
    """The marks of all kinds, given the fireworks and the discard pile, as bits and as JSON."""

    __slots__ = ("best", "fireworks", "json", "left", "lost", "marks", "marks_of", "score", "unseen")

    def __init__(self, p: JsonFragments, fireworks: list[int], lost: list[int]) -> None:
        self.fireworks, self.lost = fireworks, lost
        self.left: list[int] = []
        offset = p.rule_tables.score_offset
        self.best, self.score = -offset, sum(fireworks) - offset
        playable = useful = critical = unseen = 0
        suits = [
            p.suit_marks(
                place,
                fireworks[place],
                tuple(lost[place * layout.MAX_RANKS : place * layout.MAX_RANKS + layout.MAX_RANKS]),
            )
            for place in range(p.rule_tables.suits)
        ]
        for suit in suits:
            playable |= suit.playable
            useful |= suit.useful
            critical |= suit.critical
            unseen |= suit.unseen
            self.left += suit.left
            self.best += suit.reachable
        self.unseen = unseen
        # Everything else that a visible hand depends on.
        self.marks = (playable, useful, critical, unseen)
        self.marks_of = hand_json.KindMarks(playable, useful, critical)
        ordered = [suits[place] for place in p.order]
        lost_json = ",".join([suit.lost for suit in ordered if suit.lost])
        self.json = (
            f'"fireworks":{{{",".join([suit.firework for suit in ordered])}}},"lost":[{lost_json}],'
            f'"playable":{p.masks[playable]},"critical":{p.masks[critical]},'
            f'"useless":{p.masks[p.rule_tables.all_kinds & ~useful]},'
        )


class ViewWriter:
    """Writes the views of one game, and caches the parts that a move does not change."""

    def __init__(self, game: Referee) -> None:
        self.game = game
        self.fragments: JsonFragments = json_fragments(game.rules, len(game.players))
        self.hands = [hand_json.HandCache() for _ in game.players]
        self.board_marks: BoardMarks | None = None
        self.pile: list[int] = []
        self.pile_json = ""
        # The number of actions at the last read.
        self.action_count: int | None = None
        # Counts changes of everything else that hands depend on.
        self.version = 0
        self.exposed_count = 0
        self._unseen: list[int] | None = None

    def snapshot(
        self, draw_numbers: dict[int, int], orders: list[tuple[int, ...]], exposed: set[tuple[int, int]]
    ) -> "ViewSnapshot":
        """`draw_numbers` of discarded cards, `orders` of hands, and `exposed`: the cards shown by undone actions.

        An exposed card is a draw number and a card id: another card drawn after a take-back, or the same card drawn
        again after a reshuffle, was shown to nobody.
        """
        s, count = self.game.state, len(self.game.action_texts)
        if s.returned_kind != layout.NO_KIND or self.exposed_count != len(exposed):
            self.version += 1
            self.exposed_count = len(exposed)
        if count != self.action_count:
            if self.action_count is None or count != self.action_count + 1:
                self._read_board(s, draw_numbers, grown=False)
                changed: Sequence[int] = range(len(self.hands))
            elif s.last_move in (layout.CLUED_COLOR, layout.CLUED_RANK):
                changed = (s.last_target,)
                if s.hand_sizes[s.last_player] != len(self.hands[s.last_player].cards):
                    # After a free clue the giver draws too.
                    changed = (s.last_target, s.last_player)
            else:
                self._read_board(s, draw_numbers, grown=s.last_move in (layout.PLAYED, layout.DISCARDED))
                changed = (s.last_player,)
            for owner in changed:
                if self.hands[owner].read(s, owner):
                    self._discard_unseen()
            self.action_count = count
        for owner, order in enumerate(orders):
            hand = self.hands[owner]
            if order is not hand.order and order != hand.order:
                hand.order = order
                hand.json.clear()
        return ViewSnapshot(self, draw_numbers, exposed)

    def _read_board(self, s: layout.State, draw_numbers: dict[int, int], *, grown: bool) -> None:
        """`grown`: the discard pile is unchanged or has one more card."""
        board_marks = self.board_marks
        if board_marks is None or board_marks.fireworks != s.fireworks or board_marks.lost != s.lost:
            self.board_marks = BoardMarks(self.fragments, s.fireworks[:], s.lost[:])
            self._discard_unseen()
        faces, written = self.fragments.faces, len(self.pile)
        if not grown or written > s.discard_count:
            # A card that left the pile may have returned with another draw number.
            self.pile, self.pile_json, written = [], "", 0
        for card in s.discards[written : s.discard_count]:
            comma = "," if self.pile else ""
            self.pile.append(card)
            self.pile_json += f'{comma}{{"id":{draw_numbers[card]},"card":"{faces[s.faces[card]]}"}}'

    def _discard_unseen(self) -> None:
        self.version += 1
        self._unseen = None

    def unseen(self, seat: int) -> int:
        """Kinds with copies that this seat does not see; it sees all hands except its own."""
        if self._unseen is None:
            self._unseen = self._count_unseen()
        return self._unseen[seat]

    def _count_unseen(self) -> list[int]:
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
    """All views of one moment. The public part is written once, and each hand once for all teammates."""

    def __init__(self, view_writer: ViewWriter, draw_numbers: dict[int, int], exposed: set[tuple[int, int]]) -> None:
        self.game, self.p, self.view_writer = view_writer.game, view_writer.fragments, view_writer
        self.draw_numbers, self.exposed = draw_numbers, exposed
        self.s: layout.State = self.game.state
        s, p, board_marks = self.s, self.p, view_writer.board_marks
        assert board_marks is not None
        self.playable, self.useful, self.critical, self.unseen = board_marks.marks
        self.board_marks, self.marks = board_marks, board_marks.marks
        self.kinds = [hand.kinds for hand in view_writer.hands]
        over = outcome_of(self.game.rules, s) if s.outcome else None
        self.over = over is not None
        self.player = s.player if over is None else None
        pending = "null" if s.pending == layout.NO_TILE else f'"{TILES[s.pending]}"'
        last = "null" if s.turns_left == layout.NO_LAST_ROUND else s.turns_left
        tiles = ",".join([f'"{TILES[tile]}"' for tile in s.tiles[: s.tiles_turned]]) if s.tiles_turned else ""
        self.public = (
            f'"turn":{s.turn},"actions":{len(self.game.action_texts)},'
            f'"player":{"null" if self.player is None else self.player},"pending":{pending},'
            f'"clue_tokens":{s.clue_tokens},"strikes":{s.strikes},'
            f'"deck":{p.rule_tables.cards - s.next_card},"turns_left":{last},'
            f'"score":{board_marks.score},"best_score":{board_marks.best},{p.constants}'
            f'{board_marks.json}"discards":[{view_writer.pile_json}],'
            f'"tiles_turned":[{tiles}],"over":{_outcome(self.game.rules, over)},"hands":['
        )
        self.encoded: bytes | None = None
        self.visible: list[bytes] | None = None

    def view(self, viewer: Viewer) -> str:
        return b"".join(self.parts(viewer)).decode()

    def parts(self, viewer: Viewer) -> list[bytes]:
        """A view in pieces, for a larger message."""
        if self.encoded is None:
            self.encoded = self.public.encode()
        if viewer is None:
            hands = [self._hand(owner, "hidden") for owner in range(len(self.kinds))]
        else:
            if self.visible is None:
                self.visible = [self._hand(owner, "visible") for owner in range(len(self.kinds))]
            hands = self.visible
            if viewer != "open" and not self.over:
                hands = hands[:]
                hands[viewer] = self._hand(viewer, "own")
        seat = _SEATS[viewer] if isinstance(viewer, int) else _NO_SEAT
        return [seat, self.encoded, *hands, self._choices(viewer).encode()]

    def _hand(self, owner: int, how: Literal["own", "visible", "hidden"]) -> bytes:
        """A hand with faces, or without for its owner and for spectators."""
        hand, version = self.view_writer.hands[owner], self.view_writer.version
        cached = hand.json.get(how)
        if cached is not None and cached[0] == version:
            return cached[2]
        own = how == "own"
        unseen = self._unseen(owner) if own else self.unseen
        playable, useful, critical, _ = self.marks
        # The JSON of a hand depends only on the marks of these kinds.
        about = hand.faces if how == "visible" else hand.possible
        key = (playable & about, useful & about, critical & about, unseen & hand.possible, len(self.exposed))
        # The effect of a reshuffled card depends on more than this key.
        if cached is not None and cached[1] == key and not (own and self.s.returned_kind != layout.NO_KIND):
            text = cached[2]
        else:
            text = self._hand_json(owner, how == "visible", own, unseen).encode()
        hand.json[how] = (version, key, text)
        return text

    def _hand_json(self, owner: int, visible: bool, own: bool, unseen: int) -> str:
        p, hand = self.p, self.view_writer.hands[owner]
        if visible:
            cards = hand_json.visible_cards(p, hand, unseen, self.board_marks.marks_of)
        elif self.exposed or (own and self.s.returned_kind != layout.NO_KIND):
            cards = hand_json.partly_exposed_cards(p, self.s, owner, hand, unseen, self.marks, self.exposed, own=own)
        else:
            cards = hand_json.hidden_cards(p, hand, unseen, self.marks)
        comma = "" if owner == 0 else ","
        return f'{comma}{{"seat":{owner},"order":{hand_json.order_json(hand)},"cards":[{",".join(cards)}]}}'

    def _unseen(self, seat: int) -> int:
        return self.view_writer.unseen(seat)

    def _choices(self, viewer: Viewer) -> str:
        """The end of a view: the legal actions of this seat, and why others are refused."""
        if viewer is None or viewer == "open":
            return _NO_CHOICE["spectator"]
        if viewer != self.player:
            return _NO_CHOICE["game_over" if self.over else "wrong_player"]
        s, p = self.s, self.p
        if s.pending != layout.NO_TILE:
            return f'],"legal":[{",".join(self._reward_choices())}],"refused":{{"all":"choice_pending"}}}}'
        held, refused = s.hand_sizes[viewer], ""
        actions = [p.plays[held]]
        if s.clue_tokens < p.rule_tables.clue_tokens:
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
        """The legal clues to each teammate in playing order: colors and ranks."""
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
        s, r = self.s, self.p.rule_tables
        if s.pending not in (layout.RESHUFFLE, layout.RESCUE):
            return self._clues()[0 if TILES[s.pending] == "free_color_clue" else 1]
        groups = (("reshuffle", legality.legal_reshuffles(r, s)), ("rescue", legality.legal_rescues(r, s)))
        oldest: dict[int, int] = {}
        for card in s.discards[: s.discard_count]:
            oldest.setdefault(s.faces[card], card)
        return [
            f'{{"type":"{name}","card_id":{self.draw_numbers[oldest[kind]]},"card":"{self.p.faces[kind]}"}}'
            for name, mask in groups
            for kind in range(r.suits * layout.MAX_RANKS)
            if mask >> kind & 1
        ]


def _outcome(rules: RuleSet, over: Outcome | None) -> str:
    if over is None:
        return "null"
    verdict = verdict_on(rules, over)
    seen = {**over.to_dict(), "verdict": verdict.rating, "commended": verdict.commended}
    return json.dumps(seen, separators=(",", ":"))
