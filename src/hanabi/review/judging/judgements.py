"""Judges moves of people: a loss counts only if it remains after giving the move every benefit of the doubt.

A better move must be better by every account: by what the conventions say about the mover's cards; without what turned
out to be false; with what the move shows its player knew; if the others continue as they did, for one move, up to two
rounds, or to the end; if clues are read literally; and by the endgame solver where it can be used. Each account
compares the two moves in the same worlds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from hanabi.review.judging import judges, move_search
from hanabi.review.judging.move_kinds import is_obvious, points_at_a_play
from hanabi.review.recorded_game import RecordedGame, RecordedPosition
from hanabi.solvers.endgame import Solution, SolverLimits, solve_endgame

SIGNIFICANT = 3.0  # standard errors by which a move must be better
LEAST_LOSS = 0.02  # smaller losses are ignored
NEARLY = 0.1  # points
ALTERNATIVES = 3  # number of moves that are compared with the one taken
EQUAL = 1e-9
PATIENT_LIMITS = SolverLimits(worlds=600, steps=200_000)  # before a move is called a fault, or the best
FOLLOWED_ROUNDS = (1, 2)  # rounds of the players' own actions before the judge takes over
LOOKED_AHEAD = 2  # a better move also counts for positions up to this many rounds before it


class PeoplesJudge:
    """Judges positions of one human game; not thread-safe."""

    def __init__(self, game: RecordedGame, level: int) -> None:
        self.game = game
        self.strong = judges.StrongJudge(game, level)
        self.literal = judges.HatJudge(game, literal=True)

    def rough(self, worlds: int, seed: int) -> list[judges.Scores]:
        """Scores of all positions with all hands open, from a few worlds."""
        return without_draws(self.game, [self._rough(position, worlds, seed) for position in self.game.positions])

    def _rough(self, position: RecordedPosition, worlds: int, seed: int) -> judges.Scores:
        self.strong.set_position(position)
        salt = position.index * move_search.SALTS + move_search.OPEN
        plays_on: judges.Scores = self._scores([move_search.NO_MOVE], "open", seed, salt, 0, worlds)[0]
        if position.action_id is None:
            return plays_on
        return best_by_mean(plays_on, *self._as_played(position, position.action_id, seed, salt, worlds))

    def _as_played(
        self, position: RecordedPosition, taken: int, seed: int, salt: int, worlds: int
    ) -> Iterator[judges.Scores]:
        """Scores with all hands open after the move taken, if the judge takes over at once or after some rounds of the
        players' own actions. The judge discards and waits differently, and may lose at once what the players kept."""
        yield self._scores([taken], "open", seed, salt, 0, worlds)[0]
        later = self.game.action_ids[position.index + 1 :]
        for length in sorted({min(rounds * self.game.players - 1, len(later)) for rounds in FOLLOWED_ROUNDS} - {0}):
            line = np.ascontiguousarray(later[:length])
            yield self._scores([taken], "open", seed, salt, 0, worlds, line)[0]

    def as_played_until(
        self, position: RecordedPosition, other: int, move: int, worlds: int, seed: int
    ) -> judges.Scores:
        """Scores with all hands open if the players continue as they did up to action `other`, then make this move."""
        self.strong.set_position(position)
        taken, salt = int(self.game.action_ids[position.index]), position.index * move_search.SALTS + move_search.OPEN
        line = np.append(self.game.action_ids[position.index + 1 : other], move)
        scores: judges.Scores = self._scores([taken], "open", seed, salt, 0, worlds, line)[0]
        return scores

    def judge(self, position: RecordedPosition, depth: move_search.Depth, seed: int) -> move_search.JudgedPosition:
        strong = self.strong
        strong.set_position(position)
        salt, taken = (
            position.index * move_search.SALTS,
            position.action_id if position.action_id is not None else strong.choice,
        )
        moves = move_search.candidates(position, strong.believed, strong.choice, taken)
        count = strong.world_count("doubtful")
        if count > 0:
            table = self._scores(moves, "doubtful", seed, salt + move_search.SEARCH, 0, count)
            scores = dict(zip(moves, table, strict=True))
            ranked = move_search.by_mean(scores)
        else:
            search_scores = move_search.search_rounds(
                lambda some, first, worlds: self._scores(
                    some, "doubtful", seed, salt + move_search.SEARCH, first, worlds
                ),
                moves,
                depth,
                (strong.choice, taken),
            )
            ranked = move_search.by_mean(search_scores)
            ranked.insert(0, move_search.preferred(search_scores, taken, move_search.CLEAR_LEAD))
            shown = list(dict.fromkeys((*ranked[: ALTERNATIVES + 1], taken)))
            table = self._scores(shown, "doubtful", seed, salt + move_search.FRESH, 0, depth.fresh)
            scores = dict(zip(shown, table, strict=True))
            ranked = list(dict.fromkeys(ranked))
        solutions = self._solutions(position)
        judgement = self._judgement(position, taken, scores, ranked, solutions, seed)
        best = judgement.best
        open_count = strong.world_count("open")
        worlds = open_count if open_count > 0 else depth.open
        plays_on = self._scores([move_search.NO_MOVE], "open", seed, salt + move_search.OPEN, 0, worlds)[0]
        after = best_by_mean(*self._as_played(position, taken, seed, salt + move_search.OPEN, worlds))
        choice = after if best == taken else self._scores([best], "open", seed, salt + move_search.OPEN, 0, worlds)[0]
        alternatives = self._alternatives(scores, taken, seed, salt + move_search.OPEN, worlds)
        as_played = best_by_mean(plays_on, after)
        better_move = max(
            (*alternatives, move_search.NO_MOVE), key=lambda move: float(alternatives.get(move, as_played).mean())
        )
        return move_search.JudgedPosition(
            choice=best,
            best=best,
            moves=(best, *(move for move in move_search.by_mean(scores) if move != best)),
            scores=scores,
            # The best of the judge's own line, the alternatives and the line that was played.
            open=move_search.OpenScores(best_by_mean(as_played, *alternatives.values()), choice, after, after),
            exact=count > 0,
            open_exact=open_count > 0,
            believed=strong.believed,
            solution=solutions[0] if solutions else None,
            judgement=judgement,
            better_move=better_move,
        )

    def _alternatives(
        self, scores: dict[int, judges.Scores], taken: int, seed: int, salt: int, worlds: int
    ) -> dict[int, judges.Scores]:
        """The best other moves, and their scores with all hands open."""
        moves = [move for move in move_search.by_mean(scores) if move != taken][:ALTERNATIVES]
        if not moves:
            return {}
        return dict(zip(moves, self._scores(moves, "open", seed, salt, 0, worlds), strict=True))

    def _scores(
        self,
        moves: list[int],
        perspective: judges.Perspective,
        seed: int,
        salt: int,
        first: int,
        worlds: int,
        line: judges.Scores = judges.NO_LINE,
    ) -> judges.Scores:
        self.strong.line = line
        try:
            return self.strong.scores(moves, perspective, seed, salt, first, worlds, reset_knowledge=False)
        finally:
            self.strong.line = judges.NO_LINE

    def _solutions(self, position: RecordedPosition) -> list[Solution]:
        """Solutions by the clues alone and, if the conventions say more, by those."""
        r, s = position.rule_tables, position.view.erased
        literal = [s.possible[seat][: s.hand_sizes[seat]] for seat in range(r.players)]
        solutions: list[Solution] = []
        for masks in (literal, self.strong.common_knowledge):
            if masks != literal or not solutions:
                solution = solve_endgame(r, s, masks, PATIENT_LIMITS)
                if solution.exact and solution.values:
                    solutions.append(solution)
        return solutions

    def _judgement(
        self,
        position: RecordedPosition,
        taken: int,
        scores: dict[int, judges.Scores],
        ranked: list[int],
        solutions: list[Solution],
        seed: int,
    ) -> move_search.MoveJudgement:
        optimal = _optimal(solutions)
        if optimal is not None:
            if taken in optimal or any(_solved_loss(solution, taken) <= EQUAL for solution in solutions):
                return move_search.MoveJudgement(taken, 0.0, 0.0, sure=self.is_sure(position, taken, scores, seed))
            ranked = [move for move in ranked if move in optimal] or sorted(optimal)[:1]
        recommended = next((move for move in ranked if move in scores), taken)
        better: list[move_search.MoveJudgement] = []
        for move in [move for move in ranked if move != taken and move in scores][:ALTERNATIVES]:
            gain, error = self._gain_by_every_account(position, move, taken, scores, seed)
            if optimal is not None:
                gain = min([gain, *(_solved_loss(solution, taken) for solution in solutions)])
            if gain > 0 and gain >= SIGNIFICANT * error:
                better.append(move_search.MoveJudgement(move, gain, error, sure=False))
        if not better:
            # The move is not a fault; another one may still be shown as the best if the solver says so.
            best = taken if optimal is None else recommended
            return move_search.MoveJudgement(best, 0.0, 0.0, sure=self.is_sure(position, taken, scores, seed))
        worst = max(better, key=lambda judgement: judgement.loss)
        others = [move for move in ranked if move != taken and move in scores]
        return replace(worst, best=self._recommended(position, others, [one.best for one in better], scores))

    def _recommended(
        self, position: RecordedPosition, moves: list[int], better: list[int], scores: dict[int, judges.Scores]
    ) -> int:
        """The move to show instead of a fault: of the moves about as good as the best, one with a reason that everyone
        can see, else one that is better by every account.

        The move that proves a fault by every account may not be what players of these conventions would do.
        """

        def is_nearly_best(move: int) -> bool:
            behind, error = move_search.mean_gain(scores[ordered[0]], scores[move])
            return behind <= max(NEARLY, error)

        ordered = sorted(moves, key=lambda move: -float(scores[move].mean()))
        near = [move for move in ordered if is_nearly_best(move)]
        obvious = [move for move in near if is_obvious(position, self.strong.believed, move)]
        obvious += [move for move in near if points_at_a_play(position, move)]
        return next(iter((*obvious, *(move for move in near if move in better), ordered[0])))

    def _gain_by_every_account(
        self, position: RecordedPosition, move: int, taken: int, scores: dict[int, judges.Scores], seed: int
    ) -> tuple[float, float]:
        exact = self.strong.world_count("doubtful") > 0
        gain, error = move_search.mean_gain(scores[move], scores[taken])
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
        self, position: RecordedPosition, move: int, taken: int, scores: dict[int, judges.Scores], seed: int
    ) -> Iterator[tuple[float, float]]:
        """The gain of a move over the one taken, and its error, by each further account."""
        strong, index = self.strong, position.index
        later, worlds = self.game.action_ids[index + 1 :], len(scores[taken])
        masks = judges.without_false(strong.believed, position)
        perspectives: list[judges.Perspective] = ["doubtful"]
        if judges.with_evident(masks, position) != masks:
            perspectives.insert(0, "evident")
        if masks != strong.believed:
            perspectives.append("mover")
        for perspective in perspectives:
            count = strong.world_count(perspective)
            salt = index * move_search.SALTS + (move_search.SEARCH if count > 0 else move_search.FRESH)
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
        if strong.level == judges.LITERAL:
            return
        self.literal.set_position(position)
        count = self.literal.world_count("mover")
        number = count if count > 0 else worlds
        table = self.literal.scores(
            [move, taken], "mover", seed, index * move_search.SALTS + move_search.FRESH, 0, number, reset_knowledge=True
        )  # fmt: skip
        yield _gain(table[0], table[1], count > 0)

    def is_sure(self, position: RecordedPosition, taken: int, scores: dict[int, judges.Scores], seed: int) -> bool:
        """Whether in no world of this position anything could have scored more than the line that was played."""
        count = self.strong.world_count("doubtful")
        if count <= 0:
            return False
        line = np.ascontiguousarray(self.game.action_ids[position.index + 1 :])
        salt = position.index * move_search.SALTS + move_search.SEARCH
        followed = self._scores([taken], "doubtful", seed, salt, 0, count, line)[0]
        return all((followed >= other).all() for other in scores.values())


