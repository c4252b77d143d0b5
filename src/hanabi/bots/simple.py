"""A bot without conventions: plays cards it knows, clues playable or endangered cards, discards safe ones.

It remembers nothing, so equal views get equal answers.
"""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass

from hanabi.rules import Action, Card, Clue, Discard, Play, Rescue, Reshuffle, View

# The worth of a clue, tuned over seeded games of 2 to 5 players.
SHOWS_PLAYABLE = 10.0
NARROWS_PLAYABLE = 3.0
SAVES = 8.0
SHOWS_USELESS = 1.0
TOUCHES_USELESS = -1.0
WORTH_A_TOKEN = 2.5
URGENT = 6.0


@dataclass(frozen=True)
class Holding:
    """A hand as its owner knows it, as far as the viewer can tell: possible faces, and whether a clue touched them."""

    beliefs: tuple[frozenset[Card], ...]
    clued: tuple[bool, ...]

    def sure_plays(self, view: View) -> list[int]:
        return [slot for slot, faces in enumerate(self.beliefs) if faces and faces <= view.playable]

    def next_discard(self, view: View) -> int | None:
        """The owner's next discard: a useless card, else the oldest without a clue, else the least precious."""
        return min(range(len(self.beliefs)), key=lambda slot: self._reluctance(view, slot), default=None)

    def _reluctance(self, view: View, slot: int) -> tuple[float, ...]:
        faces = self.beliefs[slot]
        if faces <= view.useless:
            return (0.0, 0.0, slot)
        precious = len(faces & view.critical) / len(faces)
        return (2.0 if precious == 1 else 1.0, precious if self.clued[slot] else -1.0, slot)


@dataclass(frozen=True)
class JudgedClue:
    action: Clue
    worth: float
    saving: float


class SimpleBot:
    name = "simple"

    def choose(self, view: View) -> Action:
        if view.pending is not None:
            return reward_choice(view)
        own = Holding(
            tuple(frozenset(card.possible) for card in view.hand), tuple(bool(card.clued) for card in view.hand)
        )
        clue = best_clue(view)
        if clue is not None and clue.saving >= URGENT:
            return clue.action
        if (play := sure_play(view, own)) is not None:
            return play
        if clue is not None and clue.worth >= WORTH_A_TOKEN:
            return clue.action
        if (play := last_chance_play(view, own)) is not None:
            return play
        slot = own.next_discard(view)
        if slot is not None and view.clue_tokens < view.rule_tables.clue_tokens:
            sure_loss = own.beliefs[slot] <= view.critical
            if clue is None or not sure_loss:
                return Discard(slot)
        return clue.action if clue is not None else likeliest_play(view, own)


def sure_play(view: View, own: Holding) -> Play | None:
    """A card that is surely playable, for the shortest firework first. Its suit is announced if it is known."""
    sure = own.sure_plays(view)
    if not sure:
        return None
    slot = min(sure, key=lambda slot: min(view.fireworks[face.suit] for face in own.beliefs[slot]))
    suits = {face.suit for face in own.beliefs[slot]}
    known = view.rules.choreography and len(suits) == 1
    return Play(slot, announce=suits.pop().value if known else None)


def last_chance_play(view: View, own: Holding) -> Play | None:
    """The likeliest play in the last round, when unplayed cards are worth nothing, unless a strike would lose."""
    if view.turns_left is None or view.strikes + 1 >= view.rule_tables.strikes:
        return None
    play = likeliest_play(view, own)
    return play if own.beliefs and own.beliefs[play.slot] & view.playable else None


def likeliest_play(view: View, own: Holding) -> Play:
    unseen = unseen_by(view, view.seat)

    def chance(slot: int) -> float:
        weight = sum(unseen[face] for face in own.beliefs[slot])
        return sum(unseen[face] for face in own.beliefs[slot] & view.playable) / weight

    return Play(max(range(len(own.beliefs)), key=chance, default=0))


