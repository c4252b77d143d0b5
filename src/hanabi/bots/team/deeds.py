"""From what a seat saw to what a mind is told: one `Deed` an action, in numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hanabi.bots.team.engine.layout import CLUED, DISCARDED, PLAYED, RESCUED, RESHUFFLED
from hanabi.kernels.layout import HIDDEN, NO_LAST_ROUND, NO_TILE
from hanabi.rules.cards import TILES, Card
from hanabi.rules.compile import compiled, kind_of
from hanabi.rules.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardRescued,
    CardReshuffled,
    ClueGiven,
    CluesReturned,
    Event,
    LastRoundBegan,
    StrikeMended,
    Struck,
    TileTurned,
)
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View

NOTHING_DRAWN = -2


class Deed(NamedTuple):
    """The arguments of `watching.watch`."""

    what: int
    seat: int
    slot: int = 0
    kind: int = 0
    to: int = 0
    clue: int = 0
    touched: int = 0
    drawn: int = NOTHING_DRAWN
    is_added: bool = False


class Standing(NamedTuple):
    """The table after a deed, as far as a deed does not say."""

    player: int
    tokens: int
    strikes: int
    deck: int
    turns_left: int
    pending: int


@dataclass
class Narrator:
    """Turns groups of events into deeds, keeping count of what events leave unsaid."""

    rules: RuleSet
    players: int
    player: int

    def __post_init__(self) -> None:
        r = compiled(self.rules, self.players)
        self._tokens, self._strikes = r.clue_tokens, 0
        self._deck = r.cards - self.players * r.hand_size
        self._turns_left = r.last_round if self._deck == 0 and r.last_round else NO_LAST_ROUND

    def tell(self, events: tuple[Event, ...]) -> tuple[Deed, Standing]:
        deed = self._deed(events[0])
        pending, began = NO_TILE, False
        for event in events:
            match event:
                case ClueGiven(free=False):
                    self._tokens -= 1
                case CardDiscarded():
                    self._tokens += 1
                case CluesReturned(tokens):
                    self._tokens += tokens
                case Struck(strikes) | StrikeMended(strikes):
                    self._strikes = strikes
                case CardReshuffled():
                    self._deck += 1
                case CardDrawn(_, card):
                    self._deck -= 1
                    deed = deed._replace(drawn=HIDDEN if card is None else self._kind(card))
                case TileTurned(tile, waits=True):
                    pending = TILES.index(tile)
                case LastRoundBegan(turns):
                    self._turns_left, began = turns, True
        if pending == NO_TILE:
            self.player = (deed.seat + 1) % self.players
            if self._turns_left > 0 and not began:
                self._turns_left -= 1
        return deed, Standing(self.player, self._tokens, self._strikes, self._deck, self._turns_left, pending)

    def _deed(self, event: Event) -> Deed:
        match event:
            case ClueGiven(giver, to, about, slots):
                return Deed(CLUED, giver, to=to, clue=self._clue(about), touched=sum(1 << slot for slot in slots))
            case CardPlayed(seat, slot, card, added):
                return Deed(PLAYED, seat, slot, self._kind(card), is_added=added)
            case CardDiscarded(seat, slot, card):
                return Deed(DISCARDED, seat, slot, self._kind(card))
            case CardReshuffled(seat, card):
                return Deed(RESHUFFLED, seat, kind=self._kind(card))
            case CardRescued(seat, card):
                return Deed(RESCUED, seat, kind=self._kind(card))
            case _:
                raise ValueError(f"no action begins with {event!r}")

    def _kind(self, card: Card) -> int:
        return kind_of(self.rules, card)

    def _clue(self, about: str | int) -> int:
        if isinstance(about, int):
            return len(self.rules.nameable) + about - 1
        return [color.value for color in self.rules.nameable].index(about)


def first_player(view: View) -> int:
    if not view.history:
        return view.erased.player
    return _actor(view.history[0][0])


def dealt_hands(view: View) -> tuple[tuple[int, ...], ...]:
    """The kinds everybody was dealt, HIDDEN for the viewer's own: read back from what became of each card."""
    size = view.tables.hand_size
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(len(view.names))]
    faces: dict[int, int] = {}
    drawn = len(view.names) * size
    for seat, slot, card in _moves(view):
        if card is not None and slot is not None:
            faces[hands[seat].pop(slot)] = kind_of(view.rules, card)
        else:
            hands[seat].append(drawn)
            drawn += 1
    for seat, hand in enumerate(hands):
        for slot, place in enumerate(hand):
            faces[place] = view.erased.faces[view.erased.hands[seat][slot]]
    return tuple(
        tuple(HIDDEN if seat == view.seat else faces[seat * size + slot] for slot in range(size))
        for seat in range(len(view.names))
    )


def _moves(view: View) -> Iterator[tuple[int, int | None, Card | None]]:
    """Every card that left a hand (with its slot) or came into one."""
    for events in view.history:
        for event in events:
            match event:
                case CardPlayed(seat, slot, card) | CardDiscarded(seat, slot, card):
                    yield seat, slot, card
                case CardDrawn(seat, _):
                    yield seat, None, None


def _actor(event: Event) -> int:
    match event:
        case ClueGiven(giver):
            return giver
        case CardPlayed(seat=seat) | CardDiscarded(seat=seat) | CardReshuffled(seat=seat) | CardRescued(seat=seat):
            return seat
    raise ValueError(f"no action begins with {event!r}")
