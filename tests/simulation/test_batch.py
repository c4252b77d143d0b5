"""Batches: the same games on any number of threads, equal to the referee's; refused steps change nothing."""

import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hanabi.compiled import batch_loops
from hanabi.kernels import RUNNING, observation_encoder
from hanabi.rules import TILES, Card, Referee, Reshuffle, RulesError, RuleSet, action_of_id, legal_ids
from hanabi.simulation import Batch, IllegalActionInGame, NotDealt, SavedBatchError
from hanabi.simulation.observation import STANDARD
from support.game_drivers import DRIVERS, SWITCHES

ARRAYS = ("rewards", "ends", "legal", "seats", "scores", "observations")


def arrays(batch: Batch) -> dict[str, NDArray[Any]]:
    return {name: getattr(batch, name).copy() for name in ARRAYS if hasattr(batch, name)}


def same(one: dict[str, NDArray[Any]], two: dict[str, NDArray[Any]]) -> bool:
    return all((one[name] == two[name]).all() for name in one)


def played(batch: Batch, steps: int) -> list[dict[str, NDArray[Any]]]:
    """The arrays after each of `steps` random steps."""
    batch.reset()
    shown = [arrays(batch)]
    for _ in range(steps):
        batch.step(batch.random_actions())
        shown.append(arrays(batch))
    return shown


@pytest.mark.parametrize("name", ["base", "pl in full", "everything"])
def test_threads_do_not_change_the_games(name: str) -> None:
    rules = RuleSet.of(**SWITCHES[name])
    runs = [
        played(Batch(rules, 3, games=101, seed=5, threads=threads, observe="player"), 60) for threads in (1, 2, 3, 7)
    ]
    for other in runs[1:]:
        assert all(same(one, two) for one, two in zip(runs[0], other, strict=True))
    assert sum((shown["ends"] > 0).sum() for shown in runs[0]) > 30


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_loops_for_the_standard_rules_equal_those_for_any_rules(players: int) -> None:
    fixed, general = (Batch(STANDARD, players, games=50, seed=3, observe="all", keep_final=True) for _ in range(2))
    general._loops = batch_loops
    assert fixed._loops is not general._loops
    for one, two in zip(played(fixed, 100), played(general, 100), strict=True):
        assert same(one, two)
    assert (fixed.final_observations == general.final_observations).all()
    assert fixed.save() == general.save()


def test_a_game_does_not_depend_on_the_number_of_others() -> None:
    few, many = (played(Batch(STANDARD, 2, games=games, seed=9), 40) for games in (3, 50))
    for one, two in zip(few, many, strict=True):
        assert all((one[name] == two[name][:3]).all() for name in one)


def test_a_deal_depends_on_the_seed_the_game_and_its_number_alone() -> None:
    """Whatever was played before, the n-th deal of a game has the same deck."""

    def decks(choose: Callable[[Any], Any]) -> list[list[tuple[Card, ...]]]:
        batch = Batch(STANDARD, 2, games=2, seed=3)
        batch.reset()
        decks = [[batch.deck(game)] for game in range(2)]
        while min(map(len, decks)) < 4:
            batch.step(np.array([choose(np.flatnonzero(mask)) for mask in batch.legal]))
            for game in np.flatnonzero(batch.ends):
                decks[game].append(batch.deck(int(game)))
        return [deals[:4] for deals in decks]

    rng = random.Random(1)
    assert decks(min) == decks(lambda legal: rng.choice(list(legal)))
    assert len({deck for deals in decks(max) for deck in deals}) == 8


def test_the_same_seed_deals_the_same_cards_everywhere() -> None:
    """Fixed expectations: a change breaks every experiment that names its seed."""
    batch = Batch(STANDARD, 2, games=2, seed=2024)
    batch.reset()
    assert " ".join(map(str, batch.deck(0)[:12])) == DECK_OF_2024
    assert sorted(map(str, batch.deck(1))) == sorted(map(str, STANDARD.cards))


DECK_OF_2024 = "y1 b3 b1 y3 g1 w1 b3 g4 b5 w5 r2 w3"


