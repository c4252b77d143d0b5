"""A finished game shown step by step, as any seat saw it or with all hands open."""

from collections.abc import Iterator

from hanabi.records.record import Record
from hanabi.records.replay import deal
from hanabi.tables.wire import event_json
from hanabi.tables.wire.view_json import Eyes, ViewWriter


def frames(record: Record, eyes: Eyes) -> Iterator[str]:
    """The deal and then one frame an action, each as JSON: what happened and the view after it."""
    game = deal(record)
    game.seen = {}
    view_writer, drawn_of = ViewWriter(game), dict[int, int]()
    orders: list[tuple[int, ...]] = [()] * len(record.players)
    yield f'{{"events":[],"view":{view_writer.snapshot(drawn_of, orders, set()).view(eyes)}}}'
    for index, text in enumerate(record.actions):
        drawer, with_face, without = event_json.encoded(index, 0.0, event_json.act(game, text, drawn_of))
        told = without if drawer is not None and eyes in (None, drawer) else with_face
        yield f'{{"events":[{told}],"view":{view_writer.snapshot(drawn_of, orders, set()).view(eyes)}}}'
