"""The choice of a move: every sensible one is evaluated and the best is taken, the earlier of equals.

Moves are numbered as the referee numbers them.
"""

from hanabi.kernels.layout import (
    FREE_COLOR_CLUE,
    FREE_RANK_CLUE,
    NO_TILE,
    RESCUE,
    RESHUFFLE,
    Rules,
)

from . import inline, kernel
from .belief import belief, is_known_playable, is_known_useless
from .clue_features import notice_clue
from .clue_reader import read_clue
from .conventions.chop import chop
from .conventions.delayed_play import keep_coming
from .conventions.order_chop_move import is_out_of_order
from .discard_features import notice_discard
from .evaluation import change_of_worth, danger, keep_terms, look_at_own_cards
from .features import (
    PLAY_DOUBTFUL,
    PLAY_KNOWN,
    PLAY_OLD_CALL,
    PLAY_PLAIN,
    PLAY_SEEN,
    forget,
)
from .layout import (
    ASKED,
    BLIND,
    BLIND_PLAY,
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
    LOOKED,
    NO_CELL,
    PLAY_OR_SAVE,
    PROMPTED,
    SAVE_CLUE,
    UNEXPLAINED,
    Mind,
)
from .move_worth import price, worth_of_discard, worth_of_play
from .partners import RELIABLE
from .play_features import lowest_step, notice_play
from .referee import (
    announced_play_id,
    card_use_of,
    clue_count,
    clue_id,
    discard_id,
    has_announcements,
    is_color_clue,
    is_plain_play,
    kind_of,
    kinds_of_suit,
    play_id,
    seat_at,
)
from .rewards import choose_card
from .tried_clue import (
    compare_claims,
    current_belief,
    drop_beliefs,
    is_busy,
    keep_beliefs,
    keep_state,
    restore_state,
)
from .weights import KEEP_TOUCHED, MEANINGLESS, STALL

RASH = 1 << 40  # only before nothing at all


@inline
def touched_by(r: Rules, m: Mind, seat: int, clue: int) -> int:
    touched = 0
    for slot in range(m.held[seat]):
        if r.touch[clue] >> m.kinds[m.hands[seat][slot]] & 1:
            touched |= 1 << slot
    return touched


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


@inline
def play_reason(m: Mind, slot: int) -> int:
    if m.own_plays >> slot & 1 == 0:
        return GAMBLE
    cell = m.hands[m.me][slot]
    return BLIND_PLAY if m.marks[cell] & BLIND and m.giver[cell] != m.me else KNOWN_PLAY


@inline
def discard_reason(m: Mind, slot: int, oldest: int) -> int:
    if m.own_trash >> slot & 1:
        return DISCARD_USELESS
    return DISCARD_CHOP if m.hands[m.me][slot] == oldest else DISCARD_OTHER


@kernel
def prepare(r: Rules, m: Mind) -> None:
    """What every move is weighed by: the own hand, the next player's danger, the table as it is."""
    keep_beliefs(r, m)
    m.own_plays, m.own_blind, m.own_trash, m.lowest = 0, 0, 0, r.ranks
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        faces = current_belief(r, m, cell)
        if is_known_playable(m, faces):
            m.own_plays |= 1 << slot
            if m.marks[cell] & (BLIND | ASKED):
                m.own_blind |= 1 << slot
            m.lowest = min(m.lowest, lowest_step(r, m, faces))
        elif is_known_useless(m, faces):
            m.own_trash |= 1 << slot
    following = seat_at(r, m.me, 1)
    m.next_loss = 0 if is_busy(r, m, following) else danger(r, m, following, 1)
    m.best_gain = 0
    look_at_own_cards(r, m)
    keep_terms(r, m)
    keep_coming(r, m)


@inline
def score_of(m: Mind, own: int) -> int:
    """The move that is looked at, by what is noticed about it and by the evaluation."""
    return m.trust * own + m.noticed


@kernel
def look_at_play(r: Rules, m: Mind, slot: int) -> int:
    forget(m)
    notice_play(r, m, slot)
    return score_of(m, worth_of_play(r, m, m.hands[m.me][slot]))


@inline
def is_rash(r: Rules, m: Mind, cell: int) -> bool:
    """Before the last round: a guess, an old or doubtful call, or a card promised to be one that is seen elsewhere.

    With one strike left so is a card without a clue that is called for or a card promised by somebody who has not shown
    to be reliable; in the last round, where the points of the whole game are at stake for one, a guess or such a call.
    """
    plain, giver = m.features[PLAY_PLAIN], m.giver[cell]
    if m.turns_left >= 0:
        is_open = m.features[PLAY_KNOWN] == 0 or m.marks[cell] & BLIND != 0
        return m.strikes + 1 >= r.strikes and is_open and plain < 95
    if m.features[PLAY_KNOWN] == 0:
        return plain < 80
    if m.features[PLAY_OLD_CALL] or (m.features[PLAY_DOUBTFUL] and plain < 30):
        return True
    if m.strikes + 1 >= r.strikes and plain < 60:
        return m.clues[cell] == 0 or giver < 0 or m.follows[giver] < RELIABLE
    return m.features[PLAY_SEEN] != 0 and plain < 20


