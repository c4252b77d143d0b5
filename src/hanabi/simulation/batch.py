"""Thousands of games in step, each moved on by one action per step."""

import secrets
import weakref
from collections.abc import Callable, Sequence
from functools import cache, partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hanabi.bots.bot import BatchSeat
from hanabi.compiled import batch_loops as loops
from hanabi.compiled.dtypes import RULES, STATE, pack, unpack
from hanabi.compiled.seeded_deals import CHANCE_STARTS, RANDOM_STATE, shuffle_rest
from hanabi.kernels import State, blank, deal, duplicate, layout, visibility
from hanabi.kernels.action_ids import GROUPS
from hanabi.rules import TILES, Card, IllegalAction, RuleSet, View, action_of_id, check, check_setup, legal_ids
from hanabi.rules.rule_tables import cards_by_kind, kernel_rules, kind_of_card
from hanabi.simulation import arrays
from hanabi.simulation.observation import STANDARD, observation_layout


class NotDealt(RuntimeError):
    """The games of a batch have not been dealt yet: call `reset` first."""


class IllegalActionInGame(ValueError):
    """One of the actions of a step is against the rules; none of them was carried out."""

    def __init__(self, game: int, number: int, reason: str, sentence: str) -> None:
        self.game = game
        self.number = number
        self.reason = reason
        self.sentence = sentence
        super().__init__(f"game {game}: {sentence} No game was changed.")


def illegal_action(rules: RuleSet, players: int, state: State, game: int, number: int) -> IllegalActionInGame:
    """The error for an action id that is illegal in this state, with its reason."""
    r = kernel_rules(rules, players)
    if state.outcome != layout.RUNNING:
        return IllegalActionInGame(game, number, "game_over", "it is over and takes no action (only -1).")
    legal = ", ".join(map(str, legal_ids(r, state)))
    if not 0 <= number < r.actions:
        sentence = f"there is no action {number}; the numbers here are 0 to {r.actions - 1}, legal now: {legal}."
        return IllegalActionInGame(game, number, "no_such_action", sentence)
    try:
        action = action_of_id(rules, r, state, number)
        check(rules, r, state, action)
        reason, why = "illegal", "it is not among the legal actions."
    except IllegalAction as refused:
        reason, why = refused.reason, str(refused)
    return IllegalActionInGame(game, number, reason, f"action {number}, {action!r}: {why} Legal now: {legal}.")


Observe = Literal["player", "all"] | int | None
Seeds = int | Sequence[int]
_OBSERVE = {None: loops.OBSERVE_NOBODY, "player": loops.OBSERVE_PLAYER, "all": loops.OBSERVE_ALL}
_SAVED = ("_states", "_random_states", "rewards", "ends", "scores")


