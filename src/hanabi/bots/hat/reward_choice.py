"""What is done with a reward tile."""

from hanabi.bots.hat import kernel
from hanabi.bots.hat.clue_choice import NO_ACTION, any_clue, clue_action
from hanabi.bots.hat.clue_classes import allowed
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.compiled import action_ids, cards, legality
from hanabi.kernels.layout import RESCUE, RESHUFFLE, Rules, State


@kernel
def reward_choice(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    if s.pending != RESHUFFLE and s.pending != RESCUE:
        action = clue_action(r, s, tables, public, scratch)
        return any_clue(r, s, allowed(r, public)) if action == NO_ACTION else action
    rescues = legality.legal_rescues(r, s)
    best = -1
    action = NO_ACTION
    for kind in range(cards.kind_count(r)):
        bit = 1 << kind
        if rescues & bit:
            worth = 100 - 10 * (r.copies[kind] - s.lost[kind])
            if worth > best:
                best = worth
                action = action_ids.rescue_id(r, kind)
    if action != NO_ACTION:
        return action
    kinds = legality.legal_reshuffles(r, s)
    for kind in range(cards.kind_count(r)):
        bit = 1 << kind
        if kinds & bit:
            worth = 0
            if not cards.is_on_firework(r, s, kind):
                gone = s.lost[kind] == r.copies[kind]
                worth = 1 + 10 * s.lost[kind] // r.copies[kind] + (20 - r.step[kind] if gone else 0)
            if worth > best:
                best = worth
                action = action_ids.reshuffle_id(r, kind)
    return action
