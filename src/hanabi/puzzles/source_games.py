"""Games to look for puzzles in: bots' own ones, numbered, in which a player sometimes errs."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hanabi.arena.experiment import Experiment
from hanabi.arena.view_games import numbered_deal, record_of
from hanabi.bots.bot import Bot
from hanabi.bots.roster import make_bot
from hanabi.bots.simple import SimpleBot
from hanabi.chance import Stream
from hanabi.game import DEFAULT_NAMES
from hanabi.records.record import Record
from hanabi.rules.referee import Referee
from hanabi.rules.ruleset import RuleSet


@dataclass(frozen=True)
class LineUp:
    """A bot in every seat, and the rules."""

    bot: str
    players: int
    edition: str = "ro"
    switches: Mapping[str, Any] = field(default_factory=dict)


# Line-ups in turn: the plain game most often, and literal clues as often as conventions: everybody understands them.
SCHEDULE = (
    LineUp("simple", 3),
    LineUp("team:3", 3),
    LineUp("simple", 2),
    LineUp("simple", 4, "es", {"strikes": 1}),
    LineUp("team:2", 3),
    LineUp("simple", 3, "pt-BR", {"multicolor": "suit"}),
    LineUp("simple", 5),
    LineUp("team:3", 2),
    LineUp("simple", 3, "es", {"strikes": 1}),
    LineUp("simple", 4),
    LineUp("team:3", 4),
    LineUp("simple", 2, "es", {"strikes": 1}),
    LineUp("team:4", 3),
    LineUp("simple", 3, "pl", {"black_powder": True}),
    LineUp("team:1", 3),
)
FAULTS = (5, 8, 14)  # one move of so many, by turns, is another bot's than the player's own


@dataclass(frozen=True)
class SourceGame:
    """A game with the conventions its clues are to be read by: a level of the team bot, or 0 for none."""

    record: Record
    level: int


def bot_game(number: int, seed: int) -> SourceGame:
    """Game `number` of a seed: the same on every machine."""
    line_up = SCHEDULE[number % len(SCHEDULE)]
    name, players = line_up.bot, line_up.players
    rules = RuleSet.of(line_up.edition, **line_up.switches)
    experiment = Experiment((name,) * players, rules, games=1, seed=seed, first=number)
    deal = numbered_deal(experiment, number)
    table = Referee(experiment.rules, DEFAULT_NAMES[:players], deal.deck, deal.tiles)
    bots: list[Bot] = [make_bot(name, seed=f"{seed}/{number}/{seat}") for seat in range(players)]
    chance, other = Stream(f"{seed}/{number}", "faults"), SimpleBot()
    while table.player is not None:
        view = table.view(table.player)
        errs = chance.below(FAULTS[number // len(SCHEDULE) % len(FAULTS)]) == 0
        table.act(deal.placed(table, (other if errs else bots[table.player]).choose(view)))
    record = record_of(experiment, table, number)
    plain, _, level = name.partition(":")
    return SourceGame(replace(record, extra={"bots": list(experiment.bots)}), int(level) if plain == "team" else 0)


def recorded_source(record: Record) -> SourceGame:
    """A recorded game. Clues of players whose conventions are not known to hold are read literally.

    Those of the hat and search bots are in a code that no person reads, so they too have their plain meaning only.
    """
    from hanabi.analysis.judge_choice import chosen_judge, reading_level
    from hanabi.analysis.recorded_game import recorded_game

    judge = chosen_judge(recorded_game(record))
    return SourceGame(record, 0 if judge.knowledge in ("code", "literal") else reading_level(judge))
