"""rules.md, section 5: `choreography` (pt-BR, nb), announcing the suit before a play."""

import pytest

from hanabi import Play
from hanabi.rules.events import CardPlayed
from support.text_table import a_table, refused

HANDS = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"


@pytest.mark.parametrize("edition", ["pt-BR", "nb"])
def test_the_right_suit_and_playable_returns_an_extra_token(edition: str) -> None:
    """pt-BR, nb, section 5."""
    table = a_table(f"fireworks b1 · clues 3 · {HANDS}", edition, choreography=True).plays("b2", announcing="blue")
    assert (table.fireworks, table.clue_tokens, table.strikes) == ("b2", 4, 0)


def test_announcing_is_optional() -> None:
    """Section 5: the player *may* announce."""
    table = a_table(f"fireworks b1 · clues 3 · {HANDS}", choreography=True).plays("b2")
    assert (table.fireworks, table.clue_tokens) == ("b2", 3)


def test_an_announced_5_returns_two_tokens() -> None:
    """Section 5."""
    assert a_table(f"fireworks r4 · clues 3 · {HANDS}", choreography=True).plays("r5", "red").clue_tokens == 5


@pytest.mark.parametrize(("before", "after"), [(6, 8), (7, 8), (8, 8)])
def test_tokens_beyond_the_limit_are_lost(before: int, after: int) -> None:
    """Sections 3 and 5."""
    table = a_table(f"fireworks r4 · clues {before} · {HANDS}", choreography=True)
    assert table.plays("r5", "red").clue_tokens == after


def test_blacks_announced_1_returns_two_tokens() -> None:
    """Section 5: black's 1 too."""
    table = a_table("fireworks k2 · clues 3 · Ana* k1 · Bo r1", choreography=True, black_powder=True)
    assert table.plays("k1", "black").clue_tokens == 5


def test_the_wrong_suit_is_a_strike_even_if_the_card_was_playable() -> None:
    """Section 5."""
    table = a_table(f"fireworks b1 · clues 3 · deck w4 … · {HANDS}", choreography=True).plays("b2", announcing="red")
    assert (table.fireworks, table.clue_tokens, table.strikes, table.discard_pile) == ("b1", 3, 1, "b2")
    assert table.hand("Ana") == "r5 b1 g1 g1 w4"


def test_the_right_suit_but_not_playable_is_an_ordinary_failed_play() -> None:
    """Section 5."""
    table = a_table(f"fireworks b2 · clues 3 · {HANDS}", choreography=True).plays("b1", announcing="blue")
    assert (table.fireworks, table.clue_tokens, table.strikes, table.discard_pile) == ("b2", 3, 1, "b1")


def test_a_wrong_announcement_can_be_the_last_strike() -> None:
    table = a_table(f"strikes 2 · {HANDS}", choreography=True).plays("g1", announcing="white")
    assert table.ending == "lost strikes 0"


def test_a_wrong_announcement_can_lose_an_indispensable_card() -> None:
    """Section 5: all switches combine."""
    table = a_table(f"fireworks r4 · {HANDS}", choreography=True, all_or_nothing=True)
    assert table.plays("r5", announcing="blue").ending == "lost indispensable 0"


def test_any_suit_of_the_game_may_be_announced_even_unnameable_ones() -> None:
    """Section 5: suits, not colors, are announced."""
    table = a_table("Ana* m1 · Bo k5", choreography=True, multicolor="wild", black_powder=True)
    announced = {action.announce for action in table.legal() if isinstance(action, Play)}
    assert announced == {None, "red", "yellow", "green", "white", "blue", "multicolor", "black"}
    table = a_table("clues 0 · Ana* m1 · Bo k5", choreography=True, multicolor="wild", black_powder=True)
    table = table.plays("m1", "multicolor").plays("k5", "black")
    assert (table.fireworks, table.clue_tokens) == ("k5 m1", 2)


def test_nothing_is_announced_without_the_switch() -> None:
    table = a_table(HANDS)
    with refused("announcing_off"):
        table.plays("g1", announcing="green")
    assert all(action.announce is None for action in table.legal() if isinstance(action, Play))


def test_a_suit_that_is_not_in_the_game_cannot_be_announced() -> None:
    with refused("no_such_suit"):
        a_table(HANDS, choreography=True).plays("g1", announcing="black")


def test_the_announcement_is_heard_by_all(face: str) -> None:
    """Section 2: everything except a player's own cards is public."""
    if face == "plain":
        table = a_table(HANDS, choreography=True).plays("g1", announcing="green")
        event = table.view("Bo").history[-1][0]
        assert isinstance(event, CardPlayed)
        assert event.announced == "green"


def test_an_announced_5_brings_its_token_and_the_tile() -> None:
    """Sections 5 and 6: the extra token is the announcement's, the tile stands for the completion bonus."""
    table = a_table(f"fireworks r4 · clues 3 · tiles clue_back · {HANDS}", choreography=True, flamboyants=True)
    table = table.plays("r5", announcing="red")
    assert (table.clue_tokens, table.tiles_turned) == (5, ("clue_back",))
