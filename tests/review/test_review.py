"""A review adds up, does not depend on the number of workers, and counts only knowable mistakes as faults."""

import math
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hanabi.arena import Experiment
from hanabi.arena.workers import play_chunk
from hanabi.bots.version import version_of
from hanabi.records import Record, from_dict, load, redeal_hidden
from hanabi.review import Review, ReviewError, parse_review, review, sentences
from hanabi.review.judging.judge_choice import build_judge, chosen_judge, position_judge
from hanabi.review.judging.move_search import DEPTHS
from hanabi.review.judging.samples import Sample
from hanabi.review.recorded_game import recorded_game
from hanabi.review.report.curve import curve_svg, curve_text
from hanabi.review.reviewer import GameReviewer, better_line, expected_at
from hanabi.rules import RuleSet
from hanabi.texts import LANGUAGES
from support.game_drivers import SWITCHES, a_game, peeking, played


def bot_games(bot: str, players: int, games: int = 1, **switches: Any) -> list[tuple[Record, int]]:
    experiment = Experiment((bot,) * players, RuleSet.of(**switches), games, seed=11, keep_records=True)
    played = play_chunk(experiment, 0, games)
    return [(from_dict(record), score) for record, score in zip(played.records, played.scores, strict=True)]


@pytest.fixture(scope="module")
def of_hats() -> Review:
    return review(bot_games("hat", 3)[0][0], depth="quick", workers=2)


@pytest.fixture(scope="module")
def of_simple_bots() -> Review:
    game = a_game({}, 3, 11)
    list(played(game, peeking, random.Random(11)))
    return review(game.record(), judge="hat", depth="quick")


def test_a_better_line_may_reshuffle_a_card() -> None:
    record = load(Path(__file__).parents[1] / "golden" / "pl-in-full.json")
    (index, *_) = (place for place, action in enumerate(record.actions) if action.startswith("reshuffle"))
    move = record.actions[index].partition(" at ")[0]
    line = better_line(record, index, move, level=3)
    assert line[0].startswith(f"{move} at ")
    assert len(line) > 1


def check(review: Review, record: Record) -> None:
    """Checks that hold for every review."""
    assert parse_review(review.dumps()) == review
    assert len(review.turns) == len(record.actions) == len(review.curve) - (review.final is not None)
    totals = review.totals
    parts = totals.average + totals.luck_deal + totals.luck_cards + totals.luck_draws + totals.skill + totals.reading
    assert parts == pytest.approx(totals.result)
    if review.final is not None:
        assert totals.result == review.final["score"]
    for turn, before, after in zip(review.turns, review.curve, review.curve[1:], strict=False):
        change = turn.skill + turn.luck_cards + turn.luck_draw + turn.reading
        assert change == pytest.approx(after.score - before.score)
        assert turn.loss >= 0
        assert {move.action for move in turn.best} >= {turn.best[0].action}
        assert all(knew.card in knew.possible for knew in turn.knew)
        assert all(set(knew.believed) <= set(knew.possible) for knew in turn.knew)
        assert turn.action.split(" at ")[0] in {move.action for move in turn.best} or turn.before.exact


def test_bots_that_play_as_the_judge_make_no_faults_against_it(of_hats: Review) -> None:
    check(of_hats, bot_games("hat", 3)[0][0])
    assert all(turn.judge == turn.action and turn.skill == 0 for turn in of_hats.turns)
    assert of_hats.totals.skill == of_hats.totals.reading == of_hats.totals.luck_cards == 0
    assert of_hats.judge.knowledge == "code"


def test_the_same_seed_gives_the_same_review_on_any_number_of_workers() -> None:
    record = bot_games("hat", 3)[0][0]
    start = replace(record, actions=record.actions[:10])
    progress_calls = []
    one = review(start, depth="quick", workers=1, progress=lambda done, total: progress_calls.append((done, total)))
    assert one == review(start, depth="quick", workers=2)
    assert progress_calls == [(done, 11) for done in range(1, 12)]
    assert review(start, depth="quick", seed=1).expected != one.expected


@pytest.mark.parametrize("bot", ["hat", "team:2"])
def test_the_rough_curve_of_bots_ends_as_their_game_did(bot: str) -> None:
    """With all hands open and no deck there is one world; a bug once played more, with leftover cards."""
    count = 0
    for record, score in bot_games(bot, 3, 4 if bot == "hat" else 1):
        reviewer = GameReviewer(record, None, "quick", 0)
        positions, curve = reviewer.game.positions, reviewer._rough_curve()
        last = [point.score for position, point in zip(positions, curve, strict=False) if position.state.turns_left > 0]
        assert set(last) <= {score}
        count += len(last)
    assert count