def test_every_card_is_as_likely_in_every_place() -> None:
    batch = Batch(STANDARD, 2, games=4000, seed=11)
    batch.reset()
    firsts = np.array([[card.rank for card in batch.deck(game)[::7]] for game in range(0, 4000, 4)])
    expected = {1: 15, 2: 10, 3: 10, 4: 10, 5: 5}
    for rank, copies in expected.items():
        share = (firsts == rank).mean(axis=0)
        assert (abs(share - copies / 50) < 0.05).all()


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_batch_plays_as_the_referee_does(name: str, players: int) -> None:
    """Move by move, with the plain referee: state, legal actions, rewards, and the observation of every seat."""
    rules, rng = RuleSet.of(**SWITCHES[name]), random.Random(f"{name} {players}")
    for number, driver in enumerate(DRIVERS.values()):
        batch = Batch(rules, players, games=1, observe="all", redeal=False, seed=number)
        batch.reset()
        deck = rng.sample(rules.cards, len(rules.cards))
        tiles = [tile.value for tile in rng.sample(TILES, len(TILES))] if rules.flamboyants else []
        batch.deal(0, deck, tiles, first=number % players)
        game = Referee(rules, ["?"] * players, deck, tiles, number % players)
        while game.player is not None:
            assert legal_ids(game.rule_tables, game.state) == np.flatnonzero(batch.legal[0]).tolist()
            assert batch.seats[0] == game.player
            assert vars(batch.state(0)) == vars(game.state)
            for seat in range(players):
                row = np.zeros(batch.layout.size, np.uint8)
                assert observation_encoder.encode(game.rule_tables, game.state, seat, row, 0) == batch.layout.size
                assert (row == batch.observations[0, seat]).all()
            number_of_action, _ = driver(game.rule_tables, game.state, rng)
            before = batch.scores[0]
            batch.step([number_of_action])
            _follow(game, batch, number_of_action)
            if game.player is not None:
                assert batch.rewards[0] == batch.scores[0] - before
        assert batch.ends[0] == game.state.outcome
        assert game.over is not None
        assert batch.scores[0] == game.over.score


def _follow(game: Referee, batch: Batch, number: int) -> None:
    """Give the referee the same action; the batch decided where a reshuffled card went."""
    action = action_of_id(game.rules, game.rule_tables, game.state, number)
    if isinstance(action, Reshuffle):
        action = Reshuffle(action.card_id, at=batch.state(0).returned_above)
    game.act(action)


def test_a_finished_game_waits_if_it_is_not_dealt_again() -> None:
    batch = Batch(STANDARD, 2, games=3, redeal=False, seed=1)
    batch.reset()
    while batch.running.any():
        batch.step(batch.random_actions())
    final = arrays(batch)
    assert not batch.legal.any()
    batch.step(np.full(3, -1))
    assert (batch.scores == final["scores"]).all()
    assert not batch.rewards.any()
    with pytest.raises(IllegalActionInGame, match="game 0: it is over"):
        batch.step([0, -1, -1])
    batch.deal_next()
    assert batch.running.all()


def test_final_observations_are_those_of_the_game_that_ended() -> None:
    batch = Batch(STANDARD, 2, games=50, seed=4, observe="player", keep_final=True)
    waiting = Batch(STANDARD, 2, games=50, seed=4, observe="player", redeal=False)
    batch.reset()
    waiting.reset()
    live = np.ones(50, bool)
    for _ in range(12):
        actions = batch.random_actions().copy()
        batch.step(actions)
        waiting.step(np.where(live, actions, -1))
        ended = live & (batch.ends > 0)
        assert (batch.final_observations[ended] == waiting.observations[ended]).all()
        live &= batch.ends == 0
    assert not live.all()


@pytest.mark.parametrize("name", ["base", "everything"])
def test_a_clone_goes_on_as_the_original(name: str) -> None:
    batch = Batch(RuleSet.of(**SWITCHES[name]), 4, games=20, seed=8, observe="player", first="random")
    batch.reset()
    for _ in range(15):
        batch.step(batch.random_actions())
    saved = batch.save()
    twins = [batch.clone(), Batch.restore(saved, threads=2), pickle.loads(pickle.dumps(batch))]
    for _ in range(40):
        batch.step(batch.random_actions())
        for twin in twins:
            twin.step(twin.random_actions())
            assert same(arrays(batch), arrays(twin))
    again = Batch.restore(saved)
    assert again.save() == saved


