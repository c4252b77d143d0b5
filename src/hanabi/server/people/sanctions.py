"""Bans, and mutes (no chat), of addresses, address ranges and accounts."""

import ipaddress
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, delete, insert, select

from hanabi.server.database import Store
from hanabi.server.database.notices import post_notice
from hanabi.server.database.schema import sanctions
from hanabi.server.refusals import Refused

SanctionType = Literal["ban", "mute"]
IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class Sanction:
    """Against an address or range (`address`), or against an account. Without `expires_at` it holds until lifted."""

    type: SanctionType
    address: str | None
    account: int | None
    reason: str
    expires_at: float | None
    id: int = 0
    made_at: float = 0.0

    def is_in_force(self, now: float) -> bool:
        return self.expires_at is None or now < self.expires_at

    def refusal(self) -> Refused:
        code = "banned" if self.type == "ban" else "muted"
        return Refused(code, reason=self.reason, until=self.expires_at)


def sanctioned_network(text: str) -> IpNetwork:
    """The network an operator means by an address or a range. A single IPv6 address stands for its /64: a subscriber
    has a whole /64 and can change addresses within it at will. ValueError for anything else.
    """
    network = parse_network(text)
    if isinstance(network, ipaddress.IPv6Network) and "/" not in text and network.prefixlen == 128:
        return network.supernet(new_prefix=64)
    return network


def parse_network(text: str) -> IpNetwork:
    """An address or a range such as 192.0.2.0/24; ValueError for anything else."""
    network = ipaddress.ip_network(text.strip(), strict=False)
    mapped = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    if mapped is not None and network.prefixlen >= 96:
        return ipaddress.ip_network((mapped, network.prefixlen - 96), strict=False)
    return network


def sanctions_in_force(connection: Connection, now: float) -> list[Sanction]:
    stored = [
        Sanction(row.kind, row.address, row.account_id, row.reason, row.expires_at, row.id, row.made_at)
        for row in connection.execute(select(sanctions).order_by(sanctions.c.id))
    ]
    return [sanction for sanction in stored if sanction.is_in_force(now)]


def impose(connection: Connection, sanction: Sanction) -> None:
    """Replaces an older one of the same type against the same address or account."""
    lift(connection, sanction.type, sanction.address, sanction.account)
    row: dict[str, Any] = {
        "kind": sanction.type,
        "address": sanction.address,
        "account_id": sanction.account,
        "reason": sanction.reason,
        "made_at": time.time(),
        "expires_at": sanction.expires_at,
    }
    connection.execute(insert(sanctions).values(**row))
    post_notice(connection, "sanctions")


def lift(connection: Connection, sanction_type: SanctionType, address: str | None, account: int | None) -> int:
    """Returns the number of lifted sanctions."""
    against = sanctions.c.account_id == account if address is None else sanctions.c.address == address
    count = connection.execute(delete(sanctions).where(sanctions.c.kind == sanction_type, against)).rowcount
    post_notice(connection, "sanctions")
    return count


class Sanctions:
    """The sanctions in force, kept in memory because every request checks them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._accounts: dict[tuple[SanctionType, int], Sanction] = {}
        self._networks: list[tuple[IpNetwork, Sanction]] = []
        self._addresses: dict[tuple[SanctionType, IpAddress], Sanction] = {}

    async def load(self) -> None:
        self.replace(await self._store.query(lambda connection: sanctions_in_force(connection, time.time())))

    def replace(self, in_force: Iterable[Sanction]) -> None:
        self._accounts, self._networks, self._addresses = {}, [], {}
        for sanction in in_force:
            if sanction.account is not None:
                self._accounts[sanction.type, sanction.account] = sanction
            elif sanction.address is not None:
                network = parse_network(sanction.address)
                if network.num_addresses == 1:
                    self._addresses[sanction.type, network.network_address] = sanction
                else:
                    self._networks.append((network, sanction))

    def against_address(self, sanction_type: SanctionType, address: str) -> Sanction | None:
        if not self._addresses and not self._networks:
            return None
        try:
            exact = parse_network(address).network_address
        except ValueError:
            return None
        ranges = (
            sanction for network, sanction in self._networks if sanction.type == sanction_type and exact in network
        )
        candidates = (self._addresses.get((sanction_type, exact)), *ranges)
        now = time.time()
        return next((sanction for sanction in candidates if sanction is not None and sanction.is_in_force(now)), None)

    def against_account(self, sanction_type: SanctionType, account: int | None) -> Sanction | None:
        sanction = None if account is None else self._accounts.get((sanction_type, account))
        return sanction if sanction is not None and sanction.is_in_force(time.time()) else None
