"""The rules are written in our own words: no long run of words comes from a printed rulebook."""

import re
from pathlib import Path

import pytest

from hanabi.texts import catalog

RULEBOOKS = Path(__file__).parents[3] / "shared" / "rulebooks"
BOOKS = sorted(RULEBOOKS.glob("*.txt"))
RUN = 8


def words(text: str) -> list[str]:
    """Letters only: a row of card numbers is a fact, not a sentence."""
    whole = re.sub(r"-\s*\n\s*", "", text)
    return re.findall(r"[^\W\d_]+", whole.lower().replace("ş", "ș").replace("ţ", "ț"))


def runs(text: str) -> set[tuple[str, ...]]:
    words_of_text = words(text)
    return {tuple(words_of_text[start : start + RUN]) for start in range(len(words_of_text) - RUN + 1)}


def test_a_shared_run_would_be_found() -> None:
    book = "Each player, even the one who drew it, then takes one last\nturn of the game."
    assert runs("So the one who drew it, then takes one last turn.") & runs(book)
    assert not runs("Everybody gets one more turn after that, and then the game is over.") & runs(book)


@pytest.mark.skipif(not BOOKS, reason="the rulebooks are not on this machine")
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_no_sentence_is_taken_from_the_rulebook(book: Path) -> None:
    printed = runs(book.read_text(encoding="utf-8", errors="replace"))
    for key, message in catalog(book.stem).items():
        for text in [message] if isinstance(message, str) else message.values():
            shared = runs(re.sub(r"\{\w+\}", "", text)) & printed
            assert not shared, (key, shared)
