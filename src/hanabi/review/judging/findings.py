"""The kinds of findings about moves: faults, and bad luck, which is not a fault (docs/review.md, Kinds).

A kind is declared in KINDS, and found by `_outcomes` or `_fault`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hanabi.kernels import State, knowledge
from hanabi.review.document import CardKnowledge, Finding, Level, Turn
from hanabi.rules import Action, Clue, Discard, Play, Rescue, Reshuffle, RuleSet, action_of_id, cards_by_kind, faces_in

if TYPE_CHECKING:
    from hanabi.review.recorded_game import RecordedPosition

LEVELS: tuple[tuple[float, Level], ...] = ((1.5, "blunder"), (0.5, "mistake"), (0.1, "slight"))
SIGNIFICANT = 3.0  # standard errors
GOOD_ODDS = 0.5


@dataclass(frozen=True)
class ToldFinding:
    """A finding and its turn, which choose the sentence. `harmless`: the move cost nothing."""

    finding: Finding
    turn: Turn
    harmless: bool

    @property
    def is_unavoidable(self) -> bool:
        return not self.finding.knowable

    @property
    def is_bad_luck(self) -> bool:
        """Unavoidable, and no clue was given or read wrongly."""
        return self.is_unavoidable and (self.turn.cause is None or self.turn.cause.fault == "missing")


@dataclass(frozen=True)
class FindingKind:
    """A kind of finding. Its sentence is `review.kind.NAME` in the catalogs, or `review.kind.NAME.VARIANT` with the
    first of the `variants` that applies; `review.habit.NAME` counts it.

    `decides`: the headline may name it even if it was not a fault.
    """

    name: str
    variants: Mapping[str, Callable[[ToldFinding], bool]] = field(default_factory=dict)
    decides: bool = False

    def text_key(self, told: ToldFinding) -> str:
        variant = next((f".{name}" for name, applies in self.variants.items() if applies(told)), "")
        return f"review.kind.{self.name}{variant}"


KINDS = {
    kind.name: kind
    for kind in (
        FindingKind("lost_copy", {"unlucky": lambda told: told.is_bad_luck, "plain": lambda told: told.is_unavoidable}),
        FindingKind(
            "misplay",
            {
                "promised": lambda told: bool(told.finding.facts["chance"] == 1),
                "harmless": lambda told: told.harmless,
                "unlucky": lambda told: told.is_bad_luck and bool(told.finding.facts["chance"] >= GOOD_ODDS),
                "plain": lambda told: told.is_unavoidable,
            },
            decides=True,
        ),
        FindingKind("misannounced", {"unlucky": lambda told: told.is_unavoidable}),
        FindingKind("lucky_play"),
        FindingKind("missed_play"),
        FindingKind("wasted_clue", {"nothing": lambda told: bool(told.finding.facts["told"] == 0)}),
        FindingKind("worse_clue", {"play": lambda told: "card" in told.finding.facts}),
        FindingKind("missed_save"),
        FindingKind("missed_clue", {"play": lambda told: "card" in told.finding.facts}),
        FindingKind("worse_play"),
        FindingKind("worse_announcement"),
        FindingKind("worse_discard"),
        FindingKind("missed_discard"),
        FindingKind("risky_play_missed"),
        FindingKind("worse_reward"),
    )
}


@dataclass(frozen=True)
class MoveContext:
    """A move, and what decides the findings about it. `best` is the recommended move; `asked`: a clue was behind it."""

    position: "RecordedPosition"
    believed: tuple[int, ...]
    best: int
    level: Level
    after: State
    asked: bool

    def action_of(self, move: int) -> Action:
        return action_of_id(self.position.view.rules, self.position.rule_tables, self.position.view.erased, move)


def level_of(loss: float, error: float) -> Level:
    if loss < SIGNIFICANT * error:
        return "none"
    return next((level for least, level in LEVELS if loss >= least), "none")


def card_knowledge(position: "RecordedPosition", believed: tuple[int, ...]) -> tuple[CardKnowledge, ...]:
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


def chance_of(position: "RecordedPosition", mask: int, among: int) -> float:
    """The chance that a card of `mask` is one of `among`, by the copies that the mover does not see."""
    r, s = position.rule_tables, position.view.erased
    copies = {
        kind: max(0, knowledge.unseen_copies(r, s, s.player, kind))
        for kind in range(mask.bit_length())
        if mask >> kind & 1
    }
    every = sum(copies.values())
    return round(sum(count for kind, count in copies.items() if among >> kind & 1) / every, 4) if every else 0.0


def findings_of(move: MoveContext) -> tuple[Finding, ...]:
    """What happened, avoidable or not; if nothing did, the fault if there is one."""
    taken, is_fault = move.position.action_id, move.level != "none"
    assert taken is not None
    found = [Finding(name, is_fault, facts) for name, facts in _outcomes(move, move.action_of(taken))]
    if is_fault and taken != move.best and not found:
        name, facts = _fault(move.position, move.believed, move.action_of(taken), move.action_of(move.best))
        found.append(Finding(name, True, facts))
    return tuple(found)


def _outcomes(move: MoveContext, action: Action) -> Iterator[tuple[str, dict[str, Any]]]:
    if not isinstance(action, Play | Discard):
        return
    position, mask = move.position, move.believed[action.slot]
    r, s, kind = position.rule_tables, position.view.erased, position.held[action.slot]
    card = str(cards_by_kind(position.view.rules)[kind])
    playable, critical = knowledge.playable_kinds(r, s), knowledge.critical_kinds(r, s)
    fits = chance_of(position, mask, playable)
    if isinstance(action, Play) and move.after.last_scored:
        if move.level != "none" and fits < GOOD_ODDS:
            yield "lucky_play", {"card": card, "chance": fits}
        return
    if isinstance(action, Play) and playable >> kind & 1:
        yield "misannounced", {"card": card, "announced": action.announce}
    elif isinstance(action, Play):
        yield "misplay", {"card": card, "chance": fits, "asked": move.asked}
    if critical >> kind & 1:
        points = knowledge.score_limit(r, s) - knowledge.score_limit(r, move.after)
        yield "lost_copy", {"card": card, "points": points, "chance": chance_of(position, mask, critical)}


def _fault(
    position: "RecordedPosition", believed: tuple[int, ...], action: Action, better: Action
) -> tuple[str, dict[str, Any]]:
    rules, r, s = position.view.rules, position.rule_tables, position.view.erased
    match action, better:
        case _, Reshuffle() | Rescue():
            return "worse_reward", {}
        case Clue(to), Clue(other):
            ruled_out = faces_ruled_out(position, action)
            if ruled_out == 0:
                return "wasted_clue", {"to": to, "told": 0}
            card = _unclued_last_copy(position, better)
            if card is not None:
                return "missed_save", {"to": other, "card": card}
            return "worse_clue", {"to": to} | _new_play(position, better)
        case _, Clue(to):
            card = _unclued_last_copy(position, better)
            if card is not None:
                return "missed_save", {"to": to, "card": card}
            return "missed_clue", {"to": to} | _new_play(position, better)
        case _, Play(slot):
            mask = believed[slot]
            playable = knowledge.playable_kinds(r, s)
            if isinstance(action, Play) and action.slot == slot:
                return "worse_announcement", {"slot": slot}
            if isinstance(action, Play):
                return "worse_play", {"slot": slot}
            if mask & ~playable == 0:
                return "missed_play", {"slot": slot, "cards": list(_faces(rules, mask))}
            if isinstance(action, Clue) and faces_ruled_out(position, action) == 0:
                return "wasted_clue", {"to": action.to, "told": 0}
            return "risky_play_missed", {"slot": slot, "chance": chance_of(position, mask, playable)}
        case Clue(to), Discard():
            return "wasted_clue", {"to": to, "told": faces_ruled_out(position, action)}
        case Discard(), Discard(slot):
            return "worse_discard", {"slot": slot}
        case _, Discard(slot):
            return "missed_discard", {"slot": slot}
    raise AssertionError((action, better))


def is_obvious(position: "RecordedPosition", believed: tuple[int, ...], move: int) -> bool:
    """Whether a move is good for a reason that everyone can see: a last copy saved, a sure play."""
    r, s = position.rule_tables, position.view.erased
    match action_of_id(position.view.rules, r, s, move):
        case Clue() as clue:
            return _unclued_last_copy(position, clue) is not None
        case Play(slot):
            return believed[slot] & ~knowledge.playable_kinds(r, s) == 0
    return False


def points_at_a_play(position: "RecordedPosition", move: int) -> bool:
    """Whether a move is a clue about a playable card that has no clues."""
    clue = action_of_id(position.view.rules, position.rule_tables, position.view.erased, move)
    return isinstance(clue, Clue) and bool(_new_play(position, clue))


def faces_ruled_out(position: "RecordedPosition", clue: Clue) -> int:
    """The number of faces that the clue rules out for the cards of its receiver."""
    r, s = position.rule_tables, position.view.erased
    touch = _touch(position, clue)
    ruled_out = 0
    for slot in range(s.hand_sizes[clue.to]):
        points_at = touch >> s.faces[s.hands[clue.to][slot]] & 1
        ruled_out += (s.possible[clue.to][slot] & ~(touch if points_at else ~touch) & r.all_kinds).bit_count()
    return ruled_out


def _unclued_last_copy(position: "RecordedPosition", clue: Clue) -> str | None:
    return _unclued(position, clue, knowledge.critical_kinds(position.rule_tables, position.view.erased))


def _new_play(position: "RecordedPosition", clue: Clue) -> dict[str, Any]:
    """The facts of a clue about a playable card that has no clues: the card and its holder."""
    card = _unclued(position, clue, knowledge.playable_kinds(position.rule_tables, position.view.erased))
    return {} if card is None else {"card": card, "holder": clue.to}


def _unclued(position: "RecordedPosition", clue: Clue, among: int) -> str | None:
    """The first card of these kinds that the clue touches and that has no clues."""
    s, touch = position.view.erased, _touch(position, clue)
    for slot in range(s.hand_sizes[clue.to]):
        kind = s.faces[s.hands[clue.to][slot]]
        if touch >> kind & 1 and among >> kind & 1 and s.clued[clue.to][slot] == 0:
            return str(cards_by_kind(position.view.rules)[kind])
    return None


def _touch(position: "RecordedPosition", clue: Clue) -> int:
    return position.rule_tables.touch[position.view.rules.clue_numbers[clue.about]]


def _faces(rules: RuleSet, mask: int) -> tuple[str, ...]:
    return tuple(map(str, faces_in(rules, mask)))
