"""What can be known (record.md, states; rules.md, sections 3 and 5): clues alone, and clues with counting."""

from collections.abc import Iterable

from hanabi.rules import Card
from support.text_table import a_table

HANDS = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"


def faces(suits: str, ranks: str) -> str:
    return " ".join(sorted(suit + rank for suit in suits for rank in ranks))


def test_before_any_clue_a_card_may_be_anything() -> None:
    table = a_table(HANDS)
    assert table.may_be("Bo", 0) == faces("rygwb", "12345")


def test_a_color_clue_leaves_that_color_on_the_cards_it_touches() -> None:
    table = a_table(HANDS).clues("Bo", "yellow")
    assert table.may_be("Bo", 1) == faces("y", "12345")
    assert table.may_be("Bo", 0) == faces("rgwb", "12345")


def test_a_rank_clue_leaves_that_rank_on_the_cards_it_touches() -> None:
    table = a_table(HANDS).clues("Bo", 3)
    assert table.may_be("Bo", 1) == faces("rygwb", "3")
    assert table.may_be("Bo", 0) == faces("rygwb", "1245")


def test_clues_add_up() -> None:
    table = a_table(HANDS).clues("Bo", 3).clues("Ana", 1).clues("Bo", "yellow")
    assert table.may_be("Bo", 1) == "y3"
    assert table.may_be("Bo", 3) == faces("rgwb", "3")
    assert table.may_be("Bo", 2) == faces("y", "1245")


def test_a_clue_says_nothing_about_another_hand_or_a_card_drawn_later() -> None:
    table = a_table("deck r2 … · Ana* r5 b1 · Bo w1 y3").clues("Bo", "red").clues("Ana", "red")
    assert table.may_be("Ana", 1) == faces("ygwb", "12345")
    table = table.plays("b1")
    assert table.hand("Ana") == "r5 r2"
    assert table.may_be("Ana", 1) == faces("rygwb", "12345")


def test_knowledge_from_clues_and_counting_are_separate() -> None:
    """record.md: what can be counted out from visible cards is not removed there."""
    table = a_table("fireworks r1 · discards r1 · Ana* r5 b1 · Bo r1 y3").clues("Bo", 1).clues("Ana", 1)
    assert table.may_be("Ana", 1) == faces("rygwb", "1")
    assert table.can_be("Ana", 1) == faces("ygwb", "1")


def test_players_do_not_count_their_own_hidden_cards() -> None:
    table = a_table("Ana* r5 b1 · Bo r1 y3")
    assert table.can_be("Ana", 0) == faces("rygwb", "12345")
    assert table.can_be("Bo", 0) == " ".join(card for card in faces("rygwb", "12345").split() if card != "r5")


def test_a_single_card_seen_in_another_hand_is_counted_out() -> None:
    table = a_table("Ana* b1 · Bo r5 · Cy g5")
    assert set(table.can_be("Ana", 0).split()) == set(faces("rygwb", "12345").split()) - {"r5", "g5"}
    assert "r5" in table.can_be("Bo", 0)


def test_the_owner_of_a_reshuffled_card_knows_only_newer_cards_may_be_it() -> None:
    """Section 6, ruling: it is somewhere in the deck, so an older card of the hand is not it."""
    text = "fireworks r4 · clues 3 · discards w5 · tiles reshuffle · deck b4 b4 … · Ana* r5 b1 · Bo g1 y3"
    table = a_table(text, flamboyants=True).plays("r5").reshuffles("w5", at=3)
    assert table.hand("Ana") == "b1 b4"
    assert "w5" not in table.can_be("Ana", 0)
    assert "w5" in table.can_be("Ana", 1)
    assert "w5" not in table.can_be("Bo", 0)


def test_playable_critical_and_useless() -> None:
    """Section 7: mark a firework that can no longer be completed."""
    table = a_table(f"fireworks r2 y1 · discards r4 y2 y2 g1 · {HANDS}")
    view = table.view("Ana")

    def marks(cards: Iterable[Card]) -> str:
        return " ".join(sorted(map(str, cards)))

    assert marks(view.playable) == "b1 g1 r3 w1 y2"
    assert marks(view.useless) == "r1 r2 y1 y2 y3 y4 y5"
    assert marks(view.critical) == "b5 g5 r4 r5 w5"
    assert view.best_score == 5 + 1 + 5 + 5 + 5


def test_playable_and_useless_of_black_run_downward() -> None:
    table = a_table("fireworks k4 · discards k2 k2 · Ana* r1 · Bo r2", black_powder=True)
    view = table.view("Ana")
    black = {str(card) for card in view.useless if card.suit == "black"}
    assert black == {"k5", "k4", "k2", "k1"}
    assert {str(card) for card in view.playable if card.suit == "black"} == {"k3"}
    assert view.best_score == 25 - 5 + 3


def test_a_five_card_multicolor_is_all_critical() -> None:
    view = a_table("fireworks m1 · Ana* r1 · Bo r2", "nb", multicolor="suit").view("Bo")
    assert {str(card) for card in view.critical if card.suit == "multicolor"} == {"m2", "m3", "m4", "m5"}
    assert view.best_score == 30
