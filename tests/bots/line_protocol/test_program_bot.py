"""Real programs as bots: one that plays, and many that fail in different ways without stopping the game."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hanabi.arena.experiment import Experiment, lineup
from hanabi.arena.tally import Tally
from hanabi.arena.workers import run_experiment
from hanabi.bots import BotError, make_bot
from hanabi.bots.line_protocol import ProgramBot
from hanabi.bots.line_protocol.bot import HistoryDocuments, end_idle_programs
from hanabi.bots.version import version_of
from hanabi.game import Game
from hanabi.rules import RuleSet
from support.expected_views import RULES, TrackedGame, expected_view

EXAMPLE = Path(__file__).parents[3] / "examples" / "bots" / "line_bot.py"
BASE = RuleSet.of(empty_clues=False)
SMALL = RuleSet.of(colors=1, hand_size=2)
HEAD = """
import json, os, sys, time
def say(message):
    print(json.dumps(message), flush=True)
def questions():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "hello", "protocol": "hanabi-bot", "version": 1})
        elif message["type"] == "choose":
            yield message["view"]
        else:
            hear(message)
def hear(message):
    pass
def choose(action):
    say({"type": "choice", "action": action})
"""


def command(file: Path, *options: str) -> str:
    return " ".join(["exec:" + sys.executable, str(file), *options])


def program(folder: Path, body: str, name: str = "program.py") -> str:
    file = folder / name
    file.write_text(HEAD + body)
    return command(file)


def games_of(bot: str, *, games: int = 1, seconds: float = 60.0, rules: RuleSet = SMALL) -> Tally:
    return run_experiment(Experiment(bots=("simple", bot), rules=rules, games=games, seed=1, move_seconds=seconds))


def test_the_example_plays_whole_games() -> None:
    bot = command(EXAMPLE)
    for rules in (BASE, RuleSet.of("pl", flamboyants=True, multicolor="wild", black_powder=True)):
        tally = run_experiment(Experiment(bots=(bot, "simple", bot), rules=rules, games=3, seed=5))
        assert tally.faults == []
        assert tally.games == 3
    assert tally.mean > 2


def test_the_example_does_not_import_hanabi() -> None:
    assert "import hanabi" not in EXAMPLE.read_text()
    assert "from hanabi" not in EXAMPLE.read_text()


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())) or "base")
def test_a_program_gets_the_views_and_events_of_the_server(rules: dict[str, Any]) -> None:
    """The draw numbers, which are counted from the events, equal the server's."""
    tracked = TrackedGame(rules, 3, seed=2)
    game = tracked.game
    histories = [HistoryDocuments(game.view(seat)) for seat in range(3)]
    for _ in tracked.moves():
        for seat, history in enumerate(histories):
            view = game.view(seat)
            events = history.new_events(view)
            if not view.over:
                document = msgspec.json.encode(history.snapshot(view).view(seat))
                assert json.loads(document) == expected_view(view, tracked.pile)
            for event in events:
                if event["type"] == "draw":
                    card = next(card for card in view.hands[event["seat"]] if card.drawn == event["drawn"])
                    assert event["card"] == (None if card.card is None else str(card.card))
                    assert (event["card"] is None) == (event["seat"] == seat)


FAILING = {
    "does not start": ("sys.exit('no model file')", "ended with status 1: no model file"),
    "greets wrongly": ("sys.stdin.readline(); say({'type': 'hello', 'protocol': 'chess', 'version': 1})", "greeting"),
    "dies": ("for view in questions(): os._exit(3)", "ended with status 3"),
    "is killed": ("for view in questions(): os.kill(os.getpid(), 9)", "was ended by signal 9"),
    "raises": ("for view in questions(): raise RuntimeError('no idea')", "RuntimeError: no idea"),
    "is slow": ("for view in questions(): time.sleep(600)", "took longer than 1 s"),
    "does not listen": ("say({'type': 'hello', 'protocol': 'hanabi-bot', 'version': 1}); time.sleep(600)", "longer"),
    "talks nonsense": ("for view in questions(): print('hmm', flush=True)", "'hmm', which is not JSON"),
    "answers with a list": ("for view in questions(): say([1, 2])", 'not an object with a "type"'),
    "answers another question": ("for view in questions(): say({'type': 'hello'})", "instead of 'choice'"),
    "chats": (
        # In one write, so that the second line is there before the next question.
        "for view in questions():\n"
        " print(json.dumps({'type': 'choice', 'action': view['legal'][0]}) + '\\n{}', flush=True)",
        "without being asked",
    ),
    "shouts": ("for view in questions(): print('x' * 3_000_000, flush=True)", "more than 1048576 bytes"),
    "closes its output": ("for view in questions(): os.close(1); time.sleep(600)", "closed its standard output"),
}


