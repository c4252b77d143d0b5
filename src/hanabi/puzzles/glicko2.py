"""Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2022): the strength of solvers and puzzles.

The symbols are those of the paper. Every attempt is a rating period with one game for each side.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178
TAU = 0.5  # how fast volatility may change
EPSILON = 1e-6
MEAN = 1500.0
UNKNOWN, MIN_DEVIATION, MAX_DEVIATION = 350.0, 45.0, 350.0  # deviation of a newcomer, and the limits
VOLATILITY = 0.06


@dataclass(frozen=True)
class Strength:
    """A rating, its deviation (half the distance to either end of a 95% interval) and its volatility."""

    rating: float = MEAN
    deviation: float = UNKNOWN
    volatility: float = VOLATILITY


@dataclass(frozen=True)
class RatedGame:
    """A game against an opponent: 1 won, 0 lost, 0.5 drawn."""

    opponent: Strength
    score: float


def rated(player: Strength, games: Sequence[RatedGame]) -> Strength:
    """The strength after a rating period with these games."""
    mu, phi, sigma = (player.rating - MEAN) / SCALE, player.deviation / SCALE, player.volatility
    if not games:
        return Strength(player.rating, min(MAX_DEVIATION, SCALE * math.hypot(phi, sigma)), sigma)
    weighted = [_weighted(mu, game) for game in games]
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in weighted)
    surprise = sum(g * (score - e) for g, e, score in weighted)
    sigma = _volatility(phi, sigma, v, v * surprise)
    phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Strength(MEAN + SCALE * (mu + phi * phi * surprise), SCALE * phi, sigma)


def rated_attempt(solver: Strength, puzzle: Strength, *, right: bool) -> tuple[Strength, Strength]:
    """Solver and puzzle after an attempt. Deviations stay above MIN_DEVIATION, so ratings never freeze."""
    won = float(right)
    return _bounded(rated(solver, [RatedGame(puzzle, won)])), _bounded(rated(puzzle, [RatedGame(solver, 1 - won)]))


def _bounded(strength: Strength) -> Strength:
    return Strength(strength.rating, max(MIN_DEVIATION, min(MAX_DEVIATION, strength.deviation)), strength.volatility)


def _weighted(mu: float, game: RatedGame) -> tuple[float, float, float]:
    """g(φ), the expected score E, and the score."""
    phi = game.opponent.deviation / SCALE
    g = 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)
    return g, 1 / (1 + math.exp(-g * (mu - (game.opponent.rating - MEAN) / SCALE))), game.score


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5 of the paper: the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        ex, base = math.exp(x), phi * phi + v + math.exp(x)
        return ex * (delta * delta - phi * phi - v - ex) / (2 * base * base) - (x - a) / (TAU * TAU)

    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
