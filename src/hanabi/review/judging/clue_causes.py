"""Finds the clue behind a strike or a lost last copy: given wrongly, read wrongly, or not given at all."""

from dataclasses import dataclass

from hanabi.bots.team.engine import layout
from hanabi.bots.team.engine.card_sets import is_known_playable, is_known_useless
from hanabi.bots.team.engine.conventions.belief import belief
from hanabi.bots.team.engine.levels import conventions_at
from hanabi.bots.team.observed_moves import MoveObserver, StartPosition
from hanabi.bots.team.runtimes import PlainRuntime, start_mind
from hanabi.kernels import State, knowledge
from hanabi.kernels.action_ids import card_use_of, is_clue, is_discard, is_reward_choice
from hanabi.review.document import ClueCause, ClueFault
from hanabi.review.recorded_game import RecordedGame, RecordedPosition
from hanabi.rules import Clue, View, action_of_id, faces_in, legal_ids
from hanabi.rules.events import CardDiscarded, CardPlayed, ClueGiven

SIGNAL = "signal"  # not a clue, but a play or discard that says something by its place
FINESSE_ROUNDS = 2  # rounds that a clue may wait for the card it asks for
READINGS = {
    layout.PLAY_CLUE: "play",
    layout.SAVE_CLUE: "save",
    layout.PLAY_OR_SAVE: "play_or_save",
    layout.FIVE_STALL: "stall",
    layout.FILL_IN: "fill_in",
    layout.TEMPO: "play",
    layout.FIX: "fix",
    layout.CHOP_MOVE: "move",
    layout.EMPTY: "empty",
}


@dataclass(frozen=True)
class _HeardClue:
    """A clue as the holder of a card understood it: whether it touched the card, and changed what it may be."""

    index: int
    event: ClueGiven
    reading: str
    touched: bool
    changed: bool


@dataclass(frozen=True)
class _Memory:
    """What the holder of a card remembers: the clues since it was drawn, and the last play or discard of a teammate
    that said something about it (`signal`: action number and seat).

    `believed` are the kinds it may be by all that; `kept`: they are a reason to keep it.
    """

    clues: list[_HeardClue]
    signal: tuple[int, int] | None
    believed: int
    kept: bool


def clue_cause(game: RecordedGame, position: RecordedPosition, after: State, level: int) -> ClueCause | None:
    """None if nothing was lost, or if no clue was involved: a card played on a guess, or a last copy that nobody could
    clue anymore."""
    r, s, move = position.rule_tables, position.view.erased, position.action_id
    if move is None or is_clue(r, move) or is_reward_choice(r, move):
        return None
    slot = card_use_of(r, move)[0]
    kind = position.held[slot]
    discarded = is_discard(r, move)
    if not discarded and after.last_scored:
        return None
    lost = knowledge.critical_kinds(r, s) >> kind & 1
    if discarded and not lost:
        return None
    since = _drawn_before(game, position, slot)
    memory = _memory(position.view, slot, since, level)
    heard, believed = memory.clues, memory.believed
    own = [clue for clue in heard if clue.changed or clue.touched]
    if discarded and not own:
        return _missing_save(game, position, slot, since)
    playable = knowledge.playable_kinds(r, s)
    misled = bool(believed) and believed & ~playable == 0 if not discarded else not memory.kept
    if misled and not own and memory.signal is not None:
        index, giver = memory.signal
        fitting = tuple(map(str, faces_in(position.view.rules, believed)))
        return ClueCause(index, giver, position.state.player, "", "given", SIGNAL, fitting)
    if own:
        clue = next((clue for clue in reversed(own) if clue.changed), own[-1])
    else:
        # No clue was about the card: the newest one was taken for a finesse, if it is recent and the card could fit.
        # In the last round there is nothing to wait for, and often nothing to lose.
        if not position.possible[slot] & playable:
            return None
        rounds = FINESSE_ROUNDS if s.turns_left < 0 else 1
        others = [clue for clue in heard if clue.index >= position.index - rounds * game.players]
        if not others:
            return None
        clue = others[-1]
    reading = clue.reading if misled or own else "finesse"
    if clue.touched and reading == "finesse":
        reading = "play"  # a clued card is not played blind
    promised = faces_in(position.view.rules, believed) if misled else ()
    fault: ClueFault = "given" if misled else "read"
    event, faces = clue.event, tuple(map(str, promised))
    return ClueCause(clue.index, event.giver, event.to, str(event.about), fault, reading, faces)


