"""`hanabi solve`: finds out whether a deal can be won with open cards, and how many deals can."""

import json
import os
import sys
from contextlib import nullcontext
from typing import Any

import click
from rich.console import Console

from hanabi.chance import shuffled_deck, shuffled_tiles
from hanabi.cli._options import chosen_rules, json_option, language_option, one_line, open_record, rules_options
from hanabi.cli._output import progress_bar
from hanabi.game import DEFAULT_NAMES
from hanabi.records import RecordError, is_reference, replay
from hanabi.rules import Card, Referee, RulesError, RuleSet
from hanabi.solvers import Answer, Budget, winnable_from
from hanabi.solvers.survey import Count, Survey, run_survey
from hanabi.texts import say

EXIT_STATUSES = {"winnable": 0, "unwinnable": 1, "undecided": 3}


@click.command()
@click.argument("deck", required=False)
@click.option("--seed", help="Random seed: solve its deal instead of a DECK; with --survey, count its deals.")
@click.option("--players", default=None, help="Number of players; with --survey a list such as 2,3,4,5. [default: 2]")
@rules_options
@click.option("--first", type=click.IntRange(0, 4), default=0, show_default=True, help="The seat that starts.")
@click.option("--actions", type=click.IntRange(0), help="Start after this many actions of the recorded game.")
@click.option("--survey", "deals", type=click.IntRange(1), help="Count how many of this many deals can be won.")
@click.option(
    "--positions",
    type=click.IntRange(1000, 20_000_000),
    default=Budget().positions,
    show_default=True,
    help="Search effort: positions before a complete search gives up.",
)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Worker processes for --survey.")
@json_option
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
    """Find out whether a deal can be won with open cards: show a winning line, or prove that there is none.

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
        click.echo(
            json.dumps({str(n): _as_dict(count) for n, count in counts.items()}) if as_json else survey_text(counts)
        )
        return
    if (deck is None) == (seed is None):
        raise click.UsageError("name a DECK, or give a --seed to deal one")
    referee = _referee(deck, seed, players, edition, switches, first, actions)
    with Console(stderr=True).status(say("solve.working", lang)) if not as_json else nullcontext():
        answer = winnable_from(referee, budget)
    click.echo(_json(answer, lang) if as_json else answer_text(answer, lang))
    sys.exit(EXIT_STATUSES[answer.status])


def _referee(
    deck: str | None, seed: str | None, players: str | None, edition: str | None, switches: str, first: int,
    actions: int | None,
) -> Referee:  # fmt: skip
    if deck is not None and (deck == "-" or os.path.exists(deck) or is_reference(deck)):
        if players or edition or switches or first:
            raise click.UsageError("a recorded game has its own players and rules: leave out these options")
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
        raise ValueError(f"{text!r} is not a file, a link or seed of hanab.live, or a list of cards")
    return [Card.of(word) for word in words]


def _player_counts(text: str, rules: RuleSet) -> list[int]:
    numbers = []
    for part in text.split(","):
        if not part.strip().isdecimal():
            raise click.UsageError(f"--players is a number, or with --survey a list such as 2,3,4,5, not {text!r}")
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
        for part in run_survey(survey, workers):
            total.add(part)
            bar.advance(task, part.deals)
    return total


def _as_dict(count: Count) -> dict[str, Any]:
    return {
        "deals": count.deals,
        **{status: count.of(status) for status in EXIT_STATUSES},
        "reasons": {f"{status} {why}": number for (status, why), number in sorted(count.reasons.items())},
        "undecided_deals": count.undecided,
    }


def survey_text(counts: dict[int, Count]) -> str:
    """The survey as a Markdown table."""
    lines = ["| players | deals | winnable | unwinnable, proved | undecided |", "|---|---|---|---|---|"]
    for players, count in counts.items():
        cells = [f"{count.of(status)} ({count.of(status) / count.deals:.3%})" for status in EXIT_STATUSES]
        lines.append(f"| {players} | {count.deals} | {' | '.join(cells)} |")
    return "\n".join(lines)


def answer_text(answer: Answer, lang: str) -> str:
    reason = say(f"solve.{answer.reason.key}", lang, **answer.reason.values)
    return "\n".join([f"{say(f'solve.{answer.status}', lang)} {reason}", *(f"  {text}" for text in answer.written)])


def _json(answer: Answer, lang: str) -> str:
    why = {"key": answer.reason.key, **answer.reason.values, "text": answer_text(answer, lang).splitlines()[0]}
    return json.dumps({"verdict": answer.status, "reason": why, "line": answer.written}, ensure_ascii=False)
