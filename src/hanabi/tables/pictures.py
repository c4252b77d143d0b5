"""The view of each seat as JSON: the one place where the server writes about cards.

A table makes all its views at once. What everybody sees is written once; each hand twice, with its faces for the
teammates and without for its owner. The laws that hold this up are tests: the text equals one made from
`Referee.view(seat)`, whose hidden cards are erased, and shuffling hidden cards among themselves does not change it.
"""

from collections import Counter
from itertools import chain
from typing import Literal

from hanabi.kernels.layout import MAX_HAND, MAX_RANKS, NO_KIND, NO_LAST_ROUND, NO_TILE, RESCUE, RESHUFFLE
from hanabi.plain import State, knowledge, legal
from hanabi.rules.cards import TILES
from hanabi.rules.outcome import Outcome
from hanabi.rules.referee import Referee
from hanabi.rules.views import outcome_of
from hanabi.tables.palette import Palette, palette

# Who looks: a seat, None for a spectator who sees no hand, "open" for one who sees all.
Eyes = int | Literal["open"] | None

_MARKS = tuple(
    "[" + ",".join(f'"{name}"' for bit, name in ((1, "playable"), (2, "critical"), (4, "useless")) if marks & bit) + "]"
    for marks in range(8)
)

_AS_DRAWN = tuple("[" + ",".join(map(str, range(held))) + "]" for held in range(MAX_HAND + 1))


class Pictures:
    """Writes the views of one game; keeps the hands it has written as long as nothing about them changes."""

    def __init__(self, game: Referee) -> None:
        self.game = game
        self.palette: Palette = palette(game.rules, len(game.players))
        self._shown: dict[tuple[int, str], tuple[object, str]] = {}

    def glance(
        self, drawn_of: dict[int, int], orders: list[tuple[int, ...]], exposed: set[tuple[int, int]]
    ) -> "Glance":
        """`drawn_of` names discarded cards, `orders` are hands as arranged, `exposed` cards shown by undone actions.

        Those go by the number they were drawn under and their id: what is drawn in their stead after a take-back, or
        the same card drawn anew after a reshuffle, was shown to nobody.
        """
        return Glance(self, drawn_of, orders, exposed)


