"""What is useful, lost or critical, and the best score: whoever says so agrees with playing on in every order."""

import io
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec import json
from rich.console import Console

from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import HatWorkspace
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team.engine.levels import EXPERT, conventions_at
from hanabi.bots.team.runtimes import follow_view
from hanabi.rules import TILES, Card, RuleSet, Suit, View, faces_in
from hanabi.rules.view_writer import ViewSnapshot
from hanabi.terminal.table import CAPPED, incompletable_fireworks, render_table
from hanabi.terminal.theme import Theme
from hanabi.texts import say
from support.expected_views import RULES, TrackedGame
from support.reach import RECOVERIES, Reach
from support.text_table import Table, a_table

WITH_TILES: list[dict[str, Any]] = [
    {"flamboyants": True},
    {"flamboyants": True, "multicolor": "wild"},
    {"flamboyants": True, "black_powder": True},
    {"flamboyants": True, "multicolor": "suit", "multicolor_cards": 5, "black_powder": True},
]


def late_position(rng: random.Random, switches: dict[str, Any]) -> Table:
    """Fireworks as they come, a discard pile full of last copies, and a 5 that was just played or fits."""
    rules = RuleSet.of("pl", **switches)
    colors = [suit for suit in rules.suits if suit is not Suit.BLACK]
    tops = {suit: rng.choice((0, 1, 2, 3, 4, 4, 5)) for suit in rules.suits}
    five = Card(rng.choice(colors), 5)
    tops[five.suit] = 4
    ranks = {suit: range(5, 5 - top, -1) if suit is Suit.BLACK else range(1, top + 1) for suit, top in tops.items()}
    built = {Card(suit, rank) for suit in rules.suits for rank in ranks[suit]}
    pile: list[Card] = []
    for card in sorted(set(rules.cards) - {five}, key=str):
        copies = rules.copies(card) - (card in built)
        pile += [card] * (copies if rng.random() < 0.2 else rng.randint(0, max(0, copies - 1)))
    rest = list(rules.cards)
    for card in (five, *pile, *built):
        rest.remove(card)
    held = [rest.pop(rng.randrange(len(rest))) for _ in range(min(3, len(rest)))]
    tiles = sorted(TILES, key=lambda tile: rng.random() + 0.7 * (tile in RECOVERIES))
    turned = sum(tops[suit] == 5 for suit in colors)
    if rng.random() < 0.5:  # turn one of the two that bring a card back
        tiles.insert(turned, tiles.pop())
    shown = [card for suit, top in tops.items() if top for card in [Card(suit, 6 - top if suit is Suit.BLACK else top)]]
    parts = [
        "fireworks " + " ".join(map(str, shown)),
        "discards " + " ".join(map(str, pile)),
        "Ana* " + " ".join(map(str, (five, *held[:1]))),
        "Bo " + " ".join(map(str, held[1:])),
    ]
    table = a_table(" · ".join(parts), "pl", **switches)
    table.referee.state.tiles[:] = [TILES.index(tile) for tile in tiles]
    return table.plays(str(five)) if rng.random() < 0.7 else table


def game_views(rules: dict[str, Any], seed: int) -> Iterator[View]:
    tracked = TrackedGame(rules, 2 + seed % 4, seed)
    for count, _ in enumerate(tracked.moves()):
        if tracked.game.over is None and (count % 7 == seed % 7 or tracked.game.pending is not None):
            yield tracked.game.view(0)


@pytest.mark.parametrize("switches", WITH_TILES, ids=" ".join)
@given(st.integers(0, 10**9))
def test_views_agree_in_positions_with_many_lost_cards(switches: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        table = late_position(rng, switches)
        if table.over is None:
            assert_view_agrees(table.view("Bo"))


def assert_view_agrees(view: View) -> None:
    reach, rules = Reach(view), view.rules
    assert view.best_score == reach.best_score
    assert view.useless == set(rules.cards) - reach.useful
    assert view.critical == {card for card in reach.useful if reach.left[card] == 1}
    assert_browser_agrees(view, reach)
    assert_terminal_agrees(view, reach)


def assert_browser_agrees(view: View, reach: Reach) -> None:
    s = view.erased
    shown = ViewSnapshot(view, dict.fromkeys(s.discards[: s.discard_count], 0)).view(view.seat)
    assert shown.best_score == reach.best_score
    assert {
        suit: firework["reachable"] for suit, firework in json.decode(json.encode(shown.fireworks)).items()
    } == reach.fireworks
    gone = {card for card, left in reach.left.items() if left == 0} - view.built - reach.useful
    assert set(shown.lost) == set(map(str, gone))


def assert_terminal_agrees(view: View, reach: Reach) -> None:
    capped = {suit for suit, most in reach.fireworks.items() if most < view.rules.ranks}
    assert set(incompletable_fireworks(view)) == capped
    output = io.StringIO()
    Console(file=output, width=200).print(render_table(view, "en", Theme()))
    row = next(line for line in output.getvalue().splitlines() if say("play.title.fireworks", "en") in line)
    assert row.count(CAPPED) == len(capped)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_bots_agree_through_whole_games(rules: dict[str, Any]) -> None:
    for seed in range(2):
        for view in game_views(rules, seed):
            reach = Reach(view)
            critical = {card for card in reach.useful if reach.left[card] == 1}
            assert team_sets(view) == hat_sets(view) == (reach.useful, critical)


def team_sets(view: View) -> tuple[set[Card], set[Card]]:
    *_, (_, runtime) = follow_view(view, conventions_at(EXPERT))
    mind: Mind = runtime.mind
    return set(faces_in(view.rules, mind.table.useful)), set(faces_in(view.rules, mind.table.critical))


def hat_sets(view: View) -> tuple[set[Card], set[Card]]:
    workspace = HatWorkspace(view.rules, len(view.names))
    load_view(workspace, view, 0)
    public = workspace.arrays.publics[0]
    return set(faces_in(view.rules, int(public["useful"]))), set(faces_in(view.rules, int(public["critical"])))
