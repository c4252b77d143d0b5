"""Checks an action before anything changes, and explains why it is not legal. Only the kernels list legal actions."""

from hanabi.kernels import Rules, State, layout, legality, visibility
from hanabi.kernels.action_ids import rank_clue
from hanabi.rules.action_ids import clue_values
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import TILES, Card, Suit, Tile
from hanabi.rules.errors import IllegalAction
from hanabi.rules.rule_tables import cards_by_kind
from hanabi.rules.ruleset import RuleSet


def check(rules: RuleSet, r: Rules, s: State, action: Action) -> None:
    """Raises IllegalAction with the reason, unless the action is legal."""
    if s.outcome != layout.RUNNING:
        raise IllegalAction("game_over")
    _check_pending(r, s, action)
    match action:
        case Play(slot, announce):
            _check_slot(s, slot)
            if announce is not None:
                _check_announcement(rules, announce)
        case Discard(slot):
            _check_slot(s, slot)
            if s.clue_tokens == r.clue_tokens:
                raise IllegalAction("all_tokens_available")
        case Clue(to, about):
            _check_clue(rules, r, s, to, about)
        case Reshuffle(card_id, at):
            _check_discarded(s, card_id)
            deck = r.cards - s.next_card
            if at is not None and not (_is_int(at) and 0 <= at <= deck):
                raise IllegalAction("bad_position", deck=deck)
        case Rescue(card_id):
            _check_discarded(s, card_id)
            rescuable = legality.legal_rescues(r, s)
            if not rescuable >> s.faces[visibility.card_shown_as(s, card_id)] & 1:
                raise IllegalAction("not_continuing", legal=_faces(rules, rescuable))
        case _:
            raise TypeError(f"{action!r} is not an action: use Play, Discard, Clue, Reshuffle or Rescue")


def _check_pending(r: Rules, s: State, action: Action) -> None:
    if s.pending == layout.NO_TILE:
        if isinstance(action, Reshuffle | Rescue):
            raise IllegalAction("no_choice_pending")
        return
    expected = {
        layout.FREE_COLOR_CLUE: Clue,
        layout.FREE_RANK_CLUE: Clue,
        layout.RESHUFFLE: Reshuffle | Rescue if s.next_card == r.cards else Reshuffle,
        layout.RESCUE: Rescue,
    }[s.pending]
    color = s.pending == layout.FREE_COLOR_CLUE
    if not isinstance(action, expected) or (isinstance(action, Clue) and isinstance(action.about, str) != color):
        raise IllegalAction("choice_pending", tile=Tile(TILES[s.pending]))


def _check_slot(s: State, slot: int) -> None:
    held = s.hand_sizes[s.player]
    if not _is_int(slot) or not 0 <= slot < held:
        raise IllegalAction("no_such_slot", slots=tuple(range(held)))


def _check_announcement(rules: RuleSet, announce: str) -> None:
    if not rules.choreography:
        raise IllegalAction("announcing_off")
    if announce not in rules.suits:
        raise IllegalAction("no_such_suit", legal=rules.suits)


def _check_clue(rules: RuleSet, r: Rules, s: State, to: int, about: str | int) -> None:
    if s.pending == layout.NO_TILE and s.clue_tokens == 0:
        raise IllegalAction("no_clue_token")
    if not _is_int(to) or not 0 <= to < r.players:
        raise IllegalAction("no_such_seat", seats=tuple(range(r.players)))
    if to == s.player:
        raise IllegalAction("clue_to_self")
    if isinstance(about, str):
        if about not in rules.nameable:
            reason = "color_not_nameable" if about in rules.suits else "no_such_color"
            raise IllegalAction(reason, legal=rules.nameable)
        clue = rules.nameable.index(Suit(about))
    else:
        if not _is_int(about) or not 1 <= about <= r.ranks:
            raise IllegalAction("no_such_rank", legal=tuple(range(1, r.ranks + 1)))
        clue = rank_clue(r, about - 1)
    touching = legality.clues_that_touch(r, s, to)
    if not r.empty_clues and not touching >> clue & 1:
        legal = (Suit(value) if isinstance(value, str) else value for value in clue_values(rules, touching))
        raise IllegalAction("empty_clue", legal=tuple(legal))


def _check_discarded(s: State, card_id: int) -> None:
    if not _is_int(card_id) or visibility.card_shown_as(s, card_id) not in s.discards[: s.discard_count]:
        raise IllegalAction("not_in_discard_pile")


def _faces(rules: RuleSet, kinds: int) -> tuple[Card, ...]:
    return tuple(card for kind, card in enumerate(cards_by_kind(rules)) if kinds >> kind & 1)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
