"""The layout of an observation: which bits mean what, for any rules. And the rules that learning programs use."""

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

from hanabi.kernels import layout
from hanabi.rules import RuleSet, kernel_rules

# The rules of the Hanabi Learning Environment. The only difference from the base game: a clue must touch a card.
STANDARD = RuleSet(empty_clues=False)


def rules_with_switches(rules: RuleSet | None, switches: dict[str, Any]) -> RuleSet:
    """The RuleSet itself; or the rules of an edition or of the standard game, with switches changed."""
    if rules is not None:
        if switches:
            raise TypeError("give either a RuleSet or switches, not both")
        return rules
    base = {} if "edition" in switches else {"empty_clues": False}
    return RuleSet.of(**{**base, **switches})


# Incremented whenever the layout for the same rules changes. Trained networks belong to one version.
VERSION = 1


@dataclass(frozen=True, slots=True)
class ObservationSection:
    """Adjacent bits of an observation, in row-major order of `shape`."""

    name: str
    start: int
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def place(self) -> slice:
        return slice(self.start, self.stop)


@dataclass(frozen=True, slots=True)
class ObservationLayout:
    """`layout["knowledge"].place` is the slice of a row that holds that section."""

    version: int
    sections: tuple[ObservationSection, ...]

    @property
    def size(self) -> int:
        return self.sections[-1].stop

    def __getitem__(self, name: str) -> ObservationSection:
        for section in self.sections:
            if section.name == name:
                return section
        raise KeyError(f"no section {name!r}; there are {', '.join(section.name for section in self.sections)}")


@lru_cache(maxsize=256)
def observation_layout(rules: RuleSet, players: int) -> ObservationLayout:
    """The layout for these rules, as `kernels/observation_encoder.py` writes it.

    tests/simulation/test_observation_layout.py checks that the two agree.
    """
    r = kernel_rules(rules, players)
    hand, suits, colors, ranks = r.hand_size, r.suits, r.colors, r.ranks
    deck = r.cards - players * hand
    copies = sum(r.copies)
    parts: list[tuple[str, tuple[int, ...], str]] = [
        ("hands", (players - 1, hand, suits, ranks), "teammates' cards, next seat first, oldest card first"),
        ("short_hands", (players,), "whose hand is short of a card, own first"),
        ("deck", (deck,), "cards left to draw, as a thermometer"),
        ("fireworks", (suits, ranks), "cards on each firework, one-hot; all zeros if empty"),
        ("clue_tokens", (r.clue_tokens,), "clue tokens left, as a thermometer"),
        ("lives", (r.strikes,), "strikes left until the game is lost, as a thermometer"),
        ("discards", (copies,), "per suit and rank, a thermometer as high as the face has copies"),
        ("last_player", (players,), "who acted last, own seat first"),
        ("last_action", (4,), "play, discard, color clue, rank clue"),
        ("last_target", (players,), "who got the clue, own seat first"),
        ("last_color", (colors,), "the color it named"),
        ("last_rank", (ranks,), "the rank it named"),
        ("last_touched", (hand,), "the slots it touched"),
        ("last_slot", (hand,), "the slot played or discarded"),
        ("last_card", (suits, ranks), "the card played, discarded, reshuffled or rescued"),
        ("last_scored", (1,), "whether it joined its firework"),
        ("last_token", (1,), "whether it brought a clue token back (not for discards)"),
        (
            "knowledge",
            (players, hand, suits * ranks + colors + ranks),
            "per card, own first: faces the clues leave open, colors and ranks of clues that touched it",
        ),
    ]
    if rules.choreography:
        parts.append(("last_announced", (suits,), "the suit announced with the last play"))
    if rules.flamboyants:
        parts += [
            ("last_choice", (2,), "the last action was a reshuffle, a rescue"),
            ("pending_tile", (layout.TILES,), "the reward tile that waits for a choice"),
            ("turned_tiles", (layout.TILES,), "the reward tiles turned so far"),
            ("returned_card", (suits, ranks), "the card a reshuffle put back, until a copy of it is seen again"),
            ("drawn_before", (players, hand), "which cards were drawn before that, own first"),
            ("last_round", (players,), "turns left in the last round, as a thermometer"),
        ]
    sections, start = [], 0
    for name, shape, about in parts:
        sections.append(ObservationSection(name, start, shape, about))
        start = sections[-1].stop
    return ObservationLayout(VERSION, tuple(sections))
