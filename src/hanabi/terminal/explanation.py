"""Why a turn was played: the bot's reason for its move, and every reading of a clue that the conventions tried."""

from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from hanabi.bots.bot import BotError
from hanabi.bots.roster import make_bot, others
from hanabi.bots.team import Team
from hanabi.bots.team.engine import TRACE, TracedReading, clue_readings, conventions, layout, levels, promises
from hanabi.bots.team.explanations import MAX_NAMED, READING_NAMES, clue_sentence, level_at
from hanabi.records import Record, RecordError, advance, dealt_game, replay
from hanabi.rules import Action, Card, View, faces_in, read_action
from hanabi.rules.events import ClueGiven
from hanabi.rules.narration import narrate
from hanabi.texts import join, say


@dataclass(frozen=True)
class TriedReading:
    """A reading that a seat tried: its convention, what became of it, and the faces and the card that it was about."""

    convention: str | None  # None: only the plain meaning counts
    outcome: str
    cards: tuple[str, ...]
    player: str | None
    slot: int | None  # the oldest card is 1


@dataclass(frozen=True)
class SeatReadings:
    """What a seat tried, in order, and how it reads the clue in the end."""

    seat: int
    player: str
    tried: tuple[TriedReading, ...]
    reading: str
    sentence: str


@dataclass(frozen=True)
class ExplainedTurn:
    """`reason`: why the team bot would make this move, or what it would do instead."""

    turn: int
    player: str
    action: str
    sentence: str
    reason: str
    readings: tuple[SeatReadings, ...]  # none if the turn was not a clue


def explain_turn(record: Record, turn: int, level: int | None = None, lang: str = "en") -> ExplainedTurn:
    """The turn with this number, counted from 1. A reward choice belongs to the turn of its play.

    The seats of team bots read clues as those bots do, all others by the conventions of `level`.
    """
    bots, index = _team_bots(record, level), _action_of_turn(record, turn)
    game = replay(record, index)
    seats, player = range(len(bots)), game.state.player
    before = [game.view(seat) for seat in seats]
    reason = _reason(bots[player], before[player], read_action(game.state, record.actions[index]), lang)
    advance(game, record, index + 1)
    after = [game.view(seat) for seat in seats]
    clue = after[player].history[-1][0]
    readings: list[SeatReadings] = []
    if isinstance(clue, ClueGiven):
        order = [clue.to, *(seat for seat in seats if seat not in (clue.to, player)), player]
        readings = [_seat_readings(bots[seat], before[seat], after[seat], clue, lang) for seat in order]
    sentence = " ".join(narrate(game.view(None), lang)[-1])
    return ExplainedTurn(turn, record.players[player], record.actions[index], sentence, reason, tuple(readings))


def _action_of_turn(record: Record, turn: int) -> int:
    """The number of the turn's first clue, or else of its first action."""
    game, turns = dealt_game(record), list[int]()
    for index in range(len(record.actions)):
        turns.append(game.turn + 1)
        advance(game, record, index + 1)
    actions = [index for index, number in enumerate(turns) if number == turn]
    if not actions:
        raise RecordError(f"has no turn {turn}, only {max(turns, default=0)} turns")
    return next((index for index in actions if record.actions[index].startswith("clue ")), actions[0])


def _team_bots(record: Record, level: int | None) -> list[Team]:
    recorded = record.extra.get("bots")
    names = recorded if isinstance(recorded, list) and len(recorded) == len(record.players) else []
    bots = [Team(level_at(names) if level is None else level) for _ in record.players]
    for seat, name in enumerate(names if level is None else []):
        if isinstance(name, str) and name.partition(":")[0] == "team":
            with suppress(BotError):
                bot = make_bot(name, partners=others(names, seat))
                bots[seat] = bot if isinstance(bot, Team) else bots[seat]
    return bots


def _reason(bot: Team, view: View, action: Action, lang: str) -> str:
    own, why = bot.reason(view, lang)
    return why if own == action else say("explain.instead", lang, bot=bot.name, reason=why)


