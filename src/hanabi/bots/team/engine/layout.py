"""The Mind: the table as one seat sees it, and what clues and conventions say about every card.

A card in a hand has a *cell*: `seat * MAX_HAND` plus a number below MAX_HAND. A new card takes the cell that its holder
has just emptied. An empty cell is HIDDEN and has no clues or marks.
A *kind* is a card face (see `hanabi.kernels.layout`); a set of kinds is a bit mask.
"""

from typing import Annotated, NamedTuple

from hanabi.kernels import MAX_HAND, MAX_KINDS
from hanabi.kernels.layout import MAX_PLAYERS, MAX_SUITS, Grid, Row, Shape

CELLS = MAX_PLAYERS * MAX_HAND
NO_CELL = -1
WHOLE_HAND = (1 << MAX_HAND) - 1  # the cells of seat 0
EVERYTHING = (1 << MAX_KINDS) - 1

# What a player can do in a turn.
PLAYED, DISCARDED, CLUED, RESHUFFLED, RESCUED = range(5)

# Marks on a card.
BLIND = 1  # no clue touched it, but a finesse promised that it is playable
MOVED = 2  # chop moved: its holder keeps it
ASKED = 4  # prompted
DOUBTFUL = 8  # called for blind, but only if it is played at once
PASSED = 16  # this seat knew its card was playable and discarded instead
POSTPONED = 32  # this seat knew its card was playable and gave a clue instead
ON_CHOP = 64  # it was the chop when it was clued

# How a clue was read.
(
    NO_READING, EMPTY, PLAY_CLUE, SAVE_CLUE, PLAY_OR_SAVE, FIVE_STALL, FILL_IN, TEMPO, FIX, CHOP_MOVE, UNEXPLAINED,
) = range(11)  # fmt: skip

# How a clued card becomes playable.
NO_CONNECTION, DIRECT, DELAYED, PROMPTED, FINESSED, OWN_HAND = range(6)

WAITS = 12  # the most waits that a mind remembers
LINKS = 5  # the most cards in a connection

# Why a move was chosen.
(
    NO_REASON, KNOWN_PLAY, BLIND_PLAY, GAMBLE, GIVE_PLAY, GIVE_SAVE, GIVE_FINESSE, GIVE_PROMPT, GIVE_FIX, GIVE_MOVE,
    GIVE_STALL, DISCARD_USELESS, DISCARD_CHOP, DISCARD_OTHER,
) = range(14)  # fmt: skip

WEIGHTS = 40  # room for the weights of the evaluation (see `weights.py`)
TERMS = 17  # the first of the weights, which count in the hands of teammates
FEATURES = 136  # room for the features of a move (see `features.py`)
MAX_SCORED = 64  # the most moves whose scores a choice keeps

NOTHING_DRAWN = -2


class ObservedMove(NamedTuple):
    """One action as a seat saw it."""

    what: int  # PLAYED, DISCARDED, …
    seat: int
    slot: int = 0
    kind: int = 0
    to: int = 0
    clue: int = 0
    touched: int = 0  # slots
    drawn: int = NOTHING_DRAWN  # the kind of the card drawn after it; HIDDEN for the viewer's own
    is_added: bool = False  # the card joined its firework


class TurnStatus(NamedTuple):
    """The counters of the table after an action."""

    player: int
    tokens: int
    strikes: int
    deck: int
    turns_left: int
    pending: int
    recovery_tiles: int


class KnownTable:
    """The table as this seat sees it. The *clock* counts the actions of the game."""

    player: int  # to act
    tokens: int
    strikes: int
    deck: int  # cards left
    turns_left: int  # negative before the last round
    pending: int  # the reward tile that waits for a choice
    recovery_tiles: int  # face-down reward tiles that bring a card back
    clock: int
    discarded: int  # chop discards so far; none yet is the early game
    # Sets of kinds.
    playable: int
    useful: int  # still to be played, and reachable
    critical: int  # useful, with one copy left
    last_kinds: int  # the last card of each firework
    second_kinds: int  # the second card of each firework
    fireworks: Annotated[Row, Shape((MAX_SUITS,))]
    lost: Annotated[Row, Shape((MAX_KINDS,))]  # copies in the discard pile
    hidden: Annotated[Row, Shape((MAX_KINDS,))]  # copies that this mind sees nowhere
    holders: Annotated[Row, Shape((MAX_KINDS,))]  # the seats where this mind sees it, one bit each
    held: Annotated[Row, Shape((MAX_PLAYERS,))]  # hand sizes
    hands: Annotated[Grid, Shape((MAX_PLAYERS, MAX_HAND), signed=False)]  # cells, oldest card first
    unseen: Annotated[Row, Shape((MAX_PLAYERS,), 8)]  # kinds with a copy that the seat sees nowhere
    kinds: Annotated[Row, Shape((CELLS,))]  # by cell: the face, if this mind sees it


