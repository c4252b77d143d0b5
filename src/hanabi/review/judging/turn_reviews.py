"""Builds the turns of a review from the judged positions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hanabi.kernels import State, knowledge
from hanabi.kernels.action_ids import chosen_kind
from hanabi.review.document import ClueCause, Judge, JudgedMove, Turn, Value
from hanabi.review.judging.calibration import Calibration, calibration_of, phase_of, reachable_score
from hanabi.review.judging.clue_causes import clue_cause
from hanabi.review.judging.judge_choice import reading_level
from hanabi.review.judging.judges import Scores
from hanabi.review.judging.move_kinds import card_knowledge, kinds_of, level_of
from hanabi.review.judging.move_search import JudgedPosition, mean_gain, value_of
from hanabi.review.recorded_game import RecordedGame, RecordedPosition
from hanabi.rules import Discard, Play, Rescue, Reshuffle, action_of_id, cards_by_kind, write_action

SHOWN_MOVES = 5


@dataclass(frozen=True)
class TurnReviewer:
    """Builds the turns of one game."""

    game: RecordedGame
    judge: Judge

    @property
    def calibration(self) -> Calibration:
        return calibration_of(self.judge)

    def value(self, position: RecordedPosition, scores: Scores, exact: bool) -> Value:
        """The score to expect of these players, by the judge's scores."""
        raw = value_of(scores, self.game.rules.max_score, exact)
        return self.corrected(position, raw)

    def point(self, position: RecordedPosition, scores: Scores, exact: bool) -> Value:
        """A point of the curve, with all hands open. If nothing more can be gained, it is not corrected."""
        raw = value_of(scores, self.game.rules.max_score, exact)
        r, s = position.rule_tables, position.state
        best = reachable_score(r, s)
        return raw if position.view.score == best else self.calibration.expected(raw, phase_of(r, s), best)

    def corrected(self, position: RecordedPosition, raw: Value) -> Value:
        r, s = position.rule_tables, position.state
        return self.calibration.expected(raw, phase_of(r, s), knowledge.score_limit(r, s))

    def end(self) -> Value | None:
        """The last point of the curve, if the game is over."""
        over = self.game.end.over
        if over is None:
            return None
        return Value(float(over.score), 0.0, float(over.score == self.game.rules.max_score), exact=True)

    def cause(self, position: RecordedPosition) -> ClueCause | None:
        return clue_cause(self.game, position, self._after(position), reading_level(self.judge))

    def rough_turn(self, position: RecordedPosition, curve: Sequence[Value], cause: ClueCause | None) -> Turn:
        """A turn that is not judged yet, with rough values."""
        taken, index = position.action_id, position.index
        assert taken is not None
        slot, card = _chosen_card(self.game, position, taken)
        move = _move(self.game, position, taken, curve[index])
        return Turn(
            index=index,
            turn=position.state.turn,
            seat=position.state.player,
            action=self.game.record.actions[index],
            slot=slot,
            card=card,
            judge=move.action,
            before=curve[index],
            after=curve[index + 1],
            best=(move,),
            loss=0.0,
            loss_error=0.0,
            level="none",
            skill=0.0,
            luck_cards=0.0,
            luck_draw=curve[index + 1].score - curve[index].score,
            luck_error=math.hypot(curve[index].error, curve[index + 1].error),
            reading=0.0,
            best_score=knowledge.score_limit(position.rule_tables, self._after(position)),
            knew=card_knowledge(position, position.possible),
            kinds=(),
            judged=False,
            cause=cause,
        )

    def turn(
        self, position: RecordedPosition, judged: JudgedPosition, curve: Sequence[Value], cause: ClueCause | None
    ) -> Turn:
        game, taken, index = self.game, position.action_id, position.index
        assert taken is not None
        after = self._after(position)
        share = self._share(position)
        best, loss, loss_error = (*_compared_to_best(judged, taken),)
        loss, loss_error = loss * share, loss_error * share
        level = level_of(loss, loss_error)
        slot, card = _chosen_card(game, position, taken)
        values = self._move_values(position, judged)
        choice, own = values[judged.choice], values[taken]
        skill = own.score - choice.score if judged.judgement is None else -loss
        open_taken, open_after = (
            self._value_after(position, scores, judged.open_exact) for scores in (judged.open.taken, judged.open.after)
        )
        if judged.judgement is not None and after.next_card == position.state.next_card:
            open_after = curve[index + 1]  # no card was drawn, so there was no luck
        open_choice = open_taken
        if judged.choice != taken:
            # Faults of people are measured against the best line with all hands open, as in the curve.
            scores = judged.open.choice if judged.judgement is None else judged.open.plays_on
            open_choice = self.point(position, scores, judged.open_exact)
        return Turn(
            index=index,
            turn=position.state.turn,
            seat=position.state.player,
            action=game.record.actions[index],
            slot=slot,
            card=card,
            judge=_notation(game, position, judged.choice),
            before=choice,
            after=own,
            best=self._best_moves(position, judged, misled=cause is not None),
            loss=loss,
            loss_error=loss_error,
            level=level,
            skill=skill,
            luck_cards=open_taken.score - open_choice.score - skill,
            luck_draw=curve[index + 1].score - open_after.score,
            luck_error=math.hypot(open_after.error, curve[index + 1].error),
            reading=open_choice.score - curve[index].score + open_after.score - open_taken.score,
            best_score=knowledge.score_limit(position.rule_tables, after),
            knew=card_knowledge(position, judged.believed),
            kinds=kinds_of(position, judged.believed, best, level, after, asked=cause is not None),
            solved=judged.solution is not None,
            sure=judged.judgement is not None and judged.judgement.sure,
            cause=cause,
        )

    def _after(self, position: RecordedPosition) -> State:
        index = position.index + 1
        return self.game.positions[index].state if index < len(self.game.positions) else self.game.end.state

    def _value_after(self, position: RecordedPosition, scores: Scores, exact: bool) -> Value:
        """The value after the action, before a card is drawn, by the limits of the next position."""
        following = self.game.positions[position.index + 1 : position.index + 2]
        return (
            self.point(following[0], scores, exact) if following else value_of(scores, self.game.rules.max_score, exact)
        )

    def _move_values(self, position: RecordedPosition, judged: JudgedPosition) -> dict[int, Value]:
        """The value of each move. In games of people the other moves differ from the recommended one by no more than
        the judge sees, and the move taken by its loss by every account."""
        values = {move: self.value(position, scores, judged.exact) for move, scores in judged.scores.items()}
        judgement, taken = judged.judgement, position.action_id
        if judgement is None:
            return values
        best, share = values[judgement.best].score, self._share(position)
        limit = float(knowledge.score_limit(position.rule_tables, position.state))
        for move, value in values.items():
            if move != judgement.best:
                gain, _ = mean_gain(judged.scores[move], judged.scores[judgement.best])
                error = value_of(judged.scores[move], self.game.rules.max_score, judged.exact).error * share
                values[move] = replace(value, score=min(limit, max(0.0, best + gain * share)), error=error)
        if taken is not None and judgement.loss > 0:
            values[taken] = replace(values[taken], score=best - judgement.loss * share)
        elif taken is not None and judgement.sure:
            values[taken] = max(values.values(), key=lambda value: value.score)
        return values

    def _share(self, position: RecordedPosition) -> float:
        """The share of a loss by the judge that counts against a player: at most all of it."""
        return min(1.0, self.calibration.slope(phase_of(position.rule_tables, position.state)))

    def _best_moves(
        self, position: RecordedPosition, judged: JudgedPosition, *, misled: bool
    ) -> tuple[JudgedMove, ...]:
        """The recommended move first; the move taken is always included.

        `misled`: a clue led to a strike or a loss. The best move by the conventions then comes first, fault or not.
        """
        game, taken, values = self.game, position.action_id, _solved_values(judged)
        if taken not in values:
            shown, of_moves = list(judged.moves), self._move_values(position, judged)
            if misled and judged.best == taken:
                shown.sort(key=lambda move: -of_moves[move].score)
            moves = [_move(game, position, move, of_moves[move]) for move in shown]
        else:
            assert judged.solution is not None
            best = _compared_to_best(judged, taken)[0]
            shown = [best, *sorted((move for move in values if move != best), key=lambda move: -values[move])]
            perfect = judged.solution.perfect or 0.0
            top = max(values.values())
            moves = [
                _move(game, position, move, Value(values[move], 0.0, perfect if values[move] == top else 0.0, True))
                for move in shown
            ]
        best_moves = moves[:SHOWN_MOVES]
        if taken is not None and taken not in shown[:SHOWN_MOVES]:
            best_moves[-1] = moves[shown.index(taken)]
        return tuple(best_moves)


