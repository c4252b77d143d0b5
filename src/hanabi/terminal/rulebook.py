"""The rules in a terminal."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from hanabi.rules import RuleSet, edition, rulebook
from hanabi.texts import join, say


def render_rules(rules: RuleSet, lang: str, *, players: int | None = None) -> RenderableType:
    """The rules of this game, including its variants."""
    parts: list[RenderableType] = [_heading(_title(rules, lang))]
    if rules.edition is not None:
        parts.append(Text(edition(rules.edition).text[lang]))
    if remark := rulebook.house_rule_note(rules, lang):
        parts.append(Text(remark, "italic"))
    parts += _render_sections(rulebook.sections(rules, lang, players))
    if variants := rulebook.active_variants(rules, lang):
        parts += [_heading(say("rules.variants.title", lang)), *_render_sections(variants)]
    return Group(*parts)


def render_variants(code: str | None, lang: str) -> RenderableType:
    """The variants that the edition offers; without an edition, every switch."""
    heading = _heading(say("rules.variants.title", lang))
    if code is None:
        return Group(heading, Text(say("rules.variants.1", lang)), *_render_sections(rulebook.all_variants(lang)))
    variants = rulebook.offered_variants(edition(code), lang)
    titles = join([section.title for section in variants if section.switch is not None], lang)
    return Group(heading, Text(say("rules.variants.offered", lang, switches=titles)), *_render_sections(variants))


def _title(rules: RuleSet, lang: str) -> str:
    title = say("rules.title", lang)
    return title if rules.edition is None else f"{title} – {edition(rules.edition).title[lang]}"


def _heading(text: str) -> RenderableType:
    return Padding(Text(text, "bold reverse"), (1, 0, 0, 0))


def _render_sections(sections: Iterable[rulebook.RulebookSection]) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for section in sections:
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
