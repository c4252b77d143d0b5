"""A bot that chooses at random."""

import secrets

from hanabi.chance import Seed, Stream
from hanabi.rules import Action, View


class RandomBot:
    """Every legal action is as likely as any other; the same seed makes the same choices."""

    name = "random"

    def __init__(self, seed: Seed | None = None) -> None:
        self._numbers = Stream(secrets.token_hex(16) if seed is None else seed, "random bot")

    def choose(self, view: View) -> Action:
        legal = view.legal_actions
        return legal[self._numbers.below(len(legal))]
