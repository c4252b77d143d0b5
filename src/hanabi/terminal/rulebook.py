"""The rules on a terminal."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hanabi.rules.editions import edition
from hanabi.rules.rulebook import Section, chosen, every_variant, offered, sections
from hanabi.rules.ruleset import RuleSet
from hanabi.texts import join, say


def drawn(rules: RuleSet, lang: str, *, players: int | None = None) -> RenderableType:
    """The game of these rules, with the variants they turn on."""
    parts: list[RenderableType] = [_heading(_title(rules, lang))]
    if rules.edition is not None:
        parts.append(Text(edition(rules.edition).text[lang]))
    if not rules.by_the_book:
        parts.append(Text(say("house_rule", lang), "italic"))
    parts += _told(sections(rules, lang, players))
    if variants := chosen(rules, lang):
        parts += [_heading(say("rules.variants.title", lang)), *_told(variants)]
    return Group(*parts)


def drawn_variants(code: str | None, lang: str) -> RenderableType:
    """What the edition's book offers on top; without an edition, every switch."""
    heading = _heading(say("rules.variants.title", lang))
    if code is None:
        return Group(heading, Text(say("rules.variants.1", lang)), *_told(every_variant(lang)))
    told = offered(edition(code), lang)
    titles = join([section.title for section in told if section.switch is not None], lang)
    return Group(heading, Text(say("rules.variants.offered", lang, switches=titles)), *_told(told))


def _title(rules: RuleSet, lang: str) -> str:
    title = say("rules.title", lang)
    return title if rules.edition is None else f"{title} – {edition(rules.edition).title[lang]}"


def _heading(text: str) -> RenderableType:
    return Padding(Text(text, "bold reverse"), (1, 0, 0, 0))


def _told(told: Iterable[Section]) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for section in told:
        title = Text(section.title, "bold")
        if section.switch is not None:
            title.append(f"   --with {section.switch}", "not bold dim")
        parts.append(Padding(title, (1, 0, 0, 0)))
        parts += [Padding(Text(paragraph), (0, 0, 0, 2)) for paragraph in section.paragraphs]
        if section.rows:
            table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
            for first, second in section.rows:
                table.add_row(Text(first, "bold"), second)
            parts.append(Padding(table, (0, 0, 0, 2)))
    return parts
