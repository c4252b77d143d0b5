"""rules.md, section 6: the five flamboyants (pl), reward tiles for completed fireworks."""

from typing import Any

import pytest

from hanabi import Clue, Rescue, Reshuffle
from hanabi.kernels import visibility
from hanabi.rules.cards import Card
from hanabi.rules.events import CardReshuffled
from support.text_table import Table, a_table, refused

HANDS = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"


def flamboyant(text: str, **switches: Any) -> Table:
    return a_table(text, "pl", flamboyants=True, **switches)


def test_a_completed_firework_turns_a_tile_instead_of_the_bonus() -> None:
    """pl, section 6."""
    table = flamboyant(f"fireworks r4 · clues 3 · tiles mend · deck w4 … · {HANDS}").plays("r5")
    assert table.tiles_turned == ("mend",)
    assert table.clue_tokens == 4
    table = flamboyant(f"fireworks r4 · clues 3 · tiles rescue · deck w4 … · {HANDS}").plays("r5")
    assert (table.tiles_turned, table.clue_tokens) == (("rescue",), 3)


def test_tiles_are_turned_from_the_top() -> None:
    """pl, section 6."""
    table = flamboyant("fireworks r4 w4 · clues 3 · tiles mend clue_back · Ana* r5 b1 · Bo w5 y3")
    assert table.plays("r5").plays("w5").tiles_turned == ("mend", "clue_back")


def test_only_a_completing_card_turns_a_tile() -> None:
    assert flamboyant(f"fireworks b1 · {HANDS}").plays("b2").tiles_turned == ()


def test_blacks_1_gives_the_ordinary_bonus_and_no_tile() -> None:
    """Section 6, ruling."""
    table = flamboyant("fireworks k2 · clues 3 · Ana* k1 · Bo r1", black_powder=True).plays("k1")
    assert (table.clue_tokens, table.tiles_turned) == (4, ())


def test_multicolors_5_turns_a_tile() -> None:
    """Section 6, ruling: six tiles for five colors and multicolor."""
    table = flamboyant("fireworks m4 · clues 3 · tiles clue_back · Ana* m5 · Bo r1", multicolor="wild").plays("m5")
    assert table.tiles_turned == ("clue_back",)


def test_all_six_tiles_can_be_turned_while_black_is_missing() -> None:
    """Section 6, ruling: 6 tiles = 5 colors + multicolor."""
    text = "fireworks r5 y5 g5 w5 b5 m4 · clues 3 · tiles mend · Ana* m5 · Bo k5"
    table = flamboyant(text, multicolor="wild", black_powder=True).plays("m5")
    assert len(table.tiles_turned) == 6
    assert table.tiles_turned[-1] == "mend"


@pytest.mark.parametrize(("before", "after"), [(3, 4), (8, 8)])
def test_clue_back_returns_a_token(before: int, after: int) -> None:
    """pl, section 6; with no token missing it resolves to nothing."""
    table = flamboyant(f"fireworks r4 · clues {before} · tiles clue_back · {HANDS}").plays("r5")
    assert (table.clue_tokens, table.pending, table.player) == (after, None, "Bo")


@pytest.mark.parametrize(
    ("strikes", "clues", "strikes_after", "clues_after"), [(2, 3, 1, 4), (0, 3, 0, 4), (1, 8, 0, 8), (0, 8, 0, 8)]
)
def test_mend_removes_a_strike_and_returns_a_token(
    strikes: int, clues: int, strikes_after: int, clues_after: int
) -> None:
    """pl, section 6; with no strikes only the clue token."""
    table = flamboyant(f"fireworks r4 · clues {clues} · strikes {strikes} · tiles mend · {HANDS}").plays("r5")
    assert (table.strikes, table.clue_tokens, table.pending) == (strikes_after, clues_after, None)


