"""The evaluation: what the teammates' hands, a play or a discard are worth to one seat."""

from . import Rules, bits, inline, kernel, seats, weights
from .card_sets import cards_below, is_known_playable, is_known_useless, is_single
from .conventions.belief import current_belief
from .conventions.chop import chop
from .layout import ASKED, BLIND, NO_CELL, TERMS, Mind
from .promises import holder_of, is_touched, literal
from .tried_clue import is_hand_unchanged

# Own touched cards with at most FEW_FACES possible faces count as cards that this seat may hold. Partners of unknown
# conventions trust good touch and will play such a card in the end: with them the limit is FEW_FACES_STRICT, and a card
# touched twice counts STRICT_FACTOR times.
FEW_FACES, FEW_FACES_STRICT, STRICT_FACTOR = 3, 5, 2


@inline
def strict_factor(m: Mind) -> int:
    return STRICT_FACTOR if m.partners.strict else 1


@kernel
def find_own_faces(r: Rules, m: Mind) -> None:
    """Find the faces that this seat's touched cards are known to be, and those that they may be, one of few."""
    m.own.known, m.own.maybe = 0, 0
    for slot in range(m.table.held[m.me]):
        cell = m.table.hands[m.me][slot]
        if is_touched(m, cell):
            faces = current_belief(r, m, cell)
            if is_single(faces):
                m.own.known |= faces
            if bits.count_bits(faces) <= (FEW_FACES_STRICT if m.partners.strict else FEW_FACES):
                m.own.maybe |= faces


@inline
def loss_of(r: Rules, m: Mind, kind: int) -> int:
    """The loss if a card of this kind is discarded."""
    w, table = m.weights.evaluation, m.table
    if table.critical >> kind & 1:
        return w[weights.CHOP_LAST] + w[weights.CHOP_LAST_STEP] * (r.ranks - r.step[kind])
    if table.playable >> kind & 1:
        return w[weights.CHOP_PLAYABLE]
    if table.useful >> kind & 1:
        return w[weights.CHOP_USEFUL]
    return 0


@inline
def is_elsewhere(m: Mind, cell: int) -> bool:
    """This mind sees another copy in some hand."""
    seat, kind = holder_of(cell), m.table.kinds[cell]
    if m.table.holders[kind] & ~(1 << seat):
        return True
    for slot in range(m.table.held[seat]):
        other = m.table.hands[seat][slot]
        if other != cell and m.table.kinds[other] == kind:
            return True
    return False


@inline
def counted_turns(r: Rules, m: Mind) -> int:
    """One more than the number of teammates who still have a turn: their hands count."""
    return r.players if m.table.turns_left < 0 else min(r.players, m.table.turns_left)


@kernel
def save_terms(r: Rules, m: Mind) -> None:
    """Count the terms of each teammate's hand at the beginning of a choice. Called after `find_own_faces`."""
    counted = m.own.known
    for turn in range(1, counted_turns(r, m)):
        seat = seats.seat_at(r, m.me, turn)
        for term in range(TERMS):
            m.choice.changes[term] = 0
        m.saved.counted[seat] = counted
        m.saved.kinds[seat] = count_hand(r, m, seat, turn, counted)
        counted |= m.saved.kinds[seat]
        for term in range(TERMS):
            m.saved.terms[seat][term] = m.choice.changes[term]


@kernel
def change_of_worth(r: Rules, m: Mind) -> int:
    """How much more the teammates' hands are worth than at the beginning of the choice; `changes` says why.

    What this seat knows about its own cards is not computed again.
    """
    changes = m.choice.changes
    for term in range(TERMS):
        changes[term] = 0
    counted = m.own.known
    for turn in range(1, counted_turns(r, m)):
        seat = seats.seat_at(r, m.me, turn)
        if is_count_unchanged(m, seat, counted):
            counted |= m.saved.kinds[seat]
            continue
        for term in range(TERMS):
            changes[term] -= m.saved.terms[seat][term]
        counted |= count_hand(r, m, seat, turn, counted)
    total = 0
    for term in range(TERMS):
        total += m.weights.evaluation[term] * changes[term]
    return total


@inline
def is_count_unchanged(m: Mind, seat: int, counted: int) -> bool:
    """Nothing new concerns this hand, and the same ones of its cards are duplicated in the hands before it."""
    is_same = (counted ^ m.saved.counted[seat]) & m.saved.kinds[seat] == 0
    return is_same and is_hand_unchanged(m, seat)


@kernel
def count_hand(r: Rules, m: Mind, seat: int, turn: int, counted: int) -> int:
    """Add to `changes` how often each weight counts in a hand, with its sign. Returns the kinds gotten there.

    The second of two equal cards is useless: `counted` has the kinds gotten in the hands before.
    """
    table, c = m.table, m.cards
    t = m.choice.changes
    got, likely = 0, m.own.maybe
    plays, spares = 0, 0
    for slot in range(table.held[seat]):
        cell = table.hands[seat][slot]
        kind = table.kinds[cell]
        faces = current_belief(r, m, cell)
        if is_known_playable(m, faces):
            plays += 1
            if table.playable >> kind & 1 == 0:
                t[weights.MISPLAY] -= 1
                if table.strikes + 1 >= r.strikes:
                    t[weights.MISPLAY_ENDS] -= 1
                if table.critical >> kind & 1:
                    t[weights.MISPLAY_LAST] -= 1
            elif c.marks[cell] & BLIND and faces >> kind & 1 == 0:
                t[weights.MISPLAY] -= 1
            else:
                if (counted | got) >> kind & 1:
                    t[weights.BAD_TOUCH] -= strict_factor(m)
                else:
                    t[weights.FIRST_PLAY if plays == 1 else weights.MORE_PLAYS] += 1
                    if likely >> kind & 1:
                        t[weights.MAYBE_MINE] -= strict_factor(m)
                got |= 1 << kind
        elif is_known_useless(m, faces):
            spares += 1
            if table.useful >> kind & 1:
                t[weights.WRONG] -= 1
            elif c.clues[cell]:
                t[weights.TRASH_KNOWN] += 1
        elif is_touched(m, cell):
            count_touched(r, m, cell, kind, faces, counted | got)
            if table.useful >> kind & 1:
                got |= 1 << kind
                if likely >> kind & 1:
                    t[weights.MAYBE_MINE] -= 1
    if plays == 0 and spares == 0:
        if chop(m, seat) == NO_CELL:
            t[weights.LOCKED] -= 1
        else:
            t[weights.LOSS] -= next_discard_loss(r, m, seat, turn)
    return got


