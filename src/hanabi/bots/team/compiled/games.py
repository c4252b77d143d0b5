"""Compiled minds: one at a time for a bot called from Python, and whole games of team bots."""

from collections.abc import Sequence

import numpy as np

from hanabi.bots.team.engine.layout import ObservedMove, TurnStatus
from hanabi.bots.team.engine.partners import KNOWN
from hanabi.bots.team.fitted_choice import choice_for, has_unknown_partner
from hanabi.compiled.batch_loops import DEAL
from hanabi.compiled.dtypes import RULES, STATE, ActionLog, Numbers, Records, dtype_of, pack
from hanabi.kernels import RUNNING, Rules, State
from hanabi.rules import RuleSet, kernel_rules, kind_of_card

from . import kernel, layout, policy, updates, whole_games

MIND = dtype_of(layout.Mind)


def new_minds(count: int, players: int, odds: int) -> Records:
    """Minds with the weights of a careful choice, and the same `odds` with all partners at the start of a game."""
    minds = np.zeros(count, MIND)
    for name, value in choice_for(players).items():
        minds["weights"][name][:] = value
    minds["partners"]["first_odds"][:] = odds
    return minds


@kernel
def call_observe_move(rules: Records, minds: Records, move: ObservedMove, status: TurnStatus) -> None:
    updates.observe_move(rules[0], minds[0], move)
    updates.set_status(rules[0], minds[0], status)


@kernel
def call_choose(rules: Records, minds: Records) -> int:
    action: int = policy.choose(rules[0], minds[0])
    return action


class TeamWorkspace:
    """Memory for games under these rules; `play` fills in scores, outcomes and, if it has rows, the log.

    All seats have the same conventions, or each its own (masks, see `engine/levels.py`).
    """

    def __init__(self, rules: RuleSet, players: int, conventions: int | Sequence[int]) -> None:
        masks = [conventions] * players if isinstance(conventions, int) else conventions
        self.conventions = np.array(masks, np.int64)
        self.arrays = whole_games.TeamArrays(
            rules=pack(kernel_rules(rules, players), RULES),
            states=np.zeros(1, STATE),
            minds=new_minds(players, players, KNOWN),
            cards=np.array([kind_of_card(rules, card) for card in rules.cards], np.int8),
        )

    def play(self, seed: int, first: int, scores: Numbers, outcomes: Numbers, log: ActionLog) -> None:
        whole_games.play_team_games(self.arrays, self.conventions, seed, first, scores, outcomes, log)


class TeamSeat:
    """A team bot in one seat of every game of a batch (see `bots.bot.BatchSeat`).

    `odds` are those of each seat at the start. It always chooses carefully, never as people do.
    """

    def __init__(
        self, rules: RuleSet, players: int, seat: int, games: int, conventions: int, odds: Sequence[int]
    ) -> None:
        self._rules = pack(kernel_rules(rules, players), RULES)
        self._minds = new_minds(games, players, KNOWN)
        self._minds["partners"]["first_odds"] = odds
        self._minds["partners"]["strict"] = has_unknown_partner(odds, players, seat)
        self._drawn = np.zeros(games, np.int64)
        self._seat, self._conventions = seat, conventions

    def follow(self, states: Records, done: Numbers, chosen: Numbers, start: int, stop: int) -> None:
        fixed = (self._seat, self._conventions)
        follow_team_seat(self._rules, states, self._minds, self._drawn, fixed, done, chosen, (start, stop))


@kernel
def follow_team_seat(
    rules: Records,
    states: Records,
    minds: Records,
    drawn: Numbers,
    seat_and_conventions: tuple[int, int],
    done: Numbers,
    chosen: Numbers,
    part: tuple[int, int],
) -> None:
    r: Rules = rules[0]
    seat, conventions = seat_and_conventions
    for game in range(part[0], part[1]):
        s: State = states[game]
        if done[game] == DEAL:
            whole_games.begin_mind(r, s, minds[game], seat, conventions)
        elif done[game] >= 0:
            whole_games.update_mind(r, s, minds[game], drawn[game])
        else:
            continue
        drawn[game] = s.drawn
        if s.player == seat and s.outcome == RUNNING:
            chosen[game] = policy.choose(r, minds[game])
