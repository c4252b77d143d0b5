"""Converts the View of one seat to the fields of its JSON (docs/protocol.md), in the plain way.

The server writes the views of all seats at once, and faster (`server/wire/view_json.py`); tests keep the two equal.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import Card, Suit
from hanabi.rules.outcome import Outcome, verdict_on
from hanabi.rules.views import CardView, View


def view_document(view: View, discard_ids: Mapping[int, int]) -> dict[str, Any]:
    """`discard_ids` maps the ids of discarded cards in the view to their draw numbers."""
    rules, suits, left = view.rules, _suits(view), _copies_left(view)
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
        "fireworks": {suit.value: _firework(view, suit, left) for suit in suits},
        "discards": [{"id": discard_ids[thrown.card_id], "card": str(thrown.card)} for thrown in view.discards],
        "lost": [
            str(face)
            for suit in suits
            for rank in range(1, rules.ranks + 1)
            if left[face := Card(suit, rank)] == 0 and face not in view.built
        ],
        "tiles_turned": list(view.tiles_turned),
        "over": None if view.over is None else _over(view, view.over),
        "hands": [hand_document(view, seat, hand) for seat, hand in enumerate(view.hands)],
        "legal": [_legal(view, action, discard_ids) for action in view.legal_actions],
        "refused": _refused(view),
    }


def hand_document(view: View, seat: int, hand: Iterable[CardView]) -> dict[str, Any]:
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


def _firework(view: View, suit: Suit, left: Mapping[Card, int]) -> dict[str, Any]:
    ranks = list(range(1, view.rules.ranks + 1))
    order = ranks[::-1] if suit is Suit.BLACK else ranks
    count = reachable = view.fireworks[suit]
    while reachable < len(order) and left[Card(suit, order[reachable])] > 0:
        reachable += 1
    return {"count": count, "top": order[count - 1] if count else None, "reachable": reachable}


def _over(view: View, over: Outcome) -> dict[str, Any]:
    verdict = verdict_on(view.rules, over)
    return {**over.to_dict(), "verdict": verdict.rating, "commended": verdict.commended}


def _legal(view: View, action: Action, discard_ids: Mapping[int, int]) -> dict[str, Any]:
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
            return {"type": type(action).__name__.lower(), "card_id": discard_ids[card_id], "card": face}


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
