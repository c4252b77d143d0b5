"""`hanabi play`: play with bots in the terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from hanabi.bots import ROSTER, BotError
from hanabi.cli._options import OutputPath, chosen_rules, complete_bot, language_option, rules_options
from hanabi.cli._output import replace_unencodable
from hanabi.game import DEFAULT_NAMES, Game
from hanabi.records import RecordError, action_of_turn, branch, load, open_source, redeal_hidden, replay
from hanabi.rules import AidLevel, RulesError, RuleSet
from hanabi.terminal import saved_games
from hanabi.terminal.hand_arrangement import HandArrangement
from hanabi.terminal.lexicon import lexicon
from hanabi.terminal.prompt import LineReader, line_reader_for
from hanabi.terminal.saved_games import ProgramNamed, Seating
from hanabi.terminal.session import BotFailed, Session
from hanabi.terminal.table import AID_LEVELS
from hanabi.texts import say


class CannotResume(click.ClickException):
    exit_code = 2


DEFAULT_PLAYERS = 3
LATEST = "(latest)"
BOTS = ", ".join(ROSTER)
NEW_GAME_OPTIONS = {"edition", "switches", "players", "bots", "first", "name", "seed"}


@click.command()
@rules_options
@click.option("--players", type=click.IntRange(2, 5), help=f"Players, including you. [default: {DEFAULT_PLAYERS}]")
@click.option(
    "--bots",
    shell_complete=complete_bot,
    help=f"Your teammates in seat order, comma-separated: {BOTS}, a Python file, or exec:COMMAND.",
)
@click.option("--bot", shell_complete=complete_bot, help="The same bot for every other seat. [default: simple]")
@click.option("--seat", type=click.IntRange(0, 4), help="Your seat, from 0. [default: 0]")
@click.option("--first", type=click.IntRange(0, 4), default=0, help="The seat that starts, from 0. [default: 0]")
@click.option("--name", help="Your name.")
@click.option("--seed", help="Random seed of the deal. [default: random]")
@click.option("--save", "file", type=OutputPath(), help="Save the game to this file.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="[FILE]",
    help="Continue a saved game: the latest one, or the one in FILE; also a hanab.live game or seed.",
)
@click.option(
    "--aids",
    type=click.Choice(AID_LEVELS),
    default="expert",
    help="What the table shows: only cards, also clues, also deductions, or everything. [default: expert]",
)
@click.option("--from", "origin", metavar="FILE", help="Replay a recorded game from the middle; see --turn.")
@click.option("--turn", type=click.IntRange(1), help="With --from: the turn to start at, from 1. [default: the last]")
@click.option(
    "--deal",
    type=click.Choice(("same", "new")),
    default="same",
    help="With --from: keep all cards, or deal new ones for those you cannot know. [default: same]",
)
@click.option(
    "--run-bots",
    is_flag=True,
    help="With --resume or --from: run the bot programs named in the record. Only if you trust it.",
)
@language_option
@click.pass_context
def command(
    ctx: click.Context,
    edition: str | None,
    switches: str,
    players: int | None,
    bots: str | None,
    bot: str | None,
    seat: int | None,
    first: int,
    name: str | None,
    seed: str | None,
    file: Path | None,
    resume: str | None,
    origin: str | None,
    turn: int | None,
    deal: str,
    run_bots: bool,
    aids: AidLevel,
    lang: str,
) -> None:
    """Play Hanabi with bots in the terminal. Every move is saved, so you can leave at any time."""
    replace_unencodable()
    console = Console(highlight=False, emoji=False)
    line_reader = line_reader_for(console, saved_games.folder().parent / "history")
    arrangement = HandArrangement()
    try:
        saved = _file_to_resume(ctx, resume, origin, console, line_reader, lang)
        if origin is not None:
            game, seating = _branch_game(origin, turn, deal, seat, bot, run_bots, lang)
            welcome = say("play.from", lang, file=origin, turn=game.turn + 1)
        elif saved is not None:
            game, seating, arrangement = _resume_game(saved, seat, bot, run_bots, lang)
            welcome = say("play.resumed", lang, file=saved)
            file = file or _file_to_save(saved)
        else:
            rules = chosen_rules(edition, switches)
            seating = _seating(players, bots, bot, seat or 0)
            game = _new_game(rules, seating, first, name, seed)
            welcome = say("play.welcome", lang)
        file = file or saved_games.new_file()
        session = Session(game, seating, file, console, line_reader, lang, aids=aids, arrangement=arrangement)
        console.print(welcome, markup=False)
        finished = _run_session(session)
    except BotError as error:
        raise click.ClickException(str(error)) from error
    except BotFailed as error:
        raise click.ClickException(f"{error}\n{say('play.saved', lang, file=file)}") from error
    console.print(say("play.saved", lang, file=file), markup=False)
    if not finished:
        again = f"hanabi play --resume {click.format_filename(file)}"
        console.print(say("play.saved.resume", lang, command=again), markup=False, soft_wrap=True)
        console.print(say("play.goodbye", lang))


def _run_session(session: Session) -> bool:
    try:
        return session.run()
    except KeyboardInterrupt:  # while a bot was thinking; all moves so far are saved
        return False


def _file_to_resume(
    ctx: click.Context, resume: str | None, origin: str | None, console: Console, line_reader: LineReader, lang: str
) -> str | None:
    """The saved game to resume: the one asked for; without options except --lang and --aids, ask the person."""
    used = {name for name in ctx.params if ctx.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE}
    if resume is not None and origin is not None:
        raise click.UsageError("--resume continues a game, --from replays one differently: use only one of them")
    if origin is None and (lone := used & {"turn", "deal"}):
        raise click.UsageError(f"--{min(lone)} only works with --from")
    if (resume is not None or origin is not None) and (new := used & NEW_GAME_OPTIONS):
        options = ", ".join(sorted("--with" if name == "switches" else f"--{name}" for name in new))
        which = "--resume" if origin is None else "--from"
        raise click.UsageError(f"a saved game keeps its own settings: leave out {options}, or {which}")
    if origin is not None:
        return None
    if resume == LATEST:
        latest = saved_games.latest_unfinished()
        if latest is None:
            raise click.ClickException(say("play.resume.none", lang, file=saved_games.folder()))
        return str(latest)
    if resume is not None:
        return resume
    asking = console.is_terminal and sys.stdin.isatty() and used <= {"lang", "aids"}
    latest = saved_games.latest_unfinished() if asking else None
    return str(latest) if latest is not None and _confirms(latest, line_reader, lang) else None


def _file_to_save(source: str) -> Path | None:
    """The file to save to: the resumed one, if it is our record and not another format, a link or a seed."""
    try:
        load(source)
    except RecordError:
        return None
    return Path(source)


def _confirms(file: Path, line_reader: LineReader, lang: str) -> bool:
    answers = lexicon(["yes", "no"], "play.", lang)
    yes, no = say("play.yes", lang), say("play.no", lang)
    question = f"{say('play.resume.ask', lang, file=file)} [{yes}/{no}] "
    while True:
        answer = line_reader.ask(question, lambda before: [yes, no], "")
        if answer is None:
            raise click.Abort
        meaning = answers.find(answer.strip()) if answer.strip() else "yes"
        if meaning is not None:
            return meaning == "yes"


def _resume_game(
    file: str, seat: int | None, bot: str | None, run_bots: bool, lang: str
) -> tuple[Game, Seating, HandArrangement]:
    try:
        record = open_source(file)
        game = Game.resume(record)
    except (RecordError, RulesError) as error:
        raise CannotResume(say("play.resume.failed", lang, file=file, reason=error)) from error
    if seat is not None and seat >= len(record.players):
        raise click.BadParameter(f"the seats here are 0 to {len(record.players) - 1}", param_hint="--seat")
    with _programs_refused(file, lang):
        seating = Seating.saved_with(record, seat, bot, run_programs=run_bots)
    return game, seating, saved_games.arrangement_saved_with(record)


@contextmanager
def _programs_refused(file: str, lang: str) -> Iterator[None]:
    try:
        yield
    except ProgramNamed as named:
        raise CannotResume(say("play.bots.refused", lang, file=file, bots=named, option="--bot")) from named


def _branch_game(
    origin: str, turn: int | None, deal: str, seat: int | None, bot: str | None, run_bots: bool, lang: str
) -> tuple[Game, Seating]:
    """The game at the start of that turn; the person gets the seat to act, or the one they asked for."""
    try:
        record = open_source(origin)
        turns = replay(record).turn
        if turn is not None and turn > turns + 1:
            raise click.BadParameter(f"the game has only {turns + 1} turns", param_hint="--turn")
        actions = action_of_turn(record, turns if turn is None else turn - 1)
        branched = branch(record, actions)
        if seat is not None and seat >= len(record.players):
            raise click.BadParameter(f"the seats here are 0 to {len(record.players) - 1}", param_hint="--seat")
        mover = replay(branched).player
        assert mover is not None
        chosen = mover if seat is None else seat
        if deal == "new":
            branched = redeal_hidden(record, actions, chosen)
        with _programs_refused(origin, lang):
            seating = Seating.for_branch(branched, chosen, bot, run_programs=run_bots)
        return Game.resume(branched), seating
    except (RecordError, RulesError) as error:
        raise CannotResume(say("play.from.failed", lang, file=origin, reason=error)) from error


def _seating(players: int | None, bots: str | None, bot: str | None, seat: int) -> Seating:
    if bots is not None and bot is not None:
        raise click.UsageError("--bots names a bot for each seat, --bot one for all: use only one of them")
    teammates = [name.strip() for name in bots.split(",")] if bots is not None else []
    count = players or (len(teammates) + 1 if bots is not None else DEFAULT_PLAYERS)
    if bots is None:
        teammates = [bot or "simple"] * (count - 1)
    if len(teammates) != count - 1 or not 2 <= count <= 5:
        raise click.BadParameter(
            f"{len(teammates)} bots and you are {len(teammates) + 1}, "
            f"but the game is for {players or '2 to 5'} players",
            param_hint="--bots",
        )
    if seat >= count:
        raise click.BadParameter(f"with {count} players the seats are 0 to {count - 1}", param_hint="--seat")
    return Seating(seat, (*teammates[:seat], None, *teammates[seat:]))


def _new_game(rules: RuleSet, seating: Seating, first: int, name: str | None, seed: str | None) -> Game:
    names = list(DEFAULT_NAMES[: len(seating.bots)])
    if name is not None:
        person = " ".join(name.split())
        if not person:
            raise click.BadParameter("a name needs at least one letter", param_hint="--name")
        names = [other if other.casefold() != person.casefold() else "Flo" for other in names]
        names[seating.seat] = person
    try:
        return Game.new(players=names, first=first, rules=rules, seed=int(seed) if seed and seed.isdecimal() else seed)
    except RulesError as error:
        raise click.UsageError(str(error)) from error
