"""Games played on in worlds that fit what a seat knows, by either judge; compiled.

World number `w` of a position depends on the key and on `w` alone, and every move is tried with the same chances in it.
"""

from typing import Any

from hanabi.analysis.compiled import kernel
from hanabi.bots.compiled.random_stream import below
from hanabi.bots.hat.decoder import NOBODY, observe, observe_worked_out
from hanabi.bots.hat.games import copy_words
from hanabi.bots.hat.policy import decide
from hanabi.bots.hat.public_state import begin as begin_public
from hanabi.bots.hat.public_state import count_anew, refresh
from hanabi.bots.search.worlds import fill_in, imagine, list_worlds, unseen_counts
from hanabi.bots.team.native.belief import belief
from hanabi.bots.team.native.games import begin, watch_turn
from hanabi.bots.team.native.layout import ASKED, BLIND, EVERYTHING
from hanabi.bots.team.native.policy import choose
from hanabi.kernels.layout import RUNNING
from hanabi.native.action_ids import is_reward_choice
from hanabi.native.counter_rng import key_of_deal
from hanabi.native.deal import deal
from hanabi.native.turn import apply

VIEW, WORLD, TABLE, GAME = range(4)  # the states of a workspace
KNOWN, SCRATCH, FUTURE, GUESS = range(4)  # its public states; of GUESS only the mover's masks are read
OTHER_CHANCE = 1 << 20  # where the chances of the game played on begin, after those that made the world


@kernel
def listed_worlds(rules: Any, states: Any, publics: Any, counts: Any, book: Any) -> Any:
    """All worlds as rows of `book`; -1 when they are too many."""
    r, s = rules[0], states[VIEW]
    unseen_counts(r, s, counts[0])
    return list_worlds(r, s, publics[GUESS], counts[0], counts[1], book, book.shape[0] - 1)


@kernel
def make_world(
    r: Any, states: Any, words: Any, publics: Any, counts: Any, book: Any, listed: int, seed: int, salt: int,
    number: int, stream: Any,
) -> None:  # fmt: skip
    stream[0] = key_of_deal(seed, salt, number)
    stream[1] = 0
    copy_words(words, VIEW, WORLD)
    if listed > 0:
        fill_in(r, states[WORLD], book[number], stream)
    else:
        imagine(r, states[WORLD], publics[GUESS], counts[0], counts[1], stream)


@kernel
def read_literally(rules: Any, tables: Any, states: Any, publics: Any) -> None:
    """A public state that takes from the game no more than what the clues say in plain words."""
    take_literally(rules[0], states[VIEW], tables[0], publics[KNOWN])


@kernel
def take_literally(r: Any, s: Any, t: Any, p: Any) -> None:
    begin_public(r, s, t, p)
    for seat in range(r.players):
        for slot in range(s.held[seat]):
            p.masks[seat][slot] = s.open[seat][slot]
    count_anew(r, p)
    refresh(r, s, t, p)


@kernel
def hat_choice(rules: Any, tables: Any, states: Any, publics: Any) -> Any:
    return decide(rules[0], states[VIEW], tables[0], publics[KNOWN], publics[SCRATCH])


@kernel
def hat_on(r: Any, s: Any, t: Any, p: Any, q: Any, action: int, again: int, stream: Any) -> Any:
    """The final score when everybody plays as the hat player after `action`.

    With `again` that action itself says only what it says in plain words, and the code begins after it.
    """
    q.worked_out = 0
    while True:
        above = below(stream, r.cards - s.top + 1) if is_reward_choice(r, action) else 0
        apply(r, s, action, above)
        if s.outcome != RUNNING:
            return s.score
        if again:
            take_literally(r, s, t, p)
            again = 0
        elif q.worked_out:
            observe_worked_out(r, s, t, p, q)
        else:
            observe(r, s, t, p, NOBODY)
        action = decide(r, s, t, p, q)


@kernel
def hat_scores(
    rules: Any, tables: Any, states: Any, words: Any, publics: Any, public_words: Any, counts: Any, book: Any,
    again: int, listed: int, seed: int, salt: int, first: int, stream: Any, moves: Any, scores: Any,
) -> None:  # fmt: skip
    """Fill `scores` (moves × worlds) with final scores, in worlds number `first` and on."""
    r, t = rules[0], tables[0]
    unseen_counts(r, states[VIEW], counts[0])
    for place in range(scores.shape[1]):
        make_world(r, states, words, publics, counts, book, listed, seed, salt, first + place, stream)
        for move in range(moves.shape[0]):
            copy_words(words, WORLD, GAME)
            copy_words(public_words, KNOWN, FUTURE)
            stream[1] = OTHER_CHANCE
            game, p, q = states[GAME], publics[FUTURE], publics[SCRATCH]
            scores[move, place] = hat_on(r, game, t, p, q, moves[move], again, stream)


