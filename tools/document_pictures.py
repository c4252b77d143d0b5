"""Draws the pictures of the documentation: `.venv/bin/python tools/document_pictures.py`."""

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from hanabi import Game
from hanabi.bots import make_bot
from hanabi.terminal.table import render_table
from hanabi.terminal.theme import Theme
from hanabi.texts import say

# Rich's frame without the fonts it would fetch from elsewhere.
FRAME = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
FRAME = FRAME.replace("font-family: Fira Code, monospace", "font-family: DejaVu Sans Mono, Menlo, Consolas, monospace")
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
MOVES = 33


def terminal() -> str:
    """A game of three in the middle, as `hanabi play` shows it; the same picture on every machine."""
    game = Game.new("pl", 3, seed=7, multicolor="wild", black_powder=True)
    bots = [make_bot("simple") for _ in game.players]
    while game.player is not None and len(game.action_texts) < MOVES:
        game.act(bots[game.player].choose(game.view(game.player)))
    titles = [say("play.seat.you", player=game.players[0])]
    titles += [say("play.seat.bot", player=player, bot="simple") for player in game.players[1:]]
    console = Console(file=io.StringIO(), record=True, width=84, force_terminal=True, color_system="truecolor")
    console.print(render_table(game.view(0), "en", Theme(), titles=titles, moves=3))
    console.print(Text(f"{say('play.prompt')}> ") + Text("clue Cy 1", "bold"))
    return console.export_svg(title="hanabi play", theme=MONOKAI, code_format=FRAME, unique_id="hanabi")


if __name__ == "__main__":
    (PICTURES / "terminal.svg").write_text(terminal(), encoding="utf-8")
