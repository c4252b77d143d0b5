"""rules.md, section 4: how a game ends and what it is worth."""

from typing import Any

import pytest

from hanabi import RuleSet
from hanabi.rules import EditionVerdict, Outcome, rating_of, verdict_on
from support.text_table import a_table, refused

HANDS = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"


def test_the_third_strike_loses_at_once() -> None:
    """All books, section 4; es says zero points."""
    table = a_table(f"fireworks b3 r1 · strikes 2 · turn 9 · deck w4 … · {HANDS}").plays("r5")
    assert table.ending == "lost strikes 0"
    assert (table.strikes, table.discard_pile, table.turn, table.player) == (3, "r5", 9, None)
    assert table.over is not None
    assert table.over.rating is None


def test_no_card_is_drawn_in_a_turn_that_ends_the_game_at_once() -> None:
    """Section 4."""
    lost = a_table(f"strikes 2 · deck w4 … · {HANDS}").plays("r5")
    assert (lost.hand("Ana"), lost.deck) == ("b1 b2 g1 g1", 40)
    won = a_table("fireworks r4 w5 b5 y5 g5 · deck r1 r1 · Ana* r5 · Bo r2").plays("r5")
    assert (won.hand("Ana"), won.deck) == ("", 2)


def test_nothing_can_be_done_after_the_end() -> None:
    table = a_table(f"strikes 2 · {HANDS}").plays("r5")
    assert table.legal() == ()
    with refused("game_over"):
        table.clues("Ana", "blue")


@pytest.mark.parametrize("strikes", [1, 2, 3])
def test_the_game_is_lost_at_the_chosen_strike(strikes: int) -> None:
    """es, section 5: three, harder two or one."""
    table = a_table(f"strikes {strikes - 1} · {HANDS}", "es", strikes=strikes)
    assert table.plays("r5").ending == "lost strikes 0"
    if strikes > 1:
        assert a_table(f"strikes {strikes - 2} · {HANDS}", "es", strikes=strikes).plays("r5").ending is None


@pytest.mark.parametrize("tokens", [9, 12, 1])
def test_the_chosen_number_of_tokens_is_the_most_that_can_be_available(tokens: int) -> None:
    """es, section 5: nine or more make it easier."""
    full = a_table(f"fireworks r4 · {HANDS}", "es", clue_tokens=tokens)
    assert full.clue_tokens == tokens
    with refused("all_tokens_available"):
        full.discards("b1")
    assert full.plays("r5").clue_tokens == tokens
    used = full.clues("Bo", 3)
    assert used.clue_tokens == tokens - 1
    assert used.discards("y3").clue_tokens == tokens


def test_the_complete_show_wins_at_once() -> None:
    """All books, section 4."""
    table = a_table("fireworks r4 w5 b5 y5 g5 · turn 40 · clues 0 · Ana r1 · Bo* r5").plays("r5")
    assert table.ending == "won complete 25"
    assert table.over is not None
    assert (table.over.rating, table.player, table.turn) == ("legendary", None, 40)


def test_the_complete_show_also_wins_in_the_last_round() -> None:
    """Section 4."""
    table = a_table("fireworks r4 w5 b5 y5 g5 · deck - · last 2 · Ana* r5 · Bo r1").plays("r5")
    assert table.ending == "won complete 25"
    table = a_table("fireworks r4 w5 b5 y5 g5 · deck - · last 1 · Ana* r5 · Bo r1").plays("r5")
    assert table.ending == "won complete 25"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_after_the_last_card_is_drawn_each_player_has_exactly_one_more_turn(players: int) -> None:
    """All books, section 4: including the player who drew it."""
    names = ["Ana", "Bo", "Cy", "Dee", "Eli"][:players]
    hands = ["r1 r1 r1", "y1 y1 y1", "g1 g1 g1", "w1 w1 w1", "b1 b1 b1"]
    text = " · ".join(f"{name}{'*' * (name == 'Bo')} {hand}" for name, hand in zip(names, hands, strict=False))
    table = a_table(f"clues 0 · deck r5 · turn 30 · {text}").discards("y1")
    assert (table.deck, table.turns_left, table.hand("Bo")) == (0, players, "y1 y1 r5")
    for turn in range(players):
        assert table.over is None
        assert table.turn == 31 + turn
        assert table.player == names[(2 + turn) % players]
        table = table.discards(table.hand(table.player).split()[0])
    assert table.ending == "finished deck 0"
    assert table.turn == 30 + players


def test_the_last_round_begins_with_the_last_card_and_not_before() -> None:
    """Section 4."""
    table = a_table(f"clues 0 · deck r3 w5 · {HANDS}").discards("b1")
    assert (table.deck, table.turns_left) == (1, None)
    table = table.clues("Ana", 1)
    assert (table.deck, table.turns_left) == (1, None)
    assert table.discards("b2").turns_left == 2


