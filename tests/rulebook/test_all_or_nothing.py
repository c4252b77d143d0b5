"""rules.md, section 5: `all_or_nothing` (ro, pt-BR, nb, pl), a perfect show or defeat."""

from typing import Any

import pytest

from support.text_table import Table, a_table

HANDS = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"


def perfect_or_nothing(text: str, edition: str | None = None, **switches: Any) -> Table:
    return a_table(text, edition, all_or_nothing=True, **switches)


def test_there_is_no_last_round_and_hands_shrink() -> None:
    """Section 5: when the deck is empty play goes on without drawing."""
    table = perfect_or_nothing("fireworks r1 · clues 0 · deck r5 · Ana* r1 r2 r3 · Bo r1 r4 r2", colors=1).plays("r2")
    assert (table.deck, table.turns_left, table.hand("Ana")) == (0, None, "r1 r3 r5")
    table = table.discards("r1").plays("r3").plays("r4")
    assert (table.hand("Ana"), table.hand("Bo"), table.over) == ("r1 r5", "r2", None)
    assert table.plays("r5").ending == "won complete 5"


def test_the_game_continues_after_everyone_had_a_turn_with_an_empty_deck() -> None:
    """Section 5."""
    table = perfect_or_nothing("fireworks w5 y5 b5 g5 · clues 8 · deck - · Ana* r1 r2 r3 r4 r5 · Bo w2 y3 y4 b3 g2")
    for turn in range(4):
        table = table.clues("Bo" if turn % 2 == 0 else "Ana", 3)
    for card in ("r1", "r2", "r3", "r4"):
        table = table.plays(card).clues("Ana", 5)
    assert table.plays("r5").ending == "won complete 25"


def test_discarding_an_indispensable_card_loses() -> None:
    """Section 5."""
    table = perfect_or_nothing(f"clues 3 · turn 4 · {HANDS}").discards("r5")
    assert table.ending == "lost indispensable 0"
    assert table.over is not None
    assert (table.over.rating, table.player, table.turn) == (None, None, 4)


def test_nothing_more_happens_in_the_turn_that_loses() -> None:
    """Section 4: the game ends as the card reaches the discard pile; no token, no card."""
    table = perfect_or_nothing(f"clues 3 · deck w4 … · {HANDS}").discards("r5")
    assert (table.discard_pile, table.clue_tokens, table.hand("Ana")) == ("r5", 3, "b1 b2 g1 g1")


def test_losing_an_indispensable_card_by_a_failed_play_loses() -> None:
    """Section 5: also by a failed play."""
    table = perfect_or_nothing(f"fireworks r3 · {HANDS}").plays("r5")
    assert (table.ending, table.strikes) == ("lost indispensable 0", 1)


def test_a_failed_play_that_is_both_ends_by_strikes() -> None:
    """Section 4."""
    assert perfect_or_nothing(f"strikes 2 · {HANDS}").plays("r5").ending == "lost strikes 0"


def test_the_last_strike_loses() -> None:
    """Section 5."""
    assert perfect_or_nothing(f"strikes 2 · fireworks b1 · {HANDS}").plays("b1").ending == "lost strikes 0"


@pytest.mark.parametrize(
    ("discards", "card", "lost"),
    [
        ("", "g1", False),
        ("g1", "g1", False),
        ("g1 g1", "g1", True),
        ("b2", "b2", True),
        ("", "b2", False),
    ],
)
def test_a_card_is_indispensable_when_every_other_copy_is_discarded(discards: str, card: str, lost: bool) -> None:
    """Section 5, ruling (indispensable)."""
    table = perfect_or_nothing(f"clues 3 · discards {discards} · Ana* r5 b1 b2 g1 w1 · Bo w1 y3 y4 b3 g2")
    table = table.discards(card)
    assert table.ending == ("lost indispensable 0" if lost else None)


