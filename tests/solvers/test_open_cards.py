"""The open-card solver: its model agrees with the referee, its lines win, and its proofs are true."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from hanabi import Game, RuleSet
from hanabi.chance import shuffled_deck
from hanabi.game import DEFAULT_NAMES
from hanabi.kernels import layout, legality, turn
from hanabi.rules import Card, Referee
from hanabi.solvers import Budget, best_score, model, winnable, winnable_from
from hanabi.solvers.beam_search import MAX_CHILDREN
from hanabi.solvers.endgame.position import Ending, Scene, World, legal_actions, scene_of, take_turn
from hanabi.solvers.layout import COMPLETE, RUNNING, SCORE
from hanabi.solvers.moves import list_moves, make_move
from hanabi.solvers.proof import Prover
from hanabi.solvers.shared_hand import FAILED
from hanabi.solvers.survey import Survey, count_deals, deal_seed, run_survey
from support.game_drivers import SWITCHES, peeking

NO_TILES = {name: switches for name, switches in SWITCHES.items() if not switches.get("flamboyants")}
LOST = -99
# Small enough for every line to be tried with the referee, hard enough to be lost now and then.
TINY: tuple[dict[str, Any], ...] = (
    {"colors": 2, "ranks": 3, "hand_size": 2, "clue_tokens": 1, "strikes": 1},
    {"colors": 1, "ranks": 5, "hand_size": 2, "clue_tokens": 2, "strikes": 1, "empty_clues": False},
    {"colors": 1, "ranks": 4, "hand_size": 2, "clue_tokens": 1},
    {"colors": 1, "ranks": 3, "hand_size": 2, "clue_tokens": 1, "black_powder": True, "strikes": 1},
    {"colors": 1, "ranks": 3, "hand_size": 2, "clue_tokens": 1, "multicolor": "wild", "multicolor_cards": 5},
    {"colors": 1, "ranks": 5, "hand_size": 2, "clue_tokens": 1, "all_or_nothing": True},
    {"colors": 1, "ranks": 4, "hand_size": 2, "clue_tokens": 1, "choreography": True, "strikes": 2},
)


@pytest.mark.parametrize(
    ("name", "partial"),
    [(name, partial) for name in NO_TILES for partial in (False, True) if not (partial and "nothing" in name)],
)
def test_the_small_model_agrees_with_the_referee(name: str, partial: bool) -> None:
    """Random moves of the model and the same actions of the referee lead to the same positions."""
    rng = random.Random(name)
    moves = np.zeros(MAX_CHILDREN, np.int64)
    for seed in range(6):
        game = Game.new(players=2 + seed % 4, seed=seed, **NO_TILES[name])
        r, s = game.rule_tables, game.state
        g = model.game_of(r, s, partial=partial)
        row = model.new_row(r, s, partial=partial)
        while True:
            count = list_moves(g, row, moves)
            if count == 0:
                break
            plays = [move for move in moves[:count] if move >> 7 < 2]
            move = int(rng.choice(plays) if plays and rng.random() < 0.8 else rng.choice(moves[:count]))
            number = model.action_id(r, s, move, partial=partial)
            assert legality.is_legal(r, s, number)
            status = make_move(g, row, move)
            turn.apply(r, s, number, 0)
            assert (status == RUNNING) == (s.outcome == layout.RUNNING)
            assert (status == COMPLETE) == (s.outcome == layout.WON)
            assert row[SCORE] == sum(s.fireworks[: r.suits])
            if status != RUNNING:
                break
            assert row.tolist() == model.new_row(r, s, partial=partial).tolist()


@pytest.mark.parametrize("name", list(NO_TILES))
def test_a_winning_line_wins(name: str) -> None:
    rules = RuleSet.of(**NO_TILES[name])
    won = 0
    for seed in range(8):
        players = 2 + seed % 4
        deck = shuffled_deck(rules, seed)
        answer = winnable(rules, players, deck, first=seed % players)
        if answer.status == "winnable":
            table = Referee(rules, DEFAULT_NAMES[:players], deck, first=seed % players)
            for written, action in zip(answer.written, answer.line, strict=True):
                assert action in table.legal_actions()
                table.act_written(written)
            assert table.over is not None
            assert table.over.outcome == "won"
            won += 1
    assert won > 0


def reachable_points(game: Referee) -> int:
    """The best score of a game that is not lost, by trying every action. The order of a hand does not matter."""
    r = game.rule_tables

    @cache
    def best(scene: Scene, world: World) -> int:
        after = {}
        for number in legal_actions(r, scene, world):
            _, then, left = take_turn(r, scene, world, number)
            after[then, (*(tuple(sorted(hand)) for hand in left[:-1]), left[-1])] = then
        return max(worth(then, left) for then, left in after)

    def worth(then: Scene | Ending, left: World) -> int:
        if isinstance(then, Scene):
            return best(then, left)
        return LOST if then.lost and not r.perfect_only else then.score

    s = game.state
    hands = [tuple(sorted(s.faces[card] for card in s.hands[seat][: s.hand_sizes[seat]])) for seat in range(r.players)]
    return best(scene_of(r, s), (*hands, tuple(s.faces[card] for card in s.deck[s.next_card : r.cards])))


@pytest.mark.parametrize("switches", TINY, ids=str)
def test_answers_and_best_scores_agree_with_trying_everything(switches: dict[str, Any]) -> None:
    kinds = set()
    for seed in range(8):
        game = Game.new(players=2 + seed % 2, seed=seed, **switches)
        most = reachable_points(game)
        answer = winnable_from(game)
        assert answer.status == ("winnable" if most == game.rules.max_score else "unwinnable")
        kinds.add(answer.status)
        reach = best_score(game)
        assert reach.low == reach.high == most
        g = model.game_of(game.rule_tables, game.state)
        if Prover(1000).share_hands(g, model.new_row(game.rule_tables, game.state), 1000) == FAILED:
            assert answer.status == "unwinnable"
    assert "winnable" in kinds


def test_the_tiny_games_are_hard_enough_to_be_lost() -> None:
    rules = RuleSet.of(**TINY[0])
    reasons = {winnable(rules, 2, shuffled_deck(rules, seed)).reason.key for seed in range(200)}
    assert reasons == {"line", "searched"}


def test_from_the_middle_of_a_game() -> None:
    """The best score never rises with an action, and the solver starts from any position."""
    for seed in range(4):
        game = Game.new(players=2 + seed, seed=seed)
        rng = random.Random(seed)
        before = best_score(game).high
        while game.player is not None:
            turn.apply(game.rule_tables, game.state, *peeking(game.rule_tables, game.state, rng))
            reach = best_score(game, Budget(positions=2000))
            assert reach.low <= before
            before = min(before, reach.high)
            if reach.low == game.rules.max_score:
                assert winnable_from(game).status == "winnable"
        assert reach.low == reach.high == game.state.score


def test_a_lost_card_and_a_late_one_are_named() -> None:
    rules = RuleSet.of(multicolor="suit", multicolor_cards=5)
    cards = [card for card in rules.cards if card != Card.of("m1")]
    random.Random(1).shuffle(cards)
    late = winnable(rules, 3, [*cards, Card.of("m1")])
    assert (late.status, late.reason.key) == ("unwinnable", "late")
    game = Referee(rules, DEFAULT_NAMES[:3], [Card.of("m1"), *cards])
    game.act_written("clue 1 5")
    game.act_written("clue 0 5")
    game.act_written("clue 0 5")
    game.act_written("discard 0")
    lost = winnable_from(game)
    assert (lost.status, lost.reason.key, lost.reason.values) == ("unwinnable", "lost", {"card": "m1"})


def test_small_hands_are_a_reason() -> None:
    """Every 1 lies at the bottom: the first cards fill all hands."""
    rules = RuleSet.of()
    ones = [card for card in rules.cards if card.rank == 1]
    deck = [card for card in rules.cards if card.rank != 1]
    random.Random(5).shuffle(deck)
    answer = winnable(rules, 2, [*deck[:20], *ones, *deck[20:]])
    assert (answer.status, answer.reason.key) == ("unwinnable", "hands")


def test_games_with_reward_tiles_are_undecided() -> None:
    game = Game.new("pl", players=3, seed=1, flamboyants=True)
    assert winnable_from(game).reason.key == "tiles"
    reach = best_score(game)
    assert (reach.low, reach.high, reach.exact) == (0, 25, False)


def test_a_survey_is_the_sum_of_its_deals() -> None:
    survey = Survey(RuleSet.of(), 2, 700, "s")
    whole, parts = count_deals(survey, 0, 700), list(run_survey(survey))
    total = parts[0]
    for part in parts[1:]:
        total.add(part)
    assert len(parts) == 2
    assert total == whole
    assert whole.deals == 700 == sum(map(whole.of, ("winnable", "unwinnable", "undecided")))
    assert whole.of("unwinnable") > 0
    assert deal_seed("s", 3) == "s-3"
