"""Which language a locale name or an environment asks for."""

import pytest

from hanabi.texts import LANGUAGES, default_language, match_language


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_matches_itself_in_any_spelling(lang: str) -> None:
    for spelling in (lang, lang.upper(), lang.lower(), lang.replace("-", "_"), f" {lang} "):
        assert match_language(spelling) == lang


@pytest.mark.parametrize(
    ("code", "lang"),
    [
        ("pt", "pt-BR"),
        ("pt_BR.UTF-8", "pt-BR"),
        ("pt_PT", "pt-BR"),
        ("no", "nb"),
        ("nb_NO", "nb"),
        ("nn_NO.UTF-8", "nb"),
        ("en_US", "en"),
        ("es-419", "es"),
        ("ro_RO@euro", "ro"),
        ("pl_PL.ISO-8859-2", "pl"),
        ("de_DE", None),
        ("C", None),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("", None),
        ("english", None),
    ],
)
def test_locale_names(code: str, lang: str | None) -> None:
    assert match_language(code) == lang


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "es_MX.UTF-8"}, "es"),
        ({"LANG": "pl_PL.UTF-8", "LC_MESSAGES": "es_MX.UTF-8", "LC_ALL": "ro_RO"}, "ro"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": ""}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_first_variable_that_is_set_decides(environ: dict[str, str], lang: str) -> None:
    assert default_language(environ) == lang


def test_without_an_argument_the_process_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "nb_NO.UTF-8")
    assert default_language() == "nb"
