"""Table ids can be typed on a command line."""

from hanabi.server.tables import is_table_id, new_table_id


def test_no_id_looks_like_an_option() -> None:
    ids = [new_table_id() for _ in range(2000)]
    assert all(is_table_id(table_id) for table_id in ids)
    assert not [table_id for table_id in ids if table_id.startswith("-")]
