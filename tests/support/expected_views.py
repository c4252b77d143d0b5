"""Games under every switch, and the protocol's view made from a View."""

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hanabi.game import Game
from hanabi.rules import Action, Card, CardView, Clue, Discard, Outcome, Play, Rescue, Reshuffle, Suit, View, verdict_on
from support.reach import Reach

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
            self.draw_numbers[s.hands[s.player][action.slot]] = s.draw_numbers[s.player][action.slot]
        self.game.act(action)

    @property
    def pile(self) -> list[int]:
        s = self.game.state
        return [self.draw_numbers[card] for card in s.discards[: s.discard_count]]


def expected_view(view: View, pile: list[int], shown: tuple[CardView, ...] | None = None) -> dict[str, Any]:
    """The protocol's view made from a View, whose hidden cards are erased; `pile` numbers the discarded cards.

    `shown` is the seat's own hand where it is turned over: as a teammate saw it, when the game is over.
    """
    numbers = {discarded.card_id: drawn for discarded, drawn in zip(view.discards, pile, strict=True)}
    hands = list(view.hands)
    if shown is not None and view.seat is not None:
        hands[view.seat] = shown
    rules, suits, left, reach = view.rules, _suits(view), _copies_left(view), Reach(view)
    return {
        "seat": view.seat,
        "turn": view.turn,
        "actions": len(view.history),
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
            str(word): _masks(view, view.touched_by(word))
            for word in (*(color.value for color in rules.nameable), *range(1, rules.ranks + 1))
        },
        "copies": [[rules.copies(Card(suit, rank)) for rank in range(1, rules.ranks + 1)] for suit in suits],
        "playable": _masks(view, view.playable),
        "critical": _masks(view, view.critical),
        "useless": _masks(view, view.useless),
        "fireworks": {suit.value: _firework(view, suit, reach) for suit in suits},
        "discards": [{"id": numbers[thrown.card_id], "card": str(thrown.card)} for thrown in view.discards],
        "lost": [
            str(face)
            for suit in suits
            for rank in range(1, rules.ranks + 1)
            if left[face := Card(suit, rank)] == 0 and face not in view.built and face not in reach.useful
        ],
        "tiles_turned": list(view.tiles_turned),
        "over": None if view.over is None else _over(view, view.over),
        "hands": [_hand(view, seat, hand) for seat, hand in enumerate(hands)],
        "legal": [_legal(view, action, numbers) for action in view.legal_actions],
        "refused": _refused(view),
    }


def _hand(view: View, seat: int, hand: Iterable[CardView]) -> dict[str, Any]:
    used_up = frozenset(face for face, count in _copies_left(view).items() if count == 0)
    cards = [_card(view, seen, used_up) for seen in hand]
    return {"seat": seat, "order": list(range(len(cards))), "cards": cards}


def _card(view: View, seen: CardView, used_up: frozenset[Card]) -> dict[str, Any]:
    sure = (seen.card,) if seen.card else seen.possible
    possible = [face for face in seen.open if face not in used_up] if seen.card else seen.possible
    groups = (("playable", view.playable), ("critical", view.critical), ("useless", view.useless))
    return {
        "drawn": seen.drawn,
        "card": str(seen.card) if seen.card else None,
        "clued": list(seen.clued),
        "open": _masks(view, seen.open),
        "possible": _masks(view, possible),
        "marks": [name for name, group in groups if group.issuperset(sure)],
    }


def _suits(view: View) -> list[Suit]:
    return [suit for suit in Suit if suit in view.rules.suits]


def _masks(view: View, cards: Iterable[Card]) -> list[int]:
    """One number per suit; bit r − 1 stands for rank r."""
    masks = dict.fromkeys(_suits(view), 0)
    for card in cards:
        masks[card.suit] |= 1 << card.rank - 1
    return list(masks.values())


def _copies_left(view: View) -> dict[Card, int]:
    """Copies of each face that are neither on a firework nor in the discard pile."""
    left = {card: view.rules.copies(card) - (card in view.built) for card in view.rules.cards}
    for discarded in view.discards:
        left[discarded.card] -= 1
    return left


def _firework(view: View, suit: Suit, reach: Reach) -> dict[str, Any]:
    ranks = list(range(1, view.rules.ranks + 1))
    order = ranks[::-1] if suit is Suit.BLACK else ranks
    count = view.fireworks[suit]
    return {"count": count, "top": order[count - 1] if count else None, "reachable": reach.fireworks[suit]}


def _over(view: View, over: Outcome) -> dict[str, Any]:
    verdict = verdict_on(view.rules, over)
    return {**over.to_dict(), "verdict": verdict.rating, "commended": verdict.commended}


def _legal(view: View, action: Action, numbers: Mapping[int, int]) -> dict[str, Any]:
    match action:
        case Play(slot, None):
            return {"type": "play", "slot": slot}
        case Play(slot, suit):
            return {"type": "play", "slot": slot, "announce": suit}
        case Discard(slot):
            return {"type": "discard", "slot": slot}
        case Clue(to, about):
            touched = view.touched_by(about)
            slots = [card.slot for card in view.hands[to] if card.card in touched]
            return {"type": "clue", "to": to, "about": about, "slots": slots}
        case Reshuffle(card_id) | Rescue(card_id):
            face = next(str(thrown.card) for thrown in view.discards if thrown.card_id == card_id)
            return {"type": type(action).__name__.lower(), "card_id": numbers[card_id], "card": face}


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
