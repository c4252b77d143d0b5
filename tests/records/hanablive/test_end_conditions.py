"""hanab.live stops when no card can be played anymore; the printed game continues."""

import json
import random

import pytest

from hanabi import Game, RuleSet
from hanabi.records import open_game, replay
from hanabi.records.hanablive import remarks, to_json, to_json_text
from hanabi.records.hanablive.importer import nothing_playable, perfect_is_lost
from support.game_drivers import DRIVERS, played


def cards_to_come(game: Game) -> list[tuple[int, int]]:
    """Suit and rank of every card in the deck or held by a player who will still act, by the events alone."""
    waiting = list(range(len(game.players)))
    if game.state.turns_left > 0:
        waiting = [(game.state.player + turn) % len(game.players) for turn in range(game.state.turns_left)]
    held = [card for seat in waiting for card in game.state.hands[seat][: game.state.hand_sizes[seat]]]
    return [divmod(game.state.faces[card], 5) for card in [*held, *range(game.state.next_card, len(game.deck))]]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_playable_when_no_remaining_card_continues_a_firework(players: int, seed: int) -> None:
    game = Game.new(rules=RuleSet(), players=players, seed=seed)
    found = set()
    for _ in played(game, DRIVERS["reckless"], random.Random(seed)):
        if game.over is not None:
            break
        next_cards = [(suit, height) for suit, height in enumerate(game.state.fireworks[:5]) if height < 5]
        found.add(nothing_playable(game))
        assert nothing_playable(game) == (not set(next_cards) & set(cards_to_come(game)))
    assert False in found


def ended_early() -> Game:
    """A game that discards all its 1s, which are on top of the deck."""
    rules = RuleSet()
    game = Game(rules, ("Ana", "Bo"), sorted(rules.cards, key=lambda card: card.rank))
    while not nothing_playable(game):
        seat = game.player
        assert seat is not None
        oldest = game.state.hands[seat][0]
        game.act_written(f"discard {oldest}" if game.state.clue_tokens < 8 else f"clue {1 - seat} 5")
    return game


def test_a_game_that_ended_on_hanab_live_says_so() -> None:
    game = ended_early()
    assert game.over is None
    assert perfect_is_lost(game)
    record = game.record()
    assert remarks(record, link=False) == []
    again = open_game(to_json_text(record))
    assert again.extra["hanab_live"]["end"] == {"reason": "nothing_playable", "after": len(record.actions)}
    assert replay(again).over is None


def test_a_longer_game_is_exported_whole_with_a_remark() -> None:
    game = ended_early()
    ended = len(game.action_texts)
    for _ in played(game, DRIVERS["random"], random.Random(1), 3):
        pass
    record = game.record()
    (remark,) = remarks(record, link=False)
    assert f"actions[{ended}]" in remark
    assert open_game(to_json_text(record)).actions == record.actions


def test_a_speedrun_ends_when_a_perfect_show_is_lost() -> None:
    game = Game.new(rules=RuleSet(empty_clues=False), players=2, seed=2)
    fives = [card for card, face in enumerate(game.deck) if face.rank == 5]
    while not perfect_is_lost(game):
        seat = game.player
        assert seat is not None
        hand = game.state.hands[seat][: game.state.hand_sizes[seat]]
        throw = ([card for card in hand if card in fives] or hand)[0]
        clue = f"clue {1 - seat} {game.card(1 - seat, 0).rank}"
        game.act_written(f"discard {throw}" if game.state.clue_tokens < 8 else clue)
    assert not nothing_playable(game)
    data = to_json(game.record())
    assert "hanab_live" not in open_game(json.dumps(data)).extra
    kept = open_game(json.dumps(data | {"options": {"speedrun": True}})).extra["hanab_live"]
    assert kept["end"] == {"reason": "speedrun", "after": len(game.action_texts)}
