"""The hat player's code in readable form: common knowledge of each card, and the choices that carry a message."""

from functools import lru_cache

from hanabi.bots.hat.alphabet import PLAY, alphabet, entry_at
from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import HatWorkspace
from hanabi.rules import Action, Card, Discard, Play, RuleSet, View, cards_by_kind


@lru_cache(maxsize=2)
def _workspace(rules: RuleSet, players: int) -> HatWorkspace:
    return HatWorkspace(rules, players)


def _loaded(view: View) -> HatWorkspace:
    if view.seat is None:
        raise ValueError("only players know the code: pass the view of a seat, not of a spectator")
    workspace = _workspace(view.rules, len(view.names))
    load_view(workspace, view, view.seat)
    return workspace


def known_cards(view: View, seat: int) -> tuple[frozenset[Card], ...]:
    """The faces that each card of a seat may have by common knowledge, if all players are hat players."""
    public = _loaded(view).arrays.publics[0]
    faces = cards_by_kind(view.rules)
    masks = public["masks"][seat][: public["hand_sizes"][seat]].tolist()
    return tuple(frozenset(card for kind, card in enumerate(faces) if mask >> kind & 1) for mask in masks)


def speaking_choices(view: View) -> tuple[Action, ...]:
    """The alphabet of the player to act: the place of the chosen action in it is a number."""
    assert view.player is not None
    arrays = _loaded(view).arrays
    entries, count = alphabet(arrays.rules[0], arrays.tables[0], arrays.publics[0], view.player)
    listed = [int(entry_at(entries, place)) for place in range(count)]
    return tuple(Play(entry - PLAY) if entry >= PLAY else Discard(entry) for entry in listed)
