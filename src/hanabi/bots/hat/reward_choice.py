"""What is done with a reward tile."""

from hanabi.bots.hat.clue_choice import NO_ACTION, any_clue, clue_action
from hanabi.bots.hat.clue_classes import allowed
from hanabi.bots.hat.compiled import kernel
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.kernels.layout import RESCUE, RESHUFFLE, Rules, State
from hanabi.native.action_ids import rescue_id, reshuffle_id
from hanabi.native.cards import is_on_firework, kind_count
from hanabi.native.legality import legal_rescues, legal_reshuffles


@kernel
def reward_choice(r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState) -> int:
    if s.pending != RESHUFFLE and s.pending != RESCUE:
        action = clue_action(r, s, tables, public, scratch)
        return any_clue(r, s, allowed(r, public)) if action == NO_ACTION else action
    rescues = legal_rescues(r, s)
    best = -1
    action = NO_ACTION
    for kind in range(kind_count(r)):
        bit = 1 << kind
        if rescues & bit:
            worth = 100 - 10 * (r.copies[kind] - s.lost[kind])
            if worth > best:
                best = worth
                action = rescue_id(r, kind)
    if action != NO_ACTION:
        return action
    kinds = legal_reshuffles(r, s)
    for kind in range(kind_count(r)):
        bit = 1 << kind
        if kinds & bit:
            worth = 0
            if not is_on_firework(r, s, kind):
                gone = s.lost[kind] == r.copies[kind]
                worth = 1 + 10 * s.lost[kind] // r.copies[kind] + (20 - r.step[kind] if gone else 0)
            if worth > best:
                best = worth
                action = reshuffle_id(r, kind)
    return action
