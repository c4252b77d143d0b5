"""Games under every switch, and the protocol's view made in the slow and obvious way from a View."""

import random
from collections.abc import Iterator
from typing import Any

from hanabi.game import Game
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import Card, Suit
from hanabi.rules.compiled_rules import kind_of
from hanabi.rules.outcome import Outcome, verdict_on
from hanabi.rules.views import CardView, View

RULES: list[dict[str, Any]] = [
    {},
    {"edition": "ro"},
    {"edition": "ro", "all_or_nothing": True},
    {"edition": "pt-BR", "choreography": True, "multicolor": "suit", "black_powder": True},
    {"edition": "nb", "choreography": True, "multicolor": "suit"},
    {"edition": "es", "multicolor": "wild", "strikes": 2, "clue_tokens": 9},
    {"edition": "pl", "flamboyants": True, "multicolor": "wild"},
    {"edition": "pl", "flamboyants": True, "multicolor": "wild", "black_powder": True, "strikes": 9},
    {"flamboyants": True, "all_or_nothing": True, "choreography": True, "empty_clues": False},
]


def peeking_choice(game: Game, chance: random.Random) -> Action:
    """A player that looks at its cards now and then, so that fireworks are completed and rare rules occur."""
    legal = game.legal_actions()
    if chance.random() < 0.6 and game.player is not None:
        playable = game.view(None).playable
        good = [
            a
            for a in legal
            if isinstance(a, Play) and a.announce is None and game.card(game.player, a.slot) in playable
        ]
        if good:
            return chance.choice(good)
    careful = [action for action in legal if not isinstance(action, Play)]
    return chance.choice(careful if careful and chance.random() < 0.9 else list(legal))


class TrackedGame:
    """A game that keeps the number under which each card that left a hand was drawn."""

    def __init__(self, rules: dict[str, Any], players: int, seed: int) -> None:
        switches = {name: value for name, value in rules.items() if name != "edition"}
        self.game = Game.new(rules.get("edition"), players, seed=seed, **switches)
        self.draw_numbers: dict[int, int] = {}
        self.chance = random.Random(seed)

    def moves(self) -> Iterator[Action]:
        game = self.game
        while game.player is not None:
            action = peeking_choice(game, self.chance)
            self.act(action)
            yield action

    def act(self, action: Action) -> None:
        s = self.game.state
        if isinstance(action, Play | Discard):
            self.draw_numbers[s.hands[s.player][action.slot]] = s.serials[s.player][action.slot]
        self.game.act(action)

    @property
    def pile(self) -> list[int]:
        s = self.game.state
        return [self.draw_numbers[card] for card in s.discards[: s.pile]]


