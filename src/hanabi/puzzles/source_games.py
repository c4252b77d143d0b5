"""Games to search for puzzles: recorded ones, and numbered games between bots, half of them with a beginner."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hanabi.arena.experiment import Experiment
from hanabi.arena.workers import play_chunk
from hanabi.records import Record, from_dict
from hanabi.rules import RuleSet

LITERAL = 0  # instead of a convention level
BEGINNER = "team:1"


@dataclass(frozen=True)
class LineUp:
    """The bots, the rules, and the convention level at which their clues are read."""

    bot: str
    players: int
    level: int
    edition: str = "ro"
    switches: Mapping[str, Any] = field(default_factory=dict)


# Used in turn. The plain game is the most frequent. Literal clues are more frequent than conventions, because everybody
# understands them and such games are searched quickly. With two players, usually only they can save each other's cards.
SCHEDULE = (
    LineUp("team:1", 3, LITERAL),
    LineUp("team:3", 3, 3),
    LineUp("team:1", 2, LITERAL),
    LineUp("team:1", 4, LITERAL, "es", {"strikes": 1}),
    LineUp("simple", 5, LITERAL),
    LineUp("team:2", 2, 2, "pl", {"black_powder": True}),
    LineUp("team:1", 3, LITERAL, "pt-BR", {"multicolor": "suit"}),
    LineUp("team:1", 5, LITERAL),
    LineUp("team:3", 2, 3),
    LineUp("simple", 4, LITERAL, "nb", {"multicolor": "suit", "multicolor_cards": 5}),
    LineUp("team:1", 3, LITERAL, "es", {"strikes": 1}),
    LineUp("team:2", 3, 2),
    LineUp("team:1", 4, LITERAL),
    LineUp("simple", 2, LITERAL, "es", {"strikes": 1}),
    LineUp("team:2", 2, 2),
    LineUp("simple", 3, LITERAL, "pl", {"black_powder": True}),
    LineUp("team:3", 4, 3),
    LineUp("simple", 5, LITERAL, "pl", {"multicolor": "wild"}),
    LineUp("team:1", 2, LITERAL, "es", {"strikes": 1}),
    LineUp("team:2", 2, 2, "es", {"strikes": 1}),
    LineUp("simple", 4, LITERAL),
    LineUp("team:3", 4, LITERAL, "nb", {"multicolor": "suit", "multicolor_cards": 5}),
    LineUp("team:4", 3, 4),
    LineUp("simple", 3, LITERAL),
    LineUp("team:1", 3, LITERAL, "pl", {"black_powder": True}),
    LineUp("team:1", 2, 1, "pl", {"multicolor": "wild"}),
    LineUp("simple", 5, LITERAL, "es", {"strikes": 2}),
    LineUp("team:1", 3, 1),
)


@dataclass(frozen=True)
class SourceGame:
    """A game, and how to read its clues: a convention level of the team bot, or LITERAL."""

    record: Record
    level: int


def bot_game(number: int, seed: int) -> SourceGame:
    """Game `number` of a seed, the same on every machine."""
    line_up = SCHEDULE[number % len(SCHEDULE)]
    bots = [line_up.bot] * line_up.players
    if number // len(SCHEDULE) % 2:
        bots[number % line_up.players] = BEGINNER
    rules = RuleSet.of(line_up.edition, **line_up.switches)
    experiment = Experiment(tuple(bots), rules, games=1, seed=seed, first=number, keep_records=True)
    record = from_dict(play_chunk(experiment, number, 1).records[0])
    return SourceGame(replace(record, extra={"bots": bots}), line_up.level)


def recorded_source(record: Record) -> SourceGame:
    """Clues are read literally unless the players' conventions are known.

    Clues of the hat bots are in a code that people cannot read, so they are read literally too.
    """
    from hanabi.review.judging.judge_choice import chosen_judge, reading_level
    from hanabi.review.recorded_game import recorded_game

    judge = chosen_judge(recorded_game(record))
    return SourceGame(record, LITERAL if judge.knowledge in ("code", "literal") else reading_level(judge))
