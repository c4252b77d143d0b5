"""Fits the team bot's choice to people's games: a conditional logit over the features of every move, and trees.

    pip install hanabi[fit]
    python benchmarks/fit_team.py FOLDER --folds 5 --write

The model: at each decision the chance of a move is proportional to exp(weights · features + trust · evaluation). The
weights maximize the likelihood of people's moves, with a ridge on standardized columns, by Newton's method.
Cross-validation shows how well they do on other games; it leaves out whole games, never single decisions. Boosted trees
(LightGBM) are fitted to the same moves in the same way, with more columns about the table; with people the bot adds
both scores. `--write` fits to all games and writes the weights to the bot's parameters.json and the trees to its
choice_trees.json. With people the bot's own evaluation counts as much as in the fit (`trust`); how much it counts
among bots, and what is added to some weights, was chosen with `hanabi simulate`, not here.
"""

import argparse
import json
import math
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from recorded_decisions import DEFAULT_FOLDER, Decision, NoGames, decisions, records_in

from hanabi.bots.team.bot import Team
from hanabi.bots.team.engine.features import FEATURE_NAMES
from hanabi.bots.team.fitted_choice import COLUMNS, PARAMETERS, TREES, chooses_as_people, rows_of, table_columns
from hanabi.kernels.action_ids import card_use_of, is_clue, is_plain_play
from hanabi.rules import id_of_action, legal_ids

if TYPE_CHECKING:
    import lightgbm

MAX_STEPS, CONVERGED = 100, 1e-3  # Newton steps; stop when a step adds less than this to the log-likelihood
SCALE = 1000  # weights are integers, in thousandths
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """Every legal move of every decision: its features, its decision, and whether the person made it."""

    columns: Numbers
    own: Numbers  # the bot's own evaluation
    decision: NDArray[np.int64]  # ascending
    made: NDArray[np.bool_]
    game: NDArray[np.int64]  # of each decision
    proven: NDArray[np.bool_]  # of each decision: the bot chooses as people do
    rash: NDArray[np.bool_]  # moves that the bot makes only if there is no other
    risk: NDArray[np.int8]  # 1: a play that strikes, 2: one that does not; 3: the discard of a last copy, 4: of another

    @property
    def features(self) -> Numbers:
        """The columns that the linear score weighs."""
        return self.columns[:, : len(FEATURE_NAMES)]


def risk_of(decision: Decision, number: int) -> int:
    r = decision.view.rule_tables
    if is_clue(r, number):
        return 0
    slot = card_use_of(r, number)[0]
    kind = decision.kind_of(decision.seat, slot)
    if is_plain_play(r, number):
        return 2 if decision.playable >> kind & 1 else 1
    return 3 if decision.critical >> kind & 1 else 4


def collect(folder: Path, limit: int | None, level: int) -> Choices:
    columns, own, owner, made, games, proven, rash, risks = [], [], [], [], [], [], [], []
    for game, record in enumerate(records_in(folder, limit)):
        bots = [Team(level) for _ in record.players]
        for decision in decisions(record):
            view = decision.view
            r, mind = view.rule_tables, bots[decision.seat].mind_at(view)
            done = id_of_action(view.rules, r, view.erased, decision.action)
            rows = list(rows_of(r, mind, legal_ids(r, view.erased)))
            table = table_columns(r, mind)
            for row in rows:
                columns.append(row.columns(table))
                own.append(row.evaluation)
                owner.append(len(games))
                made.append(row.number == done)
                rash.append(row.is_rash)
                risks.append(risk_of(decision, row.number))
            games.append(game)
            proven.append(chooses_as_people(mind.partners.odds, r.players, mind.me))
    return Choices(
        np.array(columns, float), np.array(own, float), np.array(owner), np.array(made), np.array(games),
        np.array(proven), np.array(rash), np.array(risks, np.int8),
    )  # fmt: skip