def _compared_to_best(judged: JudgedPosition, taken: int) -> tuple[int, float, float]:
    """The best move, how much more it would have scored than the one taken, and the error of that."""
    if judged.judgement is not None:
        return judged.judgement.best, judged.judgement.loss, judged.judgement.error
    values = _solved_values(judged)
    if taken in values:
        best = max(values, key=lambda move: (values[move], move == taken))
        return best, values[best] - values[taken], 0.0
    if taken == judged.best:
        return taken, 0.0, 0.0
    gain, error = mean_gain(judged.scores[judged.best], judged.scores[taken])
    return judged.best, max(0.0, gain), 0.0 if judged.exact else error


def _solved_values(judged: JudgedPosition) -> dict[int, float]:
    solution = judged.solution
    return {} if solution is None or solution.values is None else solution.values


def _move(game: RecordedGame, position: RecordedPosition, move: int, value: Value) -> JudgedMove:
    slot, card = _chosen_card(game, position, move)
    reward = card if slot is None else None
    return JudgedMove(_notation(game, position, move), slot, reward, value.score, value.error, value.perfect)


def _chosen_card(game: RecordedGame, position: RecordedPosition, move: int) -> tuple[int | None, str | None]:
    """The slot and the face of the card that a move is about."""
    faces, s = cards_by_kind(game.rules), position.state
    match action_of_id(game.rules, position.rule_tables, s, move):
        case Play(slot) | Discard(slot):
            return slot, str(faces[position.held[slot]])
        case Reshuffle() | Rescue():
            r = position.rule_tables
            return None, str(faces[chosen_kind(r, move)])
    return None, None


def _notation(game: RecordedGame, position: RecordedPosition, move: int) -> str:
    """The notation of a move, without the random place of a reshuffled card."""
    action = action_of_id(game.rules, position.rule_tables, position.state, move)
    return write_action(position.state, action).removesuffix(" at None")
