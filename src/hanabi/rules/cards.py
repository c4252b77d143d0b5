"""Suits and cards. A Suit is the cards of one firework; a clue names a color."""

from dataclasses import dataclass
from enum import StrEnum


class Suit(StrEnum):
    WHITE = "white"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    GREEN = "green"
    MULTICOLOR = "multicolor"
    BLACK = "black"

    @property
    def letter(self) -> str:
        return "k" if self is Suit.BLACK else self[0]

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


SUIT_OF_LETTER = {suit.letter: suit for suit in Suit}

# In the order of the Hanabi Learning Environment; a smaller game uses the first ones.
COLORS = (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.WHITE, Suit.BLUE)


@dataclass(frozen=True, slots=True)
class Card:
    """A face: `Card.of("r3")` is the red 3. One physical card is identified by its card id."""

    suit: Suit
    rank: int

    @classmethod
    def of(cls, text: str) -> "Card":
        if len(text) == 2 and text[0] in SUIT_OF_LETTER and text[1] in "12345":
            return cls(SUIT_OF_LETTER[text[0]], int(text[1]))
        raise ValueError(f"{text!r} is not a card: write a suit letter (w r b y g m k) and a rank 1–5, such as 'r3'")

    def __str__(self) -> str:
        return f"{self.suit.letter}{self.rank}"


class Tile(StrEnum):
    """The reward tiles (rules.md, section 6), in the order of the rule tables."""

    CLUE_BACK = "clue_back"
    MEND = "mend"
    FREE_COLOR_CLUE = "free_color_clue"
    FREE_RANK_CLUE = "free_rank_clue"
    RESHUFFLE = "reshuffle"
    RESCUE = "rescue"


TILES = tuple(Tile)
