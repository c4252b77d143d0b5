"""Judges moves of people: a loss counts only if it remains after giving the move every benefit of the doubt.

A better move must be better by every account: by what the conventions say about the mover's cards; without what turned
out to be false; with what the move shows its player knew; if the others continue as they did, for one move, up to two
rounds, or to the end; if clues are read literally; and by the endgame solver where it can be used. Each account
compares two lines in the same worlds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hanabi.review.judging.findings import is_obvious, points_at_a_play
from hanabi.review.judging.judges import LITERAL, HatJudge, StrongJudge, with_evident, without_false
from hanabi.review.judging.move_search import Depth, JudgedPosition, MoveJudgement, OpenScores, preferred, search_moves
from hanabi.review.judging.samples import Gain, MoveScores, Perspective, Sample, Scores, best_scores, by_mean, mean_gain
from hanabi.review.recorded_game import RecordedGame, RecordedPosition
from hanabi.solvers.endgame import Solution, SolverLimits, solve_endgame

LEAST_LOSS = 0.02  # smaller losses are ignored
NEARLY = 0.1  # points
ALTERNATIVES = 3  # number of moves that are compared with the one taken
EQUAL = 1e-9
PATIENT_LIMITS = SolverLimits(worlds=600, steps=200_000)  # before a move is called a fault, or the best
FOLLOWED_ROUNDS = (1, 2)  # rounds of the players' own actions before the judge takes over
LOOKED_AHEAD = 2  # a better move also counts for positions up to this many rounds before it


class PeoplesJudge:
    """Judges the positions of one human game; not thread-safe."""

    def __init__(self, game: RecordedGame, level: int, depth: Depth, seed: int = 0) -> None:
        self.game, self.depth, self.seed = game, depth, seed
        self.strong = StrongJudge(game, level)
        self.literal = HatJudge(game, literal=True)
        self.taken = -1

    def set_position(self, position: RecordedPosition) -> None:
        self.strong.set_position(position)
        self.position = position
        self.taken = self.strong.choice if position.action_id is None else position.action_id

    def rough(self) -> list[Scores]:
        return without_draws(self.game, [self._rough(position) for position in self.game.positions])

    def _rough(self, position: RecordedPosition) -> Scores:
        self.set_position(position)
        sample = replace(self._open_sample(), count=self.depth.rough)
        as_played = [] if position.action_id is None else self._as_played(sample)
        return best_scores(self.strong.line_scores((), sample), *as_played)

    def judge(self, position: RecordedPosition) -> JudgedPosition:
        self.set_position(position)
        exact = self._sample().exact
        scores, ranked = self._searched()
        solutions = self._solutions()
        judgement = self._judgement(scores, ranked, solutions)
        sample = self._open_sample()
        after = best_scores(*self._as_played(sample))
        as_played = best_scores(self.strong.line_scores((), sample), after)
        others = [move for move in by_mean(scores) if move != self.taken][:ALTERNATIVES]
        alternatives = self.strong.scores(others, sample) if others else {}
        before = best_scores(as_played, *alternatives.values())
        better_move = next((move for move, one in alternatives.items() if one.mean() == before.mean()), None)
        return JudgedPosition(
            choice=judgement.best,
            judgement=judgement,
            scores=scores,
            exact=exact,
            open=OpenScores(before=before, taken=after, after=after),
            open_exact=sample.exact,
            believed=self.strong.believed,
            solution=solutions[0] if solutions else None,
            better_move=better_move,
        )

    def refined(self, judged: Sequence[JudgedPosition]) -> list[JudgedPosition]:
        """Raise the positions before a better move that was not taken to the value it would have given them."""
        positions, raised = self.game.positions, [*judged]
        for later in positions:
            missed = judged[later.index]
            if missed.better_move is None or mean_gain(missed.open.before, missed.open.after).mean < NEARLY:
                continue
            for position in positions[max(0, later.index - LOOKED_AHEAD * self.game.players) : later.index]:
                self.set_position(position)
                line = (*self.game.action_ids[position.index : later.index], missed.better_move)
                scores, so_far = self.strong.line_scores(line, self._open_sample()), raised[position.index]
                after = best_scores(so_far.open.after, scores)
                before = best_scores(so_far.open.before, after)
                raised[position.index] = replace(so_far, open=OpenScores(before=before, taken=after, after=after))
        curve = without_draws(self.game, [one.open.before for one in raised])
        return [replace(one, open=replace(one.open, before=scores)) for one, scores in zip(raised, curve, strict=True)]

    def _sample(self, perspective: Perspective = "doubtful", count: int = 0) -> Sample:
        """All worlds if there are few, else `count` random ones, or as many as the depth says."""
        return self.strong.sample(perspective, "fresh", self.seed, count or self.depth.fresh)

    def _open_sample(self) -> Sample:
        return self.strong.sample("open", "open", self.seed, self.depth.open)

    def _line_played(self, length: int | None = None) -> list[int]:
        """The move taken, and up to `length` actions that followed it."""
        later = self.game.action_ids[self.position.index + 1 :]
        return [self.taken, *later[:length]]

    def _as_played(self, sample: Sample) -> Iterator[Scores]:
        """Scores of the line that was played, if the judge takes over after the move taken or some rounds later. The
        judge discards and waits differently, and may lose at once what the players kept."""
        left = len(self.game.action_ids) - self.position.index - 1
        lengths = {min(rounds * self.game.players - 1, left) for rounds in FOLLOWED_ROUNDS} if left > 0 else set()
        for length in sorted({0, *lengths}):
            yield self.strong.line_scores(self._line_played(length), sample)

    def _searched(self) -> tuple[MoveScores, list[int]]:
        """The scores of the best moves and of the one taken; and all moves, best first."""
        sample = self.strong.sample("doubtful", "search", self.seed, self.depth.fresh)
        found = search_moves(self.strong, self.taken, sample, self.depth)
        if sample.exact:
            return found, by_mean(found)
        ranked = [preferred(found, self.taken), *by_mean(found)]
        shown = dict.fromkeys((*ranked[: ALTERNATIVES + 1], self.taken))
        return self.strong.scores([*shown], self._sample()), [*dict.fromkeys(ranked)]

    def _solutions(self) -> list[Solution]:
        """Solutions by the clues alone and, if the conventions say more, by those."""
        r, s = self.position.rule_tables, self.position.view.erased
        literal = [s.possible[seat][: s.hand_sizes[seat]] for seat in range(r.players)]
        solutions: list[Solution] = []
        for masks in (literal, self.strong.common_knowledge):
            if masks != literal or not solutions:
                solution = solve_endgame(r, s, masks, PATIENT_LIMITS)
                if solution.exact and solution.values:
                    solutions.append(solution)
        return solutions

    def _judgement(self, scores: MoveScores, ranked: list[int], solutions: list[Solution]) -> MoveJudgement:
        taken, optimal = self.taken, _optimal(solutions)
        solved_losses = [_solved_loss(solution, taken) for solution in solutions]
        if optimal is not None:
            if taken in optimal or min(solved_losses) <= EQUAL:
                return MoveJudgement(taken, sure=self.is_sure(scores))
            ranked = [move for move in ranked if move in optimal] or sorted(optimal)[:1]
        ranked = [move for move in ranked if move in scores]
        others = [move for move in ranked if move != taken]
        better: list[MoveJudgement] = []
        for move in others[:ALTERNATIVES]:
            gain = self._gain_by_every_account(move, scores)
            gain = Gain(min(gain.mean, *solved_losses), gain.error) if solved_losses else gain
            if gain.mean > 0 and gain.is_significant:
                better.append(MoveJudgement(move, *gain))
        if not better:
            # The move is not a fault; another one may still be shown as the best if the solver says so.
            best = taken if optimal is None else next(iter(ranked), taken)
            return MoveJudgement(best, sure=self.is_sure(scores))
        worst = max(better, key=lambda judgement: judgement.loss)
        return replace(worst, best=self._recommended(others, [one.best for one in better], scores))

    def _recommended(self, moves: list[int], better: list[int], scores: MoveScores) -> int:
        """The move to show instead of a fault: of the moves about as good as the best, one with a reason that everyone
        can see, else one that is better by every account.

        The move that proves a fault by every account may not be what players of these conventions would do.
        """
        ordered = by_mean({move: scores[move] for move in moves})
        gains = {move: mean_gain(scores[ordered[0]], scores[move]) for move in ordered}
        near = [move for move, gain in gains.items() if gain.mean <= max(NEARLY, gain.error)]
        obvious = [move for move in near if is_obvious(self.position, self.strong.believed, move)]
        obvious += [move for move in near if points_at_a_play(self.position, move)]
        return next(iter((*obvious, *(move for move in near if move in better), ordered[0])))

    def _gain_by_every_account(self, move: int, scores: MoveScores) -> Gain:
        """The smallest gain of a move over the one taken. The search for it ends when it is too small for a fault."""
        least = Gain(float("inf"), 0.0)
        for gain in self._accounts(move, scores):
            least = min(least, gain, key=lambda one: one.mean)
            if least.mean < LEAST_LOSS or not least.is_significant:
                break
        return least

    def _accounts(self, move: int, scores: MoveScores) -> Iterator[Gain]:
        """The gain of a move over the one taken, by each account."""
        strong, taken, worlds = self.strong, self.taken, len(scores[self.taken])
        yield mean_gain(scores[move], scores[taken], exact=self._sample().exact)
        masks = without_false(strong.believed, self.position)
        perspectives: list[Perspective] = ["doubtful"]
        if with_evident(masks, self.position) != masks:
            perspectives.insert(0, "evident")
        if masks != strong.believed:
            perspectives.append("mover")
        later = len(self.game.action_ids) - self.position.index - 1
        lengths = {1, 2, *(rounds * self.game.players - 1 for rounds in FOLLOWED_ROUNDS)}
        for perspective in perspectives:
            sample = self._sample(perspective, worlds)
            both = scores
            if perspective != "doubtful":
                both = strong.scores([move, taken], sample)
                yield mean_gain(both[move], both[taken], exact=sample.exact)
            for length in (*sorted(length for length in lengths if length < later), later):
                if length > 0:
                    followed = strong.line_scores(self._line_played(length), sample)
                    yield mean_gain(both[move], followed, exact=sample.exact)
        if strong.level != LITERAL:
            self.literal.set_position(self.position)
            sample = self.literal.sample("mover", "fresh", self.seed, worlds)
            both = self.literal.scores([move, taken], sample)
            yield mean_gain(both[move], both[taken], exact=sample.exact)

    def is_sure(self, scores: MoveScores) -> bool:
        """Whether in no world of this position anything could have scored more than the line that was played."""
        sample = self._sample()
        if not sample.exact:
            return False
        played = self.strong.line_scores(self._line_played(), sample)
        return all((played >= other).all() for other in scores.values())


def without_draws(game: RecordedGame, scores: Sequence[Scores]) -> list[Scores]:
    """Scores of the positions with all hands open, none below those that follow before a card is drawn."""
    best = list(scores)
    for position, following in zip(game.positions[-2::-1], game.positions[:0:-1], strict=True):
        if following.state.next_card == position.state.next_card:
            best[position.index] = best_scores(best[position.index], best[following.index])
    return best


def _optimal(solutions: list[Solution]) -> set[int] | None:
    """Moves that are best by every solution, else by the first; None if nothing was solved."""
    every: list[set[int]] = []
    for solution in solutions:
        assert solution.values is not None
        best = max(solution.values.values())
        every.append({move for move, value in solution.values.items() if value >= best - EQUAL})
    return (set.intersection(*every) or every[0]) if every else None


def _solved_loss(solution: Solution, taken: int) -> float:
    assert solution.values is not None
    return max(solution.values.values()) - solution.values.get(taken, 0.0)
