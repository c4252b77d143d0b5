"""Positions of an endgame: common knowledge (a Scene) and complete guesses at the hidden cards (Worlds).

A Scene has the fireworks, tokens, strikes, turns left, the player to act and the numbers of cards. A World is all hands
and the deck. `take_turn` is the referee's turn on the two; tests check that it agrees with the referee.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hanabi.kernels import Rules, State, action_ids
from hanabi.kernels.cards import kind_count, suit_of
from hanabi.kernels.layout import NO_SUIT
from hanabi.kernels.seats import seat_at

World = tuple[tuple[int, ...], ...]  # the hands seat by seat, oldest card first, then the deck, next card first
Action = int
Masks = Sequence[Sequence[int]]  # the possible kinds of each card of each hand, seat by seat, as bit masks


class Scene(NamedTuple):
    player: int
    clue_tokens: int
    strikes: int
    turns_left: int  # -1 before the last round
    deck: int
    hand_sizes: tuple[int, ...]
    fireworks: tuple[int, ...]
    lost: tuple[int, ...]  # copies of each kind on the discard pile


class Ending(NamedTuple):
    score: int
    perfect: bool = False
    lost: bool = False


def scene_of(r: Rules, s: State) -> Scene:
    return Scene(
        s.player, s.clue_tokens, s.strikes, s.turns_left, r.cards - s.next_card, tuple(s.hand_sizes[: r.players]),
        tuple(s.fireworks[: r.suits]), tuple(s.lost[: kind_count(r)]),
    )  # fmt: skip


def legal_actions(r: Rules, scene: Scene, world: World) -> list[Action]:
    """Action ids of the player to act. Reads only the part of the world that this player sees."""
    me = scene.player
    cards = range(scene.hand_sizes[me])
    actions = [action_ids.play_id(r, slot) for slot in cards]
    if scene.clue_tokens < r.clue_tokens:
        actions += [action_ids.discard_id(r, slot) for slot in cards]
    if action_ids.has_announcements(r):
        actions += [action_ids.announced_play_id(r, slot, suit) for slot in cards for suit in range(r.suits)]
    if scene.clue_tokens > 0:
        for offset in range(1, r.players):
            touching = -1
            if not r.empty_clues:
                touching = 0
                for kind in world[seat_at(r, me, offset)]:
                    touching |= r.clues_of[kind]
            actions += [
                action_ids.clue_id(r, offset, clue) for clue in range(action_ids.clue_count(r)) if touching >> clue & 1
            ]
    return actions


def take_turn(r: Rules, scene: Scene, world: World, action: Action) -> tuple[int, Scene | Ending, World]:
    """What everybody sees (the kind shown or slots touched), the scene or ending after it, and the world after it."""
    if action_ids.is_clue(r, action):
        return _clue(r, scene, world, action)
    me = scene.player
    slot, announced = action_ids.card_use_of(r, action)
    discards = action_ids.is_discard(r, action)
    kind = world[me][slot]
    suit = suit_of(kind)
    tokens, strikes, fireworks, lost = scene.clue_tokens, scene.strikes, scene.fireworks, scene.lost
    if not discards and fireworks[suit] == r.step[kind] and announced in (NO_SUIT, suit):
        fireworks = (*fireworks[:suit], fireworks[suit] + 1, *fireworks[suit + 1 :])
        tokens += (announced != NO_SUIT) + (fireworks[suit] == r.ranks)
        if all(height == r.ranks for height in fireworks):
            return kind, Ending(r.suits * r.ranks - r.score_offset, perfect=True), world
    else:
        lost = (*lost[:kind], lost[kind] + 1, *lost[kind + 1 :])
        if not discards:
            strikes += 1
        if strikes == r.strikes:
            return kind, Ending(0, lost=True), world
        if r.perfect_only and lost[kind] == r.copies[kind] and fireworks[suit] <= r.step[kind]:
            return kind, Ending(0, lost=True), world
        tokens += discards
    hand, deck = world[me][:slot] + world[me][slot + 1 :], world[-1]
    size, turns_left = scene.hand_sizes[me] - 1, scene.turns_left
    if deck:
        hand, deck, size = (*hand, deck[0]), deck[1:], size + 1
        if not deck and r.last_round > 0 and turns_left < 0:
            turns_left = r.last_round + 1
    after = scene._replace(
        clue_tokens=min(tokens, r.clue_tokens), strikes=strikes, fireworks=fireworks, lost=lost, deck=len(deck),
        turns_left=turns_left, hand_sizes=(*scene.hand_sizes[:me], size, *scene.hand_sizes[me + 1 :]),
    )  # fmt: skip
    world = (*world[:me], hand, *world[me + 1 : -1], deck)
    return kind, _pass_on(r, after, world), world


def _clue(r: Rules, scene: Scene, world: World, action: Action) -> tuple[int, Scene | Ending, World]:
    offset, clue = action_ids.clue_of(r, action)
    touched = 0
    for slot, kind in enumerate(world[seat_at(r, scene.player, offset)]):
        touched |= (r.touch[clue] >> kind & 1) << slot
    return touched, _pass_on(r, scene._replace(clue_tokens=scene.clue_tokens - 1), world), world


def _pass_on(r: Rules, scene: Scene, world: World) -> Scene | Ending:
    if scene.turns_left > 0:
        scene = scene._replace(turns_left=scene.turns_left - 1)
        if scene.turns_left == 0:
            return Ending(sum(scene.fireworks) - r.score_offset)
    scene = scene._replace(player=(scene.player + 1) % r.players)
    if scene.hand_sizes[scene.player] == 0 and not legal_actions(r, scene, world):
        return Ending(0, lost=True)
    return scene


class TooMany(Exception):
    """There are more worlds than the limit."""


def hidden_copies(r: Rules, scene: Scene) -> list[int]:
    """Copies of each kind that are neither on a firework nor in the discard pile."""
    return [
        r.copies[kind] - scene.lost[kind] - (scene.fireworks[suit_of(kind)] > r.step[kind])
        for kind in range(kind_count(r))
    ]


def all_worlds(r: Rules, scene: Scene, masks: Masks, limit: int) -> list[World]:
    """All worlds that fit the masks, which are equally likely; TooMany if there are more than `limit`."""
    left = hidden_copies(r, scene)
    places = [(seat, slot) for seat in range(r.players) for slot in range(scene.hand_sizes[seat])]
    places.sort(key=lambda place: sum(left[kind] for kind in range(len(left)) if masks[place[0]][place[1]] >> kind & 1))
    order = [(seat, slot, masks[seat][slot]) for seat, slot in places]
    order += [(-1, place, r.all_kinds) for place in range(scene.deck)]
    worlds: list[World] = []
    for faces in _fillings(order, left, 0, {}):
        if len(worlds) == limit:
            raise TooMany
        hands = [tuple(faces[seat, slot] for slot in range(scene.hand_sizes[seat])) for seat in range(r.players)]
        worlds.append((*hands, tuple(faces[-1, place] for place in range(scene.deck))))
    return worlds


def _fillings(
    order: list[tuple[int, int, int]], left: list[int], at: int, faces: dict[tuple[int, int], int]
) -> Iterator[dict[tuple[int, int], int]]:
    """Every way to fill the places from `at` on with the copies left. Always yields the same `faces`, changed."""
    if at == len(order):
        yield faces
        return
    seat, slot, mask = order[at]
    for kind, copies in enumerate(left):
        if copies > 0 and mask >> kind & 1:
            left[kind] -= 1
            faces[seat, slot] = kind
            yield from _fillings(order, left, at + 1, faces)
            left[kind] += 1