@pytest.mark.parametrize(
    ("tile", "about", "others"), [("free_color_clue", "yellow", 3), ("free_rank_clue", 3, "yellow")]
)
def test_a_free_clue_costs_nothing_and_waits_for_the_choice(tile: str, about: int | str, others: int | str) -> None:
    """pl, section 6: the game waits, and only that choice is legal."""
    table = flamboyant(f"fireworks r4 · clues 3 · turn 8 · tiles {tile} · deck w4 … · {HANDS}").plays("r5")
    assert (table.pending, table.player, table.turn, table.deck) == (tile, "Ana", 8, 36)
    assert table.hand("Ana") == "b1 b2 g1 g1"
    assert all(isinstance(action, Clue) for action in table.legal())
    assert {type(action.about) for action in table.legal() if isinstance(action, Clue)} == {type(about)}
    with refused("choice_pending"):
        table.clues("Bo", others)
    with refused("choice_pending"):
        table.plays("g1")
    with refused("choice_pending"):
        table.discards("g1")
    table = table.clues("Bo", about)
    assert (table.pending, table.player, table.turn, table.clue_tokens) == (None, "Bo", 9, 3)
    assert table.clued("Bo", 1) == (about,)
    assert table.hand("Ana") == "b1 b2 g1 g1 w4"


@pytest.mark.parametrize(("tile", "about"), [("free_color_clue", "blue"), ("free_rank_clue", 4)])
def test_a_free_clue_needs_no_token(tile: str, about: int | str) -> None:
    """pl, section 6: without paying a token."""
    table = flamboyant(f"fireworks r4 · clues 0 · tiles {tile} · {HANDS}").plays("r5")
    assert table.clues("Bo", about).clue_tokens == 0


def test_a_free_clue_goes_to_any_teammate() -> None:
    """pl, section 6."""
    table = flamboyant("fireworks r4 · tiles free_color_clue · Ana* r5 · Bo w1 · Cy b1").plays("r5")
    assert {action.to for action in table.legal() if isinstance(action, Clue)} == {1, 2}
    with refused("clue_to_self"):
        table.clues("Ana", "red")


def test_a_free_clue_follows_the_rule_about_empty_clues() -> None:
    """Sections 3.1 and 6."""
    on = flamboyant("fireworks r4 · tiles free_color_clue · Ana* r5 · Bo w1").plays("r5")
    assert on.may_clue("Bo") == {"red", "yellow", "green", "white", "blue"}
    off = flamboyant("fireworks r4 · tiles free_color_clue · Ana* r5 · Bo w1", empty_clues=False).plays("r5")
    assert off.may_clue("Bo") == {"white"}


@pytest.mark.parametrize("tile", ["free_color_clue", "free_rank_clue"])
def test_a_free_clue_that_may_not_be_given_resolves_to_nothing(tile: str) -> None:
    """Section 6: no clue that may be given; empty clues are off and no teammate holds a card."""
    text = f"fireworks r4 y1 · clues 2 · tiles {tile} · deck - · Ana* r5 y2 · Bo"
    table = flamboyant(text, empty_clues=False, all_or_nothing=True, colors=2).plays("r5")
    assert (table.pending, table.tiles_turned) == (None, (tile,))


def test_a_free_color_clue_cannot_touch_a_hand_of_black_where_empty_clues_are_off() -> None:
    """Sections 5 and 6: black is touched by no color, so no color clue may be given."""
    text = "fireworks r4 · clues 2 · tiles free_color_clue free_rank_clue · Ana* r5 · Bo k3"
    table = flamboyant(text, empty_clues=False, black_powder=True).plays("r5")
    assert (table.pending, table.player) == (None, "Bo")
    text = "fireworks r4 · clues 2 · tiles free_rank_clue · Ana* r5 · Bo k3"
    assert flamboyant(text, empty_clues=False, black_powder=True).plays("r5").pending == "free_rank_clue"


def test_reshuffle_puts_a_discarded_card_back_into_the_deck() -> None:
    """pl, section 6."""
    table = flamboyant(f"fireworks r4 · discards w5 w2 y1 · tiles reshuffle · deck w4 b4 … · {HANDS}").plays("r5")
    assert table.pending == "reshuffle"
    assert all(isinstance(action, Reshuffle) for action in table.legal())
    before = table.deck
    after = table.reshuffles("w5", at=1)
    assert after.discard_pile == "w2 y1"
    assert (after.deck, after.pending, after.player) == (before, None, "Bo")
    assert after.hand("Ana") == "b1 b2 g1 g1 w4"
    assert after.plays("w1").hand("Bo") == "y3 y4 b3 g2 w5"


