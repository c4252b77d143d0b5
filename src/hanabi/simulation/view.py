"""Views of a game in a batch, for people and bots."""

from hanabi.kernels import layout, visibility
from hanabi.kernels.layout import duplicate
from hanabi.rules.views import View
from hanabi.simulation.batch import Batch


def view_of(batch: Batch, game: int, seat: int | None) -> View:
    """What `seat` may know of this game (None: a spectator). A batch keeps no history, so the view has none."""
    erased = duplicate(batch.state(game))
    visibility.hide(batch.rule_tables, erased, layout.SPECTATOR if seat is None else seat)
    names = tuple(f"player_{place}" for place in range(batch.players))
    return View(batch.rules, names, seat, erased, [])
