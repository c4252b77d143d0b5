"""Features are complete."""

from typing import get_args

from hanabi.server.tables import feature
from hanabi.server.tables.features import AnyCommand, AnyStored

# These ask for something that the log does not store, or for another table.
WITHOUT_HANDLER = {"ping", "pace", "skip", "spectator_chat", "rematch"}


def test_every_stored_event_can_be_applied() -> None:
    assert [kind for kind in get_args(AnyStored) if kind not in feature._appliers] == []


def test_every_other_command_has_a_handler() -> None:
    unhandled = {kind.__struct_config__.tag for kind in get_args(AnyCommand) if kind not in feature._handlers}
    assert unhandled == WITHOUT_HANDLER


def test_personal_words_are_in_fields_that_exist() -> None:
    personal = [kind for kind in get_args(AnyStored) if getattr(kind, "personal", None) is not None]
    assert len(personal) > 1
    assert all(kind.personal[0] in kind.__struct_fields__ for kind in personal)
