"""The choice of a move: every sensible one is evaluated and the best is taken, the earlier of equals.

Moves are numbered as the referee numbers them.
"""

from hanabi.kernels.layout import FREE_COLOR_CLUE, FREE_RANK_CLUE, NO_TILE, RESCUE, RESHUFFLE, Rules

from . import inline, kernel
from .belief import belief, chop, is_known_playable, is_known_useless, is_touched, literal
from .card_sets import is_single, update_table_sets
from .clue_reader import read_clue
from .evaluation import loss_of, worth
from .layout import (
    ASKED,
    BLIND,
    BLIND_PLAY,
    CELLS,
    CHOP_MOVE,
    DISCARD_CHOP,
    DISCARD_OTHER,
    DISCARD_USELESS,
    EMPTY,
    FINESSED,
    FIX,
    GAMBLE,
    GIVE_FINESSE,
    GIVE_FIX,
    GIVE_MOVE,
    GIVE_PLAY,
    GIVE_PROMPT,
    GIVE_SAVE,
    GIVE_STALL,
    KNOWN_PLAY,
    NO_CELL,
    PLAY_OR_SAVE,
    PROMPTED,
    SAVE_CLUE,
    UNEXPLAINED,
    Mind,
)
from .referee import (
    announced_play_id,
    card_use_of,
    clue_count,
    clue_id,
    discard_id,
    has_announcements,
    is_color_clue,
    is_plain_play,
    kind_count,
    kind_of,
    kinds_of_suit,
    play_id,
    seat_at,
)
from .rewards import choose_card
from .weights import (
    DISCARD,
    DISCARD_SPARE,
    DOUBT,
    EARLY,
    KEEP_TOUCHED,
    LAST_STRIKE,
    MEANINGLESS,
    PACE,
    PLAY,
    PLAY_ASKED,
    PLAY_LOW,
    PLAY_UNLOCKS,
    STALL,
    STRIKE,
    TOKEN,
    TOKEN_SCARCE,
)


@kernel
def save_clue_state(m: Mind) -> None:
    for cell in range(CELLS):
        m.kept_open[cell] = m.open[cell]
        m.kept_inferred[cell] = m.inferred[cell]
        m.kept_clues[cell] = m.clues[cell]
        m.kept_marks[cell] = m.marks[cell]
        m.kept_giver[cell] = m.giver[cell]
        m.kept_since[cell] = m.since[cell]
    m.kept_waiting = m.waiting


@kernel
def restore_clue_state(m: Mind) -> None:
    for cell in range(CELLS):
        m.open[cell] = m.kept_open[cell]
        m.inferred[cell] = m.kept_inferred[cell]
        m.clues[cell] = m.kept_clues[cell]
        m.marks[cell] = m.kept_marks[cell]
        m.giver[cell] = m.kept_giver[cell]
        m.since[cell] = m.kept_since[cell]
    m.waiting = m.kept_waiting


@inline
def touched_by(r: Rules, m: Mind, seat: int, clue: int) -> int:
    touched = 0
    for slot in range(m.held[seat]):
        if r.touch[clue] >> m.kinds[m.hands[seat][slot]] & 1:
            touched |= 1 << slot
    return touched


@inline
def price(r: Rules, m: Mind, tokens: int) -> int:
    """The value of a clue token when the team has so many."""
    if m.turns_left >= 0:
        return 0
    if tokens >= r.clue_tokens:
        return 0
    return m.weights[TOKEN] + m.weights[TOKEN_SCARCE] * max(0, 4 - tokens)


@kernel
def slack(r: Rules, m: Mind) -> int:
    """Discards the team can afford and still play every useful card: the pace."""
    missing = 0
    for kind in range(kind_count(r)):
        missing += m.useful >> kind & 1
    return m.deck + r.players - missing


@kernel
def worth_of_play(r: Rules, m: Mind, cell: int) -> int:
    """The chance that it fits against the harm if it does not."""
    w = m.weights
    faces = belief(r, m, cell)
    if faces == 0:
        return -10 * w[LAST_STRIKE]
    fits, total_copies, loss, lowest = 0, 0, 0, r.ranks
    for kind in range(kind_count(r)):
        if faces >> kind & 1:
            copies = max(m.hidden[kind], 1)
            total_copies += copies
            if m.playable >> kind & 1:
                fits += copies
                lowest = min(lowest, r.step[kind])
            else:
                loss += copies * loss_of(r, m, kind)
    good = w[PLAY] + w[PLAY_LOW] * (r.ranks - lowest)
    if m.marks[cell] & (ASKED | BLIND):
        good += w[PLAY_ASKED]
    strike = w[STRIKE] * (m.strikes + 1)
    if m.strikes + 1 >= r.strikes:
        strike = w[LAST_STRIKE]
    if literal(m, cell) & ~m.playable and m.strikes + 1 >= r.strikes:
        good -= w[DOUBT]
    total = (fits * good - (total_copies - fits) * strike - loss) // total_copies
    if is_single(faces) and fits:
        total += after_play(r, m, faces)
    return total


