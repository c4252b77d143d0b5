"""What a move says: its code, its promises and its plain meaning, read into the public state."""

from typing import Any

from hanabi.bots.hat.clue_classes import class_of, classes
from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.discards import chop_of_next
from hanabi.bots.hat.probabilities import held_by, seat_after
from hanabi.bots.hat.public_state import drop, knows_playable, narrow, read_suit, refresh, welcome
from hanabi.bots.hat.questions import ask
from hanabi.kernels.layout import CLUED_COLOR, CLUED_RANK, DISCARDED, MAX_HAND, NO_TILE, PLAYED
from hanabi.native.bits import count_bits
from hanabi.native.cards import suit_of

NOBODY = -1  # eyes that see every hand


@kernel
def hear_sum(r: Any, s: Any, t: Any, p: Any, speaker: int, size: int, total: int, eyes: int) -> None:
    """Everybody but the speaker learns a share; the hand that `eyes` cannot see gets what is left of the sum."""
    rest = total
    for offset in range(1, r.players):
        seat = seat_after(r, speaker, offset)
        if seat != eyes:
            rest -= ask(r, s, t, p, seat, size, 0, True)
    if eyes != NOBODY and eyes != speaker:
        ask(r, s, t, p, eyes, size, rest % size, False)


@kernel
def hear_clue(r: Any, s: Any, t: Any, p: Any, eyes: int) -> None:
    giver, target = s.last_player, s.last_target
    size = classes(r, t, p, giver)
    if size > 1:
        total = 0
        if eyes != NOBODY:
            for offset in range(1, r.players):
                seat = seat_after(r, giver, offset)
                if seat == target:
                    total += class_of(r, p, p.index[seat], p.scheme[seat], s.last_clue, s.last_touched)
                    break
                total += p.offered[seat]
        hear_sum(r, s, t, p, giver, size, total % size, eyes)
    for slot in range(held_by(s, target)):
        narrow(s, p, target, slot, s.open[target][slot])


@kernel
def observe_worked_out(r: Any, s: Any, t: Any, p: Any, q: Any) -> None:
    """As `observe` of a clue or a discard that tells a sum, whose maker has just worked out in `q` what all hear."""
    actor, target = s.last_player, s.last_target
    for seat in range(r.players):
        if seat != actor:
            for slot in range(held_by(p, seat)):
                p.masks[seat][slot] = q.masks[seat][slot]
    p.narrowed = 1
    if s.last_move == DISCARDED:
        drop(p, actor, s.last_slot)
        read_suit(r, s, t, p, suit_of(s.last_kind))
    else:
        for slot in range(held_by(s, target)):
            narrow(s, p, target, slot, s.open[target][slot])
    welcome(r, s, p, actor)
    refresh(r, s, t, p)


@inline
def useless_slots(p: Any, seat: int) -> Any:
    """Cards everybody knows to be useless; which of them is thrown is a message."""
    slots = 0
    for slot in range(held_by(p, seat)):
        slots |= (p.masks[seat][slot] & p.useful == 0) << slot
    return slots


@inline
def bits_below(slots: Any, slot: int) -> Any:
    return count_bits(slots & ((1 << slot) - 1))


@kernel
def hear_promises(r: Any, s: Any, t: Any, p: Any, actor: int, discarded: Any) -> None:
    """With tokens at hand, not to clue says that nobody was in need of one."""
    if p.tokens == 0 or p.pending != NO_TILE or p.turns_left > 0:
        return
    if t.promise_plays if not discarded else t.promise_saves:
        seat = seat_after(r, actor, 1)
        slot = chop_of_next(r, t, p, seat)
        if slot >= 0 and p.masks[seat][slot] & ~p.critical:
            narrow(s, p, seat, slot, ~p.critical)
    if discarded and p.tokens >= t.need_tokens:
        for offset in range(1, r.players):
            seat = seat_after(r, actor, offset)
            if not knows_playable(p, seat):
                for slot in range(held_by(p, seat)):
                    mask = p.masks[seat][slot]
                    p.narrowed |= mask & p.due[seat]
                    p.masks[seat][slot] = mask & ~p.due[seat]


@kernel
def observe(r: Any, s: Any, t: Any, p: Any, eyes: int) -> None:
    """Read the last action: `s` stands after it, `p` before it. Only the hands that `eyes` sees are looked at."""
    actor = s.last_player
    if s.last_move == CLUED_COLOR or s.last_move == CLUED_RANK:
        hear_clue(r, s, t, p, eyes)
    elif s.last_move == PLAYED or s.last_move == DISCARDED:
        hear_promises(r, s, t, p, actor, s.last_move == DISCARDED)
        if s.last_move == DISCARDED:
            slots = useless_slots(p, actor)
            if slots >> s.last_slot & 1 and slots & (slots - 1):
                size = bits_below(slots, MAX_HAND)
                hear_sum(r, s, t, p, actor, size, bits_below(slots, s.last_slot), eyes)
        drop(p, actor, s.last_slot)
        read_suit(r, s, t, p, suit_of(s.last_kind))
    else:
        read_suit(r, s, t, p, suit_of(s.last_kind))
    welcome(r, s, p, actor)
    refresh(r, s, t, p)
