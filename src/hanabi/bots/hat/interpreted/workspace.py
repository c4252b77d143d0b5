"""`hat/workspace.py` for ordinary Python: the records are objects, and arrays are lists."""

from typing import Any

from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.workspace import PUBLIC, REPLAYED, VIEW, HatArrays, HatWorkspace
from hanabi.compiled.dtypes import unpack
from hanabi.kernels import State, blank, duplicate
from hanabi.rules import RuleSet

__all__ = ["PUBLIC", "REPLAYED", "VIEW", "HatArrays", "copy_words", "plain_arrays"]


def plain_arrays(rules: RuleSet, players: int) -> Any:
    """`HatArrays` of objects; the words of a record are the object itself."""
    workspace = HatWorkspace(rules, players)
    packed: Any = workspace.arrays
    states, publics = ([blank(record) for _ in range(3)] for record in (State, PublicState))
    return packed._replace(
        rules=[workspace.rule_tables],
        tables=[unpack(packed.tables, blank(HatTables))],
        states=states,
        state_words=states,
        publics=publics,
        public_words=publics,
        cards=packed.cards.tolist(),
    )


def copy_words(words: Any, source: int, target: int) -> None:
    vars(words[target]).update(vars(duplicate(words[source])))
