"""The interfaces of learning programs, tested by their own checkers."""

import copy
import pickle
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hanabi.bots import make_bot
from hanabi.bots.team import Team
from hanabi.rules import RuleSet
from hanabi.simulation import IllegalActionInGame, NotDealt

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test  # noqa: E402

from hanabi.simulation import pettingzoo as ours  # noqa: E402
from hanabi.simulation.gymnasium import HanabiPartnerEnv, HanabiVectorEnv  # noqa: E402

RULES: dict[str, dict[str, Any]] = {
    "base": {},
    "small": {"colors": 2, "ranks": 3, "hand_size": 2, "strikes": 1},
    "pl in full": {"edition": "pl", "multicolor": "wild", "black_powder": True, "flamboyants": True},
    "choreography": {"choreography": True, "multicolor": "suit", "all_or_nothing": True},
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [2, 5])
def test_pettingzoo_agents_in_turn(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker knows PettingZoo's own games with masks by name and wonders about the same spaces in others.
        warnings.filterwarnings("ignore", "Observation space for each agent probably|Observation is not a NumPy array")
        api_test(ours.env(players, **RULES[name]), num_cycles=200)
        seed_test(lambda: ours.env(players, **RULES[name]), num_cycles=60)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [2, 5])
def test_pettingzoo_agents_at_once(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(ours.parallel_env(players, **RULES[name]), num_cycles=200)
        parallel_seed_test(lambda: ours.parallel_env(players, **RULES[name]), num_cycles=60)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("partner", ["random", "simple"])
def test_gymnasium_with_bots_as_partners(name: str, partner: str) -> None:
    env = HanabiPartnerEnv(partial(make_bot, partner), 3, seat=1, **RULES[name])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


def test_partners_go_by_name() -> None:
    env = HanabiPartnerEnv(partners=["team:1", "simple"])
    assert env.players == 3
    _, info = env.reset(seed=1)
    assert env._partners[1].name == "team:1"  # type: ignore[attr-defined]
    assert env._partners[2].name == "simple"  # type: ignore[attr-defined]
    _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert env._game is not None
    assert len(env._game.action_texts) == 3
    assert HanabiPartnerEnv("simple", 5).players == 5
    assert HanabiPartnerEnv().players == 2


def test_the_environment_is_registered() -> None:
    """Gymnasium does not read entry points of packages: import the module first, or name it in the id."""
    for name in ("hanabi/Team-v0", "hanabi.simulation.gymnasium:hanabi/Team-v0"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            env = gymnasium.make(name, players=3, edition="pl")
            observation, info = env.reset(seed=4)
            assert env.observation_space.contains(observation)
            env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        assert isinstance(env.unwrapped, HanabiPartnerEnv)
        assert isinstance(env.unwrapped._partners[1], Team)
    check_env(gymnasium.make("hanabi/Team-v0", partners=["simple", "random"]).unwrapped, skip_render_check=True)


def test_a_program_is_a_partner_too() -> None:
    program = Path(__file__).parents[2] / "examples" / "bots" / "line_bot.py"
    env = HanabiPartnerEnv(f"exec:{sys.executable} {program}")
    for seed in range(2):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert info["outcome"] in ("lost", "finished", "won")


def test_a_partnered_game_plays_to_its_end_and_rewards_add_up_to_the_score() -> None:
    env = HanabiPartnerEnv(partial(make_bot, "simple"), 4, seat=2)
    scores = []
    for seed in range(5):
        _, info = env.reset(seed=seed)
        total, over = info["score"], False
        bot = make_bot("simple")
        while not over:
            from hanabi.rules import id_of_action

            game = env._game
            assert game is not None
            action = bot.choose(game.view(2))
            number = id_of_action(game.rules, game.rule_tables, game.state, action)
            assert info["action_mask"][number] == 1
            _, reward, over, truncated, info = env.step(number)
            assert not truncated
            total += reward
        assert total == info["score"]
        assert info["outcome"] in ("won", "finished", "lost")
        scores.append(total)
    assert max(scores) > 8


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = HanabiPartnerEnv(partial(make_bot, "random"), illegal="raise")
    before, info = env.reset(seed=3)
    with pytest.raises(IllegalActionInGame, match="Discard"):
        env.step(0)
    after, _, _, _, _ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert after.shape == before.shape

    turns = ours.env(2)
    turns.reset(seed=1)
    seen = turns.observe("player_0")["observation"]
    with pytest.raises(IllegalActionInGame):
        turns.step(0)
    assert (turns.observe("player_0")["observation"] == seen).all()

    at_once = ours.parallel_env(2)
    at_once.reset(seed=1)
    with pytest.raises(ValueError, match="turn of player_0"):
        at_once.step({"player_0": 5, "player_1": 5})


@pytest.mark.parametrize("players", [2, 3])
def test_a_saved_environment_goes_on_as_the_original(players: int) -> None:
    env = ours.raw_env(players)
    env.reset(seed=5)
    for _ in range(4):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    copied = pickle.loads(pickle.dumps(env))
    for _ in range(3):
        action = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1])
        env.step(action)
        copied.step(action)
        assert (env.state() == copied.state()).all()


