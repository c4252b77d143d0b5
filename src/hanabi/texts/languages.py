"""The languages, and the one that fits a locale name or the environment."""

import os
from collections.abc import Mapping

LANGUAGES = ("en", "ro", "pt-BR", "nb", "es", "pl")

_BY_SUBTAG = {code.partition("-")[0]: code for code in LANGUAGES}
# Other names of a language we have, and the nearest we have for a reader of a close relative.
_BY_SUBTAG |= {"no": "nb", "nn": "nb", "mo": "ro"}


class UnknownLanguage(ValueError):
    """There is no catalog for this language; the message names what there is."""

    def __init__(self, lang: str) -> None:
        near = match_language(lang) or _resembling(lang)
        hint = f"did you mean {near!r}? " if near else ""
        super().__init__(f"unknown language {lang!r}: {hint}there are {', '.join(LANGUAGES)}")
        self.lang = lang


def match_language(code: str) -> str | None:
    """The language that serves a locale name such as ``pt``, ``nb_NO`` or ``pl_PL.UTF-8@euro``, if any does."""
    name = code.strip().partition(".")[0].partition("@")[0].replace("_", "-")
    return _BY_SUBTAG.get(name.partition("-")[0].lower())


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """The language of the user's environment, English when it names none that we have.

    As in POSIX the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set decides alone.
    """
    settings = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if setting := settings.get(name):
            return match_language(setting) or "en"
    return "en"


def _resembling(lang: str) -> str | None:
    from difflib import get_close_matches

    names = {code.lower(): code for code in LANGUAGES}
    near = get_close_matches(lang.lower(), names, n=1, cutoff=0.5)
    return names[near[0]] if near else None
