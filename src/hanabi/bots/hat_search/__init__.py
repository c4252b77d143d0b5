"""`search`: the hat player's move, or a better one found by playing on in worlds that fit what it sees.

Only moves that keep the team's code decodable are tried, so every seat may search at once.
"""

from pathlib import Path

from hanabi.bots import hat
from hanabi.compiled.compilation import KernelFamily

FAMILY = KernelFamily("bots/hat_search", Path(__file__).parent, below=(hat.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline
