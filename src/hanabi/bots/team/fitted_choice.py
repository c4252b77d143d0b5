"""How much the choice of a move leans on what people do, and how much on the bot's own evaluation.

`parameters.json` holds the weights of the features, fitted to people's games by `benchmarks/fit_team.py`, what is added
to some of them because games of the bot with itself go better then, and for each number of players how much a point of
the evaluation counts beside them.
"""

import json
from functools import cache
from pathlib import Path

from hanabi.bots.team.engine.features import FEATURE_NAMES
from hanabi.bots.team.engine.layout import FEATURES, WEIGHTS
from hanabi.bots.team.engine.weights import weights_for

PARAMETERS = Path(__file__).with_name("parameters.json")


@cache
def choice_for(players: int) -> dict[str, int | list[int]]:
    """The fields of a mind that decide its choices: `weights`, `fitted` and `trust`, in whole numbers."""
    parameters = json.loads(PARAMETERS.read_text(encoding="utf-8"))
    fitted = [parameters["features"].get(name, 0) + parameters["added"].get(name, 0) for name in FEATURE_NAMES]
    return {
        "weights": weights_for(players, WEIGHTS),
        "fitted": fitted + [0] * (FEATURES - len(fitted)),
        "trust": parameters["trust"][str(players)],
    }
