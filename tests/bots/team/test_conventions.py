"""Each convention as a small scene: the clue, how it is read, what is played."""

from hanabi import Clue, Discard, Play
from support.convention_table import a_club

# Level 1: chop, focus, play and save clues, good touch


def test_the_chop_is_the_oldest_card_without_a_clue() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 y3 · Bo r2 r4 g4 w4 y4", level=1)
    assert club.chop_of("Bo") == 0
    assert club.clues("Bo", "red").chop_of("Bo") == 2


def test_a_play_clue_promises_that_its_newest_new_card_is_playable() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 y3 · Bo g4 w4 r4 r2 y4", level=1).clues("Bo", "red")
    assert club.thinks("Bo") == ["-", "-", "r3 r4 r5", "r2", "-"]
    assert club.choice() == Play(3)
    assert club.hears("Bo") == "Play clue from Ana on your card 4: it should be red 2."


def test_a_clue_that_touches_the_chop_is_about_the_chop() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 y3 · Bo r2 w4 g4 r4 y4", level=1).clues("Bo", "red")
    assert club.thinks("Bo") == ["r2", "-", "-", "r3 r4 r5", "-"]
    assert club.choice() == Play(0)


def test_a_clue_on_the_chop_may_save_a_last_copy_that_is_then_not_played() -> None:
    club = a_club("fireworks g1 · discards r3 · Ana* b4 b3 b3 y4 y3 · Bo r3 w4 g4 y4 y2", level=1).clues("Bo", "red")
    assert club.thinks("Bo")[0] == "r1 r3"
    assert club.choice() != Play(0)
    assert club.hears("Bo") == (
        "Play or save clue from Ana on your card 1: keep it until you know which of these it is: red 1 or red 3."
    )


def test_fives_are_saved_by_number() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 y3 · Bo y5 w4 g4 r4 y4", level=1).clues("Bo", 5)
    assert club.thinks("Bo")[0] == "b5 g5 r5 w5 y5"
    assert "Save clue from Ana: keep your card 1" in club.hears("Bo")


def test_a_five_is_not_saved_by_its_color() -> None:
    club = a_club("fireworks y1 · Ana* b4 b3 b3 y4 y3 · Bo y5 w4 g4 r4 r3", level=1).clues("Bo", "yellow")
    assert club.thinks("Bo")[0] == "y2"


def test_twos_are_saved_by_number_unless_the_other_copy_is_visible_and_safe() -> None:
    club = a_club("Ana* b4 b3 b3 y4 y3 · Bo y2 w4 g4 r4 y4 · Cy g3 g2 w3 w4 r3", level=1).clues("Bo", 2)
    assert club.thinks("Bo")[0] == "b2 r2 w2 y2"


def test_by_good_touch_a_clued_card_is_not_played_yet_and_not_clued_elsewhere() -> None:
    club = a_club("fireworks r1 · Ana b4 b3 b3 y4 y3 · Bo y1 w4 g4 w3 r2 · Cy* y4 b4 r4 g3 r3", level=2)
    club = club.clues("Bo", "red").clues("Cy", "red")
    assert club.thinks("Cy") == ["-", "-", "r4 r5", "-", "r3"]


def test_all_clued_ones_are_played_one_after_the_other() -> None:
    club = a_club("Ana* b4 b3 b3 y4 y3 · Bo r1 w4 g1 w1 y4", level=1).clues("Bo", 1)
    assert club.thinks("Bo") == ["b1 g1 r1 w1 y1", "-", "b1 g1 r1 w1 y1", "b1 g1 r1 w1 y1", "-"]
    club = club.does()
    assert club.table.fireworks == "r1"
    assert club.thinks("Bo")[1] == "b1 g1 w1 y1"


def test_the_next_player_s_last_copy_is_saved_before_a_discard() -> None:
    club = a_club("fireworks g1 · discards r3 · clues 3 · Ana* b4 b3 b3 y4 y3 · Bo r3 w4 g4 y4 y2", level=1)
    assert club.choice() in (Clue(1, "red"), Clue(1, 3))


def test_a_playable_card_is_clued() -> None:
    club = a_club("fireworks r1 · clues 3 · Ana* b4 b3 b3 y4 y3 · Bo g4 w4 y4 r2 w3", level=1)
    assert club.choice() in (Clue(1, "red"), Clue(1, 2))


def test_a_fix_clue_takes_a_false_promise_back() -> None:
    club = a_club("fireworks r1 · Ana b4 b3 b3 y4 y3 · Bo g2 w2 r4 g1 y2 · Cy* w1 w1 g3 g3 w3", level=1)
    club = club.clues("Bo", "red")
    assert club.thinks("Bo")[2] == "r2"
    club = club.clues("Bo", 4)
    assert club.thinks("Bo")[2] == "r4"
    assert club.hears("Bo") == "Ana corrects: your card 3 is not what it seemed to be."
    assert club.choice() != Play(2)


