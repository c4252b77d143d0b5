"""All worlds that fit what is common knowledge: the cards not yet shown, dealt to all hands and the deck in every way.

Every card has its place in each world, so all worlds are equally likely.
"""

from collections.abc import Iterator, Sequence

from hanabi.kernels.cards import kind_count, suit_of
from hanabi.kernels.layout import Rules
from hanabi.solvers.endgame.position import Scene, World

Masks = Sequence[Sequence[int]]  # what each card of each hand may be, seat by seat, as sets of kinds


class TooMany(Exception):
    """More worlds than were asked for."""


def hidden_copies(r: Rules, scene: Scene) -> list[int]:
    """Copies of each kind that lie neither on the fireworks nor on the discard pile."""
    return [
        r.copies[kind] - scene.lost[kind] - (scene.fireworks[suit_of(kind)] > r.step[kind])
        for kind in range(kind_count(r))
    ]


def all_worlds(r: Rules, scene: Scene, masks: Masks, most: int) -> list[World]:
    """Every world; TooMany when there are more than `most`."""
    left = hidden_copies(r, scene)
    places = [(seat, slot) for seat in range(r.players) for slot in range(scene.held[seat])]
    places.sort(key=lambda place: sum(left[kind] for kind in range(len(left)) if masks[place[0]][place[1]] >> kind & 1))
    order = [(seat, slot, masks[seat][slot]) for seat, slot in places]
    order += [(-1, place, r.all_kinds) for place in range(scene.deck)]
    found: list[World] = []
    for faces in _filled(order, left, 0, {}):
        if len(found) == most:
            raise TooMany
        hands = [tuple(faces[seat, slot] for slot in range(scene.held[seat])) for seat in range(r.players)]
        found.append((*hands, tuple(faces[-1, place] for place in range(scene.deck))))
    return found


def _filled(
    order: list[tuple[int, int, int]], left: list[int], at: int, faces: dict[tuple[int, int], int]
) -> Iterator[dict[tuple[int, int], int]]:
    """Every way to fill the places from `at` on with the copies left; `faces` is filled anew each time."""
    if at == len(order):
        yield faces
        return
    seat, slot, mask = order[at]
    for kind, copies in enumerate(left):
        if copies > 0 and mask >> kind & 1:
            left[kind] -= 1
            faces[seat, slot] = kind
            yield from _filled(order, left, at + 1, faces)
            left[kind] += 1
