"""rules.md, section 1: components; section 2: setup."""

from collections import Counter
from typing import Any

import pytest

from hanabi import Game, RulesError, RuleSet
from hanabi.rules import Card, Suit
from support.kernel_faces import on_face

COLORS = ("white", "red", "blue", "yellow", "green")


def ranks_of(rules: RuleSet, suit: str) -> str:
    return "".join(str(card.rank) for card in sorted(rules.cards, key=lambda card: card.rank) if card.suit == suit)


def test_the_base_game_has_five_colors_of_ten_cards() -> None:
    """All books, section 1."""
    rules = RuleSet.of()
    assert len(rules.cards) == 50
    assert {suit.value for suit in rules.suits} == set(COLORS)
    assert {ranks_of(rules, color) for color in COLORS} == {"1112233445"}


def test_there_are_eight_clue_tokens_and_three_strikes() -> None:
    """All books, section 1."""
    assert (RuleSet.of().clue_tokens, RuleSet.of().strikes) == (8, 3)


@pytest.mark.parametrize(("cards", "ranks"), [(10, "1112233445"), (5, "12345")])
@pytest.mark.parametrize("form", ["suit", "wild"])
def test_the_multicolor_suit_has_ten_cards_or_five(form: str, cards: int, ranks: str) -> None:
    """pt-BR, es, pl: ten cards; nb (and es as a harder choice): five. Section 1."""
    rules = RuleSet.of(multicolor=form, multicolor_cards=cards)
    assert ranks_of(rules, "multicolor") == ranks
    assert len(rules.cards) == 50 + cards


def test_black_mirrors_the_ranks() -> None:
    """pt-BR, pl: three 5s and one 1. Section 1, ruling (black ranks)."""
    rules = RuleSet.of(black_powder=True)
    assert ranks_of(rules, "black") == "1223344555"
    assert len(rules.cards) == 60


def test_all_suits_together_are_seventy_cards() -> None:
    assert len(RuleSet.of(multicolor="wild", black_powder=True).cards) == 70


@pytest.mark.parametrize(("players", "hand"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_have_five_cards_for_two_or_three_and_four_for_more(players: int, hand: int) -> None:
    """All books, section 2."""
    game = Game.new(players=players, seed=1)
    assert [len(cards) for cards in game.view().hands] == [hand] * players
    assert game.deck_size == 50 - players * hand


@pytest.mark.parametrize("players", [0, 1, 6])
def test_hanabi_is_for_two_to_five(players: int) -> None:
    """All books, section 2."""
    with pytest.raises(RulesError):
        Game.new(players=players)


def test_the_game_starts_with_all_clue_tokens_and_no_strike() -> None:
    """All books, section 2."""
    view = Game.new(seed=1, clue_tokens=9).view()
    assert (view.clue_tokens, view.strikes, view.turn, view.score) == (9, 0, 0, 0)


@pytest.mark.parametrize(("players", "first"), [(n, seat) for n in range(2, 6) for seat in range(n)])
def test_any_seat_may_start_and_play_goes_clockwise(face: str, players: int, first: int) -> None:
    """Section 2: the first player is chosen at setup, by default seat 0."""
    game = Game.new(players=players, first=first, seed=3)
    native_or_plain = on_face(face, game.rule_tables, game.state)
    acted = []
    for _ in range(players + 1):
        acted.append(native_or_plain.state.player)
        native_or_plain.call("turn.apply", game.rule_tables.first_color_clue, 0)
    assert acted == [(first + turn) % players for turn in range(players + 1)]
    assert Game.new(players=players, seed=3).player == 0


@pytest.mark.parametrize("first", [-1, 2, 7])
def test_an_unknown_seat_cannot_start(first: int) -> None:
    with pytest.raises(RulesError):
        Game.new(players=2, first=first)


def test_cards_are_dealt_seat_by_seat_then_drawn_in_order() -> None:
    """record.md: a whole hand each, from seat 0."""
    game = Game.new(players=3, first=1, seed=5)
    assert [game.state.hands[seat][:5] for seat in range(3)] == [list(range(at, at + 5)) for at in (0, 5, 10)]


def test_nobody_sees_their_own_cards_and_everyone_sees_the_others() -> None:
    """All books, section 2."""
    game = Game.new(players=3, seed=5)
    for seat in range(3):
        view = game.view(seat)
        for owner, hand in enumerate(view.hands):
            seen = [card.card for card in hand]
            assert seen == ([None] * 5 if owner == seat else [game.card(owner, slot) for slot in range(5)])
        assert view.deck_size == 35


def test_black_is_a_suit_but_not_a_color_to_name() -> None:
    rules = RuleSet.of(black_powder=True, multicolor="wild")
    assert Suit.BLACK in rules.suits
    assert {color.value for color in rules.nameable} == set(COLORS)


@pytest.mark.parametrize(
    ("size", "cards"),
    [
        ({"colors": 1, "ranks": 1, "hand_size": 1}, None),
        ({"colors": 1, "ranks": 1}, None),
        ({"colors": 2, "ranks": 1, "hand_size": 2}, {"r1": 3, "y1": 3}),
        ({"colors": 1, "ranks": 2, "hand_size": 2}, {"r1": 3, "r2": 1}),
        ({"colors": 1, "ranks": 3, "black_powder": True}, {"r1": 3, "r2": 2, "r3": 1, "k3": 3, "k2": 2, "k1": 1}),
    ],
)
def test_smaller_games_for_research(size: dict[str, Any], cards: dict[str, int] | None) -> None:
    """Three copies of the first card of a firework, one of the last, two between."""
    if cards is None:
        with pytest.raises(RulesError):
            Game.new(players=2, **size)
    else:
        game = Game.new(players=2, **size)
        assert Counter(game.deck) == {Card.of(card): count for card, count in cards.items()}
