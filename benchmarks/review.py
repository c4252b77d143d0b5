"""Checks that reviews can be trusted, and measures how long they take.

* `bias`: in many games of a bot, the score that a review expects before a move agrees with the final scores.
* `people`: the same for human games in a folder (`--folder`; skipped if there are none), the chance of a perfect game
  in ten bins, the blame in perfect games, and the clues behind strikes and lost cards.
* `bots`: the expected score by quarter in games of bots; blame in games of team bots, and the clues behind their
  strikes, compared with the bots' own reasons.
* `solver`: positions that the endgame solver can solve, before the very last move: a move called best is best, and a
  move called a fault is not.
* `speed`: the time of a review, and of its rough stage.

`make bench NAME=review` runs all of them; ARGS="--only people --reviews 10" runs less. `--fit` measures
`review/judging/calibration.json` again.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from review_figures import (
    Blame,
    Point,
    bias_by_quarter,
    bias_errors,
    corrected,
    cross_validated,
    fitted,
    perfect_bins,
    picture,
    raw_points,
    records_in,
    save,
)

from hanabi.arena.experiment import Experiment
from hanabi.arena.workers import play_chunk
from hanabi.bots.team.engine.layout import BLIND_PLAY, KNOWN_PLAY
from hanabi.bots.team.engine.levels import conventions_at
from hanabi.bots.team.runtimes import follow_view
from hanabi.cli._output import progress_bar
from hanabi.records import Record, from_dict, load
from hanabi.review import cache, review
from hanabi.review.document import Judge, Review, Value
from hanabi.review.judging.clue_causes import clue_cause
from hanabi.review.judging.judge_choice import chosen_judge, judges_people, people_level
from hanabi.review.judging.judges import LITERAL
from hanabi.review.judging.move_search import DEPTHS
from hanabi.review.judging.peoples_judge import PeoplesJudge
from hanabi.review.judging.turn_reviews import TurnReviewer
from hanabi.review.recorded_game import RecordedGame, RecordedPosition, recorded_game
from hanabi.review.reviewer import expected_at, record_digest
from hanabi.rules import RuleSet
from hanabi.solvers.endgame import SolverLimits, solve_endgame

SEED = 77
TOLERANCE = 3.0  # standard errors
EQUAL = 1e-9
# Games for the check against the solver: bot, players, switches, and cards that may be left in the deck. The solver
# reaches further in smaller games, so these are checked earlier.
SMALL: dict[str, Any] = {"colors": 4, "hand_size": 3}
SOLVER_GAMES: tuple[tuple[str, int, dict[str, Any], int], ...] = (
    ("team:3", 2, {}, 0),
    ("simple", 3, {}, 0),
    ("team:2", 3, {}, 0),
    ("team:3", 4, {}, 0),
    ("simple", 2, SMALL, 1),
    ("team:3", 2, SMALL | {"colors": 3}, 1),
    ("team:3", 3, SMALL, 1),
)
SOLVER_CHUNK = 10
LAST_POSITIONS = 8
STRIKING_LEVELS = (1, 2, 3, 4)
SOLVER_LIMITS = SolverLimits(worlds=600, steps=60_000)
PLAIN_JUDGE = Judge("hat", "literal", "")
PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "review-calibration.svg"


def games(
    bot: str, players: int, count: int, edition: str, first: int = 0, **switches: Any
) -> list[tuple[Record, int]]:
    rules = RuleSet.of(edition, **switches)
    experiment = Experiment(bots=(bot,) * players, rules=rules, games=count, seed=SEED, first=first, keep_records=True)
    played = play_chunk(experiment, first, count)
    return [(from_dict(record), score) for record, score in zip(played.records, played.scores, strict=True)]


def is_unbiased(bot: str, players: int, count: int, index: int, worlds: int, edition: str) -> bool:
    """Compare expectation and result before action number `index`, in the games that have that many actions."""
    differences, expected, results = [], [], []
    for record, score in games(bot, players, count, edition):
        if len(record.actions) <= index:
            continue
        so_far = replace(record, actions=record.actions[:index])
        value = expected_at(so_far, index, worlds=worlds)
        expected.append(value.score)
        results.append(score)
        differences.append(score - value.score)
    mean = sum(differences) / len(differences)
    error = math.sqrt(sum((one - mean) ** 2 for one in differences) / (len(differences) - 1) / len(differences))
    figures = f"{sum(expected) / len(expected):7.3f} {sum(results) / len(results):7.3f} {mean:+7.3f} ± {error:.3f}"
    print(f"{bot:6} {players} players, {len(expected):5} games, before action {index:2}: {figures}", flush=True)
    return abs(mean) <= TOLERANCE * error


def check_people(folder: Path, curves: int, reviews: int, depth: str, *, fit: bool, draw: bool) -> None:
    files = records_in(folder)
    if not files:
        print(f"no human games in {folder}: skipped")
        return
    print(f"human games in {folder.name}: {len(files)}")
    with progress_bar(quiet=False) as bar:
        games_with_points = [raw_points(load(file), 48) for file in bar.track(files[:curves], description="curves")]
    by_game = [(judge, points) for judge, points in games_with_points if judges_people(judge)]
    if fit:
        for knowledge in ("forgiving", "literal"):
            save(f"hat/{knowledge}", fitted([p for _, some in by_game for p in some]))
    unseen = cross_validated(by_game)
    print(f"expected minus final score by quarter, fitted to other games: {_biases(unseen)}", flush=True)
    for name, some in (("every second game", by_game[::2]), ("the other games", by_game[1::2])):
        points = [p for judge, one in some for p in corrected(judge, one)]
        print(f"expected minus final score by quarter, {name}: {_biases(points)}", flush=True)
    bins = perfect_bins(unseen)
    for chance, share, count in bins:
        print(f"  chance of a perfect game {chance:4.0%}: {share:4.0%} of {count} positions")
    if draw:
        PICTURE.write_text(picture(bins), encoding="utf-8")
    blame = Blame()
    with progress_bar(quiet=False) as bar:
        for file in bar.track(_spread(files, reviews), description="reviews"):
            record = load(file)
            blame.add(file.stem, cached_review(record, depth), recorded_game(record))
    print("\n".join(blame.lines()), flush=True)


def _biases(points: Sequence[Point]) -> str:
    return ", ".join(f"{bias:+.2f}" for bias, _ in bias_by_quarter(points))


def cached_review(record: Record, depth: str) -> Review:
    """Uses the cache, so that an interrupted run can continue."""
    file = cache.cache_file(record_digest(record), chosen_judge(recorded_game(record)), depth, 0)
    cached = cache.load_review(file)
    if cached is None:
        cached = review(record, depth=depth)
        cache.save_review(cached, file)
    return cached


def _spread(files: list[Path], count: int) -> list[Path]:
    """`count` of the files, evenly spread."""
    step = max(1, len(files) // max(1, count))
    return files[::step][:count]


def check_bots(count: int, curves: int, strikes: int, edition: str) -> None:
    for bot in ("hat", "team"):
        raw = [raw_points(record, 4, every=4) for record, _ in games(bot, 3, curves, edition)]
        by_game = [corrected(judge, points) for judge, points in raw]
        biases = bias_by_quarter([p for one in by_game for p in one])
        figures = ", ".join(
            f"{bias:+.2f} ± {error:.2f}" for (bias, _), error in zip(biases, bias_errors(by_game), strict=True)
        )
        print(f"expected minus final score by quarter, {curves} games of {bot} bots: {figures}", flush=True)
    blame = Blame()
    for number, (record, _) in enumerate(games("team", 3, count, edition)):
        blame.add(str(number), review(record, depth="quick"), recorded_game(record))
    print("games of team bots:")
    print("\n".join(blame.lines()))
    for level in STRIKING_LEVELS:
        agreeing, every = compared_causes(level, strikes, edition)
        print(f"team:{level}: the cause agrees with the bot's own reason in {agreeing} of {every} strikes", flush=True)


def compared_causes(level: int, count: int, edition: str) -> tuple[int, int]:
    """A strike that the bot's own conventions asked for must be blamed on a clue given, any other must not.

    Returns the number of strikes that agree, and of all strikes.
    """
    agreeing = every = 0
    for record, _ in games(f"team:{level}", 3, count, edition):
        game = recorded_game(record)
        states = [*(position.state for position in game.positions[1:]), game.end.state]
        for position, after in zip(game.positions, states, strict=True):
            if after.strikes > position.state.strikes:
                cause = clue_cause(game, position, after, level)
                asked = own_reason(position, level) in (KNOWN_PLAY, BLIND_PLAY)
                every += 1
                agreeing += asked == (cause is not None and cause.fault == "given")
    return agreeing, every


def own_reason(position: RecordedPosition, level: int) -> int:
    view = position.view
    *_, (_, runtime) = follow_view(view, conventions_at(level))
    runtime.choose()
    return int(runtime.mind.choice.reason)


@dataclass
class SolverCheck:
    """Positions that the solver can solve: no move called best may be beaten, and no move called a fault may be best,
    whether clues are read literally or by the conventions.

    The very last move does not need a solver, so these positions are counted separately.
    """

    reached: int = 0  # before the very last move
    last: int = 0
    faults: int = 0
    beaten: int = 0
    wrong: int = 0
    failures: list[str] = field(default_factory=list)

    def check_game(self, name: str, record: Record, limit: int, level: int | None = None, cards: int = 0) -> None:
        """Check the last positions of a game as if people had played it; `level` of its conventions, if known.

        `cards` is the number of cards that may be left in the deck.
        """
        game = recorded_game(record)
        reached = [*self._reached(game, cards)]
        if not reached or self.reached >= limit:
            return
        judge = chosen_judge(game) if level is None else None
        level = level or LITERAL if judge is None else people_level(judge)
        people = PeoplesJudge(game, level, DEPTHS["people"]["quick"])
        turns = TurnReviewer(game, judge or PLAIN_JUDGE)
        for position, values in reached:
            taken = position.action_id
            assert taken is not None
            judged = people.judge(position)
            curve = [Value(0.0, 0.0, 0.0)] * (len(game.positions) + 1)
            fault = turns.turn(position, judged, curve).level != "none"
            solved = [values, *self._solved_by_conventions(position, people)]
            is_beaten = not any(one[judged.judgement.best] >= max(one.values()) - EQUAL for one in solved)
            is_wrong = fault and any(one[taken] >= max(one.values()) - EQUAL for one in solved)
            is_last = position.state.turns_left == 1
            self.last += is_last
            self.reached += not is_last
            self.faults += fault
            self.beaten += is_beaten
            self.wrong += is_wrong
            if is_beaten or is_wrong:
                self.failures.append(f"{name}:{position.index + 1}")

    def _solved_by_conventions(self, position: RecordedPosition, people: PeoplesJudge) -> Iterator[dict[int, float]]:
        """The values of the moves for players who use the conventions, without false beliefs."""
        r, s, knowledge = position.rule_tables, position.view.erased, people.strong.common_knowledge
        values = solve_endgame(r, s, knowledge, SOLVER_LIMITS).values
        if values:
            yield values

    def _reached(self, game: RecordedGame, cards: int) -> Iterator[tuple[RecordedPosition, dict[int, float]]]:
        """Solved positions in which the moves differ."""
        for position in game.positions[-LAST_POSITIONS:]:
            r, s = position.rule_tables, position.view.erased
            if position.action_id is None or r.cards - s.next_card > cards:
                continue
            values = solve_endgame(r, s, limits=SOLVER_LIMITS).values
            if values and max(values.values()) - min(values.values()) > EQUAL:
                yield position, values

    def holds(self, where: str) -> bool:
        """Print the result."""
        print(f"{self.reached} solved positions {where} in which the moves differ,")
        print(f"and {self.last} at the very last move; {self.faults} faults:")
        print(f"{self.beaten} times the move called best is not, {self.wrong} times a move called a fault is best")
        if self.failures:
            print("  " + " ".join(self.failures))
        sys.stdout.flush()
        return self.beaten == self.wrong == 0


def check_solver(files: list[Path], limit: int, edition: str) -> bool:
    """Human games first, then games of bots up to `limit` positions."""
    of_people, of_bots = SolverCheck(), SolverCheck()
    for file in files:
        of_people.check_game(file.stem, load(file), limit)
    holds = of_people.holds("in human games") if files else True
    limit -= of_people.reached
    number = 0
    with progress_bar(quiet=False) as bar:
        task = bar.add_task("solved", total=limit)
        while of_bots.reached < limit:
            for bot, players, switches, cards in SOLVER_GAMES:
                level = int(bot.partition(":")[2] or LITERAL)
                chunk = games(bot, players, SOLVER_CHUNK, edition, number, **switches)
                for place, (record, _) in enumerate(chunk, start=number):
                    of_bots.check_game(f"{bot}/{players}/{place}", replace(record, extra={}), limit, level, cards)
                    bar.update(task, completed=of_bots.reached)
            number += SOLVER_CHUNK
    return of_bots.holds("in games of bots") and holds


def time_review(name: str, record: Record, depth: str, workers: int | None) -> None:
    rough: list[float] = []
    wall, used = time.perf_counter(), time.process_time()

    def note(so_far: Review) -> None:
        if so_far.stage == "rough":
            rough.append(time.perf_counter() - wall)

    reviewed = review(record, depth=depth, workers=workers, partial=note)
    whole, used = time.perf_counter() - wall, time.process_time() - used
    figures = f"{len(reviewed.turns)} moves: rough in {rough[0]:4.1f} s, done in {whole:5.1f} s, {used:5.1f} s of CPU"
    print(f"{name}, 4 players, {depth}, judge {reviewed.judge.full_name}, {figures}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="games per bot, for the bias")
    parser.add_argument("--bots", default="hat,team")
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--actions", default="0", help="action numbers to check")
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--edition", default="ro")
    parser.add_argument("--workers", type=int)
    parser.add_argument("--depth", default="normal")
    parser.add_argument("--folder", type=Path, default=Path("../shared/human-games"), help="human games")
    parser.add_argument("--curves", type=int, default=1000, help="human games to check the curve of")
    parser.add_argument("--reviews", type=int, default=20, help="human games to review")
    parser.add_argument("--bot-games", type=int, default=5, help="games of team bots to review")
    parser.add_argument("--bot-curves", type=int, default=300, help="games of bots to check the curve of")
    parser.add_argument("--strike-games", type=int, default=100, help="games of team bots per level, for their strikes")
    parser.add_argument("--positions", type=int, default=1000, help="positions for the solver")
    parser.add_argument("--fit", action="store_true", help="measure the corrections again")
    parser.add_argument("--draw", action="store_true", help="draw docs/pictures/review-calibration.svg")
    parser.add_argument("--only", choices=("bias", "people", "bots", "solver", "speed"))
    options = parser.parse_args()
    bots, players = options.bots.split(","), [int(count) for count in options.players.split(",")]
    parts = {options.only} if options.only else {"bias", "people", "bots", "solver", "speed"}
    agrees = True
    if "bias" in parts:
        print("                                             expected  result  difference")
        for bot in bots:
            for count in players:
                for index in options.actions.split(","):
                    unbiased = is_unbiased(bot, count, options.games, int(index), options.worlds, options.edition)
                    agrees = agrees and (unbiased or int(index) > 0)
    if "people" in parts:
        check_people(options.folder, options.curves, options.reviews, "quick", fit=options.fit, draw=options.draw)
    if "bots" in parts:
        check_bots(options.bot_games, options.bot_curves, options.strike_games, options.edition)
    if "solver" in parts:
        agrees = check_solver(records_in(options.folder), options.positions, options.edition) and agrees
    if "speed" in parts:
        for bot in bots:
            record = games(bot, 4, 1, options.edition)[0][0]
            review(record, depth="quick")  # compiled code is loaded here
            time_review(bot, record, options.depth, options.workers)
        people = replace(games("team", 4, 1, options.edition)[0][0], extra={})
        time_review("people", people, options.depth, options.workers)
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main())
