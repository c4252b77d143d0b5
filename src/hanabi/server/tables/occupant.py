"""Who sits on a seat of a table, and who may act for it."""

from dataclasses import dataclass, field

from hanabi.server.actor import Owner
from hanabi.server.tables.stored_events import AccessRevoked, Claimed, InitialSeat


@dataclass(slots=True)
class Occupant:
    """The player on a seat; without a name nobody sits there.

    Whoever sat down did so as an `account` or, without one, by the browser's key `owner`. By a link other browsers may
    act for the seat too: by their `keys`, or as accounts (`guests`). Programs and links act by its token. Keys and
    token are kept as hashes. `bot` is the bot that plays; `took_over` says that it plays in place of the human of this
    name, who may come back.
    """

    name: str | None = None
    bot: str | None = None
    keys: set[str] = field(default_factory=set)
    token: str | None = None
    account: int | None = None
    away: bool = False
    took_over: bool = False
    owner: str | None = None
    guests: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, start: InitialSeat) -> "Occupant":
        occupant = cls(start.name, start.bot, set(start.keys), start.token, start.account)
        occupant.owner = start.owner or (start.keys[0] if start.keys and start.account is None else None)
        occupant.guests = set(start.guests)
        return occupant

    def claim(self, event: Claimed) -> None:
        if event.account is None:
            self.keys.add(event.key)
        elif event.replaces is not None and event.replaces == self.owner:
            self.owner, self.account = None, event.account
        else:
            self.guests.add(event.account)
        self.keys.discard(event.replaces or "")

    def revoke(self, event: AccessRevoked) -> None:
        self.keys.difference_update(event.keys)
        self.guests.difference_update(event.accounts)
        self.owner = None if self.owner in event.keys else self.owner
        self.account = None if self.account in event.accounts else self.account
        self.token = event.token or self.token

    def kept_seat(self) -> InitialSeat:
        """This seat at the next table; a human who was replaced by a bot gets it back."""
        bot = None if self.took_over else self.bot
        keys, guests = tuple(self.keys), tuple(self.guests)
        return InitialSeat(self.name, bot, keys, self.token, self.account, self.owner, guests)

    @property
    def holders(self) -> list[tuple[str, int | None]]:
        """Who finds the seat among their own, for the database: keys, and accounts in place of keys."""
        accounts = [(Owner.of_account(account), account) for account in sorted(self.accounts)]
        return [(key, self.account) for key in sorted(self.keys)] + accounts

    @property
    def is_nobody(self) -> bool:
        return self.name is None

    @property
    def is_human(self) -> bool:
        return self.name is not None and self.bot is None

    @property
    def accounts(self) -> set[int]:
        """All accounts that may act for the seat."""
        return self.guests if self.account is None else self.guests | {self.account}

    def is_owned_by(self, key: str | None, account: int | None) -> bool:
        """Whether this is who sat down, not somebody who came by a link."""
        return (account is not None and account == self.account) or (key is not None and key == self.owner)
