"""The endgame solver: its turns agree with the referee, and no joint policy is better than the one it finds."""

import itertools
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from hanabi import Game
from hanabi.kernels import Rules, State, layout, turn
from hanabi.rules import legal_ids
from hanabi.solvers.endgame import SolverLimits, solve_endgame
from hanabi.solvers.endgame.bounds import OpenCards
from hanabi.solvers.endgame.position import Ending, Scene, World, all_worlds, legal_actions, scene_of, take_turn
from hanabi.solvers.endgame.solver import SCALE, Solver, hands_seen_by
from support.game_drivers import SWITCHES, at_random, peeking

NO_TILES = {name: switches for name, switches in SWITCHES.items() if not switches.get("flamboyants")}


def world_of(r: Rules, s: State) -> World:
    hands = [tuple(s.faces[card] for card in s.hands[seat][: s.hand_sizes[seat]]) for seat in range(r.players)]
    return (*hands, tuple(s.faces[card] for card in s.deck[s.next_card : r.cards]))


@pytest.mark.parametrize("name", list(NO_TILES))
def test_a_turn_agrees_with_the_referee(name: str) -> None:
    for seed in range(6):
        game = Game.new(players=2 + seed % 4, seed=seed, **NO_TILES[name])
        r, s, rng = game.rule_tables, game.state, random.Random(seed)
        most = OpenCards(r)
        while s.outcome == 0:
            scene, world = scene_of(r, s), world_of(r, s)
            assert sorted(legal_actions(r, scene, world)) == legal_ids(r, s)
            number, _ = peeking(r, s, rng)
            bound = most.max_points(scene, world)
            shown, then, left = take_turn(r, scene, world, number)
            turn.apply(r, s, number, 0)
            if isinstance(then, Ending):
                assert then == Ending(s.score, s.outcome == layout.WON, s.outcome == layout.LOST)
                assert bound >= (s.score, s.outcome == 1)
            else:
                assert (then, left) == (scene_of(r, s), world_of(r, s))
                assert most.max_points(then, left) <= bound
                assert shown == (s.last_touched if s.last_move in (3, 4) else s.last_kind)


def all_policies(r: Rules, scene: Scene, worlds: list[World]) -> Iterator[dict[World, int]]:
    views: dict[World, World] = {hands_seen_by(scene.player, world): world for world in worlds}
    choices = [legal_actions(r, scene, world) for world in views.values()]
    for actions in itertools.product(*choices):
        yield dict(zip(views, actions, strict=True))


def by_trying_all(
    r: Rules, scene: Scene, worlds: list[World], values: dict[Any, int], forced: tuple[World, int] | None = None
) -> int:
    """The best sum over worlds among all joint policies, without any bound; `values` is a cache by belief."""
    key = (scene, frozenset(worlds))
    if forced is None and key in values:
        return values[key]
    best = -1 << 62
    for policy in all_policies(r, scene, worlds):
        if forced is not None and policy[forced[0]] != forced[1]:
            continue
        total = 0
        apart: dict[Any, list[World]] = defaultdict(list)
        for world in worlds:
            action = policy[hands_seen_by(scene.player, world)]
            shown, then, left = take_turn(r, scene, world, action)
            if isinstance(then, Ending):
                total += then.score * SCALE + then.perfect
            else:
                apart[action, shown, then].append(left)
        total += sum(by_trying_all(r, then, later, values) for (_, _, then), later in apart.items())
        best = max(best, total)
    if forced is None:
        values[key] = best
    return best


SMALL = (
    {"colors": 1, "ranks": 3, "hand_size": 2, "clue_tokens": 1},
    {"colors": 1, "ranks": 4, "hand_size": 2, "clue_tokens": 1, "empty_clues": False},
    {"colors": 2, "ranks": 2, "hand_size": 2, "clue_tokens": 1, "strikes": 1},
    {"colors": 1, "ranks": 3, "hand_size": 2, "clue_tokens": 1, "black_powder": True, "strikes": 2},
    {"colors": 1, "ranks": 3, "hand_size": 2, "clue_tokens": 1, "all_or_nothing": True},
)


def common_worlds(r: Rules, s: State) -> list[World]:
    return all_worlds(r, scene_of(r, s), [s.possible[seat][: s.hand_sizes[seat]] for seat in range(r.players)], 10_000)


def work(r: Rules, scene: Scene, worlds: list[World]) -> int:
    """The number of joint policies in the first turn; the next turns multiply it."""
    total = 1
    for view in {hands_seen_by(scene.player, world): world for world in worlds}.values():
        total *= len(legal_actions(r, scene, view))
    return total


