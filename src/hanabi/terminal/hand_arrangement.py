"""How the person holds their cards: the order, and which are upside down. Not an action, and nobody else sees it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hanabi.rules import CardView, View


@dataclass
class HandArrangement:
    """Cards by draw number. Moving a card in the hand does not change its slot."""

    order: list[int] = field(default_factory=list)
    upside_down: set[int] = field(default_factory=set)

    def cards(self, view: View) -> list[CardView]:
        """The viewer's hand in the order it is held, new cards at the end."""
        places = {drawn: place for place, drawn in enumerate(self.order)}
        return sorted(view.hand, key=lambda card: (places.get(card.drawn, len(places)), card.slot))

    def is_rearranged(self, view: View) -> bool:
        return self.cards(view) != list(view.hand)

    def move(self, view: View, slot: int, place: int) -> None:
        held = [card.drawn for card in self.cards(view)]
        held.remove(view.hand[slot].drawn)
        held.insert(place, view.hand[slot].drawn)
        self.order = held

    def flip(self, view: View, slot: int) -> None:
        self.upside_down ^= {view.hand[slot].drawn}

    def to_dict(self) -> dict[str, Any]:
        return {"order": self.order, "upside_down": sorted(self.upside_down)}

    @classmethod
    def from_dict(cls, data: object) -> "HandArrangement":
        """The arrangement saved with a game; the usual order for files of other programs."""
        saved: Mapping[str, Any] = data if isinstance(data, dict) else {}
        order, upside_down = (
            [drawn for drawn in value if isinstance(drawn, int)] if isinstance(value, list) else []
            for value in (saved.get("order"), saved.get("upside_down"))
        )
        return cls(order, set(upside_down))
