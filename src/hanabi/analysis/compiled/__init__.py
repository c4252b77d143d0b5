"""The kernels of the analysis as a family, on top of the bots that play on in its rollouts."""

from pathlib import Path

from hanabi.bots.search import compiled as search
from hanabi.bots.team import native as team
from hanabi.native.compilation import KernelFamily

FAMILY = KernelFamily("analysis", Path(__file__).parent, below=(search.FAMILY, team.FAMILY))
kernel = FAMILY.kernel
