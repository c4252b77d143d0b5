"""From an action, what was before it and the state after it to the events of the turn."""

from typing import NamedTuple

from hanabi.kernels import layout, visibility
from hanabi.kernels.layout import Rules, State
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import TILES, Card, Suit
from hanabi.rules.compiled_rules import cards_by_kind
from hanabi.rules.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardRescued,
    CardReshuffled,
    ClueGiven,
    CluesReturned,
    Event,
    FireworkCompleted,
    GameEnded,
    LastRoundBegan,
    StrikeMended,
    Struck,
    TileTurned,
)
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import outcome_of


class Before(NamedTuple):
    """All that the events need of the state before the action; `card` is the one played, discarded or chosen."""

    player: int
    pending: int
    clue_tokens: int
    strikes: int
    fireworks: list[int]
    turned: int
    drawn: int
    turns_left: int
    card: Card | None


def before(rules: RuleSet, s: State, action: Action) -> Before:
    """To be taken before a legal action is carried out, and given to `tell` after it."""
    card: Card | None = None
    if isinstance(action, Play | Discard):
        card = cards_by_kind(rules)[s.faces[s.hands[s.player][action.slot]]]
    elif isinstance(action, Reshuffle | Rescue):
        card = cards_by_kind(rules)[s.faces[visibility.card_shown_as(s, action.card_id)]]
    return Before(s.player, s.pending, s.clue_tokens, s.strikes, s.fireworks[:], s.turned, s.drawn, s.turns_left, card)


def tell(rules: RuleSet, r: Rules, before: Before, after: State, action: Action) -> tuple[Event, ...]:
    """What `action` caused, in the order of the table."""
    seat = before.player
    told = [_deed(before, after, action)]
    if after.strikes > before.strikes:
        told.append(Struck(after.strikes))
    if after.fireworks != before.fireworks:
        for place, suit in enumerate(rules.suits):
            if after.fireworks[place] == r.ranks > before.fireworks[place]:
                told.append(FireworkCompleted(suit))
    for place in range(before.turned, after.turned):
        told.append(TileTurned(TILES[after.tiles[place]], waits=after.pending != layout.NO_TILE))
    if after.strikes < before.strikes:
        told.append(StrikeMended(after.strikes))
    returned = after.clue_tokens - before.clue_tokens - isinstance(action, Discard)
    if returned > 0:
        told.append(CluesReturned(returned))
    if after.drawn > before.drawn:
        newest = after.hands[seat][after.held[seat] - 1]
        told.append(CardDrawn(seat, cards_by_kind(rules)[after.faces[newest]]))
    if before.turns_left == layout.NO_LAST_ROUND != after.turns_left:
        told.append(LastRoundBegan(after.turns_left))
    if after.outcome != layout.RUNNING and (outcome := outcome_of(rules, after)) is not None:
        told.append(GameEnded(outcome))
    return tuple(told)


def _deed(before: Before, after: State, action: Action) -> Event:
    seat, card = before.player, before.card
    if isinstance(action, Clue):
        slots = tuple(slot for slot in range(after.held[action.to]) if after.last_touched >> slot & 1)
        return ClueGiven(seat, action.to, action.about, slots, free=before.pending != layout.NO_TILE)
    assert card is not None
    match action:
        case Play(slot, announce):
            suit = None if announce is None else Suit(announce)
            return CardPlayed(seat, slot, card, added=bool(after.last_scored), announced=suit)
        case Discard(slot):
            return CardDiscarded(seat, slot, card)
        case Reshuffle():
            return CardReshuffled(seat, card)
        case Rescue():
            return CardRescued(seat, card)
