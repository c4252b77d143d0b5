"""From an action and the states around it to the events of the turn."""

from hanabi.plain import Rules, State, layout, sight
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import TILES, Card, Suit
from hanabi.rules.compile import cards_by_kind
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


def tell(rules: RuleSet, r: Rules, before: State, after: State, action: Action) -> tuple[Event, ...]:
    """What `action` caused, in the order of the table."""
    faces, seat = cards_by_kind(rules), before.player
    told: list[Event] = [_deed(rules, faces, before, after, action)]
    if after.strikes > before.strikes:
        told.append(Struck(after.strikes))
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
        told.append(CardDrawn(seat, faces[after.faces[newest]]))
    if before.turns_left == layout.NO_LAST_ROUND != after.turns_left:
        told.append(LastRoundBegan(after.turns_left))
    outcome = outcome_of(rules, after)
    if outcome is not None:
        told.append(GameEnded(outcome))
    return tuple(told)


def _deed(rules: RuleSet, faces: tuple[Card, ...], before: State, after: State, action: Action) -> Event:
    seat = before.player
    match action:
        case Play(slot, announce):
            card = faces[before.faces[before.hands[seat][slot]]]
            suit = None if announce is None else Suit(announce)
            return CardPlayed(seat, slot, card, added=bool(after.last_scored), announced=suit)
        case Discard(slot):
            return CardDiscarded(seat, slot, faces[before.faces[before.hands[seat][slot]]])
        case Clue(to, about):
            slots = tuple(slot for slot in range(before.held[to]) if after.last_touched >> slot & 1)
            return ClueGiven(seat, to, about, slots, free=before.pending != layout.NO_TILE)
        case Reshuffle(card_id):
            return CardReshuffled(seat, faces[before.faces[sight.card_shown_as(before, card_id)]])
        case Rescue(card_id):
            return CardRescued(seat, faces[before.faces[sight.card_shown_as(before, card_id)]])
