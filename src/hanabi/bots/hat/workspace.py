"""The hat player's parameters, and the memory of its compiled code."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

import numpy as np

from hanabi.bots.hat import inline
from hanabi.bots.hat.layout import DIVISORS, HatTables, PublicState
from hanabi.compiled.dtypes import RULES, STATE, Kinds, Numbers, Records, dtype_of, pack
from hanabi.kernels import TILES, Rules, cards
from hanabi.kernels.action_ids import color_clues
from hanabi.kernels.layout import MAX_CARDS, fields
from hanabi.rules import SWITCHES, RuleSet, kernel_rules, kind_of_card

TABLES = dtype_of(HatTables)
PUBLIC = dtype_of(PublicState)
PARAMETERS = tuple(
    name for name, shape in fields(HatTables).items() if not shape.size and name not in ("colored", "wild", "simple")
)
VIEW = 0  # the state from which a choice is made
REPLAYED = 3  # the state in which a game is replayed


@lru_cache(maxsize=1)
def all_parameters() -> dict[str, dict[str, int]]:
    """The parameters by number of players and type of game."""
    text = resources.files("hanabi.bots.hat").joinpath("parameters.json").read_text(encoding="utf-8")
    parameters: dict[str, dict[str, int]] = json.loads(text)
    return parameters


def parameters_for(rules: RuleSet, players: int) -> dict[str, int]:
    """The common parameters, overridden by those for the number of players and then for each switch that is on."""
    sets = all_parameters()
    types = ["", *(f" {name}" for name in SWITCHES if rules.is_on(name))]
    parameters = dict(sets["common"])
    for name in types:
        parameters |= sets.get(f"{players}{name}", {})
    return parameters


def tables_for(r: Rules, parameters: Mapping[str, int]) -> Records:
    """The hat tables for these rules, as a one-element array."""
    records = np.zeros(1, TABLES)
    tables = records[0]
    for name in PARAMETERS:
        tables[name] = parameters[name]
    colors = color_clues(r)
    kinds = [kind for kind in range(cards.kind_count(r)) if r.all_kinds >> kind & 1]
    named = {kind: r.clues_of[kind] & colors for kind in kinds}
    for kind in kinds:
        suit = cards.suit_of(kind)
        tables["by_step"][cards.kind_of(suit, r.step[kind])] = kind
        tables["suit_kinds"][suit] |= 1 << kind
        tables["next_bit"][kind] = mask_of(
            other for other in kinds if cards.suit_of(other) == suit and r.step[other] == r.step[kind] + 1
        )
        for bit in range(3):
            tables["step_bits"][bit] |= (r.step[kind] >> bit & 1) << kind
        rank = cards.rank_index(kind)
        tables["same_rank"][kind] = mask_of(other for other in kinds if cards.rank_index(other) == rank)
        tables["color_subset"][kind] = mask_of(other for other in kinds if named[other] & ~named[kind] == 0)
    tables["colored"] = mask_of(kind for kind in kinds if named[kind])
    tables["wild"] = mask_of(kind for kind in kinds if named[kind] & (named[kind] - 1))
    tables["simple"] = int(all(named[kind] and not named[kind] & (named[kind] - 1) for kind in kinds))
    for divisor in range(1, DIVISORS):
        tables["reciprocal"][divisor] = (1 << 32) // divisor + 1
    return records


def mask_of(kinds: Iterable[int]) -> int:
    return sum(1 << kind for kind in kinds)


class HatArrays(NamedTuple):
    """What the hat player's kernels work in; the records of `compiled.dtypes` and `layout`."""

    rules: Records  # one
    tables: Records  # one
    states: Records
    state_words: Numbers  # the same memory
    publics: Records  # common knowledge, then scratch records
    public_words: Numbers  # the same memory
    cards: Kinds  # the whole deck, sorted
    faces: Kinds  # of a replayed game, in the order the cards were drawn
    tiles: Kinds


def state_arrays(states: int, publics: int) -> tuple[Records, Numbers, Records, Numbers]:
    """Arrays of states and of public states, each with a view of the same memory as words."""
    private, public = np.zeros(states, STATE), np.zeros(publics, PUBLIC)
    return private, private.view(np.int64).reshape(states, -1), public, public.view(np.int64).reshape(publics, -1)


@inline
def copy_words(words: Numbers, source: int, target: int) -> None:
    for place in range(words.shape[1]):
        words[target, place] = words[source, place]


class HatWorkspace:
    """The memory of compiled players for one RuleSet and number of players. Do not share it between threads."""

    def __init__(self, rules: RuleSet, players: int, parameters: Mapping[str, int] | None = None) -> None:
        self.rule_tables = kernel_rules(rules, players)
        chosen = parameters_for(rules, players) if parameters is None else parameters
        self.arrays = HatArrays(
            pack(self.rule_tables, RULES),
            tables_for(self.rule_tables, chosen),
            *state_arrays(4, 3),
            cards=np.array([kind_of_card(rules, card) for card in rules.cards], np.int8),
            faces=np.zeros(MAX_CARDS + TILES, np.int8),
            tiles=np.zeros(TILES, np.int8),
        )
