"""rules.md, section 5: `black_powder` (pt-BR, pl)."""

from typing import Any

import pytest

from support.text_table import a_table, refused

HANDS = "Ana* r5 b1 b2 g1 k4 · Bo k5 r3 y4 k4 g5"
ON: dict[str, Any] = {"black_powder": True}


def test_black_is_built_from_5_down_to_1() -> None:
    """pt-BR, pl, section 3 (fireworks)."""
    table = a_table("Ana* k5 k3 k1 · Bo k4 k2", **ON)
    for card in ("k5", "k4", "k3", "k2", "k1"):
        table = table.plays(card)
        assert table.fireworks == card
    assert table.strikes == 0


@pytest.mark.parametrize("card", ["k1", "k4"])
def test_black_does_not_start_with_another_rank(card: str) -> None:
    table = a_table(f"Ana* {card} · Bo r1", **ON).plays(card)
    assert (table.fireworks, table.strikes) == ("", 1)


@pytest.mark.parametrize("color", ["red", "yellow", "green", "white", "blue"])
@pytest.mark.parametrize("extra", [{}, {"multicolor": "wild"}, {"multicolor": "suit"}])
def test_no_color_clue_touches_black(color: str, extra: dict[str, Any]) -> None:
    """pt-BR, pl, section 5."""
    table = a_table(HANDS, **ON, **extra).clues("Bo", color)
    assert table.clued("Bo", 0) == table.clued("Bo", 3) == ()
    assert "k5" in table.may_be("Bo", 0)


def test_black_cannot_be_named_not_even_to_deny_it() -> None:
    """pt-BR, pl, section 5: not even "no black"."""
    with refused("color_not_nameable"):
        a_table(HANDS, **ON).clues("Bo", "black")
    with refused("color_not_nameable"):
        a_table("Ana* r1 · Bo r2", **ON).clues("Bo", "black")


def test_rank_clues_touch_black() -> None:
    """pt-BR, pl, section 5."""
    table = a_table(HANDS, **ON).clues("Bo", 5)
    assert [table.clued("Bo", slot) for slot in range(5)] == [(5,), (), (), (), (5,)]
    assert table.may_be("Bo", 0) == "b5 g5 k5 r5 w5 y5"


def test_a_card_no_color_touches_is_black() -> None:
    """Section 5: all five colors denied leave black alone."""
    table = a_table(HANDS, clue_tokens=10, **ON)
    for color in ("red", "yellow", "green", "white", "blue"):
        table = table.clues("Bo", color).clues("Ana", 1)
    assert table.may_be("Bo", 0) == "k1 k2 k3 k4 k5"


def test_blacks_1_completes_it_and_returns_a_token() -> None:
    """pt-BR, pl, section 3 (completion bonus)."""
    assert a_table("fireworks k2 · clues 2 · Ana* k1 · Bo r1", **ON).plays("k1").clue_tokens == 3


def test_blacks_5_returns_nothing() -> None:
    """Section 3: it only begins the firework."""
    assert a_table("clues 2 · Ana* k5 · Bo r1", **ON).plays("k5").clue_tokens == 2


@pytest.mark.parametrize(("black", "score"), [("", 3), ("k5", 4), ("k2", 7), ("k1", 8)])
def test_each_card_missing_from_black_costs_a_point(black: str, score: int) -> None:
    """Section 4 (score)."""
    table = a_table(f"fireworks w5 r3 {black} · deck - · last 1 · clues 1 · Ana* g3 · Bo g3", **ON).clues("Bo", 3)
    assert table.ending == f"finished deck {score}"


def test_the_score_can_be_below_zero() -> None:
    """Section 4, ruling: no floor."""
    table = a_table("fireworks w1 · deck - · last 1 · clues 1 · Ana* g3 · Bo g3", **ON).clues("Bo", 3)
    assert table.ending == "finished deck -4"
    assert table.over is not None
    assert table.over.rating == "horrible"


def test_a_lost_game_scores_0_and_not_less() -> None:
    """Section 4: lost is zero points."""
    assert a_table("strikes 2 · Ana* g3 · Bo g3", **ON).plays("g3").ending == "lost strikes 0"


def test_black_never_adds() -> None:
    """Section 4: the maximum stays 25, or 30 with multicolor."""
    table = a_table("fireworks w5 r5 b5 y5 g5 k2 · Ana* k1 · Bo g3", **ON).plays("k1")
    assert table.ending == "won complete 25"
    table = a_table("fireworks w5 r5 b5 y5 g5 m5 k2 · Ana* k1 · Bo g3", multicolor="wild", **ON).plays("k1")
    assert table.ending == "won complete 30"


def test_the_show_is_not_complete_without_black() -> None:
    """Section 4: all fireworks."""
    table = a_table("fireworks w5 r5 b5 y5 g4 k2 · Ana* g5 · Bo k1", **ON).plays("g5")
    assert table.ending is None
    assert table.view("Ana").score == 24


def test_three_black_5s_and_one_black_1_are_counted() -> None:
    """Section 1, ruling (black ranks)."""
    table = a_table("discards k1 k5 k5 · Ana* r1 r1 · Bo r2 r2", **ON)
    view = table.view("Ana")
    assert "k1" in {str(card) for card in view.useless}
    assert "k5" in {str(card) for card in view.critical}
    assert view.best_score == 24