def test_a_repeated_clue_asks_for_the_card_now() -> None:
    club = a_club("fireworks g1 · discards r3 · Ana b4 b3 b3 y4 y3 · Bo r1 w4 g4 y4 y2 · Cy* w1 w1 g3 g3 w3", level=1)
    club = club.clues("Bo", "red")
    assert club.thinks("Bo")[0] == "r1 r3"
    club = club.clues("Bo", "red")
    assert club.thinks("Bo")[0] == "r1"
    assert club.choice() == Play(0)
    assert club.hears("Bo") == "Ana repeats a clue on your card 1: play it now, it should be red 1."


def test_a_known_useless_card_is_discarded_before_the_chop() -> None:
    club = a_club("fireworks r2 y1 g1 w1 b1 · clues 1 · Ana* b4 b3 b3 y4 y3 · Bo w4 w3 g4 r1 y3", level=1)
    assert club.clues("Bo", 1).choice() == Discard(3)


# Level 2: delayed plays, prompts, the 5 stall

AFTER_A_PROMISE = "fireworks r1 · Ana b4 b3 b3 y4 y3 · Bo g4 w4 y4 r2 y3 · Cy* w4 b4 r4 g3 r3"


def test_a_clue_may_promise_a_card_that_fits_after_one_already_promised() -> None:
    club = a_club(AFTER_A_PROMISE, level=2).clues("Bo", "red").clues("Cy", "red")
    assert club.thinks("Cy")[4] == "r3"
    assert club.hears("Cy") == (
        "Play clue from Ana on your card 5: it should be red 3; play it once the cards before it are played."
    )
    club = club.does()
    assert club.table.fireworks == "r2"
    assert club.choice() == Play(4)


def test_level_one_does_not_know_delayed_plays() -> None:
    club = a_club(AFTER_A_PROMISE, level=1).clues("Bo", "red").clues("Cy", "red")
    assert club.hears("Cy") == "No convention explains this clue from Ana: take it literally."


def test_a_prompt_asks_for_a_clued_card() -> None:
    """Bo's 2 may be red or another color; Ana's clue on Cy's red 3 makes sense only if it is the red one."""
    club = a_club("fireworks r1 y1 · Ana b4 b3 b3 y4 w3 · Bo r2 w4 g4 g3 w4 · Cy* y4 b4 g4 r4 r3", level=2)
    club = club.clues("Bo", 2)
    assert club.thinks("Bo")[0] == "b2 g2 r2 w2 y2"
    club = club.clues("Cy", "red")
    assert club.thinks("Bo")[0] == "r2"
    assert club.hears("Bo") == "Ana’s clue to Cy asks you for red 2: it should be your card 1, so play it."
    assert club.thinks("Cy")[4] == "r3"
    assert club.choice() == Play(0)


def test_a_five_off_the_chop_gains_time_and_promises_nothing() -> None:
    club = a_club("fireworks y4 · Ana* b4 b3 b3 y4 w3 · Bo r2 w4 g5 g3 w4", level=2).clues("Bo", 5)
    assert club.thinks("Bo")[2] == "b5 g5 r5 w5 y5"
    assert club.choice() != Play(2)
    assert "gains time" in club.hears("Bo")


# Level 3: finesses

FINESSE = "fireworks r1 · Ana* b4 b3 b3 y4 w3 · Bo g4 w4 g4 g3 r2 · Cy y4 b4 r3 w1 y1"


def test_a_finesse_asks_for_the_newest_unclued_card() -> None:
    club = a_club(FINESSE).clues("Cy", 3)
    assert club.thinks("Bo")[4] == "r2"
    assert club.hears("Bo") == (
        "Ana’s clue to Cy only makes sense if your card 5, which has no clue, is red 2: play it blind."
    )
    assert club.choice() == Play(4)
    club = club.does()
    assert club.thinks("Cy")[2] == "r3"
    assert club.choice() == Play(2)


def test_level_two_does_not_know_finesses() -> None:
    club = a_club(FINESSE, level=2).clues("Cy", 3)
    assert club.thinks("Bo")[4] == "-"


def test_in_a_reverse_finesse_the_receiver_waits_for_a_later_player() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 w3 · Bo y4 b4 r3 w4 y3 · Cy g4 w4 g4 g3 r2").clues("Bo", "red")
    assert club.thinks("Bo")[2] == "r2 r3"
    assert club.choice() != Play(2)
    club = club.discards("y4")
    assert club.choice() == Play(4)
    club = club.does()
    assert club.thinks("Bo")[1] == "r3"


