"""The `hanabi` command: one module per subcommand, imported when it is used."""

import importlib
import logging
from difflib import get_close_matches
from importlib.util import find_spec
from typing import Any

import click
from click.shell_completion import CompletionItem

from hanabi import __version__

# Each command: the extras it needs (pyproject.toml), and its line in `hanabi --help`.
COMMANDS = {
    "admin": ("server", "Moderate a server: its tables, accounts, addresses and reports."),
    "arena": ("cli,sim", "Let bots play in a league: each bot with itself, and each bot among the others."),
    "bench": ("cli,sim", "Measure moves per second of random play, next to a flat loop in C++."),
    "convert": ("", "Convert a game between our record and hanab.live's JSON and links."),
    "crossplay": ("cli,sim", "Seat each bot among copies of every other bot, and print the matrix of scores."),
    "db": ("server", "Upgrade, back up and restore the database of `hanabi serve`."),
    "event": ("cli,sim", "Let bots play an event: the same deals for all, matchpoints and standings."),
    "explain": ("cli", "Explain one turn of a recorded game by the conventions of `team`."),
    "join": ("cli", "Seat a bot at a running server's table."),
    "play": ("cli", "Play Hanabi with bots in the terminal."),
    "puzzles": ("cli", "Solve, list and make puzzles: positions in which one move is clearly the best."),
    "replay": ("cli", "Show recorded games turn by turn."),
    "review": ("cli,sim", "Review a recorded game: the value of every move, the turning points, and the part of luck."),
    "rules": ("cli", "Print the rules of an edition, or of the base game and every switch."),
    "serve": ("server", "Serve tables to browsers."),
    "simulate": ("cli,sim", "Let bots play many games, and summarize the scores."),
    "solve": ("cli,sim", "Find out whether a deal can be won with open cards."),
    "stats": ("cli,sim", "Statistics of finished games: scores by edition, players, partners and bots."),
    "verify": ("", "Check that the cards of finished games are those to which the server committed."),
    "warm-up": ("cli,sim", "Compile the bots and everything else ahead of time, so that nobody waits for it later."),
}
# Packages by which an extra is recognized.
PACKAGES = {
    "cli": ("rich", "prompt_toolkit", "websockets"),
    "sim": ("numba", "numpy", "platformdirs"),
    "server": ("sqlalchemy", "starlette", "uvicorn"),
}


class CommandGroup(click.Group):
    """Lists each command with its whole first sentence, where click would cut it off."""

    def lines(self, ctx: click.Context) -> list[tuple[str, str]]:
        return [(name, command.get_short_help_str(limit=1000)) for name, command in sorted(self.commands.items())]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(self.lines(ctx))


class Commands(CommandGroup):
    """Its subcommands are the modules beside this file; each defines a click command named `command`.

    `warm-up` is in `warm_up.py`.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            near = get_close_matches(cmd_name, COMMANDS, n=1)
            ctx.fail(f"there is no command {cmd_name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        extras, _ = COMMANDS[cmd_name]
        if any(find_spec(package) is None for extra in extras.split(",") for package in PACKAGES.get(extra, ())):
            raise MissingExtra(cmd_name, extras)
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name.replace('-', '_')}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:  # only some uses of the command need this extra
            extra = next((extra for extra, packages in PACKAGES.items() if error.name in packages), None)
            if extra is None:
                raise
            raise MissingExtra(str(ctx.invoked_subcommand), extra) from error

    def lines(self, ctx: click.Context) -> list[tuple[str, str]]:
        return [(name, line) for name, (_, line) in COMMANDS.items()]

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        commands = [CompletionItem(name, help=line) for name, (_, line) in COMMANDS.items()]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [item for item in commands if item.value.startswith(incomplete)] + options


class MissingExtra(click.ClickException):
    """The command needs packages that a plain `pip install hanabi` does not bring."""

    def __init__(self, command: str, extras: str) -> None:
        super().__init__(f"hanabi {command} needs hanabi[{extras}]: pip install 'hanabi[{extras}]'")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="hanabi")
def main() -> None:
    """Hanabi, the cooperative card game where everyone sees your cards except you."""
    log = logging.getLogger("hanabi.compiled")
    log.handlers, log.propagate = [CompilationNotice()], False
    log.setLevel(logging.DEBUG)


class CompilationNotice(logging.Handler):
    """Says on standard error that kernels are being compiled: on a terminal a bar, otherwise one sentence."""

    def emit(self, record: logging.LogRecord) -> None:
        from hanabi.cli._output import show_compilation  # only now: most commands need no Rich

        show_compilation(finished=getattr(record, "kernel", None) is None)
