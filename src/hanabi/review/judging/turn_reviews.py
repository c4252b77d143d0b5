"""Builds the turns of a review from the judged positions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hanabi.kernels import State, knowledge
from hanabi.kernels.action_ids import chosen_kind
from hanabi.review.document import ClueCause, Judge, JudgedMove, Turn, Value
from hanabi.review.judging.calibration import Calibration, calibration_of, phase_of, reachable_score
from hanabi.review.judging.clue_causes import clue_cause
from hanabi.review.judging.findings import MoveContext, card_knowledge, findings_of, level_of
from hanabi.review.judging.judge_choice import judges_people, reading_level
from hanabi.review.judging.move_search import JudgedPosition
from hanabi.review.judging.samples import Scores, by_mean, mean_gain, value_of
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

    @cached_property
    def causes(self) -> list[ClueCause | None]:
        """The clue behind each action that led to a strike or a loss."""
        level = reading_level(self.judge)
        return [clue_cause(self.game, position, self._after(position), level) for position in self.game.positions]

    def rough_turn(self, position: RecordedPosition, curve: Sequence[Value]) -> Turn:
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
            cause=self.causes[index],
        )

    def turn(self, position: RecordedPosition, judged: JudgedPosition, curve: Sequence[Value]) -> Turn:
        taken, index, judgement = position.action_id, position.index, judged.judgement
        assert taken is not None
        after, of_people, misled = self._after(position), judges_people(self.judge), self.causes[index] is not None
        share = self._share(position)
        loss, loss_error = judgement.loss * share, judgement.error * share
        level = level_of(loss, loss_error)
        values = self._move_values(position, judged)
        choice, own = values[judged.choice], values[taken]
        skill = -loss if of_people else own.score - choice.score
        open_taken, open_after = (
            self._value_after(position, scores, judged.open_exact) for scores in (judged.open.taken, judged.open.after)
        )
        if of_people and after.next_card == position.state.next_card:
            open_after = curve[index + 1]  # no card was drawn, so there was no luck
        open_best = open_taken
        if judged.choice != taken:
            open_best = self.point(position, judged.open.before, judged.open_exact)
        move = MoveContext(position, judged.believed, judgement.best, level, after, asked=misled)
        return replace(
            self.rough_turn(position, curve),
            judge=_notation(self.game, position, judged.choice),
            before=choice,
            after=own,
            best=self._best_moves(position, judged, misled=misled),
            loss=loss,
            loss_error=loss_error,
            level=level,
            skill=skill,
            luck_cards=open_taken.score - open_best.score - skill,
            luck_draw=curve[index + 1].score - open_after.score,
            luck_error=math.hypot(open_after.error, curve[index + 1].error),
            reading=open_best.score - curve[index].score + open_after.score - open_taken.score,
            knew=card_knowledge(position, judged.believed),
            kinds=findings_of(move),
            solved=judged.solution is not None,
            judged=True,
            sure=judgement.sure,
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
        if not judges_people(self.judge):
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
        game, taken, best, values = self.game, position.action_id, judged.judgement.best, judged.solved_values
        if taken not in values:
            shown, of_moves = [*dict.fromkeys((best, *by_mean(judged.scores)))], self._move_values(position, judged)
            if misled and best == taken:
                shown.sort(key=lambda move: -of_moves[move].score)
            moves = [_move(game, position, move, of_moves[move]) for move in shown]
        else:
            assert judged.solution is not None
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
