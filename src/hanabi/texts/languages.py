"""The languages, and the choice of one by locale name or environment."""

import os
from collections.abc import Mapping

LANGUAGES = ("en", "ro", "pt-BR", "nb", "es", "pl")

_BY_SUBTAG = {code.partition("-")[0]: code for code in LANGUAGES}
# Other codes of our languages, and close relatives of them.
_BY_SUBTAG |= {"no": "nb", "nn": "nb", "mo": "ro"}


class UnknownLanguage(ValueError):
    """There is no catalog for this language; the message lists the languages."""

    def __init__(self, lang: str) -> None:
        near = match_language(lang) or _resembling(lang)
        hint = f"did you mean {near!r}? " if near else ""
        super().__init__(f"unknown language {lang!r}: {hint}choose from {', '.join(LANGUAGES)}")
        self.lang = lang


def match_language(code: str) -> str | None:
    """The language for a locale name such as ``pt``, ``nb_NO`` or ``pl_PL.UTF-8@euro``, if there is one."""
    name = code.strip().partition(".")[0].partition("@")[0].replace("_", "-")
    return _BY_SUBTAG.get(name.partition("-")[0].lower())


def default_language(environ: Mapping[str, str] | None = None) -> str:
    """The language of the user's environment, or English.

    As in POSIX, only the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is set counts.
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
