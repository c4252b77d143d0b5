"""The best joint policy for an endgame, exactly (docs/solver.md explains what is solved).

A belief is a Scene with the worlds that everybody knows to be possible. The policy of the player to act maps what that
player sees (all other hands) to an action; everybody knows the map, so an action shows which worlds remain. Values are
sums over worlds of points * SCALE + 1 for a perfect show, so that the chance of a perfect show breaks ties.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hanabi.kernels import Rules, State
from hanabi.kernels.action_ids import is_clue, is_discard, is_plain_play
from hanabi.solvers.endgame import position
from hanabi.solvers.endgame.bounds import OpenCards

SCALE = 1 << 20


class GaveUp(Exception):
    """The search exceeded its limit of steps."""


@dataclass(frozen=True)
class SolverLimits:
    """The largest endgame to solve: worlds at the start, and steps of the search (actions tried in a world)."""

    worlds: int = 2000
    steps: int = 300_000


@dataclass(frozen=True)
class Solution:
    """The best move of the player to act, and its value.

    `value` and `perfect` are the expected final score and the chance of a perfect show, given what the mover sees, if
    all seats follow the best joint policy. `values` has every legal action of the mover: `value` minus the average loss
    of the whole team, each time this view comes up, if the policy has to prescribe that action.
    If the endgame is too large, `exact` is false, `why_not` says so and the rest is empty.
    """

    exact: bool
    why_not: str | None = None
    best: position.Action | None = None
    value: float | None = None
    perfect: float | None = None
    values: dict[position.Action, float] | None = None
    worlds: int = 0
    steps: int = 0


class Solver:
    """Finds best joint policies; caches the value of every belief."""

    def __init__(self, r: Rules, limit: int) -> None:
        self.r = r
        self.limit = limit
        self.steps = 0
        self.open_cards = OpenCards(r)
        self._values: dict[tuple[position.Scene, frozenset[position.World]], int] = {}

    def value(self, scene: position.Scene, worlds: Sequence[position.World]) -> int:
        """The best sum over these worlds."""
        key = (scene, frozenset(worlds))
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self.choose(scene, worlds)[0]
        return value

    def choose(
        self,
        scene: position.Scene,
        worlds: Sequence[position.World],
        forced: tuple[position.World, position.Action] | None = None,
    ) -> tuple[int, dict[position.World, position.Action]]:
        """The best sum, and the policy: one action per view. `forced` is a view and the action that it must take."""
        groups: dict[position.World, list[position.World]] = defaultdict(list)
        for world in worlds:
            groups[hands_seen_by(scene.player, world)].append(world)
        views = [
            Seen(self, scene, view, group, forced[1] if forced is not None and forced[0] == view else None)
            for view, group in groups.items()
        ]
        if len(views) == 1 or scene.turns_left == 1:
            # Nobody acts after the very last move, so each view stands alone.
            return sum(seen.alone[0] for seen in views), {seen.view: seen.alone[1] for seen in views}
        views.sort(key=lambda seen: (-seen.alone[0], seen.view))
        assignment = Assignment(self, scene, views)
        assignment.improve()
        return assignment.best, assignment.policy

    def after(self, scene: position.Scene, worlds: Sequence[position.World], action: position.Action) -> int:
        """The best sum after the mover does this in all these worlds."""
        total = 0
        apart: dict[tuple[int, position.Scene], list[position.World]] = defaultdict(list)
        self._count(len(worlds))
        for world in worlds:
            shown, then, left = position.take_turn(self.r, scene, world, action)
            if isinstance(then, position.Ending):
                total += then.score * SCALE + then.perfect
            else:
                apart[shown, then].append(left)
        for (_, then), left_worlds in apart.items():
            total += self._settled(then, left_worlds)
        return total

    def at_most(self, scene: position.Scene, worlds: Sequence[position.World], action: position.Action) -> int:
        """The sum for a team that sees all cards after this action."""
        total = 0
        self._count(len(worlds))
        for world in worlds:
            _, then, left = position.take_turn(self.r, scene, world, action)
            if isinstance(then, position.Ending):
                total += then.score * SCALE + then.perfect
            else:
                points, perfect = self.open_cards.max_points(then, left)
                total += points * SCALE + perfect
        return total

    def _settled(self, scene: position.Scene, worlds: Sequence[position.World]) -> int:
        """The best sum, without a search if nothing more can be won."""
        if all(self.is_settled(scene, world) for world in worlds):
            return (sum(scene.fireworks) - self.r.score_offset) * SCALE * len(worlds)
        return self.value(scene, worlds)

    def is_settled(self, scene: position.Scene, world: position.World) -> bool:
        """Whether even open cards could not bring another point."""
        now = sum(scene.fireworks) - self.r.score_offset
        return not self.r.perfect_only and self.open_cards.max_points(scene, world)[0] == now

    def _count(self, steps: int) -> None:
        self.steps += steps
        if self.steps > self.limit:
            raise GaveUp

    def worth_trying(self, scene: position.Scene, actions: list[position.Action]) -> list[position.Action]:
        """The actions to try: in the very last turn, all actions but plays are equal."""
        if scene.turns_left != 1:
            return actions
        r = self.r
        plays = [action for action in actions if is_plain_play(r, action)]
        others = [action for action in actions if not is_plain_play(r, action)]
        return plays + others[:1]


class Seen:
    """A view of the mover with its worlds, and the value of each action there, computed only as far as needed."""

    def __init__(
        self,
        solver: Solver,
        scene: position.Scene,
        view: position.World,
        worlds: list[position.World],
        forced: position.Action | None,
    ) -> None:
        self.solver, self.scene, self.view, self.worlds = solver, scene, view, worlds
        actions = (
            solver.worth_trying(scene, position.legal_actions(solver.r, scene, worlds[0]))
            if forced is None
            else [forced]
        )
        bounds: dict[position.Action, int] = {}
        for action in actions:
            alike = self._alike(action)
            if alike not in bounds:
                bounds[alike] = solver.at_most(scene, worlds, action)
        self.actions = sorted((-bounds[self._alike(action)], action) for action in actions)
        self._exact: dict[position.Action, int] = {}

    def _alike(self, action: position.Action) -> position.Action:
        """A label for actions of equal value with open cards: clues, and any pass in the mover's last turn."""
        r, turns = self.solver.r, self.scene.turns_left
        if is_clue(r, action):
            return -1
        return -1 if is_discard(r, action) and 0 < turns <= r.players and not r.perfect_only else action

    def exact(self, action: position.Action) -> int:
        """The value of the action if everybody knew that the mover has this view."""
        if action not in self._exact:
            self._exact[action] = self.solver.after(self.scene, self.worlds, action)
        return self._exact[action]

    @cached_property
    def alone(self) -> tuple[int, position.Action]:
        best, chosen = -1 << 62, -1
        for bound, action in self.actions:
            if -bound <= best:
                break
            if (value := self.exact(action)) > best:
                best, chosen = value, action
        return best, chosen


