"""The number of action sequences from fixed deals: any change of what is legal shows here.

The numbers came from the referee; both faces agree on them, and OpenSpiel where it has the game. A reshuffled card
goes on top. Positions after some actions are those of golden games.
"""

from pathlib import Path
from typing import Any

import pytest

from hanabi import Game, load
from hanabi.kernels import Rules, State, duplicate, turn
from hanabi.records import replay
from hanabi.rules import legal_ids
from support.kernel_faces import Native

GOLDEN = Path(__file__).parents[1] / "golden"
LEGAL = ("legal_moves", "legal_announcements", "legal_reshuffles", "legal_rescues")

# edition, switches, players, then the counts to depth 1, 2, 3
DEALS = [
    ("ro", {}, 2, (13, 204, 3327)),
    ("ro", {}, 3, (20, 475)),
    ("ro", {}, 4, (21, 525)),
    ("ro", {}, 5, (25, 729)),
    ("ro", {"all_or_nothing": True}, 2, (13, 192, 2849)),
    ("pt-BR", {"choreography": True}, 2, (40, 1650, 69400)),
    ("pt-BR", {"multicolor": "suit", "black_powder": True}, 3, (27, 839)),
    ("nb", {"multicolor": "suit"}, 4, (37, 1501)),
    ("es", {"strikes": 1}, 2, (15, 230, 3580)),
    ("es", {"clue_tokens": 9}, 2, (15, 275, 5125)),
    ("es", {"multicolor": "wild"}, 5, (44, 2096)),
    ("pl", {"multicolor": "wild", "black_powder": True, "flamboyants": True}, 2, (15, 275, 5125)),
    ("pl", {"all_or_nothing": True}, 3, (25, 700)),
    (
        None,
        {"colors": 2, "ranks": 3, "hand_size": 3, "clue_tokens": 2, "strikes": 1, "all_or_nothing": True},
        2,
        (8, 63, 451),
    ),
    (
        None,
        {"colors": 1, "ranks": 1, "hand_size": 2, "black_powder": True, "flamboyants": True, "choreography": True},
        2,
        (8, 54, 376),
    ),
]

# golden game, actions already taken, then the counts to depth 1, 2
POSITIONS = [
    ("es-one-strike", 54, (38, 392)),
    ("es-wild-nine-tokens", 58, (48, 2304)),
    ("house-everything", 38, (1, 59)),
    ("house-everything", 74, (13, 781)),
    ("house-everything", 98, (60, 3486)),
    ("nb-five-card-multicolor", 62, (62, 3809)),
    ("pl-in-full", 58, (10, 300)),
    ("pl-in-full", 67, (14, 420)),
    ("pl-in-full", 77, (1, 10)),
    ("pl-last-round-postponed", 43, (20, 960)),
    ("pl-last-round-postponed", 45, (6, 288)),
    ("pl-last-round-postponed", 46, (48, 2304)),
    ("pl-rescue-instead", 34, (5, 100)),
    ("pl-rescue-instead", 62, (20, 400)),
    ("pl-rescue-instead", 64, (18, 340)),
    ("pl-reshuffle-into-empty-deck", 49, (15, 570)),
    ("pl-reshuffle-into-empty-deck", 57, (8, 176)),
    ("pl-reshuffle-into-empty-deck", 59, (13, 0)),
    ("pt-BR-below-zero", 76, (48, 704)),
    ("pt-BR-choreography", 63, (58, 1972)),
    ("pt-BR-multicolor-black", 92, (21, 332)),
    ("research-stuck", 20, (2, 17)),
    ("ro-all-or-nothing-lost", 14, (18, 214)),
    ("ro-all-or-nothing-won", 41, (32, 1020)),
    ("ro-finished", 54, (23, 446)),
]


def count(r: Rules, s: State, depth: int) -> int:
    legal = legal_ids(r, s)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = duplicate(s)
        turn.apply(r, after, action, 0)
        total += count(r, after, depth - 1)
    return total


def count_natively(r: Rules, s: State, depth: int) -> int:
    native = Native(r, s)
    words = [native.call(f"legality.{name}") for name in LEGAL]
    if depth == 1:
        return sum(word.bit_count() for word in words)
    firsts = (0, r.first_announcement, r.first_reshuffle, r.first_rescue)
    total = 0
    for first, word in zip(firsts, words, strict=True):
        for bit in range(word.bit_length()):
            if word >> bit & 1:
                after = Native(r, s)
                after.call("turn.apply", first + bit, 0)
                total += count_natively(r, after.state, depth - 1)
    return total


def a_deal(edition: str | None, switches: dict[str, Any], players: int) -> Game:
    return Game.new(edition=edition, players=players, seed=1, **switches)


@pytest.mark.parametrize(("edition", "switches", "players", "counts"), DEALS)
def test_sequences_from_a_deal(
    edition: str | None, switches: dict[str, Any], players: int, counts: tuple[int, ...]
) -> None:
    game = a_deal(edition, switches, players)
    assert tuple(count(game.rule_tables, game.state, depth + 1) for depth in range(len(counts))) == counts
    assert count_natively(game.rule_tables, game.state, 2) == counts[1]


@pytest.mark.parametrize(("name", "actions", "counts"), POSITIONS)
def test_sequences_from_a_position(name: str, actions: int, counts: tuple[int, int]) -> None:
    game = replay(load(GOLDEN / f"{name}.json"), actions)
    assert tuple(count(game.rule_tables, game.state, depth + 1) for depth in range(len(counts))) == counts
    assert count_natively(game.rule_tables, game.state, 2) == counts[1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_counts_are_those_of_the_learning_environment(players: int) -> None:
    openspiel = pytest.importorskip("support.openspiel_peer", reason="needs open_spiel", exc_type=ImportError)
    counts = next(counts for edition, switches, n, counts in DEALS if (edition, switches, n) == ("ro", {}, players))
    game = a_deal("ro", {}, players)
    peer = openspiel.Peer(game.rules, players, game.deck)

    def sequences(path: list[int], depth: int) -> int:
        peer_now = openspiel.Peer(game.rules, players, game.deck) if path else peer
        for action in path:
            peer_now.act(action)
        legal = peer_now.legal()
        return len(legal) if depth == 1 else sum(sequences([*path, action], depth - 1) for action in legal)

    assert tuple(sequences([], depth + 1) for depth in range(min(len(counts), 2))) == counts[:2]
