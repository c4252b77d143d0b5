"""The player in a seat, and who may act for it."""

from dataclasses import dataclass, field

from hanabi.server.actor import Owner
from hanabi.server.tables.stored_events import AccessRevoked, Claimed, InitialSeat


@dataclass(slots=True)
class Occupant:
    """The player in a seat; without a name the seat is empty.

    The player who sat down is an `account` or, without one, a browser (`owner` is its key). Through a link other
    browsers may act for the seat too: by their `keys`, or as accounts (`guests`). Programs and links use its token.
    Keys and token are hashes. `bot` is the bot that plays; `took_over` means it replaces the human of this name, who
    may come back.
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

    def rematch_seat(self) -> InitialSeat:
        """This seat at a rematch; a human who was replaced by a bot gets it back."""
        bot = None if self.took_over else self.bot
        keys, guests = tuple(self.keys), tuple(self.guests)
        return InitialSeat(self.name, bot, keys, self.token, self.account, self.owner, guests)

    @property
    def holders(self) -> list[tuple[str, int | None]]:
        """The rows of the database by which people find their seats: (key or account owner, account)."""
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
        """Whether this is the player who sat down, not a guest who came by a link."""
        return (account is not None and account == self.account) or (key is not None and key == self.owner)
