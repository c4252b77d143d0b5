"""An Observation: a row of zeros and ones, all that a seat may know (`simulation/observation.py` names its sections).

The sections up to `knowledge` are those of the Hanabi Learning Environment's canonical encoding, bit for bit where
the rules are the same. The sections of other rules come after them. A seat's own cards are never read, only the
clues about them. Bits are collected in a `Row` and written many at a time (`bits`).
"""

from . import inline, kernel, layout
from .action_ids import has_announcements, has_reward_choices
from .bits import Cells, Row, add_bits, finish_row, new_row
from .cards import kinds_of_suit, suit_of
from .layout import Rules, State
from .seats import offset_of, seat_at

WORD = 60  # at most this many bits are added at once
PLAIN_KINDS = 25  # the kinds of the first five suits, whose copies fit in a word


@inline
def face_index(r: Rules, kind: int) -> int:
    """The place of a kind in a row, which has no room for ranks that are not in play."""
    if r.ranks == layout.MAX_RANKS:
        return kind
    return kind - suit_of(kind) * (layout.MAX_RANKS - r.ranks)


@inline
def face_bits(r: Rules, kinds: int) -> int:
    if r.ranks == layout.MAX_RANKS:
        return kinds
    bits = 0
    for suit in range(r.suits):
        bits |= kinds_of_suit(kinds, suit) << suit * r.ranks
    return bits


@inline
def add_level(out: Cells, row: Row, level: int, height: int) -> Row:
    """A thermometer: as many ones as `level`, then zeros up to `height`."""
    while height > WORD:
        row = add_bits(out, row, (1 << min(level, WORD)) - 1, WORD)
        level, height = max(level - WORD, 0), height - WORD
    return add_bits(out, row, (1 << level) - 1, height)


@inline
def add_hands(r: Rules, s: State, seat: int, out: Cells, row: Row) -> Row:
    faces = r.suits * r.ranks
    short = 0
    if s.hand_sizes[seat] < r.hand_size:
        short = 1
    for offset in range(1, r.players):
        owner = seat_at(r, seat, offset)
        size = s.hand_sizes[owner]
        for slot in range(size):
            row = add_bits(out, row, 1 << face_index(r, s.faces[s.hands[owner][slot]]), faces)
        if size < r.hand_size:
            short |= 1 << offset
            for _ in range(size, r.hand_size):
                row = add_bits(out, row, 0, faces)
    return add_bits(out, row, short, r.players)


@inline
def add_board(r: Rules, s: State, out: Cells, row: Row) -> Row:
    row = add_level(out, row, r.cards - s.next_card, r.cards - r.players * r.hand_size)
    tops = 0
    for suit in range(r.suits):
        tops |= (1 << s.fireworks[suit]) >> 1 << suit * r.ranks
    row = add_bits(out, row, tops, r.suits * r.ranks)
    row = add_level(out, row, s.clue_tokens, r.clue_tokens)
    return add_level(out, row, r.strikes - s.strikes, r.strikes)


@inline
def add_discards(r: Rules, s: State, out: Cells, row: Row) -> Row:
    bits = 0
    for kind in range(PLAIN_KINDS):
        bits |= ((1 << s.lost[kind]) - 1) << r.first_copy[kind]
    plain = min(r.cards, r.first_copy[PLAIN_KINDS])
    row = add_bits(out, row, bits, plain)
    if r.cards > plain:
        bits = 0
        for kind in range(PLAIN_KINDS, layout.MAX_KINDS):
            bits |= ((1 << s.lost[kind]) - 1) << r.first_copy[kind] - plain
        row = add_bits(out, row, bits, r.cards - plain)
    return row


@inline
def add_last_action(r: Rules, s: State, seat: int, out: Cells, row: Row) -> Row:
    clued = s.last_move == layout.CLUED_COLOR or s.last_move == layout.CLUED_RANK
    moved = s.last_move == layout.PLAYED or s.last_move == layout.DISCARDED
    who, target, clue = r.players, r.players + 4, 2 * r.players + 4
    touched = clue + r.colors + r.ranks
    bits, used = 0, 0
    if s.last_move != layout.NOTHING:
        bits = 1 << offset_of(r, seat, s.last_player)
        if clued or moved:
            bits |= 1 << who + s.last_move - layout.PLAYED
        if clued:
            bits |= 1 << target + offset_of(r, seat, s.last_target) | 1 << clue + s.last_clue
            bits |= s.last_touched << touched
        else:
            used = 1 << r.hand_size + face_index(r, s.last_kind)
            if moved:
                used |= 1 << s.last_slot
        used |= (s.last_scored | s.last_token << 1) << r.hand_size + r.suits * r.ranks
    row = add_bits(out, row, bits, touched + r.hand_size)
    return add_bits(out, row, used, r.hand_size + r.suits * r.ranks + 2)


@inline
def add_knowledge(r: Rules, s: State, seat: int, out: Cells, row: Row) -> Row:
    faces = r.suits * r.ranks
    width = faces + r.colors + r.ranks
    for offset in range(r.players):
        owner = seat_at(r, seat, offset)
        size = s.hand_sizes[owner]
        for slot in range(size):
            bits = face_bits(r, s.possible[owner][slot]) | s.clued[owner][slot] << faces
            row = add_bits(out, row, bits, width)
        for _ in range(size, r.hand_size):
            row = add_bits(out, row, 0, width)
    return row


@inline
def add_rewards(r: Rules, s: State, seat: int, out: Cells, row: Row) -> Row:
    """Sections for reward tiles, which offer choices and put cards back, so that a last round may run beside a deck."""
    choice, turned, returned = 0, 0, 0
    if s.last_move == layout.RESHUFFLED or s.last_move == layout.RESCUED:
        choice = 1 << s.last_move - layout.RESHUFFLED
    row = add_bits(out, row, choice, 2)
    row = add_bits(out, row, 0 if s.pending == layout.NO_TILE else 1 << s.pending, layout.TILES)
    for place in range(s.tiles_turned):
        turned |= 1 << s.tiles[place]
    row = add_bits(out, row, turned, layout.TILES)
    drawn_before = 0
    if s.returned_kind != layout.NO_KIND:
        returned = 1 << face_index(r, s.returned_kind)
        for offset in range(r.players):
            owner = seat_at(r, seat, offset)
            for slot in range(s.hand_sizes[owner]):
                if s.draw_numbers[owner][slot] < s.returned_at:
                    drawn_before |= 1 << offset * r.hand_size + slot
    row = add_bits(out, row, returned, r.suits * r.ranks)
    row = add_bits(out, row, drawn_before, r.players * r.hand_size)
    return add_level(out, row, max(s.turns_left, 0), r.players)


@kernel
def encode(r: Rules, s: State, seat: int, out: Cells, at: int) -> int:
    """Write the row from `out[at]` on, and return the index after its last bit."""
    row = new_row(at)
    row = add_hands(r, s, seat, out, row)
    row = add_board(r, s, out, row)
    row = add_discards(r, s, out, row)
    row = add_last_action(r, s, seat, out, row)
    row = add_knowledge(r, s, seat, out, row)
    if has_announcements(r):
        row = add_bits(out, row, 0 if s.last_announced == layout.NO_SUIT else 1 << s.last_announced, r.suits)
    if has_reward_choices(r):
        row = add_rewards(r, s, seat, out, row)
    return finish_row(out, row)
