"""A finished game step by step, as a seat saw it or with all hands open."""

from collections.abc import Iterator

from hanabi.records import Record, dealt_game
from hanabi.rules import read_action
from hanabi.rules.event_documents import stamp
from hanabi.server.tables.features.play import carry_out
from hanabi.server.wire.state_message import encode_events
from hanabi.server.wire.view_json import Viewer, ViewWriter


def frames(record: Record, viewer: Viewer) -> Iterator[str]:
    """The deal, then one frame per action, as JSON: its events and the view after it."""
    game = dealt_game(record)
    game.seen = {}
    view_writer, draw_numbers = ViewWriter(game), dict[int, int]()
    orders: list[tuple[int, ...]] = [()] * len(record.players)
    yield f'{{"events":[],"view":{view_writer.snapshot(draw_numbers, orders, set()).view(viewer)}}}'
    for index, text in enumerate(record.actions):
        documents = carry_out(game, read_action(game.state, text), text, draw_numbers)
        stamp(documents, index, 0.0)
        events = encode_events(documents)
        view = view_writer.snapshot(draw_numbers, orders, set()).view(viewer)
        yield f'{{"events":[{events.for_viewer(viewer)}],"view":{view}}}'