def test_nobody_draws_in_the_last_round() -> None:
    """Section 4; section 3: drawing does nothing when the deck is empty."""
    table = a_table(f"clues 0 · deck - · last 2 · {HANDS}").discards("b1")
    assert table.hand("Ana") == "r5 b2 g1 g1"
    assert table.deck == 0


def test_clues_and_plays_count_as_turns_of_the_last_round() -> None:
    """Section 4."""
    table = a_table(f"clues 3 · deck - · last 2 · {HANDS}").clues("Bo", 3)
    assert table.turns_left == 1
    assert table.plays("w1").ending == "finished deck 1"


def test_the_third_strike_loses_also_in_the_last_round() -> None:
    """Section 4."""
    assert a_table(f"strikes 2 · fireworks w3 · deck - · last 1 · {HANDS}").plays("r5").ending == "lost strikes 0"


def test_the_score_is_the_number_of_cards_in_the_fireworks() -> None:
    """All books, section 4 (score)."""
    table = a_table("fireworks w2 r4 b5 y1 · deck - · last 1 · clues 1 · Ana* g1 · Bo g3").plays("g1")
    assert table.ending == "finished deck 13"
    assert table.over is not None
    assert table.over.rating == "honorable"


def test_multicolor_counts_like_a_color() -> None:
    """pt-BR, nb, es, pl, section 4: up to thirty."""
    table = a_table("fireworks w5 r5 b5 y5 g5 m2 · deck - · last 1 · clues 1 · Ana* m3 · Bo g3", multicolor="suit")
    assert table.plays("m3").ending == "finished deck 28"
    table = a_table("fireworks w5 r5 b5 y5 g5 m4 · clues 1 · Ana* m5 · Bo g3", multicolor="wild").plays("m5")
    assert table.ending == "won complete 30"
    assert table.over is not None
    assert table.over.rating == "divine"


@pytest.mark.parametrize(
    ("least", "most", "rating"),
    [
        (-5, 5, "horrible"),
        (6, 10, "mediocre"),
        (11, 15, "honorable"),
        (16, 20, "excellent"),
        (21, 24, "extraordinary"),
        (25, 29, "legendary"),
        (30, 30, "divine"),
    ],
)
def test_ratings(least: int, most: int, rating: str) -> None:
    """Section 4: the table of ratings, including its bounds."""
    assert {rating_of(points) for points in range(least, most + 1)} == {rating}


@pytest.mark.parametrize(
    ("fireworks", "rating"),
    [("w5", "horrible"), ("w5 r1", "mediocre"), ("w5 r5 b5 y5 g4", "extraordinary"), ("w5 r5 b5 y1", "excellent")],
)
def test_a_finished_game_is_rated(fireworks: str, rating: str) -> None:
    """Section 4."""
    table = a_table(f"fireworks {fireworks} · deck - · last 1 · clues 1 · Ana* r3 · Bo g3").clues("Bo", "green")
    assert table.over is not None
    assert table.over.rating == rating


def test_a_finished_turn_is_counted_and_the_one_that_ends_the_game_is_not() -> None:
    """record.md, states."""
    table = a_table(f"turn 20 · deck - · last 2 · clues 3 · {HANDS}").clues("Bo", 3)
    assert table.turn == 21
    assert table.clues("Ana", 1).turn == 21


@pytest.mark.parametrize(
    ("switches", "rating", "verdict"),
    [
        ({"edition": "es"}, None, "horrible"),
        ({"edition": "ro"}, None, None),
        ({"edition": "pl", "black_powder": True}, None, None),
        ({}, None, None),
        ({"edition": "es", "all_or_nothing": True}, None, None),
    ],
)
def test_a_lost_game_has_a_verdict_where_the_scale_begins_with_it(
    switches: dict[str, Any], rating: str | None, verdict: str | None
) -> None:
    """Section 8: `es` counts a lost game as zero points, with which its scale begins; the rating itself stays away."""
    lost = Outcome("lost", "strikes", 0, rating)
    assert verdict_on(RuleSet.of(**switches), lost) == EditionVerdict(verdict, commended=False)


@pytest.mark.parametrize(
    ("switches", "commended"),
    [
        ({"edition": "pl", "black_powder": True}, True),
        ({"edition": "pl", "black_powder": True, "flamboyants": True}, True),
        ({"edition": "pl"}, False),
        ({"edition": "pt-BR", "black_powder": True}, False),
        ({"black_powder": True}, False),
    ],
)
def test_black_powder_brings_a_commendation_in_the_polish_book(switches: dict[str, Any], commended: bool) -> None:
    """Section 8: in addition to the rating, for any score."""
    finished = Outcome("finished", "deck", 12, "honorable")
    assert verdict_on(RuleSet.of(**switches), finished) == EditionVerdict("honorable", commended=commended)
