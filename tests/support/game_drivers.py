"""Players for tests. They see every card: random play hardly ever finishes a firework, so late rules need their help.

A driver takes the records of a game and a `random.Random`, and returns an action id with the place for a reshuffle.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from hanabi import Game, RuleSet
from hanabi.kernels import Rules, State, knowledge, layout
from hanabi.rules import (
    SWITCHES as RULE_SWITCHES,
    Action,
    Referee,
    Reshuffle,
    action_of_id,
    legal_ids,
    switch_examples,
)

Driver = Callable[[Rules, State, random.Random], tuple[int, int]]
AnyReferee = TypeVar("AnyReferee", bound=Referee)

POLISH = {"multicolor": "wild", "black_powder": True, "flamboyants": True}
# Every switch alone, then combinations that meet in one rule.
SWITCHES: dict[str, dict[str, Any]] = {
    "base": {},
    **{name: switches for name, switches in switch_examples().items() if RuleSet.of(**switches) != RuleSet()},
    "pl in full": POLISH,
    "pl, all or nothing": POLISH | {"all_or_nothing": True, "empty_clues": False},
    # All at once, but games that can be finished late.
    "everything": {name: switch.examples[-1] for name, switch in RULE_SWITCHES.items() if name != "all_or_nothing"}
    | {"strikes": 2},
}


def at_random(r: Rules, s: State, rng: random.Random) -> tuple[int, int]:
    return rng.choice(legal_ids(r, s)), rng.randint(0, r.cards - s.next_card)


def peeking(r: Rules, s: State, rng: random.Random) -> tuple[int, int]:
    """Play what fits, keep what is needed, pass the time with clues; now and then do anything."""
    if rng.random() < 0.02:
        return at_random(r, s, rng)
    legal = legal_ids(r, s)
    above = rng.randint(0, r.cards - s.next_card)
    if s.pending != layout.NO_TILE:
        return _reward(r, s, legal, rng), above
    mine = [s.faces[card] for card in s.hands[s.player][: s.hand_sizes[s.player]]]
    if plays := [slot for slot, kind in enumerate(mine) if knowledge.playable_kinds(r, s) >> kind & 1]:
        slot = min(plays, key=lambda slot: (r.step[mine[slot]], rng.random()))
        return _played(r, slot, mine[slot], rng), above
    clues = [number for number in legal if r.first_color_clue <= number < r.first_announcement]
    if clues and (s.clue_tokens == r.clue_tokens or (s.clue_tokens > 1 and _others_can_play(r, s))):
        return rng.choice(clues), above
    discards = [number for number in legal if number < r.hand_size]
    if discards:
        slot = min(discards, key=lambda slot: (_worth(r, s, mine[slot]), rng.random()))
        if not clues or _worth(r, s, mine[slot]) < 2:
            return slot, above
    return rng.choice(clues or legal), above


def reckless(r: Rules, s: State, rng: random.Random) -> tuple[int, int]:
    """Half at random, half well: games that go wrong late."""
    return peeking(r, s, rng) if rng.random() < 0.8 else at_random(r, s, rng)


DRIVERS: dict[str, Driver] = {"random": at_random, "peeking": peeking, "reckless": reckless}


def _played(r: Rules, slot: int, kind: int, rng: random.Random) -> int:
    """Announced, where that is done, two times of three; sometimes as any suit."""
    if r.first_reshuffle == r.first_announcement or rng.random() < 1 / 3:
        return r.hand_size + slot
    suit = kind // layout.MAX_RANKS if rng.random() < 0.97 else rng.randrange(r.suits)
    return r.first_announcement + slot * r.suits + suit


def _reward(r: Rules, s: State, legal: list[int], rng: random.Random) -> int:
    rescues = [number for number in legal if number >= r.first_rescue]
    if rescues and rng.random() < 0.8:
        return max(rescues, key=lambda number: (r.step[number - r.first_rescue], rng.random()))
    reshuffles = [number for number in legal if r.first_reshuffle <= number < r.first_rescue]
    gone = [number for number in reshuffles if _worth(r, s, number - r.first_reshuffle) == 0]
    return rng.choice(gone or legal)


def _worth(r: Rules, s: State, kind: int) -> int:
    """0 useless, 1 there are others, 2 the last one."""
    if not knowledge.useful_kinds(r, s) >> kind & 1:
        return 0
    return 2 if knowledge.critical_kinds(r, s) >> kind & 1 else 1


def _others_can_play(r: Rules, s: State) -> bool:
    playable = knowledge.playable_kinds(r, s)
    hands = [s.hands[seat][: s.hand_sizes[seat]] for seat in range(r.players) if seat != s.player]
    return any(playable >> s.faces[card] & 1 for hand in hands for card in hand)


def choose(game: Referee, driver: Driver, rng: random.Random) -> Action:
    number, above = driver(game.rule_tables, game.state, rng)
    action = action_of_id(game.rules, game.rule_tables, game.state, number)
    return Reshuffle(action.card_id, at=above) if isinstance(action, Reshuffle) else action


def played(game: AnyReferee, driver: Driver, rng: random.Random, most: int = 10_000) -> Iterator[AnyReferee]:
    """The game before its first action and after each."""
    yield game
    for _ in range(most):
        if game.player is None:
            return
        game.act(choose(game, driver, rng))
        yield game


def a_game(switches: dict[str, Any], players: int, seed: int) -> Game:
    return Game.new(rules=RuleSet.of(**switches), players=players, seed=seed, first=seed % players)
