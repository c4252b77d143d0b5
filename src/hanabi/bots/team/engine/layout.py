"""A mind: the table as one seat sees it, and what clues and conventions say about every card.

A card in a hand is a *cell*, `seat * MAX_HAND` and a number below MAX_HAND; a new card takes the cell its owner has
just emptied. A cell without a card is HIDDEN, without clues and marks.
A *kind* is a face (see `hanabi.kernels.layout`), a set of kinds a bit mask.
"""

from typing import Annotated, NamedTuple

from hanabi.kernels.layout import (
    MAX_HAND,
    MAX_KINDS,
    MAX_PLAYERS,
    MAX_SUITS,
    Grid,
    Row,
    Shape,
)

CELLS = MAX_PLAYERS * MAX_HAND
NO_CELL = -1
WHOLE_HAND = (1 << MAX_HAND) - 1  # the cells of seat 0
EVERYTHING = (1 << MAX_KINDS) - 1

# What a player may do in a turn.
PLAYED, DISCARDED, CLUED, RESHUFFLED, RESCUED = range(5)

# Marks.
BLIND = 1  # no clue touched it, but a finesse promised that it is playable
MOVED = 2  # off the chop
ASKED = 4  # a prompt asks for it
DOUBTFUL = 8  # called for blind, but only if it is played at once
PASSED = 16  # an own card known to be playable, but this seat discarded instead
POSTPONED = 32  # or gave a clue
ON_CHOP = 64  # it was the chop when it was clued

# How a clue was read.
(
    NO_READING,
    EMPTY,
    PLAY_CLUE,
    SAVE_CLUE,
    PLAY_OR_SAVE,
    FIVE_STALL,
    FILL_IN,
    TEMPO,
    FIX,
    CHOP_MOVE,
    UNEXPLAINED,
) = range(11)

# How a clued card becomes playable.
NO_CONNECTION, DIRECT, DELAYED, PROMPTED, FINESSED, OWN_HAND = range(6)

WAITS = 12
LINKS = 5

# Why a move was chosen.
(
    NO_REASON,
    KNOWN_PLAY,
    BLIND_PLAY,
    GAMBLE,
    GIVE_PLAY,
    GIVE_SAVE,
    GIVE_FINESSE,
    GIVE_PROMPT,
    GIVE_FIX,
    GIVE_MOVE,
    GIVE_STALL,
    DISCARD_USELESS,
    DISCARD_CHOP,
    DISCARD_OTHER,
) = range(14)

# Weights of the evaluation (see `weights.py` for their values).
WEIGHTS = 40
TERMS = 17  # the first of them, which count in the hands of teammates
# What is noticed about a move (see `features.py`).
FEATURES = 136
# Moves that a choice looks at.
LOOKED = 64


NOTHING_DRAWN = -2


class ObservedMove(NamedTuple):
    """One action as a seat saw it."""

    what: int
    seat: int
    slot: int = 0
    kind: int = 0
    to: int = 0
    clue: int = 0
    touched: int = 0
    drawn: int = NOTHING_DRAWN  # the kind of the card drawn after it; HIDDEN for the viewer's own
    is_added: bool = False


class TurnStatus(NamedTuple):
    """The counters of the table after an action."""

    player: int
    tokens: int
    strikes: int
    deck: int
    turns_left: int
    pending: int