class Assignment:
    """An action for every view. Views that take the same action stay together in the next belief.

    Knowledge never hurts, so together they are worth at most the sum of their values apart.
    """

    def __init__(self, solver: Solver, scene: position.Scene, views: list[Seen]) -> None:
        self.solver, self.scene, self.views = solver, scene, views
        self.rest = [0] * (len(views) + 1)  # the sum of the values apart, from this view on
        for at in range(len(views) - 1, -1, -1):
            self.rest[at] = self.rest[at + 1] + views[at].alone[0]
        self.policy = {seen.view: seen.alone[1] for seen in views}
        self.best = sum(
            solver.after(scene, [world for seen in views if seen.alone[1] == action for world in seen.worlds], action)
            for action in sorted(set(self.policy.values()))
        )
        self._chosen: dict[position.World, position.Action] = {}
        self._taken: dict[position.Action, tuple[list[position.World], int]] = {}

    def improve(self) -> None:
        """If not every view can have the action that it would choose alone, try all assignments that may be better."""
        if self.best < self.rest[0]:
            self._assign(0, 0)

    def _assign(self, at: int, total: int) -> None:
        if at == len(self.views):
            self.best, self.policy = total, dict(self._chosen)
            return
        seen, rest = self.views[at], self.rest[at + 1]
        for gain, action, together, joint in self._options(seen, self.best - total - rest):
            if self.best == self.rest[0] or total + gain + rest <= self.best:
                break
            before = self._taken.get(action)
            self._taken[action] = together, joint
            self._chosen[seen.view] = action
            self._assign(at + 1, total + gain)
            if before is None:
                del self._taken[action]
            else:
                self._taken[action] = before

    def _options(self, seen: Seen, room: int) -> Iterator[tuple[int, position.Action, list[position.World], int]]:
        """Gain, action, its worlds and their value, for gains above `room`, the best gain first.

        Nothing gains more than the view alone, so an option that gains as much comes at once, before the others are
        computed. Actions that other views take already come first, to keep the others free.
        """
        lesser = []
        for bound, action in sorted(seen.actions, key=lambda option: (option[1] not in self._taken, option)):
            if -bound <= room or seen.exact(action) <= room:
                continue
            before, worth = self._taken.get(action, ([], 0))
            together = [*before, *seen.worlds]
            joint = self.solver.after(self.scene, together, action) if before else seen.exact(action)
            option = joint - worth, action, together, joint
            if option[0] == seen.alone[0]:
                yield option
            else:
                lesser.append(option)
        yield from sorted(lesser, key=lambda option: (-option[0], option[1]))


