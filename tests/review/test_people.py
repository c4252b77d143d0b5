"""Games of people: only certain losses count as faults, and the clue behind a loss is named."""

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from hanabi.arena import Experiment
from hanabi.arena.workers import play_chunk
from hanabi.bots.team.engine.layout import BLIND_PLAY, KNOWN_PLAY
from hanabi.bots.team.engine.levels import conventions_at
from hanabi.bots.team.runtimes import follow_view
from hanabi.kernels import knowledge
from hanabi.records import Record, from_dict, replay
from hanabi.review import Review, parse_review, review, sentences
from hanabi.review.document import ClueCause, Finding, Headline, TurningPoint, Value
from hanabi.review.judging.calibration import NONE, Calibration, reachable_score
from hanabi.review.judging.clue_causes import _HeardClue, _Memory, clue_cause
from hanabi.review.judging.findings import KINDS, MoveContext, findings_of, points_at_a_play
from hanabi.review.judging.judge_choice import chosen_judge, fitted_conventions
from hanabi.review.judging.judges import LITERAL
from hanabi.review.judging.move_search import DEPTHS
from hanabi.review.judging.peoples_judge import PeoplesJudge
from hanabi.review.recorded_game import recorded_game
from hanabi.review.report.collections import ReviewedGame, summaries, worst_moves
from hanabi.review.report.curve import curve_text
from hanabi.review.report.headlines import headline_of
from hanabi.review.report.html import html_report
from hanabi.rules import Clue, Discard, Play, RuleSet, id_of_action
from hanabi.rules.events import ClueGiven
from hanabi.terminal.review import ReviewProgress, show_review
from hanabi.texts import LANGUAGES, keys
from support.game_drivers import a_game

HEADLINES = ("given_play", "given_signal", "read_play", "read_finesse", "given_discard", "read_discard", "missing")


def team_games(count: int, level: int = 3) -> list[Record]:
    """Games of team players without a label: the review takes them for people."""
    experiment = Experiment((f"team:{level}",) * 3, RuleSet.of(empty_clues=False), count, seed=5, keep_records=True)
    return [replace(from_dict(record), extra={}) for record in play_chunk(experiment, 0, count).records]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return team_games(12)


@pytest.fixture(scope="module")
def stages(records: list[Record]) -> list[Review]:
    """The review of the first game, from its rough stage on."""
    reviews: list[Review] = []
    reviews.append(review(records[0], depth="quick", workers=2, partial=reviews.append))
    return reviews


@pytest.fixture(scope="module")
def faulty() -> Review:
    """The review of a game with some faults."""
    return review(team_games(5, level=1)[4], depth="quick", workers=1)


def test_a_review_starts_rough_and_ends_as_without_stages(records: list[Record], stages: list[Review]) -> None:
    rough, done = stages[0], stages[-1]
    assert rough.stage == "rough"
    assert not any(turn.judged for turn in rough.turns)
    assert len(rough.curve) == len(done.curve)
    assert all(stage.stage == "refining" for stage in stages[1:-1])
    assert done == review(records[0], depth="quick", workers=1)
    for stage in stages:
        assert parse_review(stage.dumps()) == stage
        assert sentences(stage, "nb").headline


def test_conventions_are_fitted_to_the_game(records: list[Record]) -> None:
    judge = chosen_judge(recorded_game(records[0]))
    assert judge.reading.startswith("team:")
    assert judge.right is not None
    assert judge.right > 0.7
    assert judge.version.count("-") == 1, "of the players who take over, and of the conventions"
    fit = fitted_conventions(recorded_game(records[0]))
    assert fit is not None
    assert f"team:{fit.level}" == judge.reading


def test_the_better_line_can_be_played(records: list[Record], stages: list[Review]) -> None:
    for turn in stages[-1].turns:
        assert bool(turn.line) == (turn.level != "none")
        if turn.line:
            assert turn.line[0] == turn.best[0].action
            replay(replace(records[0], actions=(*records[0].actions[: turn.index], *turn.line)))


def own_reason(record: Record, index: int, level: int) -> int:
    """The reason of the team player of this level for its move."""
    game = recorded_game(record)
    view = game.positions[index].view
    *_, (_, runtime) = follow_view(view, conventions_at(level))
    runtime.choose()
    return int(runtime.mind.choice.reason)


