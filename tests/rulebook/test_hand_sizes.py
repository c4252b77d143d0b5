"""Hands of one card more or fewer (rules.md, section 5): a house rule that no book prints."""

import pytest

from hanabi import Game, RuleSet
from hanabi.bots import make_bot
from hanabi.rules import RulesError


@pytest.mark.parametrize(("players", "usual"), [(2, 5), (3, 5), (4, 4), (5, 4)])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_every_hand_has_that_many_cards(players: int, usual: int, more: int) -> None:
    game = Game.new(players=players, seed=1, extra_cards=more)
    assert game.state.hand_sizes[:players] == [usual + more] * players


def test_it_is_a_house_rule_in_every_edition() -> None:
    for edition in (None, "ro", "pt-BR", "nb", "es", "pl"):
        rules = RuleSet.of(edition, extra_cards=1)
        assert (rules.by_the_book, rules.printed_apart, rules.offered_by) == (False, False, ())


def test_other_numbers_are_refused() -> None:
    with pytest.raises(RulesError, match="extra_cards must be one of 0, -1, 1, not 2"):
        RuleSet.of(extra_cards=2)
    with pytest.raises(RulesError, match="at most 6 cards, not 7"):
        Game.new(players=2, hand_size=6, extra_cards=1)


@pytest.mark.parametrize("name", ["simple", "hat", "team:1", "team"])
@pytest.mark.parametrize("more", [-1, 1])
def test_every_bot_plays_with_them(name: str, more: int) -> None:
    game = Game.new(players=3, seed=4, extra_cards=more)
    seats = [make_bot(name) for _ in range(3)]
    while game.player is not None:
        game.act(seats[game.player].choose(game.view(game.player)))
    assert game.over is not None
