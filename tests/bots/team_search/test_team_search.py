"""The searching team bot: blind to hidden cards, the same at tables and in compiled games, and only with team bots."""

import random

import pytest

from hanabi.arena import Experiment
from hanabi.arena.view_games import numbered_deal
from hanabi.arena.workers import play_chunk
from hanabi.bots import make_bot
from hanabi.bots.hat_search.budget import UNLIMITED
from hanabi.bots.team import Team
from hanabi.bots.team.bot import TeamLineup
from hanabi.bots.team.engine.levels import conventions_at
from hanabi.bots.team_search.bot import TeamSearch, TeamSearchLineup, team_budget
from hanabi.bots.team_search.rollouts import SearchBudget, TeamSearchWorkspace, searched_move
from hanabi.compiled.seeded_deals import PLACE_OF_BOTS
from hanabi.game import DEFAULT_NAMES, Game
from hanabi.rules import Referee, RuleSet, action_of_id, write_action
from support.hidden_worlds import Witness

WORLDS = 2


@pytest.mark.parametrize("players", [2, 4])
def test_compiled_games_equal_those_at_a_table(players: int) -> None:
    """So no choice in them depends on anything that a seat does not see."""
    rules = RuleSet.of(empty_clues=False)
    experiment = Experiment(("team:search",) * players, rules, games=1, seed=4, keep_records=True, worlds=WORLDS)
    (record,) = play_chunk(experiment, 0, 1).records
    deal = numbered_deal(experiment, 0)
    table = Referee(rules, DEFAULT_NAMES[:players], deal.deck)
    workspace = TeamSearchWorkspace(rules, players, team_budget(players, WORLDS).rollouts.max_worlds)
    workspace.search.stream[:] = deal.key, PLACE_OF_BOTS
    budget = SearchBudget(conventions_at(3), *team_budget(players, WORLDS), UNLIMITED)
    written = []
    while table.player is not None:
        number = searched_move(workspace, table.view(table.player), budget)
        action = action_of_id(rules, table.rule_tables, table.state, number)
        written.append(write_action(table.state, action))
        table.act(action)
    assert written == list(record["actions"])


def test_hidden_cards_do_not_change_the_choice() -> None:
    rules = RuleSet.of(empty_clues=False)
    deal = numbered_deal(Experiment(bots=("team:search",) * 3, rules=rules, games=1, seed=6), 0)
    table = Referee(rules, DEFAULT_NAMES[:3], deal.deck)
    witness, rng = Witness(table), random.Random(3)
    while table.player is not None:
        seat = table.player
        action = TeamSearch(seed=table.turn, worlds=WORLDS, compiled=True).choose(table.view(seat))
        other = witness.other_world(seat, rng)
        assert TeamSearch(seed=table.turn, worlds=WORLDS, compiled=True).choose(other.view(seat)) == action
        witness.act(action)


@pytest.mark.parametrize("partners", [(None,), ("simple", "team"), ("team:1",), ("hat", "hat")])
def test_it_does_not_search_with_other_partners(partners: tuple[str | None, ...]) -> None:
    bot = make_bot("team:search", seed=1, partners=partners, compiled=True)
    assert isinstance(bot, TeamSearch)
    assert not bot.is_searching
    view = Game.new(players=len(partners) + 1, seed=2).view(0)
    assert bot.choose(view) == Team(partners=partners).choose(view)


def test_line_ups_of_team_bots_are_compiled_together() -> None:
    def games(*bots: str) -> object:
        return Experiment(bots, RuleSet.of(), games=1).compiled_games

    searching = games("team", "team:search", "team:3")
    assert isinstance(searching, TeamSearchLineup)
    assert searching.searching == (False, True, False)
    assert isinstance(games("team:1", "team:search"), TeamLineup)
    assert games("team:search", "simple") is None


def test_a_move_that_only_a_search_finds_is_explained() -> None:
    view, bot = Game.new(players=2, seed=2).view(0), TeamSearch(seed=1)
    usual, why = bot.reason(view)
    other = next(action for action in view.legal_actions if action != usual)
    assert bot.reason_for(view, usual) == why
    assert (bot.reason_for(view, other) or "").startswith("I played this through in my head")
    assert Team().reason_for(view, other) is None
    assert TeamSearch(partners=(None,)).reason_for(view, other) is None
