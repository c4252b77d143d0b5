"""Conversion from the referee's state to a row of the open-card game, and from its moves to actions."""

import numpy as np

from hanabi.kernels import MAX_HAND, Rules, State, legality
from hanabi.kernels.action_ids import announced_play_id, discard_id, has_announcements, play_id
from hanabi.kernels.bits import lowest_bit
from hanabi.kernels.cards import continues_firework, is_on_firework, kind_of, suit_of
from hanabi.solvers import bounds, layout
from hanabi.solvers.layout import OpenGame, PackedPosition


def game_of(r: Rules, s: State, *, partial: bool = False, relaxed: bool = False) -> OpenGame:
    """The constants of this game."""
    game = np.zeros(1, layout.GAME)[0]
    for name in ("players", "hand_size", "suits", "ranks", "cards", "clue_tokens", "strikes", "last_round"):
        game[name] = getattr(r, name)
    game["empty_clues"] = r.empty_clues
    game["announcing"] = int(has_announcements(r))
    game["partial"], game["relaxed"] = int(partial), int(relaxed)
    game["next_at"][:] = layout.NOWHERE
    for place in range(r.cards - 1, s.next_card - 1, -1):
        card = card_of(r, s.faces[s.deck[place]])
        game["deck"][place] = card
        game["next_at"][:, place] = game["next_at"][:, place + 1]
        game["next_at"][card, place] = place
    open_game: OpenGame = game
    return open_game


def card_of(r: Rules, kind: int) -> int:
    return kind_of(suit_of(kind), r.step[kind])


def new_row(r: Rules, s: State, *, partial: bool = False) -> PackedPosition:
    """The position as a row."""
    row = np.zeros(layout.ROW, np.int8)
    row[: layout.FIREWORKS] = layout.EMPTY
    row[layout.FIREWORKS : layout.FIREWORKS + r.suits] = s.fireworks[: r.suits]
    row[layout.NEXT_CARD], row[layout.PLAYER], row[layout.TURNS] = s.next_card, s.player, s.turns_left
    row[layout.TOKENS], row[layout.STRIKES] = s.clue_tokens, s.strikes
    row[layout.SCORE] = sum(s.fireworks[: r.suits])
    for seat in range(r.players):
        hand = sorted(labels(r, s, seat, partial=partial))
        row[seat * MAX_HAND : seat * MAX_HAND + len(hand)] = hand
    return row


def too_late(game: OpenGame, row: PackedPosition) -> dict[str, int] | None:
    """If the turns cannot suffice (`bounds.spare_actions`), why: `cards` cards remain for the last `turns` actions."""
    waits = np.zeros(bounds.WAIT, np.int64)
    if bounds.spare_actions(game, row, waits) >= 0:
        return None
    end = int(bounds.horizon(game, row))
    cards = 0
    for actions in range(end + 1):
        cards += int(waits[end + 1 - actions])
        if cards > actions:
            return {"cards": cards, "turns": actions}
    raise AssertionError("the bound gave no reason")


def card_limit(game: OpenGame, row: PackedPosition) -> int:
    return int(bounds.max_cards(game, row, np.zeros(bounds.WAIT, np.int64)))


def labels(r: Rules, s: State, seat: int, *, partial: bool) -> list[int]:
    """The labels of a hand's cards in a row, slot by slot."""
    hand: list[int] = []
    for slot in range(s.hand_sizes[seat]):
        kind = s.faces[s.hands[seat][slot]]
        card = card_of(r, kind)
        needed = not is_on_firework(r, s, kind) and not (partial and _is_cut_off(r, s, kind))
        hand.append(card if needed and card not in hand else layout.USELESS)
    return hand


def _is_cut_off(r: Rules, s: State, kind: int) -> bool:
    """Whether an earlier card of its firework is lost."""
    suit = suit_of(kind)
    return any(
        s.lost[other] == r.copies[other] and s.fireworks[suit] <= r.step[other] < r.step[kind]
        for other in (kind_of(suit, rank) for rank in range(r.ranks))
    )


def action_id(r: Rules, s: State, move: int, *, partial: bool) -> int:
    """The action id of a move of the row's player."""
    what, card = move >> 7, move & 127
    if what == layout.PASS:
        clues = legality.legal_clues(r, s, True, True)
        return lowest_bit(clues)
    slot = labels(r, s, s.player, partial=partial).index(card)
    kind = s.faces[s.hands[s.player][slot]]
    if what == layout.DISCARD:
        return discard_id(r, slot)
    if what == layout.PLAY:
        return play_id(r, slot)
    suit = suit_of(kind)
    if what == layout.ANNOUNCE:
        return announced_play_id(r, slot, suit)
    if continues_firework(r, s, kind):
        return announced_play_id(r, slot, (suit + 1) % r.suits)
    return play_id(r, slot)