def fit(choices: Choices, used: NDArray[np.bool_], ridge: float, trust: int) -> Numbers:
    """The weights that, together with the evaluation, make the decisions of these games most likely."""
    rows = used[choices.decision]
    x, made, offset = choices.features[rows], choices.made[rows], trust / SCALE * choices.own[rows]
    scale = x.std(axis=0)
    scale[scale == 0] = np.inf
    x = x / scale
    starts = np.flatnonzero(np.diff(choices.decision[rows], prepend=-1))
    lengths = np.diff(starts, append=len(x))

    def outcome(tried: Numbers) -> tuple[Numbers, float]:
        """The chance of every move with these weights, and their log-likelihood minus the ridge."""
        chances = softmax(x @ tried + offset, starts, lengths)
        return chances, float(np.log(np.maximum(chances[made], 1e-300)).sum() - ridge / 2 * (tried @ tried))

    weights = np.zeros(x.shape[1])
    chances, likelihood = outcome(weights)
    for _ in range(MAX_STEPS):
        mean = np.add.reduceat(x * chances[:, None], starts)
        gradient = x[made].sum(axis=0) - mean.sum(axis=0) - ridge * weights
        curvature = (x * chances[:, None]).T @ x - mean.T @ mean + ridge * np.eye(len(weights))
        step, stride = np.linalg.solve(curvature, gradient), 1.0
        while (tried := outcome(weights + stride * step))[1] <= likelihood and stride > 1e-6:
            stride /= 2
        if tried[1] - likelihood < CONVERGED:
            break
        weights, (chances, likelihood) = weights + stride * step, tried
    return np.asarray(weights / scale)


def softmax(scores: Numbers, starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> Numbers:
    raised = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), lengths))
    return np.asarray(raised / np.repeat(np.add.reduceat(raised, starts), lengths))


def best_rows(choices: Choices, scores: Numbers) -> NDArray[np.int64]:
    """For each decision the row of the move with the highest score."""
    order = np.lexsort((-scores, choices.rash, choices.decision))
    return np.asarray(order[np.flatnonzero(np.diff(choices.decision[order], prepend=-1))])


def figures(choices: Choices, rows: NDArray[np.int64]) -> str:
    same, risk = choices.made[rows], choices.risk[rows]
    strikes = (risk == 1).sum() / max(1, ((risk == 1) | (risk == 2)).sum())
    critical = (risk == 3).sum() / max(1, ((risk == 3) | (risk == 4)).sum())
    return f"same {100 * same.mean():.1f} %, strikes per play {100 * strikes:.1f} %, critical {100 * critical:.1f} %"


def scores_left_out(choices: Choices, folds: int, ridge: float, trust: int) -> Numbers:
    """The score of every move by weights that were fitted without its game."""
    scores = np.zeros(len(choices.made))
    for fold in range(folds):
        left_out = choices.game % folds == fold
        rows = left_out[choices.decision]
        scores[rows] = choices.features[rows] @ fit(choices, ~left_out, ridge, trust)
    return scores


def grow(choices: Choices, used: NDArray[np.bool_], options: argparse.Namespace) -> "lightgbm.Booster":
    """Trees that make the decisions of these games most likely."""
    import lightgbm

    rows = used[choices.decision]
    made = choices.made[rows].astype(float)
    starts = np.flatnonzero(np.diff(choices.decision[rows], prepend=-1))
    lengths = np.diff(starts, append=len(made))

    def slope(scores: Numbers, _: "lightgbm.Dataset") -> tuple[Numbers, Numbers]:
        chances = softmax(scores, starts, lengths)
        return chances - made, np.maximum(chances * (1 - chances), 1e-3)

    settings = {
        "objective": slope, "num_leaves": options.leaves, "learning_rate": options.rate, "min_data_in_leaf": 40,
        "lambda_l2": 20, "feature_fraction": 0.25, "bagging_fraction": 0.7, "bagging_freq": 1, "num_threads": 1,
        "deterministic": True, "seed": 1, "verbose": -1,
    }  # fmt: skip
    return lightgbm.train(settings, lightgbm.Dataset(choices.columns[rows], label=made), options.trees)


def tree_scores_left_out(choices: Choices, options: argparse.Namespace) -> Numbers:
    """The score of every move by trees that were fitted without its game."""
    scores = np.zeros(len(choices.made))
    for fold in range(options.folds):
        left_out = choices.game % options.folds == fold
        rows = left_out[choices.decision]
        scores[rows] = grow(choices, ~left_out, options).predict(choices.columns[rows])
    return scores