@inline
def is_misleading(m: Mind, slot: int) -> bool:
    """The discard of a card known to fit: a teammate would look for its other copy."""
    return m.turns_left < 0 and m.own_plays >> slot & 1 != 0


@kernel
def look_at_discard(r: Rules, m: Mind, slot: int, oldest: int) -> int:
    forget(m)
    notice_discard(r, m, slot, oldest)
    cell = m.hands[m.me][slot]
    own = worth_of_discard(r, m, cell)
    if cell != oldest and oldest != NO_CELL and m.own_trash >> slot & 1 == 0:
        own -= m.weights[KEEP_TOUCHED]
    return score_of(m, own)


@kernel
def look_at_clue(r: Rules, m: Mind, to: int, clue: int, touched: int, busy: bool) -> int:
    """The clue stays read in the mind until `restore_state`; `gain` is what it changes.

    `busy`: the receiver has something to play already.
    """
    forget(m)
    oldest = chop(m, to)
    read_clue(r, m, m.me, to, clue, touched)
    compare_claims(m)
    m.gain = change_of_worth(r, m)
    notice_clue(r, m, to, clue, touched, m.gain, oldest, busy)
    own = m.gain
    if m.pending == NO_TILE:
        own -= price(r, m, m.tokens - 1)
    if m.gain <= 0:
        own -= m.weights[STALL]
    if m.reading == UNEXPLAINED and m.focus != NO_CELL:
        own -= m.weights[MEANINGLESS]
    return score_of(m, own)


@inline
def can_clue(r: Rules, m: Mind, clue: int) -> bool:
    if m.pending == NO_TILE:
        return m.tokens > 0
    return m.pending == (FREE_COLOR_CLUE if is_color_clue(r, clue) else FREE_RANK_CLUE)


@inline
def keep_score(m: Mind, move: int, score: int) -> None:
    if m.looked < LOOKED:
        m.looked_moves[m.looked], m.looked_scores[m.looked] = move, score
        m.looked += 1


@kernel
def choose(r: Rules, m: Mind) -> int:
    """The number of the best move; `reason` and `chosen` (a cell) say why, `looked_scores` what it was chosen from."""
    m.looked, m.reason, m.chosen = 0, 0, NO_CELL
    if m.pending == RESHUFFLE or m.pending == RESCUE:
        return choose_card(r, m)
    prepare(r, m)
    move = best_move(r, m)
    drop_beliefs(r, m)
    if is_plain_play(r, move):
        return announced(r, m, card_use_of(r, move)[0])
    return move


@kernel
def best_move(r: Rules, m: Mind) -> int:
    best, move = -(1 << 60), -1
    reading, focus, promise, connection, partner = m.reading, m.focus, m.promise, m.connection, m.partner
    keep_state(m)
    m.clock += 1
    for turn in range(1, r.players):
        to = seat_at(r, m.me, turn)
        busy = is_busy(r, m, to)
        for clue in range(clue_count(r)):
            if not can_clue(r, m, clue):
                continue
            touched = touched_by(r, m, to, clue)
            if touched == 0 and not r.empty_clues:
                continue
            score = look_at_clue(r, m, to, clue, touched, busy)
            m.best_gain = max(m.best_gain, m.gain)
            keep_score(m, clue_id(r, turn, clue), score)
            if score > best:
                best, move = score, clue_id(r, turn, clue)
                m.chosen = m.focus
                m.reason = clue_reason(m, m.gain)
            restore_state(m)
    m.clock -= 1
    m.reading, m.focus, m.promise, m.connection, m.partner = reading, focus, promise, connection, partner
    if m.pending != NO_TILE:
        return move
    oldest = chop(m, m.me)
    for slot in range(m.held[m.me]):
        cell = m.hands[m.me][slot]
        score = look_at_play(r, m, slot)
        if is_rash(r, m, cell) or is_out_of_order(r, m, slot):
            score -= RASH
        keep_score(m, play_id(r, slot), score)
        if score > best:
            best, move = score, play_id(r, slot)
            m.chosen = cell
            m.reason = play_reason(m, slot)
        if m.tokens < r.clue_tokens:
            score = look_at_discard(r, m, slot, oldest)
            if is_misleading(m, slot):
                score -= RASH
            keep_score(m, discard_id(r, slot), score)
            if score > best:
                best, move = score, discard_id(r, slot)
                m.chosen = cell
                m.reason = discard_reason(m, slot, oldest)
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
