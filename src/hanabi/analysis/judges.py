"""Who plays on: the hat player or a team player in every seat, from any position of a record."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabi.analysis.review_document import Judge, Knowledge, ReviewError
from hanabi.bots.hat.workspace import VIEW, HatArrays, HatWorkspace, state_arrays
from hanabi.bots.team.engine.layout import BASIC, EXPERT, FINESSING
from hanabi.kernels import knowledge
from hanabi.kernels.layout import MAX_CARDS, MAX_HAND, MAX_KINDS, TILES, Rules, State, duplicate
from hanabi.native.dtypes import STATE, pack
from hanabi.records.record import Record
from hanabi.records.replay import advance, deal
from hanabi.rules.action_ids import id_of_action
from hanabi.rules.actions import Reshuffle
from hanabi.rules.notation import read_action
from hanabi.rules.referee import Referee
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.views import View

if TYPE_CHECKING:
    from hanabi.analysis.compiled.rollouts import WorldSample

LISTED = 600  # so few worlds are all played instead of sampled
LISTED_PLACES = 12
Visibility = Literal["mover", "open"]
Scores = NDArray[np.int64]


@dataclass(frozen=True)
class RecordedPosition:
    """A recorded game before action number `index`, as its mover sees it and as it was."""

    index: int
    view: View
    truth: State
    made: int | None  # the number of the action taken; None at the end of an unfinished record

    @property
    def compiled_rules(self) -> Rules:
        return self.view.compiled_rules

    @cached_property
    def key(self) -> int:
        """From what the mover sees: other positions have other worlds, and what is hidden plays no part in them."""
        s = self.view.erased
        seen = (s.turn, s.player, s.clue_tokens, s.fireworks, s.faces, s.hands, s.discards[: s.pile], s.open, s.turned)
        return int.from_bytes(hashlib.sha256(repr(seen).encode()).digest()[:7], "big")

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """What each own card can be, by clues and counting."""
        r, s = self.compiled_rules, self.view.erased
        unseen = knowledge.unseen_kinds(r, s, s.player)
        return tuple(knowledge.possible_kinds(r, s, s.player, slot, unseen) for slot in range(s.held[s.player]))

    @cached_property
    def held(self) -> tuple[int, ...]:
        """What the own cards are in truth."""
        s = self.truth
        return tuple(s.faces[card] for card in s.hands[s.player][: s.held[s.player]])


@dataclass(frozen=True)
class RecordedGame:
    """A whole record made ready: the position before each action, and the end."""

    record: Record
    positions: tuple[RecordedPosition, ...]
    numbers: NDArray[np.int64]
    drawn: NDArray[np.int8]  # the kinds of all cards in the order they were drawn
    end: Referee

    @property
    def rules(self) -> RuleSet:
        return self.record.rules

    @property
    def players(self) -> int:
        return len(self.record.players)


def recorded_game(record: Record) -> RecordedGame:
    """Replay a record; one that is not legal is a RecordError."""
    game = deal(record)
    s, r = game.state, game.compiled_rules
    positions, numbers = [], []
    drawn = [s.faces[card] for card in s.deck[: s.top]]
    for index, text in enumerate(record.actions):
        before, view = duplicate(s), game.view(s.player)
        advance(game, record, index + 1)
        action = read_action(before, text)
        numbers.append(id_of_action(record.rules, r, before, action))
        positions.append(RecordedPosition(index, view, before, numbers[-1]))
        top = before.top - isinstance(action, Reshuffle)
        drawn += [s.faces[card] for card in s.deck[top : s.top]]
    if game.player is not None:
        positions.append(RecordedPosition(len(numbers), game.view(game.player), duplicate(s), None))
    drawn += [s.faces[card] for card in s.deck[s.top : r.cards]]
    return RecordedGame(record, tuple(positions), np.array(numbers, np.int64), np.array(drawn, np.int8), game)


class RolloutJudge(Protocol):
    """Plays one recorded game on from any of its positions. Not shared between threads."""

    choice: int
    believed: tuple[int, ...]
    common: list[list[int]]  # what everybody takes every card to be, by seats
    knowledge: Knowledge

    def load(self, position: RecordedPosition) -> None:
        """Go to a position: `choice` becomes the judge's own move, and `believed` what the mover's cards may be."""

    def scores(
        self,
        moves: list[int],
        visibility: Visibility,
        seed: int,
        salt: int,
        first: int,
        worlds: int,
        *,
        read_anew: bool,
    ) -> Scores:
        """Final scores, moves × worlds. With `read_anew` the judge reads the table anew after the move."""

    def listed(self, visibility: Visibility) -> int:
        """How many worlds there are, when they are few enough to play them all; else -1."""


class _JudgeMemory:
    """The memory that both judges share, and the worlds of a position."""

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
            worlds=np.zeros((LISTED + 1, MAX_HAND + MAX_CARDS), np.int8),
            counts=np.zeros((2, MAX_KINDS), np.int64),
            stream=np.zeros(2, np.int64),
        )
        self.choice = -1
        self.believed: tuple[int, ...] = ()
        self.common: list[list[int]] = []
        self._visibility: Visibility | None = None
        self._listed = -1

    def _load_view(self, position: RecordedPosition) -> None:
        self.position = position
        self.arrays.hat.states[VIEW : VIEW + 1] = pack(position.view.erased, STATE)
        self._visibility = None

    def _in_hands(self, masks: list[list[int]]) -> list[list[int]]:
        s = self.position.view.erased
        return [masks[seat][: s.held[seat]] for seat in range(self.game.players)]

    def _sample(self, visibility: Visibility, seed: int, salt: int, first: int) -> "WorldSample":
        from hanabi.analysis.compiled.rollouts import WorldSample

        return WorldSample(self.listed(visibility), seed ^ self.position.key, salt, first)

    def listed(self, visibility: Visibility) -> int:
        from hanabi.analysis.compiled.rollouts import GUESS, listed_worlds

        if visibility != self._visibility:
            position = self.position
            s = position.view.erased
            masks = self.believed if visibility == "mover" else tuple(1 << kind for kind in position.held)
            self.arrays.hat.publics[GUESS]["masks"][s.player][: len(masks)] = masks
            self._visibility, self._listed = visibility, -1
            hidden = position.compiled_rules.cards - s.top + len(masks)
            if hidden <= LISTED_PLACES and not _chance_remains(position):
                self._listed = int(listed_worlds(self.arrays))
        return self._listed


def _chance_remains(position: RecordedPosition) -> bool:
    """Whether something but the hidden cards is left to chance: reward tiles and what they shuffle."""
    return position.view.rules.flamboyants


class HatJudge(_JudgeMemory):
    def __init__(self, game: RecordedGame, *, literal: bool) -> None:
        super().__init__(game)
        self.knowledge: Knowledge = "literal" if literal else "code"

    def load(self, position: RecordedPosition) -> None:
        from hanabi.analysis.compiled import rollouts
        from hanabi.bots.hat.view_replay import load_view

        self._load_view(position)
        view = position.view
        assert view.seat is not None
        if self.knowledge == "literal":
            rollouts.read_view_literally(self.arrays)
        else:
            load_view(self.workspace, view, view.seat)
            self.arrays.hat.publics[rollouts.KNOWN] = self.workspace.arrays.publics[0]
        self.choice = int(rollouts.hat_choice(self.arrays))
        self.common = self._in_hands(self.arrays.hat.publics[rollouts.KNOWN]["masks"].tolist())
        self.believed = _fitting(self.common[view.seat], position.possible)

    def scores(
        self,
        moves: list[int],
        visibility: Visibility,
        seed: int,
        salt: int,
        first: int,
        worlds: int,
        *,
        read_anew: bool,
    ) -> Scores:
        from hanabi.analysis.compiled.rollouts import hat_scores

        made = np.zeros((len(moves), worlds), np.int64)
        sample = self._sample(visibility, seed, salt, first)
        hat_scores(self.arrays, sample, int(read_anew), np.array(moves, np.int64), made)
        return made


class TeamJudge(_JudgeMemory):
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

    def load(self, position: RecordedPosition) -> None:
        from hanabi.analysis.compiled import rollouts

        self._load_view(position)
        drawn, states = self.game.drawn, self.arrays.hat.states
        self.team_arrays.faces[: len(drawn)] = drawn
        states[rollouts.TABLE] = states[VIEW]
        turned = position.view.erased.tiles[: position.view.erased.turned]
        states[rollouts.TABLE]["tiles"] = [*turned, *(tile for tile in range(TILES) if tile not in turned)]
        beliefs = np.zeros((self.game.players, MAX_HAND), np.int64)
        actions = self.game.numbers[: position.index]
        self.history = rollouts.TeamHistory(actions, self.game.record.first, self.level, int(self.forgiving))
        self.choice = int(rollouts.team_choice(self.team_arrays, self.history, beliefs))
        self.common = self._in_hands(beliefs.tolist())
        self.believed = _fitting(self.common[position.view.erased.player], position.possible)

    def scores(
        self,
        moves: list[int],
        visibility: Visibility,
        seed: int,
        salt: int,
        first: int,
        worlds: int,
        *,
        read_anew: bool,
    ) -> Scores:
        from hanabi.analysis.compiled.rollouts import team_scores

        made = np.zeros((len(moves), worlds), np.int64)
        sample = self._sample(visibility, seed, salt, first)
        is_open, tried = int(visibility == "open"), np.array(moves, np.int64)
        team_scores(self.team_arrays, self.history, sample, is_open, int(read_anew), tried, made)
        return made


def _fitting(masks: list[int], possible: tuple[int, ...]) -> tuple[int, ...]:
    """What is believed of each card, as far as it can be true."""
    return tuple(mask & open_kinds or open_kinds for mask, open_kinds in zip(masks, possible, strict=False))


HAT_BOTS = ("hat", "search")
TRUSTED = 0.7  # share of the conventions' readings that must be true
FEW_READINGS = 12


def chosen_judge(game: RecordedGame, name: str | None = None) -> Judge:
    """The judge for a game: the players' own where they are bots that we know; a team player where its conventions

    read the clues mostly right; else the hat player, from what the clues literally say. Or as asked for.
    """
    bots = game.record.extra.get("bots")
    names = [str(bot) for bot in bots] if isinstance(bots, list) and len(bots) == game.players else []
    coded = bool(names) and all(bot in HAT_BOTS for bot in names)
    levels = {bot if ":" in bot else f"team:{FINESSING}" for bot in names if bot.partition(":")[0] == "team"}
    own_level = levels.pop() if len(levels) == 1 and all(bot.partition(":")[0] == "team" for bot in names) else None
    if name is None:
        name = "hat" if coded else own_level or ("team" if readings_hold(game) else "hat")
    plain, _, level = name.partition(":")
    if plain == "hat" and not level:
        return Judge("hat", "code" if coded else "literal")
    if plain == "team" and (not level or (level.isdecimal() and int(level) in range(BASIC, EXPERT + 1))):
        full = f"team:{level or FINESSING}"
        return Judge(full, "conventions" if full == own_level else "forgiving")
    raise ReviewError(f"there is no judge {name!r}: choose hat, team or team:{BASIC} to team:{EXPERT}")


def readings_hold(game: RecordedGame) -> bool:
    """Whether what the conventions of clubs read is true in this game, wherever they say more than the clues do."""
    rollout_judge = TeamJudge(game, FINESSING, forgiving=False)
    readings = right = 0
    for position in game.positions:
        rollout_judge.load(position)
        for believed, possible, kind in zip(rollout_judge.believed, position.possible, position.held, strict=True):
            readings += believed != possible
            right += believed != possible and believed >> kind & 1
    return readings < FEW_READINGS or right >= TRUSTED * readings


def make_judge(judge: Judge, game: RecordedGame) -> RolloutJudge:
    if judge.name == "hat":
        return HatJudge(game, literal=judge.knowledge == "literal")
    level = int(judge.name.partition(":")[2])
    return TeamJudge(game, level, forgiving=judge.knowledge == "forgiving")