def hands_seen_by(seat: int, world: position.World) -> position.World:
    """The part of a world that a seat sees: the other hands."""
    return (*world[:seat], *world[seat + 1 : -1])


def seen_masks(s: State, seat: int) -> list[int]:
    return [1 << s.faces[card] for card in s.hands[seat][: s.hand_sizes[seat]]]


def solve_endgame(
    r: Rules,
    s: State,
    masks: position.Masks | None = None,
    limits: SolverLimits | None = None,
    *,
    every_move: bool = True,
) -> Solution:
    """Solve an endgame for the player to act, without reading the mover's own cards and the deck in `s`.

    `masks` is the common knowledge of every card, by default from the clues alone; conventions may know more. Without
    `every_move` only the best move is valued, which is several times faster, and `values` has no others.
    """
    limits = limits or SolverLimits()
    if any(r.wins_tile):
        return Solution(False, "reward tiles")
    if s.outcome != 0:
        return Solution(False, "the game is over")
    scene = position.scene_of(r, s)
    masks = [s.possible[seat][: s.hand_sizes[seat]] for seat in range(r.players)] if masks is None else masks
    if scene.turns_left == 1:
        # Nobody acts after the mover, so the beliefs of the others do not matter: solve this view alone.
        masks = [masks[seat] if seat == s.player else seen_masks(s, seat) for seat in range(r.players)]
    try:
        worlds = position.all_worlds(r, scene, masks, limits.worlds)
    except position.TooMany:
        return Solution(False, "too many worlds", worlds=limits.worlds)
    me = scene.player
    view: position.World = tuple(
        tuple(s.faces[card] for card in s.hands[seat][: s.hand_sizes[seat]]) for seat in range(r.players) if seat != me
    )
    own_worlds = [world for world in worlds if hands_seen_by(me, world) == view]
    if not own_worlds:
        return Solution(False, "the masks rule out what the mover sees", worlds=len(worlds))
    solver = Solver(r, limits.steps)
    try:
        return _solved(solver, scene, worlds, view, own_worlds, every_move=every_move)
    except GaveUp:
        return Solution(False, "too many steps", worlds=len(worlds), steps=solver.steps)


def _solved(
    solver: Solver,
    scene: position.Scene,
    worlds: list[position.World],
    view: position.World,
    own_worlds: list[position.World],
    *,
    every_move: bool,
) -> Solution:
    r = solver.r
    best, policy = solver.choose(scene, worlds)
    values = {policy[view]: best}
    if every_move:
        for action in position.legal_actions(r, scene, own_worlds[0]):
            if action != policy[view]:
                values[action] = solver.choose(scene, worlds, (view, action))[0]
    ends = _ends(solver, scene, worlds, policy)
    score = sum(ends[world].score for world in own_worlds) / len(own_worlds)
    return Solution(
        exact=True,
        best=policy[view],
        value=score,
        perfect=sum(ends[world].perfect for world in own_worlds) / len(own_worlds),
        values={action: score - (best - value) / SCALE / len(own_worlds) for action, value in values.items()},
        worlds=len(worlds),
        steps=solver.steps,
    )


def _ends(
    solver: Solver,
    scene: position.Scene,
    worlds: Sequence[position.World],
    policy: dict[position.World, position.Action],
) -> dict[position.World, position.Ending]:
    """The ending of every world if all seats follow the best joint policy."""
    ends: dict[position.World, position.Ending] = {}
    apart: dict[tuple[position.Action, int, position.Scene], list[tuple[position.World, position.World]]] = defaultdict(
        list
    )
    for world in worlds:
        action = policy[hands_seen_by(scene.player, world)]
        shown, then, left = position.take_turn(solver.r, scene, world, action)
        if isinstance(then, position.Ending):
            ends[world] = then
        else:
            apart[action, shown, then].append((world, left))
    for (_, _, then), pairs in apart.items():
        later = [left for _, left in pairs]
        below = _ends(solver, then, later, solver.choose(then, later)[1])
        ends |= {world: below[left] for world, left in pairs}
    return ends
