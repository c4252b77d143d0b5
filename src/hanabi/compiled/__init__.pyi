# The kernels' modules are found in another folder at run time; to a type checker they are the plain ones.
from hanabi.compiled.compilation import KernelFamily
from hanabi.kernels import (
    action_ids as action_ids,
    cards as cards,
    deal as deal,
    ending as ending,
    inline as inline,
    kernel as kernel,
    knowledge as knowledge,
    layout as layout,
    legality as legality,
    numbered_deals as numbered_deals,
    observation_encoder as observation_encoder,
    seats as seats,
    turn as turn,
    visibility as visibility,
)

FAMILY: KernelFamily
intrinsic = FAMILY.intrinsic
loop = FAMILY.loop
