"""From a seat's View to the hat player's public state, by living through its history again."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabi.bots.hat.games import relive
from hanabi.bots.hat.workspace import HatWorkspace
from hanabi.kernels import action_ids as ids
from hanabi.kernels.layout import HIDDEN, TILES
from hanabi.kernels.seats import offset_of
from hanabi.native.dtypes import STATE, pack
from hanabi.rules.compiled_rules import kind_of
from hanabi.rules.events import CardDiscarded, CardDrawn, CardPlayed, CardRescued, CardReshuffled, ClueGiven, Event
from hanabi.rules.views import View

SCRATCH = 3


def remember(workspace: HatWorkspace, view: View, eyes: int) -> None:
    """Fill `workspace.states[0]` with the view and `workspace.publics[0]` with what everybody knows."""
    actions, first = recollect(workspace, view)
    live_through(workspace, actions, first, eyes)
    workspace.states[0:1] = pack(view.erased, STATE)


def live_through(workspace: HatWorkspace, actions: NDArray[np.int64], first: int, eyes: int) -> None:
    """Replay these actions into `workspace.publics[0]` and `workspace.states[SCRATCH]`."""
    relive(
        workspace.rules,
        workspace.hat_tables,
        workspace.states[SCRATCH],
        workspace.publics[0],
        workspace.faces,
        workspace.tiles,
        actions,
        first,
        eyes,
    )


def recollect(workspace: HatWorkspace, view: View) -> tuple[NDArray[np.int64], int]:
    """All actions so far and who began; fills `workspace.faces` and `workspace.tiles` as far as the view knows them."""
    r, s = workspace.compiled_rules, view.erased
    serials = [list(range(seat * r.hand_size, (seat + 1) * r.hand_size)) for seat in range(r.players)]
    drawn = r.players * r.hand_size
    faces = workspace.faces
    faces.fill(0)
    actions: list[int] = []
    first = s.player
    for happened in view.history:
        deed = happened[0]
        actor = _actor(deed)
        first = actor if not actions else first
        actions.append(_number(view, deed))
        if isinstance(deed, CardPlayed | CardDiscarded):
            faces[serials[actor].pop(deed.slot)] = kind_of(view.rules, deed.card)
        for event in happened[1:]:
            if isinstance(event, CardDrawn):
                serials[event.seat].append(drawn)
                drawn += 1
    for seat in range(r.players):
        for slot, serial in enumerate(serials[seat]):
            face = s.faces[s.hands[seat][slot]]
            possible = s.open[seat][slot]
            faces[serial] = (possible & -possible).bit_length() - 1 if face == HIDDEN else face
    turned = s.tiles[: s.turned]
    workspace.tiles[:] = [*turned, *(tile for tile in range(TILES) if tile not in turned)]
    return np.array(actions, np.int64), first


def _actor(deed: Event) -> int:
    if isinstance(deed, ClueGiven):
        return deed.giver
    assert isinstance(deed, CardPlayed | CardDiscarded | CardReshuffled | CardRescued), deed
    return deed.seat


def _number(view: View, deed: Any) -> int:
    """The action number of what happened."""
    r, rules = view.compiled_rules, view.rules
    match deed:
        case ClueGiven(giver, to, about):
            return ids.clue_id(r, offset_of(r, giver, to), rules.clue_numbers[about])
        case CardPlayed(slot=slot, announced=None):
            return ids.play_id(r, slot)
        case CardPlayed(slot=slot, announced=suit):
            return ids.announced_play_id(r, slot, rules.suits.index(suit))
        case CardDiscarded(slot=slot):
            return ids.discard_id(r, int(slot))
        case CardReshuffled(card=card):
            return ids.reshuffle_id(r, kind_of(rules, card))
    return ids.rescue_id(r, kind_of(rules, deed.card))