def _seat_readings(bot: Team, before: View, after: View, clue: ClueGiven, lang: str) -> SeatReadings:
    """Let a seat observe a clue with the trace of its engine turned on."""
    assert after.seat is not None
    inferred = list(bot.mind_at(before).cards.inferred)
    trace = list[TracedReading]()
    token = TRACE.set(trace)
    try:
        mind = bot.mind_at(after)
    finally:
        TRACE.reset(token)
    tried = tuple(_tried(after, mind, reading) for reading in trace if _is_in_use(mind, reading))
    sentence = clue_sentence(after, layout.ObservedMove(layout.CLUED, clue.giver, to=clue.to), mind, inferred, lang)
    return SeatReadings(after.seat, after.names[after.seat], tried, READING_NAMES[mind.latest.reading], sentence or "")


def _is_in_use(mind: layout.Mind, reading: TracedReading) -> bool:
    """Not a convention that this seat's level leaves out."""
    return reading.outcome != clue_readings.NOT_KNOWN or mind.conventions & reading.convention != 0


def _tried(view: View, mind: layout.Mind, reading: TracedReading) -> TriedReading:
    names = {switch: name for name, switch in levels.switches().items()}
    player, slot = None, None
    if reading.cell != layout.NO_CELL:
        seat = promises.holder_of(reading.cell)
        player, slot = view.names[seat], list(mind.table.hands[seat]).index(reading.cell) + 1
    return TriedReading(
        names.get(reading.convention),
        clue_readings.OUTCOME_NAMES[reading.outcome],
        tuple(map(str, faces_in(view.rules, reading.kinds))),
        player,
        None if reading.outcome == clue_readings.NOT_KNOWN else slot,
    )


def convention_title(name: str) -> str:
    """The name of a convention, as its module begins: players of all languages use the English ones."""
    return str(import_module(f"{conventions.__name__}.{name}").__doc__).partition(":")[0]


def show_explanation(console: Console, explained: ExplainedTurn, lang: str) -> None:
    heading = say("replay.turn", lang, turn=explained.turn, player=explained.player)
    console.print(Text(heading, "bold reverse"))
    console.print(explained.sentence, markup=False)
    console.print(say("explain.reason", lang, reason=explained.reason), markup=False)
    for seat in explained.readings:
        console.print()
        console.print(Text(say("explain.readings", lang, player=seat.player), "bold"))
        for number, tried in enumerate(_merged(seat.tried), start=1):
            style = "green" if tried.outcome == clue_readings.OUTCOME_NAMES[clue_readings.KEPT] else ""
            console.print(Padding(Text(f"{number}. {_line(tried, lang)}", style), (0, 0, 0, 2)))
        console.print(Padding(Text(f"→ {seat.sentence}", "bold"), (0, 0, 0, 2)))


def _merged(tried: tuple[TriedReading, ...]) -> list[TriedReading]:
    """With the faces for which the same thing was tried in a row as one reading."""
    merged = list[TriedReading]()
    for reading in tried:
        if merged and replace(merged[-1], cards=reading.cards) == reading:
            merged[-1] = replace(reading, cards=(*merged[-1].cards, *reading.cards))
        else:
            merged.append(reading)
    return merged


def _line(tried: TriedReading, lang: str) -> str:
    title = say("explain.plain", lang) if tried.convention is None else convention_title(tried.convention)
    about = [say("explain.card", lang, player=tried.player, slot=tried.slot)] if tried.slot else []
    about += [tried.player] if tried.player and not tried.slot else []
    if 0 < len(tried.cards) <= MAX_NAMED:
        cards = (say(f"card.{card.suit.value}", lang, rank=card.rank) for card in map(Card.of, tried.cards))
        about.append(join(cards, lang, style="or"))
    return f"{title}{' (' + ', '.join(about) + ')' if about else ''}: {say(f'team.trace.{tried.outcome}', lang)}"
