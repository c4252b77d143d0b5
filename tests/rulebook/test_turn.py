"""rules.md, section 3: a turn is one action."""

import pytest

from hanabi import Discard, Play
from support.text_table import a_table, refused

PLAIN_HANDS = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"


def test_a_clue_costs_a_token_and_passes_the_turn() -> None:
    """All books, section 3.1."""
    table = a_table(f"clues 5 · turn 7 · {PLAIN_HANDS}").clues("Bo", "yellow")
    assert (table.clue_tokens, table.player, table.turn) == (4, "Bo", 8)
    assert table.deck == 40


def test_a_clue_points_at_all_the_cards_that_match_and_no_others() -> None:
    """All books, section 3.1."""
    table = a_table(PLAIN_HANDS).clues("Bo", "yellow")
    assert [table.clued("Bo", slot) for slot in range(5)] == [(), ("yellow",), ("yellow",), (), ()]
    table = a_table(PLAIN_HANDS).clues("Bo", 3)
    assert [table.clued("Bo", slot) for slot in range(5)] == [(), (3,), (), (3,), ()]


def test_a_clue_may_go_to_any_teammate() -> None:
    """All books, section 3.1."""
    table = a_table("Ana r1 · Bo* g1 · Cy b1 · Dee w1").clues("Ana", "red")
    assert table.clued("Ana", 0) == ("red",)
    assert [table.clued(name, 0) for name in ("Bo", "Cy", "Dee")] == [(), (), ()]


def test_no_clue_to_oneself() -> None:
    """All books, section 3.1."""
    with refused("clue_to_self"):
        a_table(PLAIN_HANDS).clues("Ana", "red")


def test_no_clue_without_a_token() -> None:
    """All books, section 3.1."""
    table = a_table(f"clues 0 · {PLAIN_HANDS}")
    with refused("no_clue_token"):
        table.clues("Bo", "yellow")
    assert table.may_clue("Bo") == set()


@pytest.mark.parametrize("edition", ["pt-BR", "nb", "es", "pl", None])
@pytest.mark.parametrize("about", ["red", 5])
def test_an_empty_clue_is_legal_and_says_no_to_every_card(edition: str | None, about: int | str) -> None:
    """pt-BR, nb, es, pl, section 3.1: "you have no red cards"."""
    table = a_table(PLAIN_HANDS, edition).clues("Bo", about)
    assert table.clue_tokens == 7
    assert [table.clued("Bo", slot) for slot in range(5)] == [()] * 5
    gone = [f"r{rank}" for rank in range(1, 6)] if about == "red" else [f"{suit}5" for suit in "rygwb"]
    assert not set(gone) & set(table.may_be("Bo", 0).split())


@pytest.mark.parametrize("about", ["red", 5])
def test_an_empty_clue_is_refused_when_they_are_off(about: int | str) -> None:
    """ro, section 3.1."""
    table = a_table(PLAIN_HANDS, "ro")
    with refused("empty_clue"):
        table.clues("Bo", about)
    assert table.may_clue("Bo") == {"white", "yellow", "blue", "green", 1, 2, 3, 4}


def test_empty_clues_is_a_separate_switch() -> None:
    """Section 5: any edition may turn it on or off."""
    assert a_table(PLAIN_HANDS, "ro", empty_clues=True).clues("Bo", "red").clue_tokens == 7
    with refused("empty_clue"):
        a_table(PLAIN_HANDS, "pl", empty_clues=False).clues("Bo", "red")


def test_a_discard_returns_a_token_and_draws() -> None:
    """All books, section 3.2."""
    table = a_table(f"clues 3 · deck w4 … · {PLAIN_HANDS}").discards("b1")
    assert (table.clue_tokens, table.discard_pile, table.strikes) == (4, "b1", 0)
    assert table.hand("Ana") == "r5 b2 g1 g1 w4"
    assert (table.deck, table.player) == (39, "Bo")


def test_no_discard_while_all_tokens_are_available() -> None:
    """All books, section 3.2."""
    table = a_table(f"clues 8 · {PLAIN_HANDS}")
    with refused("all_tokens_available"):
        table.discards("b1")
    assert not any(isinstance(action, Discard) for action in table.legal())


