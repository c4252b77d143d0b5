"""What a process does about a notice: it closes sockets, reads a table's log again, reads bans and mutes again."""

from collections.abc import Callable, Iterable

from hanabi.tables.accounts import Accounts
from hanabi.tables.live.clients import Client
from hanabi.tables.live.live_table import LiveTable
from hanabi.tables.live.registry import TableRegistry
from hanabi.tables.notices import NoticeKind
from hanabi.tables.sanctions import Sanctions

SIGNED_OUT, BANNED = 4012, 4013


class NoticeReceiver:
    def __init__(self, registry: TableRegistry, accounts: Accounts, sanctions: Sanctions) -> None:
        self._registry, self._accounts, self._sanctions = registry, accounts, sanctions
        accounts.when_ended = self._close_sessions

    async def receive(self, kind: NoticeKind, subject: str) -> None:
        match kind:
            case "session_ended":
                self._accounts.forget([subject])
                self._close_sessions([subject])
            case "sanctions":
                await self._sanctions.load()
                self._accounts.forget()
                self._close_banned()
            case "table_changed":
                live = self._registry.live_tables.get(subject)
                if live is not None:
                    await live.catch_up()
            case "table_rewritten":
                await self._registry.reload(subject)

    def _close_sessions(self, keys: Iterable[str]) -> None:
        ended = set(keys)
        self._close(lambda live, client: client.actor.key in ended, SIGNED_OUT)

    def _close_banned(self) -> None:
        self._close(self._is_banned, BANNED)

    def _is_banned(self, live: LiveTable, client: Client) -> bool:
        if self._sanctions.against_address("ban", client.address) is not None:
            return True
        accounts = {client.actor.account, None if client.seat is None else live.table.occupants[client.seat].account}
        return any(self._sanctions.against_account("ban", account) for account in accounts)

    def _close(self, wanted: Callable[[LiveTable, Client], bool], code: int) -> None:
        for live in list(self._registry.live_tables.values()):
            for client in [client for client in live.clients if wanted(live, client)]:
                client.close(code)
                live.dismiss(client)
                self._registry.presence_changed(live)
