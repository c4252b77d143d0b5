"""The end of a game played exactly: where it is small enough and gains by it, all seats follow the best joint policy.

Every seat knows the code's public masks, so every seat finds the same policy at the same position, and later the same
belief from what has been done since. Nothing counts that the game's public past does not tell: a seat that is asked
for the first time comes to the same as one that was there all along.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hanabi.bots.hat.games import copy_words
from hanabi.bots.hat.policy import decide
from hanabi.bots.hat.view_replay import SCRATCH, live_through, recollect
from hanabi.bots.search.compiled import kernel
from hanabi.bots.search.rollouts import play_on
from hanabi.bots.search.workspace import SearchWorkspace
from hanabi.kernels.action_ids import is_clue
from hanabi.kernels.layout import CLUED_COLOR, CLUED_RANK, State
from hanabi.native.dtypes import unpack
from hanabi.rules.views import View
from hanabi.solvers.endgame import SolverLimits
from hanabi.solvers.endgame.joint_policy import Begun, JointPolicy, begun
from hanabi.solvers.endgame.position import Scene, World, scene_of
from hanabi.solvers.endgame.solver import SCALE

DECK = {2: 1, 3: 0, 4: 0, 5: 0}  # it is tried once the deck has no more cards than this, by number of players
LIMITS = SolverLimits(worlds=300, steps=8_000)
NEVER = -1
KEPT = 64
STRAYED = "somebody did not follow the policy"
GAME = SCRATCH  # the state of the workspace that positions are read from


class PublicPosition(NamedTuple):
    """What everybody knows before a move, and what the move before it showed."""

    scene: Scene
    masks: tuple[tuple[int, ...], ...]  # by the code
    open: tuple[tuple[int, ...], ...]  # by the clues alone
    action: int
    shown: int


class EndgamePolicies:
    """Joint policies of one kind of game, as far as they are better than the code."""

    def __init__(self, workspace: SearchWorkspace) -> None:
        r = workspace.compiled_rules
        self.workspace = workspace
        self.deck = DECK[r.players] if r.last_round > 0 and not any(r.wins_tile) else NEVER
        self._begun: OrderedDict[Any, Begun] = OrderedDict()

    def position(self, action: int) -> PublicPosition:
        """What everybody knows of the game in `GAME`, which `action` led to."""
        r, workspace = self.workspace.compiled_rules, self.workspace
        s = unpack(workspace.states[GAME : GAME + 1], State())
        masks = workspace.publics[0]["masks"].tolist()
        seats = range(r.players)
        return PublicPosition(
            scene_of(r, s),
            tuple(tuple(masks[seat][: s.held[seat]]) for seat in seats),
            tuple(tuple(s.open[seat][: s.held[seat]]) for seat in seats),
            action,
            s.last_touched if s.last_move in (CLUED_COLOR, CLUED_RANK) else s.last_kind,
        )

    def begin(self, position: PublicPosition) -> Begun:
        """The joint policy from the position in `GAME` on, if it is not too large and better than the code."""
        key = position[:3]
        if key not in self._begun:
            found = begun(self.workspace.compiled_rules, position.scene, position.masks, LIMITS)
            if found.agreement is not None and found.agreement.total <= self.worth_of_code(found.agreement.worlds):
                found = Begun(None, "the code does as well")
            self._begun[key] = found
            if len(self._begun) > KEPT:
                self._begun.popitem(last=False)
        return self._begun[key]

    def worth_of_code(self, worlds: Sequence[World]) -> int:
        """What hat players reach in all these worlds, as the solver counts."""
        workspace, r = self.workspace, self.workspace.compiled_rules
        rows = np.array([[kind for cards in world for kind in cards] for world in worlds], np.int8)
        scores = np.zeros(len(worlds), np.int64)
        play_all(
            workspace.rules,
            workspace.hat_tables,
            workspace.states,
            workspace.words,
            workspace.publics,
            workspace.public_words,
            workspace.stream,
            rows,
            scores,
        )
        perfect = r.suits * r.ranks - r.score_offset
        return int(scores.sum()) * SCALE + int((scores == perfect).sum())


class Follower:
    """Sees one game's last positions in order and tells what the policy prescribes, once there is one."""

    def __init__(self, end: EndgamePolicies) -> None:
        self.end = end
        self.agreement: JointPolicy | None = None
        self.why_not: str | None = "cards in the deck"

    def see(self, action: int) -> None:
        """The game has come to a new position, the one in `GAME`, by this action."""
        position = self.end.position(action)
        if self.agreement is not None:
            self.agreement = self.agreement.after(action, position.shown, position.scene)
            self.why_not = None if self.agreement is not None else STRAYED
        elif self.why_not != STRAYED:
            self.agreement, self.why_not = self.end.begin(position)

    def move(self, view: State) -> int | None:
        """What the player to act, whose view this is, has to do; None: search."""
        if self.agreement is None:
            return None
        r = self.end.workspace.compiled_rules
        hands = [tuple(view.faces[card] for card in view.hands[seat][: view.held[seat]]) for seat in range(r.players)]
        return self.agreement.policy.get((*hands[: view.player], *hands[view.player + 1 :]))


def follower_at(end: EndgamePolicies, view: View, eyes: int) -> Follower:
    """What a seat at a table makes of the game so far, told from its history alone."""
    workspace, r, follower = end.workspace, end.workspace.compiled_rules, Follower(end)
    if r.cards - view.erased.top > end.deck:
        return follower
    actions, first = recollect(workspace, view)
    draws = np.cumsum([not is_clue(r, action) for action in actions.tolist()], dtype=np.int64)
    decks = r.cards - r.players * r.hand_size - np.concatenate(([0], draws))
    for turns in range(int(np.count_nonzero(decks > end.deck)), len(decks)):
        live_through(workspace, actions[:turns], first, eyes)
        follower.see(int(actions[turns - 1]) if turns else -1)
    return follower


@kernel
def play_all(
    rules: Any,
    tables: Any,
    states: Any,
    words: Any,
    publics: Any,
    public_words: Any,
    stream: Any,
    rows: Any,
    scores: Any,
) -> None:
    """Let hat players play on in each of these worlds: a row has all hands, then the deck."""
    r, t, s = rules[0], tables[0], states[1]
    for world in range(rows.shape[0]):
        copy_words(words, GAME, 1)
        copy_words(public_words, 0, 2)
        at = 0
        for seat in range(r.players):
            for slot in range(s.held[seat]):
                s.faces[s.hands[seat][slot]] = rows[world, at]
                at += 1
        for place in range(s.top, r.cards):
            s.faces[s.deck[place]] = rows[world, at]
            at += 1
        action = decide(r, s, t, publics[2], publics[1])
        scores[world] = play_on(r, s, t, publics[2], publics[1], action, stream)
