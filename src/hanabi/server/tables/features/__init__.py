"""What people and operators can do at a table. Each module is one feature; adding one changes no other module."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from hanabi.server.tables.feature import Command, EventDocument, StoredEvent, union_of

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")

if TYPE_CHECKING:
    AnyCommand = Command
    AnyStored = StoredEvent
    AnyEvent = EventDocument
else:
    AnyCommand, AnyStored, AnyEvent = map(union_of, (Command, StoredEvent, EventDocument))
