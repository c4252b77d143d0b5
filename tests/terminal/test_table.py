"""The table fits a terminal in every language, with colors or without."""

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from hanabi import Clue, Game, Play
from hanabi.bots import make_bot
from hanabi.rules import Suit, View
from hanabi.terminal.table import render_clues, render_possibilities, render_table
from hanabi.terminal.theme import CARD_STYLES, SHAPES, SUIT_STYLES, Theme
from hanabi.texts import LANGUAGES
from support.text_table import a_table

EVERYTHING: dict[str, Any] = {"multicolor": "wild", "black_powder": True, "flamboyants": True, "choreography": True}


def midgame(moves: int = 30, players: int = 5, **switches: Any) -> Game:
    game = Game.new(players=players, seed=3, **switches)
    while len(game.action_texts) < moves:
        game.act(make_bot("simple").choose(game.view(game.player)))
    return game


def printed(view: View, lang: str = "en", theme: Theme | None = None, **options: Any) -> str:
    output = io.StringIO()
    console = Console(file=output, width=80, **options)
    console.print(render_table(view, lang, theme or Theme(), moves=3))
    return output.getvalue()


def test_every_suit_has_its_own_shape_one_cell_wide() -> None:
    assert SHAPES.keys() == CARD_STYLES.keys() == SUIT_STYLES.keys() == set(Suit)
    assert len(set(SHAPES.values())) == len(Suit)
    assert all(cell_len(shape) == 1 for shape in SHAPES.values())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", [2, 5])
def test_the_table_fits_eighty_columns(lang: str, players: int) -> None:
    game = midgame(players=players, **EVERYTHING)
    for seat in (0, None):
        lines = printed(game.view(seat), lang).splitlines()
        assert all(cell_len(line) == 80 for line in lines)
        assert not any("…" in line for line in lines)


def test_everything_a_player_may_see_is_on_the_table() -> None:
    game = midgame(players=3)
    view = game.view(1)
    text = printed(view)
    for seat in (0, 2):
        for card in view.hands[seat]:
            assert card.card is not None
            assert f"{SHAPES[card.card.suit]}{card.card.rank}" in text
    assert f"{view.clue_tokens} of 8" in text
    assert f"{view.score} of 25" in text
    assert "Could be" in text
    assert text.count("??") == 5


def test_without_color_there_are_no_escape_codes_and_the_shapes_remain() -> None:
    view = midgame().view(0)
    colored = printed(view, force_terminal=True, color_system="truecolor")
    plain = printed(view)
    assert "\x1b[" in colored
    assert "\x1b" not in plain
    assert all(shape in plain for suit, shape in SHAPES.items() if suit in view.fireworks)


def test_an_ascii_terminal_gets_letters() -> None:
    text = printed(midgame(players=3).view(0), theme=Theme(shapes=False))
    assert text.isascii()
    assert all(f"{suit.letter}{top or '-'}" in text for suit, top in midgame(players=3).view().fireworks.items())


def test_knowledge_shows_clues_and_deductions() -> None:
    game = Game.new(players=2, seed=3, multicolor="wild")
    card = next(card for card in game.view(0).hands[1] if card.card and card.card.suit is not Suit.MULTICOLOR)
    assert card.card is not None
    about = card.card.suit.value
    game.act(Clue(1, about))
    seen = game.view(0).hands[1][card.slot]
    assert render_clues(seen, Theme()).plain.strip() == SHAPES[card.card.suit]
    grid = render_possibilities(game.view(0), seen.open, Theme()).plain.splitlines()
    assert f"{SHAPES[card.card.suit]}12345" in grid
    assert f"{SHAPES[Suit.MULTICOLOR]}12345" in grid
    assert sum("·····" in line for line in grid) == 4


def test_a_firework_that_cannot_be_completed_is_marked() -> None:
    game = Game.new(players=2, seed=1, strikes=99)
    while not any(gone.card.rank == 5 for gone in game.view().discards):
        game.act(next(action for action in game.legal_actions() if isinstance(action, Play)))
    lost = next(gone.card.suit for gone in game.view().discards if gone.card.rank == 5)
    top = game.view().fireworks[lost] or "–"
    assert f"{SHAPES[lost]}{top}x" in printed(game.view(0))


def test_the_opening_names_the_variants_and_a_house_rule() -> None:
    text = " ".join(printed(Game.new("ro", 2, seed=1, strikes=2, black_powder=True).view(0)).split())
    assert "Variants: Black powder, Strikes: 2" in text
    assert "House rule" in text
    assert "House rule" not in printed(Game.new("pl", 2, seed=1, black_powder=True).view(0))
    assert "Variants" not in printed(Game.new("pl", 2, seed=1).view(0))


def test_a_table_without_colors_says_which_sign_is_which_color() -> None:
    view = midgame(players=2).view(0)
    assert "▲ red" in printed(view, theme=Theme(colors=False))
    assert "▲ red" not in printed(view, theme=Theme(colors=True))
    assert not Theme.of(Console(file=io.StringIO())).colors


def test_with_black_powder_the_cards_laid_and_what_black_takes_off_are_apart() -> None:
    table = a_table("fireworks r2 k4 · Ana* r1 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2", "pl", black_powder=True)
    assert "2 of 25, black −3" in printed(table.view("Ana"))


def test_efficiency_counts_cards_and_shows_what_is_still_needed() -> None:
    """Two clues touched seven cards; black has taken off five points, which are not cards."""
    hands = "Ana r1 r2 r3 b2 g1 · Bo* w1 y1 y1 b1 g2"
    table = a_table(f"clues 4 · {hands}", "pl", black_powder=True).clues("Ana", "red").clues("Bo", 1)
    assert "3.50, needed:" in printed(table.view("Bo"))
    assert "–, needed: 0.83" in printed(a_table("Ana* r1 r2 r3 b2 g1 · Bo w1 y1 y1 b1 g2").view("Bo"))


@pytest.mark.parametrize(
    ("green", "switches", "needed"),
    [
        ("g4", {}, "1.00"),
        ("g2", {}, "1.00"),
        ("g4", {"flamboyants": True}, "1.25"),
        ("g4", {"choreography": True}, "0.50"),
    ],
)
def test_clues_still_to_come_are_those_of_fireworks_tiles_and_announced_plays(
    green: str, switches: dict[str, Any], needed: str
) -> None:
    """The last round, and no token is left: every firework lacks one card, or green can never be completed."""
    table = a_table(f"fireworks r4 w4 b4 y4 {green} · clues 0 · deck - · last 2 · Ana* r5 w5 b5 · Bo y5 g5", **switches)
    assert f"needed: {needed}" in printed(table.view("Ana"))


def test_without_a_last_round_there_is_no_pace() -> None:
    table = a_table("Ana* r1 r2 r3 b2 g1 · Bo w1 y1 y1 b1 g2", all_or_nothing=True)
    assert "Pace" not in printed(table.view("Ana"))


def test_after_a_loss_the_score_is_0() -> None:
    table = a_table("fireworks w3 · strikes 2 · Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2").plays("r5")
    assert "0 of 25" in printed(table.view("Ana"))
