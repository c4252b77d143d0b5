"""An Observation: a row of zeros and ones, all that a seat may know (`simulation/observation.py` names its sections).

The sections up to `knowledge` are those of the Hanabi Learning Environment's canonical encoding, bit for bit where
the rules are the same. The sections of other rules come after them. A seat's own cards are never read, only the
clues about them. Rows are flat: every function writes from `out[at]` on and returns the index after its last bit. The
row must be all zeros before.
"""

from . import inline, kernel, layout
from .action_ids import has_announcements, has_reward_choices
from .bits import Cells, fill, spread
from .cards import kind_of, kinds_of_suit, suit_of
from .layout import Rules, State
from .seats import offset_of, seat_at


@inline
def face_index(r: Rules, kind: int) -> int:
    """The place of a kind in a row, which has no room for ranks that are not in play."""
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
def thermometer(out: Cells, at: int, level: int, height: int) -> int:
    fill(out, at, 1, level)
    return at + height


@kernel
def encode_hands(r: Rules, s: State, seat: int, out: Cells, at: int) -> int:
    faces = r.suits * r.ranks
    for offset in range(1, r.players):
        owner = seat_at(r, seat, offset)
        for slot in range(s.hand_sizes[owner]):
            out[at + slot * faces + face_index(r, s.faces[s.hands[owner][slot]])] = 1
        at += r.hand_size * faces
    for offset in range(r.players):
        if s.hand_sizes[seat_at(r, seat, offset)] < r.hand_size:
            out[at + offset] = 1
    return at + r.players


@kernel
def encode_board(r: Rules, s: State, out: Cells, at: int) -> int:
    at = thermometer(out, at, r.cards - s.next_card, r.cards - r.players * r.hand_size)
    for suit in range(r.suits):
        if s.fireworks[suit] > 0:
            out[at + s.fireworks[suit] - 1] = 1
        at += r.ranks
    at = thermometer(out, at, s.clue_tokens, r.clue_tokens)
    return thermometer(out, at, r.strikes - s.strikes, r.strikes)


@kernel
def encode_discards(r: Rules, s: State, out: Cells, at: int) -> int:
    for suit in range(r.suits):
        bits, height = 0, 0
        for kind in range(kind_of(suit, 0), kind_of(suit, r.ranks)):
            bits |= ((1 << s.lost[kind]) - 1) << height
            height += r.copies[kind]
        spread(out, at, bits, height)
        at += height
    return at


@kernel
def encode_last_action(r: Rules, s: State, seat: int, out: Cells, at: int) -> int:
    clued = s.last_move == layout.CLUED_COLOR or s.last_move == layout.CLUED_RANK
    moved = s.last_move == layout.PLAYED or s.last_move == layout.DISCARDED
    if s.last_move != layout.NOTHING:
        out[at + offset_of(r, seat, s.last_player)] = 1
    at += r.players
    if clued or moved:
        out[at + s.last_move - layout.PLAYED] = 1
    at += 4
    if clued:
        out[at + offset_of(r, seat, s.last_target)] = 1
        out[at + r.players + s.last_clue] = 1
        spread(out, at + r.players + r.colors + r.ranks, s.last_touched, r.hand_size)
    at += r.players + r.colors + r.ranks + r.hand_size
    if moved:
        out[at + s.last_slot] = 1
    at += r.hand_size
    if s.last_move != layout.NOTHING and not clued:
        out[at + face_index(r, s.last_kind)] = 1
    at += r.suits * r.ranks
    out[at] = s.last_scored
    out[at + 1] = s.last_token
    return at + 2


@kernel
def encode_knowledge(r: Rules, s: State, seat: int, out: Cells, at: int) -> int:
    faces = r.suits * r.ranks
    width = faces + r.colors + r.ranks
    for offset in range(r.players):
        owner = seat_at(r, seat, offset)
        for slot in range(s.hand_sizes[owner]):
            bits = face_bits(r, s.possible[owner][slot]) | s.clued[owner][slot] << faces
            spread(out, at + slot * width, bits, width)
        at += r.hand_size * width
    return at


@kernel
def encode_rewards(r: Rules, s: State, seat: int, out: Cells, at: int) -> int:
    """Sections for reward tiles, which offer choices and put cards back, so that a last round may run beside a deck."""
    if s.last_move == layout.RESHUFFLED or s.last_move == layout.RESCUED:
        out[at + s.last_move - layout.RESHUFFLED] = 1
    at += 2
    if s.pending != layout.NO_TILE:
        out[at + s.pending] = 1
    at += layout.TILES
    for place in range(s.tiles_turned):
        out[at + s.tiles[place]] = 1
    at += layout.TILES
    if s.returned_kind != layout.NO_KIND:
        out[at + face_index(r, s.returned_kind)] = 1
        for offset in range(r.players):
            owner = seat_at(r, seat, offset)
            for slot in range(s.hand_sizes[owner]):
                if s.draw_numbers[owner][slot] < s.returned_at:
                    out[at + r.suits * r.ranks + offset * r.hand_size + slot] = 1
    at += r.suits * r.ranks + r.players * r.hand_size
    return thermometer(out, at, max(s.turns_left, 0), r.players)


@kernel
def encode(r: Rules, s: State, seat: int, out: Cells, at: int) -> int:
    at = encode_hands(r, s, seat, out, at)
    at = encode_board(r, s, out, at)
    at = encode_discards(r, s, out, at)
    at = encode_last_action(r, s, seat, out, at)
    at = encode_knowledge(r, s, seat, out, at)
    if has_announcements(r):
        if s.last_announced != layout.NO_SUIT:
            out[at + s.last_announced] = 1
        at += r.suits
    if has_reward_choices(r):
        at = encode_rewards(r, s, seat, out, at)
    return at
