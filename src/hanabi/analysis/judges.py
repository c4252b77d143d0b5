"""The judges: the hat player or a team player in every seat, who finish the game from any position of a record."""

from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabi.analysis.recorded_game import RecordedGame, RecordedPosition
from hanabi.analysis.review_document import Judge, Knowledge, ReviewError
from hanabi.bots.hat.workspace import VIEW, HatArrays, HatWorkspace, state_arrays
from hanabi.bots.team.engine.layout import BASIC, EXPERT, FINESSING
from hanabi.bots.version import version_of
from hanabi.kernels.layout import MAX_CARDS, MAX_HAND, MAX_KINDS, TILES
from hanabi.native.dtypes import STATE, pack

if TYPE_CHECKING:
    from hanabi.analysis.compiled.rollouts import WorldSample

MAX_ENUMERATED_WORLDS = 600  # up to so many worlds, all are played; of more, a sample
MAX_HIDDEN_CARDS = 12
Perspective = Literal["mover", "open"]
Scores = NDArray[np.int64]


class RolloutJudge(Protocol):
    """A judge with its memory for one recorded game. It must not be shared between threads."""

    choice: int
    believed: tuple[int, ...]
    common_knowledge: list[list[int]]  # the kinds that everybody believes each card can have, by seats
    knowledge: Knowledge

    def set_position(self, position: RecordedPosition) -> None:
        """Load a position: `choice` is then the judge's move, `believed` the kinds that the mover's cards may have."""

    def scores(
        self,
        moves: list[int],
        perspective: Perspective,
        seed: int,
        salt: int,
        first: int,
        worlds: int,
        *,
        reset_knowledge: bool,
    ) -> Scores:
        """Final scores, moves × worlds.

        With `reset_knowledge`, what the judge knows is rebuilt after the move, as if the review began there.
        """

    def world_count(self, perspective: Perspective) -> int:
        """The number of worlds, if they are few enough to play all of them; else -1."""


class _JudgeWorkspace:
    """What both judges share: the arrays of the compiled rollouts, and the worlds of a position."""

    def __init__(self, game: RecordedGame) -> None:
        from hanabi.analysis.compiled.rollouts import RolloutArrays

        self.game = game
        self.workspace = HatWorkspace(game.rules, game.players)
        states, state_words, publics, public_words = state_arrays(4, 4)
        hat: HatArrays = self.workspace.arrays._replace(
            states=states, state_words=state_words, publics=publics, public_words=public_words
        )
        self.arrays = RolloutArrays(
            hat,
            worlds=np.zeros((MAX_ENUMERATED_WORLDS + 1, MAX_HAND + MAX_CARDS), np.int8),
            counts=np.zeros((2, MAX_KINDS), np.int64),
            stream=np.zeros(2, np.int64),
        )
        self.choice = -1
        self.believed: tuple[int, ...] = ()
        self.common_knowledge: list[list[int]] = []
        self._perspective: Perspective | None = None
        self._world_count = -1

    def _load_position(self, position: RecordedPosition) -> None:
        self.position = position
        self.arrays.hat.states[VIEW : VIEW + 1] = pack(position.view.erased, STATE)
        self._perspective = None

    def _of_held_cards(self, masks: list[list[int]]) -> list[list[int]]:
        s = self.position.view.erased
        return [masks[seat][: s.held[seat]] for seat in range(self.game.players)]

    def scores(
        self,
        moves: list[int],
        perspective: Perspective,
        seed: int,
        salt: int,
        first: int,
        worlds: int,
        *,
        reset_knowledge: bool,
    ) -> Scores:
        from hanabi.analysis.compiled.rollouts import WorldSample

        table = np.zeros((len(moves), worlds), np.int64)
        sample = WorldSample(self.world_count(perspective), seed ^ self.position.key, salt, first)
        self._play_out(sample, int(perspective == "open"), int(reset_knowledge), np.array(moves, np.int64), table)
        return table

    def _play_out(
        self, sample: "WorldSample", is_open: int, reset_knowledge: int, moves: Scores, table: Scores
    ) -> None:
        """Fill the table with the final scores of the moves in the sampled worlds."""
        raise NotImplementedError

    def world_count(self, perspective: Perspective) -> int:
        from hanabi.analysis.compiled.rollouts import GUESS, listed_worlds

        if perspective != self._perspective:
            position = self.position
            s = position.view.erased
            masks = self.believed if perspective == "mover" else tuple(1 << kind for kind in position.held)
            self.arrays.hat.publics[GUESS]["masks"][s.player][: len(masks)] = masks
            self._perspective, self._world_count = perspective, -1
            hidden = position.compiled_rules.cards - s.top + len(masks)
            if hidden <= MAX_HIDDEN_CARDS and not _has_chance_beyond_cards(position):
                self._world_count = int(listed_worlds(self.arrays))
        return self._world_count


