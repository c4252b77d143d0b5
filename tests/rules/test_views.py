"""A view prints as a table and draws itself in a notebook."""

from html.parser import HTMLParser

from hanabi import Clue, Game, Play
from hanabi.bots import make_bot
from hanabi.rules import View


class Balanced(HTMLParser):
    """Collects text, and checks that every element is closed in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def drawn(view: View) -> str:
    parser = Balanced()
    parser.feed(view._repr_html_())
    assert parser.open == []
    return parser.text


def test_a_view_prints_as_a_table() -> None:
    game = Game.new(players=["Ana", "Bo"], seed=1)
    game.act(Clue(to=1, about=1))
    view = game.view(1)
    lines = str(view).splitlines()
    assert lines[0] == "turn 1 · clues 7/8 · strikes 0/3 · deck 40 · score 0/25"
    assert lines[1] == "fireworks  w0  r0  b0  y0  g0"
    assert lines[3].startswith("  Ana  ")
    assert all(str(card.card) in lines[3] for card in view.hands[0])
    assert lines[4].startswith("> Bo ")
    assert lines[4].endswith("(you)")
    assert lines[4].count("??") == 5
    shown = [f"??[{'1' if str(game.card(1, slot))[1] == '1' else ''}]" for slot in range(5)]
    assert "  ".join(shown) in lines[4]
    assert lines[5].startswith("  your card 0: ")


def test_names_cannot_break_the_drawing() -> None:
    text = drawn(Game.new(players=["<b>Ana</b>", "Bo & 'Cy'"], seed=1).view(0))
    assert "<b>Ana</b> (you)" in text
    assert "Bo & 'Cy'" in text


def test_a_spectator_sees_no_hand() -> None:
    game = Game.new(players=2, seed=1)
    assert str(game.view()).count("??") == 10
    assert "your card" not in str(game.view())
    assert drawn(game.view()).count("??") == 10


def test_the_end_is_shown() -> None:
    game = Game.new(players=2, seed=1, strikes=1)
    game.act(Play(next(slot for slot in range(5) if game.card(0, slot) not in game.view().playable)))
    assert str(game.view(0)).endswith("lost (strikes), score 0")
    assert "lost (strikes), score 0" in drawn(game.view(0))


def test_a_waiting_reward_and_the_last_round_are_shown() -> None:
    waited = last = False
    for seed in range(30):
        game = Game.new(players=2, seed=seed, flamboyants=True)
        while game.player is not None:
            view = game.view(0)
            if view.pending:
                assert f"reward waiting for a choice: {view.pending}" in str(view)
                waited = True
            if view.turns_left is not None:
                assert f"last round: {view.turns_left} to go" in drawn(view)
                last = True
            game.act(make_bot("simple").choose(game.view(game.player)))
        if waited and last:
            return
    raise AssertionError("no game came to both")
