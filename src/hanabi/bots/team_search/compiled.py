"""The searching team player's kernels as a family, on top of the search's and the team player's."""

from pathlib import Path

from hanabi.bots.search import compiled as search
from hanabi.bots.team import native as team
from hanabi.native.compilation import KernelFamily

FAMILY = KernelFamily("bots/team_search", Path(__file__).parent, below=(search.FAMILY, team.FAMILY))
kernel, inline = FAMILY.kernel, FAMILY.inline
