"""The fields of the two records, from which both the plain objects and the compiled dtypes are built."""

from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

MAX_PLAYERS = 5
MAX_HAND = 6
MAX_SUITS = 7
MAX_RANKS = 5
MAX_KINDS = MAX_SUITS * MAX_RANKS
MAX_CARDS = 70
MAX_COLORS = 6
MAX_CLUES = MAX_COLORS + MAX_RANKS
MAX_MOVES = 2 * MAX_HAND + (MAX_PLAYERS - 1) * MAX_CLUES
TILES = 6

NO_TILE = -1
NO_SUIT = -1
NO_KIND = -1
NO_CARD = -1
HIDDEN = -1
NO_LAST_ROUND = -1
SPECTATOR = -1

RUNNING, WON, FINISHED, LOST = range(4)
NO_REASON, COMPLETE, DECK, STRIKES, INDISPENSABLE, STUCK, AGREEMENT = range(7)
CLUE_BACK, MEND, FREE_COLOR_CLUE, FREE_RANK_CLUE, RESHUFFLE, RESCUE = range(TILES)
NOTHING, PLAYED, DISCARDED, CLUED_COLOR, CLUED_RANK, RESHUFFLED, RESCUED = range(7)


class Shape(NamedTuple):
    """An array field: its dimensions, the width of one element in bytes, and whether elements may be negative.

    Compiled code need not check the sign of an index that cannot be negative.
    """

    size: tuple[int, ...]
    width: int = 1
    signed: bool = True


Row = list[int]
Grid = list[list[int]]


class Rules:
    """A RuleSet for a number of players as numbers and lookup tables, without the name of any variant.

    A *kind* is a card face as a number (`cards`); a set of kinds is a bit mask.
    A *clue* is an index: the nameable colors first, then the ranks (`action_ids`).
    """

    players: int
    hand_size: int
    suits: int
    colors: int
    ranks: int
    cards: int
    clue_tokens: int
    strikes: int
    empty_clues: int
    last_round: int  # turns after the deck runs out; 0 = no limit
    perfect_only: int  # losing an indispensable card loses the game
    score_offset: int
    all_kinds: int
    # The first id of each type of action (`action_ids`).
    first_color_clue: int
    first_rank_clue: int
    first_announcement: int
    first_reshuffle: int
    first_rescue: int
    actions: int
    # The offset of the receiver and the index of each clue, by its id; zeros for discards and plays.
    clue_offsets: Annotated[Row, Shape((MAX_MOVES,), signed=False)]
    clue_indices: Annotated[Row, Shape((MAX_MOVES,), signed=False)]
    copies: Annotated[Row, Shape((MAX_KINDS,))]
    first_copy: Annotated[Row, Shape((MAX_KINDS,), signed=False)]  # copies of all lower kinds
    step: Annotated[Row, Shape((MAX_KINDS,))]  # cards on the firework when this kind continues it
    wins_tile: Annotated[Row, Shape((MAX_SUITS,))]
    touch: Annotated[Row, Shape((MAX_CLUES,), 8)]  # clue -> mask of kinds it points at
    clues_of: Annotated[Row, Shape((MAX_KINDS,), 2)]  # kind -> mask of clues that point at it


class State:
    """The full state of one game, hidden cards included. A card id is the card's index in the dealt deck."""

    turn: int
    player: int
    pending: int
    clue_tokens: int
    strikes: int
    next_card: int  # index into `deck`; the deck is empty when it reaches `cards`
    drawn: int
    turns_left: int
    outcome: int
    reason: int
    score: int
    discard_count: int
    tiles_turned: int
    # The card that a reshuffle put back, the number of cards above it, and the draws before that.
    returned_card: int
    returned_above: int
    returned_at: int
    returned_kind: int  # until a card of this kind that was drawn since then is shown
    last_player: int
    last_move: int
    last_target: int
    last_clue: int
    last_touched: int
    last_slot: int
    last_kind: int
    last_scored: int
    last_token: int
    last_announced: int
    deck: Annotated[Row, Shape((MAX_CARDS,))]
    faces: Annotated[Row, Shape((MAX_CARDS,))]
    hands: Annotated[Grid, Shape((MAX_PLAYERS, MAX_HAND))]
    hand_sizes: Annotated[Row, Shape((MAX_PLAYERS,))]
    draw_numbers: Annotated[Grid, Shape((MAX_PLAYERS, MAX_HAND))]  # 0 for the first card drawn in this game
    fireworks: Annotated[Row, Shape((MAX_SUITS,))]
    discards: Annotated[Row, Shape((MAX_CARDS,))]
    lost: Annotated[Row, Shape((MAX_KINDS,))]
    tiles: Annotated[Row, Shape((TILES,))]
    possible: Annotated[Grid, Shape((MAX_PLAYERS, MAX_HAND), 8)]  # kinds that the clues have not ruled out
    clued: Annotated[Grid, Shape((MAX_PLAYERS, MAX_HAND), 2)]  # clues that pointed at this card


def fields(record: type) -> dict[str, Shape]:
    """Every field that is not a record itself, in order; a scalar has the shape `()`."""
    hints = get_type_hints(record, include_extras=True).items()
    return {name: Shape((), 8) if hint is int else get_args(hint)[1] for name, hint in hints if not _is_record(hint)}


def nested_records(record: type) -> dict[str, type]:
    return {name: hint for name, hint in get_type_hints(record, include_extras=True).items() if _is_record(hint)}


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and hint is not int


def blank(record: type) -> Any:
    """A plain record with all fields zero."""
    plain = record()
    for name, shape in fields(record).items():
        setattr(plain, name, _zeros(shape.size))
    for name, nested in nested_records(record).items():
        setattr(plain, name, blank(nested))
    return plain


def duplicate(original: Any) -> Any:
    """A plain record equal to `original` that shares nothing with it."""
    copy = type(original)()
    for name, value in vars(original).items():
        if isinstance(value, list):
            value = [row.copy() for row in value] if isinstance(value[0], list) else value.copy()
        setattr(copy, name, value)
    return copy


def _zeros(size: tuple[int, ...]) -> Any:
    if not size:
        return 0
    return [_zeros(size[1:]) for _ in range(size[0])]
