# The engine's modules are found in another folder at run time; to a type checker they are the plain ones.
from hanabi.bots.team.engine import (
    card_sets as card_sets,
    layout as layout,
    policy as policy,
    promises as promises,
    updates as updates,
    whole_games as whole_games,
)
from hanabi.compiled.compilation import KernelFamily
from hanabi.kernels import inline as inline, kernel as kernel, knowledge as knowledge

FAMILY: KernelFamily