def test_the_clue_behind_a_strike_is_named_as_the_bot_would(records: list[Record]) -> None:
    """If the conventions told the bot to play the card, the clue was given wrongly; otherwise it was a gamble."""
    faults = []
    for record in records:
        game = recorded_game(record)
        for position, following in zip(game.positions, game.positions[1:], strict=False):
            cause = clue_cause(game, position, following.state, 3)
            struck = following.state.strikes > position.state.strikes
            if not struck:
                continue
            assert cause is not None, (record.actions, position.index)
            assert cause.index < position.index
            if cause.fault != "missing":
                assert record.actions[cause.index].startswith(f"clue {cause.to} {cause.about}")
            assert game.positions[cause.index].state.player == cause.giver
            asked = own_reason(record, position.index, 3) in (KNOWN_PLAY, BLIND_PLAY)
            assert asked == (cause.fault == "given")
            faults.append(cause.fault)
    assert faults, "these games have no strike"


def test_a_discarded_last_copy_names_the_player_who_could_have_clued_it() -> None:
    """The last copy is lost without a clue on it: a teammate had a token and did not use it."""
    count = 0
    for seed in range(2):
        table = a_game({"empty_clues": False}, 3, seed)
        while table.player is not None:
            legal = table.legal_actions()
            table.act(Discard(0) if Discard(0) in legal else next(move for move in legal if isinstance(move, Clue)))
        record = table.record()
        game = recorded_game(record)
        for position, following in zip(game.positions, game.positions[1:], strict=False):
            words = record.actions[position.index].split()
            if words[0] != "discard":
                continue
            r, s = position.rule_tables, position.state
            slot = s.hands[s.player].index(int(words[1]))
            critical = knowledge.critical_kinds(r, s) >> position.held[slot] & 1
            cause = clue_cause(game, position, following.state, 3)
            if not critical:
                assert cause is None
            elif cause is not None and cause.fault == "missing":
                count += 1
                earlier = game.positions[cause.index].state
                assert earlier.player == cause.giver != s.player
                assert earlier.clue_tokens > 0
                assert knowledge.critical_kinds(r, earlier) >> position.held[slot] & 1, "it was not a last copy yet"
    assert count, "no last copy was discarded in these games"


def test_a_card_played_on_a_guess_is_not_blamed_on_a_clue() -> None:
    """A bug once blamed a teammate for a missing clue about such a card."""
    table = a_game({}, 3, 1)
    slot = next(slot for slot, card in enumerate(table.state.hands[0]) if table.state.faces[card] % 5)
    table.act(Play(slot))
    game = recorded_game(table.record())
    after = game.positions[1].state
    assert clue_cause(game, game.positions[0], after, 3) is None
    found = findings_of(MoveContext(game.positions[0], game.positions[0].possible, 0, "none", after, asked=False))
    assert [finding.facts["asked"] for finding in found] == [False]


def test_the_end_of_perfect_games_is_not_blamed(records: list[Record]) -> None:
    perfect = [record for record in records if replay(record).view().score == 25]
    assert perfect
    made = review(perfect[0], depth="quick", workers=1)
    assert not [turn for turn in made.turns[-10:] if turn.loss >= 0.3]
    assert made.turns[-1].sure


def test_the_solver_gets_more_time_before_a_move_is_called_a_fault() -> None:
    """A bug once called this clue a fault of half a point: the solver gave up 5,000 steps too early."""
    rules = RuleSet.of("ro", colors=4, hand_size=3)
    experiment = Experiment(("simple",) * 2, rules, 1, seed=77, first=26, keep_records=True)
    game = recorded_game(replace(from_dict(play_chunk(experiment, 26, 1).records[0]), extra={}))
    judged = PeoplesJudge(game, LITERAL, DEPTHS["people"]["quick"]).judge(game.positions[55])
    assert judged.judgement.loss == 0
    assert judged.solution is not None


