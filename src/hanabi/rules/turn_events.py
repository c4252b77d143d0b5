"""Derives the events of a turn by comparing the states before and after an action."""

from typing import NamedTuple

from hanabi.kernels import Rules, State, layout, visibility
from hanabi.rules import events
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import TILES, Card, Suit
from hanabi.rules.events import Event
from hanabi.rules.rule_tables import cards_by_kind
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import outcome_of


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
    if after.fireworks != before.fireworks:
        for place, suit in enumerate(rules.suits):
            if after.fireworks[place] == r.ranks > before.fireworks[place]:
                turn_events.append(events.FireworkCompleted(suit))
    for place in range(before.tiles_turned, after.tiles_turned):
        turn_events.append(events.TileTurned(TILES[after.tiles[place]], waits=after.pending != layout.NO_TILE))
    if after.strikes < before.strikes:
        turn_events.append(events.StrikeMended(after.strikes))
    returned = after.clue_tokens - before.clue_tokens - isinstance(action, Discard)
    if returned > 0:
        turn_events.append(events.CluesReturned(returned))
    if after.drawn > before.drawn:
        newest = after.hands[seat][after.hand_sizes[seat] - 1]
        turn_events.append(events.CardDrawn(seat, cards_by_kind(rules)[after.faces[newest]]))
    if before.turns_left == layout.NO_LAST_ROUND != after.turns_left:
        turn_events.append(events.LastRoundBegan(after.turns_left))
    if after.outcome != layout.RUNNING and (outcome := outcome_of(rules, after)) is not None:
        turn_events.append(events.GameEnded(outcome))
    return tuple(turn_events)


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
