"""Chooses the judge of a game: by the bots that played it, else by the conventions that fit the players."""

import math
from dataclasses import dataclass

from hanabi.bots.team.engine.levels import BASIC, EXPERT, FINESSING
from hanabi.bots.version import version_of
from hanabi.kernels import knowledge
from hanabi.review.document import Judge, ReviewError
from hanabi.review.judging.judges import LITERAL, HatJudge, RolloutJudge, StrongJudge, TeamJudge
from hanabi.review.judging.move_search import DEPTHS, Depth, PositionJudge, SearchJudge
from hanabi.review.judging.peoples_judge import PeoplesJudge
from hanabi.review.recorded_game import RecordedGame, RecordedPosition

HAT_BOTS = ("hat", "search")
MISREAD = 0.1  # share of false readings allowed in a team that uses the conventions
MIN_READINGS = 12  # fewer are not enough to tell


@dataclass(frozen=True)
class ConventionFit:
    """How well a level of conventions fits a game.

    `evidence` is the log of how much likelier its readings make the cards than the clues alone do.
    """

    level: int
    evidence: float
    readings: int
    right: int

    @property
    def share(self) -> float:
        return self.right / self.readings if self.readings else 1.0


def convention_fit(game: RecordedGame, level: int) -> ConventionFit:
    """How many of the cards are what the conventions say beyond the clues, and how much that narrows them down."""
    judge = TeamJudge(game, level, forgiving=False)
    evidence, readings, right = 0.0, 0, 0
    for position in game.positions:
        judge.set_position(position)
        for believed, possible, kind in zip(judge.believed, position.possible, position.held, strict=True):
            if believed == possible:
                continue
            readings += 1
            if believed >> kind & 1:
                right += 1
                narrowed = _copies(position, possible) / max(1, _copies(position, believed))
                evidence += math.log((1 - MISREAD) * narrowed + MISREAD)
            else:
                evidence += math.log(MISREAD)
    return ConventionFit(level, evidence, readings, right)


def _copies(position: RecordedPosition, mask: int) -> int:
    r, s = position.rule_tables, position.view.erased
    kinds = (kind for kind in range(mask.bit_length()) if mask >> kind & 1)
    return sum(max(0, knowledge.unseen_copies(r, s, s.player, kind)) for kind in kinds)


def fitted_conventions(game: RecordedGame) -> ConventionFit | None:
    """The level that fits best, the simpler one of a tie; None if reading clues literally fits better."""
    fits = [convention_fit(game, level) for level in range(BASIC, EXPERT + 1)]
    if max(fit.readings for fit in fits) < MIN_READINGS:
        return next(fit for fit in fits if fit.level == FINESSING)
    best = max(fits, key=lambda fit: (round(fit.evidence, 6), -fit.level))
    return best if best.evidence > 0 else None


def chosen_judge(game: RecordedGame, name: str | None = None) -> Judge:
    """The judge for a game: the one named, or by the players.

    Our bots are judged by bots of the same type. Other players are judged by hat players who read the game so far by
    the conventions that fit it, or literally if none do.
    """
    bots = game.record.extra.get("bots")
    names = [str(bot) for bot in bots] if isinstance(bots, list) and len(bots) == game.players else []
    coded = bool(names) and all(bot in HAT_BOTS for bot in names)
    levels = {level_of_bot(bot) for bot in names if bot.partition(":")[0] == "team"}
    own_level = levels.pop() if len(levels) == 1 and all(bot.partition(":")[0] == "team" for bot in names) else None
    if name is None:
        if coded:
            return Judge("hat", "code", version_of("hat", game.rules, game.players))
        if own_level is None:
            return _judge_of_people(game)
        name = own_level
    plain, _, level = name.partition(":")
    if plain == "hat" and not level:
        return Judge("hat", "code" if coded else "literal", version_of("hat", game.rules, game.players))
    if plain == "team" and (not level or (level.isdecimal() and int(level) in range(BASIC, EXPERT + 1))):
        full = f"team:{level or FINESSING}"
        own = full == own_level
        return Judge(full, "conventions" if own else "forgiving", version_of(full, game.rules, game.players))
    raise ReviewError(f"there is no judge {name!r}: choose hat, team or team:{BASIC} to team:{EXPERT}")


def level_of_bot(bot: str) -> str:
    """The team player with the conventions of this one."""
    return bot if bot.partition(":")[2].isdecimal() else f"team:{FINESSING}"


def _judge_of_people(game: RecordedGame) -> Judge:
    version = version_of("hat", game.rules, game.players)
    fit = fitted_conventions(game)
    if fit is None:
        return Judge("hat", "literal", version)
    reading = f"team:{fit.level}"
    version = f"{version}-{version_of(reading, game.rules, game.players)}"
    return Judge("hat", "forgiving", version, reading, round(fit.share, 4))


def reading_level(judge: Judge) -> int:
    """The level of conventions by which this judge reads clues, else the default level."""
    name = judge.reading or judge.name
    return int(name.partition(":")[2] or FINESSING)


def judges_people(judge: Judge) -> bool:
    """Whether the players play differently from the judge, which takes over only after their move."""
    return bool(judge.reading) or judge.knowledge == "literal"


def people_level(judge: Judge) -> int:
    """The level of conventions by which a judge of people reads clues."""
    return reading_level(judge) if judge.reading else LITERAL


def build_judge(judge: Judge, game: RecordedGame) -> RolloutJudge:
    if judges_people(judge):
        return StrongJudge(game, people_level(judge))
    if judge.name == "hat":
        return HatJudge(game, literal=False)
    return TeamJudge(game, reading_level(judge), forgiving=judge.knowledge == "forgiving")


def depth_of(judge: Judge, name: str) -> Depth:
    depths = DEPTHS["people" if judges_people(judge) else judge.name.partition(":")[0]]
    if name not in depths:
        raise ReviewError(f"there is no depth {name!r}: choose {', '.join(depths)}")
    return depths[name]


def position_judge(judge: Judge, game: RecordedGame, depth: Depth, seed: int) -> PositionJudge:
    if judges_people(judge):
        return PeoplesJudge(game, people_level(judge), depth, seed)
    return SearchJudge(build_judge(judge, game), depth, seed)