@pytest.mark.parametrize("failure", FAILING)
def test_a_program_that_fails_does_not_stop_the_game(failure: str, tmp_path: Path) -> None:
    body, complaint = FAILING[failure]
    bot = program(tmp_path, body)
    tally = games_of(bot, seconds=1.0 if failure in ("is slow", "does not listen") else 60.0)
    assert tally.games == 1
    faults = [fault for fault in tally.faults if fault.bot == bot]
    assert faults
    assert complaint in " ".join(fault.problem for fault in faults)
    assert all(fault.bot == bot or "longer" in fault.problem for fault in tally.faults)


def test_a_program_that_died_is_not_asked_again_in_that_game(tmp_path: Path) -> None:
    bot = program(tmp_path, f"open({str(tmp_path / 'starts')!r}, 'a').write('.')\nfor view in questions(): os._exit(3)")
    tally = games_of(bot, games=3)
    assert (tmp_path / "starts").read_text() == "..."
    assert {fault.game for fault in tally.faults} == {0, 1, 2}
    later = [fault.problem for fault in tally.faults if fault.game == 0][1:]
    assert later
    assert all("has no program anymore: in this game it ended with status 3" in problem for problem in later)


ILLEGAL = """
heard = open(sys.argv[1], "a")
def hear(message):
    heard.write(json.dumps(message) + "\\n"); heard.flush()
for number, view in enumerate(questions()):
    if number % 3 == 0:
        choose({"type": "play", "slot": 77})
    elif number % 3 == 1:
        say({"type": "error", "message": "not my day"})
    else:
        choose(view["legal"][0])
"""


def test_an_illegal_choice_or_a_reported_error_affects_only_that_choice(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = program(tmp_path, ILLEGAL) + f" {heard}"
    tally = games_of(bot, games=2, rules=BASE)
    problems = [fault.problem for fault in tally.faults if fault.bot == bot]
    assert "chose {'type': 'play', 'slot': 77}, which is not legal" in problems
    assert "reports an error: not my day" in problems
    assert not any("no program anymore" in problem for problem in problems)
    end_idle_programs()
    messages = [json.loads(line) for line in heard.read_text().splitlines()]
    assert [message["type"] for message in messages if message["type"] != "refused"] == ["start", "end"] * 2
    assert {message["type"] for message in messages} == {"start", "refused", "end"}
    start = messages[0]
    assert (start["seat"], start["players"][1], start["seed"]) == (1, "Bo", "1/0/1")
    assert RuleSet.from_dict(start["rules"]) == BASE
    ends = [message for message in messages if message["type"] == "end"]
    assert [end["outcome"]["score"] for end in ends] == tally.scores
    assert ends[0]["events"][-1]["type"] == "over"


def test_one_process_plays_several_games_and_exits_cleanly(tmp_path: Path) -> None:
    body = """
file = open(sys.argv[1], "a")
file.write(f"{os.getpid()}\\n"); file.flush()
for view in questions():
    choose(view["legal"][0])
file.write("bye\\n"); file.close()
"""
    log = tmp_path / "log"
    bot = program(tmp_path, body) + f" {log}"
    assert games_of(bot, games=4).faults == []
    [process] = log.read_text().split()
    os.kill(int(process), 0)  # it waits for another game
    end_idle_programs()
    assert log.read_text().split() == [process, "bye"]
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


def test_a_deleted_bot_leaves_no_process(tmp_path: Path) -> None:
    body = "open(sys.argv[1], 'w').write(str(os.getpid()))\nfor view in questions(): choose(view['legal'][0])"
    log = tmp_path / "log"
    bot = make_bot(program(tmp_path, body) + f" {log}")
    assert isinstance(bot, ProgramBot)
    bot.choose(Game.new(players=2, seed=1).view(0))
    process = int(log.read_text())
    del bot
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
    raise AssertionError("it still runs")


@pytest.mark.parametrize("name", ["exec:", "exec:no-such-program-anywhere", "exec:'unclosed"])
def test_a_missing_program_is_reported_at_once(name: str) -> None:
    with pytest.raises(BotError, match="exec:"):
        Experiment(bots=lineup(name, 2), rules=BASE, games=1)


def test_another_program_is_another_version(tmp_path: Path) -> None:
    bot = program(tmp_path, "pass")
    before = version_of(bot, BASE, 2)
    assert version_of(bot, BASE, 2) == before
    program(tmp_path, "pass  # changed")
    assert version_of(bot, BASE, 2) != before
