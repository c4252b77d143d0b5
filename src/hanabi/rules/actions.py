"""The actions a player can choose. Slot 0 is the oldest card; discarded cards are named by the ids in views."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; with choreography, `announce` may name its suit first."""

    slot: int
    announce: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    slot: int


@dataclass(frozen=True, slots=True)
class Clue:
    """Give a teammate a clue about one color (`about="red"`) or one rank (`about=3`)."""

    to: int
    about: str | int


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Reward choice: shuffle a discarded card back. `at` is the number of cards above it; random if left out."""

    card_id: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Rescue:
    """Reward choice: add a discarded card to its firework."""

    card_id: int


Action = Play | Discard | Clue | Reshuffle | Rescue