@pytest.mark.parametrize("bot", ["hat", "team"])
def test_expectations_at_the_deal_agree_with_results(bot: str) -> None:
    """The long form is `make bench NAME=review`."""
    games = 150 if bot == "hat" else 60
    pairs = [
        (expected_at(replace(record, actions=()), 0, worlds=20), score) for record, score in bot_games(bot, 3, games)
    ]
    differences = [score - value.score for value, score in pairs]
    mean = sum(differences) / games
    error = math.sqrt(sum((one - mean) ** 2 for one in differences)) / games
    assert abs(mean) < 4 * error
    stated = math.sqrt(sum(value.error**2 for value, _ in pairs)) / games
    assert 0 < stated < error * 3


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_can_be_reviewed(name: str) -> None:
    for judge, players in (("hat", 2), ("team", 3)):
        game = a_game(SWITCHES[name], players, 5)
        list(played(game, peeking, random.Random(5), most=34))
        record = game.record()
        late = replace(record, actions=record.actions[:34])
        recorded = recorded_game(late)
        rollout_judge = build_judge(chosen_judge(recorded, judge), recorded)
        for position in recorded.positions[::6]:
            rollout_judge.set_position(position)
            choice, sample = rollout_judge.choice, Sample("mover", seed=1, salt=2, count=3)
            scores = rollout_judge.scores([choice], sample)[choice]
            repeated = rollout_judge.scores([choice], replace(sample, first=1, count=2))[choice]
            assert (scores[1:] == repeated).all()
            assert scores.max() <= record.rules.max_score
            opened = replace(sample, perspective="open")
            assert rollout_judge.scores([choice], opened, reset_knowledge=True)[choice].min() >= -5


@pytest.mark.parametrize(("bot", "index"), [("hat", 17), ("team", 14)])
def test_cards_that_the_mover_cannot_see_do_not_change_the_judgement(bot: str, index: int) -> None:
    """The same view with other hidden cards: the same choice, the same worlds, the same scores."""
    record = bot_games(bot, 3)[0][0]
    so_far = replace(record, actions=record.actions[:index])
    seat = recorded_game(so_far).positions[-1].view.seat
    assert seat is not None
    results = []
    for seed in range(4):
        other = redeal_hidden(record, index, seat, seed)
        game = recorded_game(replace(other, extra=record.extra))
        rollout_judge = build_judge(chosen_judge(game, bot), game)
        rollout_judge.set_position(game.positions[-1])
        choice = rollout_judge.choice
        scores = rollout_judge.scores([choice, 0], Sample("mover", seed=3, salt=0, count=12))
        results.append((choice, {move: row.tolist() for move, row in scores.items()}))
    assert all(one == results[0] for one in results)


def test_faults_are_told_from_bad_luck(of_simple_bots: Review) -> None:
    kinds = [(turn, kind) for turn in of_simple_bots.turns for kind in turn.kinds]
    assert kinds
    for turn, kind in kinds:
        assert kind.knowable == (turn.level != "none"), (turn, kind)


def test_a_review_speaks_every_language_and_draws_itself(of_simple_bots: Review) -> None:
    for language in LANGUAGES:
        text = sentences(of_simple_bots, language)
        assert len(text.turns) == len(of_simple_bots.turns)
        assert all(text.turns[turn.index] for turn in of_simple_bots.turns if turn.kinds)
    lines = curve_text(of_simple_bots, width=50, height=6)
    assert len(lines) == 7
    assert max(map(len, lines)) <= 50
    picture = curve_svg(of_simple_bots)
    assert picture.startswith("<svg")
    for words in (", ".join(of_simple_bots.players), "Turn", "Score"):
        assert f">{words}</text>" in picture
    assert of_simple_bots._repr_html_().count("<polyline") == 1


def test_what_cannot_be_reviewed_is_refused() -> None:
    record = bot_games("hat", 2)[0][0]
    with pytest.raises(ReviewError, match="no judge"):
        review(record, judge="hat:3")
    with pytest.raises(ReviewError, match="no depth"):
        review(record, depth="bottomless")
    with pytest.raises(ReviewError, match="not a review"):
        parse_review("{}")
    with pytest.raises(ReviewError, match="not a review"):
        parse_review("nonsense")


def test_the_judge_depends_on_the_players() -> None:
    """Team bots are judged by their own conventions; hat bots without a label are read literally."""
    games = {bot: bot_games(bot, 3)[0][0] for bot in ("hat", "team")}
    assert chosen_judge(recorded_game(games["team"])).knowledge == "conventions"
    assert chosen_judge(recorded_game(replace(games["team"], extra={}))).knowledge == "forgiving"
    assert chosen_judge(recorded_game(replace(games["hat"], extra={}))).knowledge == "literal"


def test_solved_endings_are_judged_by_perfect_play() -> None:
    """No judge does better than a team that plays perfectly from there on."""
    solved = 0
    for record, score in bot_games("hat", 2, 16):
        if score == record.rules.max_score:
            continue
        game = recorded_game(record)
        judged = position_judge(chosen_judge(game), game, DEPTHS["hat"]["quick"], seed=0).judge(game.positions[-1])
        if judged.solution is not None:
            solved += 1
            assert judged.solution.value is not None
            assert judged.solution.values is not None
            assert judged.exact
            assert judged.solution.value >= max(scores.mean() for scores in judged.scores.values()) - 1e-9
            assert max(judged.solution.values.values()) == pytest.approx(judged.solution.value)
    assert solved, "no ending of these games could be solved"


def test_a_review_says_the_version_of_its_judge(of_hats: Review) -> None:
    assert of_hats.judge.version == version_of("hat", RuleSet.of(), 3)
    assert f"hat ({of_hats.judge.version})" in " ".join(sentences(of_hats, "en").summary)
    assert version_of("hat", RuleSet.of(), 3) != version_of("hat", RuleSet.of(), 2)
    assert version_of("hat", RuleSet.of(), 3) != version_of("team:3", RuleSet.of(), 3)
