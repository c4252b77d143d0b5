"""The searching player's endgame: one joint policy for all seats, which each of them finds from common knowledge."""

from collections.abc import Iterable, Iterator

import pytest

from hanabi.arena.experiment import Experiment
from hanabi.arena.view_games import numbered_deal
from hanabi.arena.workers import play_chunk
from hanabi.bots.hat.bot import HatBot
from hanabi.bots.hat_search.bot import SearchBot
from hanabi.bots.hat_search.budget import budget_for
from hanabi.bots.hat_search.endgame import DEVIATED, NEVER, EndgamePolicies, PolicyFollower, follower_at
from hanabi.bots.hat_search.workspace import SearchWorkspace
from hanabi.game import DEFAULT_NAMES
from hanabi.records import Record, from_dict, replay
from hanabi.rules import Action, Referee, RuleSet, action_of_id, cards_by_kind, id_of_action, write_action
from hanabi.solvers.endgame import SolverLimits, solve_endgame
from hanabi.solvers.endgame.position import World
from hanabi.solvers.endgame.solver import SCALE
from support.long_form import LONG, times

WORLDS = 24
GAMES = (1, 7) if LONG else (7,)  # of two players, where a policy begins
SMALL = RuleSet.of(empty_clues=False, colors=2, hand_size=3, clue_tokens=2)


def policies_for(rules: RuleSet, players: int) -> EndgamePolicies:
    return EndgamePolicies(SearchWorkspace(rules, players, budget_for(players, WORLDS).max_worlds))


def late_positions(
    rules: RuleSet, players: int, games: Iterable[int]
) -> Iterator[tuple[EndgamePolicies, Referee, PolicyFollower]]:
    """Endgames of hat players, up to the position where a policy begins."""
    experiment = Experiment(bots=("hat",) * players, rules=rules, games=1, seed=4)
    policies, bots = policies_for(rules, players), [HatBot() for _ in range(players)]
    for number in games:
        table = Referee(rules, DEFAULT_NAMES[:players], numbered_deal(experiment, number).deck)
        while table.player is not None:
            view = table.view(table.player)
            if table.deck_size <= policies.deck:
                follower = follower_at(policies, view, table.player)
                yield policies, table, follower
                if follower.joint_policy is not None:
                    break
            table.act(bots[table.player].choose(view))


def begun(players: int, games: Iterable[int]) -> Iterator[tuple[EndgamePolicies, Referee, PolicyFollower]]:
    return (
        (policies, table, f)
        for policies, table, f in late_positions(SMALL, players, games)
        if f.joint_policy is not None
    )


def in_world(table: Referee, world: World) -> Referee:
    """The same game with these hidden cards."""
    faces, s, deck = cards_by_kind(table.rules), table.state, list(table.deck)
    for seat, hand in enumerate(world[:-1]):
        for slot, kind in enumerate(hand):
            deck[s.hands[seat][slot]] = faces[kind]
    for place, kind in enumerate(world[-1]):
        deck[s.deck[s.next_card + place]] = faces[kind]
    return replay(Record(rules=table.rules, players=table.players, deck=tuple(deck), actions=tuple(table.action_texts)))


@pytest.mark.parametrize(("players", "games"), [(2, GAMES), (3, (23,))])
def test_all_seats_follow_one_policy_and_reach_its_value(players: int, games: tuple[int, ...]) -> None:
    """In every world of the belief, with each seat choosing from its own view, the scores add up to the value."""
    tried = 0
    for _, table, follower in begun(players, games):
        joint_policy = follower.joint_policy
        assert joint_policy is not None
        if len(joint_policy.worlds) > 60:
            continue
        bots = [SearchBot(seed=seat, worlds=WORLDS) for seat in range(players)]
        total = 0
        first_moves: dict[World, Action] = {}
        for world in joint_policy.worlds:
            game = in_world(table, world)
            assert game.player == table.player
            me, seen = table.state.player, world[: table.state.player] + world[table.state.player + 1 : -1]
            action = bots[me].choose(game.view(me))
            assert first_moves.setdefault(seen, action) == action  # whatever the hidden cards are
            game.act(action)
            while game.player is not None:
                game.act(bots[game.player].choose(game.view(game.player)))
            assert game.over is not None
            total += game.over.score * SCALE + (game.over.score == game.rule_tables.suits * game.rule_tables.ranks)
        assert total == joint_policy.total
        assert total > follower.policies.value_of_code(joint_policy.worlds)
        tried += 1
    assert tried > 0


