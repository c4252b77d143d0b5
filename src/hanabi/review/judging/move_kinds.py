"""Classifies moves: kinds of faults, and of bad luck, which is not a fault (docs/review.md, Kinds)."""

from collections.abc import Iterable
from typing import Any

from hanabi.kernels import State, knowledge
from hanabi.review.document import CardKnowledge, Level, MoveKind
from hanabi.review.recorded_game import RecordedPosition
from hanabi.rules import Action, Clue, Discard, Play, Rescue, Reshuffle, RuleSet, action_of_id, cards_by_kind, faces_in

LEVELS: tuple[tuple[float, Level], ...] = ((1.5, "blunder"), (0.5, "mistake"), (0.1, "slight"))
SIGNIFICANT = 3.0  # standard errors


def level_of(loss: float, error: float) -> Level:
    if loss < SIGNIFICANT * error:
        return "none"
    return next((level for least, level in LEVELS if loss >= least), "none")


def card_knowledge(position: RecordedPosition, believed: tuple[int, ...]) -> tuple[CardKnowledge, ...]:
    rules, r, s = position.view.rules, position.rule_tables, position.view.erased
    playable, critical = knowledge.playable_kinds(r, s), knowledge.critical_kinds(r, s)
    return tuple(
        CardKnowledge(
            card=str(cards_by_kind(rules)[position.held[slot]]),
            possible=_faces(rules, position.possible[slot]),
            believed=_faces(rules, mask),
            playable=chance_of(position, mask, playable),
            critical=chance_of(position, mask, critical),
        )
        for slot, mask in enumerate(believed)
    )


def chance_of(position: RecordedPosition, mask: int, among: int) -> float:
    """The chance that a card of `mask` is one of `among`, by the copies that the mover does not see."""
    r, s = position.rule_tables, position.view.erased
    copies = {
        kind: max(0, knowledge.unseen_copies(r, s, s.player, kind))
        for kind in range(mask.bit_length())
        if mask >> kind & 1
    }
    every = sum(copies.values())
    return round(sum(count for kind, count in copies.items() if among >> kind & 1) / every, 4) if every else 0.0


def kinds_of(
    position: RecordedPosition, believed: tuple[int, ...], best: int, level: Level, after: State, *, asked: bool
) -> tuple[MoveKind, ...]:
    """What happened, avoidable or not, then the fault if there is one. `asked`: a clue was behind it."""
    assert position.action_id is not None
    rules, r, s = position.view.rules, position.rule_tables, position.view.erased
    action = action_of_id(rules, r, s, position.action_id)
    better = action_of_id(rules, r, s, best)
    is_fault = level != "none"
    kinds = list(_outcome_kinds(position, believed, action, after, is_fault, asked))
    if is_fault and position.action_id != best and not any(kind.knowable for kind in kinds):
        kinds.append(MoveKind(*_fault(position, believed, action, better)))
    return tuple(kinds)


def _outcome_kinds(
    position: RecordedPosition, believed: tuple[int, ...], action: Action, after: State, is_fault: bool, asked: bool
) -> Iterable[MoveKind]:
    if not isinstance(action, Play | Discard):
        return
    rules, r, s = position.view.rules, position.rule_tables, position.view.erased
    kind, mask = position.held[action.slot], believed[action.slot]
    card = str(cards_by_kind(rules)[kind])
    playable = knowledge.playable_kinds(r, s)
    fits = chance_of(position, mask, playable)
    if isinstance(action, Play):
        if after.last_scored:
            if is_fault and fits < 0.5:
                yield MoveKind("lucky_play", True, {"card": card, "chance": fits})
            return
        if playable >> kind & 1:
            yield MoveKind("misannounced", is_fault, {"card": card, "announced": action.announce})
        else:
            yield MoveKind("misplay", is_fault, {"card": card, "chance": fits, "asked": asked})
    critical = knowledge.critical_kinds(r, s)
    if critical >> kind & 1:
        points = knowledge.score_limit(r, s) - knowledge.score_limit(r, after)
        facts = {"card": card, "points": points, "chance": chance_of(position, mask, critical)}
        yield MoveKind("lost_copy", is_fault, facts)