def scores_as_played(choices: Choices, scores: Numbers, trees: Numbers, trust: int) -> Numbers:
    """The scores by which the bot chooses at a table of three: as people do, or careful."""
    ways = json.loads(PARAMETERS.read_text(encoding="utf-8"))

    def added(way: str) -> Numbers:
        weights = [ways[way]["added"].get(name, 0) / SCALE for name in FEATURE_NAMES]
        return np.asarray(choices.features @ np.array(weights))

    more_trust = (ways["careful"]["trust"]["3"] - trust) / SCALE
    careful = scores + added("careful") + more_trust * choices.own
    return np.where(choices.proven[choices.decision], scores + trees + added("as_people"), careful)


def stored_tree(tree: dict[str, Any]) -> dict[str, list[int]]:
    """One tree in the format of choice_trees.json (see `fitted_choice.py`)."""
    stored: dict[str, list[int]] = {name: [] for name in ("column", "threshold", "left", "right", "leaves")}

    def add(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            stored["leaves"].append(round(SCALE * node["leaf_value"]))
            return ~(len(stored["leaves"]) - 1)
        number = len(stored["column"])
        stored["column"].append(node["split_feature"])
        stored["threshold"].append(math.floor(node["threshold"]))
        stored["left"].append(0)
        stored["right"].append(0)
        stored["left"][number] = add(node["left_child"])
        stored["right"][number] = add(node["right_child"])
        return number

    add(tree)
    return stored


def write_trees(booster: "lightgbm.Booster") -> None:
    trees = [stored_tree(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]
    lines = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in trees)
    text = f'{{"columns": {json.dumps(COLUMNS)},\n"trees": [\n{lines}\n]}}\n'
    TREES.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--games", type=int)
    parser.add_argument("--level", type=int, default=Team().level)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--ridge", type=float, default=30.0)
    parser.add_argument("--trust", type=int, default=20, help="weight of the evaluation, in thousandths")
    parser.add_argument("--trees", type=int, default=400, help="number of trees")
    parser.add_argument("--leaves", type=int, default=24, help="leaves per tree")
    parser.add_argument("--rate", type=float, default=0.05, help="learning rate")
    parser.add_argument("--write", action="store_true", help="write weights and trees to the bot's parameter files")
    options = parser.parse_args()
    if find_spec("lightgbm") is None:
        print("Fitting trees needs LightGBM: pip install 'hanabi[fit]'", file=sys.stderr)
        return 1
    try:
        choices = collect(options.folder, options.games, options.level)
    except NoGames as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{choices.game.max() + 1} games, {len(choices.game)} decisions, {len(choices.made)} moves")
    print("the evaluation alone:", figures(choices, best_rows(choices, choices.own)))
    scores = scores_left_out(choices, options.folds, options.ridge, options.trust)
    for trust in sorted({0, options.trust, 2 * options.trust}):
        rows = best_rows(choices, scores + trust / SCALE * choices.own)
        print(f"fitted, {options.folds}-fold by game, used with trust {trust}:", figures(choices, rows), flush=True)
    trees = tree_scores_left_out(choices, options)
    print("the trees alone:", figures(choices, best_rows(choices, trees)))
    scores += options.trust / SCALE * choices.own
    print("both:", figures(choices, best_rows(choices, scores + trees)))
    rows = best_rows(choices, scores_as_played(choices, scores, trees, options.trust))
    print("with additions, careful until partners have proven themselves:", figures(choices, rows))
    if options.write:
        every = np.ones(len(choices.game), bool)
        weights = fit(choices, every, options.ridge, options.trust)
        parameters = json.loads(PARAMETERS.read_text(encoding="utf-8"))
        rounded = {name: round(SCALE * weight) for name, weight in zip(FEATURE_NAMES, weights, strict=True)}
        parameters["features"] = {name: weight for name, weight in rounded.items() if weight}
        PARAMETERS.write_text(json.dumps(parameters, indent=1) + "\n", encoding="utf-8")
        write_trees(grow(choices, every, options))
    return 0


if __name__ == "__main__":
    sys.exit(main())
