"""`hanabi solve`: whether a deal can be won with open cards, and how many deals can."""

import json
import os
import sys
from contextlib import nullcontext
from typing import Any

import click
from rich.console import Console

from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.cli._games import one_line, open_record
from hanabi.cli._options import chosen_rules, language_option, rules_options
from hanabi.cli._output import progress_bar
from hanabi.game import DEFAULT_NAMES
from hanabi.records.loader import is_reference
from hanabi.records.record import RecordError
from hanabi.records.replay import replay
from hanabi.rules.cards import Card
from hanabi.rules.errors import RulesError
from hanabi.rules.referee import Referee
from hanabi.rules.ruleset import RuleSet
from hanabi.solvers import Budget, Verdict, winnable_from
from hanabi.solvers.survey import Count, Survey, run
from hanabi.texts import say

EXIT_STATUSES = {"winnable": 0, "unwinnable": 1, "undecided": 3}


@click.command()
@click.argument("deck", required=False)
@click.option("--seed", help="Solve the deal of this seed instead of a DECK; with --survey, which deals to count.")
@click.option("--players", default=None, help="How many play; with --survey several, such as 2,3,4,5. [default: 2]")
@rules_options
@click.option("--first", type=click.IntRange(0, 4), default=0, show_default=True, help="The seat that starts.")
@click.option("--actions", type=click.IntRange(0), help="Start after so many actions of the recorded game.")
@click.option("--survey", "deals", type=click.IntRange(1), help="Count so many deals instead of solving one.")
@click.option(
    "--positions",
    type=click.IntRange(1000, 20_000_000),
    default=Budget().positions,
    show_default=True,
    help="How many positions a complete search may look at before it gives up.",
)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes for --survey.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@language_option
def command(
    deck: str | None,
    seed: str | None,
    players: str | None,
    edition: str | None,
    switches: str,
    first: int,
    actions: int | None,
    deals: int | None,
    positions: int,
    workers: int,
    as_json: bool,
    lang: str,
) -> None:
    """Can this deal be won when all cards lie open? Shows a winning line, or proves that there is none.

    DECK is a game record, a link or seed of hanab.live, or the cards themselves, top first ("r1 w5 b3 ...").
    Exit status: 0 winnable, 1 proved unwinnable, 3 undecided, 2 refused.
    """
    budget = Budget(positions=positions)
    if deals is not None:
        if deck is not None or actions is not None:
            raise click.UsageError("--survey deals the cards itself: leave out DECK and --actions")
        rules = chosen_rules(edition, switches)
        counts = {
            number: _run_survey(Survey(rules, number, deals, seed or "0", budget), workers, quiet=as_json)
            for number in _player_counts(players or "2,3,4,5", rules)
        }
        click.echo(json.dumps({str(n): _as_dict(count) for n, count in counts.items()}) if as_json else table(counts))
        return
    if (deck is None) == (seed is None):
        raise click.UsageError("name a DECK, or give a --seed to deal one")
    referee = _referee(deck, seed, players, edition, switches, first, actions)
    with Console(stderr=True).status(say("solve.working", lang)) if not as_json else nullcontext():
        verdict = winnable_from(referee, budget)
    click.echo(_json(verdict, lang) if as_json else verdict_text(verdict, lang))
    sys.exit(EXIT_STATUSES[verdict.kind])


def _referee(
    deck: str | None, seed: str | None, players: str | None, edition: str | None, switches: str, first: int,
    actions: int | None,
) -> Referee:  # fmt: skip
    if deck is not None and (deck == "-" or os.path.exists(deck) or is_reference(deck)):
        if players or edition or switches or first:
            raise click.UsageError("the game says its players and rules: leave out the options for them")
        try:
            record = open_record(deck)
            if actions is not None and actions > len(record.actions):
                raise RecordError(f"has only {len(record.actions)} actions")
            return replay(record, actions or 0)
        except RecordError as error:
            click.echo(one_line(f"hanabi solve: {deck}: {error}"), err=True)
            sys.exit(2)
    if actions is not None:
        raise click.UsageError("--actions needs a recorded game")
    rules = chosen_rules(edition, switches)
    numbers = _player_counts(players or "2", rules)
    if len(numbers) != 1:
        raise click.UsageError("one deal has one number of players; several need --survey")
    try:
        cards = _cards(deck) if deck is not None else shuffled_deck(rules, str(seed))
        tiles = shuffled_tiles(rules, str(seed or deck))
        return Referee(rules, DEFAULT_NAMES[: numbers[0]], cards, tiles, first)
    except (RulesError, ValueError) as error:
        raise click.UsageError(str(error)) from error


def _cards(text: str) -> list[Card]:
    """`r1 w5 b3`, with or without commas."""
    words = text.replace(",", " ").split()
    if len(words) < 2:
        raise ValueError(f"{text!r} is neither a file, nor a link or seed of hanab.live, nor a row of cards")
    return [Card.of(word) for word in words]


def _player_counts(text: str, rules: RuleSet) -> list[int]:
    numbers = []
    for part in text.split(","):
        if not part.strip().isdecimal():
            raise click.UsageError(f"--players is a number, or with --survey several such as 2,3,4,5, not {text!r}")
        numbers.append(int(part))
        try:
            rules.hand_size_for(numbers[-1])
        except RulesError as error:
            raise click.UsageError(str(error)) from error
    return numbers


def _run_survey(survey: Survey, workers: int, *, quiet: bool) -> Count:
    total = Count()
    with progress_bar(quiet=quiet) as bar:
        task = bar.add_task(f"{survey.players} players", total=survey.deals)
        for part in run(survey, workers):
            total.add(part)
            bar.advance(task, part.deals)
    return total


def _as_dict(count: Count) -> dict[str, Any]:
    return {
        "deals": count.deals,
        **{kind: count.of(kind) for kind in EXIT_STATUSES},
        "reasons": {f"{kind} {why}": number for (kind, why), number in sorted(count.reasons.items())},
        "undecided_deals": count.undecided,
    }


def table(counts: dict[int, Count]) -> str:
    """The survey as rows of Markdown."""
    lines = ["| players | deals | winnable | unwinnable, proved | undecided |", "|---|---|---|---|---|"]
    for players, count in counts.items():
        cells = [f"{count.of(kind)} ({count.of(kind) / count.deals:.3%})" for kind in EXIT_STATUSES]
        lines.append(f"| {players} | {count.deals} | {' | '.join(cells)} |")
    return "\n".join(lines)


def verdict_text(verdict: Verdict, lang: str) -> str:
    reason = say(f"solve.{verdict.reason.key}", lang, **verdict.reason.values)
    return "\n".join([f"{say(f'solve.{verdict.kind}', lang)} {reason}", *(f"  {text}" for text in verdict.written)])


def _json(verdict: Verdict, lang: str) -> str:
    why = {"key": verdict.reason.key, **verdict.reason.values, "text": verdict_text(verdict, lang).splitlines()[0]}
    return json.dumps({"verdict": verdict.kind, "reason": why, "line": verdict.written}, ensure_ascii=False)
