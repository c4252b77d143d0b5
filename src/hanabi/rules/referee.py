"""A game in play: the kernels behind classes of the rulebook. It uses no random numbers, no clock and no files."""

from collections import Counter
from collections.abc import Sequence

from hanabi.kernels import deal, layout, legality, turn, visibility
from hanabi.kernels.layout import Rules, State, blank, duplicate
from hanabi.rules.action_ids import action_of_id, legal_ids
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import TILES, Card, Suit
from hanabi.rules.errors import RulesError
from hanabi.rules.events import Event, seen_by
from hanabi.rules.notation import read_action, write_action
from hanabi.rules.outcome import Outcome
from hanabi.rules.rule_tables import cards_by_kind, compiled, kind_of
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.turn_events import events_of, state_before
from hanabi.rules.validation import check
from hanabi.rules.views import View, outcome_of

_BLANK: State = blank(State)


class Referee:
    """Holds the full state: deals, checks and applies actions. `view` is what may be shown to a seat."""

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[str],
        deck: Sequence[Card],
        rewards: Sequence[str] = (),
        first: int = 0,
    ) -> None:
        self.rules = rules
        self.players = tuple(players)
        self.compiled_rules: Rules = compiled(rules, len(self.players))
        self.deck = tuple(deck)
        self.rewards = tuple(rewards)
        self.first = first
        self.action_texts: list[str] = []
        self.seen: dict[int | None, list[tuple[Event, ...]]] = {seat: [] for seat in (None, *range(len(self.players)))}
        check_setup(rules, len(self.players), self.deck, self.rewards, first)
        self.state: State = duplicate(_BLANK)
        for card_id, card in enumerate(self.deck):
            self.state.faces[card_id] = kind_of(rules, card)
        for place, tile in enumerate(self.rewards):
            self.state.tiles[place] = TILES.index(tile)
        deal.deal(self.compiled_rules, self.state, first)

    @property
    def player(self) -> int | None:
        """The seat to act; None when the game is over."""
        return None if self.state.outcome != layout.RUNNING else self.state.player

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def pending(self) -> str | None:
        return None if self.state.pending == layout.NO_TILE else TILES[self.state.pending]

    @property
    def over(self) -> Outcome | None:
        return outcome_of(self.rules, self.state)

    @property
    def deck_size(self) -> int:
        return self.compiled_rules.cards - self.state.top

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything the player to act may do; a reward choice is listed once for each face."""
        return tuple(action_of_id(self.rules, self.compiled_rules, self.state, number) for number in self.legal_ids())

    def legal_ids(self) -> list[int]:
        """The same as action ids (see `hanabi.rules.action_ids`)."""
        return legal_ids(self.compiled_rules, self.state)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Carry out an action of the player to act. An IllegalAction changes nothing."""
        check(self.rules, self.compiled_rules, self.state, action)
        return self.carry_out(action)

    def carry_out(self, action: Action, written: str | None = None) -> tuple[Event, ...]:
        """As `act`, without the check: only for an action that before checked in this very state.

        `written` is its notation, where the caller has it already.
        """
        if isinstance(action, Reshuffle) and action.at is None:
            raise TypeError("a Referee has no random numbers: say where the reshuffled card goes with at=…")
        if written is None:
            written = write_action(self.state, action)
        r, s = self.compiled_rules, self.state
        before = state_before(self.rules, s, action)
        match action:
            case Play(slot, announce):
                suit = layout.NO_SUIT if announce is None else self.rules.suits.index(Suit(announce))
                turn.play(r, s, slot, suit)
            case Discard(slot):
                turn.discard(r, s, slot)
            case Clue(to, about):
                turn.give_clue(r, s, to, self.rules.clue_numbers[about])
            case Reshuffle(card_id, int(at)):
                turn.reshuffle(r, s, visibility.card_shown_as(s, card_id), at)
            case Rescue(card_id):
                turn.rescue(r, s, visibility.card_shown_as(s, card_id))
        events = events_of(self.rules, r, before, s, action)
        self.action_texts.append(written)
        for seat, seen in self.seen.items():
            seen.append(tuple(seen_by(event, seat) for event in events))
        return events

    def act_written(self, text: str) -> tuple[Event, ...]:
        """Carry out an action given in the notation of a game record."""
        return self.act(read_action(self.state, text))

    def view(self, seat: int | None = None) -> View:
        """What `seat` may know; None is a spectator, who sees the table and nobody's cards."""
        if seat is not None and seat not in range(len(self.players)):
            raise ValueError(f"there is no seat {seat}: the seats here are 0 to {len(self.players) - 1}")
        erased = duplicate(self.state)
        visibility.hide(self.compiled_rules, erased, layout.SPECTATOR if seat is None else seat)
        return View(self.rules, self.players, seat, erased, self.seen[seat])

    def card(self, seat: int, slot: int) -> Card:
        """The face of a card in a hand, hidden or not: the caller decides who may see it."""
        return cards_by_kind(self.rules)[self.state.faces[self.state.hands[seat][slot]]]

    def is_legal(self, number: int) -> bool:
        return bool(legality.is_legal(self.compiled_rules, self.state, number))


def check_setup(rules: RuleSet, players: int, deck: tuple[Card, ...], rewards: tuple[str, ...], first: int) -> None:
    """Refuse a deck, tiles or a starting seat that do not belong to these rules."""
    if not 0 <= first < players:
        raise RulesError(f"seat {first!r} cannot start: the seats here are 0 to {players - 1}")
    expected, given = Counter(rules.cards), Counter(deck)
    if given != expected:
        wrong = [
            f"{given[card]} of {card} where {expected[card]} belong"
            for card in sorted(given.keys() | expected.keys(), key=str)
            if given[card] != expected[card]
        ]
        raise RulesError(f"this is not the deck of {len(rules.cards)} cards these rules need: {'; '.join(wrong[:3])}")
    if rules.flamboyants and sorted(rewards) != sorted(TILES):
        raise RulesError(f"the reward tiles are one each of {', '.join(TILES)}")
    if not rules.flamboyants and rewards:
        raise RulesError("reward tiles are only used with flamboyants")
