"""The sender of a request or command, and the owner of games, scores and subscriptions."""

from dataclasses import dataclass
from typing import Self

# Owners that are accounts begin with this.
ACCOUNT_PREFIX = "account:"


class Owner(str):
    """An account or a browser, as the database stores it: "account:" and a number, or the hash of the browser's key."""

    __slots__ = ()

    @classmethod
    def of(cls, key: str | None, account: int | None) -> Self:
        """The account, if there is one; otherwise the browser."""
        return cls(key or "") if account is None else cls.of_account(account)

    @classmethod
    def of_account(cls, account: int) -> Self:
        return cls(f"{ACCOUNT_PREFIX}{account}")

    @property
    def account(self) -> int | None:
        return int(self.removeprefix(ACCOUNT_PREFIX)) if self.startswith(ACCOUNT_PREFIX) else None


@dataclass(frozen=True, slots=True)
class Actor:
    """The hash of a browser's key or of a seat's token, and the account, if any.

    `seat`: who has a device that several people share (`tables/features/shared_device.py`).
    """

    key: str | None
    account: int | None = None
    seat: int | None = None

    @property
    def owner(self) -> Owner:
        return Owner.of(self.key, self.account)

    @property
    def owners(self) -> list[Owner]:
        """Everything this actor owns is stored under one of these."""
        owners = [] if self.account is None else [Owner.of_account(self.account)]
        return owners if self.key is None else [*owners, Owner(self.key)]
