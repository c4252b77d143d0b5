"""Table ids can be typed on a command line; a table talks as its book does."""

import msgspec
import pytest

from hanabi.server.tables import is_table_id, new_table_id
from hanabi.server.tables.options import Options


def test_no_id_looks_like_an_option() -> None:
    ids = [new_table_id() for _ in range(2000)]
    assert all(is_table_id(table_id) for table_id in ids)
    assert not [table_id for table_id in ids if table_id.startswith("-")]


@pytest.mark.parametrize(
    ("book", "talk"), [("es", "silent"), ("ro", "phrases"), ("nb", "phrases"), ("pt-BR", "phrases"), (None, "phrases")]
)
def test_without_a_choice_the_talk_is_that_of_the_book(book: str | None, talk: str) -> None:
    rules = {"edition": book} if book else {}
    assert msgspec.convert({"rules": rules}, Options).communication == talk
    assert msgspec.convert({"rules": rules, "communication": "free"}, Options).communication == "free"