class Batch:
    """Many games of one RuleSet; one `step` moves them all on.

    After `reset` and after each `step` these arrays hold, for every game (first index):
    `rewards` (float32) what the action brought, `ends` (uint8) 0 or how the game ended (1 won, 2 finished, 3 lost),
    `legal` (uint8) a 1 for every legal action id, `seats` (int8) the seat to act, `scores` (int32) the points on the
    table or the final score, and on request `observations` (uint8) of the seat to act (`observe="player"`), of every
    seat (`"all"`) or always of the same one (its number). Every step writes into the same arrays; `write_into` replaces
    them with yours.

    A game that ends is dealt again within the same step, unless `redeal=False`: then it stays over, and its action
    must be -1. The n-th deal of a game depends only on the seed, the index of the game and n. With a list of seeds, one
    per game, every game is dealt like game 0 of its own seed.
    """

    rewards: NDArray[np.float32]
    ends: NDArray[np.uint8]
    legal: NDArray[np.uint8]
    seats: NDArray[np.int8]
    scores: NDArray[np.int32]
    observations: NDArray[np.uint8]
    final_observations: NDArray[np.uint8]

    def __init__(
        self,
        rules: RuleSet,
        players: int,
        *,
        games: int,
        seed: Seeds | None = None,
        threads: int = 1,
        observe: Observe = None,
        first: int | Literal["random"] = 0,
        redeal: bool = True,
        keep_final: bool = False,
    ) -> None:
        if not isinstance(rules, RuleSet):
            raise TypeError(f"rules must be a RuleSet, such as RuleSet.of(edition='pl'), not {rules!r}")
        _check_int("games", games, 1, 2**31)
        _check_int("threads", threads, 1, 1024)
        if observe not in _OBSERVE and observe not in range(players):
            raise ValueError(f"observe is 'player', 'all', None or a seat, not {observe!r}")
        self.rules, self.players, self.games, self.threads = rules, players, games, threads
        self.observe, self.redeal, self.keep_final = observe, redeal, keep_final
        self.rule_tables = kernel_rules(rules, players)
        if first != "random" and first not in range(players):
            raise ValueError(f"first is 'random' or a seat from 0 to {players - 1}, not {first!r}")
        self.first: int | Literal["random"] = first
        self.layout = observation_layout(rules, players)
        self.seed = _checked_seed(seed, games)
        self.dealt = False
        self._shapes = arrays.shapes_for(self.rule_tables, games, observe, self.layout.size, keep_final=keep_final)
        self._loops = fixed_loops_of(players) if rules == STANDARD else loops
        self._pool = ThreadPool(threads)
        self._allocate()

    def _allocate(self) -> None:
        self._rules = pack(self.rule_tables, RULES)
        self._blank = pack(unshuffled(self.rules, self.players), STATE)
        self._states, self._random_states = np.zeros(self.games, STATE), np.zeros(self.games, RANDOM_STATE)
        self._words = np.zeros((GROUPS, self.games), np.int64)
        self._actions = np.zeros(self.games, np.int64)
        self._record = np.zeros(1, loops.BATCH_RECORD)
        self._record_bytes = self._record.view(np.uint8)
        record = self._record
        record["games"], record["redeal"] = self.games, self.redeal
        record["first"] = CHANCE_STARTS if self.first == "random" else self.first
        seat = self.observe if isinstance(self.observe, int) else None
        record["observe"] = _OBSERVE[self.observe] if seat is None else loops.OBSERVE_SEAT + seat  # type: ignore[index]
        record["size"] = self.layout.size
        record["keep_final"] = "final_observations" in self._shapes
        for name, array in (
            ("rules", self._rules),
            ("blank", self._blank),
            ("states", self._states),
            ("random_states", self._random_states),
            ("words", self._words),
        ):
            record[name] = array.ctypes.data
        self.write_into(**{name: arrays.zeros(name, self._shapes) for name in self._shapes})

    @property
    def actions(self) -> int:
        """The number of action ids."""
        return self.rule_tables.actions

    @property
    def memory_per_game(self) -> int:
        """Bytes per game, without observations."""
        own = (self._states, self._random_states, self._words, self._actions)
        outputs = (self.rewards, self.ends, self.legal, self.seats, self.scores)
        return sum(array.nbytes for array in (*own, *outputs)) // self.games

    def write_into(self, **targets: NDArray[Any]) -> None:
        """Write into these arrays from the next step on, for instance `write_into(observations=tensor.numpy())`."""
        for name, array in targets.items():
            arrays.checked_array(name, array, self._shapes)
        for name, array in targets.items():
            setattr(self, name, array)
            self._record[name] = array.ctypes.data

    def reset(self, seed: Seeds | None = None) -> None:
        """Deal every game again, from the first deal of the seed on; `seed` changes the seed."""
        if seed is not None:
            self.seed = _checked_seed(seed, self.games)
        shared = isinstance(self.seed, int)
        seeds = np.full(self.games, self.seed, np.uint64) if shared else np.array(self.seed, np.uint64)
        loops.set_game_keys(self._random_states, seeds, np.arange(self.games) * shared)
        self.dealt = True
        self.deal_next()

    def deal_next(self, which: NDArray[np.bool_] | None = None) -> None:
        """Give every game, or those where `which` is true, its next deal, whether it is over or not."""
        if not self.dealt:
            raise NotDealt("deal the games with reset() first")
        self._actions[:] = loops.DEAL if which is None else np.where(which, loops.DEAL, loops.LEAVE)
        self._advance(self._actions)

    def step(self, actions: Any) -> None:
        """Carry out one action per game. An illegal one raises IllegalActionInGame, and no game changes."""
        if not self.dealt:
            raise NotDealt("deal the games with reset() before the first step")
        own = actions is self._actions
        numbers = self._actions if own else arrays.checked_actions(actions, self.games, self._actions)
        refused = self._advance(numbers, check=True)
        if refused != loops.ALL_LEGAL:
            raise illegal_action(self.rules, self.players, self.state(refused), refused, int(numbers[refused]))

    def let_bots_act(self, bots: Sequence[BatchSeat]) -> None:
        """Let the bots in their seats act until every game is over or waits for another seat.

        To be called after each `reset`, `deal_next` and `step`. `rewards` then has the sum since the step.
        """
        done, chosen, rewards = self._done, np.empty(self.games, np.int64), self.rewards
        while bots:
            chosen.fill(loops.LEAVE)
            for bot in bots:
                self._pool.run(partial(bot.follow, self._states, done, chosen), self.games)
            moved = chosen >= 0
            if not moved.any():
                return
            before = rewards[moved]
            self._advance(chosen)
            rewards[moved] += before
            done, chosen = chosen, np.empty(self.games, np.int64)

    def random_actions(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for every game, all equally likely, written into `out` or a buffer of the batch.

        The choice depends only on the deal and the number of actions since, so it is the same on any number of threads.
        """
        if not self.dealt:
            raise NotDealt("deal the games with reset() before choosing actions")
        chosen = self._actions if out is None else arrays.checked_array("out", out, {"out": ((self.games,), np.int64)})
        record = self._record_bytes
        if self.threads == 1:
            loops.choose_at_random(record, chosen, 0, self.games)
        else:
            self._pool.run(lambda start, stop: loops.choose_at_random(record, chosen, start, stop), self.games)
        return chosen

    def deal(self, game: int, deck: Sequence[Card | str], tiles: Sequence[str] = (), first: int = 0) -> None:
        """Start one game from this deck, top card first; its later deals come from the seed."""
        self._check_game(game)
        cards = tuple(Card.of(card) if isinstance(card, str) else card for card in deck)
        check_setup(self.rules, self.players, cards, tuple(tiles), first)
        state: State = blank(State)
        state.faces[: len(cards)] = [kind_of_card(self.rules, card) for card in cards]
        state.tiles[: len(tiles)] = [TILES.index(tile) for tile in tiles]
        deal.deal(self.rule_tables, state, first)
        self._states[game : game + 1] = pack(state, STATE)
        self._random_states["settled"][game] = self.rule_tables.cards
        self._random_states["actions"][game] = 0
        self._show(game)

    def deck(self, game: int) -> tuple[Card, ...]:
        """The whole deck of the current deal in order, hidden cards included."""
        return tuple(cards_by_kind(self.rules)[kind] for kind in self.state(game).faces[: self.rule_tables.cards])

    def state(self, game: int) -> State:
        """A copy of the full state of one game, hidden cards included."""
        self._check_game(game)
        one, random_state = self._states[game : game + 1].copy(), self._random_states[game]
        shuffle_rest(self._rules.view(np.uint8), one.view(np.uint8), random_state["key"], int(random_state["settled"]))
        state: State = unpack(one, blank(State))
        return state

    def copy_game(self, source: int, target: int) -> None:
        """Copy one game over another, future cards included. The target keeps its own later deals."""
        self._check_game(source)
        self._check_game(target)
        self._states[target] = self._states[source]
        for name in ("key", "settled", "actions"):
            self._random_states[name][target] = self._random_states[name][source]
        self._show(target)

    def clone(self) -> "Batch":
        """An independent batch in the same state, with the same future cards."""
        return Batch.restore(self.save(), threads=self.threads)

    def save(self) -> bytes:
        """The whole batch as bytes, for `restore`."""
        if not self.dealt:
            raise NotDealt("deal the games with reset() before saving them")
        settings = {"rules": self.rules.to_dict(), "players": self.players, **self._options()}
        return arrays.pack_batch(settings, [getattr(self, name) for name in _SAVED])

    def _options(self) -> dict[str, Any]:
        names = ("games", "seed", "observe", "first", "redeal", "keep_final")
        return {name: getattr(self, name) for name in names}

    @classmethod
    def restore(cls, saved: bytes, *, threads: int = 1) -> "Batch":
        """The batch that `save` wrote."""
        settings, blocks = arrays.unpack_batch(saved, len(_SAVED))
        rules = RuleSet.from_dict(settings.pop("rules"))
        batch = cls(rules, settings.pop("players"), threads=threads, **settings)
        arrays.fill_arrays(blocks, [batch._states, batch._random_states])
        batch._actions.fill(loops.SHOW)
        batch._advance(batch._actions)
        arrays.fill_arrays(blocks, [getattr(batch, name) for name in _SAVED])
        batch.dealt = True
        return batch

    def __reduce__(self) -> tuple[Any, ...]:
        if self.dealt:
            return Batch.restore, (self.save(),)
        return partial(Batch, **self._options()), (self.rules, self.players)

    def _check_game(self, game: int) -> None:
        if not self.dealt:
            raise NotDealt("deal the games with reset() first")
        if not 0 <= game < self.games:
            raise IndexError(f"there is no game {game}: they are numbered 0 to {self.games - 1}")

    def _show(self, game: int) -> None:
        """Write the arrays of one game from its current state."""
        self._actions.fill(loops.LEAVE)
        self._actions[game] = loops.SHOW
        self._advance(self._actions)

    def _advance(self, numbers: NDArray[np.int64], *, check: bool = False) -> int:
        """Apply one action id to every game. `check`: return the first game whose id is illegal, changing none."""
        record, self._done = self._record_bytes, numbers
        advance_games = self._loops.advance_games
        if self.threads == 1:
            return int(advance_games(record, numbers, 0, self.games, int(check)))
        if check and (refused := loops.first_illegal(record, numbers)) != loops.ALL_LEGAL:
            return int(refused)
        self._pool.run(lambda start, stop: advance_games(record, numbers, start, stop, 0), self.games)
        return loops.ALL_LEGAL

    @property
    def running(self) -> NDArray[np.bool_]:
        """Which games are not over: all of them if finished games are dealt again."""
        return np.asarray(self._states["outcome"] == layout.RUNNING)

    def __repr__(self) -> str:
        return f"<Batch of {self.games} games, {self.players} players, seed {self.seed}>"


@cache
def fixed_loops_of(players: int) -> loops.FixedLoops:
    """Loops for the standard rules, which are faster than those for any rules."""
    return loops.fixed_loops(pack(kernel_rules(STANDARD, players), RULES))


def unshuffled(rules: RuleSet, players: int) -> State:
    """A game dealt from an unshuffled deck. The compiled loops copy it and swap faces at random."""
    state: State = blank(State)
    state.faces[: len(rules.cards)] = [kind_of_card(rules, card) for card in rules.cards]
    state.tiles = list(range(len(TILES)))
    deal.deal(kernel_rules(rules, players), state, 0)
    return state


Task = Callable[[int, int], Any]
_Job = tuple[Task, int, int] | None


def _run_jobs(tasks: "SimpleQueue[_Job]", reports: "SimpleQueue[BaseException | None]") -> None:
    while (job := tasks.get()) is not None:
        task, start, stop = job
        try:
            task(start, stop)
        except BaseException as error:
            reports.put(error)
        else:
            reports.put(None)
        del task, job


def _stop_workers(tasks: "SimpleQueue[_Job]", workers: int) -> None:
    for _ in range(workers):
        tasks.put(None)


class ThreadPool:
    """Splits a range among threads, the calling one included. (Compiled loops release the GIL.)"""

    def __init__(self, threads: int) -> None:
        self._tasks: SimpleQueue[_Job] = SimpleQueue()
        self._reports: SimpleQueue[BaseException | None] = SimpleQueue()
        self._threads = threads
        for number in range(1, threads):
            Thread(target=_run_jobs, args=(self._tasks, self._reports), name=f"hanabi-{number}", daemon=True).start()
        weakref.finalize(self, _stop_workers, self._tasks, threads - 1)

    def run(self, task: Task, total: int) -> None:
        parts = min(self._threads, total)
        bounds = [total * part // parts for part in range(parts + 1)]
        for part in range(1, parts):
            self._tasks.put((task, bounds[part], bounds[part + 1]))
        try:
            task(bounds[0], bounds[1])
        finally:
            errors = [error for _ in range(1, parts) if (error := self._reports.get()) is not None]
        if errors:
            raise errors[0]


def _checked_seed(seed: Seeds | None, games: int) -> Seeds:
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, Sequence) and not isinstance(seed, str):
        if len(seed) != games:
            raise ValueError(f"a list of seeds has one for each of the {games} games, not {len(seed)}")
        for one in seed:
            _check_int("seed", one, 0, 2**64 - 1)
        return [int(one) for one in seed]
    _check_int("seed", seed, 0, 2**64 - 1)
    return int(seed)


def _check_int(name: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise ValueError(f"{name} is a whole number from {low} to {high}, not {value!r}")


def view_of(batch: Batch, game: int, seat: int | None) -> View:
    """The View of a seat, or of a spectator (None). It has no history, because a batch keeps none."""
    erased = duplicate(batch.state(game))
    visibility.hide(batch.rule_tables, erased, layout.SPECTATOR if seat is None else seat)
    names = tuple(f"player_{place}" for place in range(batch.players))
    return View(batch.rules, names, seat, erased, [])
