"""The choice of a move: every sensible move is scored and the best one taken, the first among equals.

Moves are numbered as the referee numbers them.
"""

from hanabi.kernels.layout import FREE_COLOR_CLUE, FREE_RANK_CLUE, RESCUE, RESHUFFLE

from . import NO_TILE, Rules, action_ids, cards, evaluation, features, inline, kernel, layout, seats
from .card_features import describe_discard, describe_play, lowest_step
from .card_sets import cards_below, is_known_playable, is_known_useless, kind_at
from .clue_features import describe_clue
from .clue_readings import ClueReading
from .conventions.belief import belief, current_belief
from .conventions.chop import chop
from .conventions.delayed_play import save_coming
from .conventions.order_chop_move import is_out_of_order
from .layout import Mind
from .partners import is_doubted
from .tried_clue import copy_cards, has_known_play, ignore_saved_beliefs, save_beliefs, try_clue, undo_clue
from .weights import KEEP_TOUCHED, MEANINGLESS, STALL

RASH = 1 << 40  # the penalty for moves that are made only if there is no other


@inline
def touched_slots(r: Rules, m: Mind, seat: int, clue: int) -> int:
    touched = 0
    for slot in range(m.table.held[seat]):
        if r.touch[clue] >> m.table.kinds[m.table.hands[seat][slot]] & 1:
            touched |= 1 << slot
    return touched


@inline
def clue_reason(m: Mind, read: ClueReading) -> int:
    if read.reading == layout.FIX:
        return layout.GIVE_FIX
    if read.reading == layout.CHOP_MOVE:
        return layout.GIVE_MOVE
    if m.choice.gain <= 0 or read.reading == layout.EMPTY:
        return layout.GIVE_STALL
    is_save = read.reading == layout.PLAY_OR_SAVE and m.table.playable >> m.table.kinds[read.focus] & 1 == 0
    if is_save or read.reading == layout.SAVE_CLUE:
        return layout.GIVE_SAVE
    if read.connection >= layout.FINESSED:
        return layout.GIVE_FINESSE
    return layout.GIVE_PROMPT if read.connection == layout.PROMPTED else layout.GIVE_PLAY


@inline
def play_reason(m: Mind, slot: int) -> int:
    if m.own.plays >> slot & 1 == 0:
        return layout.GAMBLE
    cell = m.table.hands[m.me][slot]
    return (
        layout.BLIND_PLAY if m.cards.marks[cell] & layout.BLIND and m.cards.giver[cell] != m.me else layout.KNOWN_PLAY
    )


@inline
def discard_reason(m: Mind, slot: int, oldest: int) -> int:
    if m.own.trash >> slot & 1:
        return layout.DISCARD_USELESS
    return layout.DISCARD_CHOP if m.table.hands[m.me][slot] == oldest else layout.DISCARD_OTHER


@kernel
def prepare(r: Rules, m: Mind) -> None:
    """Compute what all moves are scored by: this seat's hand, the next player's danger, the teammates' hands."""
    save_beliefs(r, m)
    m.own.plays, m.own.blind, m.own.trash, m.own.lowest = 0, 0, 0, r.ranks
    for slot in range(m.table.held[m.me]):
        cell = m.table.hands[m.me][slot]
        faces = current_belief(r, m, cell)
        if is_known_playable(m, faces):
            m.own.plays |= 1 << slot
            if m.cards.marks[cell] & (layout.BLIND | layout.ASKED):
                m.own.blind |= 1 << slot
            m.own.lowest = min(m.own.lowest, lowest_step(r, m, faces))
        elif is_known_useless(m, faces):
            m.own.trash |= 1 << slot
    following = seats.seat_at(r, m.me, 1)
    m.choice.next_loss = 0 if has_known_play(r, m, following) else evaluation.next_discard_loss(r, m, following, 1)
    m.choice.best_gain = 0
    evaluation.find_own_faces(r, m)
    evaluation.save_terms(r, m)
    save_coming(r, m)


@inline
def score_of(m: Mind, own: int) -> int:
    """The score of a move by its features and by `own`, the evaluation."""
    return m.weights.trust * own + m.choice.feature_score


@kernel
def score_play(r: Rules, m: Mind, slot: int) -> int:
    features.clear_features(m)
    describe_play(r, m, slot)
    return score_of(m, evaluation.worth_of_play(r, m, m.table.hands[m.me][slot]))


