"""The end of a game and its score (rules.md, section 4)."""

from . import inline, kernel, layout
from .cards import is_complete, is_on_firework
from .layout import Rules, State
from .legality import legal_clues


@inline
def show_is_complete(r: Rules, s: State) -> bool:
    for suit in range(r.suits):
        if not is_complete(r, s, suit):
            return False
    return True


@inline
def is_indispensable(r: Rules, s: State, kind: int) -> bool:
    """Asked after the card was discarded: no copy is left, and its firework still needs one."""
    return s.lost[kind] == r.copies[kind] and not is_on_firework(r, s, kind)


@kernel
def points(r: Rules, s: State) -> int:
    """One point for each card on a colored firework; black only subtracts its missing cards (`score_offset`)."""
    total = -r.score_offset
    for suit in range(r.suits):
        total += s.fireworks[suit]
    return total


@inline
def end(r: Rules, s: State, outcome: int, reason: int) -> None:
    s.outcome = outcome
    s.reason = reason
    s.pending = layout.NO_TILE
    s.score = 0 if outcome == layout.LOST else points(r, s)


@inline
def end_turn(r: Rules, s: State) -> None:
    """Pass the turn on, unless this was the last one or nobody can move (the turn that ends a game is not counted)."""
    if s.turns_left > 0:
        s.turns_left -= 1
        if s.turns_left == 0:
            end(r, s, layout.FINISHED, layout.DECK)
            return
    s.turn += 1
    s.player += 1
    if s.player == r.players:
        s.player = 0
    if s.hand_sizes[s.player] == 0 and (s.clue_tokens == 0 or legal_clues(r, s, True, True) == 0):
        end(r, s, layout.LOST, layout.STUCK)
