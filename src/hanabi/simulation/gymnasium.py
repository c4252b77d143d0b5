"""Hanabi for Gymnasium: one agent with bots as partners, or many games at once for one shared policy."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from hanabi.bots import Bot, make_bot
from hanabi.bots.line_protocol import ProgramBot
from hanabi.game import Game
from hanabi.kernels import ending, observation_encoder
from hanabi.rules import RuleSet, action_of_id, kernel_rules
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


class HanabiEnv(gymnasium.Env[NDArray[np.int8], Any]):
    """The agent plays `seat`; the other seats are bots.

    `partners` is the name of a bot for `make_bot`, or a function that creates a bot from a seed for every game; or a
    list of these, one per partner in the order of play: `HanabiEnv(["team", "simple"])` has three players.
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
        named = [partners] * ((players or 2) - 1) if isinstance(partners, str) or callable(partners) else list(partners)
        self._makers = [_maker(partner, compiled=compiled) for partner in named]
        players = len(named) + 1 if players is None else players
        if len(named) != players - 1:
            raise ValueError(f"{players} players are you and {players - 1} partners, not {len(named)}")
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


def _maker(partner: Any, *, compiled: bool) -> PartnerMaker:
    if isinstance(partner, str):
        maker = partial(make_bot, partner, partners=(None,), compiled=compiled or None)
        maker()  # reject a wrong name now, not in the first game
        return maker
    if not callable(partner):
        raise TypeError(f"a partner is the name of a bot or a function that creates one from a seed, not {partner!r}")
    return partner  # type: ignore[no-any-return]


def _score(game: Game) -> int:
    """The points on the table, or the score of a game that is over."""
    return game.over.score if game.over else int(ending.points(game.rule_tables, game.state))


class HanabiVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games in step for one policy that plays every seat: each observation is that of the seat to act.

    A game that ends is dealt again in the same step; its last observation is in `infos["final_obs"]` and its score in
    `infos["final_score"]`, where `infos["_final_score"]` is true. With `copy=False` every step returns the same arrays.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        players: int = 2,
        *,
        rules: RuleSet | None = None,
        threads: int = 1,
        copy: bool = True,
        **switches: Any,
    ) -> None:
        self.num_envs, self.copy = num_envs, copy
        self.batch = Batch(
            rules_with_switches(rules, switches),
            players,
            games=num_envs,
            threads=threads,
            observe="player",
            keep_final=True,
        )
        size = self.batch.layout.size
        self.single_observation_space = Box(0, 1, (size,), np.uint8)
        self.observation_space = Box(0, 1, (num_envs, size), np.uint8)
        self.single_action_space = Discrete(self.batch.actions)
        self.action_space = MultiDiscrete(np.full(num_envs, self.batch.actions))
        self._ended = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal all games from one seed; without a seed, the deals go on."""
        if isinstance(seed, list):
            raise ValueError("one seed deals all games of this environment; a list of seeds is not used")
        if seed is not None or not self.batch.dealt:
            self.batch.reset(seed)
        else:
            self.batch.deal_next()
        return self._output(self.batch.observations), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        np.not_equal(batch.ends, 0, out=self._ended)
        info = self._info()
        if self._ended.any():
            info |= {"final_obs": self._output(batch.final_observations), "_final_obs": self._output(self._ended)}
            info |= {"final_score": info["score"], "_final_score": info["_final_obs"]}
        arrays = (batch.observations, batch.rewards, self._ended, self._truncated)
        observations, rewards, ended, truncated = (self._output(array) for array in arrays)
        return observations, rewards, ended, truncated, info

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {name: self._output(array) for name, array in self._named(batch)}

    @staticmethod
    def _named(batch: Batch) -> list[tuple[str, NDArray[Any]]]:
        return [("action_mask", batch.legal), ("seat", batch.seats), ("score", batch.scores)]

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array


gymnasium.register("hanabi/Team-v0", entry_point=f"{__name__}:{HanabiEnv.__name__}")
# For `gymnasium.make_vec("hanabi/SelfPlay-v0", num_envs=1024)`.
gymnasium.register("hanabi/SelfPlay-v0", vector_entry_point=f"{__name__}:{HanabiVectorEnv.__name__}")