def test_a_card_that_continues_its_firework_is_added_to_it() -> None:
    """All books, section 3.3."""
    table = a_table(f"fireworks b1 r3 · clues 3 · deck w4 … · {PLAIN_HANDS}").plays("b2")
    assert (table.fireworks, table.strikes, table.discard_pile) == ("b2 r3", 0, "")
    assert (table.clue_tokens, table.hand("Ana"), table.player) == (3, "r5 b1 g1 g1 w4", "Bo")


def test_a_1_starts_a_firework() -> None:
    """All books, section 3 (fireworks)."""
    assert a_table(PLAIN_HANDS).plays("g1").fireworks == "g1"


@pytest.mark.parametrize("card", ["r5", "b1", "b2"])
def test_a_card_that_does_not_continue_is_discarded_for_a_strike(card: str) -> None:
    """All books, section 3.3: neither a gap, nor a repeat, nor a step back."""
    table = a_table(f"fireworks b2 r3 · clues 3 · deck w4 … · {PLAIN_HANDS}").plays(card)
    assert (table.fireworks, table.strikes, table.discard_pile) == ("b2 r3", 1, card)
    assert table.clue_tokens == 3
    assert table.hand("Ana").endswith("w4")


def test_a_play_is_always_possible_with_cards_in_hand() -> None:
    """Section 3: a player must act, whatever the tokens."""
    for clues in (0, 8):
        plays = [action for action in a_table(f"clues {clues} · {PLAIN_HANDS}").legal() if isinstance(action, Play)]
        assert plays == [Play(slot) for slot in range(5)]


def test_the_new_card_is_the_newest_and_older_ones_keep_their_order() -> None:
    """record.md: hands list the oldest card first."""
    table = a_table("deck w4 w5 … · clues 1 · Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2").discards("r5")
    assert table.discards("y3").hand("Bo") == "w1 y4 b3 g2 w5"
    assert table.hand("Ana") == "b1 b2 g1 g1 w4"


def test_what_is_known_about_a_card_moves_with_it() -> None:
    """Section 2: rearranging changes nothing else, and so does drawing."""
    table = a_table("clues 5 · deck r4 … · Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2").clues("Bo", "yellow")
    table = table.clues("Ana", "red").clues("Bo", 4).discards("w1").discards("r5")
    assert [table.clued("Bo", slot) for slot in range(5)] == [("yellow",), ("yellow", 4), (), (), ()]
    assert [table.clued("Ana", slot) for slot in range(5)] == [()] * 5
    assert table.may_be("Ana", 4) == a_table(PLAIN_HANDS).may_be("Ana", 0)


@pytest.mark.parametrize("slot", [-1, 5, 99])
def test_an_unknown_slot_is_refused(slot: int) -> None:
    with refused("no_such_slot"):
        a_table(f"clues 3 · {PLAIN_HANDS}").does(Play(slot))
    with refused("no_such_slot"):
        a_table(f"clues 3 · {PLAIN_HANDS}").does(Discard(slot))


@pytest.mark.parametrize(("about", "reason"), [("pink", "no_such_color"), (6, "no_such_rank"), (0, "no_such_rank")])
def test_a_clue_names_a_color_or_a_rank_of_the_game(about: int | str, reason: str) -> None:
    with refused(reason):
        a_table(PLAIN_HANDS).clues("Bo", about)


def test_finishing_a_firework_returns_a_clue_token() -> None:
    """All books, section 3 (completion bonus)."""
    table = a_table("fireworks r4 · clues 3 · Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2")
    assert table.plays("r5").clue_tokens == 4


def test_the_bonus_is_lost_when_all_tokens_are_available() -> None:
    """All books, section 3 (completion bonus)."""
    assert a_table(f"fireworks r4 · clues 8 · {PLAIN_HANDS}").plays("r5").clue_tokens == 8


def test_a_card_in_the_middle_of_a_firework_returns_nothing() -> None:
    """All books, section 3."""
    assert a_table(f"fireworks b1 · clues 3 · {PLAIN_HANDS}").plays("b2").clue_tokens == 3


def test_the_card_that_completes_the_show_returns_its_token_too() -> None:
    """Section 3, ruling."""
    table = a_table("fireworks r4 w5 b5 y5 g5 · clues 3 · Ana* r5 · Bo r1").plays("r5")
    assert (table.clue_tokens, table.ending) == (4, "won complete 25")
