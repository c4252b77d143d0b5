"""Commands for players: help and errors in the language of `--lang`, or of the environment."""

import re
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from hanabi.bots import ROSTER
from hanabi.records import RecordError
from hanabi.rules import RulesError, editions
from hanabi.texts import LANGUAGES, default_language, has, match_language, say

LANGUAGE = "hanabi.language"


def language_of(ctx: click.Context) -> str:
    found: str = ctx.meta.get(LANGUAGE) or default_language()
    return found


def _language_in(args: Sequence[str]) -> str:
    """The language that these arguments choose, even if another one of them is wrong."""
    text = " ".join(args)
    named = re.findall(r"(?:^| )--lang[= ](\S+)", text)
    return (match_language(named[-1]) if named else None) or default_language()


class TranslatedError(click.UsageError):
    """A wrong use of a command. `key` and `values` are of a sentence in the catalogs."""

    def __init__(self, key: str, ctx: click.Context | None = None, **values: object) -> None:
        super().__init__(say(key, "en", **values), ctx)
        self.key, self.values = key, values

    def sentence(self, lang: str) -> str:
        return say(self.key, lang, **self.values)


class LocalizedCommand(click.Command):
    """The help of a command is the text `cli.COMMAND`; of an option `cli.COMMAND.OPTION`, else `cli.OPTION`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[LANGUAGE] = _language_in(args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            self._refuse(error, ctx)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            self._refuse(error, ctx)

    def _refuse(self, error: click.UsageError, ctx: click.Context) -> NoReturn:
        lang = language_of(ctx)
        command = f"{ctx.command_path} --help" + (f" --lang {lang}" if lang != default_language() else "")
        hint, title = say("cli.try", lang, command=command), say("cli.error", lang)
        raise LocalizedError(sentence_of(error, lang), ctx, hint, title) from error

    def _text(self, ctx: click.Context, *keys: str) -> str:
        lists = {"editions": editions(), "languages": LANGUAGES, "bots": ROSTER}
        values = {name: ", ".join(names) for name, names in lists.items()}
        key = next((key for key in keys if has(key)), "")
        return say(key, language_of(ctx), **values) if key else ""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = self.collect_usage_pieces(ctx)
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=say("cli.usage", language_of(ctx)) + " ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(self._text(ctx, f"cli.{self.name}") or self.help or "")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for param in self.get_params(ctx):
            if isinstance(param, click.Option):
                name = "help" if "--help" in param.opts else param.name
                help_text = self._text(ctx, f"cli.{self.name}.{name}", f"cli.{name}")
                rows.append((_written(param, language_of(ctx)), help_text or param.help or ""))
        with formatter.section(say("cli.options", language_of(ctx))):
            formatter.write_dl(rows)


class LocalizedError(click.UsageError):
    """A usage error that is shown in another language."""

    def __init__(self, message: str, ctx: click.Context, hint: str, title: str) -> None:
        super().__init__(message, ctx)
        self._hint, self._title = hint, title

    def show(self, file: Any = None) -> None:
        assert self.ctx is not None
        for line in (self.ctx.get_usage(), self._hint, "", f"{self._title} {self.message}"):
            click.echo(line, file=file, err=file is None)


def _written(param: click.Option, lang: str) -> str:
    """The names of an option, and what follows them."""
    names = ", ".join(param.opts)
    if param.is_flag or param.count:
        return names
    return f"{names} {param.metavar or _values(param.type) or say('cli.value', lang)}"


def _values(kind: click.ParamType[Any]) -> str:
    """All values of a type; nothing if there are too many."""
    if isinstance(kind, click.Choice):
        return "|".join(map(str, kind.choices))
    if isinstance(kind, click.IntRange):
        low, high = kind.min, kind.max
        return f"{low}–{high}" if low is not None and high is not None and high < 1000 else f"≥ {low}"
    return "|".join(getattr(kind, "values", ()))


def sentence_of(error: click.UsageError, lang: str) -> str:
    if isinstance(error, LocalizedError):
        return error.message
    if isinstance(error, TranslatedError):
        return error.sentence(lang)
    if isinstance(error.__cause__, RulesError):
        return error.__cause__.sentence(lang)
    match error:
        case click.NoSuchOption():
            near = "".join(f" {say('suggestion.near', lang, near=name)}" for name in (error.possibilities or ())[:1])
            return say("cli.no_such_option", lang, option=error.option_name) + near
        case click.BadOptionUsage():
            return say("cli.needs_value", lang, option=error.option_name)
        case click.MissingParameter():
            name = error.param.make_metavar(error.ctx) if error.param and error.ctx else ""
            return say("cli.missing", lang, name=name.rstrip("."))
        case click.BadParameter(param=click.Parameter() as param) if allowed := _values(param.type):
            value = error.message.partition(" is not ")[0].strip("'")
            return say("cli.bad_value", lang, option=max(param.opts, key=len), value=value, allowed=allowed)
    return error.format_message()


def reason_of(error: RecordError | RulesError, lang: str) -> str:
    """Why a game cannot be used: in this language if it is the file or a rule, otherwise in English."""
    if isinstance(error, RulesError):
        return error.sentence(lang)
    return say("cli.unreadable", lang) if isinstance(error.__cause__, FileNotFoundError) else str(error)
