"""Turns the positions of lessons into records of games that lead there."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hanabi.chance import Stream
from hanabi.records import Record, replay
from hanabi.rules import TILES, Card, Clue, Referee, RuleSet, Suit, read_action

PLAYERS = ("Ada", "Mia", "Leo", "Eva", "Tom")
Hands = list[list[Card]]


def exercise_record(data: Mapping[str, Any]) -> Record:
    """A game that leads to the position.

    Before the actions of the exercise, the players take turns playing and discarding the cards on the table, always
    their newest card. With all clue tokens available, somebody gives a clue before a discard.
    """
    rules = RuleSet.from_dict(data.get("rules", {}))
    hands = [_cards(hand) for hand in data["hands"]]
    earlier = _earlier_moves(rules, _cards(data.get("fireworks", "")), _cards(data.get("discards", "")))
    actions: Sequence[str] = data.get("actions", ())
    first = data.get("first", -(len(earlier) + len(actions)) % len(hands))
    dealt, drawn = _deal(hands, earlier, first)
    deck = [*dealt, *drawn, *_cards(data.get("draws", ""))]
    rest = Counter(rules.cards)
    rest.subtract(deck)
    deck += Stream("lesson", "deck").shuffled(sorted(rest.elements(), key=str))
    tiles = [*data.get("rewards", ()), *(tile.value for tile in TILES if tile.value not in data.get("rewards", ()))]
    rewards = tuple(tiles) if rules.flamboyants else ()
    game = Referee(rules, PLAYERS[: len(hands)], deck, rewards, first)
    for move in earlier:
        game.act_written(_harmless_clue(game, hands) if move is None else _of_newest(game, move))
    for text in actions:
        game.act_written(_with_ids(game, text))
    return Record(rules, game.players, game.deck, tuple(game.action_texts), first, rewards)


def solutions_of(record: Record, solutions: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The solutions of an exercise in the notation of its record. For `clue 1 *`, only the first clue is continued."""
    return tuple(
        tuple(_line(record, [own, *others][: None if number == 0 else 1]))
        for first, *others in solutions
        for number, own in enumerate(_expanded(record, first))
    )


def _line(record: Record, actions: Sequence[str]) -> list[str]:
    game = replay(record)
    for text in actions:
        game.act_written(_with_ids(game, text))
    return game.action_texts[len(record.actions) :]


def _expanded(record: Record, text: str) -> list[str]:
    """`clue 1 *` stands for every legal clue to that seat."""
    if not text.endswith(" *"):
        return [text]
    to = int(text.split()[1])
    legal = replay(record).legal_actions()
    return [f"clue {to} {action.about}" for action in legal if isinstance(action, Clue) and action.to == to]


def _cards(text: str) -> list[Card]:
    return [Card.of(word) for word in text.split()]


def _earlier_moves(rules: RuleSet, tops: list[Card], discards: list[Card]) -> list[str | None]:
    """Plays and discards, and None for each clue that has to be given before a discard."""
    moves: list[str | None] = []
    tokens = rules.clue_tokens
    for top in tops:
        ranks = range(rules.ranks, top.rank - 1, -1) if top.suit is Suit.BLACK else range(1, top.rank + 1)
        moves += [f"play {Card(top.suit, rank)}" for rank in ranks]
    for card in discards:
        if tokens == rules.clue_tokens:
            moves.append(None)
            tokens -= 1
        moves.append(f"discard {card}")
        tokens += 1
    return moves


def _deal(hands: Hands, moves: list[str | None], first: int) -> tuple[list[Card], list[Card]]:
    """The cards to deal and the cards to draw during the moves, so that in the end every player has the right hand."""
    waiting: list[list[Card]] = [[] for _ in hands]
    for turn, move in enumerate(moves):
        if move is not None:
            waiting[(first + turn) % len(hands)].append(Card.of(move.split()[1]))
    places = [[*waiting[seat], hand[-1]] for seat, hand in enumerate(hands)]
    dealt = [card for seat, hand in enumerate(hands) for card in [*hand[:-1], places[seat].pop(0)]]
    drawn = [places[(first + turn) % len(hands)].pop(0) for turn, move in enumerate(moves) if move is not None]
    return dealt, drawn


def _harmless_clue(game: Referee, hands: Hands) -> str:
    """A clue to the next seat that touches none of the cards of the exercise, or as few as possible."""
    to = (game.state.player + 1) % len(game.players)
    clues = [action for action in game.legal_actions() if isinstance(action, Clue) and action.to == to]

    def touched(clue: Clue) -> int:
        return sum(clue.about in (card.suit.value, card.rank) for card in hands[to])

    return f"clue {to} {min(clues, key=touched).about}"


def _of_newest(game: Referee, text: str) -> str:
    """The action with the id of the newest card."""
    s = game.state
    return f"{text.split()[0]} {s.hands[s.player][s.hand_sizes[s.player] - 1]}"


def _with_ids(game: Referee, text: str) -> str:
    """An action with a card id instead of a face: the oldest such card in the player's hand, or the first one in the
    discard pile.
    """
    word, *rest = text.split()
    if word == "clue":
        return text
    s = game.state
    face = Card.of(rest[0])
    held = s.hands[s.player][: s.hand_sizes[s.player]] if word in ("play", "discard") else s.discards[: s.discard_count]
    card = next((card for card in held if game.deck[card] == face), None)
    if card is None:
        raise ValueError(f"{text!r}: there is no such card")
    action = " ".join([word, str(card), *rest[1:]])
    read_action(s, action)
    return action


def with_actions(record: Record, actions: Sequence[str]) -> Record:
    """The record with these actions after its own."""
    return replace(record, actions=(*record.actions, *actions))