def test_the_player_draws_only_after_the_reshuffle() -> None:
    """pl, section 6: resolves it at once, and only then draws."""
    table = flamboyant(f"fireworks r4 · discards w5 · tiles reshuffle · deck w4 b4 … · {HANDS}").plays("r5")
    assert table.hand("Ana") == "b1 b2 g1 g1"
    assert table.reshuffles("w5", at=0).hand("Ana") == "b1 b2 g1 g1 w5"


@pytest.mark.parametrize("place", [0, 3, 32])
def test_any_place_in_the_deck_is_allowed(place: int) -> None:
    """record.md: N cards of the deck are above the returned card."""
    table = flamboyant(f"fireworks r4 · discards w5 w2 y1 · tiles reshuffle · {HANDS}").plays("r5")
    assert table.deck == 33
    after = table.reshuffles("w5", at=place)
    s = after.referee.state
    rest = [str(after.referee.deck[card]) for card in s.deck[s.next_card : after.referee.rule_tables.cards]]
    assert (rest.index("w5") if place else after.hand("Ana").split().index("w5") - 4) == max(place - 1, 0)


@pytest.mark.parametrize("place", [-1, 34])
def test_an_unknown_place_in_the_deck_is_refused(place: int) -> None:
    table = flamboyant(f"fireworks r4 · discards w5 w2 y1 · tiles reshuffle · {HANDS}").plays("r5")
    with refused("bad_position"):
        table.reshuffles("w5", at=place)


def test_any_discarded_card_may_be_reshuffled_and_no_other() -> None:
    """pl, section 6."""
    table = flamboyant(f"fireworks r4 · discards w5 w2 w2 · tiles reshuffle · {HANDS}").plays("r5")
    assert len(table.legal()) == 2
    with refused("not_in_discard_pile"):
        table.does(Reshuffle(0, at=0))


def test_an_empty_discard_pile_leaves_nothing_to_reshuffle() -> None:
    """Section 6: resolves by itself to nothing."""
    table = flamboyant(f"fireworks r4 · clues 3 · tiles reshuffle · deck w4 … · {HANDS}").plays("r5")
    assert (table.pending, table.tiles_turned, table.player) == (None, ("reshuffle",), "Bo")
    assert (table.clue_tokens, table.hand("Ana")) == (3, "b1 b2 g1 g1 w4")


def test_a_reshuffle_may_not_rescue_while_the_deck_has_cards() -> None:
    """pl, section 6: only if the deck is empty."""
    table = flamboyant(f"fireworks r4 · discards w1 · tiles reshuffle · {HANDS}").plays("r5")
    with refused("choice_pending"):
        table.rescues("w1")


def test_a_card_reshuffled_into_the_empty_deck_is_drawn_and_the_last_round_continues() -> None:
    """Section 6, ruling."""
    text = "fireworks r4 w1 · clues 0 · deck - · last 2 · tiles reshuffle · Ana* r5 b1 b2 · Bo w3 y3"
    table = flamboyant(text).plays("r5")
    assert table.turns_left == 2
    table = table.reshuffles("w2")
    assert table.hand("Ana") == "b1 b2 w2"
    assert (table.deck, table.turns_left, table.player) == (0, 1, "Bo")
    assert table.discards("y3").ending == "finished deck 6"


def test_a_reshuffle_before_the_draw_postpones_the_last_round() -> None:
    """Section 6, ruling: the deck then is not empty after the draw."""
    text = "fireworks r4 · clues 0 · discards w2 · deck w4 · tiles reshuffle · Ana* r5 b1 b2 · Bo w3 y3"
    table = flamboyant(text).plays("r5").reshuffles("w2", at=1)
    assert (table.hand("Ana"), table.deck, table.turns_left) == ("b1 b2 w4", 1, None)
    table = table.discards("y3")
    assert (table.hand("Bo"), table.deck, table.turns_left) == ("w3 w2", 0, 2)


