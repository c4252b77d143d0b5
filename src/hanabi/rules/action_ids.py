"""Conversion between actions and action ids. In the base game the ids are those of the Hanabi Learning Environment."""

from collections.abc import Iterator

from hanabi.kernels import legality, turn, visibility
from hanabi.kernels.layout import Rules, State
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.ruleset import RuleSet


def legal_ids(r: Rules, s: State) -> list[int]:
    """Every legal action id, ascending."""
    return [
        *_bits(legality.legal_moves(r, s), 0),
        *_bits(legality.legal_announcements(r, s), r.first_announcement),
        *_bits(legality.legal_reshuffles(r, s), r.first_reshuffle),
        *_bits(legality.legal_rescues(r, s), r.first_rescue),
    ]


def _bits(mask: int, first: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield first + low.bit_length() - 1
        mask ^= low


def action_of_id(rules: RuleSet, r: Rules, s: State, number: int) -> Action:
    """The action with this id for the player to act; a reward choice names the oldest discarded card of its kind."""
    if number < r.hand_size:
        return Discard(number)
    if number < r.first_color_clue:
        return Play(number - r.hand_size)
    if number < r.first_rank_clue:
        offset, color = divmod(number - r.first_color_clue, r.colors)
        return Clue((s.player + 1 + offset) % r.players, rules.nameable[color].value)
    if number < r.first_announcement:
        offset, rank = divmod(number - r.first_rank_clue, r.ranks)
        return Clue((s.player + 1 + offset) % r.players, rank + 1)
    if number < r.first_reshuffle:
        slot, suit = divmod(number - r.first_announcement, r.suits)
        return Play(slot, announce=rules.suits[suit].value)
    if number < r.first_rescue:
        return Reshuffle(visibility.shown_id(s, turn.oldest_discard(s, number - r.first_reshuffle)))
    return Rescue(visibility.shown_id(s, turn.oldest_discard(s, number - r.first_rescue)))


def id_of_action(rules: RuleSet, r: Rules, s: State, action: Action) -> int:
    """The id of an action that exists in this game (legal or not)."""
    match action:
        case Discard(slot):
            return slot
        case Play(slot, None):
            return r.hand_size + slot
        case Play(slot, suit):
            names = [known.value for known in rules.suits]
            return r.first_announcement + slot * r.suits + names.index(str(suit))
        case Clue(to, int(rank)):
            return r.first_rank_clue + ((to - s.player - 1) % r.players) * r.ranks + rank - 1
        case Clue(to, color):
            names = [known.value for known in rules.nameable]
            return r.first_color_clue + ((to - s.player - 1) % r.players) * r.colors + names.index(str(color))
        case Reshuffle(card_id):
            return r.first_reshuffle + s.faces[visibility.card_shown_as(s, card_id)]
        case Rescue(card_id):
            return r.first_rescue + s.faces[visibility.card_shown_as(s, card_id)]


def clue_values(rules: RuleSet, clues: int) -> tuple[str | int, ...]:
    """A mask of clues as the colors and ranks they name, colors first."""
    colors = [color.value for place, color in enumerate(rules.nameable) if clues >> place & 1]
    ranks = [rank for rank in range(1, rules.ranks + 1) if clues >> (len(rules.nameable) + rank - 1) & 1]
    return (*colors, *ranks)
