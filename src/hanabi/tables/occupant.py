"""Who sits on a seat of a table, and who may act for it."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Occupant:
    """The player on a seat; without a name nobody sits there.

    Browsers act for the seat by their keys, links and programs by its token (all kept as hashes). `bot` is the bot that
    plays; `took_over` says that it plays in place of the human of this name, who may come back.
    """

    name: str | None = None
    bot: str | None = None
    keys: set[str] = field(default_factory=set)
    token: str | None = None
    account: int | None = None
    away: bool = False
    took_over: bool = False

    @property
    def is_nobody(self) -> bool:
        return self.name is None

    @property
    def is_human(self) -> bool:
        return self.name is not None and self.bot is None
