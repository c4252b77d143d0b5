"""What to do with a reward tile that lets its player choose a card."""

from hanabi.kernels.layout import MAX_RANKS
from hanabi.plain import State
from hanabi.rules.actions import Action, Rescue, Reshuffle
from hanabi.rules.views import View


def reward_choice(view: View) -> Rescue | Reshuffle | None:
    """The card the fireworks miss most; None when no card has to be chosen."""
    options = [action for action in view.legal_actions if isinstance(action, Rescue | Reshuffle)]
    return max(options, key=lambda action: _need(view, action), default=None)


def _need(view: View, action: Action) -> tuple[int, int, int]:
    """A firework's next card now before one that is gone for good, one with a copy left, and one of no use."""
    assert isinstance(action, Rescue | Reshuffle)
    r, s = view.tables, view.erased
    kind = s.faces[action.card_id]
    suit = kind // MAX_RANKS
    if isinstance(action, Rescue):
        return 4, _reach(view, s, suit), -kind
    if r.step[kind] < s.fireworks[suit]:
        return 0, 0, -kind
    left = r.copies[kind] - s.lost[kind]
    return 3 - min(left, 2), -r.step[kind], -kind


def _reach(view: View, s: State, suit: int) -> int:
    """How far the firework can still go, so that a rescue is not wasted on one that ends there."""
    kinds = sorted(
        range(suit * MAX_RANKS, suit * MAX_RANKS + view.tables.ranks), key=lambda kind: view.tables.step[kind]
    )
    further = kinds[s.fireworks[suit] + 1 :]
    reach = 0
    for kind in further:
        if s.lost[kind] == view.tables.copies[kind]:
            break
        reach += 1
    return reach
