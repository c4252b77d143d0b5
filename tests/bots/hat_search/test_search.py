"""The searching player: its moves keep the code and do not depend on hidden cards; near the end it lists all worlds."""

import random

import pytest

from hanabi.arena.experiment import Experiment
from hanabi.arena.view_games import numbered_deal, play_at_table
from hanabi.arena.workers import play_chunk
from hanabi.bots import make_bot
from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import HatWorkspace
from hanabi.bots.hat_search.bot import SearchBot
from hanabi.bots.hat_search.budget import budget_for
from hanabi.bots.hat_search.candidates import candidate_moves
from hanabi.bots.hat_search.endgame import EndgamePolicies, follower_at
from hanabi.bots.hat_search.workspace import SearchWorkspace
from hanabi.bots.hat_search.worlds import list_worlds, unseen_counts
from hanabi.game import DEFAULT_NAMES
from hanabi.kernels.action_ids import is_clue
from hanabi.rules import Referee, RuleSet, legal_ids
from support.game_drivers import SWITCHES
from support.hidden_worlds import Witness
from support.long_form import times

WORLDS = 24


@pytest.mark.parametrize("name", list(SWITCHES))
def test_a_searcher_misleads_nobody(name: str) -> None:
    players = 2 + len(name) % 4
    rules = RuleSet.of(**SWITCHES[name])
    deal = numbered_deal(Experiment(bots=("search",) * players, rules=rules, games=1, seed=5), 0)
    table = Referee(rules, DEFAULT_NAMES[:players], deal.deck, deal.tiles)
    workspace, bots = HatWorkspace(rules, players), [SearchBot(seed=seat, worlds=WORLDS) for seat in range(players)]
    policies = EndgamePolicies(SearchWorkspace(rules, players, budget_for(players, WORLDS).max_worlds))
    while table.player is not None:
        view = table.view(table.player)
        if follower_at(policies, view, table.player).joint_policy is not None:
            break  # from here on the joint policy gives moves their meaning
        action = bots[table.player].choose(view)
        assert action in view.legal_actions
        table.act(deal.with_depth(table, action))
        load_view(workspace, table.view(0), 0)
        public = workspace.arrays.publics[0]
        assert public["contradictions"] == 0
        for owner in range(players):
            for slot in range(table.state.hand_sizes[owner]):
                assert int(public["masks"][owner][slot]) >> table.state.faces[table.state.hands[owner][slot]] & 1


def test_hidden_cards_do_not_change_the_choice() -> None:
    rules = RuleSet.of(empty_clues=False)
    deal = numbered_deal(Experiment(bots=("search",) * 3, rules=rules, games=1, seed=6), 0)
    table = Referee(rules, DEFAULT_NAMES[:3], deal.deck)
    witness, rng = Witness(table), random.Random(3)
    while table.player is not None:
        seat = table.player
        action = SearchBot(seed=table.turn, worlds=WORLDS).choose(table.view(seat))
        other = witness.other_world(seat, rng)
        assert SearchBot(seed=table.turn, worlds=WORLDS).choose(other.view(seat)) == action
        witness.act(action)


def test_whole_games_do_not_depend_on_the_chunk() -> None:
    experiment = Experiment(bots=("search",) * 3, rules=RuleSet.of(), games=3, seed=2, worlds=WORLDS)
    whole = play_chunk(experiment, 0, 3)
    apart = [play_chunk(experiment, game, 1) for game in range(3)]
    assert whole.scores == tuple(part.scores[0] for part in apart)


@pytest.mark.slow
def test_searching_gains_on_the_hat_player() -> None:
    """On the same deals; benchmarks/search_strength.py measures the gain."""
    rules, games = RuleSet.of(empty_clues=False), times(16, 40)
    search = play_chunk(Experiment(bots=("search",) * 2, rules=rules, games=games, seed=7, worlds=150), 0, games)
    hat = play_chunk(Experiment(bots=("hat",) * 2, rules=rules, games=games, seed=7), 0, games)
    assert sum(search.scores) > sum(hat.scores)


