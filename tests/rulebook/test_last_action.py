"""What the state remembers about the last action, for observers without a history."""

from hanabi.kernels import layout
from support.text_table import Table, a_table

HANDS = "Ana r5 b1 b2 g1 g1 · Bo* w1 y3 y4 b3 g2 · Cy r1 r2 r3 r4 y5"
COLORS = ["red", "yellow", "green", "white", "blue"]


def last(table: Table) -> dict[str, int]:
    s = table.referee.state
    return {name: getattr(s, f"last_{name}") for name in ("player", "move", "scored", "token", "announced")}


def card(table: Table) -> tuple[int, int]:
    return table.referee.state.last_slot, table.referee.state.last_kind


def test_there_is_no_last_action_before_the_first() -> None:
    assert last(a_table(HANDS))["move"] == layout.NOTHING


def test_a_clue() -> None:
    table = a_table(HANDS).clues("Cy", "yellow")
    s = table.referee.state
    assert last(table) == {"player": 1, "move": layout.CLUED_COLOR, "scored": 0, "token": 0, "announced": -1}
    assert (s.last_target, s.last_clue, s.last_touched) == (2, COLORS.index("yellow"), 0b10000)
    table = a_table(HANDS).clues("Ana", 1)
    s = table.referee.state
    assert last(table)["move"] == layout.CLUED_RANK
    assert (s.last_target, s.last_clue, s.last_touched) == (0, 5, 0b11010)


def test_a_discard_counts_no_token_as_gained() -> None:
    """As in the Hanabi Learning Environment, where only a play gains one."""
    table = a_table(f"clues 3 · {HANDS}").discards("y4")
    assert last(table) == {"player": 1, "move": layout.DISCARDED, "scored": 0, "token": 0, "announced": -1}
    assert card(table) == (2, 5 + 3)


def test_plays() -> None:
    table = a_table(HANDS).plays("w1")
    assert last(table) == {"player": 1, "move": layout.PLAYED, "scored": 1, "token": 0, "announced": -1}
    assert card(table) == (0, 15)
    assert last(a_table(HANDS).plays("y3"))["scored"] == 0
    table = a_table(f"fireworks b2 · clues 3 · {HANDS}", choreography=True).plays("b3", "blue")
    assert last(table) == {"player": 1, "move": layout.PLAYED, "scored": 1, "token": 1, "announced": 4}
    table = table.plays("r1")
    assert last(table) == {"player": 2, "move": layout.PLAYED, "scored": 1, "token": 0, "announced": -1}


def test_a_5_gains_a_token_unless_all_are_there() -> None:
    text = "Ana* r5 · Bo w1"
    assert last(a_table(f"fireworks r4 · clues 3 · {text}").plays("r5"))["token"] == 1
    assert last(a_table(f"fireworks r4 · clues 8 · {text}").plays("r5"))["token"] == 0


def test_reward_choices() -> None:
    text = "fireworks r4 w4 · clues 3 · discards w5 y2 · tiles rescue reshuffle · Ana* r5 b1 · Bo w1 y3"
    table = a_table(text, flamboyants=True).plays("r5").rescues("w5")
    assert last(table) == {"player": 0, "move": layout.RESCUED, "scored": 1, "token": 0, "announced": -1}
    assert card(table)[1] == 19
    table = table.reshuffles("y2")
    assert last(table) == {"player": 0, "move": layout.RESHUFFLED, "scored": 0, "token": 0, "announced": -1}
    assert card(table)[1] == 6
