"""Compiled kernels of reviews, on top of the bots that play its rollouts."""

from pathlib import Path

from hanabi.bots import hat_search as search
from hanabi.bots.team import compiled as team
from hanabi.compiled.compilation import KernelFamily

FAMILY = KernelFamily("review", Path(__file__).parent, below=(search.FAMILY, team.FAMILY))
kernel = FAMILY.kernel
