"""Why a move is the best one: the theme of a puzzle, and the facts for its sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hanabi.kernels import State, knowledge
from hanabi.kernels.layout import NO_LAST_ROUND
from hanabi.records import Record, advance, replay
from hanabi.rules import Clue, Discard, Play, action_of_id, cards_by_kind, faces_in

if TYPE_CHECKING:
    from hanabi.review.recorded_game import RecordedPosition

THEMES = ("sure_play", "promise", "last_copy", "clue", "discard", "endgame")


@dataclass(frozen=True)
class PuzzleReason:
    theme: str
    name: str  # of the sentence: puzzle.why.NAME
    facts: dict[str, Any]


def reason_of(
    position: "RecordedPosition", believed: Sequence[int], move: int, record: Record, line: Sequence[str]
) -> PuzzleReason | None:
    """None if there is no reason to give. `record` ends at the position; `line` continues it with the move."""
    rules, r, s = position.view.rules, position.rule_tables, position.view.erased
    match action_of_id(rules, r, s, move):
        case Play(slot):
            return _play(position, believed[slot], slot)
        case Discard(slot):
            return _discard(position, believed, slot)
        case Clue() as clue:
            return _clue(position, clue, record, line)
    return None


def is_endgame(cards: int, s: State) -> bool:
    """Whether every turn counts: the deck is empty, or will be within two turns."""
    return s.turns_left != NO_LAST_ROUND or cards - s.next_card <= 2


def _play(position: "RecordedPosition", mask: int, slot: int) -> PuzzleReason | None:
    rules, r, s = position.view.rules, position.rule_tables, position.view.erased
    playable = knowledge.playable_kinds(r, s)
    cards = [str(card) for card in faces_in(rules, mask)]
    if position.possible[slot] & ~playable == 0:
        return PuzzleReason("sure_play", "sure_play", {"slot": slot, "cards": cards})
    if mask & ~playable == 0:
        name = "promise" if s.clued[s.player][slot] else "blind"
        return PuzzleReason("promise", name, {"slot": slot, "cards": cards})
    if s.turns_left != NO_LAST_ROUND and mask & playable:
        return PuzzleReason("endgame", "nothing_to_lose", {"slot": slot})
    return None


def _discard(position: "RecordedPosition", believed: Sequence[int], slot: int) -> PuzzleReason | None:
    r, s = position.rule_tables, position.view.erased
    useful, critical = knowledge.useful_kinds(r, s), knowledge.critical_kinds(r, s)
    if believed[slot] & useful == 0:
        return PuzzleReason("discard", "useless", {"slot": slot})
    if believed[slot] & critical == 0 and any(mask & critical for mask in believed):
        return PuzzleReason("last_copy", "spare", {"slot": slot})
    if s.clue_tokens == 0:
        return PuzzleReason("discard", "token", {"slot": slot})
    return None


def _clue(position: "RecordedPosition", clue: Clue, record: Record, line: Sequence[str]) -> PuzzleReason | None:
    rules, r, s = position.view.rules, position.rule_tables, position.view.erased
    faces, touch = cards_by_kind(rules), r.touch[rules.clue_numbers[clue.about]]
    critical = knowledge.critical_kinds(r, s)
    kinds = [s.faces[s.hands[clue.to][slot]] for slot in range(s.hand_sizes[clue.to])]
    chop = next((slot for slot in range(len(kinds)) if s.clued[clue.to][slot] == 0), None)
    if chop is not None and touch >> kinds[chop] & 1 and critical >> kinds[chop] & 1:
        return PuzzleReason("last_copy", "save", {"to": clue.to, "card": str(faces[kinds[chop]])})
    touched = {s.hands[clue.to][slot] for slot in range(len(kinds)) if touch >> kinds[slot] & 1}
    for seat, card, kind, clued in _plays_after(record, line):
        if seat == clue.to and card in touched:
            return PuzzleReason("clue", "play", {"to": seat, "card": str(faces[kind])})
        if seat != clue.to and not clued and touched:
            facts = {"to": clue.to, "player": seat, "card": str(faces[kind])}
            return PuzzleReason("clue", "finesse", facts)
    if is_endgame(r.cards, s):
        return PuzzleReason("endgame", "wait", {"to": clue.to})
    return None


def _plays_after(record: Record, line: Sequence[str]) -> list[tuple[int, int, int, bool]]:
    """Successful plays of the teammates within one round: seat, card id, kind, and whether a clue had touched it."""
    game = replay(record)
    whole = Record(record.rules, record.players, record.deck, (*record.actions, *line), record.first, record.rewards)
    start, plays = len(record.actions), []
    for count in range(start + 1, start + 1 + min(len(line), len(record.players))):
        s = game.state
        seat, text = s.player, whole.actions[count - 1]
        card = int(text.split(" ")[1]) if text.startswith("play ") else -1
        clued = card >= 0 and bool(s.clued[seat][s.hands[seat].index(card)])
        advance(game, whole, count)
        if card >= 0 and count > start + 1 and game.state.last_scored:
            plays.append((seat, card, game.state.faces[card], clued))
    return plays