def test_a_card_already_in_its_firework_is_not_indispensable() -> None:
    """Section 5, ruling (indispensable)."""
    table = perfect_or_nothing("fireworks g1 · clues 3 · discards g1 · Ana* r5 b1 b2 g1 w1 · Bo w1 y3 y4 b3 g2")
    assert table.discards("g1").ending is None


def test_a_copy_in_a_hand_or_in_the_deck_keeps_a_card_dispensable() -> None:
    """Section 5, ruling (indispensable)."""
    table = perfect_or_nothing("clues 3 · discards b1 · Ana* b1 · Bo b1").discards("b1")
    assert table.ending is None
    assert table.discards("b1").ending == "lost indispensable 0"


def test_a_tile_that_might_bring_the_card_back_does_not_matter() -> None:
    """Section 5, ruling (indispensable)."""
    table = perfect_or_nothing(f"clues 3 · tiles rescue reshuffle · {HANDS}", flamboyants=True)
    assert table.discards("r5").ending == "lost indispensable 0"


def test_the_complete_show_wins_without_a_rating() -> None:
    """Section 5."""
    table = perfect_or_nothing("fireworks r4 w5 b5 y5 g5 · Ana* r5 · Bo w1").plays("r5")
    assert table.ending == "won complete 25"
    assert table.over is not None
    assert table.over.rating is None


def test_black_too_must_be_complete_to_win() -> None:
    """Section 5."""
    table = perfect_or_nothing("fireworks r4 w5 b5 y5 g5 k2 · Ana* r5 · Bo k1", black_powder=True).plays("r5")
    assert table.ending is None
    assert table.plays("k1").ending == "won complete 25"


def test_losing_blacks_only_1_loses() -> None:
    """Sections 1 and 5: black's 1 is single, its 5 is not."""
    table = perfect_or_nothing("clues 3 · Ana* k1 k5 · Bo w1 r2", black_powder=True)
    assert table.discards("k1").ending == "lost indispensable 0"
    assert table.discards("k5").ending is None


def test_every_card_of_a_five_card_multicolor_is_indispensable() -> None:
    """Sections 1 and 5 (nb)."""
    table = perfect_or_nothing("clues 3 · Ana* m1 · Bo w1", "nb", multicolor="suit")
    assert table.discards("m1").ending == "lost indispensable 0"


def test_a_player_who_can_do_nothing_loses_the_game() -> None:
    """Section 5, ruling (dead end): no cards and no clue token."""
    table = perfect_or_nothing("fireworks r2 · clues 1 · deck - · Ana* r3 r4 · Bo", colors=1)
    table = table.clues("Bo", 1)
    assert table.ending == "lost stuck 0"
    assert table.over is not None
    assert table.over.rating is None


def test_a_player_without_cards_may_still_clue() -> None:
    """Section 5, ruling (dead end)."""
    table = perfect_or_nothing("fireworks r2 · clues 2 · deck - · Ana* r3 r4 r5 · Bo", colors=1).plays("r3")
    assert (table.player, table.over) == ("Bo", None)
    table = table.clues("Ana", 4).plays("r4").clues("Ana", 5)
    assert table.plays("r5").ending == "won complete 5"


def test_a_player_without_cards_is_stuck_when_no_clue_is_allowed() -> None:
    """Section 5, ruling (dead end), where empty clues are off: no teammate holds a card to clue."""
    text = "fireworks r2 · clues 3 · deck - · Ana* r3 · Bo"
    assert perfect_or_nothing(text, "ro", colors=1).plays("r3").ending == "lost stuck 0"
    assert perfect_or_nothing(text, colors=1).plays("r3").ending is None


def test_the_turn_before_a_dead_end_was_finished() -> None:
    """record.md: `turn` counts finished turns; the game ends in the turn that cannot be taken."""
    table = perfect_or_nothing("fireworks r2 · turn 12 · clues 1 · deck - · Ana* r3 r4 · Bo", colors=1)
    assert table.clues("Bo", 1).turn == 13
