"""`hanabi replay`: show a recorded game turn by turn, or print its states."""

import json
import sys

import click
from rich.console import Console

from hanabi.cli._localized import LocalizedCommand, TranslatedError, reason_of
from hanabi.cli._options import language_option, one_line, open_record
from hanabi.cli._output import replace_unencodable
from hanabi.records import Record, RecordError, states

HANAB_LIVE_END_REASONS = ("nothing_playable", "timeout", "speedrun")  # those with their own sentence


@click.command("replay", cls=LocalizedCommand)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("--turn", type=click.IntRange(min=0))
@click.option("--seat")
@click.option("--json", "--states", "as_json", is_flag=True)
@language_option
def command(files: tuple[str, ...], turn: int | None, seat: str | None, as_json: bool, lang: str) -> None:
    if as_json and (turn is not None or seat is not None):
        raise TranslatedError("cli.whole_games", option="--json", left_out="--turn, --seat")
    replace_unencodable()
    refused = False
    for file in files:
        try:
            record = open_record(file)
            if as_json:
                _print_states(file, record, several=len(files) > 1)
            else:
                _show(file, record, turn, seat, lang, several=len(files) > 1)
        except RecordError as error:
            refused = True
            click.echo(one_line(f"hanabi replay: {file}: {reason_of(error, lang)}"), err=True)
    if refused:
        sys.exit(2)


def _print_states(file: str, record: Record, *, several: bool) -> None:
    lines = [json.dumps(state, ensure_ascii=False) for state in states(record)]
    if several:
        lines.insert(0, json.dumps({"record": file}, ensure_ascii=False))
    click.echo("\n".join(lines))


def _show(file: str, record: Record, turn: int | None, seat: str | None, lang: str, *, several: bool) -> None:
    from hanabi.records.hanablive import hanab_live_end_reason
    from hanabi.terminal.replay import render_step, replay_steps
    from hanabi.terminal.theme import Theme
    from hanabi.texts import say

    viewer = None if seat is None else seat_of(record, seat)
    steps = list(replay_steps(record, viewer))
    if turn is not None:
        at_turn = [step for step in steps if step.turn == turn]
        if not at_turn:
            raise TranslatedError("cli.turns", option=f"--turn, {file}", turns=steps[-1].turn)
        steps = at_turn[-1:]
    console = Console(highlight=False, emoji=False)
    title = say("replay.title", lang) + (f": {file}" if several else "")
    whose = say("replay.open", lang) if viewer is None else say("replay.seat", lang, player=record.players[viewer])
    console.print(f"{title}. {whose}", markup=False, style="bold")
    for step in steps:
        console.print(render_step(step, lang, Theme.of(console)))
    if turn is None and steps[-1].view.over is None:
        console.print(say("replay.unfinished", lang), markup=False)
        if reason := hanab_live_end_reason(record):
            key = reason if reason in HANAB_LIVE_END_REASONS else "stopped"
            console.print(say(f"replay.there.{key}", lang), markup=False)


def seat_of(record: Record, seat: str) -> int:
    """A seat by its number or its player's name."""
    if seat.isdecimal() and int(seat) < len(record.players):
        return int(seat)
    names = [name.casefold() for name in record.players]
    if names.count(seat.casefold()) == 1:
        return names.index(seat.casefold())
    seats = ", ".join(f"{number} ({name})" for number, name in enumerate(record.players))
    raise TranslatedError("cli.no_such_seat", seat=repr(seat), seats=seats)
