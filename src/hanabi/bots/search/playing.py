"""Whole games between searching players, compiled."""

from typing import Any

from hanabi.bots.compiled import kernel
from hanabi.bots.compiled.dealing import LATE, deal_game, place_above
from hanabi.bots.hat.playing import copy_words
from hanabi.bots.hat.public import begin
from hanabi.bots.hat.reading import NOBODY, observe
from hanabi.bots.search.rollouts import search_action
from hanabi.kernels.layout import RUNNING
from hanabi.native.sight import hide
from hanabi.native.turn import apply

VIEW, TRUTH = 0, 3
ENDLESS = 1 << 60


@kernel
def search_games(
    rules: Any,
    tables: Any,
    states: Any,
    words: Any,
    publics: Any,
    public_words: Any,
    moves: Any,
    lines: Any,
    book: Any,
    counts: Any,
    stream: Any,
    cards: Any,
    seed: int,
    first: int,
    worlds: int,
    margin: int,
    scores: Any,
    outcomes: Any,
    log: Any,
) -> Any:
    """As `hat.playing.play_games`, every seat searching; returns the number of rollouts."""
    r, t, s, p = rules[0], tables[0], states[TRUTH], publics[0]
    rollouts = 0
    for game in range(scores.shape[0]):
        key = deal_game(r, s, cards, seed, first + game)
        stream[0] = key
        stream[1] = LATE
        begin(r, s, t, p)
        move = 0
        while s.outcome == RUNNING:
            copy_words(words, TRUTH, VIEW)
            hide(r, states[VIEW], s.player)
            action, made = search_action(
                rules,
                tables,
                states,
                words,
                publics,
                public_words,
                moves,
                lines,
                book,
                counts,
                stream,
                worlds,
                margin,
                ENDLESS,
            )
            rollouts += made
            if game < log.shape[0]:
                log[game, move] = action
            move += 1
            apply(r, s, action, place_above(r, s, key, action))
            observe(r, s, t, p, NOBODY)
        if game < log.shape[0]:
            log[game, move] = -1
        scores[game] = s.score
        outcomes[game] = s.outcome
    return rollouts
