"""`hanabi play`: play with bots in the terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

from hanabi.bots import ROSTER, BotError
from hanabi.bots.roster import NoSuchBot
from hanabi.cli._localized import LocalizedCommand, TranslatedError, reason_of
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


@click.command("play", cls=LocalizedCommand)
@rules_options
@click.option("--players", type=click.IntRange(2, 5))
@click.option("--bots", shell_complete=complete_bot)
@click.option("--bot", shell_complete=complete_bot)
@click.option("--seat", type=click.IntRange(0, 4))
@click.option("--first", type=click.IntRange(0, 4), default=0)
@click.option("--name")
@click.option("--seed")
@click.option("--save", "file", type=OutputPath(), metavar="FILE")
@click.option("--resume", is_flag=False, flag_value=LATEST, metavar="[FILE]")
@click.option("--aids", type=click.Choice(AID_LEVELS), default="expert")
@click.option("--from", "origin", metavar="FILE")
@click.option("--turn", type=click.IntRange(1))
@click.option("--deal", type=click.Choice(("same", "new")), default="same")
@click.option("--run-bots", is_flag=True)
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
    except NoSuchBot as error:
        raise click.UsageError(error.sentence(lang)) from error
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
        raise TranslatedError("cli.one_of_two", first="--resume", second="--from")
    if origin is None and (lone := used & {"turn", "deal"}):
        raise TranslatedError("cli.only_with", option=f"--{min(lone)}", needed="--from")
    if (resume is not None or origin is not None) and (new := used & NEW_GAME_OPTIONS):
        options = ", ".join(sorted("--with" if name == "switches" else f"--{name}" for name in new))
        which = "--resume" if origin is None else "--from"
        raise TranslatedError("cli.saved_settings", options=options, which=which)
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
        raise CannotResume(say("play.resume.failed", lang, file=file, reason=reason_of(error, lang))) from error
    if seat is not None and seat >= len(record.players):
        raise TranslatedError("cli.seats", option="--seat", last=len(record.players) - 1)
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
            raise TranslatedError("cli.turns", option="--turn", turns=turns + 1)
        actions = action_of_turn(record, turns if turn is None else turn - 1)
        branched = branch(record, actions)
        if seat is not None and seat >= len(record.players):
            raise TranslatedError("cli.seats", option="--seat", last=len(record.players) - 1)
        mover = replay(branched).player
        assert mover is not None
        chosen = mover if seat is None else seat
        if deal == "new":
            branched = redeal_hidden(record, actions, chosen)
        with _programs_refused(origin, lang):
            seating = Seating.for_branch(branched, chosen, bot, run_programs=run_bots)
        return Game.resume(branched), seating
    except (RecordError, RulesError) as error:
        raise CannotResume(say("play.from.failed", lang, file=origin, reason=reason_of(error, lang))) from error


def _seating(players: int | None, bots: str | None, bot: str | None, seat: int) -> Seating:
    if bots is not None and bot is not None:
        raise TranslatedError("cli.one_of_two", first="--bots", second="--bot")
    teammates = [name.strip() for name in bots.split(",")] if bots is not None else []
    count = players or (len(teammates) + 1 if bots is not None else DEFAULT_PLAYERS)
    if bots is None:
        teammates = [bot or "simple"] * (count - 1)
    if len(teammates) != count - 1 or not 2 <= count <= 5:
        bots_count = len(teammates)
        raise TranslatedError(
            "cli.bots", option="--bots", bots=bots_count, count=bots_count + 1, players=players or "2–5"
        )
    if seat >= count:
        raise TranslatedError("cli.seats", option="--seat", last=count - 1)
    return Seating(seat, (*teammates[:seat], None, *teammates[seat:]))


def _new_game(rules: RuleSet, seating: Seating, first: int, name: str | None, seed: str | None) -> Game:
    names = list(DEFAULT_NAMES[: len(seating.bots)])
    if name is not None:
        person = " ".join(name.split())
        if not person:
            raise TranslatedError("cli.name")
        names = [other if other.casefold() != person.casefold() else "Flo" for other in names]
        names[seating.seat] = person
    try:
        return Game.new(players=names, first=first, rules=rules, seed=int(seed) if seed and seed.isdecimal() else seed)
    except RulesError as error:
        raise click.UsageError(str(error)) from error