@inline
def is_odd_call(m: Mind, cell: int) -> bool:
    """Called for blind by a stranger, but not by a play clue just now: the stranger may have meant something else."""
    is_by_play_clue = m.latest.reading == layout.PLAY_CLUE and m.latest.given_at == m.cards.since[cell]
    return m.partners.strict != 0 and m.cards.marks[cell] & layout.BLIND != 0 and not is_by_play_clue


@inline
def is_rash(r: Rules, m: Mind, cell: int) -> bool:
    """Before the last round: a guess, an old, odd or doubtful call, a promise that is doubted or that this seat has
    passed over, or the promise of a card that is seen elsewhere. With one strike left also a card called for blind.

    In the last round, where one point is set against all others, only a guess or a blind call with one strike left.
    """
    plain, giver = m.choice.features[features.PLAY_PLAIN], m.cards.giver[cell]
    if m.table.turns_left >= 0:
        is_open = m.choice.features[features.PLAY_KNOWN] == 0 or m.cards.marks[cell] & layout.BLIND != 0
        return m.table.strikes + 1 >= r.strikes and is_open and plain < 95
    if m.choice.features[features.PLAY_KNOWN] == 0:
        return plain < 80
    if m.choice.features[features.PLAY_OLD_CALL] or (m.choice.features[features.PLAY_DOUBTFUL] and plain < 30):
        return True
    is_odd = r.players == 2 and m.table.deck > r.players and is_odd_call(m, cell)
    if plain < 50 and (is_odd or m.choice.features[features.PLAY_PASSED]):
        return True
    if m.table.strikes + 1 >= r.strikes and plain < 60 and (m.cards.clues[cell] == 0 or giver < 0):
        return True
    if is_doubted(m, cell, plain, m.choice.features[features.PLAY_BLIND], m.choice.features[features.PLAY_FRESH]):
        return True
    return m.choice.features[features.PLAY_SEEN] != 0 and plain < 20


@inline
def is_misleading(m: Mind, slot: int) -> bool:
    """The discard of a card known to be playable: a teammate would look for the other copy."""
    return m.table.turns_left < 0 and m.own.plays >> slot & 1 != 0


@kernel
def score_discard(r: Rules, m: Mind, slot: int, oldest: int) -> int:
    features.clear_features(m)
    describe_discard(r, m, slot, oldest)
    cell = m.table.hands[m.me][slot]
    own = evaluation.worth_of_discard(r, m, cell)
    if cell != oldest and oldest != layout.NO_CELL and m.own.trash >> slot & 1 == 0:
        own -= m.weights.evaluation[KEEP_TOUCHED]
    return score_of(m, own)


@kernel
def score_clue(r: Rules, m: Mind, to: int, clue: int, touched: int, read: ClueReading, oldest: int, busy: bool) -> int:
    """Score the clue that is being tried; `gain` is what it changes.

    `oldest` and `busy`: the receiver's chop and whether the receiver had a known play, both before the clue.
    """
    features.clear_features(m)
    own = m.choice.gain = evaluation.change_of_worth(r, m)
    describe_clue(r, m, to, clue, touched, read, oldest, busy)
    if m.table.pending == NO_TILE:
        own -= evaluation.token_price(r, m, m.table.tokens - 1)
    if m.choice.gain <= 0:
        own -= m.weights.evaluation[STALL]
    if read.reading == layout.UNEXPLAINED and read.focus != layout.NO_CELL:
        own -= m.weights.evaluation[MEANINGLESS]
        if m.partners.strict and m.table.clock <= r.players:
            return score_of(m, own) - RASH // 2  # nobody opens with a clue that others could only misread
    return score_of(m, own)


@inline
def can_clue(r: Rules, m: Mind, clue: int) -> bool:
    if m.table.pending == NO_TILE:
        return m.table.tokens > 0
    return m.table.pending == (FREE_COLOR_CLUE if action_ids.is_color_clue(r, clue) else FREE_RANK_CLUE)


@inline
def add_score(m: Mind, move: int, score: int) -> None:
    if m.choice.count < layout.MAX_SCORED:
        m.choice.moves[m.choice.count], m.choice.scores[m.choice.count] = move, score
        m.choice.count += 1


