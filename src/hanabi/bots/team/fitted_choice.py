"""The part of the choice that is fitted to people's games by `benchmarks/fit_team.py`, and how much it counts.

`parameters.json` holds the weights of the features and two ways to choose by them: `as_people` with partners who have
shown that they play by conventions, and `careful` with others and among team bots. Each way says, by the number of
players, how much a point of the bot's own evaluation counts (`trust`), and what is added to some of the weights.

`choice_trees.json` holds decision trees that say how much people favor a move; they count `as_people`. Each inner node
has the column it looks at, the largest value that goes left (`threshold`) and its two children: a number from 0 on is
an inner node of the same tree, ~n is leaf n. Each leaf has what it adds to the score, in thousandths.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hanabi.bots.team.engine import policy, tried_clue
from hanabi.bots.team.engine.card_features import MAX_CHOP_AGE
from hanabi.bots.team.engine.conventions.chop import chop
from hanabi.bots.team.engine.conventions.order_chop_move import is_out_of_order
from hanabi.bots.team.engine.evaluation import next_discard_loss, pace_of
from hanabi.bots.team.engine.features import CLUES, DISCARDS, END, FEATURE_NAMES, PLAYS
from hanabi.bots.team.engine.layout import FEATURES, NO_CELL, WEIGHTS, Mind
from hanabi.bots.team.engine.partners import FIRST_ODDS, KNOWN
from hanabi.bots.team.engine.weights import weights_for
from hanabi.kernels import Rules
from hanabi.kernels.action_ids import card_use_of, clue_of, is_clue, is_plain_play

PARAMETERS = Path(__file__).with_name("parameters.json")
TREES = Path(__file__).with_name("choice_trees.json")

ODDS_WITH = {"team": KNOWN, "simple": -KNOWN, "random": -KNOWN}  # bots known by name (see `engine/partners.py`)
AS_PEOPLE = 50  # the log-odds of all partners from which on the bot chooses as people do

TABLE_NAMES = (
    "tokens", "deck", "score", "pace", "next_loss", "own_plays", "own_trash", "own_clued", "lowest", "chop_age",
    "clued_since", "chops_discarded", "cards_lost",
    "next_free", "next_clued", "next_danger", "last_free", "last_clued", "last_danger",
)  # fmt: skip
MOVE_NAMES = ("evaluation", "slot", "focus_slot", "touched")
COLUMNS = (*FEATURE_NAMES, *TABLE_NAMES, *MOVE_NAMES)
MIN_EVALUATION, MAX_EVALUATION = -900, 600
NO_SLOT = -1


@cache
def choice_for(players: int, *, as_people: bool = False) -> dict[str, int | list[int]]:
    """The fields of `ChoiceWeights`."""
    parameters = json.loads(PARAMETERS.read_text(encoding="utf-8"))
    way = parameters["as_people" if as_people else "careful"]
    fitted = [parameters["features"].get(name, 0) + way["added"].get(name, 0) for name in FEATURE_NAMES]
    return {
        "evaluation": weights_for(players, WEIGHTS),
        "features": fitted + [0] * (FEATURES - len(fitted)),
        "trust": way["trust"][str(players)],
    }


def first_odds_with(partner: str | None) -> int:
    """`partner`: the name of a bot, or None for a person."""
    return ODDS_WITH.get((partner or "").partition(":")[0], FIRST_ODDS)


def has_unknown_partner(odds: Sequence[int], players: int, me: int) -> bool:
    """Whether some partner is not known by name to play by conventions or not to."""
    return any(abs(odds[seat]) < KNOWN for seat in range(players) if seat != me)


def chooses_as_people(odds: Sequence[int], players: int, me: int) -> bool:
    """Whether all partners are likely to play by conventions, and not all are known by name to be team bots."""
    others = [odds[seat] for seat in range(players) if seat != me]
    return min(others) >= AS_PEOPLE and min(others) < KNOWN


class ChoiceTree(NamedTuple):
    column: list[int]
    threshold: list[int]
    left: list[int]
    right: list[int]
    leaves: list[int]

    def score(self, row: Sequence[int]) -> int:
        node = 0
        while node >= 0:
            node = self.left[node] if row[self.column[node]] <= self.threshold[node] else self.right[node]
        return self.leaves[~node]


@cache
def choice_trees() -> tuple[ChoiceTree, ...]:
    stored = json.loads(TREES.read_text(encoding="utf-8"))
    order = [COLUMNS.index(name) for name in stored["columns"]]
    return tuple(
        ChoiceTree(**tree | {"column": [order[column] for column in tree["column"]]}) for tree in stored["trees"]
    )


def favor_of(row: Sequence[int]) -> int:
    """How much people favor a move, given as a row of `COLUMNS`."""
    return sum(tree.score(row) for tree in choice_trees())


@cache
def trees_digest() -> int:
    """Tells one file of trees from another."""
    return zlib.crc32(TREES.read_bytes())


class MoveRow(NamedTuple):
    number: int
    features: list[int]  # by `FEATURE_NAMES`; features of other types of moves are zero
    evaluation: int
    is_rash: bool  # chosen only if there is no other move
    reason: int
    chosen: int  # the cell it is about
    slot: int = NO_SLOT  # of a play or discard
    focus_slot: int = 0
    touched: int = 0  # the number of cards

    def columns(self, table: list[int]) -> list[int]:
        """The row of `COLUMNS` for the trees; `table` comes from `table_columns`."""
        evaluation = min(max(self.evaluation, MIN_EVALUATION), MAX_EVALUATION)
        return [*self.features, *table, evaluation, self.slot, self.focus_slot, self.touched]


def rows_of(r: Rules, m: Mind, moves: Iterable[int]) -> Iterator[MoveRow]:
    """The moves with these numbers, clues first. Changes nothing in the mind that a choice would not change."""
    numbers = sorted(moves, key=lambda number: not is_clue(r, number))
    policy.prepare(r, m)
    tried_clue.copy_cards(m.undo, m.cards)
    m.table.clock += 1
    for number in numbers:
        if is_clue(r, number):
            yield _clue_row(r, m, number)
            tried_clue.undo_clue(m)
    m.table.clock -= 1
    oldest = chop(m, m.me)
    for number in numbers:
        if is_clue(r, number):
            continue
        slot = card_use_of(r, number)[0]
        cell = m.table.hands[m.me][slot]
        if is_plain_play(r, number):
            own = _evaluation(m, policy.score_play(r, m, slot))
            rash = policy.is_rash(r, m, cell) or is_out_of_order(r, m, slot)
            yield MoveRow(number, _features(m, PLAYS, DISCARDS), own, rash, policy.play_reason(m, slot), cell, slot)
        else:
            own = _evaluation(m, policy.score_discard(r, m, slot, oldest))
            rash, reason = policy.is_misleading(m, slot), policy.discard_reason(m, slot, oldest)
            yield MoveRow(number, _features(m, DISCARDS, CLUES), own, rash, reason, cell, slot)
    tried_clue.ignore_saved_beliefs(r, m)


def _clue_row(r: Rules, m: Mind, number: int) -> MoveRow:
    turn, clue = clue_of(r, number)
    to = (m.me + turn) % r.players
    touched = policy.touched_slots(r, m, to, clue)
    busy, oldest = tried_clue.has_known_play(r, m, to), chop(m, to)
    read = tried_clue.try_clue(r, m, to, clue, touched)
    own = _evaluation(m, policy.score_clue(r, m, to, clue, touched, read, oldest, busy))
    m.choice.best_gain = max(m.choice.best_gain, m.choice.gain)
    features, reason = _features(m, CLUES, END), policy.clue_reason(m, read)
    slot = list(m.table.hands[to]).index(read.focus) if read.focus != NO_CELL else NO_SLOT
    return MoveRow(number, features, own, False, reason, read.focus, focus_slot=slot, touched=touched.bit_count())


def _evaluation(m: Mind, score: int) -> int:
    """The bot's own evaluation of the move just scored, from its score (see `score_of`)."""
    return (score - m.choice.feature_score) // m.weights.trust


