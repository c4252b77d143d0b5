"""A switch is declared once, in `RuleSet`; this follows the recipe in CONTRIBUTING.md with a made-up one."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hanabi import RuleSet
from hanabi.rules import SWITCHES, Switch
from hanabi.texts import LANGUAGES

ROOT = Path(__file__).parents[2]
DECLARATIONS = {
    "lanterns": '_switch(False, not_on_hanab_live=("lanterns", "hanab.live has no lanterns"))',
    "lantern_color": '_switch("paper", ("paper", "silk"), needs="lanterns")',
    "lantern_count": "_switch(4, range(1, 10), examples=(7,), highest=6)",
}
# Run in a copy of the package in which these switches are declared.
PROGRAM = """
import json
from click.testing import CliRunner
from hanabi import Game, RuleSet
from hanabi.arena.league import EXAMPLES
from hanabi.bots.hat import workspace
from hanabi.cli import main
from hanabi.records.hanablive import NoCounterpart, to_json
from hanabi.server.api.rules import _choices
from hanabi.server.tables import Options, switches_of
from hanabi.server.tables.options import ruleset_of
from hanabi.rules.rulebook import active_variants

rules = RuleSet.of("pl", lanterns=True, lantern_count=2)
lit = Game.new(rules=rules, players=2, seed=1)
lit.act(lit.legal_actions()[0])
try:
    refusal = to_json(lit.record())
except NoCounterpart as error:
    refusal = [error.reason, str(error)]
workspace.all_parameters()["3 lanterns"] = {"near": -1}
shown = CliRunner().invoke(main, ["rules", "--with", "lanterns,lantern_color=silk,lantern_count=7"])
alone = CliRunner().invoke(main, ["rules", "--with", "lantern_color=silk"])
print(json.dumps({
    "record": rules.to_dict(),
    "at a table": switches_of(ruleset_of(Options(rules={"lanterns": True}))),
    "form": json.loads(_choices().body)["settings"],
    "league": EXAMPLES,
    "hat": [workspace.parameters_for(RuleSet.of(lanterns=on), 3)["near"] for on in (True, False)],
    "refusal": refusal,
    "rulebook": [section.title for section in active_variants(rules)],
    "command": [shown.exit_code, shown.output, alone.output],
}))
"""


@pytest.fixture(scope="module")
def derived(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the rest of the package says about the made-up switches."""
    package = tmp_path_factory.mktemp("declared") / "hanabi"
    shutil.copytree(ROOT / "src/hanabi", package, ignore=shutil.ignore_patterns("static", "__pycache__", "*.xz"))
    ruleset, texts = package / "rules/ruleset.py", package / "texts/game.json"
    fields = "".join(f"    {name}: Any = {declaration}\n" for name, declaration in DECLARATIONS.items())
    declared = ruleset.read_text().replace("    colors: int", f"{fields}    colors: int", 1)
    ruleset.write_text(declared)
    keys = [f"{name}.{part}" for name in DECLARATIONS for part in ("title", "text")]
    keys += [f"lantern_color.{color}.{part}" for color in ("paper", "silk") for part in ("title", "text")]
    messages = {f"switch.{key}": dict.fromkeys(LANGUAGES, f"The {key}") for key in keys}
    texts.write_text(json.dumps(json.loads(texts.read_text()) | messages))
    environ = {"PYTHONPATH": str(package.parent), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=package.parent, env=environ, text=True, capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    result: dict[str, Any] = json.loads(ran.stdout)
    return result


def test_a_record_and_a_table_have_it(derived: dict[str, Any]) -> None:
    assert derived["record"] == {"edition": "pl", "lanterns": True, "lantern_count": 2}
    assert {name: derived["at a table"][name] for name in DECLARATIONS} == {
        "lanterns": True,
        "lantern_color": "paper",
        "lantern_count": 4,
    }


def test_the_setup_page_offers_it(derived: dict[str, Any]) -> None:
    form = {setting.pop("name"): setting for setting in derived["form"]}
    assert form["lanterns"] == {"values": [False, True], "limits": None, "needs": None}
    assert form["lantern_color"] == {"values": ["paper", "silk"], "limits": None, "needs": "lanterns"}
    assert form["lantern_count"] == {"values": [], "limits": [1, 6], "needs": None}


def test_the_command_line_takes_it(derived: dict[str, Any]) -> None:
    code, shown, alone = derived["command"]
    assert code == 0
    assert "The lanterns.title" in shown
    assert "lantern_color has no effect without lanterns: write lanterns=true,lantern_color=silk" in alone


def test_the_rulebook_explains_it(derived: dict[str, Any]) -> None:
    assert derived["rulebook"] == ["The lanterns.title", "The lantern_count.title: 2"]


def test_hanab_live_is_not_given_such_a_game(derived: dict[str, Any]) -> None:
    assert derived["refusal"] == ["lanterns", "hanab.live has no lanterns"]


def test_the_arena_compares_it(derived: dict[str, Any]) -> None:
    examples = {name: switches for name, switches in derived["league"].items() if name.startswith("lantern")}
    assert examples == {
        "lanterns": {"lanterns": True},
        "lantern color silk": {"lanterns": True, "lantern_color": "silk"},
    }


def test_the_hat_player_may_have_parameters_for_it(derived: dict[str, Any]) -> None:
    with_lanterns, without = derived["hat"]
    assert with_lanterns == -1 != without


def _documented(switch: Switch) -> str:
    if isinstance(switch.values, range):
        return f"{switch.default}, or any from {switch.values[0]} to {switch.values[-1]}"
    values = [switch.default, *(value for value in switch.values if value != switch.default)]
    return ", ".join(str(value) if type(value) is int else f"`{str(value).lower()}`" for value in values)


def test_the_page_of_the_rules_lists_every_switch_with_its_values() -> None:
    page = (ROOT / "docs/rules.md").read_text(encoding="utf-8").partition("## 5. Variants")[2].partition("\n## ")[0]
    documented = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.MULTILINE))
    assert documented == {name: _documented(switch) for name, switch in SWITCHES.items()}
    assert all(switch.default == getattr(RuleSet(), name) for name, switch in SWITCHES.items())
