"""The API of the Hanabi Learning Environment beyond the original: other rules, and errors for mistakes."""

import pickle
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hanabi.rules import RulesError, RuleSet
from hanabi.simulation import Batch
from hanabi.simulation.hle import pyhanabi, rl_env
from hanabi.simulation.hle.pyhanabi import (
    CHANCE_PLAYER_ID,
    HanabiCard,
    HanabiGame,
    HanabiMove,
    HanabiMoveType,
    HanabiState,
    IllegalMove,
)
from support.game_drivers import DRIVERS, SWITCHES


def dealt(game: HanabiGame) -> HanabiState:
    state = game.new_initial_state()
    while state.cur_player() == CHANCE_PLAYER_ID:
        state.deal_random_card()
    return state


def parameters(name: str) -> dict[str, Any]:
    ours = {"strikes": "max_life_tokens", "clue_tokens": "max_information_tokens"}
    return {ours.get(switch, switch): value for switch, value in SWITCHES[name].items()}


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("players", [2, 4])
def test_every_switch_plays_to_its_end(name: str, players: int) -> None:
    env, rng = rl_env.HanabiEnv({"players": players, "seed": 1, **parameters(name)}), random.Random(name)
    seen: set[HanabiMoveType] = set()
    for number in range(3):
        observation, done = env.reset(), False
        while not done:
            part = observation["player_observations"][observation["current_player"]]
            assert len(part["vectorized"]) == env.vectorized_observation_shape()[0]
            assert [env.game.get_move_uid(env._build_move(move)) for move in part["legal_moves"]] == part[
                "legal_moves_as_int"
            ]
            driver = DRIVERS["peeking"] if number else DRIVERS["random"]
            action, _ = driver(env.game.rule_tables, env.state._state, rng)
            seen.add(env.game.get_move(action).type())
            observation, _, done, _ = env.step(env.game.get_move(action).to_dict() if number == 1 else action)
        assert env.state.is_terminal()
    assert {HanabiMoveType.PLAY, HanabiMoveType.DISCARD} & seen
    if "choreography" in SWITCHES[name]:
        assert HanabiMoveType.ANNOUNCED_PLAY in seen


def test_reward_choices_are_moves() -> None:
    """A reshuffled card goes back into the deck, and the deal goes on."""
    rng = random.Random(3)
    seen: set[HanabiMoveType] = set()
    choices = {HanabiMoveType.RESHUFFLE, HanabiMoveType.RESCUE}
    for seed in range(150):
        if choices <= seen:
            break
        env = rl_env.HanabiEnv({"players": 3, "seed": seed, "flamboyants": True})
        _, done = env.reset(), False
        while not done:
            action, _ = DRIVERS["peeking"](env.game.rule_tables, env.state._state, rng)
            seen.add(env.game.get_move(action).type())
            _, _, done, _ = env.step(action)
    assert choices <= seen


def test_a_seed_deals_the_same_games_however_they_are_played() -> None:
    def second_deal(choose: Callable[[list[int]], int]) -> list[list[HanabiCard]]:
        env = rl_env.HanabiEnv({"seed": 7})
        observation, done = env.reset(), False
        while not done:
            moves = observation["player_observations"][observation["current_player"]]["legal_moves_as_int"]
            observation, _, done, _ = env.step(choose(moves))
        env.reset()
        return env.state.player_hands()

    assert second_deal(min) == second_deal(max)


def test_a_copy_has_a_future_of_its_own() -> None:
    state = dealt(HanabiGame({"seed": 1}))
    futures = set()
    for _ in range(12):
        copy = state.copy()
        copy.apply_move(HanabiMove.get_play_move(0))
        copy.deal_random_card()
        futures.add(str(copy.player_hands()[0][-1]))
    assert len(futures) > 3
    assert state.cur_player() == 0
    assert len(state.move_history()) == 10


def test_a_chosen_card_can_be_dealt() -> None:
    state = dealt(HanabiGame({"seed": 1}))
    state.apply_move(HanabiMove.get_play_move(0))
    with pytest.raises(IllegalMove, match=r"\(Deal R6\)|cannot be dealt"):
        state.apply_move(HanabiMove.get_deal_move(0, 5))
    state.apply_move(HanabiMove.get_deal_move(4, 4))
    assert str(state.player_hands()[0][-1]) == "B5"
    with pytest.raises(IllegalMove, match="no card is to be dealt"):
        state.deal_random_card()


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"player": 4}, "did you mean 'players'"),
        ({"players": 7}, "2 to 5 players"),
        ({"colors": 6}, "from 1 to 5"),
        ({"hand_size": 9}, "from 2 to 6"),
        ({"players": "two"}, "players is a whole number"),
        ({"random_start_player": "perhaps"}, "true or false"),
        ({"observation_type": 2}, "SEER shows players their own cards"),
        ({"max_information_tokens": 0}, "from 1 to 99"),
    ],
)
def test_wrong_parameters_are_refused(params: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, RulesError), match=message):
        HanabiGame(params)


@pytest.mark.parametrize(
    "action",
    [
        0,
        np.int64(99),
        -1,
        {"action_type": "DISCARD", "card_index": 0},
        {"action_type": "PLAY", "card_index": 5},
        {"action_type": "REVEAL_COLOR", "color": "Q", "target_offset": 1},
        {"action_type": "REVEAL_RANK", "rank": 0, "target_offset": 0},
        {"action_type": "JUMP"},
        {},
        "play",
        None,
    ],
)
def test_a_wrong_step_raises_and_changes_nothing(action: Any) -> None:
    env = rl_env.HanabiEnv({"seed": 2})
    env.reset()
    before = str(env.state)
    with pytest.raises(ValueError):  # noqa: PT011 - each has its own words
        env.step(action)
    assert str(env.state) == before
    env.step(np.int64(5))


def test_nothing_is_played_before_reset_or_after_the_end() -> None:
    env = rl_env.make("Hanabi-Small")
    with pytest.raises(IllegalMove, match="reset"):
        env.step(2)
    env.reset()
    done = False
    while not done:
        _, _, done, _ = env.step(env.state.legal_moves()[-1].to_dict())
    with pytest.raises(IllegalMove):
        env.step(2)


def test_objects_outlive_their_game_and_can_be_pickled() -> None:
    state = dealt(HanabiGame({"players": 3, "seed": 4}))
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    observation = state.observation(1)
    loaded = pickle.loads(pickle.dumps(observation))
    assert str(loaded) == str(observation)
    encoder = pyhanabi.ObservationEncoder(HanabiGame({"players": 3}))
    row = np.zeros(encoder.shape(), np.float32)
    assert encoder.encode(loaded, out=row) is row
    assert row.tolist() == encoder.encode(observation)
    with pytest.raises(ValueError, match="shape"):
        encoder.encode(loaded, out=np.zeros(3))


def test_the_library_is_always_there() -> None:
    assert all((pyhanabi.cdef_loaded(), pyhanabi.lib_loaded(), pyhanabi.try_cdef(), pyhanabi.try_load()))
    assert pyhanabi.COLOR_CHAR == ["R", "Y", "G", "W", "B"]
    assert [pyhanabi.color_idx_to_char(n) for n in (-1, 0, 4)] == [None, "R", "B"]
    assert pyhanabi.color_char_to_idx("G") == 2
    with pytest.raises(ValueError, match="Invalid color"):
        pyhanabi.color_char_to_idx("Z")


def test_a_random_seat_may_start() -> None:
    game = HanabiGame({"players": 5, "seed": 1, "random_start_player": True})
    assert len({dealt(game).cur_player() for _ in range(40)}) == 5


def test_only_the_last_observation_may_differ_from_that_of_a_batch() -> None:
    """The original still deals a card after a play that ends the game; `Batch` does not (docs/observations.md)."""
    ends = Counter[tuple[int, bool]]()
    for seed in range(16):
        rng = random.Random(seed)
        batch = Batch(RuleSet(empty_clues=False), 2, games=1, observe="all", redeal=False, seed=seed)
        batch.reset()
        env = rl_env.HanabiEnv({"players": 2, "colors": 5, "ranks": 5})
        deck = [HanabiMove.get_deal_move("RYGWB".index(str(card)[0].upper()), card.rank - 1) for card in batch.deck(0)]
        env.state = env.game.new_initial_state()
        done = False
        while not done:
            while env.state.cur_player() == CHANCE_PLAYER_ID:
                env.state.apply_move(deck.pop(0))
            driver = DRIVERS["peeking"] if seed % 2 else DRIVERS["random"]
            action, _ = driver(batch.rule_tables, batch.state(0), rng)
            batch.step([action])
            env.state.apply_move(env.game.get_move(action))
            done = bool(batch.ends[0])
            while env.state.cur_player() == CHANCE_PLAYER_ID and deck:
                env.state.apply_move(deck.pop(0))
            encoder = pyhanabi.ObservationEncoder(env.game)
            same = all(
                encoder.encode(env.state.observation(seat)) == batch.observations[0, seat].tolist() for seat in (0, 1)
            )
            assert same or done
            ends[int(batch.ends[0]), same] += done
    won, finished, lost = 1, 2, 3
    assert ends[won, False]
    assert ends[lost, False]
    assert ends[finished, True]
    assert not ends[finished, False]