def _has_chance_beyond_cards(position: RecordedPosition) -> bool:
    """Whether more than the hidden cards is unknown: reward tiles, and where they reshuffle cards to."""
    return position.view.rules.flamboyants


class HatJudge(_JudgeWorkspace):
    def __init__(self, game: RecordedGame, *, literal: bool) -> None:
        super().__init__(game)
        self.knowledge: Knowledge = "literal" if literal else "code"

    def set_position(self, position: RecordedPosition) -> None:
        from hanabi.analysis.compiled import rollouts
        from hanabi.bots.hat.view_replay import load_view

        self._load_position(position)
        view = position.view
        assert view.seat is not None
        if self.knowledge == "literal":
            rollouts.read_view_literally(self.arrays)
        else:
            load_view(self.workspace, view, view.seat)
            self.arrays.hat.publics[rollouts.KNOWN] = self.workspace.arrays.publics[0]
        self.choice = int(rollouts.hat_choice(self.arrays))
        self.common_knowledge = self._of_held_cards(self.arrays.hat.publics[rollouts.KNOWN]["masks"].tolist())
        self.believed = _possible_beliefs(self.common_knowledge[view.seat], position.possible)

    def _play_out(
        self, sample: "WorldSample", is_open: int, reset_knowledge: int, moves: Scores, table: Scores
    ) -> None:
        from hanabi.analysis.compiled.rollouts import hat_scores

        hat_scores(self.arrays, sample, reset_knowledge, moves, table)


class TeamJudge(_JudgeWorkspace):
    def __init__(self, game: RecordedGame, level: int, *, forgiving: bool) -> None:
        from hanabi.analysis.compiled.rollouts import TeamRolloutArrays
        from hanabi.bots.team.engine.weights import weights_for
        from hanabi.bots.team.native.mind_calls import blank_minds

        super().__init__(game)
        self.level = level
        self.forgiving = forgiving
        self.knowledge: Knowledge = "forgiving" if forgiving else "conventions"
        minds = blank_minds(2 * game.players)
        minds["weights"][:] = weights_for(game.players, minds["weights"].shape[1])
        self.team_arrays = TeamRolloutArrays(
            self.arrays,
            minds,
            mind_words=minds.view(np.int64).reshape(2 * game.players, -1),
            faces=np.zeros(MAX_CARDS + TILES, np.int8),
        )

    def set_position(self, position: RecordedPosition) -> None:
        from hanabi.analysis.compiled import rollouts

        self._load_position(position)
        drawn, states = self.game.drawn, self.arrays.hat.states
        self.team_arrays.faces[: len(drawn)] = drawn
        states[rollouts.TABLE] = states[VIEW]
        turned = position.view.erased.tiles[: position.view.erased.turned]
        states[rollouts.TABLE]["tiles"] = [*turned, *(tile for tile in range(TILES) if tile not in turned)]
        beliefs = np.zeros((self.game.players, MAX_HAND), np.int64)
        actions = self.game.action_ids[: position.index]
        self.history = rollouts.TeamHistory(actions, self.game.record.first, self.level, int(self.forgiving))
        self.choice = int(rollouts.team_choice(self.team_arrays, self.history, beliefs))
        self.common_knowledge = self._of_held_cards(beliefs.tolist())
        self.believed = _possible_beliefs(self.common_knowledge[position.view.erased.player], position.possible)

    def _play_out(
        self, sample: "WorldSample", is_open: int, reset_knowledge: int, moves: Scores, table: Scores
    ) -> None:
        from hanabi.analysis.compiled.rollouts import team_scores

        team_scores(self.team_arrays, self.history, sample, is_open, reset_knowledge, moves, table)