@kernel
def relive(r: Any, s: Any, minds: Any, faces: Any, tiles: Any, actions: Any, first: int, level: int) -> None:
    """Let every mind live through the game: `faces` by the order in which the cards were drawn."""
    for card in range(r.cards):
        s.faces[card] = faces[card]
    for place in range(tiles.shape[0]):
        s.tiles[place] = tiles[place]
    deal(r, s, first)
    begin(r, s, minds, level)
    for move in range(actions.shape[0]):
        if s.top < r.cards:
            s.faces[s.deck[s.top]] = faces[s.drawn]
        seat, drawn = s.player, s.drawn
        apply(r, s, actions[move], r.cards - s.top)
        watch_turn(r, s, minds, seat, drawn)


@kernel
def forgive(r: Any, s: Any, minds: Any, but: int) -> None:
    """Drop promises that are plainly false: whoever made them did not mean them so.

    A hand that the mover (`but`) cannot see is left alone.
    """
    for seat in range(r.players):
        m = minds[seat]
        for owner in range(r.players):
            if owner == but:
                continue
            for slot in range(s.held[owner]):
                cell = m.hands[owner][slot]
                if not m.idea[cell] >> s.faces[s.hands[owner][slot]] & 1:
                    m.idea[cell] = EVERYTHING
                    m.marks[cell] &= ~(ASKED | BLIND)
                kept = 0
                for place in range(m.waiting):
                    if m.wait_card[place] == cell and m.wait_kind[place] != s.faces[s.hands[owner][slot]]:
                        continue
                    m.wait_focus[kept], m.wait_face[kept] = m.wait_focus[place], m.wait_face[place]
                    m.wait_card[kept], m.wait_kind[kept] = m.wait_card[place], m.wait_kind[place]
                    kept += 1
                m.waiting = kept


@kernel
def write_faces(r: Any, s: Any, faces: Any) -> None:
    """Put the hidden cards of a world in their places of the order in which cards are drawn."""
    for slot in range(s.held[s.player]):
        faces[s.serials[s.player][slot]] = s.faces[s.hands[s.player][slot]]
    for place in range(s.top, r.cards):
        faces[s.drawn + place - s.top] = s.faces[s.deck[place]]


@kernel
def team_choice(
    rules: Any, states: Any, minds: Any, faces: Any, actions: Any, first: int, level: int, forgiving: int, beliefs: Any
) -> Any:
    """The mover's choice, and what its conventions leave of every card; `faces` may hold any cards of its own."""
    r = rules[0]
    relive(r, states[TABLE], minds, faces, states[TABLE].tiles, actions, first, level)
    me = states[TABLE].player
    if forgiving:
        forgive(r, states[TABLE], minds, me)
    m = minds[me]
    for seat in range(r.players):
        for slot in range(m.held[seat]):
            beliefs[seat, slot] = belief(r, m, m.hands[seat][slot])
    return choose(r, m)


@kernel
def team_on(r: Any, s: Any, minds: Any, action: int, again: int, stream: Any) -> Any:
    """The final score when everybody plays as a team player after `action`; with `again` they forgive that action."""
    while True:
        seat, drawn = s.player, s.drawn
        above = below(stream, r.cards - s.top + 1) if is_reward_choice(r, action) else 0
        apply(r, s, action, above)
        if s.outcome != RUNNING:
            return s.score
        watch_turn(r, s, minds, seat, drawn)
        if again:
            forgive(r, s, minds, NOBODY)
            again = 0
        action = choose(r, minds[s.player])


@kernel
def team_scores(
    rules: Any, states: Any, words: Any, publics: Any, minds: Any, mind_words: Any, counts: Any, book: Any,
    faces: Any, actions: Any, starter: int, level: int, forgiving: int, is_open: int,
    again: int, listed: int, seed: int, salt: int, first: int, stream: Any, moves: Any, scores: Any,
) -> None:  # fmt: skip
    """As `hat_scores`. Minds remember the mover's cards, so they live through the game again in every world."""
    r, world, table = rules[0], states[WORLD], states[TABLE]
    unseen_counts(r, states[VIEW], counts[0])
    for place in range(scores.shape[1]):
        make_world(r, states, words, publics, counts, book, listed, seed, salt, first + place, stream)
        if place == 0 or not is_open:
            write_faces(r, world, faces)
            relive(r, table, minds[: r.players], faces, world.tiles, actions, starter, level)
            if forgiving:
                forgive(r, table, minds, NOBODY if is_open else world.player)
        for offset in range(r.cards - world.top):
            table.faces[table.deck[table.top + offset]] = world.faces[world.deck[world.top + offset]]
        for tile in range(world.tiles.shape[0]):
            table.tiles[tile] = world.tiles[tile]
        for move in range(moves.shape[0]):
            copy_words(words, TABLE, GAME)
            for seat in range(r.players):
                copy_words(mind_words, seat, r.players + seat)
            stream[1] = OTHER_CHANCE
            scores[move, place] = team_on(r, states[GAME], minds[r.players :], moves[move], again, stream)
