"""Makes puzzles of games: screens positions, verifies candidates, and gives each a reason and a first rating."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from hanabi.bots.simple import SimpleBot
from hanabi.bots.team import Team
from hanabi.bots.version import version_of
from hanabi.game import DEFAULT_NAMES
from hanabi.kernels import NO_TILE, knowledge
from hanabi.kernels.layout import NO_LAST_ROUND
from hanabi.puzzles.puzzle import Puzzle, check_puzzle, position_record, puzzle_id
from hanabi.puzzles.source_games import LITERAL, SourceGame
from hanabi.puzzles.themes import THEMES, PuzzleReason, reason_of
from hanabi.puzzles.verification import BestMove, find_solution
from hanabi.records import Record, replay
from hanabi.review.judging.judges import HatJudge, RolloutJudge, TeamJudge
from hanabi.review.recorded_game import RecordedGame, RecordedPosition, recorded_game
from hanabi.rules import Clue, Play, action_of_id, cards_by_kind, id_of_action, write_action

ROUNDS_SHOWN = 2  # of the line after the solution
LAST_ACTIONS = 12  # a line to the end of the game is shown in full up to this length
LATE = 1  # every position is examined in this many rounds before the deck is empty
BEGINNER = SimpleBot()


def puzzle_judge(game: RecordedGame, level: int) -> RolloutJudge:
    return TeamJudge(game, level, forgiving=False) if level else HatJudge(game, literal=True)


def make_puzzles(source: SourceGame, seed: int = 0, themes: Collection[str] = THEMES) -> Iterator[Puzzle]:
    """The puzzles of a game with one of these themes. The same seed finds the same puzzles."""
    game = recorded_game(source.record)
    if game.rules.flamboyants:
        return
    judge = puzzle_judge(game, source.level)
    last_found = -len(source.record.players)
    for position in game.positions:
        # Neighboring positions are much alike.
        if position.index - last_found < game.players or not _is_promising(position, source.level, themes):
            continue
        judge.set_position(position)
        if not _believes_truth(judge, position) or not _may_have_theme(judge, position, themes):
            continue
        best = find_solution(judge, position, seed)
        puzzle = None if best is None else _puzzle(source, game, judge, position, best)
        if puzzle is not None and puzzle.theme in themes:
            check_puzzle(puzzle)
            last_found = position.index
            yield puzzle


def _is_promising(position: RecordedPosition, level: int, themes: Collection[str]) -> bool:
    """Whether much may be at stake: early errors can usually be repaired.

    Where clues are literal, every position is examined, which takes a millisecond.
    """
    r, s = position.rule_tables, position.view.erased
    if s.pending != NO_TILE or position.index < r.players:
        return False
    deck, playable = r.cards - s.next_card, knowledge.playable_kinds(r, s)
    has_sure_play = any(mask & ~playable == 0 for mask in position.possible)
    if s.turns_left != NO_LAST_ROUND:
        # Then a card that is known to fit is too easy.
        return not has_sure_play
    if deck <= LATE * r.players:
        return True
    if has_sure_play and "sure_play" not in themes:
        return False
    return level == LITERAL or s.strikes == r.strikes - 1 or _next_loses_last_copy(position)


def _next_loses_last_copy(position: RecordedPosition) -> bool:
    """The next player's oldest card without a clue is a last copy, and nothing tells them what to play instead."""
    r, s = position.rule_tables, position.view.erased
    seat = (s.player + 1) % r.players
    critical, playable = knowledge.critical_kinds(r, s), knowledge.playable_kinds(r, s)
    slots = range(s.hand_sizes[seat])
    if any(s.clued[seat][slot] and s.possible[seat][slot] & ~playable == 0 for slot in slots):
        return False
    chop = next((slot for slot in slots if s.clued[seat][slot] == 0), None)
    return chop is not None and bool(critical >> s.faces[s.hands[seat][chop]] & 1)


def _believes_truth(judge: RolloutJudge, position: RecordedPosition) -> bool:
    """Whether all the mover's beliefs about its own cards are true: a puzzle must not end with a surprise."""
    return all(mask >> kind & 1 for mask, kind in zip(judge.believed, position.held, strict=True))


def _may_have_theme(judge: RolloutJudge, position: RecordedPosition, themes: Collection[str]) -> bool:
    """Whether the judge's own move, usually the solution, can have one of these themes."""
    match action_of_id(position.view.rules, position.rule_tables, position.state, judge.choice):
        case Play():
            possible = {"sure_play", "promise", "endgame"}
        case Clue():
            possible = {"clue", "last_copy", "endgame"}
        case _:
            possible = {"discard", "last_copy"}
    return not possible.isdisjoint(themes)


def _puzzle(
    source: SourceGame, game: RecordedGame, judge: RolloutJudge, position: RecordedPosition, best: BestMove
) -> Puzzle | None:
    record = position_record(source.record, position.index, DEFAULT_NAMES)
    believed = judge.believed
    line = _line(record, source.level, _text(position, best.move))
    reason = reason_of(position, believed, best.move, record, line)
    if reason is None or reason.name == "wait":
        reason = _prevented_strike(record, source.level, position, best) or reason
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
        values={_text(position, move): round(mean, 2) for move, mean in best.means.items()},
        gaps=(round(best.gaps[0], 2), round(best.gaps[1], 2)),
        line=line,
        judge=name,
        version=version_of(name, game.rules, game.players),
        level=source.level,
        rating=_first_rating(position, source.level, best),
        solved=best.solved,
        exact=best.exact,
    )


def _prevented_strike(record: Record, level: int, position: RecordedPosition, best: BestMove) -> PuzzleReason | None:
    """A clue to the next player, who would misplay a card after the second-best move."""
    rules, r = position.view.rules, position.rule_tables
    clue = action_of_id(rules, r, position.state, best.move)
    to = (position.state.player + 1) % r.players
    if not isinstance(clue, Clue) or clue.to != to:
        return None
    for move in sorted(best.means, key=lambda move: -best.means[move]):
        other = action_of_id(rules, r, position.state, move)
        if move == best.move or (isinstance(other, Clue) and other.to == to):
            continue
        game = recorded_game(replace(record, actions=(*record.actions, _text(position, move))))
        if game.end.over is not None:
            return None
        judge, then = puzzle_judge(game, level), game.positions[-1]
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
    """The solution, and how the team continues with the actual cards."""
    line = [solution]
    while len(line) < max(LAST_ACTIONS, ROUNDS_SHOWN * len(record.players)):
        game = recorded_game(replace(record, actions=(*record.actions, *line)))
        if game.end.over is not None:
            return tuple(line)
        judge = puzzle_judge(game, level)
        judge.set_position(game.positions[-1])
        line.append(_text(game.positions[-1], judge.choice))
    return tuple(line[: ROUNDS_SHOWN * len(record.players)])


def _first_rating(position: RecordedPosition, level: int, best: BestMove) -> float:
    """Higher if less experienced players choose another move, and if the second-best move is nearly as good."""
    rating = 1350.0
    rating += 150.0 * (_choice(position, BEGINNER) != best.move)
    if level:
        rating += 100.0 * (_choice(position, Team(1)) != best.move)
        rating += 150.0 * (_choice(position, Team(level)) != best.move)
    rating += 100.0 * (min(best.gaps) < 1.2)
    return rating


def _choice(position: RecordedPosition, bot: SimpleBot | Team) -> int:
    view = position.view
    return id_of_action(view.rules, view.rule_tables, position.state, bot.choose(view))
