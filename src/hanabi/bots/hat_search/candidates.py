"""Candidate moves: those that say nothing false by the code, so that they mislead no teammate."""

from hanabi.bots.hat.alphabet import NOT_LISTED, PLAY, alphabet, has_plays, place_in
from hanabi.bots.hat.clue_choice import clue_sum, clues_in_class, slots_touched
from hanabi.bots.hat.clue_classes import allowed
from hanabi.bots.hat.layout import HatTables, PublicState
from hanabi.bots.hat.policy import coded_choice, decide, next_is_in_danger, play_of, someone_needs_clue
from hanabi.bots.hat.probabilities import seat_after
from hanabi.bots.hat.public_state import copy_public_state
from hanabi.bots.hat_search import inline, kernel
from hanabi.bots.hat_search.workspace import MAX_MOVES
from hanabi.compiled import action_ids, legality
from hanabi.compiled.bits import lowest_bit
from hanabi.compiled.dtypes import Numbers
from hanabi.kernels import NO_TILE, Rules, State


@kernel
def add(moves: Numbers, count: int, action: int) -> int:
    for place in range(count):
        if moves[place] == action:
            return count
    if count < MAX_MOVES:
        moves[count] = action
        count += 1
    return count


@kernel
def candidate_moves(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, moves: Numbers
) -> int:
    """List the hat player's own move, then every other move that keeps the code. Returns their number."""
    moves[0] = decide(r, s, tables, public, scratch)
    count = 1
    if s.pending != NO_TILE:
        for action in range(action_ids.first_of_group(r, action_ids.RESHUFFLES), r.actions):
            if legality.is_legal(r, s, action):
                count = add(moves, count, action)
        if action_ids.is_clue(r, moves[0]):
            count = add_clues(r, s, tables, public, scratch, moves, count)
        return count
    if s.clue_tokens > 0:
        count = add_clues(r, s, tables, public, scratch, moves, count)
    return add_choices(r, s, tables, public, scratch, moves, count)


@inline
def is_sure(public: PublicState, scratch: PublicState, slot: int) -> bool:
    """Whether the player knows that its card is playable."""
    return scratch.own[slot] & ~public.playable == 0


@inline
def breaks_promise(
    s: State, tables: HatTables, public: PublicState, entry: int, among_plays: bool, danger: bool, needed: bool
) -> bool:
    """Whether a play or a discard wrongly says that nobody is in danger or needs a clue."""
    discarded = entry < PLAY and not among_plays
    if danger and (tables.promise_saves if discarded else tables.promise_plays):
        return True
    if not needed:
        return False
    if discarded:
        return s.clue_tokens >= tables.need_tokens
    expected = among_plays or public.masks[s.player][entry - PLAY] & ~public.playable == 0
    return expected and s.clue_tokens >= tables.clue_first


@kernel
def add_choices(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, moves: Numbers, count: int
) -> int:
    """Add all plays and discards that imply nothing false; of an alphabet, only the entry that is the hat sum.

    If the hat player's own move breaks a promise, because no clue says the sum, there may be no true move. Then all
    moves are tried, to find the one that misleads least. Plays that may lose the game are left out: a few hundred
    worlds can miss a small chance of that.
    """
    me = s.player
    can_clue = s.clue_tokens > 0 and s.turns_left <= 0
    danger = can_clue and next_is_in_danger(r, s, tables, public, me)
    needed = can_clue and someone_needs_clue(r, s, public, me)
    spare_strikes = s.strikes + 1 < r.strikes
    entries, listed = alphabet(r, tables, public, me)
    lists_plays = has_plays(entries, listed)
    coded = NOT_LISTED
    if listed > 1:
        coded = coded_choice(r, s, tables, public, scratch, entries, listed)
    own = (
        moves[0]
        if action_ids.is_discard(r, moves[0])
        else moves[0] - action_ids.play_id(r, 0) + PLAY
        if action_ids.is_plain_play(r, moves[0])
        else -1
    )
    is_false = own >= 0 and breaks_promise(
        s, tables, public, own, lists_plays and place_in(entries, listed, own) >= 0, danger, needed
    )
    if is_false:
        count = add_all_clues(r, s, moves, count)
    for slot in range(s.hand_sizes[me]):
        mask = public.masks[me][slot]
        for entry in range(slot, slot + PLAY + 1, PLAY):
            place = place_in(entries, listed, entry)
            if listed > 1 and place >= 0 and entry != coded and not is_false:
                continue
            if entry < PLAY and s.clue_tokens >= r.clue_tokens:
                continue
            if entry >= PLAY and (mask & public.playable == 0 if spare_strikes else not is_sure(public, scratch, slot)):
                continue
            among_plays = place >= 0 and lists_plays
            if not is_false and breaks_promise(s, tables, public, entry, among_plays, danger, needed):
                continue
            count = add(moves, count, play_of(r, slot, mask) if entry >= PLAY else action_ids.discard_id(r, slot))
    return count


@kernel
def add_all_clues(r: Rules, s: State, moves: Numbers, count: int) -> int:
    """Add every legal clue, whatever it says."""
    for action in range(r.first_color_clue, r.first_announcement):
        if legality.is_legal(r, s, action):
            count = add(moves, count, action)
    return count


@kernel
def add_clues(
    r: Rules, s: State, tables: HatTables, public: PublicState, scratch: PublicState, moves: Numbers, count: int
) -> int:
    """Add all clues whose class is the hat sum."""
    me = s.player
    copy_public_state(r, public, scratch)
    size, total = clue_sum(r, s, tables, public, scratch)
    clues = allowed(r, public)
    for offset in range(1, r.players):
        seat = seat_after(r, me, offset)
        if size > 0 and total >= public.offered[seat]:
            total -= public.offered[seat]
            continue
        matching = clues_in_class(r, s, public, seat, clues, total) if size > 0 else clues
        while matching:
            clue = lowest_bit(matching)
            matching &= matching - 1
            if not r.empty_clues and slots_touched(r, s, seat, clue) == 0:
                continue
            count = add(moves, count, action_ids.clue_id(r, offset, clue))
        if size > 0:
            break
    return count