def test_a_finesse_that_is_not_answered_was_not_one() -> None:
    table = "fireworks r1 · clues 5 · Ana* b4 b3 b3 y4 w3 · Bo y4 b4 r2 w4 y3 · Cy g4 w4 g4 g3 r2"
    club = a_club(table).clues("Bo", "red")
    assert club.thinks("Bo")[2] == "r2 r3"
    club = club.discards("y4").discards("g4")
    assert club.thinks("Bo")[1] == "r2"


def test_a_prompt_comes_before_a_finesse() -> None:
    club = a_club("fireworks r1 y1 · Ana b4 b3 b3 y4 w3 · Bo r2 w4 g4 g3 w4 · Cy* y4 b4 g4 r4 r3").clues("Bo", 2)
    club = club.clues("Cy", "red")
    assert club.thinks("Bo") == ["r2", "-", "-", "-", "-"]


def test_a_double_finesse_asks_two_players() -> None:
    club = a_club("clues 2 · Ana* b4 b3 b4 y4 · Bo g4 w4 g3 r1 · Cy y4 b3 g3 r2 · Dee w4 r3 w3 y3").clues("Dee", "red")
    assert club.thinks("Bo")[3] == "r1"
    assert club.thinks("Cy")[3] == "r2"
    club = club.does().does()
    assert club.table.fireworks == "r2"
    assert club.choice() == Play(1)


def test_a_self_finesse_asks_the_receiver() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 w3 · Bo y4 b4 r3 w4 r2").clues("Bo", 3)
    assert club.thinks("Bo")[4] == "r2"
    assert club.choice() == Play(4)
    assert club.hears("Bo") == (
        "Play clue from Ana on your card 3, which should be red 3: your card 5 comes before it, so play that one first."
    )


def test_with_one_strike_left_a_finesse_is_understood_but_not_played() -> None:
    club = a_club(FINESSE.replace("fireworks", "strikes 2 · fireworks")).clues("Cy", 3)
    assert club.thinks("Bo")[4] == "r2"
    assert not isinstance(club.choice(), Play)


# Level 4: chop moves

USELESS = "fireworks r2 y2 g2 w2 b2 · discards g3 · Ana* b4 b3 b3 y4 y3 · Bo g3 r1 w4 g4 y4"


def test_a_clue_on_useless_cards_chop_moves_the_older_ones() -> None:
    club = a_club(USELESS, level=4).clues("Bo", 1)
    assert club.chop_of("Bo") == 2
    assert club.hears("Bo") == "Ana points at useless cards: keep every card older than your card 2."


def test_level_three_does_not_know_trash_chop_moves() -> None:
    assert a_club(USELESS, level=3).clues("Bo", 1).chop_of("Bo") == 0


def test_a_finesse_is_given_when_it_gets_two_cards_for_one_clue() -> None:
    club = a_club("fireworks r1 · clues 4 · Ana* b4 b3 b3 y4 w3 · Bo g4 w4 g4 g3 r2 · Cy y4 b4 r3 y3 w4")
    assert club.choice() in (Clue(2, 3), Clue(2, "red"))


# What becomes of a promise


def test_a_card_played_blind_right_after_a_clue_explains_it() -> None:
    """Bo's yellow 1 does not lead to a green card: Ana bluffed, and Cy's card still waits for the green 1."""
    club = a_club("Ana* b4 b3 b3 y4 w3 · Bo g4 w4 g4 g3 y1 · Cy g2 b4 r3 w1 y4").clues("Cy", "green")
    assert club.thinks("Cy")[0] == "g1"
    club = club.plays("y1")
    assert club.thinks("Cy")[0] == "g2"
    assert club.choice() != Play(0)


def test_a_promise_that_another_card_fulfilled_leaves_the_plain_clue() -> None:
    """Once another red 2 is played, Cy's card may be anything red: it is not known to be useless."""
    club = a_club("fireworks r1 · clues 3 · Ana* b4 b3 b3 y4 y3 · Bo g4 w4 r4 r2 y4 · Cy w1 w1 g3 g3 r2", level=1)
    club = club.clues("Cy", "red")
    assert club.thinks("Cy")[4] == "r2"
    club = club.discards("g4").discards("w1").discards("b4").plays("r2")
    assert club.thinks("Cy")[3] == "r1 r2 r3 r4 r5"


def test_a_card_that_becomes_fully_known_asks_for_the_one_before_it() -> None:
    """Cy's 3 was saved by number; the color makes it the red 3, which waits for Bo's newest card."""
    table = "fireworks r1 · discards r3 g3 · Ana b4 b3 b3 y4 w3 · Bo* g4 w4 g4 w3 r2 · Cy r3 b4 y3 w4 y1"
    club = a_club(table).clues("Cy", 3).discards("b4").clues("Cy", "red")
    assert club.thinks("Bo")[4] == "r2"