def reward_choice(view: View) -> Action:
    """Choose a free clue like any clue, a rescue before a reshuffle, and the card that is needed most."""
    legal = view.legal_actions
    if any(isinstance(action, Clue) for action in legal):
        clue = best_clue(view)
        assert clue is not None
        return clue.action
    faces = {discard.card_id: discard.card for discard in view.discards}
    rescues = [action for action in legal if isinstance(action, Rescue)]
    if rescues:
        return min(rescues, key=lambda action: view.fireworks[faces[action.card_id].suit])
    pile = Counter(faces.values())
    reshuffles = [action for action in legal if isinstance(action, Reshuffle)]

    def need(action: Reshuffle) -> tuple[bool, bool, bool, int]:
        face = faces[action.card_id]
        is_lost = pile[face] == view.rules.copies(face) and face not in view.built
        return is_lost, face in view.critical, face not in view.useless, -view.fireworks[face.suit]

    return max(reshuffles, key=need)


def best_clue(view: View) -> JudgedClue | None:
    """The legal clue with the highest worth; the first of equals."""
    holdings = {seat: holding_of(view, seat) for seat in range(len(view.names)) if seat != view.seat}
    promised = {
        card.card
        for seat, holding in holdings.items()
        for card in view.hands[seat]
        if card.slot in holding.sure_plays(view)
    }
    clues = [action for action in view.legal_actions if isinstance(action, Clue)]
    touched = {clue.about: view.touched_by(clue.about) for clue in clues}
    judged = [judge(view, clue, holdings[clue.to], touched[clue.about], promised) for clue in clues]
    return max(judged, key=lambda clue: clue.worth, default=None)


def judge(view: View, clue: Clue, before: Holding, touch: Set[Card], promised: Set[Card | None]) -> JudgedClue:
    hand = [card.card for card in view.hands[clue.to] if card.card is not None]
    after = after_clue(before, hand, touch)
    shown = set(promised)
    worth = 0.0
    for slot, face in enumerate(hand):
        old, new = before.beliefs[slot], after.beliefs[slot]
        if face in view.playable:
            if new <= view.playable and face not in shown:
                shown.add(face)
                worth += SHOWS_PLAYABLE
            elif len(new) < len(old) and face not in shown:
                worth += NARROWS_PLAYABLE * (1 - len(new - view.playable) / len(old))
        elif face in view.useless:
            if new <= view.useless and not old <= view.useless:
                worth += SHOWS_USELESS
            elif after.clued[slot] and not before.clued[slot]:
                worth += TOUCHES_USELESS
    saving = SAVES * (danger_of_discard(view, before, hand) - danger_of_discard(view, after, hand))
    distance = (clue.to - view.seat - 1) % len(view.names) if view.seat is not None else 0
    return JudgedClue(clue, worth + saving * (1 - distance / len(view.names)), saving if distance == 0 else 0.0)


def danger_of_discard(view: View, holding: Holding, hand: Sequence[Card]) -> float:
    """How bad it is if the owner discards next."""
    if holding.sure_plays(view):
        return 0.0
    slot = holding.next_discard(view)
    if slot is None:
        return 0.0
    if hand[slot] in view.critical:
        return 1.0
    return 0.3 if hand[slot] in view.playable else 0.0


def after_clue(holding: Holding, hand: Sequence[Card], touch: Set[Card]) -> Holding:
    """The owner's knowledge after the clue."""
    return Holding(
        tuple(
            frozenset(faces & touch if hand[slot] in touch else faces - touch)
            for slot, faces in enumerate(holding.beliefs)
        ),
        tuple(clued or hand[slot] in touch for slot, clued in enumerate(holding.clued)),
    )


def holding_of(view: View, seat: int) -> Holding:
    unseen = unseen_by(view, seat)
    hand = view.hands[seat]
    return Holding(
        tuple(frozenset(face for face in card.open if unseen[face] > 0) for card in hand),
        tuple(bool(card.clued) for card in hand),
    )


def unseen_by(view: View, seat: int | None) -> Counter[Card]:
    """Copies that `seat` does not see. The viewer's own hand, unknown to the viewer, counts as unseen."""
    unseen = Counter(view.rules.cards)
    unseen.subtract(discard.card for discard in view.discards)
    unseen.subtract(view.built)
    for owner, hand in enumerate(view.hands):
        if owner != seat:
            unseen.subtract(card.card for card in hand if card.card is not None)
    return unseen
