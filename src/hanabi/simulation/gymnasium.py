"""Hanabi for Gymnasium: one agent with bots as partners, in one game or in many, or one policy for all seats."""

from collections.abc import Callable, Sequence
from functools import partial
from secrets import randbits
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from hanabi.bots import Bot, make_bot
from hanabi.bots.bot import BatchBot, BatchSeat
from hanabi.bots.line_protocol import ProgramBot
from hanabi.bots.roster import bot_for
from hanabi.compiled.batch_loops import NO_ACTION
from hanabi.game import Game
from hanabi.kernels import ending, observation_encoder
from hanabi.rules import RuleSet, action_of_id, kernel_rules
from hanabi.simulation.arrays import checked_actions
from hanabi.simulation.batch import Batch, illegal_action
from hanabi.simulation.observation import observation_layout, rules_with_switches


class LegalActions(Discrete):
    """All action ids; `sample` returns a legal one, so that programs without masks can play."""

    def __init__(self, count: int, masks: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(count)
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            legal = self._masks()
            mask = legal if legal.any() else None
        return super().sample(mask, probability)


def known_render_mode(env: Any, mode: str | None) -> str | None:
    if mode is not None and mode not in env.metadata["render_modes"]:
        raise ValueError(f"render_mode is one of {', '.join(env.metadata['render_modes'])} or None, not {mode!r}")
    return mode


PartnerMaker = Callable[[int], Bot]
DEFAULT_PARTNER = "team"


def named_partners(partners: Any, players: int | None) -> tuple[list[Any], int]:
    """One partner for each seat but the agent's, and the number of players."""
    is_one = isinstance(partners, str) or callable(partners)
    named = [partners] * ((players or 2) - 1) if is_one else list(partners)
    players = len(named) + 1 if players is None else players
    if len(named) != players - 1:
        raise ValueError(f"{players} players are you and {players - 1} partners, not {len(named)}")
    return named, players


class HanabiPartnerEnv(gymnasium.Env[NDArray[np.int8], Any]):
    """The agent plays `seat`; the other seats are bots.

    `partners` is the name of a bot for `make_bot`, or a function that creates a bot from a seed for every game; or a
    list of these, one per partner in the order of play: `HanabiPartnerEnv(["team", "simple"])` has three players.
    `compiled=True` compiles bots that support it, which takes a while the first time on a machine.

    A step is your action and then those of all partners until your next turn; its reward is the change of the score.
    An illegal action loses the game, and `info["illegal"]` says why; with `illegal="raise"` it raises
    IllegalActionInGame and changes nothing.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        partners: str | PartnerMaker | Sequence[str | PartnerMaker] = DEFAULT_PARTNER,
        players: int | None = None,
        *,
        seat: int = 0,
        rules: RuleSet | None = None,
        render_mode: str | None = None,
        illegal: Literal["end", "raise"] = "end",
        compiled: bool = False,
        **switches: Any,
    ) -> None:
        if illegal not in ("end", "raise"):
            raise ValueError(f"illegal is 'end' or 'raise', not {illegal!r}")
        self.rules, self._illegal = rules_with_switches(rules, switches), illegal
        named, players = named_partners(partners, players)
        self._makers = [_maker(partner, self.rules, players, compiled=compiled) for partner in named]
        self.players, self.seat, self.render_mode = players, seat, known_render_mode(self, render_mode)
        self.layout = observation_layout(self.rules, players)
        if not 0 <= seat < players:
            raise ValueError(f"seat {seat} is not from 0 to {players - 1}")
        self.observation_space = Box(0, 1, (self.layout.size,), np.int8)
        self._actions = kernel_rules(self.rules, players).actions
        self.action_space = LegalActions(self._actions, self.action_masks)
        self._game: Game | None = None
        self._forfeited = False
        self._partners: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Deal. `options={"first": seat}` chooses the seat that starts."""
        super().reset(seed=seed)
        seeds = [int(number) for number in self.np_random.integers(2**62, size=self.players)]
        first = (options or {}).get("first", 0)
        self._game = Game.new(rules=self.rules, players=self.players, seed=seeds[0], first=first)
        self._partners = {
            (self.seat + offset) % self.players: maker(seeds[offset])
            for offset, maker in enumerate(self._makers, start=1)
        }
        self._forfeited = False
        self._let_partners_act()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        game = self._running()
        if game.player is None or self._forfeited:
            raise gymnasium.error.ResetNeeded("this game is over: deal the next one with reset()")
        number, before = int(action), _score(game)
        if not game.is_legal(number):
            refused = illegal_action(self.rules, self.players, game.state, 0, number)
            if self._illegal == "raise":
                raise refused
            self._forfeited = True
            info = self._info() | {"score": 0, "outcome": "lost", "illegal": refused.sentence}
            return self._observation(), float(-before), True, False, info
        game.act(action_of_id(self.rules, game.rule_tables, game.state, number))
        self._let_partners_act()
        if self.render_mode == "human":
            self.render()
        return self._observation(), float(_score(game) - before), game.player is None, False, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """A 1 for every legal action id (the method that maskable learners look for)."""
        mask = np.zeros(self._actions, np.int8)
        if self._game is not None and self._game.player == self.seat:
            mask[self._game.legal_ids()] = 1
        return mask

    def render(self) -> Any:
        text = str(self._running().view(self.seat))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _running(self) -> Game:
        if self._game is None:
            raise gymnasium.error.ResetNeeded("deal a game with reset() first")
        return self._game

    def _let_partners_act(self) -> None:
        game = self._running()
        while game.player is not None and game.player != self.seat:
            game.act(self._partners[game.player].choose(game.view(game.player)))
        if game.player is None:
            for seat, partner in self._partners.items():
                if isinstance(partner, ProgramBot):
                    partner.end_game(game.view(seat))

    def _observation(self) -> NDArray[np.int8]:
        game, row = self._running(), np.zeros(self.layout.size, np.int8)
        observation_encoder.encode(game.rule_tables, game.state, self.seat, row, 0)
        return row

    def _info(self) -> dict[str, Any]:
        game = self._running()
        info: dict[str, Any] = {"action_mask": self.action_masks(), "score": _score(game)}
        if game.over is not None:
            info["outcome"] = game.over.outcome
        return info


def _maker(partner: Any, rules: RuleSet, players: int, *, compiled: bool) -> PartnerMaker:
    if isinstance(partner, str):
        maker = partial(make_bot, partner, partners=(None,), compiled=compiled or None)
        bot_for(maker(), rules, players)  # reject a wrong name now, not in the first game
        return maker
    if not callable(partner):
        raise TypeError(f"a partner is the name of a bot or a function that creates one from a seed, not {partner!r}")
    return partner  # type: ignore[no-any-return]


def _score(game: Game) -> int:
    """The points on the table, or the score of a game that is over."""
    return game.over.score if game.over else int(ending.points(game.rule_tables, game.state))


class HanabiVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games in step for one policy: every seat is its own, or the other seats are compiled bots.

    Without `partners`, each observation is that of the seat to act. With them, the policy has `seat`, a step is its
    action and then those of all partners until its next turn, and the reward is the change of the score. `partners` is
    "team" (with any level) or "hat" for all other seats, or a list of these in the order of play after `seat`.
    They choose as in `HanabiPartnerEnv`, except that `team` never imitates people.

    `autoreset_mode` says when a game that ended is dealt again. "SameStep": at once; its last observation is in
    `infos["final_obs"]` and its score in `infos["final_score"]`, where `infos["_final_score"]` is true. "NextStep": by
    the next step, which ignores its action. "Disabled": by `reset(options={"reset_mask": mask})`.

    An illegal action raises IllegalActionInGame, and no game changes; `infos["action_mask"]` has the legal ones. With
    `copy=False` every step returns the same arrays.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        players: int | None = None,
        *,
        partners: str | Sequence[str] | None = None,
        seat: int = 0,
        first: int | Literal["random"] = 0,
        rules: RuleSet | None = None,
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **switches: Any,
    ) -> None:
        names, players = ([], players or 2) if partners is None else named_partners(partners, players)
        if not 0 <= seat < players:
            raise ValueError(f"seat {seat} is not from 0 to {players - 1}")
        if seat and not names:
            raise ValueError("seat is for games with partners; without them, the policy plays every seat")
        modes = [mode.value for mode in AutoresetMode]
        if autoreset_mode not in (*AutoresetMode, *modes):
            raise ValueError(f"autoreset_mode is one of {', '.join(modes)}, not {autoreset_mode!r}")
        self.num_envs, self.copy = num_envs, copy
        self.metadata = {"autoreset_mode": AutoresetMode(autoreset_mode)}
        # Where no bot begins the next game, the batch itself deals it: that is faster.
        at_once = not names and self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        batch = Batch(
            rules_with_switches(rules, switches),
            players,
            games=num_envs,
            threads=threads,
            observe=seat if names else "player",
            first=first,
            redeal=at_once,
            keep_final=at_once,
        )
        self.batch, self._bots = batch, _batch_seats(batch, names, seat)
        size = batch.layout.size
        self.single_observation_space = Box(0, 1, (size,), np.uint8)
        self.observation_space = Box(0, 1, (num_envs, size), np.uint8)
        self.single_action_space = Discrete(batch.actions)
        self.action_space = MultiDiscrete(np.full(num_envs, batch.actions))
        self._last_observations = np.zeros((0 if at_once else num_envs, size), np.uint8)
        self._numbers = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal all games from one seed, or each from its own in a list; without a seed, the deals go on.

        `options={"reset_mask": mask}` deals only the games where the mask is true.
        """
        batch, mask = self.batch, (options or {}).get("reset_mask")
        if mask is not None:
            if seed is not None or np.shape(mask) != (self.num_envs,) or np.asarray(mask).dtype != np.bool_:
                raise ValueError(
                    f"reset_mask has one bool for each of the {self.num_envs} games, and goes with no seed"
                )
            self._deal(np.asarray(mask))
        elif seed is None and batch.dealt:
            self._deal(np.ones(self.num_envs, np.bool_))
        else:
            is_list = isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str)
            seeds = [randbits(64) if one is None else one for one in seed] if is_list else seed  # type: ignore[union-attr]
            batch.reset(seeds)  # type: ignore[arg-type]
            batch.let_bots_act(self._bots)
            self._deal(batch.ends != 0)
        np.not_equal(batch.ends, 0, out=self._over)
        return self._output(batch.observations), self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch, mode, waiting = self.batch, self.metadata["autoreset_mode"], self._over.any()
        if waiting and mode == AutoresetMode.DISABLED:
            over = np.flatnonzero(self._over).tolist()
            raise gymnasium.error.ResetNeeded(f"deal these games with a reset_mask first: {over}")
        self._numbers[:] = checked_actions(actions, self.num_envs, self._numbers)
        self._numbers[self._over] = NO_ACTION
        batch.step(self._numbers)
        batch.let_bots_act(self._bots)
        if waiting:
            self._deal(self._over)
        rewards = batch.rewards.copy()
        ended = batch.ends != 0
        self._over[:] = ended
        info = {}
        if mode == AutoresetMode.SAME_STEP and ended.any():
            info = {"final_score": batch.scores.copy(), "_final_obs": ended, "_final_score": ended}
            last = batch.final_observations if batch.redeal else self._last_observations
            if not batch.redeal:
                last[ended] = batch.observations[ended]
                self._deal(ended)
            info["final_obs"] = self._output(last)
            self._over[:] = False
        info |= self._info()
        return self._output(batch.observations), rewards, ended, self._truncated.copy(), info

    def _deal(self, which: NDArray[np.bool_]) -> None:
        """Deal until the policy is to act: a game can end before its first turn."""
        while which.any():
            self.batch.deal_next(which)
            self.batch.let_bots_act(self._bots)
            self.batch.rewards[which] = 0
            which = which & (self.batch.ends != 0)

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        named: dict[str, NDArray[Any]] = {"action_mask": batch.legal, "seat": batch.seats, "score": batch.scores}
        return {name: self._output(array) for name, array in named.items()}

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array


def _batch_seats(batch: Batch, names: Sequence[Any], seat: int) -> list[BatchSeat]:
    by_seat = {(seat + offset) % batch.players: name for offset, name in enumerate(names, start=1)}
    seats: list[BatchSeat] = []
    for place, name in by_seat.items():
        others = [by_seat.get(other) for other in range(batch.players) if other != place]
        bot = make_bot(name, partners=others) if isinstance(name, str) else None
        if not isinstance(bot, BatchBot) or bot.searches:
            raise ValueError(f"{name!r} cannot play many games at once, as `team` and `hat` can; see HanabiPartnerEnv")
        seats.append(bot.in_batch(batch.rules, batch.players, place, batch.games))
    return seats


def vector_with_partners(
    num_envs: int, partners: str | Sequence[str] = DEFAULT_PARTNER, **options: Any
) -> HanabiVectorEnv:
    """For `gymnasium.make_vec("hanabi/Team-v0", num_envs=256)`."""
    return HanabiVectorEnv(num_envs, partners=partners, **options)


gymnasium.register(
    "hanabi/Team-v0",
    entry_point=f"{__name__}:{HanabiPartnerEnv.__name__}",
    vector_entry_point=f"{__name__}:{vector_with_partners.__name__}",
)
# For `gymnasium.make_vec("hanabi/SelfPlay-v0", num_envs=1024)`.
gymnasium.register("hanabi/SelfPlay-v0", vector_entry_point=f"{__name__}:{HanabiVectorEnv.__name__}")
