"""A mean with less noise: another bot's results on the same deals say how easy these deals were.

The control's mean over many more deals is known well. If it scored more than that on the deals in question, these were
easy, and part of the difference is taken off (the regression estimator of two-phase sampling). What is left of the
error is that of the scores which the control does not explain, and that of the control's own mean.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True)
class CorrectedMean:
    mean: float
    stderr: float
    correlation: float


def corrected_mean(scores: Sequence[int], control: Sequence[int]) -> CorrectedMean:
    """The mean of `scores`; the first deals of `control` are theirs, in the same order, and it has more of them."""
    games, deals = len(scores), len(control)
    if not 2 < games < deals:
        raise ValueError(f"{games} games cannot be corrected by {deals} of the control")
    same = control[:games]
    mean, mean_same, mean_all = fmean(scores), fmean(same), fmean(control)
    variance = sum((score - mean) ** 2 for score in scores) / (games - 1)
    variance_same = sum((score - mean_same) ** 2 for score in same) / (games - 1)
    covariance = sum((score - mean) * (other - mean_same) for score, other in zip(scores, same, strict=True)) / (
        games - 1
    )
    slope = covariance / variance_same if variance_same else 0.0
    explained = slope * covariance
    stderr = math.sqrt(max(variance - explained, 0.0) / games + explained / deals)
    correlation = math.sqrt(explained / variance) * (1 if slope >= 0 else -1) if variance else 0.0
    return CorrectedMean(mean - slope * (mean_same - mean_all), stderr, correlation)
