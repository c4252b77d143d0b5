"""From a seat's View to the hat player's public state, by replaying the history."""

import numpy as np

from hanabi.bots.hat.games import replay_public_state
from hanabi.bots.hat.workspace import VIEW, HatWorkspace
from hanabi.compiled.dtypes import STATE, Numbers, pack
from hanabi.kernels import HIDDEN, TILES, action_ids as ids
from hanabi.kernels.seats import offset_of
from hanabi.rules import View, events, kind_of_card


def load_view(workspace: HatWorkspace, view: View, viewer: int) -> None:
    """Fill the workspace's first state with the view, and its first public state with the common knowledge."""
    actions, first = replayed_actions(workspace, view)
    replay_public_state(workspace.arrays, actions, first, viewer)
    workspace.arrays.states[VIEW : VIEW + 1] = pack(view.erased, STATE)


def replayed_actions(workspace: HatWorkspace, view: View) -> tuple[Numbers, int]:
    """All actions so far, and the seat that began. Fills the workspace's faces and tiles as far as they are visible."""
    r, s = workspace.rule_tables, view.erased
    draw_numbers = [list(range(seat * r.hand_size, (seat + 1) * r.hand_size)) for seat in range(r.players)]
    next_draw = r.players * r.hand_size
    faces = workspace.arrays.faces
    faces.fill(0)
    actions: list[int] = []
    first = s.player
    for turn in view.history:
        seat, move = events.actor(turn), turn[0]
        first = seat if not actions else first
        actions.append(_action_id(view, move))
        if isinstance(move, events.CardPlayed | events.CardDiscarded):
            faces[draw_numbers[seat].pop(move.slot)] = kind_of_card(view.rules, move.card)
        for event in turn[1:]:
            if isinstance(event, events.CardDrawn):
                draw_numbers[event.seat].append(next_draw)
                next_draw += 1
    for seat in range(r.players):
        for slot, draw_number in enumerate(draw_numbers[seat]):
            face = s.faces[s.hands[seat][slot]]
            possible = s.possible[seat][slot]
            faces[draw_number] = (possible & -possible).bit_length() - 1 if face == HIDDEN else face
    turned = s.tiles[: s.tiles_turned]
    workspace.arrays.tiles[:] = [*turned, *(tile for tile in range(TILES) if tile not in turned)]
    return np.array(actions, np.int64), first


def _action_id(view: View, event: events.Event) -> int:
    """The id of the action that this event reports."""
    r, rules = view.rule_tables, view.rules
    match event:
        case events.ClueGiven(giver, to, about):
            return ids.clue_id(r, offset_of(r, giver, to), rules.clue_numbers[about])
        case events.CardPlayed(slot=slot, announced=None):
            return ids.play_id(r, slot)
        case events.CardPlayed(slot=slot, announced=suit):
            return ids.announced_play_id(r, slot, rules.suits.index(suit))
        case events.CardDiscarded(slot=slot):
            return ids.discard_id(r, slot)
        case events.CardReshuffled(card=card):
            return ids.reshuffle_id(r, kind_of_card(rules, card))
        case events.CardRescued(card=card):
            return ids.rescue_id(r, kind_of_card(rules, card))
    raise ValueError(f"no action begins with {event!r}")
