"""What there is to read: the rules of any table as a book, and a first game to learn from."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from hanabi.records.record import Record, loads
from hanabi.rules.editions import editions
from hanabi.rules.errors import RulesError
from hanabi.rules.rulebook import RulebookSection, active_variants, all_variants, offered_variants, sections
from hanabi.rules.ruleset import RuleSet, parse_switches
from hanabi.tables.command_handlers import Refused
from hanabi.texts import LANGUAGES
from hanabi.web import schemas


def rulebook(asked: Mapping[str, str]) -> schemas.Rulebook:
    """`?edition=pl&with=black_powder,strikes=2&lang=pl&players=3`; without an edition the common base game."""
    lang, edition, players = asked.get("lang", "en"), asked.get("edition") or None, asked.get("players", "")
    if lang not in LANGUAGES or players not in ("", "2", "3", "4", "5"):
        raise Refused("malformed")
    try:
        game = RuleSet.of(edition, **parse_switches(asked.get("with", "")))
    except RulesError as error:
        raise Refused("bad_options", detail=str(error)[:200]) from error
    book = sections(game, lang, int(players) if players else None)
    switched = active_variants(game, lang)
    told = {section.title for section in switched}
    others = all_variants(lang) if edition is None else offered_variants(editions()[edition], lang)
    return schemas.Rulebook(
        [_written(section) for section in (*book, *switched)],
        [_written(section) for section in others if section.title not in told],
    )


@cache
def lesson() -> Record:
    return loads(files("hanabi.web").joinpath("lesson.json").read_text(encoding="utf-8"))


def _written(section: RulebookSection) -> schemas.RulebookSection:
    return schemas.RulebookSection(section.name, section.title, list(section.paragraphs), list(section.rows))
