"""A client's choice of a move as an action of the rules."""

from collections.abc import Mapping

from hanabi.kernels import visibility
from hanabi.kernels.layout import State
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.errors import IllegalAction
from hanabi.server.tables.commands import Choice, ClueChoice, DiscardChoice, PlayChoice, ReshuffleChoice


def action_of(state: State, draw_numbers: Mapping[int, int], choice: Choice) -> Action:
    """Discarded cards go by the number they were drawn under. Whether the action is legal is not checked here."""
    match choice:
        case PlayChoice(slot, announce):
            return Play(slot, announce)
        case DiscardChoice(slot):
            return Discard(slot)
        case ClueChoice(to, about):
            return Clue(to, about)
    for card in state.discards[: state.pile]:
        if draw_numbers[card] == choice.card_id:
            card_id = visibility.shown_id(state, card)
            return Reshuffle(card_id) if isinstance(choice, ReshuffleChoice) else Rescue(card_id)
    raise IllegalAction("not_in_discard_pile")
