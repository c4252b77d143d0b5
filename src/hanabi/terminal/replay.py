"""Shows a recorded game turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.text import Text

from hanabi.kernels import duplicate
from hanabi.records import Record, advance, dealt_game
from hanabi.rules import Referee, View
from hanabi.rules.events import Event, actor
from hanabi.rules.narration import narrate, opening
from hanabi.terminal.table import render_table
from hanabi.terminal.theme import Theme
from hanabi.texts import say


@dataclass(frozen=True)
class ReplayStep:
    """The table after an action; turn 0 is before the first. A reward choice belongs to the turn of its play."""

    turn: int
    view: View


def replay_steps(record: Record, seat: int | None) -> Iterator[ReplayStep]:
    """The table after each action as `seat` saw it, or with all hands open."""
    game = dealt_game(record)
    seen: list[tuple[Event, ...]] = []
    yield ReplayStep(0, _view(game, seat, seen))
    for index in range(len(record.actions)):
        turn, player = game.turn + 1, game.state.player
        advance(game, record, index + 1)
        # A teammate of the player saw all events, including the card drawn.
        seen.append(game.seen[(player + 1) % len(game.players)][index])
        yield ReplayStep(turn, _view(game, seat, seen))


def _view(game: Referee, seat: int | None, seen: list[tuple[Event, ...]]) -> View:
    if seat is not None:
        return game.view(seat)
    return View(game.rules, game.players, None, duplicate(game.state), seen)


def render_step(step: ReplayStep, lang: str, theme: Theme) -> RenderableType:
    """A heading, the action in sentences, and the table."""
    view = step.view
    if not view.history:
        heading, sentences = say("replay.start", lang), opening(view, lang)
    else:
        player = view.names[actor(view.history[-1])]
        heading = say("replay.turn", lang, turn=step.turn, player=player)
        sentences = " ".join(narrate(view, lang)[-1])
    return Group(Text(heading, "bold reverse"), Text(sentences), render_table(view, lang, theme), Text())