def test_a_game_copied_over_another_has_the_same_future() -> None:
    batch = Batch(STANDARD, 2, games=2, seed=8)
    batch.reset()
    batch.copy_game(0, 1)
    assert batch.deck(0) == batch.deck(1)
    while not batch.ends.any():
        number = int(np.flatnonzero(batch.legal[0])[-1])
        batch.step([number, number])
    assert batch.scores[0] == batch.scores[1]
    assert batch.deck(0) != batch.deck(1), "their next deals are their own"


def test_users_own_the_arrays() -> None:
    batch = Batch(STANDARD, 3, games=10, seed=1, observe="player")
    own: dict[str, NDArray[Any]] = {
        "legal": np.zeros((10, batch.actions), np.uint8),
        "observations": np.zeros((10, batch.layout.size), np.uint8),
        "rewards": np.zeros(10, np.float32),
    }
    batch.write_into(**own)
    batch.reset()
    assert batch.legal is own["legal"]
    assert own["legal"].any()
    assert own["observations"].any()
    held = {name: getattr(batch, name).ctypes.data for name in ARRAYS}
    for _ in range(30):
        batch.step(batch.random_actions())
    assert held == {name: getattr(batch, name).ctypes.data for name in ARRAYS}
    assert (own["observations"] == batch.observations).all()


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("legal", np.zeros((10, 20), np.int8), "type uint8"),
        ("legal", np.zeros((9, 20), np.uint8), r"shape \(10, 20\)"),
        ("legal", np.zeros((20, 10), np.uint8).T, "gaps"),
        ("legal", [[0] * 20] * 10, "not list"),
        ("observations", np.zeros((10, 658), np.uint8), "writes no 'observations'"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, array: Any, message: str) -> None:
    batch = Batch(STANDARD, 2, games=10, seed=1)
    batch.reset()
    held = batch.legal
    with pytest.raises((ValueError, TypeError), match=message):
        batch.write_into(**{name: array})
    assert batch.legal is held


def test_a_read_only_array_is_refused() -> None:
    array = np.zeros(10, np.float32)
    array.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        Batch(STANDARD, 2, games=10).write_into(rewards=array)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([5, 0, 5], IllegalActionInGame, r"game 1: action 0, Discard\(slot=0\).*tokens are available"),
        ([5, 5, 20], IllegalActionInGame, "game 2: there is no action 20; the numbers here are 0 to 19"),
        ([5, -1, 5], IllegalActionInGame, "game 1: there is no action -1"),
        ([5, -2, 5], IllegalActionInGame, "game 1: there is no action -2"),
        ([5, 5], ValueError, r"shape \(3,\), not \(2,\)"),
        ([[5, 5, 5]], ValueError, "one action for each of the 3 games"),
        ([5.0, 5.0, 5.0], TypeError, "whole numbers"),
        ([True, True, False], TypeError, "whole numbers"),
        (["5", "5", "5"], TypeError, "whole numbers"),
        (5, ValueError, "one action for each"),
    ],
)
def test_a_wrong_step_is_refused_and_changes_nothing(
    actions: Any, error: type[Exception], message: str, threads: int
) -> None:
    batch = Batch(STANDARD, 2, games=3, seed=1, threads=threads, observe="player")
    batch.reset()
    before, saved = arrays(batch), batch.save()
    with pytest.raises(error, match=message):
        batch.step(actions)
    assert batch.save() == saved
    assert same(before, arrays(batch))
    batch.step(np.full(3, 5, np.uint8))
    assert (batch.seats == 1).all()


def test_a_refusal_names_the_game_and_the_legal_actions() -> None:
    batch = Batch(STANDARD, 2, games=2, seed=1)
    batch.reset()
    with pytest.raises(IllegalActionInGame) as refused:
        batch.step([5, 3])
    assert (refused.value.game, refused.value.number, refused.value.reason) == (1, 3, "all_tokens_available")
    legal = ", ".join(map(str, np.flatnonzero(batch.legal[1])))
    assert legal in str(refused.value)


