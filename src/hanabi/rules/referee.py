"""A game in progress: the kernels behind rulebook classes. Uses no random numbers, no clock and no files."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hanabi.kernels import Rules, State, blank, deal, duplicate, ending, layout, legality, turn, visibility
from hanabi.kernels.cards import deck_size
from hanabi.rules import events
from hanabi.rules.action_ids import action_of_id, legal_ids
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import TILES, Card, Suit
from hanabi.rules.errors import IllegalAction, RulesError
from hanabi.rules.events import Event, as_seen_by
from hanabi.rules.notation import read_action, write_action
from hanabi.rules.outcome import Outcome
from hanabi.rules.rule_tables import cards_by_kind, kernel_rules, kind_of_card
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.validation import check
from hanabi.rules.views import View, outcome_of

_BLANK: State = blank(State)


class Referee:
    """Holds the full state: deals, checks and applies actions. `view` returns only what a seat may see."""

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
        self.rule_tables: Rules = kernel_rules(rules, len(self.players))
        self.deck = tuple(deck)
        self.rewards = tuple(rewards)
        self.first = first
        self.action_texts: list[str] = []
        self.seen: dict[int | None, list[tuple[Event, ...]]] = {seat: [] for seat in (None, *range(len(self.players)))}
        check_setup(rules, len(self.players), self.deck, self.rewards, first)
        self.state: State = duplicate(_BLANK)
        for card_id, card in enumerate(self.deck):
            self.state.faces[card_id] = kind_of_card(rules, card)
        for place, tile in enumerate(self.rewards):
            self.state.tiles[place] = TILES.index(tile)
        deal.deal(self.rule_tables, self.state, first)

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
        return self.rule_tables.cards - self.state.next_card

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action of the player to act; a reward choice is listed once per face."""
        return tuple(action_of_id(self.rules, self.rule_tables, self.state, number) for number in self.legal_ids())

    def legal_ids(self) -> list[int]:
        """The legal actions as ids (see `hanabi.rules.action_ids`)."""
        return legal_ids(self.rule_tables, self.state)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Apply an action of the player to act. An IllegalAction changes nothing."""
        check(self.rules, self.rule_tables, self.state, action)
        return self.carry_out(action)

    def carry_out(self, action: Action, written: str | None = None) -> tuple[Event, ...]:
        """Like `act`, for an action that was already checked in this state. `written` is its notation, if known."""
        if isinstance(action, Reshuffle) and action.at is None:
            raise TypeError("a Referee has no random numbers: pass at=… to say where the reshuffled card goes")
        if written is None:
            written = write_action(self.state, action)
        r, s = self.rule_tables, self.state
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
        happened = events_of(self.rules, r, before, s, action)
        self.action_texts.append(written)
        for seat, seen in self.seen.items():
            seen.append(tuple(as_seen_by(event, seat) for event in happened))
        return happened

    def end_by_agreement(self) -> Outcome:
        """The players end the game now: it has the score of its fireworks, or is lost if only a perfect show counts."""
        if self.player is None:
            raise IllegalAction("game_over")
        ending.end(
            self.rule_tables,
            self.state,
            layout.LOST if self.rules.all_or_nothing else layout.FINISHED,
            layout.AGREEMENT,
        )
        outcome = outcome_of(self.rules, self.state)
        assert outcome is not None
        for seen in self.seen.values():
            if seen:
                seen[-1] += (events.GameEnded(outcome),)
        return outcome

    def act_written(self, text: str) -> tuple[Event, ...]:
        """Apply an action in the notation of game records."""
        return self.act(read_action(self.state, text))

    def view(self, seat: int | None = None) -> View:
        """What `seat` may know; None is a spectator, who sees no hands."""
        if seat is not None and seat not in range(len(self.players)):
            raise ValueError(f"there is no seat {seat}: the seats here are 0 to {len(self.players) - 1}")
        erased = duplicate(self.state)
        visibility.hide(self.rule_tables, erased, layout.SPECTATOR if seat is None else seat)
        return View(self.rules, self.players, seat, erased, self.seen[seat])

    def _repr_html_(self) -> str:
        """The table with open hands."""
        return View(self.rules, self.players, None, self.state, [])._repr_html_()

    def card(self, seat: int, slot: int) -> Card:
        """The face of a card in a hand, even if hidden: the caller decides who may see it."""
        return cards_by_kind(self.rules)[self.state.faces[self.state.hands[seat][slot]]]

    def is_legal(self, number: int) -> bool:
        return bool(legality.is_legal(self.rule_tables, self.state, number))


def check_setup(rules: RuleSet, players: int, deck: tuple[Card, ...], rewards: tuple[str, ...], first: int) -> None:
    """Refuse a deck, tiles or a starting seat that do not belong to these rules."""
    if not 0 <= first < players:
        raise RulesError.because("first", seat=repr(first), last=players - 1)
    expected, actual = Counter(rules.cards), Counter(deck)
    if actual != expected:
        wrong = [
            f"{card} is there {actual[card]} times, not {expected[card]}"
            for card in sorted(actual.keys() | expected.keys(), key=str)
            if actual[card] != expected[card]
        ]
        raise RulesError(f"this is not the deck of {len(rules.cards)} cards these rules need: {'; '.join(wrong[:3])}")
    if rules.flamboyants and sorted(rewards) != sorted(TILES):
        raise RulesError(f"the reward tiles must be one each of {', '.join(TILES)}")
    if not rules.flamboyants and rewards:
        raise RulesError("reward tiles are only used with flamboyants")


class StateBefore(NamedTuple):
    """The fields of the state before an action that its events need; `card` is the one played, discarded or chosen."""

    player: int
    pending: int
    clue_tokens: int
    strikes: int
    fireworks: list[int]
    tiles_turned: int
    drawn: int
    turns_left: int
    card: Card | None


def state_before(rules: RuleSet, s: State, action: Action) -> StateBefore:
    """Call before applying a legal action, and pass the result to `events_of` afterwards."""
    card: Card | None = None
    if isinstance(action, Play | Discard):
        card = cards_by_kind(rules)[s.faces[s.hands[s.player][action.slot]]]
    elif isinstance(action, Reshuffle | Rescue):
        card = cards_by_kind(rules)[s.faces[visibility.card_shown_as(s, action.card_id)]]
    return StateBefore(
        s.player, s.pending, s.clue_tokens, s.strikes, s.fireworks[:], s.tiles_turned, s.drawn, s.turns_left, card
    )


def events_of(rules: RuleSet, r: Rules, before: StateBefore, after: State, action: Action) -> tuple[Event, ...]:
    """The events of `action`, in the order in which they happen at the table."""
    seat = before.player
    turn_events = [_action_event(before, after, action)]
    if after.strikes > before.strikes:
        turn_events.append(events.Struck(after.strikes))
    if type(action) not in (Clue, Discard):
        turn_events += _reward_events(rules, r, before, after, action)
    if after.drawn > before.drawn:
        newest = after.hands[seat][after.hand_sizes[seat] - 1]
        turn_events.append(events.CardDrawn(seat, cards_by_kind(rules)[after.faces[newest]]))
        if r.last_round == 0 and deck_size(r, after) == 0:
            turn_events.append(events.DeckEmptied())
    if before.turns_left == layout.NO_LAST_ROUND != after.turns_left:
        turn_events.append(events.LastRoundBegan(after.turns_left))
    if after.outcome != layout.RUNNING and (outcome := outcome_of(rules, after)) is not None:
        turn_events.append(events.GameEnded(outcome))
    return tuple(turn_events)


def _reward_events(rules: RuleSet, r: Rules, before: StateBefore, after: State, action: Action) -> Iterator[Event]:
    """What an announcement and a completed firework bring, in the order in which the referee grants it."""
    room, left = r.clue_tokens - before.clue_tokens, after.clue_tokens - before.clue_tokens
    completed = next((p for p in range(r.suits) if after.fireworks[p] == r.ranks > before.fireworks[p]), None)
    wins_token = completed is not None and not r.wins_tile[completed]
    if isinstance(action, Play) and action.announce is not None and after.last_scored and (room or not wins_token):
        yield events.CluesReturned(min(room, 1))
        left -= min(room, 1)
    if completed is not None:
        yield events.FireworkCompleted(rules.suits[completed])
        if wins_token and (left or after.outcome == layout.RUNNING):
            yield events.CluesReturned(left)
    if after.tiles_turned > before.tiles_turned:
        waits, is_mended = after.pending != layout.NO_TILE, after.strikes < before.strikes
        tile = TILES[after.tiles[before.tiles_turned]]
        yield events.TileTurned(tile, waits, effect=waits or is_mended or left > 0)
        if is_mended:
            yield events.StrikeMended(after.strikes)
        if left:
            yield events.CluesReturned(left)


def _action_event(before: StateBefore, after: State, action: Action) -> Event:
    seat, card = before.player, before.card
    if isinstance(action, Clue):
        slots = tuple(slot for slot in range(after.hand_sizes[action.to]) if after.last_touched >> slot & 1)
        return events.ClueGiven(seat, action.to, action.about, slots, free=before.pending != layout.NO_TILE)
    assert card is not None
    match action:
        case Play(slot, announce):
            suit = None if announce is None else Suit(announce)
            return events.CardPlayed(seat, slot, card, added=bool(after.last_scored), announced=suit)
        case Discard(slot):
            return events.CardDiscarded(seat, slot, card)
        case Reshuffle():
            return events.CardReshuffled(seat, card)
        case Rescue():
            return events.CardRescued(seat, card)