class KnownCards:
    """What clues and conventions say about every card, by cell."""

    possible: Annotated[Row, Shape((CELLS,), 8)]  # kinds that the clues leave
    inferred: Annotated[Row, Shape((CELLS,), 8)]  # kinds that the conventions leave
    clues: Annotated[Row, Shape((CELLS,), 2)]  # the clues that touched it, one bit each
    marks: Annotated[Row, Shape((CELLS,))]  # BLIND, MOVED, …
    giver: Annotated[Row, Shape((CELLS,))]  # the seat that first touched it or called for it blind; -1: none
    since: Annotated[Row, Shape((CELLS,), 2)]  # when it was first touched or called for (clock)
    drawn_at: Annotated[Row, Shape((CELLS,), 2)]  # clock; 0 for the cards of the deal
    # Waits: `wait_focus` is `wait_face` only if `wait_card` is played as `wait_kind` at its holder's next turn.
    waiting: int  # how many waits there are
    wait_focus: Annotated[Row, Shape((WAITS,))]
    wait_face: Annotated[Row, Shape((WAITS,))]
    wait_card: Annotated[Row, Shape((WAITS,))]
    wait_kind: Annotated[Row, Shape((WAITS,))]


class LatestClue:
    """The latest clue as it was read (see `ClueReading`)."""

    reading: int
    focus: int
    promise: int
    connection: int
    partner: int
    given_at: int  # clock
    given_by: int


class PartnerHabits:
    """How likely each seat plays by conventions (see `partners.py`)."""

    first_odds: Annotated[Row, Shape((MAX_PLAYERS,), 2)]  # at the start of a game
    odds: Annotated[Row, Shape((MAX_PLAYERS,), 2)]  # log-odds, in hundredths
    strict: int  # somebody may know other conventions than the team bots (see `is_strict` in `promises.py`)


class OwnHand:
    """This seat's own hand: its history, and what a choice prepares."""

    last_turn: int  # when this seat last acted (clock)
    chop_cell: int
    chop_since: int  # when it became the chop (clock)
    plays: int  # slots of cards known to be playable
    blind: int  # those of them that are called for blind or by a prompt
    trash: int  # slots of cards known to be useless
    lowest: int  # the lowest step of a card known to be playable
    known: int  # faces of touched cards with one possible face
    maybe: int  # faces of touched cards with few possible faces


class ConnectionLinks:
    """Scratch: the connection found last, which is the cards to be played before the focus."""

    count: int
    cards: Annotated[Row, Shape((LINKS,))]  # cells
    kinds: Annotated[Row, Shape((LINKS,))]
    coming: int  # kinds on their way (see `conventions/delayed_play.py`)


class SavedBeliefs:
    """Copies made at the beginning of a choice, and what the tried clue changed since (see `tried_clue.py`)."""

    new_cells: int  # that the clue says something about
    new_claims: int  # kinds whose claims it may have changed
    touched: int  # cells
    beliefs: Annotated[Row, Shape((CELLS,), 8)]
    claims: Annotated[Row, Shape((CELLS,), 8)]
    # By seat: kinds that the hand's touched cards may be by the plain clues, kinds on their way, and useful kinds that
    # its touched cards may be by promises.
    literal: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    coming: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    faces: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    # By seat, for the evaluation: how often each weight counts in the hand, the kinds gotten there, and those gotten in
    # the hands before it.
    terms: Annotated[Grid, Shape((MAX_PLAYERS, TERMS), 8)]
    kinds: Annotated[Row, Shape((MAX_PLAYERS,), 8)]
    counted: Annotated[Row, Shape((MAX_PLAYERS,), 8)]


class ScoredMoves:
    """Scratch: the latest choice, the moves it was made from, and the move being scored."""

    reason: int  # KNOWN_PLAY, GIVE_SAVE, …
    chosen: int  # the cell that the choice is about
    count: int  # how many moves were scored
    moves: Annotated[Row, Shape((MAX_SCORED,), 2)]
    scores: Annotated[Row, Shape((MAX_SCORED,), 8)]
    gain: int  # what the clue being scored changes, by the evaluation
    best_gain: int  # the largest gain of all clues
    next_loss: int  # the loss if the next player discards
    unlocks: int  # what the play being scored changes for teammates, by the evaluation
    changes: Annotated[Row, Shape((TERMS,), 8)]  # how much more often each weight counts after the move
    features: Annotated[Row, Shape((FEATURES,), 8)]
    feature_score: int  # the sum over its features


class ChoiceWeights:
    evaluation: Annotated[Row, Shape((WEIGHTS,), 8)]  # see `weights.py`
    features: Annotated[Row, Shape((FEATURES,), 8)]  # see `features.py`
    trust: int  # what a point of the evaluation is worth


class Mind:
    """One seat's knowledge, and the scratch space of its choices."""

    me: int
    conventions: int  # one bit per convention (see `levels.py`)
    table: KnownTable
    cards: KnownCards
    undo: KnownCards  # a copy that undoes a tried clue
    latest: LatestClue
    partners: PartnerHabits
    own: OwnHand
    links: ConnectionLinks
    saved: SavedBeliefs
    choice: ScoredMoves
    weights: ChoiceWeights