def test_nothing_is_played_before_the_deal() -> None:
    batch = Batch(STANDARD, 2, games=3)
    for attempt in (
        lambda: batch.step([5, 5, 5]),
        batch.random_actions,
        batch.save,
        lambda: batch.deck(0),
        lambda: batch.deal(0, STANDARD.cards),
        lambda: batch.copy_game(0, 1),
    ):
        with pytest.raises(NotDealt, match="reset"):
            attempt()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 1}, "2 to 5 players"),
        ({"players": 6}, "2 to 5 players"),
        ({"games": 0}, "games is a whole number"),
        ({"games": 2.5}, "games is a whole number"),
        ({"threads": 0}, "threads is a whole number"),
        ({"seed": -1}, "seed is a whole number"),
        ({"seed": 2**64}, "seed is a whole number"),
        ({"seed": "one"}, "seed is a whole number"),
        ({"first": 2}, "first is 'random' or a seat from 0 to 1, not 2"),
        ({"observe": "everything"}, "observe is 'player', 'all', None or a seat"),
    ],
)
def test_wrong_settings_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(STANDARD, **{"players": 2, "games": 3, **arguments})
    not_rules: Any = "pl"
    with pytest.raises(TypeError, match="RuleSet"):
        Batch(not_rules, 2, games=1)


def test_a_wrong_deck_is_refused_and_changes_nothing() -> None:
    batch = Batch(STANDARD, 2, games=2, seed=1)
    batch.reset()
    saved = batch.save()
    with pytest.raises(RulesError, match="not the deck"):
        batch.deal(0, [*STANDARD.cards[:-1], Card.of("r1")])
    with pytest.raises(IndexError, match="game 2"):
        batch.deal(2, STANDARD.cards)
    with pytest.raises(RulesError, match="seat 5"):
        batch.deal(0, STANDARD.cards, first=5)
    assert batch.save() == saved


def test_truncated_or_foreign_bytes_are_refused() -> None:
    batch = Batch(STANDARD, 2, games=2, seed=1)
    batch.reset()
    saved = batch.save()
    for wrong in (
        b"",
        b"{}",
        saved[:-1],
        saved[: len(saved) // 2],
        saved.replace(b"batch 1", b"batch 0", 1),
        b"\x00" * 99,
    ):
        with pytest.raises(SavedBatchError):
            Batch.restore(wrong)


def test_a_batch_saved_under_other_field_names_is_restored() -> None:
    """The bytes mean the same as long as types and shapes are the same."""
    batch = Batch(STANDARD, 2, games=2, seed=1)
    batch.reset()
    saved = batch.save().replace(b'"next_card"', b'"top"', 1)
    assert b'"top"' in saved
    assert same(arrays(Batch.restore(saved)), arrays(batch))


def test_any_seat_may_start() -> None:
    for first in range(3):
        batch = Batch(STANDARD, 3, games=4, seed=1, first=first)
        batch.reset()
        assert (batch.seats == first).all()
    batch = Batch(STANDARD, 3, games=300, seed=1, first="random")
    batch.reset()
    assert (np.bincount(batch.seats, minlength=3) > 70).all()


def test_memory_per_game_stays_under_a_kilobyte() -> None:
    assert all(Batch(STANDARD, players, games=8).memory_per_game < 1024 for players in range(2, 6))
    assert Batch(RuleSet.of(**SWITCHES["everything"]), 5, games=8).memory_per_game < 1100


def test_batches_need_neither_gymnasium_nor_pettingzoo() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None\n"
        "import hanabi.simulation, hanabi.simulation.hle"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_random_actions_are_uniform() -> None:
    batch = Batch(STANDARD, 2, games=20_000, seed=1)
    batch.reset()
    batch.deal(0, STANDARD.cards)
    counts = np.bincount(batch.random_actions(), minlength=20)
    chance = (batch.legal / batch.legal.sum(axis=1, keepdims=True)).sum(axis=0)
    assert (abs(counts - chance) < 6 * np.sqrt(chance + 1)).all()


def test_the_states_of_a_batch_run() -> None:
    batch = Batch(STANDARD, 2, games=5, seed=1)
    batch.reset()
    assert all(batch.state(game).outcome == RUNNING for game in range(5))
