"""The hat player's records as NumPy memory, its habits, and how a seat's View becomes them."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from hanabi.bots.hat.layout import DIVISORS, Public, Tables
from hanabi.kernels import cards
from hanabi.kernels.action_ids import color_clues
from hanabi.kernels.layout import MAX_CARDS, TILES, Rules, fields
from hanabi.native.dtypes import RULES, STATE, dtype_of, pack
from hanabi.rules.compiled_rules import compiled, kind_of
from hanabi.rules.ruleset import RuleSet

TABLES = dtype_of(Tables)
PUBLIC = dtype_of(Public)
HABITS = tuple(
    name for name, shape in fields(Tables).items() if not shape.size and name not in ("colored", "wild", "simple")
)


@lru_cache(maxsize=1)
def all_habits() -> dict[str, dict[str, int]]:
    """Tuned numbers by number of players and kind of game."""
    text = resources.files("hanabi.bots.hat").joinpath("habits.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, int]] = json.loads(text)
    return found


def habits_for(rules: RuleSet, players: int) -> dict[str, int]:
    """The common habits, then those of the number of players, then those of the kind of game."""
    known = all_habits()
    kinds = ["", " empty_clues"] if rules.empty_clues else [""]
    kinds += [f" {name}" for name in ("all_or_nothing", "black_powder", "flamboyants") if getattr(rules, name)]
    kinds += [" multicolor"] if rules.multicolor != "none" else []
    habits = dict(known["common"])
    for kind in kinds:
        habits |= known.get(f"{players}{kind}", {})
    return habits


def tables_for(r: Rules, habits: Mapping[str, int]) -> Any:
    """The tables for compiled rules, as a one-element array."""
    made = np.zeros(1, TABLES)
    t = made[0]
    for name in HABITS:
        t[name] = habits[name]
    colors = color_clues(r)
    kinds = [kind for kind in range(cards.kind_count(r)) if r.all_kinds >> kind & 1]
    named = {kind: r.clues_of[kind] & colors for kind in kinds}
    for kind in kinds:
        suit = cards.suit_of(kind)
        t["by_step"][cards.kind_of(suit, r.step[kind])] = kind
        t["suit_kinds"][suit] |= 1 << kind
        t["next_bit"][kind] = mask_of(
            other for other in kinds if cards.suit_of(other) == suit and r.step[other] == r.step[kind] + 1
        )
        for bit in range(3):
            t["step_bits"][bit] |= (r.step[kind] >> bit & 1) << kind
        rank = cards.rank_index(kind)
        t["same_rank"][kind] = mask_of(other for other in kinds if cards.rank_index(other) == rank)
        t["color_subset"][kind] = mask_of(other for other in kinds if named[other] & ~named[kind] == 0)
    t["colored"] = mask_of(kind for kind in kinds if named[kind])
    t["wild"] = mask_of(kind for kind in kinds if named[kind] & (named[kind] - 1))
    t["simple"] = int(all(named[kind] and not named[kind] & (named[kind] - 1) for kind in kinds))
    for divisor in range(1, DIVISORS):
        t["reciprocal"][divisor] = (1 << 32) // divisor + 1
    return made


def mask_of(kinds: Iterable[int]) -> int:
    return sum(1 << kind for kind in kinds)


class HatWorkspace:
    """The memory compiled players of one kind of game work in. Not shared between threads."""

    def __init__(self, rules: RuleSet, players: int, habits: Mapping[str, int] | None = None) -> None:
        self.compiled_rules = compiled(rules, players)
        self.rules = pack(self.compiled_rules, RULES)
        self.hat_tables = tables_for(self.compiled_rules, habits_for(rules, players) if habits is None else habits)
        self.cards = np.array([kind_of(rules, card) for card in rules.cards], np.int8)
        self.states = np.zeros(4, STATE)
        self.words = self.states.view(np.int64).reshape(4, -1)
        self.publics = np.zeros(3, PUBLIC)
        self.public_words = self.publics.view(np.int64).reshape(3, -1)
        self.faces = np.zeros(MAX_CARDS + TILES, np.int8)
        self.tiles = np.zeros(TILES, np.int8)