def _fault(
    position: RecordedPosition, believed: tuple[int, ...], action: Action, better: Action
) -> tuple[str, bool, dict[str, Any]]:
    rules, r, s = position.view.rules, position.rule_tables, position.view.erased
    match action, better:
        case _, Reshuffle() | Rescue():
            return "worse_reward", True, {}
        case Clue(to), Clue(other):
            ruled_out = faces_ruled_out(position, action)
            if ruled_out == 0:
                return "wasted_clue", True, {"to": to, "told": 0}
            card = _unclued_last_copy(position, better)
            if card is not None:
                return "missed_save", True, {"to": other, "card": card}
            return "worse_clue", True, {"to": to} | _new_play(position, better)
        case _, Clue(to):
            card = _unclued_last_copy(position, better)
            if card is not None:
                return "missed_save", True, {"to": to, "card": card}
            return "missed_clue", True, {"to": to} | _new_play(position, better)
        case _, Play(slot):
            mask = believed[slot]
            playable = knowledge.playable_kinds(r, s)
            if isinstance(action, Play) and action.slot == slot:
                return "worse_announcement", True, {"slot": slot}
            if isinstance(action, Play):
                return "worse_play", True, {"slot": slot}
            if mask & ~playable == 0:
                return "missed_play", True, {"slot": slot, "cards": list(_faces(rules, mask))}
            if isinstance(action, Clue) and faces_ruled_out(position, action) == 0:
                return "wasted_clue", True, {"to": action.to, "told": 0}
            return "risky_play_missed", True, {"slot": slot, "chance": chance_of(position, mask, playable)}
        case Clue(to), Discard():
            return "wasted_clue", True, {"to": to, "told": faces_ruled_out(position, action)}
        case Discard(), Discard(slot):
            return "worse_discard", True, {"slot": slot}
        case _, Discard(slot):
            return "missed_discard", True, {"slot": slot}
    raise AssertionError((action, better))


def is_obvious(position: RecordedPosition, believed: tuple[int, ...], move: int) -> bool:
    """Whether a move is good for a reason that everyone can see: a last copy saved, a sure play."""
    r, s = position.rule_tables, position.view.erased
    match action_of_id(position.view.rules, r, s, move):
        case Clue() as clue:
            return _unclued_last_copy(position, clue) is not None
        case Play(slot):
            return believed[slot] & ~knowledge.playable_kinds(r, s) == 0
    return False


def points_at_a_play(position: RecordedPosition, move: int) -> bool:
    """Whether a move is a clue about a playable card that has no clues."""
    clue = action_of_id(position.view.rules, position.rule_tables, position.view.erased, move)
    return isinstance(clue, Clue) and bool(_new_play(position, clue))


def faces_ruled_out(position: RecordedPosition, clue: Clue) -> int:
    """The number of faces that the clue rules out for the cards of its receiver."""
    r, s = position.rule_tables, position.view.erased
    touch = _touch(position, clue)
    ruled_out = 0
    for slot in range(s.hand_sizes[clue.to]):
        points_at = touch >> s.faces[s.hands[clue.to][slot]] & 1
        ruled_out += (s.possible[clue.to][slot] & ~(touch if points_at else ~touch) & r.all_kinds).bit_count()
    return ruled_out


def _unclued_last_copy(position: RecordedPosition, clue: Clue) -> str | None:
    return _unclued(position, clue, knowledge.critical_kinds(position.rule_tables, position.view.erased))


def _new_play(position: RecordedPosition, clue: Clue) -> dict[str, Any]:
    """The facts of a clue about a playable card that has no clues: the card and its holder."""
    card = _unclued(position, clue, knowledge.playable_kinds(position.rule_tables, position.view.erased))
    return {} if card is None else {"card": card, "holder": clue.to}


def _unclued(position: RecordedPosition, clue: Clue, among: int) -> str | None:
    """The first card of these kinds that the clue touches and that has no clues."""
    s, touch = position.view.erased, _touch(position, clue)
    for slot in range(s.hand_sizes[clue.to]):
        kind = s.faces[s.hands[clue.to][slot]]
        if touch >> kind & 1 and among >> kind & 1 and s.clued[clue.to][slot] == 0:
            return str(cards_by_kind(position.view.rules)[kind])
    return None


def _touch(position: RecordedPosition, clue: Clue) -> int:
    return position.rule_tables.touch[position.view.rules.clue_numbers[clue.about]]


def _faces(rules: RuleSet, mask: int) -> tuple[str, ...]:
    return tuple(map(str, faces_in(rules, mask)))
