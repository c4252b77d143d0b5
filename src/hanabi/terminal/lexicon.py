"""Finding what a person means by a word: in their language or in English, with or without accents, shortened."""

import unicodedata
from collections.abc import Container, Iterable, Mapping
from difflib import get_close_matches
from typing import Generic, TypeVar

from hanabi.texts import say

T = TypeVar("T")

_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "ß": "ss"})


def fold(text: str) -> str:
    """Lower case, no accents: żółty and zolty are the same word to a hurried player."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_STROKES))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


class Ambiguous(ValueError):
    """A word that could mean several things; `choices` are those, spelled out."""

    def __init__(self, word: str, choices: Iterable[str]) -> None:
        super().__init__(word)
        self.word = word
        self.choices = tuple(choices)


class Lexicon(Generic[T]):
    """Words and what they mean. The person's language comes first, English always works; `signs` stand as they are."""

    def __init__(
        self, words: Mapping[str, T], english: Mapping[str, T] | None = None, signs: Mapping[str, T] | None = None
    ) -> None:
        self.words = dict(words)
        self._tiers = [{fold(word): meaning for word, meaning in tier.items()} for tier in (words, english or {})]
        self._signs = dict(signs or {})

    def find(self, word: str, prefer: Container[T] = ()) -> T | None:
        """The meaning of a whole word, else of one that starts so, else of a sign; None where there is none.

        Where several start so, the one among `prefer` is meant, if it is only one.
        """
        wanted = fold(word)
        if not wanted:
            return None
        for tier in self._tiers:
            if wanted in tier:
                return tier[wanted]
        for tier in self._tiers:
            begun = {known: meaning for known, meaning in tier.items() if known.startswith(wanted)}
            favored = {meaning for meaning in begun.values() if meaning in prefer}
            if len(favored) == 1:
                return favored.pop()
            if len({*begun.values()}) > 1:
                raise Ambiguous(word, [known for known in self.words if fold(known).startswith(wanted)] or begun)
            if begun:
                return next(iter(begun.values()))
        return self._signs.get(word.casefold())

    def near(self, word: str) -> str | None:
        """The known word that comes nearest to an unknown one."""
        spelled = {fold(known): known for known in self.words}
        for tier in self._tiers:
            if close := get_close_matches(fold(word), tier, n=1, cutoff=0.6):
                return spelled.get(close[0], close[0])
        return None


def lexicon(keys: Iterable[str], prefix: str, lang: str) -> Lexicon[str]:
    """Catalogue words by key: `lexicon(["red"], "suit.", "pl")` knows czerwony and red."""
    names = list(keys)
    return Lexicon({say(prefix + key, lang): key for key in names}, {say(prefix + key): key for key in names})
