"""Worlds that fit the knowledge of a seat: its own cards and the order of the deck, drawn with the right odds."""

from hanabi.bots.hat.layout import PublicState
from hanabi.bots.hat_search import inline, kernel
from hanabi.compiled import cards
from hanabi.compiled.bits import lowest_bit
from hanabi.compiled.counter_rng import next_below
from hanabi.compiled.dtypes import Kinds, Numbers
from hanabi.kernels import MAX_KINDS, TILES, Rules, State

TRIES = 200


@kernel
def unseen_counts(r: Rules, s: State, counts: Numbers) -> int:
    """Count the copies of each kind that the player to act does not see; returns their total."""
    for kind in range(MAX_KINDS):
        counts[kind] = 0
    total = 0
    for kind in range(cards.kind_count(r)):
        counts[kind] = r.copies[kind] - s.lost[kind]
        if cards.is_on_firework(r, s, kind):
            counts[kind] -= 1
    for seat in range(r.players):
        if seat != s.player:
            for slot in range(s.hand_sizes[seat]):
                counts[s.faces[s.hands[seat][slot]]] -= 1
    for kind in range(cards.kind_count(r)):
        total += counts[kind]
    return total


@inline
def pick(counts: Numbers, mask: int, stream: Numbers) -> tuple[int, int]:
    """A random kind of `mask`, weighted by its copies, and the total of copies; -1 if there is none."""
    total = 0
    kinds = mask
    while kinds:
        total += counts[lowest_bit(kinds)]
        kinds &= kinds - 1
    if total <= 0:
        return -1, 0
    at = next_below(stream, total)
    kinds = mask
    while kinds:
        kind = lowest_bit(kinds)
        at -= counts[kind]
        if at < 0:
            return kind, total
        kinds &= kinds - 1
    return -1, 0


@kernel
def sample_world(r: Rules, s: State, public: PublicState, counts: Numbers, left: Numbers, stream: Numbers) -> bool:
    """Fill the hidden faces of `s`, a copy of the view. Returns False if no hand was found that fits the masks.

    Slots are filled one by one, those with the fewest choices first. The hand is then accepted with the probability
    that makes all fitting hands equally likely.
    """
    me = s.player
    held = s.hand_sizes[me]
    order = 0
    ordered = 0
    bound = 1
    for place in range(held):
        best = 1 << 60
        slot = 0
        for other in range(held):
            if not ordered >> other & 1:
                size = copies_among(counts, public.masks[me][other])
                if size < best:
                    best = size
                    slot = other
        ordered |= 1 << slot
        order |= slot << (4 * place)
        bound *= max(best, 1)
    found = False
    for _ in range(TRIES):
        for kind in range(MAX_KINDS):
            left[kind] = counts[kind]
        product = 1
        for place in range(held):
            slot = order >> (4 * place) & 15
            kind, total = pick(left, public.masks[me][slot], stream)
            if kind < 0:
                product = 0
                break
            product *= total
            left[kind] -= 1
            s.faces[s.hands[me][slot]] = kind
        if product > 0 and next_below(stream, 1 << 30) < (product << 30) // bound:
            found = True
            break
    if not found:
        fill_any_hand(r, s, counts, left, stream)
    place = s.next_card
    for kind in range(cards.kind_count(r)):
        for _ in range(left[kind]):
            if place < r.cards:
                s.faces[s.deck[place]] = kind
                place += 1
    for place in range(r.cards - 1, s.next_card, -1):
        other = s.next_card + next_below(stream, place - s.next_card + 1)
        card, twin = s.deck[place], s.deck[other]
        face = s.faces[card]
        s.faces[card] = s.faces[twin]
        s.faces[twin] = face
    shuffle_hidden_tiles(s, stream)
    return found


@inline
def copies_among(counts: Numbers, mask: int) -> int:
    total = 0
    while mask:
        total += counts[lowest_bit(mask)]
        mask &= mask - 1
    return total


@kernel
def fill_any_hand(r: Rules, s: State, counts: Numbers, left: Numbers, stream: Numbers) -> None:
    """Somebody broke the code, so no hand fits: draw one that the clues themselves allow, or any hand."""
    me = s.player
    for kind in range(MAX_KINDS):
        left[kind] = counts[kind]
    for slot in range(s.hand_sizes[me]):
        kind = pick(left, s.possible[me][slot], stream)[0]
        if kind < 0:
            kind = pick(left, r.all_kinds, stream)[0]
        left[kind] -= 1
        s.faces[s.hands[me][slot]] = kind


@inline
def shuffle_hidden_tiles(s: State, stream: Numbers) -> None:
    """Shuffle the tiles that nobody has seen."""
    hidden = (1 << TILES) - 1
    for place in range(s.tiles_turned):
        hidden &= ~(1 << s.tiles[place])
    for place in range(s.tiles_turned, TILES):
        s.tiles[place] = lowest_bit(hidden)
        hidden &= hidden - 1
    for place in range(TILES - 1, s.tiles_turned, -1):
        other = s.tiles_turned + next_below(stream, place - s.tiles_turned + 1)
        tile = s.tiles[place]
        s.tiles[place] = s.tiles[other]
        s.tiles[other] = tile


@kernel
def list_worlds(
    r: Rules, s: State, public: PublicState, counts: Numbers, left: Numbers, worlds: Kinds, limit: int
) -> int:
    """List all ways to fill the player's hand and then the deck, one row of `worlds` each; returns their number.

    Returns -1 if there are more than `limit`. Each uses every unseen card once, so they are all equally likely.
    """
    me = s.player
    held = s.hand_sizes[me]
    places = held + r.cards - s.next_card
    for kind in range(MAX_KINDS):
        left[kind] = counts[kind]
    found = 0
    at = 0
    kind = -1
    while at >= 0:
        if at == places:
            if found == limit:
                return -1
            for place in range(places):
                worlds[found + 1, place] = worlds[found, place]
            found += 1
            at -= 1
            kind = worlds[found, at]
            left[kind] += 1
            continue
        mask = public.masks[me][at] if at < held else r.all_kinds
        kind += 1
        while kind < MAX_KINDS and (left[kind] <= 0 or not mask >> kind & 1):
            kind += 1
        if kind == MAX_KINDS:
            at -= 1
            if at >= 0:
                kind = worlds[found, at]
                left[kind] += 1
            continue
        worlds[found, at] = kind
        left[kind] -= 1
        at += 1
        kind = -1
    return found


@inline
def fill_world(r: Rules, s: State, row: Kinds, stream: Numbers) -> None:
    """Turn `s` into the world of this row."""
    me = s.player
    for slot in range(s.hand_sizes[me]):
        s.faces[s.hands[me][slot]] = row[slot]
    for place in range(s.next_card, r.cards):
        s.faces[s.deck[place]] = row[s.hand_sizes[me] + place - s.next_card]
    shuffle_hidden_tiles(s, stream)