def clue_behind_play(game: RecordedGame, position: RecordedPosition, slot: int, level: int) -> int | None:
    """The number of the last clue about an own card that fits by these conventions; None if there is none."""
    memory = _memory(position.view, slot, _drawn_before(game, position, slot), level)
    playable = knowledge.playable_kinds(position.rule_tables, position.view.erased)
    if not memory.believed or memory.believed & ~playable:
        return None
    return next((clue.index for clue in reversed(memory.clues) if clue.changed or clue.touched), None)


@dataclass(frozen=True)
class _CellMarks:
    """The promises, marks and clues of every cell in a mind."""

    inferred: tuple[int, ...]
    marks: tuple[int, ...]
    clues: tuple[int, ...]

    @classmethod
    def of(cls, mind: layout.Mind) -> "_CellMarks":
        return cls(tuple(mind.cards.inferred), tuple(mind.cards.marks), tuple(mind.cards.clues))


def _memory(view: View, slot: int, since: int, level: int) -> _Memory:
    """The memory of the viewer, who drew the card in `slot` before action number `since`."""
    assert view.seat is not None
    start, r = StartPosition.of(view), view.rule_tables
    runtime = PlainRuntime(r, start_mind(r, view.seat, conventions_at(level), start))
    observer = MoveObserver(view.rules, len(view.names), start)
    mind, clues, others = runtime.mind, [], []
    for index, events in enumerate(view.history):
        before = _CellMarks.of(mind)
        move, status = observer.observe(events)
        runtime.observe_move(move, status)
        event, after = events[0], _CellMarks.of(mind)
        if index < since:
            continue
        if isinstance(event, ClueGiven) and event.giver != view.seat:
            clues.append((index, event, before, after, _reading(mind.latest.reading, mind.latest.connection)))
        elif isinstance(event, CardPlayed | CardDiscarded) and event.seat != view.seat:
            others.append((index, event.seat, before, after))
    cell = mind.table.hands[view.seat][slot]
    heard = [
        _HeardClue(
            index,
            event,
            reading,
            touched=before.clues[cell] != after.clues[cell],
            changed=before.inferred[cell] != after.inferred[cell]
            or bool((before.marks[cell] ^ after.marks[cell]) & layout.BLIND),
        )
        for index, event, before, after, reading in clues
    ]
    signals = [(index, seat) for index, seat, before, after in others if before.inferred[cell] != after.inferred[cell]]
    believed = belief(view.rule_tables, mind, cell)
    kept = not is_known_useless(mind, believed) and not is_known_playable(mind, believed)
    return _Memory(heard, signals[-1] if signals else None, believed, kept)


def _reading(reading: int, connection: int) -> str:
    if reading in (layout.PLAY_CLUE, layout.PLAY_OR_SAVE) and connection == layout.OWN_HAND:
        return "finesse"
    if reading == layout.PLAY_CLUE and connection == layout.PROMPTED:
        return "prompt"
    return READINGS.get(reading, "unexplained")


def _drawn_before(game: RecordedGame, position: RecordedPosition, slot: int) -> int:
    """The number of the first action while the mover held this card."""
    mover = position.state.player
    card = position.state.hands[mover][slot]
    index = position.index
    while (
        index > 0
        and card in game.positions[index - 1].state.hands[mover][: game.positions[index - 1].state.hand_sizes[mover]]
    ):
        index -= 1
    return index


def _missing_save(game: RecordedGame, position: RecordedPosition, slot: int, since: int) -> ClueCause | None:
    """The last turn when a teammate could have clued the last copy and did something else."""
    mover = position.state.player
    card = position.state.hands[mover][slot]
    for earlier in reversed(game.positions[since : position.index]):
        r, s = earlier.rule_tables, earlier.state
        kind = s.faces[card]
        if not knowledge.critical_kinds(r, s) >> kind & 1:
            return None
        if s.player == mover or s.clue_tokens == 0:
            continue
        for number in legal_ids(r, s):
            action = action_of_id(game.rules, r, s, number)
            if isinstance(action, Clue) and action.to == mover and _touches(earlier, action, kind):
                return ClueCause(earlier.index, s.player, mover, str(action.about), "missing", "save", ())
    return None


def _touches(position: RecordedPosition, clue: Clue, kind: int) -> bool:
    touch: int = position.rule_tables.touch[position.view.rules.clue_numbers[clue.about]]
    return bool(touch >> kind & 1)