@kernel
def choose(r: Rules, m: Mind) -> int:
    """The number of the best move; `reason` and `chosen` say why, `move_scores` has the alternatives."""
    m.choice.count, m.choice.reason, m.choice.chosen = 0, 0, layout.NO_CELL
    if m.table.pending == RESHUFFLE or m.table.pending == RESCUE:
        return choose_card(r, m)
    prepare(r, m)
    move = best_move(r, m)
    ignore_saved_beliefs(r, m)
    if action_ids.is_plain_play(r, move):
        return announced(r, m, action_ids.card_use_of(r, move)[0])
    return move


@kernel
def best_move(r: Rules, m: Mind) -> int:
    best, move = -(1 << 60), -1
    copy_cards(m.undo, m.cards)
    m.table.clock += 1
    for turn in range(1, r.players):
        to = seats.seat_at(r, m.me, turn)
        busy, oldest = has_known_play(r, m, to), chop(m, to)
        for clue in range(action_ids.clue_count(r)):
            if not can_clue(r, m, clue):
                continue
            touched = touched_slots(r, m, to, clue)
            if touched == 0 and not r.empty_clues:
                continue
            read = try_clue(r, m, to, clue, touched)
            score = score_clue(r, m, to, clue, touched, read, oldest, busy)
            m.choice.best_gain = max(m.choice.best_gain, m.choice.gain)
            add_score(m, action_ids.clue_id(r, turn, clue), score)
            if score > best:
                best, move = score, action_ids.clue_id(r, turn, clue)
                m.choice.chosen, m.choice.reason = read.focus, clue_reason(m, read)
            undo_clue(m)
    m.table.clock -= 1
    if m.table.pending != NO_TILE:
        return move
    oldest = chop(m, m.me)
    for slot in range(m.table.held[m.me]):
        cell = m.table.hands[m.me][slot]
        score = score_play(r, m, slot)
        if is_rash(r, m, cell) or is_out_of_order(r, m, slot):
            score -= RASH
        add_score(m, action_ids.play_id(r, slot), score)
        if score > best:
            best, move = score, action_ids.play_id(r, slot)
            m.choice.chosen = cell
            m.choice.reason = play_reason(m, slot)
        if m.table.tokens < r.clue_tokens:
            score = score_discard(r, m, slot, oldest)
            if is_misleading(m, slot):
                score -= RASH
            add_score(m, action_ids.discard_id(r, slot), score)
            if score > best:
                best, move = score, action_ids.discard_id(r, slot)
                m.choice.chosen = cell
                m.choice.reason = discard_reason(m, slot, oldest)
    return move


@inline
def announced(r: Rules, m: Mind, slot: int) -> int:
    """The play, with its suit if suits are announced and all faces that the card may have are of one suit."""
    if action_ids.has_announcements(r):
        faces = belief(r, m, m.table.hands[m.me][slot])
        for suit in range(r.suits):
            if faces != 0 and faces == cards.kinds_of_suit(faces, suit) << cards.kind_of(suit, 0):
                return action_ids.announced_play_id(r, slot, suit)
    return action_ids.play_id(r, slot)


@kernel
def choose_card(r: Rules, m: Mind) -> int:
    """For a reward tile: the choice that brings back the card that the fireworks miss most."""
    best, move = -1, -1
    for kind in range(cards.kind_count(r)):
        if m.table.lost[kind] == 0:
            continue
        if m.table.pending == RESHUFFLE:
            need = need_for(r, m, kind)
            if need > best:
                best, move = need, action_ids.reshuffle_id(r, kind)
        if (m.table.pending == RESCUE or m.table.deck == 0) and cards_below(r, m, kind) == 0:
            need = 1000 + cards_after(r, m, kind)
            if need > best:
                best, move = need, action_ids.rescue_id(r, kind)
    return move


@kernel
def need_for(r: Rules, m: Mind, kind: int) -> int:
    """A card with no copy left comes before one with a last copy, and then the one needed first."""
    below = cards_below(r, m, kind)
    if below < 0:
        return 0
    copies = r.copies[kind] - m.table.lost[kind]
    return 100 * (3 - min(copies, 2)) + r.ranks - below


@kernel
def cards_after(r: Rules, m: Mind, kind: int) -> int:
    """How many cards can follow it on its firework."""
    count = 0
    for step in range(r.step[kind] + 1, r.ranks):
        following = kind_at(r, cards.suit_of(kind), step)
        if m.table.lost[following] == r.copies[following]:
            break
        count += 1
    return count