@kernel
def after_play(r: Rules, m: Mind, face: int) -> int:
    """What teammates can do, or will do wrong, once this card is played."""
    for suit in range(r.suits):
        if kinds_of_suit(face, suit):
            before = worth(r, m)
            m.fireworks[suit] += 1
            update_table_sets(r, m)
            after = worth(r, m)
            m.fireworks[suit] -= 1
            update_table_sets(r, m)
            return (after - before) * m.weights[PLAY_UNLOCKS] // 100
    return 0


@kernel
def worth_of_discard(r: Rules, m: Mind, cell: int) -> int:
    w = m.weights
    faces = belief(r, m, cell)
    total = w[DISCARD] + price(r, m, m.tokens)
    room = slack(r, m)
    if room <= 0:
        total -= w[PACE] * (1 - room)
    if m.turns_left >= 0:
        total -= 2 * w[PACE]
    if is_known_useless(m, faces):
        return total + w[DISCARD_SPARE]
    if m.discarded == 0:
        total -= w[EARLY]
    if not is_touched(m, cell):
        faces = literal(m, cell)
    loss, total_copies = 0, 0
    for kind in range(kind_count(r)):
        if faces >> kind & 1:
            copies = max(m.hidden[kind], 1)
            total_copies += copies
            loss += copies * loss_of(r, m, kind)
    if total_copies > 0:
        total -= loss // total_copies
    return total


@inline
def clue_reason(m: Mind, gain: int) -> int:
    if m.reading == FIX:
        return GIVE_FIX
    if m.reading == CHOP_MOVE:
        return GIVE_MOVE
    if gain <= 0 or m.reading == EMPTY:
        return GIVE_STALL
    if m.reading == SAVE_CLUE or (m.reading == PLAY_OR_SAVE and m.playable >> m.kinds[m.focus] & 1 == 0):
        return GIVE_SAVE
    if m.connection >= FINESSED:
        return GIVE_FINESSE
    if m.connection == PROMPTED:
        return GIVE_PROMPT
    return GIVE_PLAY


@kernel
def choose(r: Rules, m: Mind) -> int:
    """The number of the best move; `reason` and `chosen` (a cell) say why."""
    best, move = -(10**9), -1
    m.reason, m.chosen = 0, NO_CELL
    me = m.me
    if m.pending == RESHUFFLE or m.pending == RESCUE:
        return choose_card(r, m)
    if m.pending == NO_TILE:
        oldest = chop(m, me)
        for slot in range(m.held[me]):
            cell = m.hands[me][slot]
            faces = belief(r, m, cell)
            score = worth_of_play(r, m, cell)
            if score > best:
                best, move = score, play_id(r, slot)
                m.chosen = cell
                m.reason = GAMBLE
                if is_known_playable(m, faces):
                    m.reason = BLIND_PLAY if m.marks[cell] & BLIND else KNOWN_PLAY
            if m.tokens < r.clue_tokens:
                useless = is_known_useless(m, faces)
                score = worth_of_discard(r, m, cell)
                if cell != oldest and not useless and oldest != NO_CELL:
                    score -= m.weights[KEEP_TOUCHED]
                if score > best:
                    best, move = score, discard_id(r, slot)
                    m.chosen = cell
                    m.reason = DISCARD_USELESS if useless else DISCARD_CHOP if cell == oldest else DISCARD_OTHER
    colors = m.pending == NO_TILE or m.pending == FREE_COLOR_CLUE
    ranks = m.pending == NO_TILE or m.pending == FREE_RANK_CLUE
    if (m.pending == NO_TILE and m.tokens > 0) or (m.pending != NO_TILE and (colors or ranks)):
        cost = price(r, m, m.tokens - 1) if m.pending == NO_TILE else 0
        before = worth(r, m)
        reading, focus, promise, connection, partner = m.reading, m.focus, m.promise, m.connection, m.partner
        save_clue_state(m)
        m.clock += 1
        for turn in range(1, r.players):
            to = seat_at(r, me, turn)
            for clue in range(clue_count(r)):
                if not (colors if is_color_clue(r, clue) else ranks):
                    continue
                touched = touched_by(r, m, to, clue)
                if touched == 0 and not r.empty_clues:
                    continue
                read_clue(r, m, me, to, clue, touched)
                gain = worth(r, m) - before
                score = gain - cost
                if gain <= 0:
                    score -= m.weights[STALL]
                if m.reading == UNEXPLAINED and m.focus != NO_CELL:
                    score -= m.weights[MEANINGLESS]
                if score > best:
                    best, move = score, clue_id(r, turn, clue)
                    m.chosen = m.focus
                    m.reason = clue_reason(m, gain)
                restore_clue_state(m)
        m.clock -= 1
        m.reading, m.focus, m.promise, m.connection, m.partner = reading, focus, promise, connection, partner
    if is_plain_play(r, move):
        return announced(r, m, card_use_of(r, move)[0])
    return move


@inline
def announced(r: Rules, m: Mind, slot: int) -> int:
    """The play, with its suit where suits are announced and all that the card is taken for is of one."""
    if has_announcements(r):
        faces = belief(r, m, m.hands[m.me][slot])
        for suit in range(r.suits):
            if faces != 0 and faces == kinds_of_suit(faces, suit) << kind_of(suit, 0):
                return announced_play_id(r, slot, suit)
    return play_id(r, slot)