def _possible_beliefs(masks: list[int], possible: tuple[int, ...]) -> tuple[int, ...]:
    """The believed kinds of each card that are possible; all possible ones where the belief is wrong."""
    return tuple(mask & open_kinds or open_kinds for mask, open_kinds in zip(masks, possible, strict=False))


HAT_BOTS = ("hat", "search")
TRUSTED_SHARE = 0.7  # share of the beliefs from conventions that must be true
MIN_READINGS = 12


def chosen_judge(game: RecordedGame, name: str | None = None) -> Judge:
    """The judge for a game: the one named, or by the players.

    Bots that we know are judged by their own kind, if it still has their code. Other players are judged by a team
    player, if its conventions mostly read their clues right; else by the hat player, from what the clues literally say.
    """
    bots = game.record.extra.get("bots")
    names = [str(bot) for bot in bots] if isinstance(bots, list) and len(bots) == game.players else []
    coded = bool(names) and all(bot in HAT_BOTS for bot in names)
    levels = {bot if ":" in bot else f"team:{FINESSING}" for bot in names if bot.partition(":")[0] == "team"}
    own_level = levels.pop() if len(levels) == 1 and all(bot.partition(":")[0] == "team" for bot in names) else None
    if name is None:
        name = "hat" if coded else own_level or ("team" if conventions_hold(game) else "hat")
    plain, _, level = name.partition(":")
    if plain == "hat" and not level:
        knowledge: Knowledge = "code" if coded and code_holds(game) else "literal"
        return Judge("hat", knowledge, version_of("hat", game.rules, game.players))
    if plain == "team" and (not level or (level.isdecimal() and int(level) in range(BASIC, EXPERT + 1))):
        full = f"team:{level or FINESSING}"
        own = full == own_level
        return Judge(full, "conventions" if own else "forgiving", version_of(full, game.rules, game.players))
    raise ReviewError(f"there is no judge {name!r}: choose hat, team or team:{BASIC} to team:{EXPERT}")


def code_holds(game: RecordedGame) -> bool:
    """Whether no card is another than the hat player's code says: earlier versions of the bot had another code."""
    judge = HatJudge(game, literal=False)
    for position in game.positions:
        judge.set_position(position)
        known = judge.common_knowledge[position.view.erased.player]
        if not all(mask >> kind & 1 for mask, kind in zip(known, position.held, strict=True)):
            return False
    return True


def conventions_hold(game: RecordedGame) -> bool:
    """Whether the team bot's conventions are mostly right in this game, wherever they say more than the clues do."""
    judge = TeamJudge(game, FINESSING, forgiving=False)
    readings = right = 0
    for position in game.positions:
        judge.set_position(position)
        for believed, possible, kind in zip(judge.believed, position.possible, position.held, strict=True):
            readings += believed != possible
            right += believed != possible and believed >> kind & 1
    return readings < MIN_READINGS or right >= TRUSTED_SHARE * readings


def make_judge(judge: Judge, game: RecordedGame) -> RolloutJudge:
    if judge.name == "hat":
        return HatJudge(game, literal=judge.knowledge == "literal")
    level = int(judge.name.partition(":")[2])
    return TeamJudge(game, level, forgiving=judge.knowledge == "forgiving")
