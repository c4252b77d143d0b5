"""`make bench NAME=partner` and `NAME=positions`: on folders with games or drawings, and on empty ones."""

import json
import subprocess
import sys
from pathlib import Path

from hanabi import Game
from hanabi.bots import make_bot
from hanabi.rules.events import CardPlayed

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def bench(*arguments: str, name: str = "partner") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / f"{name}.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


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


def test_games_with_bots_that_are_not_named() -> None:
    table = bench("--strangers", "simple", "--games", "4", "--bots", "simple").stdout.splitlines()
    assert table[0].startswith("| with 2 × `simple`, not named |")
    _, name, games, mean, lost, strikes, _ = (cell.strip() for cell in table[-1].split("|"))
    assert (name, games, lost) == ("`simple`", "4", "0.0")
    assert 0 <= float(strikes) < 1
    assert 10 < float(mean.split()[0]) <= 25


# Cy's red 3 needs the red 2, which Bo holds as the newest card. The first card of a drawing is the newest.
FINESSE = """
stacks: [{r: 1}, {y: 0}, {g: 0}, {b: 0}, {p: 0}]
players:
  - {clueGiver: true, cards: [{type: x}, {type: x}, {type: x}, {type: x}, {type: x}]}
  - cards: [{type: x, above: Red 2, below: LABEL}, {type: x}, {type: x}, {type: x}, {type: x}]
  - cards: [{type: x}, {type: x}, {type: r3, clue: "r", below: Play}, {type: x}, {type: x}]
"""


def test_a_finesse_is_read_from_level_3_on(tmp_path: Path) -> None:
    for label, chapter in (("Finesse", "level-2"), ("Save", "level-5"), ("Nonsense", "level-6")):
        folder = tmp_path / "docs" / chapter
        folder.mkdir(parents=True)
        (folder / "drawing.yml").write_text(FINESSE.replace("LABEL", label), encoding="utf-8")
    table = bench(str(tmp_path), name="positions").stdout.splitlines()
    read = [line.replace(" ", "") for line in table[2:]]
    assert read == ["|level-2|1|0|0|1|1|", "|level-5|1|0|0|0|0|", "|all|2|0|0|1|1|"]


def test_a_folder_without_drawings_is_an_error(tmp_path: Path) -> None:
    done = bench(str(tmp_path), name="positions")
    assert done.returncode == 1
    assert "no drawings" in done.stderr
