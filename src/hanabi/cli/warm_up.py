"""`hanabi warm-up`: compiles ahead of time what this machine will need."""

from collections.abc import Callable

import click

from hanabi.arena.experiment import Experiment
from hanabi.arena.workers import warm_up
from hanabi.bots.roster import compile_bot
from hanabi.chance import shuffled_deck
from hanabi.cli._options import json_option
from hanabi.cli._output import echo_result, progress_bar
from hanabi.rules import RuleSet

BOTS = ("hat", "search", "team", "team:search")


def _bot(name: str) -> None:
    """Whole games, as `simulate` plays them, and a game at a table."""
    warm_up(Experiment((name,) * 2, RuleSet.of(), games=1, seed=1))
    compile_bot(name)


def _batch() -> None:
    from hanabi.simulation import STANDARD, Batch

    for rules, players in ((RuleSet.of(), 2), *((STANDARD, players) for players in range(2, 6))):
        batch = Batch(rules, players, games=2, seed=1)
        batch.reset()
        batch.step(batch.random_actions())


def _solve() -> None:
    from hanabi.solvers import winnable

    rules = RuleSet.of()
    winnable(rules, 2, shuffled_deck(rules, 1))


def _review() -> None:
    from hanabi.review.reviewer import compile_reviews

    compile_reviews()


FAMILIES: dict[str, Callable[[], None]] = {
    **{name: lambda name=name: _bot(name) for name in BOTS},  # type: ignore[misc]
    "batch": _batch,
    "solve": _solve,
    "review": _review,
}


@click.command()
@click.argument("families", metavar="[FAMILY]...", nargs=-1, type=click.Choice(list(FAMILIES)))
@json_option
def command(families: tuple[str, ...], as_json: bool) -> None:
    """Compile the bots and everything else that is compiled, so that nobody waits for it later.

    FAMILY is a bot (hat, search, team, team:search), batch (batches of games), solve or review; without one, all are
    compiled. What is already compiled is skipped, and so is machine code that the installed wheel brings for common
    CPUs. The result is kept in HANABI_CACHE, or in your cache folder.
    """
    chosen = families or tuple(FAMILIES)
    with progress_bar(quiet=as_json) as bar:
        task = bar.add_task("", total=len(chosen))
        for name in chosen:
            bar.update(task, description=name)
            FAMILIES[name]()
            bar.advance(task)
    echo_result(f"Compiled: {', '.join(chosen)}.", as_json, compiled=chosen)
