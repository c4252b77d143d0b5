"""A state, whole or erased, in the shapes and the text of the Hanabi Learning Environment."""

from collections.abc import Iterable, Sequence
from typing import Any

from hanabi.kernels import Rules, State
from hanabi.simulation.hle.types import SUIT_CHAR, HanabiCard, HanabiCardKnowledge, card_of


def cards_in(s: State, ids: Iterable[int]) -> list[HanabiCard]:
    return [card_of(s.faces[card]) for card in ids]


def hands_in(s: State, seats: Iterable[int]) -> list[list[HanabiCard]]:
    return [cards_in(s, s.hands[seat][: s.hand_sizes[seat]]) for seat in seats]


def knowledge_in(r: Rules, s: State, seats: Iterable[int], *, minimal: bool = False) -> list[list[HanabiCardKnowledge]]:
    """A minimal observation has no knowledge from clues."""

    def known(seat: int, slot: int) -> HanabiCardKnowledge:
        faces, clues = (r.all_kinds, 0) if minimal else (s.possible[seat][slot], s.clued[seat][slot])
        return HanabiCardKnowledge(faces, clues, r.suits, r.colors, r.ranks)

    return [[known(seat, slot) for slot in range(s.hand_sizes[seat])] for seat in seats]


def as_text(r: Rules, s: State, seats: Sequence[int], current: int, knowledge: Sequence[Sequence[Any]]) -> str:
    fireworks = "".join(f"{SUIT_CHAR[suit]}{s.fireworks[suit]} " for suit in range(r.suits))
    hands = []
    for seat, hand, known in zip(seats, hands_in(s, seats), knowledge, strict=True):
        lines = ["Cur player\n"] if seat == current else []
        hands.append("".join(lines + [f"{card} || {info}\n" for card, info in zip(hand, known, strict=True)]))
    discards = "".join(f" {card}" for card in cards_in(s, s.discards[: s.discard_count]))
    table = "-----\n".join(hands)
    return (
        f"Life tokens: {r.strikes - s.strikes}\nInfo tokens: {s.clue_tokens}\nFireworks: {fireworks}\n"
        f"Hands:\n{table}Deck size: {r.cards - s.next_card}\nDiscards:{discards}"
    )
