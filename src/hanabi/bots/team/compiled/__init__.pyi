# The engine's modules are found in another folder at run time; to a type checker they are the plain ones.
from hanabi.bots.team.engine import card_sets as card_sets
from hanabi.bots.team.engine import layout as layout
from hanabi.bots.team.engine import policy as policy
from hanabi.bots.team.engine import updates as updates
from hanabi.compiled.compilation import KernelFamily
from hanabi.kernels import inline as inline
from hanabi.kernels import kernel as kernel

FAMILY: KernelFamily