def _features(m: Mind, first: int, end: int) -> list[int]:
    return [m.choice.features[feature] if first <= feature < end else 0 for feature in range(len(FEATURE_NAMES))]


def table_columns(r: Rules, m: Mind) -> list[int]:
    """The state of the table by `TABLE_NAMES`. Called after the moves have been scored."""
    t, c, own = m.table, m.cards, m.own
    clued = sum(c.clues[t.hands[m.me][slot]] > 0 for slot in range(t.held[m.me]))
    chop_age, clued_since = min(t.clock - own.chop_since, MAX_CHOP_AGE), int(m.latest.given_at > own.last_turn)
    table = [
        t.tokens, t.deck, sum(t.fireworks[: r.suits]), pace_of(r, m), m.choice.next_loss, own.plays.bit_count(),
        own.trash.bit_count(), clued, own.lowest, chop_age, clued_since, t.discarded, sum(t.lost),
    ]  # fmt: skip
    for turn in (1, r.players - 1):
        seat = (m.me + turn) % r.players
        cells = [t.hands[seat][slot] for slot in range(t.held[seat])]
        free = sum(c.clues[cell] == 0 and t.playable >> t.kinds[cell] & 1 for cell in cells)
        table += [free, sum(c.clues[cell] > 0 for cell in cells), next_discard_loss(r, m, seat, 1)]
    return table


def favored_by_people(r: Rules, m: Mind) -> int:
    """The best of the scored moves, by their scores and by the trees."""
    scores = dict(zip(m.choice.moves[: m.choice.count], m.choice.scores[: m.choice.count], strict=True))
    rows = list(rows_of(r, m, scores))
    table = table_columns(r, m)
    best = max(rows, key=lambda row: scores[row.number] + favor_of(row.columns(table)))
    m.choice.reason, m.choice.chosen = best.reason, best.chosen
    return policy.announced(r, m, best.slot) if is_plain_play(r, best.number) else best.number
