"""`team:search`: the team player's move, or a better one found by playing on in worlds that fit what it sees.

Its clues mean what the conventions say, so it is read as any team player. It plays on as if everybody were one, so it
searches only where they are.
"""

from pathlib import Path

from hanabi.bots import hat_search
from hanabi.bots.team import compiled as team
from hanabi.compiled.compilation import KernelFamily

FAMILY = KernelFamily("bots/team_search", Path(__file__).parent, below=(hat_search.FAMILY, team.FAMILY))
kernel, inline = FAMILY.kernel, FAMILY.inline