def without_draws(game: RecordedGame, scores: Sequence[judges.Scores]) -> list[judges.Scores]:
    """Scores of the positions with all hands open, none below those that follow before a card is drawn."""
    best = list(scores)
    for position, following in zip(game.positions[-2::-1], game.positions[:0:-1], strict=True):
        if following.state.next_card == position.state.next_card:
            best[position.index] = best_by_mean(best[position.index], best[following.index])
    return best


def with_better_moves(
    people: PeoplesJudge, judged: Sequence[move_search.JudgedPosition], seed: int
) -> list[move_search.JudgedPosition]:
    """Raise the positions before a better move that was not taken to the value it would have given them."""
    positions, raised = people.game.positions, list(judged)
    for later in positions:
        missed = judged[later.index]
        if (
            missed.better_move == move_search.NO_MOVE
            or move_search.mean_gain(missed.open.plays_on, missed.open.after)[0] < NEARLY
        ):
            continue
        for position in positions[max(0, later.index - LOOKED_AHEAD * people.game.players) : later.index]:
            worlds = len(raised[position.index].open.after)
            scores = people.as_played_until(position, later.index, missed.better_move, worlds, seed)
            raised[position.index] = _with_line(raised[position.index], position, scores)
    plays_on = without_draws(people.game, [position.open.plays_on for position in raised])
    return [
        replace(position, open=replace(position.open, plays_on=scores))
        for position, scores in zip(raised, plays_on, strict=True)
    ]


