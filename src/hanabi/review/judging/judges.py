"""The judges: hat players or team players in every seat, who finish a recorded game from any position."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import VIEW, HatArrays, HatWorkspace, state_arrays
from hanabi.bots.team.compiled.games import new_minds
from hanabi.bots.team.compiled.rollouts import TeamHistory
from hanabi.bots.team.engine.levels import conventions_at
from hanabi.bots.team.engine.partners import FIRST_ODDS
from hanabi.compiled.dtypes import STATE, pack
from hanabi.kernels import MAX_HAND, MAX_KINDS, TILES, knowledge
from hanabi.kernels.action_ids import card_use_of, is_clue, is_discard, is_reward_choice
from hanabi.kernels.layout import MAX_CARDS
from hanabi.review.compiled import rollouts
from hanabi.review.document import Knowledge
from hanabi.review.judging.samples import MoveScores, Perspective, Purpose, Sample, Scores, salt_of
from hanabi.review.recorded_game import RecordedGame, RecordedPosition

MAX_ENUMERATED_WORLDS = 600  # up to this number all worlds are played, above it a sample
MAX_HIDDEN_CARDS = 12
LITERAL = 0  # in place of a level of conventions


class RolloutJudge(Protocol):
    """A judge with its memory for one recorded game; not thread-safe."""

    game: RecordedGame
    position: RecordedPosition
    choice: int
    believed: tuple[int, ...]
    common_knowledge: list[list[int]]  # by seat, the kinds that everyone believes each card can be
    knowledge: Knowledge

    def set_position(self, position: RecordedPosition) -> None:
        """Load a position; sets `choice` (the judge's move) and `believed` (possible kinds of the mover's cards)."""

    def sample(self, perspective: Perspective, purpose: Purpose, seed: int, count: int) -> Sample:
        """All worlds of the position if there are few, else `count` random ones."""

    def scores(self, moves: Sequence[int], sample: Sample, *, reset_knowledge: bool = False) -> MoveScores:
        """Scores of the lines that begin with these moves.

        With `reset_knowledge` the judge rebuilds its knowledge after the move, as if the review began there.
        """


class _JudgeWorkspace:
    """The part that all judges share: the arrays of the compiled rollouts, and the worlds of a position."""

    def __init__(self, game: RecordedGame) -> None:
        self.game = game
        self.workspace = HatWorkspace(game.rules, game.players)
        states, state_words, publics, public_words = state_arrays(4, 4)
        hat: HatArrays = self.workspace.arrays._replace(
            states=states, state_words=state_words, publics=publics, public_words=public_words
        )
        self.arrays = rollouts.RolloutArrays(
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
        return [masks[seat][: s.hand_sizes[seat]] for seat in range(self.game.players)]

    def sample(self, perspective: Perspective, purpose: Purpose, seed: int, count: int) -> Sample:
        listed, salt = self._list_worlds(perspective), salt_of(self.position.index, purpose)
        return Sample(perspective, seed, salt, listed if listed > 0 else count, exact=listed > 0)

    def scores(self, moves: Sequence[int], sample: Sample, *, reset_knowledge: bool = False) -> MoveScores:
        worlds, table = self._prepared(sample, len(moves))
        self._play_out(np.array(moves, np.int64), worlds, int(reset_knowledge), table)
        return dict(zip(moves, table, strict=True))

    def _prepared(self, sample: Sample, lines: int) -> tuple[rollouts.WorldSample, Scores]:
        """The sample for compiled code, and an empty table for the scores of the lines."""
        listed = self._list_worlds(sample.perspective)
        count = min(sample.count, listed - sample.first) if listed > 0 else sample.count
        seed, is_open = sample.seed ^ self.position.key, int(sample.perspective == "open")
        worlds = rollouts.WorldSample(listed, seed, sample.salt, sample.first, is_open)
        return worlds, np.zeros((lines, count), np.int64)

    def _play_out(self, moves: Scores, worlds: rollouts.WorldSample, reset_knowledge: int, table: Scores) -> None:
        """Fill the table, moves × worlds, with final scores."""
        raise NotImplementedError

    def _list_worlds(self, perspective: Perspective) -> int:
        """The number of worlds if they can all be played, else -1."""
        if perspective != self._perspective:
            position = self.position
            s = position.view.erased
            masks = self._masks(perspective)
            self.arrays.hat.publics[rollouts.GUESS]["masks"][s.player][: len(masks)] = masks
            self._perspective, self._world_count = perspective, -1
            hidden = position.rule_tables.cards - s.next_card + len(masks)
            if hidden <= MAX_HIDDEN_CARDS and not _has_chance_beyond_cards(position):
                self._world_count = int(rollouts.listed_worlds(self.arrays))
                self._shuffle_listed_worlds()
        return self._world_count

    def _shuffle_listed_worlds(self) -> None:
        """So that the first ones are a random sample."""
        if self._world_count > 1:
            order = np.random.default_rng(self._world_count).permutation(self._world_count)
            self.arrays.worlds[: self._world_count] = self.arrays.worlds[order]

    def _masks(self, perspective: Perspective) -> tuple[int, ...]:
        position = self.position
        if perspective == "open":
            return tuple(1 << kind for kind in position.held)
        if perspective == "mover":
            return self.believed
        masks = without_false(self.believed, position)
        return masks if perspective == "doubtful" else with_evident(masks, position)


def without_false(believed: tuple[int, ...], position: RecordedPosition) -> tuple[int, ...]:
    """The kinds the mover believes each own card can be; all possible ones if the belief is false."""
    cards = zip(believed, position.possible, position.held, strict=True)
    return tuple(mask if mask >> kind & 1 else possible for mask, possible, kind in cards)


def with_evident(masks: tuple[int, ...], position: RecordedPosition) -> tuple[int, ...]:
    """The possible kinds of each card, narrowed by what the move shows the mover knew.

    A player who plays a card that fits knew that it would. A player who discards a card that was not a last copy knew
    that the others, who see it, did not protect it.
    """
    r, s = position.rule_tables, position.view.erased
    move = position.action_id
    if move is None or is_clue(r, move) or is_reward_choice(r, move):
        return masks
    slot = card_use_of(r, move)[0]
    evident = ~knowledge.critical_kinds(r, s) if is_discard(r, move) else knowledge.playable_kinds(r, s)
    if not evident >> position.held[slot] & 1:
        return masks
    return (*masks[:slot], masks[slot] & evident, *masks[slot + 1 :])


def _has_chance_beyond_cards(position: RecordedPosition) -> bool:
    """Whether more than the hidden cards is random: reward tiles, and where they reshuffle cards."""
    return position.view.rules.flamboyants


class HatJudge(_JudgeWorkspace):
    """`literal`: up to the first move of a line, clues mean only what they say, and the hat code starts after it."""

    def __init__(self, game: RecordedGame, *, literal: bool) -> None:
        super().__init__(game)
        self.knowledge: Knowledge = "literal" if literal else "code"

    def set_position(self, position: RecordedPosition) -> None:
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

    def _play_out(self, moves: Scores, worlds: rollouts.WorldSample, reset_knowledge: int, table: Scores) -> None:
        is_literal = int(self.knowledge == "literal")
        rollouts.hat_scores(self.arrays, worlds, reset_knowledge | is_literal, moves, table)


class TeamJudge(_JudgeWorkspace):
    def __init__(self, game: RecordedGame, level: int, *, forgiving: bool) -> None:
        super().__init__(game)
        self.level = level
        self.forgiving = forgiving
        self.knowledge: Knowledge = "forgiving" if forgiving else "conventions"
        minds = new_minds(2 * game.players, game.players, FIRST_ODDS)
        self.team_arrays = rollouts.TeamRolloutArrays(
            self.arrays,
            minds,
            mind_words=minds.view(np.int64).reshape(2 * game.players, -1),
            faces=np.zeros(MAX_CARDS + TILES, np.int8),
        )

    def set_position(self, position: RecordedPosition) -> None:
        self._load_position(position)
        drawn, states = self.game.drawn, self.arrays.hat.states
        self.team_arrays.faces[: len(drawn)] = drawn
        states[rollouts.TABLE] = states[VIEW]
        turned = position.view.erased.tiles[: position.view.erased.tiles_turned]
        states[rollouts.TABLE]["tiles"] = [*turned, *(tile for tile in range(TILES) if tile not in turned)]
        beliefs = np.zeros((self.game.players, MAX_HAND), np.int64)
        actions = self.game.action_ids[: position.index]
        self.history = TeamHistory(actions, self.game.record.first, conventions_at(self.level), int(self.forgiving))
        self.choice = int(rollouts.team_choice(self.team_arrays, self.history, beliefs))
        self.common_knowledge = self._of_held_cards(beliefs.tolist())
        self.believed = _possible_beliefs(self.common_knowledge[position.view.erased.player], position.possible)

    def _play_out(self, moves: Scores, worlds: rollouts.WorldSample, reset_knowledge: int, table: Scores) -> None:
        rollouts.team_scores(self.team_arrays, self.history, worlds, reset_knowledge, moves, table)


def _possible_beliefs(masks: list[int], possible: tuple[int, ...]) -> tuple[int, ...]:
    """The believed kinds of each card that are possible; all possible ones if the belief is wrong."""
    return tuple(mask & open_kinds or open_kinds for mask, open_kinds in zip(masks, possible, strict=False))


class StrongJudge(TeamJudge):
    """The judge of people: reads the game as a team player of some level, and continues as hat players.

    At level LITERAL clues are read literally.
    """

    def __init__(self, game: RecordedGame, level: int) -> None:
        super().__init__(game, level, forgiving=True)

    def set_position(self, position: RecordedPosition) -> None:
        super().set_position(position)
        if self.level == LITERAL:
            self.common_knowledge = self._of_held_cards(position.view.erased.possible)
            self.believed = position.possible

    def line_scores(self, line: Sequence[int], sample: Sample) -> Scores:
        """Scores of one line. The judge takes over earlier if a move of the line is illegal."""
        worlds, table = self._prepared(sample, 1)
        moves = np.array([*line] or [rollouts.NO_MOVE], np.int64)
        rollouts.strong_scores(self.team_arrays, self.history, worlds, moves[:1], moves[1:], table)
        scores: Scores = table[0]
        return scores

    def _play_out(self, moves: Scores, worlds: rollouts.WorldSample, reset_knowledge: int, table: Scores) -> None:
        rollouts.strong_scores(self.team_arrays, self.history, worlds, moves, moves[:0], table)
