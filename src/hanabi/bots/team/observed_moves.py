"""Turns the events that a seat saw into one `ObservedMove` per action."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from hanabi.bots.team.engine.layout import CLUED, DISCARDED, PLAYED, RESCUED, RESHUFFLED, ObservedMove, TurnStatus
from hanabi.kernels import HIDDEN, NO_TILE, knowledge
from hanabi.kernels.layout import NO_LAST_ROUND
from hanabi.rules import TILES, Card, RuleSet, View, events, kind_of_card


@dataclass(frozen=True)
class StartPosition:
    """The position where a view's history begins: usually a fresh deal, but it can be any position."""

    first: int
    dealt: tuple[tuple[int, ...], ...]  # kinds in the hands, HIDDEN for the viewer's own
    fireworks: tuple[int, ...]
    lost: tuple[int, ...]
    status: TurnStatus

    @classmethod
    def of(cls, view: View) -> "StartPosition":
        """The position of the view with its whole history taken back."""
        s, rules = view.erased, view.rules
        fireworks, lost = list(s.fireworks), list(s.lost)
        tokens, strikes, deck, turns = s.clue_tokens, s.strikes, view.deck_size, s.turns_left
        tiles = knowledge.recovery_tiles(view.rule_tables, s)
        for event in (event for turn in reversed(view.history) for event in reversed(turn)):
            match event:
                case events.ClueGiven(free=False):
                    tokens += 1
                case events.CluesReturned(returned):
                    tokens -= returned
                case events.Struck():
                    strikes -= 1
                case events.StrikeMended():
                    strikes += 1
                case events.TileTurned(tile):
                    tiles += knowledge.is_recovery(TILES.index(tile))
                case events.CardDrawn():
                    deck += 1
                case events.LastRoundBegan():
                    turns = NO_LAST_ROUND
                case events.CardPlayed(card=card, added=added):
                    if added:
                        fireworks[rules.suits.index(card.suit)] -= 1
                    else:
                        lost[kind_of_card(rules, card)] -= 1
                case events.CardDiscarded(card=card):
                    tokens -= 1
                    lost[kind_of_card(rules, card)] -= 1
                case events.CardReshuffled(card=card):
                    deck -= 1
                    lost[kind_of_card(rules, card)] += 1
                case events.CardRescued(card=card):
                    fireworks[rules.suits.index(card.suit)] -= 1
                    lost[kind_of_card(rules, card)] += 1
        if turns != NO_LAST_ROUND:
            turns += len(view.history)
        first = events.actor(view.history[0]) if view.history else s.player
        pending = NO_TILE if view.history else s.pending
        status = TurnStatus(first, tokens, strikes, deck, turns, pending, tiles)
        return cls(first, dealt_hands(view), tuple(fireworks), tuple(lost), status)


class MoveObserver:
    """Turns the events of each action into an ObservedMove, and keeps the counters that events leave out."""

    def __init__(self, rules: RuleSet, players: int, start: StartPosition) -> None:
        self.rules = rules
        self.players = players
        self.player, self._tokens, self._strikes, self._deck, self._turns_left, _, self._tiles = start.status

    def observe(self, turn: tuple[events.Event, ...]) -> tuple[ObservedMove, TurnStatus]:
        move = self._move(turn[0])
        pending, began = NO_TILE, False
        for event in turn:
            match event:
                case events.ClueGiven(free=False):
                    self._tokens -= 1
                case events.CardDiscarded():
                    self._tokens += 1
                case events.CluesReturned(tokens):
                    self._tokens += tokens
                case events.Struck(strikes) | events.StrikeMended(strikes):
                    self._strikes = strikes
                case events.CardReshuffled():
                    self._deck += 1
                case events.CardDrawn(_, card):
                    self._deck -= 1
                    move = move._replace(drawn=HIDDEN if card is None else self._kind(card))
                case events.TileTurned(tile, waits=waits):
                    pending = TILES.index(tile) if waits else NO_TILE
                    self._tiles -= knowledge.is_recovery(TILES.index(tile))
                case events.LastRoundBegan(turns):
                    self._turns_left, began = turns, True
        if pending == NO_TILE:
            self.player = (move.seat + 1) % self.players
            if self._turns_left > 0 and not began:
                self._turns_left -= 1
        counters = (self._tokens, self._strikes, self._deck, self._turns_left)
        return move, TurnStatus(self.player, *counters, pending, self._tiles)

    def _move(self, event: events.Event) -> ObservedMove:
        match event:
            case events.ClueGiven(giver, to, about, slots):
                return ObservedMove(
                    CLUED, giver, to=to, clue=self._clue(about), touched=sum(1 << slot for slot in slots)
                )
            case events.CardPlayed(seat, slot, card, added):
                return ObservedMove(PLAYED, seat, slot, self._kind(card), is_added=added)
            case events.CardDiscarded(seat, slot, card):
                return ObservedMove(DISCARDED, seat, slot, self._kind(card))
            case events.CardReshuffled(seat, card):
                return ObservedMove(RESHUFFLED, seat, kind=self._kind(card))
            case events.CardRescued(seat, card):
                return ObservedMove(RESCUED, seat, kind=self._kind(card))
            case _:
                raise ValueError(f"no action begins with {event!r}")

    def _kind(self, card: Card) -> int:
        return kind_of_card(self.rules, card)

    def _clue(self, about: str | int) -> int:
        if isinstance(about, int):
            return len(self.rules.nameable) + about - 1
        return [color.value for color in self.rules.nameable].index(about)


def dealt_hands(view: View) -> tuple[tuple[int, ...], ...]:
    """The kinds that everybody held at first, HIDDEN for the viewer's own, reconstructed from the history."""
    moves = list(_moves(view))
    seats = range(len(view.names))
    drawn = Counter(seat for seat, _, card in moves if card is None)
    used = Counter(seat for seat, _, card in moves if card is not None)
    hands = [[(seat, n) for n in range(view.erased.hand_sizes[seat] + used[seat] - drawn[seat])] for seat in seats]
    dealt = [list(hand) for hand in hands]
    faces: dict[tuple[int, int], int] = {}
    for number, (seat, slot, card) in enumerate(moves):
        if card is None:
            hands[seat].append((seat, -1 - number))
        else:
            faces[hands[seat].pop(slot)] = kind_of_card(view.rules, card)
    for seat, hand in enumerate(hands):
        for slot, place in enumerate(hand):
            faces[place] = view.erased.faces[view.erased.hands[seat][slot]]
    return tuple(tuple(HIDDEN if seat == view.seat else faces[place] for place in dealt[seat]) for seat in seats)


def _moves(view: View) -> Iterator[tuple[int, int, Card | None]]:
    """Every card that left a hand, with its slot, or was drawn (slot 0, no card)."""
    for turn in view.history:
        for event in turn:
            match event:
                case events.CardPlayed(seat, slot, card) | events.CardDiscarded(seat, slot, card):
                    yield seat, slot, card
                case events.CardDrawn(seat, _):
                    yield seat, 0, None
