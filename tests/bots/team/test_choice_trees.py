"""The team bot's choice with people: the trees fitted to their games, added to its own scores."""

from hanabi import Game
from hanabi.bots.team import Team
from hanabi.bots.team.engine.layout import NO_REASON
from hanabi.bots.team.engine.policy import choose
from hanabi.bots.team.fitted_choice import COLUMNS, ChoiceTree, choice_trees, favor_of, rows_of, table_columns
from hanabi.rules import legal_ids

SEED = 13


def played(bots: list[Team], moves: int) -> Game:
    game = Game.new(players=["Ana", "Bo", "Cy"], seed=SEED, empty_clues=False)
    for _ in range(moves):
        assert game.player is not None
        game.act(bots[game.player].choose(game.view(game.player)))
    return game


def table_rows(game: Game) -> list[list[int]]:
    assert game.player is not None
    view = game.view(game.player)
    r, mind = view.rule_tables, Team().mind_at(view)
    rows = list(rows_of(r, mind, legal_ids(r, view.erased)))
    table = table_columns(r, mind)
    return [row.columns(table) for row in rows]


def test_a_tree_goes_left_up_to_its_threshold_and_ends_at_a_leaf() -> None:
    tree = ChoiceTree(column=[0, 1], threshold=[5, -1], left=[1, ~0], right=[~2, ~1], leaves=[10, 20, 30])
    assert [tree.score(row) for row in ([5, -1], [5, 0], [6, -1])] == [10, 20, 30]


def test_people_favor_some_moves_more() -> None:
    assert len({favor_of(row) for row in table_rows(played([Team() for _ in range(3)], 20))}) > 1


def test_every_leaf_of_the_stored_trees_can_be_reached() -> None:
    for tree in choice_trees():
        children = [*tree.left, *tree.right]
        assert sorted(children) == [*range(-len(tree.leaves), 0), *range(1, len(tree.column))]
        assert all(0 <= column < len(COLUMNS) for column in tree.column)


def test_every_move_has_a_value_in_every_column() -> None:
    assert {len(row) for row in table_rows(played([Team() for _ in range(3)], 5))} == {len(COLUMNS)}


def test_describing_the_moves_leaves_the_mind_as_it_was() -> None:
    game = played([Team() for _ in range(3)], 12)
    assert game.player is not None
    view = game.view(game.player)
    fresh, scored = (Team().mind_at(view) for _ in range(2))
    list(rows_of(view.rule_tables, scored, legal_ids(view.rule_tables, view.erased)))
    assert choose(view.rule_tables, scored) == choose(view.rule_tables, fresh)
    assert vars(scored.cards) == vars(fresh.cards)
    assert vars(scored.table) == vars(fresh.table)
    assert vars(scored.latest) == vars(fresh.latest)


def test_compiled_and_plain_bots_make_the_same_choices_with_people_for_the_same_reasons() -> None:
    plain, compiled = [Team() for _ in range(3)], [Team(compiled=True) for _ in range(3)]
    game = Game.new(players=["Ana", "Bo", "Cy"], seed=SEED, empty_clues=False)
    differences = 0
    while game.player is not None:
        view = game.view(game.player)
        action = plain[game.player].choose(view)
        assert compiled[game.player].choose(view) == action
        minds = [bots[game.player].mind_at(view) for bots in (plain, compiled)]
        assert minds[0].choice.reason == minds[1].choice.reason != NO_REASON
        assert minds[0].choice.chosen == minds[1].choice.chosen
        differences += Team(partners=("team", "team")).choose(view) != action
        game.act(action)
    assert differences > 0  # among team bots it chooses differently
