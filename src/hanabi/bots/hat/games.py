"""Whole games between hat players, and single choices, compiled."""

from typing import Any

from hanabi.bots.compiled.deals import deal_game, place_above
from hanabi.bots.hat.compiled import inline, kernel
from hanabi.bots.hat.decoder import NOBODY, observe, observe_worked_out
from hanabi.bots.hat.policy import decide
from hanabi.bots.hat.public_state import begin
from hanabi.kernels.layout import RUNNING
from hanabi.native.deal import deal
from hanabi.native.turn import apply
from hanabi.native.visibility import hide

VIEW, TRUTH = 0, 1


@inline
def copy_words(words: Any, source: int, target: int) -> None:
    for place in range(words.shape[1]):
        words[target, place] = words[source, place]


@kernel
def play_games(
    rules: Any,
    tables: Any,
    states: Any,
    words: Any,
    publics: Any,
    cards: Any,
    seed: int,
    first: int,
    scores: Any,
    outcomes: Any,
    log: Any,
) -> None:
    """Games `first`, `first + 1`, … of a seed. Choices are made from a copy of the state with the hidden cards erased.

    One public state serves all seats: they would all come to the same. `log` takes a row of actions a game, ended by
    -1; with no rows nothing is logged.
    """
    r, t, view, s = rules[0], tables[0], states[VIEW], states[TRUTH]
    p, q = publics[0], publics[1]
    for game in range(scores.shape[0]):
        key = deal_game(r, s, cards, seed, first + game)
        begin(r, s, t, p)
        move = 0
        while s.outcome == RUNNING:
            copy_words(words, TRUTH, VIEW)
            hide(r, view, s.player)
            action = decide(r, view, t, p, q)
            if game < log.shape[0]:
                log[game, move] = action
            move += 1
            apply(r, s, action, place_above(r, s, key, action))
            if q.worked_out:
                observe_worked_out(r, s, t, p, q)
            else:
                observe(r, s, t, p, NOBODY)
        if game < log.shape[0]:
            log[game, move] = -1
        scores[game] = s.score
        outcomes[game] = s.outcome


@kernel
def relive(
    rules: Any, tables: Any, s: Any, p: Any, faces: Any, tiles: Any, actions: Any, first: int, eyes: int
) -> None:
    """Come to the public state as `eyes` saw the game: `faces` by the order cards were drawn in.

    Of its own hand any faces will do that the clues allow: they are not looked at.
    """
    r, t = rules[0], tables[0]
    for card in range(r.cards):
        s.faces[card] = faces[card]
    for place in range(tiles.shape[0]):
        s.tiles[place] = tiles[place]
    deal(r, s, first)
    begin(r, s, t, p)
    for move in range(actions.shape[0]):
        if s.top < r.cards:
            s.faces[s.deck[s.top]] = faces[s.drawn]
        apply(r, s, actions[move], r.cards - s.top)
        observe(r, s, t, p, eyes)


@kernel
def choice(rules: Any, tables: Any, view: Any, publics: Any) -> Any:
    return decide(rules[0], view, tables[0], publics[0], publics[1])
