"""Verdicts on moves of people: a loss is only what remains after everything that can be said for the move.

A better move must be better by every account: by what the conventions say of the mover's cards, without what turned out
false, and with what the move shows that its maker knew; if the others go on as they did, for one move up to two
rounds, or to the end; if clues mean no more than they say; and by the solver of end games where that reaches. Each
account compares the two moves in the same worlds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hanabi.review.judging.judges import (
    LITERAL,
    NO_LINE,
    HatJudge,
    Perspective,
    Scores,
    StrongJudge,
    with_evident,
    without_false,
)
from hanabi.review.judging.move_kinds import can_be_told, points_at_a_play
from hanabi.review.judging.move_search import (
    CLEAR_LEAD,
    FRESH,
    NO_MOVE,
    OPEN,
    SALTS,
    SEARCH,
    Depth,
    JudgedPosition,
    OpenScores,
    by_mean,
    candidates,
    compared,
    preferred,
    search_rounds,
)
from hanabi.review.recorded_game import RecordedGame, RecordedPosition
from hanabi.solvers.endgame import Solution, SolverLimits, solve_endgame

SIGNIFICANT = 3.0  # standard errors by which a move must be better
LEAST_LOSS = 0.02  # less is not looked into
NEARLY = 0.1  # points
ALTERNATIVES = 3  # moves that may prove better than the one made
EQUAL = 1e-9
PATIENT_LIMITS = SolverLimits(worlds=600, steps=200_000)  # before a move is called a fault, or the best
FOLLOWED_ROUNDS = (1, 2)  # of the players' own actions that the curve follows before the judge plays on
LOOKED_AHEAD = 2  # rounds before a better move from which it is still followed


@dataclass(frozen=True)
class MoveVerdict:
    """The move to recommend, what the one made lost against it, and the error of that.

    `sure`: in no world could anything have scored more than the line that was played.
    """

    best: int
    loss: float
    error: float
    sure: bool


class PeoplesJudge:
    """Judges positions of one game of people; not to be shared between threads."""

    def __init__(self, game: RecordedGame, level: int) -> None:
        self.game = game
        self.strong = StrongJudge(game, level)
        self.literal = HatJudge(game, literal=True)

    def rough(self, worlds: int, seed: int) -> list[Scores]:
        """Scores of all positions with all hands open, from a few worlds."""
        return without_draws(self.game, [self._rough(position, worlds, seed) for position in self.game.positions])

    def _rough(self, position: RecordedPosition, worlds: int, seed: int) -> Scores:
        self.strong.set_position(position)
        salt = position.index * SALTS + OPEN
        plays_on: Scores = self._scores([NO_MOVE], "open", seed, salt, 0, worlds)[0]
        if position.action_id is None:
            return plays_on
        return _better(plays_on, *self._as_played(position, position.action_id, seed, salt, worlds))

    def _as_played(self, position: RecordedPosition, taken: int, seed: int, salt: int, worlds: int) -> Iterator[Scores]:
        """Scores with all hands open after the move that was made: the judge plays on at once, or after the players'
        own actions of some rounds. The judge discards and waits in its own way, and may lose at once what the players
        kept."""
        yield self._scores([taken], "open", seed, salt, 0, worlds)[0]
        later = self.game.action_ids[position.index + 1 :]
        for length in sorted({min(rounds * self.game.players - 1, len(later)) for rounds in FOLLOWED_ROUNDS} - {0}):
            line = np.ascontiguousarray(later[:length])
            yield self._scores([taken], "open", seed, salt, 0, worlds, line)[0]

    def as_played_until(self, position: RecordedPosition, other: int, move: int, worlds: int, seed: int) -> Scores:
        """Scores with all hands open if the players go on as they did, but make this move at action number `other`."""
        self.strong.set_position(position)
        taken, salt = int(self.game.action_ids[position.index]), position.index * SALTS + OPEN
        line = np.append(self.game.action_ids[position.index + 1 : other], move)
        found: Scores = self._scores([taken], "open", seed, salt, 0, worlds, line)[0]
        return found

    def judge(self, position: RecordedPosition, depth: Depth, seed: int) -> JudgedPosition:
        strong = self.strong
        strong.set_position(position)
        salt, taken = position.index * SALTS, position.action_id if position.action_id is not None else strong.choice
        moves = candidates(position, strong.believed, strong.choice, taken)
        count = strong.world_count("doubtful")
        if count > 0:
            table = self._scores(moves, "doubtful", seed, salt + SEARCH, 0, count)
            scores = dict(zip(moves, table, strict=True))
            ranked = by_mean(scores)
        else:
            found = search_rounds(
                lambda some, first, worlds: self._scores(some, "doubtful", seed, salt + SEARCH, first, worlds),
                moves, depth, (strong.choice, taken),
            )  # fmt: skip
            ranked = by_mean(found)
            ranked.insert(0, preferred(found, taken, CLEAR_LEAD))
            shown = list(dict.fromkeys((*ranked[: ALTERNATIVES + 1], taken)))
            table = self._scores(shown, "doubtful", seed, salt + FRESH, 0, depth.fresh)
            scores = dict(zip(shown, table, strict=True))
            ranked = list(dict.fromkeys(ranked))
        solutions = self._solutions(position)
        verdict = self._verdict(position, taken, scores, ranked, solutions, seed)
        best = verdict.best
        open_count = strong.world_count("open")
        worlds = open_count if open_count > 0 else depth.open
        plays_on = self._scores([NO_MOVE], "open", seed, salt + OPEN, 0, worlds)[0]
        after = _better(*self._as_played(position, taken, seed, salt + OPEN, worlds))
        wanted = after if best == taken else self._scores([best], "open", seed, salt + OPEN, 0, worlds)[0]
        ways = self._ways_found(scores, taken, seed, salt + OPEN, worlds)
        most = max((*ways, NO_MOVE), key=lambda move: float(ways.get(move, _better(plays_on, after)).mean()))
        return JudgedPosition(
            choice=best,
            best=best,
            moves=(best, *(move for move in by_mean(scores) if move != best)),
            scores=scores,
            # The judge's own way, the moves found by searching or what was played: the best way that was open.
            open=OpenScores(_better(plays_on, after, *ways.values()), wanted, after, after),
            exact=count > 0,
            open_exact=open_count > 0,
            believed=strong.believed,
            solution=solutions[0] if solutions else None,
            verdict=verdict,
            way=most,
        )

    def _ways_found(
        self, scores: dict[int, Scores], taken: int, seed: int, salt: int, worlds: int
    ) -> dict[int, Scores]:
        """Scores with all hands open of the best other moves."""
        moves = [move for move in by_mean(scores) if move != taken][:ALTERNATIVES]
        if not moves:
            return {}
        return dict(zip(moves, self._scores(moves, "open", seed, salt, 0, worlds), strict=True))

    def _scores(
        self,
        moves: list[int],
        perspective: Perspective,
        seed: int,
        salt: int,
        first: int,
        worlds: int,
        line: Scores = NO_LINE,
    ) -> Scores:
        self.strong.line = line
        try:
            return self.strong.scores(moves, perspective, seed, salt, first, worlds, reset_knowledge=False)
        finally:
            self.strong.line = NO_LINE

    def _solutions(self, position: RecordedPosition) -> list[Solution]:
        """By what the clues say and, if the conventions say more that is not false, by these."""
        r, s = position.rule_tables, position.view.erased
        literal = [s.open[seat][: s.held[seat]] for seat in range(r.players)]
        found: list[Solution] = []
        for masks in (literal, self.strong.common_knowledge):
            if masks != literal or not found:
                solution = solve_endgame(r, s, masks, PATIENT_LIMITS)
                if solution.exact and solution.values:
                    found.append(solution)
        return found

    def _verdict(
        self,
        position: RecordedPosition,
        taken: int,
        scores: dict[int, Scores],
        ranked: list[int],
        solutions: list[Solution],
        seed: int,
    ) -> MoveVerdict:
        optimal = _optimal(solutions)
        if optimal is not None:
            if taken in optimal or any(_solved_loss(solution, taken) <= EQUAL for solution in solutions):
                return MoveVerdict(taken, 0.0, 0.0, sure=self.is_sure(position, taken, scores, seed))
            ranked = [move for move in ranked if move in optimal] or sorted(optimal)[:1]
        recommended = next((move for move in ranked if move in scores), taken)
        better: list[MoveVerdict] = []
        for move in [move for move in ranked if move != taken and move in scores][:ALTERNATIVES]:
            gain, error = self._gain_by_every_account(position, move, taken, scores, seed)
            if optimal is not None:
                gain = min([gain, *(_solved_loss(solution, taken) for solution in solutions)])
            if gain > 0 and gain >= SIGNIFICANT * error:
                better.append(MoveVerdict(move, gain, error, sure=False))
        if not better:
            # Nothing is held against the move; another may still be shown as the best, if the solver says so.
            best = taken if optimal is None else recommended
            return MoveVerdict(best, 0.0, 0.0, sure=self.is_sure(position, taken, scores, seed))
        most = max(better, key=lambda verdict: verdict.loss)
        others = [move for move in ranked if move != taken and move in scores]
        return replace(most, best=self._recommended(position, others, [one.best for one in better], scores))

    def _recommended(
        self, position: RecordedPosition, moves: list[int], better: list[int], scores: dict[int, Scores]
    ) -> int:
        """The move to show in place of a fault, by what the conventions say: of moves that are about as good as the
        best of all, one whose reason everybody sees, else one that is better by every account.

        What proves a fault by every account need not be what players of these conventions would do.
        """

        def is_nearly_best(move: int) -> bool:
            behind, error = compared(scores[ordered[0]], scores[move])
            return behind <= max(NEARLY, error)

        ordered = sorted(moves, key=lambda move: -float(scores[move].mean()))
        near = [move for move in ordered if is_nearly_best(move)]
        told = [move for move in near if can_be_told(position, self.strong.believed, move)]
        told += [move for move in near if points_at_a_play(position, move)]
        return next(iter((*told, *(move for move in near if move in better), ordered[0])))

    def _gain_by_every_account(
        self, position: RecordedPosition, move: int, taken: int, scores: dict[int, Scores], seed: int
    ) -> tuple[float, float]:
        exact = self.strong.world_count("doubtful") > 0
        gain, error = compared(scores[move], scores[taken])
        least = gain, 0.0 if exact else error
        if gain < LEAST_LOSS or gain < SIGNIFICANT * least[1]:
            return least
        for other_gain, other_error in self._other_accounts(position, move, taken, scores, seed):
            if other_gain < least[0]:
                least = other_gain, other_error
            if least[0] < LEAST_LOSS or least[0] < SIGNIFICANT * least[1]:
                break
        return least

    def _other_accounts(
        self, position: RecordedPosition, move: int, taken: int, scores: dict[int, Scores], seed: int
    ) -> Iterator[tuple[float, float]]:
        """The gain of a move over the one taken, and its error, by each further account."""
        strong, index = self.strong, position.index
        later, worlds = self.game.action_ids[index + 1 :], len(scores[taken])
        masks = without_false(strong.believed, position)
        perspectives: list[Perspective] = ["doubtful"]
        if with_evident(masks, position) != masks:
            perspectives.insert(0, "evident")
        if masks != strong.believed:
            perspectives.append("mover")
        for perspective in perspectives:
            count = strong.world_count(perspective)
            salt = index * SALTS + (SEARCH if count > 0 else FRESH)
            number = count if count > 0 else worlds
            both = scores[move], scores[taken]
            if perspective != "doubtful":
                table = self._scores([move, taken], perspective, seed, salt, 0, number)
                both = table[0], table[1]
                yield _gain(both[0], both[1], count > 0)
            lengths = {1, 2, *(count * self.game.players - 1 for count in FOLLOWED_ROUNDS)}
            for length in (*sorted(length for length in lengths if length < len(later)), len(later)):
                line = np.ascontiguousarray(later[:length])
                if len(line):
                    followed = self._scores([taken], perspective, seed, salt, 0, number, line)[0]
                    yield _gain(both[0], followed, count > 0)
        if strong.level == LITERAL:
            return
        self.literal.set_position(position)
        count = self.literal.world_count("mover")
        number = count if count > 0 else worlds
        table = self.literal.scores(
            [move, taken], "mover", seed, index * SALTS + FRESH, 0, number, reset_knowledge=True
        )  # fmt: skip
        yield _gain(table[0], table[1], count > 0)

    def is_sure(self, position: RecordedPosition, taken: int, scores: dict[int, Scores], seed: int) -> bool:
        """Whether in no world of this position anything could have scored more than the line that was played."""
        count = self.strong.world_count("doubtful")
        if count <= 0:
            return False
        line = np.ascontiguousarray(self.game.action_ids[position.index + 1 :])
        salt = position.index * SALTS + SEARCH
        followed = self._scores([taken], "doubtful", seed, salt, 0, count, line)[0]
        return all((followed >= other).all() for other in scores.values())


def without_draws(game: RecordedGame, scores: Sequence[Scores]) -> list[Scores]:
    """Scores of the positions with all hands open, none below what came of it before a card was drawn."""
    found = list(scores)
    for position, following in zip(game.positions[-2::-1], game.positions[:0:-1], strict=True):
        if following.state.top == position.state.top:
            found[position.index] = _better(found[position.index], found[following.index])
    return found


def with_better_moves(people: PeoplesJudge, found: Sequence[JudgedPosition], seed: int) -> list[JudgedPosition]:
    """The positions before a better move that was not made are worth what it would have made of them, too."""
    positions, made = people.game.positions, list(found)
    for later in positions:
        judged = found[later.index]
        if judged.way == NO_MOVE or compared(judged.open.plays_on, judged.open.after)[0] < NEARLY:
            continue
        for position in positions[max(0, later.index - LOOKED_AHEAD * people.game.players) : later.index]:
            worlds = len(made[position.index].open.after)
            scores = people.as_played_until(position, later.index, judged.way, worlds, seed)
            made[position.index] = _with_way(made[position.index], position, scores)
    plays_on = without_draws(people.game, [judged.open.plays_on for judged in made])
    return [
        replace(judged, open=replace(judged.open, plays_on=scores))
        for judged, scores in zip(made, plays_on, strict=True)
    ]


def _with_way(judged: JudgedPosition, position: RecordedPosition, scores: Scores) -> JudgedPosition:
    """With another way to go on after the move that was made."""
    ways, after = judged.open, _better(judged.open.after, scores)
    wanted = after if judged.best == position.action_id else ways.choice
    return replace(judged, open=OpenScores(_better(ways.plays_on, after), wanted, after, after))


def _better(*scores: Scores) -> Scores:
    return max(scores, key=lambda some: float(some.mean()))


def _gain(one: Scores, other: Scores, exact: bool) -> tuple[float, float]:
    gain, error = compared(one, other)
    return gain, 0.0 if exact else error


def _optimal(solutions: list[Solution]) -> set[int] | None:
    """Moves that are best by every solution, else by the first; None where nothing was solved."""
    every: list[set[int]] = []
    for solution in solutions:
        assert solution.values is not None
        most = max(solution.values.values())
        every.append({move for move, value in solution.values.items() if value >= most - EQUAL})
    if not every:
        return None
    return set.intersection(*every) or every[0]


def _solved_loss(solution: Solution, taken: int) -> float:
    assert solution.values is not None
    return max(solution.values.values()) - solution.values.get(taken, 0.0)
