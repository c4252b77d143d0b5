"""Exact endgames: in a small endgame, all seats follow the best joint policy if it beats the code.

Every seat knows the public masks of the code, so all seats find the same policy at the same position, and later the
same belief from the actions since. Only the public history counts: a seat that joins late finds the same policy as one
that has followed the whole game.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hanabi.bots.hat.games import replay_public_state
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.policy import decide
from hanabi.bots.hat.view_replay import replayed_actions
from hanabi.bots.hat.workspace import REPLAYED, copy_words
from hanabi.bots.hat_search import kernel
from hanabi.bots.hat_search.rollouts import play_on
from hanabi.bots.hat_search.workspace import SearchArrays, SearchWorkspace
from hanabi.compiled.dtypes import Kinds, Numbers, unpack
from hanabi.kernels import Rules, State
from hanabi.kernels.action_ids import is_clue
from hanabi.kernels.layout import CLUED_COLOR, CLUED_RANK
from hanabi.rules import View
from hanabi.solvers.endgame.position import Action, Masks, Scene, TooMany, World, all_worlds, scene_of, take_turn
from hanabi.solvers.endgame.solver import SCALE, GaveUp, Solver, SolverLimits, hands_seen_by

UNLIMITED = 1 << 60


class JointPolicy:
    """The best joint policy from a belief on: `find_joint_policy` returns the first, `after` the next one."""

    def __init__(
        self, solver: Solver, scene: Scene, worlds: Sequence[World], chosen: tuple[int, dict[World, Action]]
    ) -> None:
        self._solver = solver
        self.scene = scene
        self.worlds = worlds
        self.total, self.policy = chosen  # the sum over the worlds as the solver counts it; view to action

    def after(self, action: Action, shown: int, scene: Scene) -> "JointPolicy | None":
        """The policy after everybody saw this happen. None if nobody who follows the policy would do it."""
        remaining = []
        for world in self.worlds:
            if self.policy[hands_seen_by(self.scene.player, world)] == action:
                observed, then, later = take_turn(self._solver.r, self.scene, world, action)
                if observed == shown and then == scene:
                    remaining.append(later)
        if not remaining:
            return None
        return JointPolicy(self._solver, scene, remaining, self._solver.choose(scene, remaining))


class PolicySearch(NamedTuple):
    """A joint policy, or the reason why there is none."""

    joint_policy: JointPolicy | None = None
    why_not: str | None = None


def find_joint_policy(r: Rules, scene: Scene, masks: Masks, limits: SolverLimits) -> PolicySearch:
    """The best joint policy from here on, if the endgame is small enough and there is something to gain."""
    if any(r.wins_tile):
        return PolicySearch(None, "reward tiles")
    try:
        worlds = all_worlds(r, scene, masks, limits.worlds)
    except TooMany:
        return PolicySearch(None, "too many worlds")
    solver = Solver(r, limits.steps)
    if not worlds:
        return PolicySearch(None, "the masks rule out every world")
    if all(solver.is_settled(scene, world) for world in worlds):
        return PolicySearch(None, "nothing is left to gain")
    try:
        joint_policy = JointPolicy(solver, scene, worlds, solver.choose(scene, worlds))
    except GaveUp:
        return PolicySearch(None, "too many steps")
    solver.limit = UNLIMITED  # later policies are part of this solution
    return PolicySearch(joint_policy)


DECK = {2: 1, 3: 0, 4: 0, 5: 0}  # the largest deck at which a policy is sought, by number of players
LIMITS = SolverLimits(worlds=300, steps=8_000)
NEVER = -1
CACHE_SIZE = 64
DEVIATED = "somebody did not follow the policy"
GAME = REPLAYED  # the workspace's state from which positions are read


class PublicPosition(NamedTuple):
    """Public knowledge before a move, and what the previous move showed."""

    scene: Scene
    masks: Masks  # by the code
    possible: Masks  # by the clues alone
    action: int
    shown: int


class EndgamePolicies:
    """Joint policies for one RuleSet and number of players, where they beat the code."""

    def __init__(self, workspace: SearchWorkspace) -> None:
        r = workspace.rule_tables
        self.workspace = workspace
        self.deck = DECK[r.players] if r.last_round > 0 and not any(r.wins_tile) else NEVER
        self._searches: OrderedDict[tuple[Scene, Masks, Masks], PolicySearch] = OrderedDict()

    def position(self, action: int) -> PublicPosition:
        """Public knowledge of the game in `GAME` after `action`."""
        r, workspace = self.workspace.rule_tables, self.workspace
        s = unpack(workspace.arrays.states[GAME : GAME + 1], State())
        masks = workspace.arrays.publics[0]["masks"].tolist()
        seats = range(r.players)
        return PublicPosition(
            scene_of(r, s),
            tuple(tuple(masks[seat][: s.hand_sizes[seat]]) for seat in seats),
            tuple(tuple(s.possible[seat][: s.hand_sizes[seat]]) for seat in seats),
            action,
            s.last_touched if s.last_move in (CLUED_COLOR, CLUED_RANK) else s.last_kind,
        )

    def begin(self, position: PublicPosition) -> PolicySearch:
        """The joint policy from the position in `GAME` on, if it is not too large and better than the code."""
        key = position[:3]
        if key not in self._searches:
            search = find_joint_policy(self.workspace.rule_tables, position.scene, position.masks, LIMITS)
            joint = search.joint_policy
            if joint is not None and joint.total <= self.value_of_code(joint.worlds):
                search = PolicySearch(None, "the code does as well")
            self._searches[key] = search
            if len(self._searches) > CACHE_SIZE:
                self._searches.popitem(last=False)
        return self._searches[key]

    def value_of_code(self, worlds: Sequence[World]) -> int:
        """The total of hat players in these worlds, as the solver counts it."""
        workspace, r = self.workspace, self.workspace.rule_tables
        rows = np.array([[kind for cards in world for kind in cards] for world in worlds], np.int8)
        scores = np.zeros(len(worlds), np.int64)
        play_worlds(workspace.search, rows, scores)
        perfect = r.suits * r.ranks - r.score_offset
        return int(scores.sum()) * SCALE + int((scores == perfect).sum())


class PolicyFollower:
    """Follows the last positions of one game in order; `move` is the move that the policy prescribes, if any."""

    def __init__(self, policies: EndgamePolicies) -> None:
        self.policies = policies
        self.joint_policy: JointPolicy | None = None
        self.why_not: str | None = "cards in the deck"

    def observe(self, action: int) -> None:
        """Take note of a new position, the one in `GAME` after this action."""
        position = self.policies.position(action)
        if self.joint_policy is not None:
            self.joint_policy = self.joint_policy.after(action, position.shown, position.scene)
            self.why_not = None if self.joint_policy is not None else DEVIATED
        elif self.why_not != DEVIATED:
            self.joint_policy, self.why_not = self.policies.begin(position)

    def move(self, view: State) -> int | None:
        """The prescribed move of the player to act, from its view; None if there is no policy to follow."""
        if self.joint_policy is None:
            return None
        r = self.policies.workspace.rule_tables
        hands = [
            tuple(view.faces[card] for card in view.hands[seat][: view.hand_sizes[seat]]) for seat in range(r.players)
        ]
        return self.joint_policy.policy.get((*hands[: view.player], *hands[view.player + 1 :]))


def follower_at(policies: EndgamePolicies, view: View, viewer: int) -> PolicyFollower:
    """The follower for a seat at a table, from the history of its view."""
    workspace, r, follower = policies.workspace, policies.workspace.rule_tables, PolicyFollower(policies)
    if r.cards - view.erased.next_card > policies.deck:
        return follower
    actions, first = replayed_actions(workspace, view)
    draws = np.cumsum([not is_clue(r, action) for action in actions.tolist()], dtype=np.int64)
    decks = r.cards - r.players * r.hand_size - np.concatenate(([0], draws))
    for turns in range(int(np.count_nonzero(decks > policies.deck)), len(decks)):
        replay_public_state(workspace.arrays, actions[:turns], first, viewer)
        follower.observe(int(actions[turns - 1]) if turns else -1)
    return follower


@kernel
def play_worlds(arrays: SearchArrays, worlds: Kinds, scores: Numbers) -> None:
    """Let hat players play on in each of these worlds. A row holds all hands, then the deck."""
    r: Rules = arrays.hat.rules[0]
    s: State = arrays.hat.states[1]
    tables: HatTables = arrays.hat.tables[0]
    public: PublicState = arrays.hat.publics[2]
    scratch: PublicState = arrays.hat.publics[1]
    for world in range(worlds.shape[0]):
        copy_words(arrays.hat.state_words, GAME, 1)
        copy_words(arrays.hat.public_words, 0, 2)
        at = 0
        for seat in range(r.players):
            for slot in range(s.hand_sizes[seat]):
                s.faces[s.hands[seat][slot]] = worlds[world, at]
                at += 1
        for place in range(s.next_card, r.cards):
            s.faces[s.deck[place]] = worlds[world, at]
            at += 1
        action = decide(r, s, tables, public, scratch)
        scores[world] = play_on(r, s, tables, public, scratch, action, arrays.stream)