class Mind:
    me: int
    conventions: int  # a bit for each (see `level_table.py`)
    player: int
    tokens: int
    strikes: int
    deck: int
    turns_left: int
    pending: int
    clock: int
    discarded: int  # chop discards so far; none yet is the early game
    playable: int
    useful: int
    critical: int
    last_kinds: int  # the kinds that end a firework
    second_kinds: int  # and that come after its first card
    # The latest clue as it was read.
    reading: int
    focus: int
    promise: int
    connection: int
    partner: int
    clued_at: int  # on the clock
    clued_by: int
    # The hand of the player to act, as the choice needs it.
    own_plays: int  # slots of cards known to be playable
    own_blind: int  # of these, the ones called for without a clue or by a prompt
    own_trash: int  # slots of cards known to be useless
    lowest: int  # the lowest step of a known card
    mine: int  # faces that touched cards are known to be
    maybe_mine: int  # and may be, of few
    gain: int  # of the clue looked at, by the evaluation
    best_gain: int  # of all clues, by the evaluation
    next_loss: int  # what the next player is about to lose
    last_turn: int  # when this seat acted last, on the clock
    chop_cell: int  # this seat's chop
    chop_since: int  # and since when, on the clock
    # The latest choice, and the moves it looked at with their scores.
    reason: int
    chosen: int
    looked: int
    looked_moves: Annotated[Row, Shape((LOOKED,), 2)]
    looked_scores: Annotated[Row, Shape((LOOKED,), 8)]
    fireworks: Annotated[Row, Shape((MAX_SUITS,))]
    lost: Annotated[Row, Shape((MAX_KINDS,))]
    hidden: Annotated[Row, Shape((MAX_KINDS,))]  # copies this mind sees nowhere
    holders: Annotated[Row, Shape((MAX_KINDS,))]  # seats in whose hands this mind sees it, a bit each
    held: Annotated[Row, Shape((MAX_PLAYERS,))]
    hands: Annotated[Grid, Shape((MAX_PLAYERS, MAX_HAND), signed=False)]
    unseen: Annotated[Row, Shape((MAX_PLAYERS,), 8)]  # kinds with a copy that this seat sees nowhere
    kinds: Annotated[Row, Shape((CELLS,))]  # faces this mind sees
    open: Annotated[Row, Shape((CELLS,), 8)]  # what the clues leave open
    inferred: Annotated[Row, Shape((CELLS,), 8)]  # what the conventions leave of it
    clues: Annotated[Row, Shape((CELLS,), 2)]  # clues that touched it
    marks: Annotated[Row, Shape((CELLS,))]
    giver: Annotated[Row, Shape((CELLS,))]  # who touched it first, or called for it blind
    # How far each seat's moves follow the conventions, and answer prompts and finesses (see `partners.py`).
    follows: Annotated[Row, Shape((MAX_PLAYERS,))]
    answers: Annotated[Row, Shape((MAX_PLAYERS,))]
    since: Annotated[Row, Shape((CELLS,), 2)]  # and when, on the clock
    drawn_at: Annotated[Row, Shape((CELLS,), 2)]  # on the clock; 0 for the cards of the deal
    # A clue that is good only if somebody plays `wait_card` as `wait_kind` at their next turn.
    wait_focus: Annotated[Row, Shape((WAITS,))]
    wait_face: Annotated[Row, Shape((WAITS,))]
    wait_card: Annotated[Row, Shape((WAITS,))]
    wait_kind: Annotated[Row, Shape((WAITS,))]
    waiting: int
    coming: int  # kinds on their way (see `conventions/delayed_play.py`)
    # The cards to be played before the focus, in the connection looked at last.
    links: int
    link_card: Annotated[Row, Shape((LINKS,))]
    link_kind: Annotated[Row, Shape((LINKS,))]
    link_type: Annotated[Row, Shape((LINKS,))]
    # A copy, to try a clue and undo it.
    kept_open: Annotated[Row, Shape((CELLS,), 8)]
    kept_inferred: Annotated[Row, Shape((CELLS,), 8)]
    kept_clues: Annotated[Row, Shape((CELLS,), 2)]
    kept_marks: Annotated[Row, Shape((CELLS,))]
    kept_giver: Annotated[Row, Shape((CELLS,))]
    kept_since: Annotated[Row, Shape((CELLS,), 2)]
    kept_waiting: int
    kept_belief: Annotated[Row, Shape((CELLS,), 8)]
    kept_touched: int  # cells
    kept_claim: Annotated[Row, Shape((CELLS,), 8)]
    # Of the touched cards of a hand: what they may literally be, useful faces by promises, the kinds on their way.
    kept_literal: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    kept_coming: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    kept_faces: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    # What is new since (see `tried_clue.py`): the cells of which something is said, and the kinds that they may claim.
    new_cells: int
    new_claims: int
    weights: Annotated[Row, Shape((WEIGHTS,), 8)]
    # How often each weight counts in each hand at the beginning of the choice, and how much more often after the move
    # that is looked at (see `evaluation.py`). The kinds that are got in a hand, and in those before it.
    kept_terms: Annotated[Grid, Shape((MAX_PLAYERS, TERMS), 8)]
    kept_kinds: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    kept_counted: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    changes: Annotated[Row, Shape((TERMS,), 8)]
    unlocks: int  # what the play that is looked at changes for the teammates, by the evaluation
    # The move that is looked at; what it is worth is `fitted` by `features`, and `trust` by the evaluation.
    features: Annotated[Row, Shape((FEATURES,), 8)]
    fitted: Annotated[Row, Shape((FEATURES,), 8)]
    noticed: int  # what its features are worth
    trust: int
    # How far below the least count each partner may be before it is taken to know no conventions.
    patience: Annotated[Row, Shape((MAX_PLAYERS,))]
    strict: int  # somebody may know other conventions than the team players (see `is_strict` in `promises.py`)
