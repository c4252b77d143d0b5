"""How suits, cards and tokens look. Each suit has its own shape, so colors are not needed to tell them apart."""

from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from hanabi.rules import Card, Suit

# One cell wide in every terminal, and never shown as emoji. Black points down because it is built downwards.
SHAPES = {
    Suit.WHITE: "○",
    Suit.RED: "▲",
    Suit.BLUE: "■",
    Suit.YELLOW: "★",
    Suit.GREEN: "◆",
    Suit.MULTICOLOR: "✱",
    Suit.BLACK: "▼",
}
CARD_STYLES = {
    Suit.WHITE: "bold #1d1d1d on #efece2",
    Suit.RED: "bold #ffffff on #b3202c",
    Suit.BLUE: "bold #ffffff on #2457b8",
    Suit.YELLOW: "bold #1d1d1d on #eec02d",
    Suit.GREEN: "bold #ffffff on #22733f",
    Suit.MULTICOLOR: "bold #ffffff on #7a3d9c",
    Suit.BLACK: "bold #ffffff on #4a4a55",
}
SUIT_STYLES = {
    Suit.WHITE: "bold",
    Suit.RED: "#e5484d",
    Suit.BLUE: "#5b8def",
    Suit.YELLOW: "#d9a900",
    Suit.GREEN: "#3fa564",
    Suit.MULTICOLOR: "#b06fd6",
    Suit.BLACK: "#8a8a96",
}
RAINBOW_COLORS = ("#b3202c", "#a9690b", "#22733f", "#2457b8")


@dataclass(frozen=True)
class Theme:
    """`shapes` is off if the terminal supports only ASCII; suits are then letters."""

    shapes: bool = True
    colors: bool = True

    @classmethod
    def of(cls, console: Console) -> "Theme":
        shapes = console.encoding.lower().startswith("utf")
        return cls(shapes, colors=console.color_system is not None and not console.no_color)

    def symbol(self, suit: Suit) -> str:
        return SHAPES[suit] if self.shapes else suit.letter

    def suit(self, suit: Suit) -> Text:
        return Text(self.symbol(suit), SUIT_STYLES[suit])

    def card(self, card: Card, mark: str = " ") -> Text:
        """A face as a colored chip; `mark` follows the rank inside it."""
        text = f" {self.symbol(card.suit)}{card.rank}{mark}"
        if card.suit is not Suit.MULTICOLOR:
            return Text.assemble((text, CARD_STYLES[card.suit]))
        return Text.assemble(*((cell, f"bold #ffffff on {RAINBOW_COLORS[at]}") for at, cell in enumerate(text)))

    def back(self, mark: str = " ", *, upside_down: bool = False) -> Text:
        sign = "??" if not upside_down else "¿¿" if self.shapes else "vv"
        return Text.assemble((f" {sign}{mark}", "bold #ffffff on #5f6470"))

    def clue(self, about: str | int) -> Text:
        return Text(str(about), "bold") if isinstance(about, int) else self.suit(Suit(about))

    def tokens(self, left: int, limit: int) -> Text:
        return self._row("●" if self.shapes else "o", left, limit, "#5b8def")

    def strikes(self, strikes: int, limit: int) -> Text:
        return self._row("✗" if self.shapes else "x", strikes, limit, "bold #e5484d")

    def _row(self, sign: str, count: int, limit: int, style: str) -> Text:
        """`count` symbols, then dots up to `limit`; nothing if they would be too many to count."""
        return Text.assemble((sign * count, style), (self.dot * (limit - count), "dim")) if limit <= 12 else Text()

    @property
    def dot(self) -> str:
        return "·" if self.shapes else "."

    @property
    def none(self) -> str:
        return "–" if self.shapes else "-"

    @property
    def arrow(self) -> str:
        return "▸" if self.shapes else ">"
