"""Records the golden games again: run `python tests/golden/make.py`, and read the changes before you commit them.

Each game is the first one, counting seeds from 0, in which all the wanted things happen.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from hanabi import Game, Record, RuleSet  # noqa: E402
from hanabi.records import states  # noqa: E402
from support.game_drivers import DRIVERS  # noqa: E402
from support.rare_events import happenings  # noqa: E402

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli")

# name, edition, switches, players, driver, what must happen
GAMES: list[tuple[str, str | None, dict[str, Any], int, str, set[str]]] = [
    ("ro-finished", "ro", {}, 3, "reckless", {"finished deck", "Struck"}),
    ("ro-all-or-nothing-won", "ro", {"all_or_nothing": True}, 5, "peeking", {"won complete", "Struck"}),
    ("ro-all-or-nothing-lost", "ro", {"all_or_nothing": True}, 2, "reckless", {"lost indispensable"}),
    (
        "pt-BR-choreography",
        "pt-BR",
        {"choreography": True},
        4,
        "peeking",
        {"2 tokens", "announced wrong, failed", "finished deck"},
    ),
    (
        "pt-BR-multicolor-black",
        "pt-BR",
        {"multicolor": "suit", "black_powder": True},
        2,
        "reckless",
        {"black complete", "finished deck"},
    ),
    ("pt-BR-below-zero", "pt-BR", {"black_powder": True, "strikes": 20}, 5, "random", {"below zero"}),
    (
        "nb-five-card-multicolor",
        "nb",
        {"multicolor": "suit", "choreography": True},
        3,
        "peeking",
        {"multicolor complete", "announced right, added"},
    ),
    ("es-one-strike", "es", {"strikes": 1}, 4, "reckless", {"lost strikes", "LastRoundBegan"}),
    ("es-wild-nine-tokens", "es", {"multicolor": "wild", "clue_tokens": 9}, 5, "peeking", {"won in the last round"}),
    (
        "pl-in-full",
        "pl",
        {"multicolor": "wild", "black_powder": True, "flamboyants": True},
        3,
        "peeking",
        {"chained tile", "CardReshuffled", "StrikeMended", "free_color_clue chosen", "free_rank_clue chosen"},
    ),
    ("pl-reshuffle-into-empty-deck", "pl", {"flamboyants": True}, 4, "reckless", {"reshuffle into the empty deck"}),
    ("pl-last-round-postponed", "pl", {"flamboyants": True}, 5, "peeking", {"last round postponed"}),
    ("pl-rescue-instead", "pl", {"flamboyants": True}, 2, "reckless", {"rescue instead of reshuffle"}),
    (
        "house-everything",
        None,
        {
            "empty_clues": False,
            "all_or_nothing": True,
            "choreography": True,
            "multicolor": "wild",
            "multicolor_cards": 5,
            "black_powder": True,
            "flamboyants": True,
            "strikes": 4,
            "clue_tokens": 10,
        },
        3,
        "peeking",
        {"won complete", "CardRescued", "2 tokens", "announced wrong, failed"},
    ),
    ("research-stuck", None, {"all_or_nothing": True, "colors": 2, "clue_tokens": 1}, 3, "reckless", {"lost stuck"}),
]


def recorded(name: str) -> Record:
    _, edition, switches, players, driver, wanted = next(game for game in GAMES if game[0] == name)
    rules = RuleSet.of(edition, **switches)
    for seed in range(20_000):
        game = Game.new(rules=rules, players=NAMES[:players], seed=seed, first=seed % players)
        if wanted <= happenings(game, DRIVERS[driver], random.Random(seed)).keys():
            return game.record(seed=seed)
    raise LookupError(f"no game of {name} shows {wanted}")


def written(record: Record) -> str:
    """One line per field, so that changes are readable."""
    lines = [f'  "{field}": {json.dumps(value, ensure_ascii=False)}' for field, value in record.to_dict().items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    for name in sys.argv[1:] or [game[0] for game in GAMES]:
        record = recorded(name)
        (HERE / f"{name}.json").write_text(written(record), encoding="utf-8")
        lines = [json.dumps(state, ensure_ascii=False) for state in states(record)]
        (HERE / f"{name}.states.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(record.actions)} actions, {lines[-1].rpartition('over')[2]}", flush=True)


if __name__ == "__main__":
    main()
