"""The hat player's two records: parameters and lookup tables fixed for a game, and the public state.

In its kernels `r` is the referee's Rules, `s` its State, `tables` a HatTables, `public` the PublicState, and `scratch`
another PublicState for work on a copy. `viewer` is the seat whose own hand must not be read.
"""

from typing import Annotated

from hanabi.kernels import MAX_HAND, MAX_KINDS
from hanabi.kernels.layout import MAX_PLAYERS, MAX_SUITS, Grid, Row, Shape

DIVISORS = 128
UNKNOWN = -2
NO_CHOP = -1


class HatTables:
    """Tuned parameters (probabilities in thousandths) and lookup tables of kinds, as masks."""

    # Questions.
    yes_low: int  # ask a yes/no question about a play whose chance lies between these two
    yes_high: int
    yes_best: int  # preferring the card whose chance is nearest to this
    save_from: int  # minimum chance before asking whether the next discard is critical; above 1000: never
    save_first: int  # 1: that question comes first, 0: it comes in the list of plays
    list_dead: int  # 1: useless cards follow in the list of plays
    project: int  # 1: judge a play after the plays that everybody expects before it
    part_playable: int  # 1: ask about cards known to be playable first
    part_critical: int  # 1: first divide the card likeliest to be critical, 0: the one least likely to be useless
    ask_critical: int  # 1: after the list of plays, ask whether the next card that may be critical is critical
    # The first question (see `questions`) of a clue by a player who is known to hold a playable card, of a choice
    # with plays in it, of a choice among useless cards, and of a choice among other discards.
    clue_opening: int
    play_opening: int
    useless_opening: int
    near_opening: int
    # Messages.
    # Use four clue classes, even if one of them may be empty for some hands; or three if the chance that the index card
    # is wild or black exceeds this (-1: use only classes that every hand has), or if the chance that a hand has no
    # color clue which leaves out the index card exceeds `class_loss` (1000: never).
    class_risk: int
    class_loss: int
    index_newer: int  # preference for newer cards as the index card
    choice_pace: int  # minimum pace (spare turns) at which the choice among several playable cards is coded
    order_pace: int  # minimum pace at which the order of playing and discarding a useless card is coded
    chop_order: int  # likewise for the chop, if its chance of being critical is at most this
    chop_order_tokens: int  # and there are at most this many tokens
    chop_order_pace: int  # and the pace is at least this
    near: int  # discards whose values differ by at most this are coded; 0: never
    near_pace: int  # minimum pace for that
    # Code two discards where there would be only one, if the second one's chance of being critical is at most this.
    lone_order: int
    # Implications of a move.
    clue_first: int  # minimum tokens at which an expected play implies that nobody needs a clue
    promise_plays: int  # 1: a play implies that the next discard of the next seat is not critical
    promise_saves: int  # 1: a discard implies the same
    # Choice of a move.
    risky: int  # play a card whose chance of being playable or useless exceeds this
    risky_pace: int  # minimum pace for that
    risky_playable: int  # minimum chance that it is playable
    need_tokens: int  # minimum tokens before cluing a teammate who needs it
    clue_plays: int  # minimum tokens to prefer a clue to a discard while a teammate has a play, known or not
    clue_above: int  # prefer a clue to a discard with more tokens than this
    # Prefer a clue if there are at least `keep_tokens` tokens and the best discard is worth less (`discard_value` above
    # its offset) than `keep_below`, plus `keep_rise` for each token above that.
    keep_below: int
    keep_rise: int
    keep_tokens: int
    useless_pace: int  # minimum pace to discard a useless card before giving a clue
    stall_pace: int  # below this pace a clue is better than any discard
    hold_deck: int  # with at most this many cards in the deck, clue before a play that nobody needs (`play_can_wait`)
    # The value of a discard: for a useless card, one that a teammate holds too, and less for a critical one; for each
    # step in the firework; less for a playable card; for the third step if not critical, and for the fifth if critical.
    dead_weight: int
    seen_weight: int
    spare_weight: int
    step_weight: int
    playable_weight: int
    third_weight: int
    fifth_weight: int
    age_weight: int
    safe_chance: int  # do not make a coded discard if its chance of being critical exceeds this
    # The worth of a clue's literal meaning, besides 1 per excluded kind: for a card that becomes known exactly, known
    # to be playable, known to be useless, known not to be critical.
    worth_known: int
    worth_playable: int
    worth_useless: int
    worth_safe: int
    step_first: int  # preference for playing low cards
    next_first: int  # preference for playing a card whose successor a teammate holds
    shared_last: int  # penalty for playing a card that a teammate holds too
    desperate: int  # in the last round, play a card whose chance exceeds this
    by_step: Annotated[Row, Shape((MAX_KINDS,))]
    next_bit: Annotated[Row, Shape((MAX_KINDS,), 8)]  # the kind that continues the firework after this one
    suit_kinds: Annotated[Row, Shape((MAX_SUITS,), 8)]
    same_rank: Annotated[Row, Shape((MAX_KINDS,), 8)]
    color_subset: Annotated[Row, Shape((MAX_KINDS,), 8)]  # kinds whose color clues all point at this kind too
    step_bits: Annotated[Row, Shape((3,), 8)]  # kinds whose place in the firework, as a binary number, has this bit
    reciprocal: Annotated[Row, Shape((DIVISORS,), 8)]  # 2**32 / n, rounded up
    colored: int  # kinds that some color clue points at
    wild: int  # kinds that several color clues point at
    simple: int  # 1: every kind has exactly one color


class PublicState:
    """Common knowledge about every card in hand, after counting the copies that everybody sees."""

    masks: Annotated[Grid, Shape((MAX_PLAYERS, MAX_HAND), 8)]
    hand_sizes: Annotated[Row, Shape((MAX_PLAYERS,))]
    # Copies not accounted for, as binary numbers in two bit planes.
    ones: int
    twos: int
    playable: int
    useful: int
    critical: int
    due: Annotated[Row, Shape((MAX_PLAYERS,), 8)]  # kinds that will be playable when that seat's turn comes
    base_ones: int  # the same planes before determined cards in hand are taken out
    base_twos: int
    # Conclusions, computed when first needed.
    chop: int  # the next seat's next discard: a slot, NO_CHOP or UNKNOWN
    classes: int  # the number of sums that a clue can encode, or UNKNOWN
    index: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    scheme: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    offered: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    likely: Annotated[Row, Shape((MAX_HAND,), 8)]
    # In the scratch record: the player's own knowledge of its cards, and the copies that it does not see.
    own: Annotated[Row, Shape((MAX_HAND,), 8)]
    own_ones: int
    own_twos: int
    # The table before the next move to decode.
    tokens: int
    pending: int
    pace: int
    turns_left: int
    # Determined cards: their kinds in each hand, and their numbers in two bit planes. Then the cards that are not
    # determined (bit 8 * seat + slot), and a superset of the kinds that these may be.
    known: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    known_ones: int
    known_twos: int
    undetermined: int
    undetermined_kinds: int
    narrowed: int  # not 0: masks changed since the determined cards were counted
    overcounted: int  # not 0: more cards of a kind are determined than the planes can count
    precomputed: int  # 1 in the scratch record: its masks are those after the move just chosen
    contradictions: int  # masks that ran empty: somebody broke the code