@pytest.mark.parametrize("make", [ours.env, ours.parallel_env, HanabiPartnerEnv, partial(HanabiVectorEnv, 2)])
def test_environments_can_be_copied_before_their_first_reset(make: Any) -> None:
    original = make()
    copies = [copy.deepcopy(original), pickle.loads(pickle.dumps(original))]
    deals = []
    for env in (original, *copies):
        env.reset(seed=5)
        deals.append(env.observe("player_0")["observation"] if make is ours.env else env.reset(seed=5)[0])
    for deal in deals:
        np.testing.assert_equal(deal, deals[0])


def test_a_vector_of_games_can_be_made_by_name() -> None:
    env = gymnasium.make_vec("hanabi/SelfPlay-v0", num_envs=3, players=4)
    assert env.spec is not None
    assert env.reset(seed=1)[0].shape == (3, env.unwrapped.batch.layout.size)


def test_a_reset_without_a_seed_goes_on_reproducibly() -> None:
    def deals() -> tuple[NDArray[Any], NDArray[Any]]:
        env = ours.raw_env(2)
        env.reset(seed=9)
        first = env.state().copy()
        env.reset()
        return first, env.state().copy()

    (one, two), (again, once_more) = deals(), deals()
    assert (one == again).all()
    assert (two == once_more).all()
    assert (one != two).any()


def test_a_vector_of_games_for_one_policy() -> None:
    env = HanabiVectorEnv(64, 2, rules=RuleSet(empty_clues=False, strikes=1))
    observations, info = env.reset(seed=2)
    assert env.observation_space.contains(observations)
    rng, finals = np.random.default_rng(0), 0
    for _ in range(40):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])
        returned, frozen = observations, observations.copy()
        observations, rewards, ended, truncated, info = env.step(actions)
        assert (returned == frozen).all(), "copies stay as they were"
        assert env.observation_space.contains(observations)
        assert rewards.shape == ended.shape == truncated.shape == (64,)
        assert not truncated.any()
        if ended.any():
            finals += ended.sum()
            assert (info["_final_obs"] == ended).all()
            lives = env.batch.layout["lives"].place
            lost = ended & (rewards < 1) & (info["final_obs"][:, lives].sum(axis=1) == 0)
            assert (info["final_score"][lost] == 0).all()
            assert (observations[ended][:, lives] == 1).all(), "a new game has all its lives"
    assert finals > 50
    with pytest.raises(ValueError, match="one for each of the 64 games, not 2"):
        env.reset(seed=[1, 2])
    quick = HanabiVectorEnv(4, copy=False)
    first, _ = quick.reset(seed=1)
    second, *_ = quick.step(quick.batch.random_actions())
    assert first is second


def test_a_list_of_seeds_deals_every_game_like_the_first_of_its_seed() -> None:
    env, alone = HanabiVectorEnv(3), HanabiVectorEnv(1)
    for _ in range(2):
        dealt, _ = env.reset(seed=[7, 2**64 - 1, 7])
        for game, seed in enumerate((7, 2**64 - 1, 7)):
            assert (dealt[game] == alone.reset(seed=seed)[0][0]).all()
    assert (dealt[0] != dealt[1]).any()
    following, _ = env.reset()
    assert (following[0] == following[2]).all()
    assert (following[0] != dealt[0]).any()
    one, other = (env.reset(seed=[7, None, 7])[0] for _ in range(2))
    assert (one[0] == other[0]).all()
    assert (one[1] != other[1]).any()
    with pytest.raises(ValueError, match="seed is a whole number"):
        env.reset(seed=[1, 2, -3])