def expected_view(
    view: View, pile: list[int], actions: int, shown: tuple[CardView, ...] | None = None
) -> dict[str, Any]:
    """The protocol's view made from a View, whose hidden cards are erased; `pile` numbers the discarded cards.

    `shown` is the seat's own hand where it is turned over: as a teammate saw it, when the game is over.
    """
    draw_numbers = {discarded.card_id: drawn for discarded, drawn in zip(view.discards, pile, strict=True)}
    rules = view.rules
    suits = [suit for suit in Suit if suit in rules.suits]

    def masks(cards: tuple[Card, ...]) -> list[int]:
        return [sum(1 << card.rank - 1 for card in cards if card.suit is suit) for suit in suits]

    hands = list(view.hands)
    if shown is not None and view.seat is not None:
        hands[view.seat] = shown
    left = {card: rules.copies(card) for card in set(rules.cards)}
    for discarded in view.discards:
        left[discarded.card] -= 1
    for face in left:
        left[face] -= _on_firework(view, face)
    on_table = {card for card, count in left.items() if count == 0}

    def card(seen: CardView) -> dict[str, Any]:
        sure = (seen.card,) if seen.card else seen.possible
        possible = tuple(c for c in seen.open if c not in on_table) if seen.card else seen.possible
        groups = (("playable", view.playable), ("critical", view.critical), ("useless", view.useless))
        return {
            "drawn": seen.drawn,
            "card": str(seen.card) if seen.card else None,
            "clued": list(seen.clued),
            "open": masks(seen.open),
            "possible": masks(possible),
            "marks": [name for name, group in groups if all(face in group for face in sure)],
        }

    tops = {
        suit: count if suit is not Suit.BLACK else rules.ranks + 1 - count for suit, count in view.fireworks.items()
    }
    return {
        "seat": view.seat,
        "turn": view.turn,
        "actions": actions,
        "player": view.player,
        "pending": view.pending,
        "clue_tokens": view.clue_tokens,
        "strikes": view.strikes,
        "deck": view.deck_size,
        "turns_left": view.turns_left,
        "score": view.score,
        "best_score": view.best_score,
        "clue_tokens_max": rules.clue_tokens,
        "strikes_max": rules.strikes,
        "max_score": rules.max_score,
        "suits": [suit.value for suit in suits],
        "colors": [suit.value for suit in Suit if suit in rules.nameable],
        "ranks": list(range(1, rules.ranks + 1)),
        "touches": {
            str(word): masks(tuple(face for face in set(rules.cards) if _points_at(view, word, face)))
            for word in (*(color.value for color in rules.nameable), *range(1, rules.ranks + 1))
        },
        "copies": [[rules.copies(Card(suit, rank)) for rank in range(1, rules.ranks + 1)] for suit in suits],
        "playable": masks(tuple(view.playable)),
        "critical": masks(tuple(view.critical)),
        "useless": masks(tuple(view.useless)),
        "fireworks": {
            suit.value: {
                "count": view.fireworks[suit],
                "top": tops[suit] if view.fireworks[suit] else None,
                "reachable": _reachable(view, suit, left),
            }
            for suit in suits
        },
        "discards": [{"id": draw_numbers[thrown.card_id], "card": str(thrown.card)} for thrown in view.discards],
        "lost": [
            str(face)
            for suit in suits
            for rank in range(1, rules.ranks + 1)
            if left[face := Card(suit, rank)] == 0 and not _on_firework(view, face)
        ],
        "tiles_turned": list(view.tiles_turned),
        "over": None if view.over is None else _over(view, view.over),
        "hands": [
            {"seat": seat, "order": list(range(len(hand))), "cards": [card(seen) for seen in hand]}
            for seat, hand in enumerate(hands)
        ],
        "legal": [_legal(view, action, draw_numbers) for action in view.legal_actions],
        "refused": _refused(view),
    }


def _on_firework(view: View, card: Card) -> bool:
    count = view.fireworks[card.suit]
    step = view.rules.ranks - card.rank if card.suit is Suit.BLACK else card.rank - 1
    return step < count


def _points_at(view: View, word: str | int, card: Card) -> bool:
    if isinstance(word, int):
        return card.rank == word
    return card.suit.value == word or (card.suit is Suit.MULTICOLOR and view.rules.multicolor == "wild")


def _reachable(view: View, suit: Suit, left: dict[Card, int]) -> int:
    ranks = list(range(1, view.rules.ranks + 1))
    built = ranks[::-1] if suit is Suit.BLACK else ranks
    count = view.fireworks[suit]
    while count < len(built) and left[Card(suit, built[count])] > 0:
        count += 1
    return count


def _over(view: View, over: Outcome) -> dict[str, Any]:
    verdict = verdict_on(view.rules, over)
    return {**over.to_dict(), "verdict": verdict.rating, "commended": verdict.commended}


def _legal(view: View, action: Action, draw_numbers: dict[int, int]) -> dict[str, Any]:
    r, s = view.compiled_rules, view.erased
    match action:
        case Play(slot, None):
            return {"type": "play", "slot": slot}
        case Play(slot, suit):
            return {"type": "play", "slot": slot, "announce": suit}
        case Discard(slot):
            return {"type": "discard", "slot": slot}
        case Clue(to, about):
            clue = (
                [c.value for c in view.rules.nameable].index(about) if isinstance(about, str) else r.colors + about - 1
            )
            hand = view.hands[to]
            touched = [c.slot for c in hand if c.card and r.touch[clue] >> kind_of(view.rules, c.card) & 1]
            return {"type": "clue", "to": to, "about": about, "slots": touched}
        case Reshuffle(card_id) | Rescue(card_id):
            face = next(str(thrown.card) for thrown in view.discards if thrown.card_id == card_id)
            return {"type": type(action).__name__.lower(), "card_id": draw_numbers[card_id], "card": face}
    raise AssertionError(s)


def _refused(view: View) -> dict[str, str]:
    if view.seat is None:
        return {"all": "spectator"}
    if view.over:
        return {"all": "game_over"}
    if view.player != view.seat:
        return {"all": "wrong_player"}
    if view.pending:
        return {"all": "choice_pending"}
    refused = {}
    if view.clue_tokens == view.rules.clue_tokens and view.hand:
        refused["discard"] = "all_tokens_available"
    if view.clue_tokens == 0:
        refused["clue"] = "no_clue_token"
    return refused
