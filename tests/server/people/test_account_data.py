"""What the columns of the schema declare about people: it is exported, erased and deleted after a while."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, insert, select

from hanabi.server.actor import Owner
from hanabi.server.database import Store, open_store, schema
from hanabi.server.people.account_data import AccountData
from hanabi.server.people.retention import RetentionPolicy

pytestmark = pytest.mark.anyio
COLUMNS = [column for table in schema.metadata.sorted_tables for column in table.c]


def undeclared(metadata: MetaData) -> list[str]:
    """Columns of tables with an owner that do not say what becomes of them."""
    return [
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        if table.name == "account" or any("owner" in column.info for column in table.c)
        for column in table.c
        if f"{table.name}.{column.name}" != "account.id" and not {"owner", "erase", "export"} & column.info.keys()
    ]


def looks_like_an_owner(column: Column[Any]) -> bool:
    return column.name in ("owner", "holder", "key", "reporter") or "account" in column.name


def test_every_column_of_a_table_with_an_owner_says_what_becomes_of_it() -> None:
    assert undeclared(schema.metadata) == []
    assert [str(column) for column in COLUMNS if looks_like_an_owner(column) and not column.info] == []


def test_every_column_with_a_table_says_whether_its_row_outlives_the_table() -> None:
    assert [str(column) for column in COLUMNS if column.name == "table_id" and "with_table" not in column.info] == []
    policies = {column.info["kept"] for column in COLUMNS if "kept" in column.info}
    assert policies <= set(RetentionPolicy.__dataclass_fields__)


def test_a_new_column_without_a_declaration_is_found() -> None:
    metadata = MetaData()
    Table("gift", metadata, Column("account_id", Integer, info=schema.ACCOUNT_ROW), Column("text", String(80)))
    assert undeclared(metadata) == ["gift.text"]


def a_row_of(table: Table, account: int, number: int) -> dict[str, Any]:
    """Any values, in the columns of the owner those of this account."""
    row: dict[str, Any] = {}
    for column in table.c:
        kind = column.type.python_type
        if "owner" in column.info:
            row[column.name] = account if column.info["owner"] == "account" else Owner.of_account(account)
        else:
            row[column.name] = f"{column.name}-{number}"[:8] if kind is str else kind(number)
    return row


async def filled(store: Store, account: int, name: str) -> None:
    """One row in each table with an owner."""

    def work(connection: Connection) -> None:
        row = {"id": account, "name": name, "folded": name, "password": "x", "created_at": 1.0}
        connection.execute(insert(schema.accounts).values(**row))
        for table in schema.metadata.sorted_tables:
            if any("owner" in column.info for column in table.c):
                row = a_row_of(table, account, account)
                row |= {"record": "{}", "lines": "[]"} if table is schema.studies else {}
                row |= {"quiet_from": None} if "quiet_from" in table.c else {}
                connection.execute(insert(table).values(**row))

    await store.write(work)


async def rows_of(store: Store, account: int) -> list[str]:
    """The columns where this account is still named."""
    names = {account, Owner.of_account(account)}

    def work(connection: Connection) -> list[str]:
        owners = [column for column in COLUMNS if "owner" in column.info]
        return [str(column) for column in owners if names & set(connection.execute(select(column)).scalars())]

    return await store.query(work)


async def test_an_erased_account_is_named_nowhere(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "tables.db"))
    await store.open()
    await filled(store, 7, "ana")
    await filled(store, 8, "bo")
    others = await rows_of(store, 8)
    exported = json.loads(b"".join([piece async for piece in await AccountData(store).export(7)]))
    assert exported["account"] == {"name": "ana", "made_at": 1.0}
    assert [report["text"] for report in exported["reports"]] == ["text-7"]
    assert exported["mail"]["address"] == "address-"
    assert exported["calendar"] == 7.0
    assert "password" not in json.dumps(exported)
    await AccountData(store).delete(7, keep_studies=False)
    assert await rows_of(store, 7) == []
    assert await rows_of(store, 8) == others
    query = select(schema.accounts).where(schema.accounts.c.id == 7)
    row = await store.query(lambda connection: connection.execute(query).one())
    assert tuple(row) == (7, "", "deleted:7", "deleted", 0.0)
    await store.close()
