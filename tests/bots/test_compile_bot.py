"""Before a bot plays at a table, everything that it needs there has been compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanabi.bots import ROSTER
from support.long_form import LONG

GAME_OF_THREE = """
import logging, sys
from hanabi.bots.roster import compile_bot, make_bot
from hanabi.game import Game

compile_bot(sys.argv[1])
logging.getLogger("hanabi.compiled").setLevel(logging.DEBUG)
logging.getLogger("hanabi.compiled").addFilter(lambda record: sys.exit(f"{record.kernel} was not compiled"))
bots = [make_bot(sys.argv[1], partners=(sys.argv[1],) * 2, compiled=True) for _ in range(3)]
game = Game.new("pl", 3, seed=2)
while game.player is not None:
    game.act(bots[game.player].choose(game.view(game.player)))
"""


@pytest.mark.skipif(not LONG, reason="compiles each bot from scratch")
@pytest.mark.parametrize("name", [name for name, entry in ROSTER.items() if entry.compile_seconds])
def test_a_game_at_a_table_compiles_nothing_more(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "HANABI_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", GAME_OF_THREE, name], env=environment, check=True)
