"""Looks up typed words: in the player's language or English, with or without accents, possibly abbreviated."""

import unicodedata
from collections.abc import Container, Iterable, Mapping
from difflib import get_close_matches
from itertools import takewhile
from typing import Generic, TypeVar

from hanabi.texts import say

T = TypeVar("T")

_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "ß": "ss"})


def fold(text: str) -> str:
    """Lower case without accents: żółty and zolty become the same word."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_STROKES))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


class AmbiguousWord(ValueError):
    """A word that could mean several things; `choices` are their full words."""

    def __init__(self, word: str, choices: Iterable[str]) -> None:
        super().__init__(word)
        self.word = word
        self.choices = tuple(choices)


class Lexicon(Generic[T]):
    """Words and their meanings. The player's language takes precedence over English; `signs` must match exactly.

    `inflected`: other forms of a word count too, as in "roja" for "rojo" or "żółta" for "żółty".
    """

    def __init__(
        self,
        words: Mapping[str, T],
        english: Mapping[str, T] | None = None,
        signs: Mapping[str, T] | None = None,
        *,
        inflected: bool = False,
    ) -> None:
        self.words = dict(words)
        self._tiers = [{fold(word): meaning for word, meaning in tier.items()} for tier in (words, english or {})]
        self.signs = dict(signs or {})
        self._inflected = inflected

    def find(self, word: str, prefer: Container[T] = ()) -> T | None:
        """The meaning of the word, else of a word with this prefix, else of a sign; None if there is none.

        If several words have this prefix, a single one in `prefer` wins.
        """
        prefix = fold(word)
        if not prefix:
            return None
        for tier in self._tiers:
            if prefix in tier:
                return tier[prefix]
        if self._inflected and prefix[:-1] in self._tiers[0]:
            return self._tiers[0][prefix[:-1]]
        for tier in self._tiers:
            matching = {full: meaning for full, meaning in tier.items() if full.startswith(prefix)}
            preferred = {meaning for meaning in matching.values() if meaning in prefer}
            if len(preferred) == 1:
                return preferred.pop()
            if len({*matching.values()}) > 1:
                raise AmbiguousWord(word, [full for full in self.words if fold(full).startswith(prefix)] or matching)
            if matching:
                return next(iter(matching.values()))
        return self.signs.get(word.casefold()) or (self._find_form(prefix) if self._inflected else None)

    def _find_form(self, word: str) -> T | None:
        """The meaning of the word that begins like this one, for at least three letters."""

        def alike(full: str) -> tuple[int, int]:
            return len([*takewhile(lambda pair: pair[0] == pair[1], zip(full, word, strict=False))]), -len(full)

        full = max(self._tiers[0], key=alike)
        same = alike(full)[0]
        return self._tiers[0][full] if same >= 3 and max(len(full), len(word)) - same <= 3 else None

    def near(self, word: str) -> str | None:
        """The most similar word in the lexicon."""
        spelled = {fold(full): full for full in self.words}
        for tier in self._tiers:
            if close := get_close_matches(fold(word), tier, n=1, cutoff=0.6):
                return spelled.get(close[0], close[0])
        return None


def lexicon(keys: Iterable[str], prefix: str, lang: str) -> Lexicon[str]:
    """Words of the text catalog by key: `lexicon(["red"], "suit.", "pl")` knows czerwony and red."""
    names = list(keys)
    return Lexicon({say(prefix + key, lang): key for key in names}, {say(prefix + key): key for key in names})