def test_another_announcement_of_the_same_card_is_not_another_card() -> None:
    game = a_game({"choreography": True}, 2, 3)
    game.act(Play(0))
    position = recorded_game(game.record()).positions[0]
    r, s = position.rule_tables, position.view.erased
    announced = id_of_action(game.rules, r, s, Play(0, "red"))
    after = recorded_game(game.record()).positions[1].state
    found = findings_of(MoveContext(position, position.possible, announced, "mistake", after, asked=False))
    assert "worse_play" not in {finding.kind for finding in found}


def test_a_strike_that_was_not_a_fault_is_told_with_its_clue(records: list[Record], stages: list[Review]) -> None:
    """A bug once named the clue only for faults, and only at the move itself."""
    made = stages[-1]
    place = next(turn.index for turn in made.turns if turn.action.startswith("play"))
    kind = Finding("misplay", False, {"card": "r2", "chance": 0.5, "asked": True})
    cause = ClueCause(0, 0, 1, "5", "read", "save", ())
    struck = replace(made.turns[place], level="none", kinds=(kind,), cause=cause)
    made = replace(made, turns=(*made.turns[:place], struck, *made.turns[place + 1 :]))
    sentence = sentences(made, "en").turns[place][-1]
    assert "misread" in sentence
    assert "Bad luck" not in sentences(made, "en").turns[place][0]
    assert sentence in html_report([ReviewedGame("one", records[0], made)], "en")
    console = Console(file=StringIO(), width=300)
    show_review(console, made, records[0], "en", with_turns=False)
    assert sentence in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_perfect_game_with_a_strike_is_not_called_clean(stages: list[Review]) -> None:
    made = stages[-1]
    calm = tuple(replace(turn, level="none", kinds=(), cause=None, best_score=25) for turn in made.turns)
    perfect = replace(made, turns=calm, headline=Headline("clean"), final={"outcome": "won", "score": made.max_score})
    assert headline_of(perfect).kind == "clean"
    tried = replace(calm[5], kinds=(Finding("misplay", False, {"card": "r2", "chance": 0.0, "asked": False}),))
    perfect = replace(perfect, turns=(*calm[:5], tried, *calm[6:]), curve=(Value(25.0, 0.0, 1.0),) * len(made.curve))
    fell = replace(perfect, curve=(*perfect.curve[:6], Value(24.0, 0.0, 0.5), *perfect.curve[7:]))
    assert headline_of(fell).kind == "recovered"
    assert sentences(fell, "en").turns[5][-1] == "No clue had asked for this card."
    # A strike that only passes the turn loses nothing.
    assert headline_of(perfect).kind == "clean"
    assert sentences(perfect, "en").turns[5] == ("Red 2 did not fit, which cost nothing.",)


def test_a_strike_that_a_clue_promised_to_fit_is_not_said_to_have_been_certain_to_fit(stages: list[Review]) -> None:
    """A bug once said both that the card did not fit and that its chance to fit was 100 %."""
    made = stages[-1]
    place = next(turn.index for turn in made.turns if turn.action.startswith("play"))
    kind = Finding("misplay", False, {"card": "r2", "chance": 1.0, "asked": True})
    cause = ClueCause(0, 0, 1, "5", "given", "play", ("r1",))
    struck = replace(made.turns[place], level="none", kinds=(kind,), cause=cause)
    point = TurningPoint(place, -1.0, "cards")
    told = sentences(
        replace(made, turns=(*made.turns[:place], struck, *made.turns[place + 1 :]), turning_points=(point,)), "en"
    )
    assert told.turns[place][0] == "Red 2 did not fit, although the clues promised that it would."
    assert "a wrong clue" in told.turning_points[0], "not only a card that the player could not see"