class Glance:
    """All views of one moment."""

    def __init__(
        self, pictures: Pictures, drawn_of: dict[int, int], orders: list[tuple[int, ...]], exposed: set[tuple[int, int]]
    ) -> None:
        self.game, self.p, self.kept = pictures.game, pictures.palette, pictures._shown
        self.s: State = self.game.state
        self.orders, self.exposed = orders, exposed
        s, r, p = self.s, self.p.tables, self.p
        sights = [
            p.sight(place, s.fireworks[place], tuple(s.lost[place * MAX_RANKS : place * MAX_RANKS + MAX_RANKS]))
            for place in range(r.suits)
        ]
        self.playable = self.useful = self.critical = self.unseen = 0
        self.left: list[int] = []
        best = score = -r.score_offset
        for place, sight in enumerate(sights):
            self.playable |= sight.playable
            self.useful |= sight.useful
            self.critical |= sight.critical
            self.unseen |= sight.unseen
            self.left += sight.left
            best += sight.reachable
            score += s.fireworks[place]
        self.sights = (self.playable, self.useful, self.critical, len(exposed))
        self.kinds = [tuple([s.faces[card] for card in s.hands[seat][: s.held[seat]]]) for seat in range(r.players)]
        held = Counter(chain.from_iterable(self.kinds))
        # Only where all the copies off the table are in hands can a seat have seen every one.
        self.all_held = [(kind, count) for kind, count in held.items() if count >= self.left[kind]]
        over = outcome_of(self.game.rules, s) if s.outcome else None
        self.player = s.player if over is None else None
        pending = "null" if s.pending == NO_TILE else f'"{TILES[s.pending]}"'
        last = "null" if s.turns_left == NO_LAST_ROUND else s.turns_left
        ordered = [sights[place] for place in p.order]
        pile = ",".join(
            [f'{{"id":{drawn_of[card]},"card":"{p.faces[s.faces[card]]}"}}' for card in s.discards[: s.pile]]
        )
        lost = ",".join([f'"{face}"' for sight in ordered for face in sight.lost])
        tiles = ",".join([f'"{TILES[tile]}"' for tile in s.tiles[: s.turned]])
        self.drawn_of = drawn_of
        self.public = (
            f'"turn":{s.turn},"actions":{len(self.game.history)},'
            f'"player":{"null" if self.player is None else self.player},"pending":{pending},'
            f'"clue_tokens":{s.clue_tokens},"strikes":{s.strikes},"deck":{r.cards - s.top},"turns_left":{last},'
            f'"score":{score},"best_score":{best},{p.constants}'
            f'"fireworks":{{{",".join([sight.firework for sight in ordered])}}},"discards":[{pile}],'
            f'"lost":[{lost}],"playable":{p.masks(self.playable)},"critical":{p.masks(self.critical)},'
            f'"useless":{p.masks(r.all_kinds & ~self.useful)},'
            f'"tiles_turned":[{tiles}],"over":{_outcome(over)},"hands":['
        )
        self.over = over is not None
        self.visible: dict[int, str] = {}

    def view(self, eyes: Eyes) -> str:
        """Teammates see a hand alike, so it is looked up once for all of them."""
        hands = []
        for owner in range(self.p.tables.players):
            if eyes is None or eyes == owner:
                hands.append(self._hand(owner, eyes))
            elif owner in self.visible:
                hands.append(self.visible[owner])
            else:
                written = self.visible[owner] = self._hand(owner, eyes)
                hands.append(written)
        seat = eyes if isinstance(eyes, int) else "null"
        return f'{{"seat":{seat},{self.public}{",".join(hands)}],{self._choices(eyes)}}}'

    def _hand(self, owner: int, eyes: Eyes) -> str:
        """A hand with its faces, or without them for its owner and for spectators."""
        s, held = self.s, self.s.held[owner]
        own, visible = eyes == owner, eyes != owner and eyes is not None
        unseen = self._unseen(owner) if own else self.unseen
        key = (
            s.serials[owner][:held],
            s.told[owner][:held],
            s.open[owner][:held],
            unseen,
            self.orders[owner],
            self.sights,
        )
        place = (owner, "own" if own else "visible" if visible else "hidden")
        kept = self.kept.get(place)
        # What a reshuffled card rules out depends on more than this key.
        if kept is not None and kept[0] == key and not (own and s.returned_kind != NO_KIND):
            return kept[1]
        written = self._written_hand(owner, visible, own, unseen)
        self.kept[place] = (key, written)
        return written

    def _written_hand(self, owner: int, visible: bool, own: bool, unseen: int) -> str:
        s, p, cards = self.s, self.p, []
        for slot in range(s.held[owner]):
            drawn, open_, told = s.serials[owner][slot], s.open[owner][slot], s.told[owner][slot]
            face = self.kinds[owner][slot] if visible or (drawn, s.hands[owner][slot]) in self.exposed else NO_KIND
            if face != NO_KIND:
                shown, sure, possible = f'"{p.faces[face]}"', 1 << face, open_ & unseen
                if not visible:
                    possible = sure
            else:
                possible = open_ & unseen
                if own and s.returned_kind != NO_KIND:
                    possible = int(knowledge.possible_kinds(p.tables, s, owner, slot, unseen))
                shown, sure = "null", possible
            marks = 0 if sure & ~self.playable else 1
            marks |= 0 if sure & ~self.critical else 2
            marks |= 4 if not sure & self.useful else 0
            cards.append(
                f'{{"drawn":{drawn},"card":{shown},"clued":{p.words(told)},"open":{p.masks(open_)},'
                f'"possible":{p.masks(possible)},"marks":{_MARKS[marks]}}}'
            )
        return f'{{"seat":{owner},"order":{self._order(owner)},"cards":[{",".join(cards)}]}}'

    def _order(self, owner: int) -> str:
        if not self.orders[owner]:
            return _AS_DRAWN[self.s.held[owner]]
        serials = self.s.serials[owner][: self.s.held[owner]]
        slots = [serials.index(drawn) for drawn in self.orders[owner] if drawn in serials]
        slots += [slot for slot in range(len(serials)) if slot not in slots]
        return "[" + ",".join(map(str, slots)) + "]"

    def _unseen(self, seat: int) -> int:
        """Kinds of which this seat does not see every copy. All hands less its own: its own cards do not matter."""
        unseen, own = self.unseen, self.kinds[seat]
        for kind, count in self.all_held:
            if count - own.count(kind) >= self.left[kind]:
                unseen &= ~(1 << kind)
        return unseen

    def _choices(self, eyes: Eyes) -> str:
        """What this seat may do, and why the rest is refused."""
        if eyes is None or eyes == "open":
            return '"legal":[],"refused":{"all":"spectator"}'
        if self.over:
            return '"legal":[],"refused":{"all":"game_over"}'
        if eyes != self.player:
            return '"legal":[],"refused":{"all":"wrong_player"}'
        s, r = self.s, self.p.tables
        if s.pending != NO_TILE:
            return f'"legal":[{",".join(self._reward_choices())}],"refused":{{"all":"choice_pending"}}'
        actions, refused = [], []
        if s.clue_tokens < r.clue_tokens:
            actions += [f'{{"type":"discard","slot":{slot}}}' for slot in range(s.held[eyes])]
        elif s.held[eyes]:
            refused.append('"discard":"all_tokens_available"')
        actions += [f'{{"type":"play","slot":{slot}}}' for slot in range(s.held[eyes])]
        if s.clue_tokens:
            actions += self._clues(colors=True) + self._clues(colors=False)
        else:
            refused.append('"clue":"no_clue_token"')
        if r.first_announcement != r.first_reshuffle:
            actions += [
                f'{{"type":"play","slot":{slot},"announce":"{suit.value}"}}'
                for slot in range(s.held[eyes])
                for suit in self.game.rules.suits
            ]
        return f'"legal":[{",".join(actions)}],"refused":{{{",".join(refused)}}}'

    def _clues(self, *, colors: bool) -> list[str]:
        players = self.p.tables.players
        made: list[str] = []
        for offset in range(1, players):
            to = (self.s.player + offset) % players
            made += self.p.clues(to, self.kinds[to])[0 if colors else 1]
        return made

    def _reward_choices(self) -> list[str]:
        s, r = self.s, self.p.tables
        if s.pending not in (RESHUFFLE, RESCUE):
            return self._clues(colors=TILES[s.pending] == "free_color_clue")
        groups = (("reshuffle", legal.legal_reshuffles(r, s)), ("rescue", legal.legal_rescues(r, s)))
        oldest: dict[int, int] = {}
        for card in s.discards[: s.pile]:
            oldest.setdefault(s.faces[card], card)
        return [
            f'{{"type":"{name}","card_id":{self.drawn_of[oldest[kind]]},"card":"{self.p.faces[kind]}"}}'
            for name, mask in groups
            for kind in range(r.suits * MAX_RANKS)
            if mask >> kind & 1
        ]


def _outcome(over: Outcome | None) -> str:
    if over is None:
        return "null"
    rating = "null" if over.rating is None else f'"{over.rating}"'
    return f'{{"outcome":"{over.outcome}","reason":"{over.reason}","score":{over.score},"rating":{rating}}}'
