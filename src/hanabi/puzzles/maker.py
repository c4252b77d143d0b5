"""Makes puzzles of games: positions are screened, what is left is verified and given its reason and first rating."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from hanabi.bots.simple import SimpleBot
from hanabi.bots.team import Team
from hanabi.bots.version import version_of
from hanabi.game import DEFAULT_NAMES
from hanabi.kernels import knowledge
from hanabi.kernels.layout import NO_LAST_ROUND, NO_TILE
from hanabi.puzzles.puzzle import Puzzle, check_puzzle, position_record, puzzle_id
from hanabi.puzzles.source_games import LITERAL, SourceGame
from hanabi.puzzles.themes import THEMES, PuzzleReason, reason_of
from hanabi.puzzles.verification import BestMove, find_solution
from hanabi.records.record import Record
from hanabi.records.replay import replay
from hanabi.review.judging.judges import HatJudge, RolloutJudge, TeamJudge
from hanabi.review.recorded_game import RecordedGame, RecordedPosition, recorded_game
from hanabi.rules.action_ids import action_of_id, id_of_action
from hanabi.rules.actions import Clue, Play
from hanabi.rules.notation import write_action
from hanabi.rules.rule_tables import cards_by_kind

ROUNDS_SHOWN = 2  # of the line after the solution
LAST_ACTIONS = 12  # a line to the end of the game is shown whole if it is no longer
LATE = 1  # rounds before the deck is empty from which every position is looked at
BEGINNER = SimpleBot()


def make_judge(game: RecordedGame, level: int) -> RolloutJudge:
    return TeamJudge(game, level, forgiving=False) if level else HatJudge(game, literal=True)


def make_puzzles(source: SourceGame, seed: int = 0, wanted: Collection[str] = THEMES) -> Iterator[Puzzle]:
    """The puzzles of a game that have a wanted theme. The same seed finds the same ones."""
    game = recorded_game(source.record)
    if game.rules.flamboyants:
        return
    judge = make_judge(game, source.level)
    last_found = -len(source.record.players)
    for position in game.positions:
        # Neighbors in a game are much alike.
        if position.index - last_found < game.players or not _is_worth_a_look(position, source.level, wanted):
            continue
        judge.set_position(position)
        if not _is_told_truth(judge, position) or not _may_be_wanted(judge, position, wanted):
            continue
        found = find_solution(judge, position, seed)
        puzzle = None if found is None else _puzzle(source, game, judge, position, found)
        if puzzle is not None and puzzle.theme in wanted:
            check_puzzle(puzzle)
            last_found = position.index
            yield puzzle


def _is_worth_a_look(position: RecordedPosition, level: int, wanted: Collection[str]) -> bool:
    """Whether much may be at stake: an error is likely to be repaired while there are many turns left.

    Where clues are literal every position is looked at, which takes a millisecond.
    """
    r, s = position.rule_tables, position.view.erased
    if s.pending != NO_TILE or position.index < r.players:
        return False
    deck, playable = r.cards - s.top, knowledge.playable_kinds(r, s)
    has_sure_play = any(mask & ~playable == 0 for mask in position.possible)
    if s.turns_left != NO_LAST_ROUND:
        # A card that is known to fit is no riddle then.
        return not has_sure_play
    if deck <= LATE * r.players:
        return True
    if has_sure_play and "sure_play" not in wanted:
        return False
    return level == LITERAL or s.strikes == r.strikes - 1 or _next_loses_last_copy(position)


def _next_loses_last_copy(position: RecordedPosition) -> bool:
    """The next player's oldest card without a clue is a last copy, and nothing tells them what to play instead."""
    r, s = position.rule_tables, position.view.erased
    seat = (s.player + 1) % r.players
    critical, playable = knowledge.critical_kinds(r, s), knowledge.playable_kinds(r, s)
    slots = range(s.held[seat])
    if any(s.clued[seat][slot] and s.open[seat][slot] & ~playable == 0 for slot in slots):
        return False
    chop = next((slot for slot in slots if s.clued[seat][slot] == 0), None)
    return chop is not None and bool(critical >> s.faces[s.hands[seat][chop]] & 1)


def _is_told_truth(judge: RolloutJudge, position: RecordedPosition) -> bool:
    """Whether every own card is what the mover may believe: a puzzle must not end with a surprise."""
    return all(mask >> kind & 1 for mask, kind in zip(judge.believed, position.held, strict=True))


