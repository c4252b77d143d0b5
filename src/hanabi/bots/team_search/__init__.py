"""`team:search`: the team bot's move, or a better one found by playing on in worlds that fit what it sees.

Its clues mean what the conventions say, so others read it like any team bot. Its rollouts assume that everybody is a
team bot, so it searches only if that is true.
"""

from pathlib import Path

from hanabi.bots import hat_search
from hanabi.bots.team import compiled as team
from hanabi.compiled.compilation import KernelFamily

FAMILY = KernelFamily("bots/team_search", Path(__file__).parent, below=(hat_search.FAMILY, team.FAMILY))
kernel, inline = FAMILY.kernel, FAMILY.inline