def _with_line(
    judged: move_search.JudgedPosition, position: RecordedPosition, scores: judges.Scores
) -> move_search.JudgedPosition:
    """Adds the scores of another line after the move taken."""
    after = best_by_mean(judged.open.after, scores)
    choice = after if judged.best == position.action_id else judged.open.choice
    return replace(judged, open=move_search.OpenScores(best_by_mean(judged.open.plays_on, after), choice, after, after))


def best_by_mean(*scores: judges.Scores) -> judges.Scores:
    return max(scores, key=lambda some: float(some.mean()))


def _gain(one: judges.Scores, other: judges.Scores, exact: bool) -> tuple[float, float]:
    gain, error = move_search.mean_gain(one, other)
    return gain, 0.0 if exact else error


def _optimal(solutions: list[Solution]) -> set[int] | None:
    """Moves that are best by every solution, else by the first; None if nothing was solved."""
    every: list[set[int]] = []
    for solution in solutions:
        assert solution.values is not None
        best = max(solution.values.values())
        every.append({move for move, value in solution.values.items() if value >= best - EQUAL})
    if not every:
        return None
    return set.intersection(*every) or every[0]


def _solved_loss(solution: Solution, taken: int) -> float:
    assert solution.values is not None
    return max(solution.values.values()) - solution.values.get(taken, 0.0)
