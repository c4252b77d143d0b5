"""A client's view and events are enough to make the View of its seat again."""

import json
from typing import Any

import msgspec
import pytest

from hanabi.bots.line_protocol.bot import HistoryDocuments
from hanabi.rules.event_documents import EventDocument
from hanabi.rules.view_documents import SeenGame
from hanabi.rules.view_reader import UnreadableView, read_view
from hanabi.rules.view_writer import ViewSnapshot
from hanabi.server.tables import AnyEvent
from support.expected_views import RULES, TrackedGame


def received(tracked: TrackedGame, seat: int) -> tuple[SeenGame, list[EventDocument]]:
    """What a client in this seat has got over the wire."""
    seen = ViewSnapshot(tracked.game, tracked.draw_numbers).view(seat)
    view = tracked.game.view(seat)
    events = json.dumps(HistoryDocuments(view).new_events(view))
    return msgspec.json.decode(msgspec.json.encode(seen), type=SeenGame), msgspec.json.decode(
        events, type=list[AnyEvent]
    )


# Games of three with a reshuffle, too.
@pytest.mark.parametrize(("players", "seed"), [(2, 0), (3, 9)])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "base")
def test_the_view_read_is_the_view_of_the_seat(rules: dict[str, Any], players: int, seed: int) -> None:
    tracked = TrackedGame(rules, players, seed)
    for number, _ in enumerate(tracked.moves()):
        game, seat = tracked.game, number % players
        view = game.view(seat)
        again = read_view(game.rules, game.players, 0, *received(tracked, seat))
        assert vars(again.erased) == vars(view.erased)
        assert again.history == view.history
        assert again.legal_actions == view.legal_actions


def test_missing_events_are_noticed() -> None:
    tracked = TrackedGame({}, 2, seed=0)
    for _, _ in zip(range(4), tracked.moves(), strict=False):
        pass
    seen, events = received(tracked, 0)
    with pytest.raises(UnreadableView, match="4 actions were taken, but the events have 3"):
        read_view(tracked.game.rules, tracked.game.players, 0, seen, events[: events.index(events[-2])])