def test_without_the_reshuffle_the_same_draw_begins_the_last_round() -> None:
    text = "fireworks r4 · clues 0 · discards w2 · deck w4 · tiles clue_back · Ana* r5 b1 b2 · Bo w3 y3"
    table = flamboyant(text).plays("r5")
    assert (table.deck, table.turns_left) == (0, 2)


def test_with_an_empty_deck_a_reshuffle_may_rescue_instead() -> None:
    """pl, section 6."""
    text = "fireworks r4 w1 · clues 0 · deck - · last 2 · tiles reshuffle · Ana* r5 b1 b2 · Bo w3 y3"
    table = flamboyant(text).plays("r5")
    assert {type(action) for action in table.legal()} == {Reshuffle, Rescue}
    table = table.rescues("w2")
    assert (table.fireworks, table.hand("Ana"), table.turns_left) == ("r5 w2", "b1 b2", 1)


def test_a_reshuffle_under_all_or_nothing_refills_the_empty_deck() -> None:
    """Sections 5 and 6: hands shrink, and one card comes back."""
    text = "fireworks r4 y1 · clues 0 · deck - · tiles reshuffle · Ana* r5 y2 y4 · Bo y3 y5"
    table = flamboyant(text, all_or_nothing=True, colors=2).plays("r5").reshuffles("r1")
    assert (table.hand("Ana"), table.deck, table.turns_left) == ("y2 y4 r1", 0, None)


def test_rescue_adds_a_discarded_card_to_its_firework() -> None:
    """pl, section 6."""
    table = flamboyant(f"fireworks r4 w1 · clues 3 · discards w2 y4 g1 · tiles rescue · deck b4 … · {HANDS}").plays(
        "r5"
    )
    assert table.pending == "rescue"
    assert len(table.legal()) == 2
    table = table.rescues("w2")
    assert (table.fireworks, table.discard_pile, table.clue_tokens) == ("r5 w2", "y4 g1", 3)
    assert (table.pending, table.player, table.hand("Ana")) == (None, "Bo", "b1 b2 g1 g1 b4")


def test_a_card_that_does_not_continue_its_firework_cannot_be_rescued() -> None:
    """pl, section 6: one that continues its firework now."""
    table = flamboyant(f"fireworks r4 w1 · discards w2 y4 · tiles rescue · {HANDS}").plays("r5")
    with refused("not_continuing"):
        table.rescues("y4")
    with refused("not_in_discard_pile"):
        table.does(Rescue(0))
    with refused("choice_pending"):
        table.reshuffles("w2")


@pytest.mark.parametrize("discards", ["", "y4 w3"])
def test_with_no_card_to_rescue_the_reward_is_lost(discards: str) -> None:
    """pl, section 6."""
    table = flamboyant(f"fireworks r4 w1 · clues 3 · discards {discards} · tiles rescue · {HANDS}").plays("r5")
    assert (table.pending, table.tiles_turned, table.clue_tokens, table.player) == (None, ("rescue",), 3, "Bo")


def test_a_rescued_5_turns_the_next_tile_at_once() -> None:
    """pl, section 6."""
    text = f"fireworks r4 w4 · clues 3 · discards w5 · tiles rescue clue_back · deck b4 … · {HANDS}"
    table = flamboyant(text).plays("r5").rescues("w5")
    assert table.tiles_turned == ("rescue", "clue_back")
    assert (table.fireworks, table.clue_tokens, table.player) == ("r5 w5", 4, "Bo")


def test_a_rescued_5_can_bring_another_choice_to_the_same_player() -> None:
    """pl, section 6: the choice belongs to the same turn."""
    text = f"fireworks r4 w4 · turn 5 · discards w5 y2 · tiles rescue free_rank_clue · deck b4 … · {HANDS}"
    table = flamboyant(text).plays("r5").rescues("w5")
    assert (table.pending, table.player, table.turn, table.hand("Ana")) == ("free_rank_clue", "Ana", 5, "b1 b2 g1 g1")
    table = table.clues("Bo", 2)
    assert (table.player, table.turn, table.hand("Ana")) == ("Bo", 6, "b1 b2 g1 g1 b4")


