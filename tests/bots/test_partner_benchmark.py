"""`make bench NAME=partner` on a folder with games and on one without."""

import json
import subprocess
import sys
from pathlib import Path

from hanabi import Game
from hanabi.bots import make_bot
from hanabi.rules.events import CardPlayed

PARTNER = Path(__file__).parents[2] / "benchmarks" / "partner.py"


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(PARTNER), *arguments], capture_output=True, text=True, check=False)


def test_a_bot_agrees_with_its_own_games(tmp_path: Path) -> None:
    game, bot = Game.new(players=2, seed=3, empty_clues=False), make_bot("simple")
    while game.player is not None and len(game.record().actions) < 16:
        game.act(bot.choose(game.view(game.player)))
    (tmp_path / "game.json").write_text(json.dumps(game.record().to_dict()), encoding="utf-8")
    done = bench(str(tmp_path), "--bots", "simple,team")
    assert "1 games, 16 decisions" in done.stdout
    assert "| `simple` | 100.0 | 100.0 |" in done.stdout
    assert "| `team` reads | precision % |" in done.stdout


def test_cards_that_a_bot_would_play_opposite_people_by_their_experience(tmp_path: Path) -> None:
    game, bot = Game.new(players=2, seed=3, empty_clues=False), make_bot("simple")
    while game.player is not None:
        game.act(bot.choose(game.view(game.player)))
    (tmp_path / "some.json").write_text(json.dumps(game.record().to_dict()), encoding="utf-8")
    (tmp_path / "games.json").write_text(json.dumps({"some": {"experience": "never"}}), encoding="utf-8")
    table = bench(str(tmp_path), "--bots", "simple").stdout.splitlines()
    _, experience, name, cards, strikes, plain, played, _ = (cell.strip() for cell in table[-1].split("|"))
    own = [events[0] for events in game.view(0).history if isinstance(events[0], CardPlayed) and events[0].seat == 0]
    assert (experience, name, int(cards), strikes) == ("never: 1 games", "`simple`", len(own), "0.0")
    assert (int(plain), played) == (len(own), "100.0")  # it plays nothing else


def test_a_folder_without_games_is_an_error(tmp_path: Path) -> None:
    done = bench(str(tmp_path))
    assert done.returncode == 1
    assert f"{tmp_path} holds no games" in done.stderr