def test_a_seat_that_joins_late_chooses_the_same() -> None:
    _, table, _ = next(begun(2, (7,)))
    present = [SearchBot(seed=1, worlds=WORLDS), SearchBot(seed=2, worlds=WORLDS)]
    while table.player is not None:
        view = table.view(table.player)
        action = present[table.player].choose(view)
        assert SearchBot(seed=3, worlds=WORLDS).choose(view) == action
        table.act(action)


def test_the_first_move_is_the_solvers() -> None:
    for _, table, follower in begun(2, GAMES):
        view = table.view(table.state.player)
        masks = follower.policies.position(0).masks
        solution = solve_endgame(view.rule_tables, view.erased, masks, SolverLimits(steps=10**6))
        action = SearchBot(seed=1, worlds=WORLDS).choose(view)
        number = id_of_action(table.rules, table.rule_tables, table.state, action)
        assert solution.values is not None
        assert solution.values[number] == pytest.approx(solution.value, abs=1e-4)


def test_nobody_follows_a_player_who_deviates() -> None:
    """After a move that the policy prescribes in no world, everybody goes on searching, and every move is legal."""
    strays = 0
    for policies, table, follower in begun(2, GAMES):
        assert follower.joint_policy is not None
        odd = [number for number in table.legal_ids() if number not in follower.joint_policy.policy.values()]
        if not odd:
            continue
        table.act(action_of_id(table.rules, table.rule_tables, table.state, odd[0]))
        while table.player is not None:
            view = table.view(table.player)
            assert follower_at(policies, view, table.player).why_not == DEVIATED
            table.act(SearchBot(seed=1, worlds=WORLDS).choose(view))
            strays += 1
    assert strays > 0


def test_large_endgames_are_searched() -> None:
    rules = RuleSet.of(empty_clues=False)
    reasons = {follower.why_not for _, _, follower in late_positions(rules, 2, range(12))}
    assert {"too many worlds", "the code does as well"} <= reasons
    table = Referee(
        rules, DEFAULT_NAMES[:2], numbered_deal(Experiment(bots=("hat",) * 2, rules=rules, games=1), 0).deck
    )
    assert follower_at(policies_for(rules, 2), table.view(0), 0).why_not == "cards in the deck"


def test_simulated_games_end_as_they_would_at_a_table() -> None:
    """Once a policy has begun, a seat at a table that sees the simulated game makes the same moves."""
    games = times(9, 12)
    experiment = Experiment(bots=("search",) * 2, rules=SMALL, games=games, seed=4, worlds=WORLDS, keep_records=True)
    bot, policies, compared = SearchBot(seed=1, worlds=WORLDS), policies_for(SMALL, 2), 0
    for document in play_chunk(experiment, 0, games).records:
        record = from_dict(document)
        for actions in range(len(record.actions) - 6, len(record.actions)):
            table = replay(record, actions)
            assert table.player is not None
            view = table.view(table.player)
            if follower_at(policies, view, table.player).joint_policy is not None:
                assert write_action(table.state, bot.choose(view)) == record.actions[actions]
                compared += 1
    assert compared > 0


def test_a_game_may_begin_as_an_endgame() -> None:
    rules = RuleSet.of(empty_clues=False, colors=1)
    deck = numbered_deal(Experiment(bots=("hat",) * 2, rules=rules, games=1), 0).deck
    assert (
        follower_at(policies_for(rules, 2), Referee(rules, DEFAULT_NAMES[:2], deck).view(0), 0).why_not
        == "too many worlds"
    )


def test_games_with_reward_tiles_are_never_begun() -> None:
    assert policies_for(RuleSet.of(flamboyants=True), 2).deck == NEVER