def test_listed_worlds_are_all_there_are() -> None:
    """In late positions, every listed world fits the masks and uses each unseen card once, and no world comes twice."""
    rules = RuleSet.of(empty_clues=False, colors=2, hand_size=2)
    experiment = Experiment(bots=("hat", "hat"), rules=rules, games=1, seed=4)
    deal = numbered_deal(experiment, 0)
    table = Referee(rules, DEFAULT_NAMES[:2], deal.deck)
    bot, workspace = SearchBot(seed=1, worlds=WORLDS), SearchWorkspace(rules, 2, 5000)
    checked = 0
    while table.player is not None:
        me = table.player
        load_view(workspace, table.view(me), me)
        if table.deck_size <= 3:
            r, s, p = workspace.arrays.rules[0], workspace.arrays.states[0], workspace.arrays.publics[0]
            unseen = int(unseen_counts(r, s, workspace.search.counts[0]))
            counts = workspace.search.counts[0].copy()
            count = int(
                list_worlds(
                    r, s, p, workspace.search.counts[0], workspace.search.counts[1], workspace.search.worlds, 5000
                )
            )
            assert count > 0
            rows = [tuple(row[:unseen]) for row in workspace.search.worlds[:count].tolist()]
            assert len(set(rows)) == count
            held = table.state.hand_sizes[me]
            for row in rows:
                assert [row.count(kind) for kind in range(35)] == counts.tolist()
                assert all(int(p["masks"][me][slot]) >> row[slot] & 1 for slot in range(held))
            hidden = [table.state.faces[card] for card in table.state.hands[me][:held]]
            hidden += [table.state.faces[card] for card in table.state.deck[table.state.next_card : len(table.deck)]]
            assert tuple(hidden) in rows
            checked += 1
        table.act(bot.choose(table.view(me)))
    assert checked > 0


def test_a_time_budget_is_kept_roughly() -> None:
    experiment = Experiment(bots=("hat",) * 2, rules=RuleSet.of(), games=1, seed=8)
    table = Referee(experiment.rules, DEFAULT_NAMES[:2], numbered_deal(experiment, 0).deck)
    eager, hasty = SearchBot(seed=1, worlds=2000), SearchBot(seed=1, worlds=2000, seconds=0.0001)
    assert eager.choose(table.view(0)) in table.legal_actions()
    assert hasty.choose(table.view(0)) in table.legal_actions()


def test_a_mixed_table_plays_through() -> None:
    experiment = Experiment(bots=("search", "hat", "simple"), rules=RuleSet.of("pl"), games=1, seed=1, worlds=WORLDS)
    played = play_at_table(experiment, 0, 1)
    assert not played.faults


def test_a_clue_is_found_even_where_strangers_broke_the_code() -> None:
    experiment = Experiment(bots=("simple", *("search",) * 4), rules=RuleSet.of(empty_clues=False), games=1)
    assert not play_at_table(experiment, 0, 1).faults


def test_the_fewer_worlds_the_more_a_move_must_gain() -> None:
    assert budget_for(2).margin == budget_for(2, 5000).margin < budget_for(2, 300).margin < budget_for(2, 24).margin
    with pytest.raises(ValueError, match="at least one world"):
        budget_for(2, 0)


def test_every_clue_is_tried_where_the_code_leaves_nothing_true_to_say() -> None:
    """A game in which the hat player throws a card away though its teammate needs a clue: none of them says the sum."""
    rules = RuleSet.of(empty_clues=False)
    experiment = Experiment(bots=("hat", "hat"), rules=rules, games=2000, seed=0)
    deal = numbered_deal(experiment, 1405)
    table = Referee(rules, DEFAULT_NAMES[:2], deal.deck)
    bot, workspace = make_bot("hat"), SearchWorkspace(rules, 2, 1)
    arrays, broken = workspace.arrays, False
    while table.player is not None and not broken:
        me = table.player
        view = table.view(me)
        load_view(workspace, view, me)
        count = candidate_moves(
            arrays.rules[0], arrays.states[0], arrays.tables[0], arrays.publics[0], arrays.publics[1],
            workspace.search.moves,
        )  # fmt: skip
        tried = set(workspace.search.moves[:count].tolist())
        r = table.rule_tables
        clues = {number for number in legal_ids(r, table.state) if is_clue(r, number)}
        table.act(bot.choose(view))
        load_view(workspace, table.view(me), me)
        masks = arrays.publics[0]["masks"]
        broken = any(
            not int(masks[owner][slot]) >> table.state.faces[table.state.hands[owner][slot]] & 1
            for owner in range(2)
            for slot in range(table.state.hand_sizes[owner])
        )
    assert broken
    assert clues <= tried