def test_games_are_dealt_again_when_the_mode_says() -> None:
    """The three modes play the same games from the same seed."""
    modes = {
        name: HanabiVectorEnv(16, 2, strikes=1, autoreset_mode=name) for name in ("SameStep", "NextStep", "Disabled")
    }
    scores: dict[str, list[list[int]]] = {}
    for name, env in modes.items():
        _, info = env.reset(seed=4)
        ended = np.zeros(16, bool)
        choices = [np.random.default_rng(game) for game in range(16)]
        scores[name] = [[] for _ in range(16)]
        for _ in range(60):
            waiting = ended if name == "NextStep" else np.zeros(16, bool)
            masks = info["action_mask"]
            actions = [
                0 if waiting[game] else int(choices[game].choice(np.flatnonzero(masks[game]))) for game in range(16)
            ]
            observations, rewards, ended, _, info = env.step(np.array(actions))
            assert not ended[waiting].any()
            assert (rewards[waiting] == 0).all()
            final = info.get("final_score", info["score"])
            for game in np.flatnonzero(ended).tolist():
                scores[name][game].append(int(final[game]))
            assert ("final_obs" in info) == (name == "SameStep" and ended.any())
            if name == "Disabled" and ended.any():
                with pytest.raises(gymnasium.error.ResetNeeded, match=str(np.flatnonzero(ended)[0])):
                    env.step(np.array(actions))
                kept = observations[~ended]
                observations, info = env.reset(options={"reset_mask": ended})
                assert (observations[~ended] == kept).all()
    played = [min(map(len, lists)) for lists in zip(*scores.values(), strict=True)]
    assert sum(played) > 50
    for game, count in enumerate(played):
        assert len({tuple(scores[name][game][:count]) for name in modes}) == 1
    with pytest.raises(ValueError, match="reset_mask"):
        modes["Disabled"].reset(seed=3, options={"reset_mask": np.ones(16, bool)})


def test_an_illegal_action_loses_the_game_by_default() -> None:
    env = HanabiPartnerEnv(partial(make_bot, "random"))
    env.reset(seed=3)
    _, reward, over, truncated, info = env.step(0)
    assert (reward, over, truncated, info["outcome"]) == (0.0, True, False, "lost")
    assert "Discard(slot=0)" in info["illegal"]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(5)


def test_wrong_arguments_are_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="partners"):
        HanabiPartnerEnv([partial(make_bot, "random")], 4)
    with pytest.raises(ValueError, match="3 players are you and 2 partners, not 1"):
        HanabiPartnerEnv(["simple"], 3)
    with pytest.raises(ValueError, match="'simple' cannot play many games at once"):
        HanabiVectorEnv(2, partners=["simple"])
    with pytest.raises(ValueError, match="'team:search' cannot play many games at once"):
        HanabiVectorEnv(2, partners="team:search")
    with pytest.raises(ValueError, match="seat 2"):
        HanabiVectorEnv(2, partners="team", seat=2)
    with pytest.raises(ValueError, match="seat is for games with partners"):
        HanabiVectorEnv(2, seat=1)
    with pytest.raises(ValueError, match="autoreset_mode is one of NextStep, SameStep, Disabled, not 'same'"):
        HanabiVectorEnv(2, autoreset_mode="same")
    for seed in ("one", 1.5, -1):
        with pytest.raises(ValueError, match="seed is a whole number"):
            HanabiVectorEnv(2).reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(NotDealt, match="reset"):
        ours.parallel_env().step({"player_0": 5, "player_1": 20})
    with pytest.raises(ValueError, match=r"there is no bot 'teem'.*team"):
        HanabiPartnerEnv(partners=["teem", "simple"])
    with pytest.raises(ValueError, match="levels"):
        HanabiPartnerEnv("team:9")
    with pytest.raises(TypeError, match="the name of a bot or a function"):
        HanabiPartnerEnv([3, 4])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="seat 4"):
        HanabiPartnerEnv(partial(make_bot, "random"), 2, seat=4)
    with pytest.raises(TypeError, match="not both"):
        ours.env(2, rules=RuleSet(), strikes=2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        HanabiPartnerEnv(partial(make_bot, "random")).step(5)


@pytest.mark.parametrize("make", [HanabiPartnerEnv, ours.raw_env, ours.parallel_env])
def test_an_unknown_render_mode_is_refused(make: Any) -> None:
    with pytest.raises(ValueError, match="render_mode is one of ansi, human or None, not 'rgb_array'"):
        make(render_mode="rgb_array")


@pytest.mark.parametrize("make", [ours.raw_env, ours.parallel_env])
def test_pettingzoo_renders_open_hands(make: Any) -> None:
    environment = make(render_mode="ansi")
    environment.reset(seed=1)
    assert "player_1" in environment.render()
    assert "??" not in environment.render()