@inline
def count_touched(r: Rules, m: Mind, cell: int, kind: int, faces: int, counted: int) -> None:
    """A card that its holder keeps but cannot play yet."""
    t = m.choice.changes
    if m.table.useful >> kind & 1 == 0 or counted >> kind & 1:
        if m.cards.marks[cell] & BLIND:
            t[weights.MISPLAY] -= 1
        else:
            t[weights.BAD_TOUCH] -= strict_factor(m)
            if is_single(faces):
                t[weights.WRONG_ONE] -= 1
        return
    t[weights.TOUCH] += 1
    t[weights.FAR] -= cards_below(r, m, kind)
    if faces >> kind & 1 == 0:
        if m.cards.marks[cell] & BLIND:
            t[weights.MISPLAY] -= 1
        else:
            t[weights.WRONG] -= 1
            if is_single(faces):
                t[weights.WRONG_ONE] -= 1
    elif is_single(faces):
        t[weights.KNOWN] += 1
        if cards_below(r, m, kind) == 1:
            t[weights.NEXT_UP] += 1
    elif faces & ~(m.table.playable | m.table.useful) == 0:
        t[weights.CLEAR] += 1


@inline
def next_discard_loss(r: Rules, m: Mind, seat: int, turn: int) -> int:
    """The loss if a player who has nothing better to do discards next."""
    cell = chop(m, seat)
    if cell == NO_CELL:
        return m.weights.evaluation[weights.LOCKED]
    loss = loss_of(r, m, m.table.kinds[cell])
    if m.table.critical >> m.table.kinds[cell] & 1 == 0 and is_elsewhere(m, cell):
        loss = loss // 4
    if turn > 1:
        loss = loss * m.weights.evaluation[weights.NEAR] // 100
    return loss


@inline
def token_price(r: Rules, m: Mind, tokens: int) -> int:
    """The value of one more clue token when the team has `tokens`."""
    if m.table.turns_left >= 0:
        return 0
    if tokens >= r.clue_tokens:
        return 0
    return m.weights.evaluation[weights.TOKEN] + m.weights.evaluation[weights.TOKEN_SCARCE] * max(0, 4 - tokens)


@kernel
def pace_of(r: Rules, m: Mind) -> int:
    """The pace: how many discards the team can afford and still play every useful card."""
    return m.table.deck + r.players - bits.count_bits(m.table.useful)


@kernel
def worth_of_play(r: Rules, m: Mind, cell: int) -> int:
    """The chance that it fits against the harm if it does not. Called after `describe_play`."""
    w = m.weights.evaluation
    faces = current_belief(r, m, cell)
    if faces == 0:
        return -10 * w[weights.LAST_STRIKE]
    fits, total_copies, loss, lowest = 0, 0, 0, r.ranks
    rest = faces
    while rest:
        kind = bits.lowest_bit(rest)
        rest &= rest - 1
        copies = max(m.table.hidden[kind], 1)
        total_copies += copies
        if m.table.playable >> kind & 1:
            fits += copies
            lowest = min(lowest, r.step[kind])
        else:
            loss += copies * loss_of(r, m, kind)
    good = w[weights.PLAY] + w[weights.PLAY_LOW] * (r.ranks - lowest)
    if m.cards.marks[cell] & (ASKED | BLIND):
        good += w[weights.PLAY_ASKED]
    strike = w[weights.STRIKE] * (m.table.strikes + 1)
    if m.table.strikes + 1 >= r.strikes:
        strike = w[weights.LAST_STRIKE]
    if literal(m, cell) & ~m.table.playable and m.table.strikes + 1 >= r.strikes:
        good -= w[weights.DOUBT]
    total = (fits * good - (total_copies - fits) * strike - loss) // total_copies
    if is_single(faces) and fits:
        total += m.choice.unlocks * m.weights.evaluation[weights.PLAY_UNLOCKS] // 100
    return total


@kernel
def worth_of_discard(r: Rules, m: Mind, cell: int) -> int:
    w = m.weights.evaluation
    faces = current_belief(r, m, cell)
    total = w[weights.DISCARD] + token_price(r, m, m.table.tokens)
    room = pace_of(r, m)
    if room <= 0:
        total -= w[weights.PACE] * (1 - room)
    if m.table.turns_left >= 0:
        total -= 2 * w[weights.PACE]
    if is_known_useless(m, faces):
        return total + w[weights.DISCARD_SPARE]
    if m.table.discarded == 0:
        total -= w[weights.EARLY]
    if not is_touched(m, cell):
        faces = literal(m, cell)
    loss, total_copies = 0, 0
    while faces:
        kind = bits.lowest_bit(faces)
        faces &= faces - 1
        copies = max(m.table.hidden[kind], 1)
        total_copies += copies
        loss += copies * loss_of(r, m, kind)
    if total_copies > 0:
        total -= loss // total_copies
    return total
