"""Lockstep with the Hanabi Learning Environment: the same deck and actions give the same game in every turn."""

import random
from functools import cache
from typing import Any

import pytest

from hanabi import Card, Game, RulesError, RuleSet
from hanabi.kernels import layout
from hanabi.rules import action_of_id, clue_values, faces_in
from support.game_drivers import DRIVERS

openspiel = pytest.importorskip("support.openspiel_peer", reason="needs open_spiel", exc_type=ImportError)


def written(card: Card) -> str:
    return f"{card.suit.letter.upper()}{card.rank}"


def known(game: Game, seat: int, slot: int) -> str:
    """Knowledge about a card as HLE writes it: the clues that touched it, then the plausible faces."""
    return hle_knowledge(game.rules, game.state.clued[seat][slot], game.state.possible[seat][slot])


@cache
def hle_knowledge(rules: RuleSet, clues: int, still_open: int) -> str:
    values = clue_values(rules, clues)
    color = next((word[0].upper() for word in values if isinstance(word, str)), "X")
    rank = next((str(word) for word in values if isinstance(word, int)), "X")
    faces = faces_in(rules, still_open)
    colors = "".join(suit.letter.upper() for suit in rules.suits if any(face.suit is suit for face in faces))
    ranks = "".join(str(n) for n in range(1, rules.ranks + 1) if any(face.rank == n for face in faces))
    assert len(faces) == len(colors) * len(ranks)
    return f"{color}{rank}|{colors}{ranks}"


def position(game: Game) -> Any:
    r, s = game.rule_tables, game.state
    hands = [s.hands[seat][: s.hand_sizes[seat]] for seat in range(r.players)]
    return openspiel.Position(
        lives=r.strikes - s.strikes,
        tokens=s.clue_tokens,
        fireworks=tuple(s.fireworks[: r.suits]),
        hands=tuple(tuple(written(game.deck[card]) for card in hand) for hand in hands),
        knowledge=tuple(tuple(known(game, seat, slot) for slot in range(len(hand))) for seat, hand in enumerate(hands)),
        deck=game.deck_size,
        discards=tuple(written(game.deck[card]) for card in s.discards[: s.discard_count]),
    )


def in_step(rules: RuleSet, players: int, seed: int, driver: str) -> Game:
    game = Game.new(rules=rules, players=players, seed=seed)
    peer = openspiel.Peer(rules, players, game.deck)
    rng = random.Random(seed)
    assert peer.actions == game.rule_tables.actions
    while game.player is not None:
        assert not peer.over
        assert peer.player == game.player
        assert peer.legal() == game.legal_ids()
        assert peer.position() == position(game)
        number, _ = DRIVERS[driver](game.rule_tables, game.state, rng)
        game.act(action_of_id(rules, game.rule_tables, game.state, number))
        peer.act(number)
    assert peer.over
    assert peer.position() == position(game)
    assert game.over is not None
    assert peer.score == game.over.score
    return game


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_base_game_is_the_same(players: int, driver: str) -> None:
    rules = RuleSet.of("ro")
    games = [in_step(rules, players, seed, driver) for seed in range(30)]
    reasons = {game.over.reason for game in games if game.over is not None}
    if driver == "peeking":
        assert {"complete", "deck"} <= reasons


@pytest.mark.parametrize("driver", DRIVERS)
def test_other_sizes_are_the_same(driver: str) -> None:
    rng, games, outcomes = random.Random(driver), 0, set()
    while games < 60:
        rules = RuleSet.of(
            "ro",
            colors=rng.randint(1, 5),
            ranks=rng.randint(1, 5),
            hand_size=rng.randint(2, 5),
            clue_tokens=rng.randint(1, 10),
            strikes=rng.randint(1, 4),
        )
        players = rng.randint(2, 5)
        try:
            rules.hand_size_for(players)
        except RulesError:
            continue
        outcomes.add(in_step(rules, players, games, driver).state.outcome)
        games += 1
    assert driver == "random" or outcomes == {layout.WON, layout.FINISHED, layout.LOST}
