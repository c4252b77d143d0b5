"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from hanabi.rules import RulesError, RuleSet, editions, parse_switches
from hanabi.texts import LANGUAGES, default_language, match_language

F = TypeVar("F", bound=Callable[..., Any])


class Language(click.ParamType[str]):
    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        language = match_language(value)
        if language is None:
            self.fail(f"{value!r} is not a supported language: {', '.join(LANGUAGES)}", param, ctx)
        return language


def language_option(command: F) -> F:
    return click.option(
        "--lang", type=Language(), default=default_language, help=f"Language: {', '.join(LANGUAGES)}. [default: yours]"
    )(command)


def rules_options(command: F) -> F:
    """`--edition` and `--with`, read by `chosen_rules`."""
    command = click.option(
        "--with",
        "switches",
        default="",
        metavar="SWITCHES",
        help="Switches, comma-separated: NAME turns one on, NAME=VALUE sets it (black_powder,strikes=2).",
    )(command)
    return click.option("--edition", default=None, help=f"Rulebook: {', '.join(editions())}.")(command)


def chosen_rules(edition: str | None, switches: str) -> RuleSet:
    try:
        return RuleSet.of(edition, **parse_switches(switches))
    except RulesError as error:
        raise click.UsageError(str(error)) from error


def experiment_options(*, workers: int) -> Callable[[F], F]:
    """`--seed`, `--edition`, `--with`, `--workers`, `--cluster` and `--checkpoint`; `workers` is a default."""
    options = (
        click.option(
            "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Random seed of the deals."
        ),
        rules_options,
        click.option(
            "--workers",
            type=click.IntRange(0),
            default=workers,
            show_default=True,
            help="Worker processes (0 = one per CPU).",
        ),
        click.option("--cluster", metavar="ADDRESS", help="Play on this Ray cluster (needs hanabi[ray])."),
        click.option(
            "--checkpoint",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Save finished games in this file, and resume from it.",
        ),
    )

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def parse_players(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(count) for count in text.split(","))
    except ValueError as error:
        raise click.UsageError(f"--players takes numbers such as 2,3, not {text!r}") from error