def test_a_card_that_was_pointed_at_was_not_played_blind(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_game({}, 3, 1)
    mover = table.state.player
    slot = next(slot for slot, card in enumerate(table.state.hands[mover]) if table.state.faces[card] % 5)
    table.act(Play(slot))
    game = recorded_game(table.record())
    clue = ClueGiven(1, 0, 1, (slot,))
    heard = _HeardClue(0, clue, "finesse", touched=True, changed=False)
    monkeypatch.setattr("hanabi.review.judging.clue_causes._memory", lambda *_: _Memory([heard], None, 0, kept=False))
    first, after = game.positions[0], game.positions[1].state
    cause = clue_cause(game, first, after, 3)
    assert cause is not None
    assert (cause.fault, cause.reading) == ("read", "play")
    # For a card without clues, the newest clue was the reason only if the card could fit.
    heard = _HeardClue(0, clue, "finesse", touched=False, changed=False)
    cause = clue_cause(game, first, after, 3)
    assert cause is not None
    assert cause.reading == "finesse"
    monkeypatch.setitem(first.__dict__, "possible", tuple(1 << kind for kind in first.held))
    assert clue_cause(game, first, after, 3) is None
    # The place of a discard or play can say that a card fits.
    monkeypatch.setattr("hanabi.review.judging.clue_causes._memory", lambda *_: _Memory([], (0, 2), 1, kept=False))
    assert clue_cause(game, first, after, 3) == ClueCause(0, 2, mover, "", "given", "signal", ("r1",))


def test_a_game_left_when_nothing_more_could_be_gained_counts_as_finished(stages: list[Review]) -> None:
    """Teams often stop there; a bug once called such games unfinished."""
    made = stages[-1]
    calm = tuple(replace(turn, level="none", kinds=(), cause=None, best_score=25) for turn in made.turns)
    lost = replace(calm[-5], level="mistake", loss=0.6, best_score=24)
    turns = (*calm[:-5], lost, *(replace(turn, best_score=24) for turn in calm[-4:]))
    left = replace(made, turns=turns, headline=Headline("clean"), final=None, points=24)
    assert headline_of(left) == Headline("turned", lost.index, {"missing": 1, "why": "better"})
    assert sentences(left, "en").summary[0] == "Result: 24 of 25."
    assert headline_of(replace(left, points=23)).kind == "unfinished"
    at_end = replace(left, points=23, curve=(*made.curve[:-1], Value(23.0, 0.0, 0.0)))
    assert headline_of(at_end).kind == "turned", "nobody has a playable card"


def test_in_the_last_round_the_hands_limit_the_score(records: list[Record]) -> None:
    less = 0
    for record in records:
        game = recorded_game(record)
        for position in game.positions[-4:]:
            r, s = position.rule_tables, position.state
            assert game.end.view().score <= reachable_score(r, s) <= knowledge.score_limit(r, s)
            less += reachable_score(r, s) < knowledge.score_limit(r, s)
            if s.turns_left == 1:
                fits = any(knowledge.playable_kinds(r, s) >> kind & 1 for kind in position.held)
                assert reachable_score(r, s) == position.view.score + fits
    assert less


def test_a_better_clue_is_told_with_the_card_that_fits(stages: list[Review]) -> None:
    table = a_game({}, 3, 1)
    table.act(next(move for move in table.legal_actions() if isinstance(move, Clue) and move.about != 1))
    position = recorded_game(table.record()).positions[0]
    r, s = position.rule_tables, position.view.erased
    ones = next(seat for seat in (1, 2) if any(s.faces[card] % 5 == 0 for card in s.hands[seat][: s.hand_sizes[seat]]))
    better = id_of_action(table.rules, r, s, Clue(ones, 1))
    after = recorded_game(table.record()).positions[1].state
    kind = findings_of(MoveContext(position, position.possible, better, "mistake", after, asked=False))[-1]
    assert points_at_a_play(position, better)
    assert (kind.kind, kind.facts["holder"], kind.facts["card"][1]) == ("worse_clue", ones, "1")
    missed = Finding("missed_clue", True, {"to": 0, "card": "b1", "holder": 0})
    told = replace(stages[-1], turns=(replace(stages[-1].turns[0], kinds=(kind, missed)),), headline=Headline("clean"))
    for lang in LANGUAGES:
        assert all("1" in sentence for sentence in sentences(replace(told, turning_points=()), lang).turns[0][:2])


def test_the_numbers_of_a_turn_agree_with_each_other(faulty: Review) -> None:
    faults = [turn for turn in faulty.turns if turn.level != "none" and not turn.solved]
    assert faults
    for turn in faults:
        assert turn.before.score - turn.after.score == pytest.approx(turn.loss), "the cost is the difference shown"
        shown = {move.action: move.score for move in turn.best}
        assert shown[turn.best[0].action] >= max(shown.values()) - 0.15, "another move looks much better"
    for turn in faulty.turns:
        if turn.action.startswith("clue"):
            assert turn.luck_draw == 0, "no card was drawn"
            assert faulty.curve[turn.index + 1].score <= faulty.curve[turn.index].score + 0.1, (
                "a clue cannot improve the position"
            )


def test_the_headline_and_the_curve_are_shown_while_moves_are_judged(stages: list[Review]) -> None:
    console = Console(file=StringIO(), width=80)
    progress = ReviewProgress("en", "2/7 game · ", moves=len(stages[0].turns), quiet=False, console=console)
    progress.show(stages[0])
    console.print(progress.get_renderable())
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "2/7 game · " in told
    assert all(line in told for line in curve_text(stages[0], 78))
    assert "Moves judged" in told


def test_luck_and_skill_come_last_in_the_terminal(records: list[Record], stages: list[Review]) -> None:
    console = Console(file=StringIO(), width=100)
    show_review(console, stages[-1], records[0], "en", with_turns=False)
    told = console.file.getvalue()  # type: ignore[attr-defined]
    places = [told.index(sentences(stages[-1], "en").headline[:40]), told.index("└0"), told.index("Luck and skill")]
    assert places == sorted(places)
    assert told.index("Turning points" if "Turning points" in told else "└0") < told.index("Details")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_headline_and_cause_can_be_told(lang: str, stages: list[Review]) -> None:
    made = stages[-1]
    index = next(turn.index for turn in made.turns if turn.action.startswith("play"))
    told = set()
    for fault, reading in (
        ("given", "play"),
        ("read", "save"),
        ("read", "finesse"),
        ("missing", "save"),
        ("given", "signal"),
    ):
        cause = ClueCause(0, 0, 1, "5", fault, reading, ("r1", "g1"))  # type: ignore[arg-type]
        turns = tuple(replace(turn, cause=cause) if turn.index == index else turn for turn in made.turns)
        told.add(sentences(replace(made, turns=turns), lang).turns[index][-1])
        for kind in ("lost", "turned", "recovered"):
            for why in (*HEADLINES, "misplay", "discard", "better"):
                headline = Headline(kind, index, {"missing": 2, "why": why})
                told.add(sentences(replace(made, turns=turns, headline=headline), lang).headline)
    for kind in ("clean", "unfinished", "faultless"):
        told.add(sentences(replace(made, headline=Headline(kind, None, {"missing": 3})), lang).headline)
    assert len(told) == 5 + 3 * 10 + 3


def test_every_kind_of_finding_has_its_texts_and_a_line_in_the_documentation() -> None:
    told = {f"review.kind.{name}" for name in KINDS}
    told |= {f"review.kind.{kind.name}.{variant}" for kind in KINDS.values() for variant in kind.variants}
    assert set(keys("review.kind.")) == told
    assert set(keys("review.habit.")) == {f"review.habit.{name}" for name in KINDS}
    text = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    table = text.partition("\n## Kinds\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [*KINDS]


def test_corrections_never_promise_more_than_is_possible() -> None:
    correct = Calibration((0.0, 1.0), (0.5, 0.0), (1.2, 1.0), (0.3, 0.0), steepness=1.5, doubt=0.4)
    for phase in (0.0, 0.3, 1.0, 2.0):
        for score in (0.0, 10.0, 24.5, 25.0):
            value = correct.expected(Value(score, 0.1, 0.5), phase, 25)
            assert 0 <= value.score <= 25
            assert 0 <= value.perfect <= 0.5
    assert NONE.expected(Value(24.0, 0.1, 0.5), 0.5, 25) == Value(24.0, 0.1, 0.5)


def test_a_report_is_self_contained(records: list[Record], stages: list[Review]) -> None:
    games = [ReviewedGame("<one>", records[0], stages[-1]), ReviewedGame("two", records[0], stages[-1])]
    assert {player.games for player in summaries(games)} == {2}
    assert len(worst_moves(games)) == min(15, 2 * len(games[0].faults))
    for lang in LANGUAGES:
        page = html_report(games, lang)
        assert "&lt;one&gt;" in page
        assert "<script" not in page
        assert page.count("<td") == page.count("data-label="), "on a phone every cell has a label"
        assert "src=" not in page
        assert page.replace('xmlns="http://www.w3.org/2000/svg"', "").count("http") == 0
