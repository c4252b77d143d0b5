"""Fit the choice of the team bot to people's games: a conditional logit over the features of every legal move.

    python benchmarks/fit_team.py FOLDER --folds 5 --write

At each decision the chance of a move is taken to be proportional to exp(weights · features + trust · evaluation). The
weights are those that make what the people did most likely, with a ridge on standardized columns, found by Newton's
method. How well they do on games they were not fitted to is told by cross-validation: whole games are left out, never
single decisions. `--write` puts the weights fitted to all games into the bot's parameters.json. How much the bot's own
evaluation counts with people (`trust` there) is what it counted in the fit; how much among bots, and what is added to
some weights, is chosen by `hanabi simulate`, not here.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from recorded_decisions import DEFAULT_FOLDER, Decision, NoGames, decisions, records_in

from hanabi.bots.team.bot import Team
from hanabi.bots.team.engine.conventions.chop import chop
from hanabi.bots.team.engine.features import CLUES, DISCARDS, END, FEATURE_NAMES, PLAYS
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team.engine.policy import (
    is_misleading,
    is_rash,
    look_at_clue,
    look_at_discard,
    look_at_play,
    prepare,
    touched_by,
)
from hanabi.bots.team.engine.tried_clue import is_busy, keep_state, restore_state
from hanabi.bots.team.fitted_choice import PARAMETERS
from hanabi.kernels.action_ids import card_use_of, clue_of, is_clue, is_plain_play
from hanabi.kernels.layout import Rules
from hanabi.rules.action_ids import id_of_action, legal_ids

MOST_STEPS, CONVERGED = 100, 1e-3  # of Newton's method, and what a step must add to the logarithm of the likelihood
SCALE = 1000  # weights are whole numbers, in thousandths
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """Every legal move of every decision: its features, its decision, and whether it was made."""

    features: Numbers
    own: Numbers  # the evaluation
    decision: NDArray[np.int64]  # ascending
    made: NDArray[np.bool_]
    game: NDArray[np.int64]  # of each decision
    rash: NDArray[np.bool_]  # what the bot would do only before nothing at all
    risk: NDArray[np.int8]  # 1: a play that strikes, 2: one that does not; 3: the discard of a last copy, 4: of another


def rows_of(r: Rules, mind: Mind, legal: list[int]) -> Iterator[tuple[int, list[int], int, bool]]:
    """Each legal move with its features, what the evaluation says of it and whether it is rash, clues first."""
    mind.fitted, mind.trust = [0] * len(mind.fitted), 1
    prepare(r, mind)
    latest = mind.reading, mind.focus, mind.promise, mind.connection, mind.partner
    keep_state(mind)
    mind.clock += 1
    clues = [number for number in legal if is_clue(r, number)]
    for number in clues:
        turn, clue = clue_of(r, number)
        to = (mind.me + turn) % r.players
        own = look_at_clue(r, mind, to, clue, touched_by(r, mind, to, clue), is_busy(r, mind, to))
        mind.best_gain = max(mind.best_gain, mind.gain)
        yield number, noticed(mind, CLUES, END), own, False
        restore_state(mind)
    mind.clock -= 1
    mind.reading, mind.focus, mind.promise, mind.connection, mind.partner = latest
    oldest = chop(mind, mind.me)
    for number in sorted(set(legal) - set(clues)):
        slot = card_use_of(r, number)[0]
        if is_plain_play(r, number):
            own = look_at_play(r, mind, slot)
            yield number, noticed(mind, PLAYS, DISCARDS), own, is_rash(r, mind, mind.hands[mind.me][slot])
        else:
            own = look_at_discard(r, mind, slot, oldest)
            yield number, noticed(mind, DISCARDS, CLUES), own, is_misleading(mind, slot)


def noticed(mind: Mind, first: int, end: int) -> list[int]:
    """All features; those of other sorts of moves are zero."""
    return [mind.features[feature] if first <= feature < end else 0 for feature in range(len(FEATURE_NAMES))]


def risk_of(decision: Decision, number: int) -> int:
    r = decision.view.compiled_rules
    if is_clue(r, number):
        return 0
    slot = card_use_of(r, number)[0]
    kind = decision.kind_of(decision.seat, slot)
    if is_plain_play(r, number):
        return 2 if decision.playable >> kind & 1 else 1
    return 3 if decision.critical >> kind & 1 else 4


def collect(folder: Path, most: int | None, level: int) -> Choices:
    features, own, owner, made, games, rash, risks = [], [], [], [], [], [], []
    for game, record in enumerate(records_in(folder, most)):
        bots = [Team(level) for _ in record.players]
        for decision in decisions(record):
            view = decision.view
            mind = bots[decision.seat].mind_at(view)
            done = id_of_action(view.rules, view.compiled_rules, view.erased, decision.action)
            for number, row, worth, is_guess in rows_of(
                view.compiled_rules, mind, legal_ids(view.compiled_rules, view.erased)
            ):
                features.append(row)
                own.append(worth)
                owner.append(len(games))
                made.append(number == done)
                rash.append(is_guess)
                risks.append(risk_of(decision, number))
            games.append(game)
    return Choices(
        np.array(features, float), np.array(own, float), np.array(owner), np.array(made), np.array(games),
        np.array(rash), np.array(risks, np.int8),
    )  # fmt: skip


def fit(choices: Choices, used: NDArray[np.bool_], ridge: float, trust: int) -> Numbers:
    """The weights that make the decisions of these games most likely, beside the evaluation."""
    rows = used[choices.decision]
    x, made, given = choices.features[rows], choices.made[rows], trust / SCALE * choices.own[rows]
    scale = x.std(axis=0)
    scale[scale == 0] = np.inf
    x = x / scale
    starts = np.flatnonzero(np.diff(choices.decision[rows], prepend=-1))
    lengths = np.diff(starts, append=len(x))

    def outcome(tried: Numbers) -> tuple[Numbers, float]:
        """The chance of every move by these weights, and how likely they make what was done, less the ridge."""
        found = softmax(x @ tried + given, starts, lengths)
        return found, float(np.log(np.maximum(found[made], 1e-300)).sum() - ridge / 2 * (tried @ tried))

    weights = np.zeros(x.shape[1])
    chances, likelihood = outcome(weights)
    for _ in range(MOST_STEPS):
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
    return f"same {100 * same.mean():.1f} %, strikes a play {100 * strikes:.1f} %, critical {100 * critical:.1f} %"


def scores_left_out(choices: Choices, folds: int, ridge: float, trust: int) -> Numbers:
    """The score of every move by weights that were fitted without its game."""
    scores = np.zeros(len(choices.made))
    for fold in range(folds):
        left_out = choices.game % folds == fold
        rows = left_out[choices.decision]
        scores[rows] = choices.features[rows] @ fit(choices, ~left_out, ridge, trust)
    return scores


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--games", type=int)
    parser.add_argument("--level", type=int, default=Team().level)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--ridge", type=float, default=30.0)
    parser.add_argument("--trust", type=int, default=20, help="what a point of the evaluation counts, in thousandths")
    parser.add_argument("--write", action="store_true", help="put the weights into the bot's parameters")
    options = parser.parse_args()
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
    if options.write:
        weights = fit(choices, np.ones(len(choices.game), bool), options.ridge, options.trust)
        parameters = json.loads(PARAMETERS.read_text(encoding="utf-8"))
        found = zip(FEATURE_NAMES, weights, strict=True)
        parameters["features"] = {name: round(SCALE * weight) for name, weight in found if round(SCALE * weight)}
        PARAMETERS.write_text(json.dumps(parameters, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