def test_a_rescued_5_can_bring_a_reshuffle() -> None:
    """pl, section 6."""
    text = f"fireworks r4 w4 · discards w5 y2 · tiles rescue reshuffle · deck b4 … · {HANDS}"
    table = flamboyant(text).plays("r5").rescues("w5").reshuffles("y2")
    assert (table.hand("Ana"), table.discard_pile) == ("b1 b2 g1 g1 y2", "")


def test_a_reshuffle_that_rescues_a_5_turns_the_next_tile_too() -> None:
    """pl, section 6: it may do what `rescue` does."""
    text = "fireworks r4 w4 · clues 0 · deck - · last 2 · tiles reshuffle clue_back · Ana* r5 b1 · Bo y3"
    table = flamboyant(text).plays("r5").rescues("w5")
    assert (table.tiles_turned, table.clue_tokens, table.fireworks) == (("reshuffle", "clue_back"), 1, "r5 w5")


def test_a_rescued_black_1_gives_the_ordinary_bonus() -> None:
    """pl, section 6."""
    text = f"fireworks r4 k2 · clues 3 · discards k1 · tiles rescue mend · {HANDS}"
    table = flamboyant(text, black_powder=True).plays("r5").rescues("k1")
    assert (table.tiles_turned, table.clue_tokens, table.fireworks) == (("rescue",), 4, "k1 r5")


def test_the_play_that_completes_the_show_wins_without_tile_or_token() -> None:
    """Section 6."""
    table = flamboyant("fireworks r4 w5 b5 y5 g5 · clues 3 · tiles mend · strikes 1 · Ana* r5 · Bo r1").plays("r5")
    assert table.ending == "won complete 25"
    assert (len(table.tiles_turned), table.clue_tokens, table.strikes) == (4, 3, 1)


def test_a_rescue_can_complete_the_show() -> None:
    """Section 6: won at once, no further tile."""
    text = "fireworks r4 w4 b5 y5 g5 · clues 3 · discards w5 · tiles rescue · Ana* r5 r1 · Bo r1"
    table = flamboyant(text).plays("r5").rescues("w5")
    assert table.ending == "won complete 25"
    assert (len(table.tiles_turned), table.clue_tokens) == (4, 3)
    assert table.hand("Ana") == "r1"


def test_blacks_1_that_completes_the_show_returns_its_token() -> None:
    """Sections 3 and 6, rulings."""
    text = "fireworks r5 w5 b5 y5 g5 k2 · clues 3 · Ana* k1 · Bo r1"
    table = flamboyant(text, black_powder=True).plays("k1")
    assert (table.ending, table.clue_tokens) == ("won complete 25", 4)


def test_no_choice_without_a_tile() -> None:
    table = flamboyant(f"discards w5 · {HANDS}")
    with refused("no_choice_pending"):
        table.rescues("w5")
    with refused("no_choice_pending"):
        table.reshuffles("w5")


def test_a_tile_in_the_last_turn_is_still_resolved() -> None:
    """Sections 4 and 6: the choice belongs to the turn, then the game ends."""
    text = "fireworks r4 w1 · clues 0 · deck - · last 1 · tiles rescue · Ana* r5 b1 · Bo w3 y3"
    table = flamboyant(text).plays("r5")
    assert (table.pending, table.over) == ("rescue", None)
    assert table.rescues("w2").ending == "finished deck 7"


def test_the_reshuffled_card_is_publicly_in_the_deck(face: str) -> None:
    """Section 6, ruling: everyone knows that it is there, nobody knows where."""
    table = flamboyant(f"fireworks r4 · discards w5 · tiles reshuffle · {HANDS}").plays("r5")
    shallow, deep = table.reshuffles("w5", at=1), table.reshuffles("w5", at=20)
    for name in ("Ana", "Bo", None):
        assert vars(shallow.view(name).erased) == vars(deep.view(name).erased)
    assert "w5" in shallow.can_be("Ana", 4)
    assert "w5" not in shallow.can_be("Ana", 0)
    if face == "plain":
        event = shallow.view("Bo").history[-1][0]
        assert isinstance(event, CardReshuffled)
        assert str(event.card) == "w5"


