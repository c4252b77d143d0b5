"""rules.md, section 5: `multicolor = suit` (pt-BR, nb, es) and `multicolor = wild` (es, pl)."""

import pytest

from support.text_table import a_table, refused

HANDS = "Ana* r5 b1 b2 g1 g1 · Bo m1 r3 y4 m4 g2"
FIVE = ("red", "yellow", "green", "white", "blue")


def test_the_suit_has_a_clue_of_its_own() -> None:
    """pt-BR, nb, es, section 5."""
    table = a_table(HANDS, multicolor="suit").clues("Bo", "multicolor")
    assert [table.clued("Bo", slot) for slot in range(5)] == [("multicolor",), (), (), ("multicolor",), ()]
    assert table.may_be("Bo", 0) == "m1 m2 m3 m4 m5"
    assert "m1" not in table.may_be("Bo", 1)


@pytest.mark.parametrize("color", FIVE)
def test_the_five_colors_do_not_touch_the_suit(color: str) -> None:
    """pt-BR, nb, es, section 5."""
    table = a_table(HANDS, multicolor="suit").clues("Bo", color)
    assert table.clued("Bo", 0) == table.clued("Bo", 3) == ()
    assert "m1" in table.may_be("Bo", 0)


@pytest.mark.parametrize("color", FIVE)
def test_every_color_touches_every_wild_card(color: str) -> None:
    """es (second form), pl, section 5."""
    table = a_table(HANDS, multicolor="wild").clues("Bo", color)
    assert table.clued("Bo", 0) == table.clued("Bo", 3) == (color,)
    assert table.may_be("Bo", 0) == " ".join(sorted(f"{s}{n}" for s in (color[0], "m") for n in range(1, 6)))


def test_wild_cannot_be_named() -> None:
    """es, pl, section 5."""
    table = a_table(HANDS, multicolor="wild")
    with refused("color_not_nameable"):
        table.clues("Bo", "multicolor")
    assert table.may_clue("Bo") == {*FIVE, 1, 2, 3, 4, 5}


def test_red_and_then_blue_proves_multicolor() -> None:
    """Section 5: only a wild card is touched by two colors."""
    table = a_table(HANDS, multicolor="wild").clues("Bo", "red").clues("Ana", 1).clues("Bo", "blue")
    assert table.may_be("Bo", 0) == table.may_be("Bo", 3) == "m1 m2 m3 m4 m5"
    assert table.may_be("Bo", 1) == "r1 r2 r3 r4 r5"


def test_not_red_rules_multicolor_out() -> None:
    """Section 5: a wild card would have been pointed at."""
    table = a_table(HANDS, multicolor="wild").clues("Bo", "red")
    assert table.may_be("Bo", 2) == " ".join(sorted(f"{s}{n}" for s in "ygwb" for n in range(1, 6)))


def test_with_a_wild_card_no_color_clue_is_empty() -> None:
    """ro's empty clues with pl's wild suit: a clue must touch a card, and a wild card is touched by all colors."""
    table = a_table("Ana* r1 · Bo m3", empty_clues=False, multicolor="wild")
    assert table.may_clue("Bo") == {*FIVE, 3}
    table = a_table("Ana* r1 · Bo m3", empty_clues=False, multicolor="suit")
    assert table.may_clue("Bo") == {"multicolor", 3}


@pytest.mark.parametrize("form", ["suit", "wild"])
def test_multicolor_builds_only_its_own_firework(form: str) -> None:
    """Section 5."""
    table = a_table("fireworks r1 · Ana* m2 m1 · Bo r3", multicolor=form)
    assert table.plays("m1").fireworks == "m1 r1"
    failed = table.plays("m2")
    assert (failed.strikes, failed.fireworks) == (1, "r1")


@pytest.mark.parametrize("form", ["suit", "wild"])
def test_rank_clues_touch_multicolor(form: str) -> None:
    """Section 5."""
    table = a_table(HANDS, multicolor=form).clues("Bo", 4)
    assert [table.clued("Bo", slot) for slot in range(5)] == [(), (), (4,), (4,), ()]


def test_completing_multicolor_returns_a_token() -> None:
    """Section 3."""
    assert a_table("fireworks m4 · clues 2 · Ana* m5 · Bo r3", multicolor="suit").plays("m5").clue_tokens == 3


def test_the_five_card_suit_has_no_second_copy() -> None:
    """nb, section 1: counting one seen card rules it out everywhere."""
    table = a_table("Ana* r1 r1 · Bo m1 r3", "nb", multicolor="suit").clues("Bo", 3).clues("Ana", 1)
    assert table.can_be("Ana", 0) == "b1 g1 r1 w1 y1"
    table = a_table("Ana* r1 r1 · Bo m1 r3", multicolor="suit").clues("Bo", 3).clues("Ana", 1)
    assert table.can_be("Ana", 0) == "b1 g1 m1 r1 w1 y1"


def test_the_show_is_complete_only_with_multicolor() -> None:
    """Section 4."""
    table = a_table("fireworks r4 w5 b5 y5 g5 m4 · Ana* r5 · Bo m5", multicolor="suit").plays("r5")
    assert table.ending is None
    assert table.plays("m5").ending == "won complete 30"


def test_there_is_no_multicolor_in_the_base_game() -> None:
    with refused("no_such_color"):
        a_table("Ana* r1 · Bo b3").clues("Bo", "multicolor")
