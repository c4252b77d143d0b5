"""The hat player's two records: parameters and lookup tables fixed for a game, and the public state.

In its kernels `r` is the referee's Rules, `s` its State, `tables` a HatTables, `public` the PublicState, and `scratch`
another PublicState for work on a copy. `viewer` is the seat whose own hand must not be looked at.
"""

from typing import Annotated

from hanabi.kernels.layout import MAX_HAND, MAX_KINDS, MAX_PLAYERS, MAX_SUITS, Grid, Row, Shape

DIVISORS = 128
UNKNOWN = -2
NO_CHOP = -1


class HatTables:
    """Tuned parameters (chances in thousandths) and lookup tables of kinds, as masks."""

    # Questions.
    yes_low: int  # a yes/no question about playing is asked when the chance lies between these
    yes_high: int
    yes_best: int  # and the card with the chance nearest to this is taken
    save_from: int  # ask whether the next discard is critical from this chance on; above 1000: never
    save_first: int  # 1: that question comes before the others, 0: in the list of plays
    list_dead: int  # 1: the list of plays goes on with useless cards
    project: int  # 1: a play is judged after the plays everybody knows are coming before it
    part_playable: int  # 1: questions about a card known to be playable come before those about others
    part_critical: int  # 1: the card likeliest to be critical is divided first, 0: the one least likely to be useless
    ask_critical: int  # 1: after the list of plays, ask whether the next card that may be critical is
    # What is asked first (see `questions`): by a clue of a player who is known to hold a playable card, by a choice
    # with plays in it, by a choice among useless cards, by a choice among other discards.
    clue_opening: int
    play_opening: int
    useless_opening: int
    near_opening: int
    # Messages.
    # Four clue classes, though one of them may have no clue for some hands, unless the index card is wild or black with
    # a larger chance than this; -1: only classes that every hand has.
    class_risk: int
    index_newer: int  # how much a newer card is preferred as the index card
    choice_pace: int  # while so many turns can be spared, the choice among several playable cards says something
    order_pace: int  # while so many turns can be spared, playing before discarding a useless card says something
    chop_order: int  # and playing before discarding the chop, if this is critical with no larger chance
    chop_order_tokens: int  # with no more tokens than this
    chop_order_pace: int  # and while so many turns can be spared
    near: int  # discards whose values differ by no more than this say something; 0: never
    near_pace: int  # while so many turns can be spared
    # What a move implies.
    clue_first: int  # with so many tokens a play that everybody expects implies that nobody needs a clue
    promise_plays: int  # 1: a play, too, implies that the next discard of the next seat is not critical
    promise_saves: int  # 1: a discard implies it
    # Choice of a move.
    risky: int  # play a card that is playable or useless from this chance on
    risky_pace: int  # only while so many turns can be spared
    risky_playable: int  # and it must be playable with at least this chance
    need_tokens: int  # a teammate in need of a clue gets one if there are so many tokens
    clue_plays: int  # clue rather than discard while a teammate can play, known or not, with so many tokens
    clue_above: int  # clue rather than discard with more tokens than this
    useless_pace: int  # discard a useless card while so many turns can be spared
    stall_pace: int  # with fewer turns to spare than this a clue is better than any discard
    hold_deck: int  # with so few cards in the deck a play for which nobody waits comes after a clue (see `can_wait`)
    dead_weight: int
    seen_weight: int
    spare_weight: int
    step_weight: int
    age_weight: int
    safe_chance: int  # a discard that says something is not made if it is critical with a larger chance
    # What the literal meaning of a clue is worth, besides every kind that it excludes: a card is known exactly, known
    # to be playable, known to be useless, known not to be critical.
    worth_known: int
    worth_playable: int
    worth_useless: int
    worth_safe: int
    step_first: int  # how much a low card is played before a high one
    next_first: int  # how much a card is preferred whose successor a teammate holds
    shared_last: int  # how much a card is put off that a teammate holds too
    desperate: int  # in the last round try a card from this chance on
    by_step: Annotated[Row, Shape((MAX_KINDS,))]
    next_bit: Annotated[Row, Shape((MAX_KINDS,), 8)]  # the kind that continues the firework after this one
    suit_kinds: Annotated[Row, Shape((MAX_SUITS,), 8)]
    same_rank: Annotated[Row, Shape((MAX_KINDS,), 8)]
    color_subset: Annotated[Row, Shape((MAX_KINDS,), 8)]  # every color clue that points at them points at this kind too
    step_bits: Annotated[Row, Shape((3,), 8)]  # kinds whose place in the firework, as a binary number, has this bit
    reciprocal: Annotated[Row, Shape((DIVISORS,), 8)]  # 2**32 / n, rounded up
    colored: int  # kinds some color clue points at
    wild: int  # kinds several color clues point at
    simple: int  # 1: every kind has exactly one color


class PublicState:
    """What everybody knows about every card in hand, with all copies that everybody can account for counted out."""

    masks: Annotated[Grid, Shape((MAX_PLAYERS, MAX_HAND), 8)]
    hand_sizes: Annotated[Row, Shape((MAX_PLAYERS,))]
    # Copies not accounted for, as a binary number in two bit planes.
    ones: int
    twos: int
    playable: int
    useful: int
    critical: int
    due: Annotated[Row, Shape((MAX_PLAYERS,), 8)]  # kinds that will be playable when that seat's turn comes
    base_ones: int  # the same planes before determined cards in hand are taken out
    base_twos: int
    # What follows from the above, computed when first needed.
    chop: int  # the next seat's next discard: a slot, NO_CHOP or UNKNOWN
    classes: int  # how many sums a clue can encode, or UNKNOWN
    index: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    scheme: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    offered: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    likely: Annotated[Row, Shape((MAX_HAND,), 8)]
    # In the scratch record: what the player to act knows of its own cards, and the copies it sees nowhere.
    own: Annotated[Row, Shape((MAX_HAND,), 8)]
    own_ones: int
    own_twos: int
    # The table before the move that is decoded next.
    tokens: int
    pending: int
    pace: int
    turns_left: int
    # Determined cards: their kinds in each hand, how many there are of each in two bit planes, and the cards that are
    # not determined (bit 8 * seat + slot) with at least the kinds these may be.
    known: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    known_ones: int
    known_twos: int
    undetermined: int
    undetermined_kinds: int
    narrowed: int  # not 0: masks have changed since the determined cards were counted
    overcounted: int  # not 0: more cards of a kind are called determined than the planes can count
    precomputed: int  # 1 in the scratch record: its masks are those after the move just chosen
    contradictions: int  # masks that ran empty: somebody broke the code
