# The kernels' modules are found in another folder at run time; to a type checker they are the plain ones.
from hanabi.compiled.compilation import KernelFamily
from hanabi.kernels import action_ids as action_ids
from hanabi.kernels import cards as cards
from hanabi.kernels import deal as deal
from hanabi.kernels import ending as ending
from hanabi.kernels import inline as inline
from hanabi.kernels import kernel as kernel
from hanabi.kernels import knowledge as knowledge
from hanabi.kernels import layout as layout
from hanabi.kernels import legality as legality
from hanabi.kernels import observation_encoder as observation_encoder
from hanabi.kernels import seats as seats
from hanabi.kernels import turn as turn
from hanabi.kernels import visibility as visibility

FAMILY: KernelFamily
intrinsic = FAMILY.intrinsic
