"""The moves worth a search: those that the team player itself thinks most of."""

from hanabi.bots.team.compiled import policy
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team_search import kernel
from hanabi.compiled import action_ids
from hanabi.compiled.arrays import Numbers
from hanabi.kernels.layout import Rules

CLEAR = 4000  # a move so far behind the best is not worth a search (thousandths, as choices are fitted)


@kernel
def candidate_moves(r: Rules, m: Mind, moves: Numbers, most: int) -> int:
    """The team player's own move first, then those not far behind it, `most` at most. Returns how many."""
    moves[0] = policy.choose(r, m)
    if m.looked == 0:
        return 1
    best = m.looked_scores[0]
    for place in range(m.looked):
        best = max(best, m.looked_scores[place])
    count = 0
    while count < most:
        at = -1
        for place in range(m.looked):
            score = m.looked_scores[place]
            if score > best - CLEAR and (at < 0 or score > m.looked_scores[at]):
                at = place
        if at < 0:
            break
        m.looked_scores[at] = -(1 << 60)
        if count > 0:
            move = m.looked_moves[at]
            moves[count] = (
                policy.announced(r, m, action_ids.card_use_of(r, move)[0])
                if action_ids.is_plain_play(r, move)
                else move
            )
        count += 1
    return max(count, 1)
