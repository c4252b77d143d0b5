"""`search`: plays as the hat player, or a better move that it finds by playing on in worlds that fit its view.

It only tries moves that its teammates can still decode, so every seat may search at once.
"""

from pathlib import Path

from hanabi.bots import hat
from hanabi.compiled.compilation import KernelFamily

FAMILY = KernelFamily("bots/hat_search", Path(__file__).parent, below=(hat.FAMILY,))
kernel, inline = FAMILY.kernel, FAMILY.inline
