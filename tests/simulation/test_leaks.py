"""A seat's observation does not depend on hidden cards: exchange them, and it stays the same."""

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hanabi.kernels import duplicate, observation_encoder
from hanabi.rules import Referee
from hanabi.simulation import Batch, observation_layout, view_of
from hanabi.simulation.hle import rl_env
from hanabi.simulation.hle.pyhanabi import CHANCE_PLAYER_ID
from support.game_drivers import DRIVERS, SWITCHES, a_game, choose
from support.hidden_worlds import Witness


def row(game: Referee, seat: int) -> NDArray[np.uint8]:
    layout = observation_layout(game.rules, len(game.players))
    bits = np.zeros(layout.size, np.uint8)
    observation_encoder.encode(game.rule_tables, game.state, seat, bits, 0)
    return bits


def worlds(
    name: str, players: int, driver: str, seed: int, share: float = 0.2
) -> Iterator[tuple[Referee, Referee, int]]:
    """Pairs of games that `seat` cannot tell apart."""
    witness, rng = Witness(a_game(SWITCHES[name], players, seed)), random.Random(seed)
    while witness.game.player is not None:
        if rng.random() < share:
            seat = rng.randrange(players)
            yield witness.game, witness.other_world(seat, rng), seat
        witness.act(choose(witness.game, DRIVERS[driver], rng))


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("driver", ["random", "peeking"])
def test_an_observation_is_the_same_in_every_world_the_seat_may_be_in(name: str, driver: str) -> None:
    compared = 0
    for seed, players in enumerate(range(2, 6)):
        for game, other, seat in worlds(name, players, driver, seed, share=0.2 if driver == "peeking" else 1.0):
            assert (row(game, seat) == row(other, seat)).all()
            compared += 1
    assert compared > 8


@pytest.mark.parametrize("name", ["base", "pl in full"])
def test_compiled_observations_do_not_look_at_hidden_cards(name: str) -> None:
    """Exchange the hidden cards in the memory of a batch."""
    batch = Batch(a_game(SWITCHES[name], 3, 1).rules, 3, games=40, seed=5, observe="all", redeal=False)
    batch.reset()
    rng = random.Random(1)
    for _ in range(8):
        batch.step(batch.random_actions())
    for game in range(40):
        if not batch.running[game]:
            continue
        seat, state = rng.randrange(3), batch.state(game)
        hidden = [state.hands[seat][slot] for slot in range(state.hand_sizes[seat])]
        hidden += [state.deck[place] for place in range(state.next_card, batch.rule_tables.cards)]
        faces = [state.faces[card] for card in hidden]
        rng.shuffle(faces)
        before = batch.observations[game].copy()
        for card, face in zip(hidden, faces, strict=True):
            batch._states["faces"][game][card] = face
        batch._show(game)
        assert (batch.observations[game, seat] == before[seat]).all()
    assert (batch.observations[:, 0] != before[0]).any()


def exchanged(env: rl_env.HanabiEnv, player: int, rng: random.Random) -> rl_env.HanabiEnv:
    """The same environment with this player's cards and the deck exchanged among themselves."""
    copied: rl_env.HanabiEnv = pickle.loads(pickle.dumps(env))
    s, r = copied.state._state, copied.game.rule_tables
    cards = [s.hands[player][slot] for slot in range(s.hand_sizes[player])] + [
        s.deck[at] for at in range(s.next_card, r.cards)
    ]
    faces = [s.faces[card] for card in cards]
    rng.shuffle(faces)
    for card, face in zip(cards, faces, strict=True):
        s.faces[card] = face
    face_down = s.tiles[s.tiles_turned :]
    rng.shuffle(face_down)
    s.tiles[s.tiles_turned :] = face_down
    return copied


@pytest.mark.parametrize("extra", [{}, {"observation_type": 0}, {"flamboyants": True, "multicolor": "wild"}])
@pytest.mark.parametrize("players", [2, 4])
def test_rl_env_gives_a_player_nothing_that_depends_on_hidden_cards(players: int, extra: dict[str, Any]) -> None:
    """Compares the player's whole part, down to the last byte of its objects."""
    env, rng = rl_env.HanabiEnv({"players": players, "seed": 3, **extra}), random.Random(players)
    differs = 0
    for _ in range(6):
        observation, done = env.reset(), False
        while not done:
            player = rng.randrange(players)
            copied = exchanged(env, player, rng)
            parts = observation["player_observations"]
            theirs = copied._observation()["player_observations"]
            assert _bytes(parts[player]) == _bytes(theirs[player])
            differs += _bytes(parts[player - 1]) != _bytes(theirs[player - 1])
            moves = parts[observation["current_player"]]["legal_moves_as_int"]
            observation, _, done, _ = env.step(rng.choice(moves))
    assert differs > 20, "another player does see the difference"


def _bytes(part: dict[str, Any]) -> str:
    """Everything reachable, in a form that does not depend on which objects are shared."""
    seen = part["pyhanabi"]
    inside = {name: value for name, value in vars(seen).items() if name not in ("_rule_tables", "_erased")}
    return repr((part, sorted(inside.items()), vars(seen._erased), seen.last_moves()))


def test_chance_deals_do_not_show_a_player_its_own_new_card() -> None:
    env = rl_env.make("Hanabi-Full", 2)
    env.reset()
    state = env.state
    state.apply_move(next(move for move in state.legal_moves() if move.card_index() == 0))
    assert state.cur_player() == CHANCE_PLAYER_ID
    assert len(state.player_hands()[0]) == 4
    assert state.observation(0).observed_hands()[0] == state.observation(0).observed_hands()[0]
    state.deal_random_card()
    own, other = state.observation(0).last_moves()[0], state.observation(1).last_moves()[0]
    assert str(own) == "<(Deal XX)>"
    assert str(other) != "<(Deal XX)>"


def test_a_view_of_a_batch_is_erased() -> None:
    batch = Batch(a_game({}, 2, 1).rules, 2, games=1, seed=1)
    batch.reset()
    view = view_of(batch, 0, 1)
    assert all(card.card is None for card in view.hand)
    assert all(card.card is not None for card in view.hands[0])
    assert str(view_of(batch, 0, None)) != str(view)
    untouched = duplicate(batch.state(0))
    assert vars(untouched) == vars(batch.state(0))