def test_a_reshuffled_card_loses_its_clues() -> None:
    """record.md, states: clues from before are forgotten."""
    text = "fireworks r4 · clues 4 · tiles reshuffle · deck b4 … · Ana* w5 r5 b2 g1 g1 · Bo w1 y3 y4 b3 g2"
    table = flamboyant(text).clues("Bo", 3).clues("Ana", 5).discards("w5").discards("w1")
    table = table.plays("r5").reshuffles("w5", at=0)
    assert table.hand("Ana").endswith("w5")
    assert table.clued("Ana", 4) == ()
    assert len(table.may_be("Ana", 4).split()) == 25


@pytest.mark.parametrize("place", [0, 1, 2, 5])
def test_the_number_a_view_shows_leads_to_the_card_wherever_the_reshuffled_one_went(place: int) -> None:
    """record.md: ids are places in the deck; views number cards as if the reshuffled one lay on top."""
    text = (
        "fireworks r4 w1 g4 · clues 1 · discards w5 · tiles reshuffle rescue · deck b4 w2 y4 … · Ana* r5 b1 · Bo w2 g5"
    )
    table = flamboyant(text).plays("r5").reshuffles("w5", at=place)
    cards, s = range(table.referee.rule_tables.cards), table.referee.state
    shown = [visibility.shown_id(s, card) for card in cards]
    assert sorted(shown) == list(cards)
    assert [visibility.card_shown_as(s, number) for number in shown] == list(cards)
    after = table.discards(table.hand("Bo").split()[0])
    newest = after.referee.state.hands[1][1]
    after = after.plays("b1").discards(after.hand("Bo").split()[1])
    gone = after.view("Ana").discards[-1]
    assert str(gone.card) == str(after.referee.deck[newest])
    assert gone.card_id == s.returned_at


def test_a_lost_card_is_not_lost_for_good_while_a_tile_can_bring_it_back() -> None:
    """Section 6: the rescue tile may be among the six that are face down, and red's 5 turns one."""
    table = flamboyant("fireworks r4 y1 w2 · discards y2 y2 · tiles rescue · Ana* r5 y3 w3 · Bo y4 y5 b1")
    view = table.view("Ana")
    assert not view.useless & {Card.of(f"y{rank}") for rank in (2, 3, 4, 5)}
    assert Card.of("y5") in view.critical
    assert view.best_score == 25
    assert table.plays("r5").rescues("y2").view("Ana").best_score == 25


def test_each_tile_brings_back_one_card() -> None:
    table = flamboyant("fireworks r4 y1 · discards y2 y2 y3 y3 g1 g1 g1 · Ana* r5 y4 w3 · Bo y5 g4 b1")
    assert table.view("Ana").best_score == 22, "three cards are lost: green gets its 1, and yellow reaches 2"


def test_a_recovered_firework_turns_the_next_tile() -> None:
    table = flamboyant("fireworks r4 y1 · discards y2 y2 y3 y3 g1 g1 g1 w5 b5 · Ana* r5 y4 w3 · Bo y5 g4 b1")
    assert table.view("Ana").best_score == 20, "red brings the white 5 back, and white the green 1"


def test_tiles_that_nobody_can_turn_bring_nothing_back() -> None:
    table = flamboyant("fireworks r4 · discards r5 w5 b5 y5 g5 · Ana* r1 y4 w3 · Bo y1 g4 b1")
    assert table.view("Ana").best_score == 20


def test_turned_tiles_bring_nothing_back() -> None:
    table = flamboyant("fireworks r4 w4 · tiles clue_back rescue · discards g2 g2 y5 · Ana* r5 b2 · Bo w5 g1")
    table = table.plays("r5")
    assert table.view("Bo").best_score == 25, "reshuffle and rescue are face down"
    table = table.plays("w5")
    assert table.tiles_turned == ("clue_back", "rescue")
    assert table.view("Bo").best_score == 24, "only reshuffle is left: yellow 5 or green 2"


def test_without_the_expansion_a_lost_card_is_lost() -> None:
    view = a_table("fireworks r4 y1 · discards y2 y2 · Ana* r5 y3 w3 · Bo y4 y5 b1", "pl").view("Ana")
    assert (view.best_score, Card.of("y5") in view.useless) == (21, True)