def _may_be_wanted(judge: RolloutJudge, position: RecordedPosition, wanted: Collection[str]) -> bool:
    """Whether the judge's own move, which most often is the solution, can have a wanted theme."""
    match action_of_id(position.view.rules, position.rule_tables, position.state, judge.choice):
        case Play():
            themes = {"sure_play", "promise", "endgame"}
        case Clue():
            themes = {"clue", "last_copy", "endgame"}
        case _:
            themes = {"discard", "last_copy"}
    return not themes.isdisjoint(wanted)


def _puzzle(
    source: SourceGame, game: RecordedGame, judge: RolloutJudge, position: RecordedPosition, found: BestMove
) -> Puzzle | None:
    record = position_record(source.record, position.index, DEFAULT_NAMES)
    believed = judge.believed
    line = _line(record, source.level, _text(position, found.move))
    reason = reason_of(position, believed, found.move, record, line)
    if reason is None or reason.name == "wait":
        reason = _prevented_strike(record, source.level, position, found) or reason
    if reason is None:
        return None
    name = f"team:{source.level}" if source.level else "hat"
    return Puzzle(
        id=puzzle_id(replay(record), record),
        record=record,
        solution=line[0],
        theme=reason.theme,
        reason=reason.name,
        facts=reason.facts,
        values={_text(position, move): round(mean, 2) for move, mean in found.means.items()},
        gaps=(round(found.gaps[0], 2), round(found.gaps[1], 2)),
        line=line,
        judge=name,
        version=version_of(name, game.rules, game.players),
        level=source.level,
        rating=_first_rating(position, source.level, found),
        solved=found.solved,
        exact=found.exact,
    )


def _prevented_strike(record: Record, level: int, position: RecordedPosition, found: BestMove) -> PuzzleReason | None:
    """A clue to the next player, who after the next best move would play a card that does not fit."""
    rules, r = position.view.rules, position.rule_tables
    clue = action_of_id(rules, r, position.state, found.move)
    to = (position.state.player + 1) % r.players
    if not isinstance(clue, Clue) or clue.to != to:
        return None
    for move in sorted(found.means, key=lambda move: -found.means[move]):
        other = action_of_id(rules, r, position.state, move)
        if move == found.move or (isinstance(other, Clue) and other.to == to):
            continue
        game = recorded_game(replace(record, actions=(*record.actions, _text(position, move))))
        if game.end.over is not None:
            return None
        judge, then = make_judge(game, level), game.positions[-1]
        judge.set_position(then)
        match action_of_id(rules, r, then.state, judge.choice):
            case Play(slot) if not knowledge.playable_kinds(r, then.state) >> then.held[slot] & 1:
                facts = {"to": to, "card": str(cards_by_kind(rules)[then.held[slot]])}
                return PuzzleReason("clue", "fix", facts)
        return None
    return None


def _text(position: RecordedPosition, move: int) -> str:
    action = action_of_id(position.view.rules, position.rule_tables, position.state, move)
    return write_action(position.state, action)


def _line(record: Record, level: int, solution: str) -> tuple[str, ...]:
    """The solution, and how the team plays on with the cards as they are."""
    line = [solution]
    while len(line) < max(LAST_ACTIONS, ROUNDS_SHOWN * len(record.players)):
        game = recorded_game(replace(record, actions=(*record.actions, *line)))
        if game.end.over is not None:
            return tuple(line)
        judge = make_judge(game, level)
        judge.set_position(game.positions[-1])
        line.append(_text(game.positions[-1], judge.choice))
    return tuple(line[: ROUNDS_SHOWN * len(record.players)])


def _first_rating(position: RecordedPosition, level: int, found: BestMove) -> float:
    """Harder where players of less experience choose another move, and where the next best move is nearly as good."""
    rating = 1350.0
    rating += 150.0 * (_choice(position, BEGINNER) != found.move)
    if level:
        rating += 100.0 * (_choice(position, Team(1)) != found.move)
        rating += 150.0 * (_choice(position, Team(level)) != found.move)
    rating += 100.0 * (min(found.gaps) < 1.2)
    return rating


def _choice(position: RecordedPosition, bot: SimpleBot | Team) -> int:
    view = position.view
    return id_of_action(view.rules, view.rule_tables, position.state, bot.choose(view))
