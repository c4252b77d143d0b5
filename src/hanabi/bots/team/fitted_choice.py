"""How much the choice of a move leans on what people do, and how much on the bot's own evaluation.

`parameters.json` holds the weights of the features, fitted to people's games by `benchmarks/fit_team.py`, and two ways
to choose by them: `as_people` with partners who have shown that they play by conventions, and `careful` with others and
among its own kind. Each has, for each number of players, how much a point of the evaluation counts (`trust`), and what
is added to some of the weights. With people the trees of `choice_trees.py` count beside them.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from hanabi.bots.team.engine.features import FEATURE_NAMES
from hanabi.bots.team.engine.layout import FEATURES, WEIGHTS
from hanabi.bots.team.engine.weights import weights_for
from hanabi.kernels.layout import MAX_PLAYERS

PARAMETERS = Path(__file__).with_name("parameters.json")


# See `Mind.patience`. Bots known by name need not be found out.
PATIENCE, PATIENCE_WITH_TEAM = 3, 100
PATIENCE_WITH = {"team": PATIENCE_WITH_TEAM, "simple": -100, "random": -100}
PROVEN = 5  # how far a partner must follow the conventions (see `engine/partners.py`): more than at the start


@cache
def choice_for(players: int, *, as_people: bool = False, among_team: bool = False) -> dict[str, int | list[int]]:
    """The fields of a mind that decide its choices, in whole numbers: `weights`, `fitted`, `trust` and `patience`.

    `among_team`: all partners are known to be team players, so whatever they do they know the conventions.
    """
    parameters = json.loads(PARAMETERS.read_text(encoding="utf-8"))
    way = parameters["as_people" if as_people else "careful"]
    fitted = [parameters["features"].get(name, 0) + way["added"].get(name, 0) for name in FEATURE_NAMES]
    return {
        "weights": weights_for(players, WEIGHTS),
        "fitted": fitted + [0] * (FEATURES - len(fitted)),
        "trust": way["trust"][str(players)],
        "patience": [PATIENCE_WITH_TEAM if among_team else PATIENCE] * MAX_PLAYERS,
    }


def patience_with(partner: str | None) -> int:
    """`partner`: the name of a bot, or None for a person."""
    return PATIENCE_WITH.get((partner or "").partition(":")[0], PATIENCE)


def are_proven(partners: Sequence[int], strikes: int) -> bool:
    """Whether partners, by how far each follows the conventions, have shown that they do; not after a strike."""
    return strikes == 0 and min(partners) >= PROVEN
