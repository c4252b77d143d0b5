"""`hanabi solve`: what it prints, how it exits, what it refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hanabi import Game
from hanabi.cli import main
from hanabi.records import loads, replay


def solve(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["solve", *arguments])


def test_a_winning_line_replays(tmp_path: Path) -> None:
    game = Game.new(players=3, seed=5)
    file = tmp_path / "game.json"
    game.record().save(file)
    result = solve(str(file), "--json")
    assert result.exit_code == 0
    verdict = json.loads(result.stdout)
    assert verdict["verdict"] == "winnable"
    document = json.loads(file.read_text(encoding="utf-8")) | {"actions": verdict["line"]}
    over = replay(loads(json.dumps(document))).over
    assert over is not None
    assert over.outcome == "won"
    lines = solve(str(file), "--lang", "en").stdout.splitlines()
    assert lines[0].startswith("This deal can be won.")
    assert [line.strip() for line in lines[1:]] == verdict["line"]


def test_a_deck_as_text_and_a_seed_are_the_same_deal() -> None:
    game = Game.new(players=2, seed="9", empty_clues=False)
    cards = " ".join(map(str, game.deck))
    options = ("--with", "empty_clues=false", "--json")
    assert solve(cards, *options).stdout == solve("--seed", "9", *options).stdout
    assert solve("p2v0s5", "--json").exit_code == 0


def test_an_unwinnable_deal_exits_with_1_and_says_why() -> None:
    cards = [str(card) for card in Game.new(players=2, seed=1, multicolor="suit", multicolor_cards=5).deck]
    cards.remove("m1")
    options = ("--with", "multicolor=suit,multicolor_cards=5", "--lang", "en")
    result = solve(" ".join([*cards, "m1"]), *options)
    assert result.exit_code == 1
    assert "This deal cannot be won." in result.stdout
    assert "last turns" in result.stdout


def test_undecided_exits_with_3() -> None:
    result = solve("--seed", "1", "--edition", "pl", "--with", "flamboyants", "--lang", "en")
    assert result.exit_code == 3
    assert "reward tiles" in result.stdout


def test_a_game_goes_on_after_some_actions(tmp_path: Path) -> None:
    game = Game.new(players=2, seed=5)
    for _ in range(4):
        game.act(game.legal_actions()[-1])
    file = tmp_path / "game.json"
    game.record().save(file)
    verdict = json.loads(solve(str(file), "--actions", "4", "--json").stdout)
    again = Game.resume(game.record())
    for text in verdict["line"]:
        again.act_written(text)
    assert again.over is not None
    assert again.over.outcome == "won"
    assert solve(str(file), "--actions", "5").exit_code == 2


def test_a_survey_counts_all_deals() -> None:
    counts = json.loads(solve("--survey", "120", "--players", "2,4", "--json").stdout)
    assert {players: count["deals"] for players, count in counts.items()} == {"2": 120, "4": 120}
    for count in counts.values():
        assert count["winnable"] + count["unwinnable"] + count["undecided"] == 120
    assert "| 2 | 120 |" in solve("--survey", "120", "--players", "2").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a DECK"),
        (("nowhere.json",), "is not a file"),
        (("r1 r2 r3",), "not the deck of 50 cards"),
        (("r1 r9",), "is not a card"),
        (("--seed", "1", "--players", "7"), "2 to 5 players"),
        (("--seed", "1", "--players", "2,3"), "several need --survey"),
        (("--seed", "1", "--players", "two"), "is a number"),
        (("p2v0s5", "--players", "3"), "leave out these options"),
        (("--survey", "10", "p2v0s5"), "leave out DECK"),
        (("--seed", "1", "--actions", "3"), "needs a recorded game"),
    ],
)
def test_wrong_options_are_refused(arguments: tuple[str, ...], message: str) -> None:
    result = solve(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
