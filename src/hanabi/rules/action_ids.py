"""Converts Action objects to action ids (`kernels/action_ids.py`) and back."""

from collections.abc import Iterator
from functools import lru_cache

from hanabi.kernels import Rules, State, action_ids as ids, legality, turn, visibility
from hanabi.kernels.layout import NO_SUIT
from hanabi.kernels.seats import offset_of, seat_at
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import Suit
from hanabi.rules.rule_tables import kernel_rules
from hanabi.rules.ruleset import RuleSet


def legal_ids(r: Rules, s: State) -> list[int]:
    """Every legal action id, ascending."""
    return [
        number
        for group in range(ids.GROUPS)
        for number in _bits(legality.legal_group(r, s, group), ids.first_of_group(r, group))
    ]


def _bits(mask: int, first: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield first + low.bit_length() - 1
        mask ^= low


def action_of_id(rules: RuleSet, r: Rules, s: State, number: int) -> Action:
    """The action with this id for the player to act; a reward choice means the oldest discarded card of its kind."""
    if not ids.is_reward_choice(r, number):
        return _turn_actions(rules, r.players, s.player)[number]
    card_id = visibility.shown_id(s, turn.oldest_discard(s, ids.chosen_kind(r, number)))
    return Reshuffle(card_id) if ids.is_reshuffle(r, number) else Rescue(card_id)


@lru_cache(maxsize=1024)
def _turn_actions(rules: RuleSet, players: int, player: int) -> tuple[Action, ...]:
    """Every action by its id, except reward choices, which depend on the discard pile."""
    r = kernel_rules(rules, players)
    return tuple(_turn_action(rules, r, player, number) for number in range(ids.first_of_group(r, ids.RESHUFFLES)))


def _turn_action(rules: RuleSet, r: Rules, player: int, number: int) -> Action:
    if ids.is_clue(r, number):
        offset, clue = ids.clue_of(r, number)
        return Clue(seat_at(r, player, offset), rules.clue_values[clue])
    slot, suit = ids.card_use_of(r, number)
    if ids.is_discard(r, number):
        return Discard(slot)
    return Play(slot) if suit == NO_SUIT else Play(slot, announce=rules.suits[suit].value)


def id_of_action(rules: RuleSet, r: Rules, s: State, action: Action) -> int:
    """The id of an action in this game, legal or not."""
    match action:
        case Discard(slot):
            return ids.discard_id(r, slot)
        case Play(slot, None):
            return ids.play_id(r, slot)
        case Play(slot, suit):
            return ids.announced_play_id(r, slot, rules.suits.index(Suit(str(suit))))
        case Clue(to, about):
            return ids.clue_id(r, offset_of(r, s.player, to), rules.clue_numbers[about])
        case Reshuffle(card_id):
            return ids.reshuffle_id(r, s.faces[visibility.card_shown_as(s, card_id)])
        case Rescue(card_id):
            return ids.rescue_id(r, s.faces[visibility.card_shown_as(s, card_id)])


def clue_values(rules: RuleSet, clues: int) -> tuple[str | int, ...]:
    """The colors and ranks in a mask of clues, colors first."""
    return tuple(value for clue, value in enumerate(rules.clue_values) if clues >> clue & 1)