@pytest.mark.parametrize("switches", SMALL, ids=str)
def test_no_joint_policy_beats_the_one_found(switches: dict[str, Any]) -> None:
    compared, gained = 0, 0
    for seed in range(30):
        game = Game.new(players=2, seed=seed, **switches)
        r, s, rng = game.rule_tables, game.state, random.Random(seed)
        while s.outcome == 0:
            scene = scene_of(r, s)
            worlds = common_worlds(r, s) if s.next_card == r.cards and s.turns_left <= 2 else []
            if worlds and work(r, scene, worlds) <= 600:
                assert world_of(r, s) in worlds
                values: dict[Any, int] = {}
                best = by_trying_all(r, scene, worlds, values)
                solver = Solver(r, 10**7)
                assert solver.choose(scene, worlds)[0] == best
                solution = solve_endgame(r, s)
                own_worlds = [
                    world
                    for world in worlds
                    if hands_seen_by(s.player, world) == hands_seen_by(s.player, world_of(r, s))
                ]
                assert solution.exact
                assert solution.values is not None
                assert solution.value is not None
                for action in legal_actions(r, scene, own_worlds[0]):
                    forced = by_trying_all(r, scene, worlds, values, (hands_seen_by(s.player, own_worlds[0]), action))
                    lost = (best - forced) / SCALE / len(own_worlds)
                    assert solution.values[action] == pytest.approx(solution.value - lost, abs=1e-4)
                assert solution.best in solution.values
                assert solution.value == max(solution.values.values())
                compared += 1
                gained += len(set(solution.values.values())) > 1
            turn.apply(r, s, *(peeking(r, s, rng) if rng.random() < 0.5 else at_random(r, s, rng)))
    if not switches.get("all_or_nothing"):
        assert compared >= 10
        assert gained >= 3


def test_before_the_last_round_too() -> None:
    """One card in the deck: the search goes through clues, the draw and the last round."""
    compared = 0
    for seed in range(14):
        game = Game.new(players=2, seed=seed, colors=1, ranks=3, hand_size=2, clue_tokens=1)
        r, s, rng = game.rule_tables, game.state, random.Random(seed)
        while s.outcome == 0:
            scene = scene_of(r, s)
            worlds = common_worlds(r, s) if scene.deck == 1 and scene.clue_tokens == 0 else []
            if worlds and work(r, scene, worlds) <= 100:
                assert Solver(r, 10**7).choose(scene, worlds)[0] == by_trying_all(r, scene, worlds, {})
                compared += 1
            turn.apply(r, s, rng.choice(legal_ids(r, s)), 0)
    assert compared >= 3


def test_the_movers_own_cards_are_not_read() -> None:
    """Another world in the same view gets the same answer."""
    answered = 0
    for seed in range(20):
        game = Game.new(players=2, seed=seed, colors=1, ranks=4, hand_size=2, clue_tokens=2)
        r, s, rng = game.rule_tables, game.state, random.Random(seed)
        while s.outcome == 0:
            if s.turns_left > 0:
                erased = game.view(s.player).erased
                first, second = solve_endgame(r, s), solve_endgame(r, erased)
                assert first == second
                answered += first.exact
            turn.apply(r, s, rng.choice(legal_ids(r, s)), 0)
    assert answered >= 20


def test_a_large_endgame_is_refused_with_a_reason() -> None:
    game = Game.new(players=3, seed=1)
    assert solve_endgame(game.rule_tables, game.state).why_not == "too many worlds"
    small = Game.new(players=2, seed=1, colors=1, ranks=3, hand_size=2)
    assert solve_endgame(small.rule_tables, small.state, limits=SolverLimits(steps=50)).why_not == "too many steps"
    tiles = Game.new(players=2, seed=1, flamboyants=True)
    assert solve_endgame(tiles.rule_tables, tiles.state).why_not == "reward tiles"


def test_masks_of_a_convention_make_the_endgame_smaller() -> None:
    """If everybody knows every card, only the order of the deck is open, and the value is that of open cards."""
    game = Game.new(players=2, seed=3, colors=2, ranks=3, hand_size=2, clue_tokens=1)
    r, s, rng = game.rule_tables, game.state, random.Random(2)
    while r.cards - s.next_card > 1:
        turn.apply(r, s, *peeking(r, s, rng))
    exact = [[1 << s.faces[card] for card in s.hands[seat][: s.hand_sizes[seat]]] for seat in range(2)]
    solution = solve_endgame(r, s, exact)
    assert solution.exact
    assert solution.worlds == 1
    assert solution.value == OpenCards(r).max_points(scene_of(r, s), world_of(r, s))[0]
    wrong = [[r.all_kinds & ~mask for mask in hand] for hand in exact]
    assert solve_endgame(r, s, wrong).why_not == "the masks rule out what the mover sees"
