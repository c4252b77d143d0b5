"""Whole games between searching players: compiled up to the end game, which is then played move by move."""

from typing import Any

import numpy as np

from hanabi.bots.compiled.deals import PLACE_OF_BOTS, deal_game, place_above
from hanabi.bots.hat.decoder import NOBODY, observe
from hanabi.bots.hat.games import copy_words
from hanabi.bots.hat.public_state import begin
from hanabi.bots.search.compiled import kernel
from hanabi.bots.search.endgame import GAME, EndgamePolicies, Follower
from hanabi.bots.search.rollouts import search_action
from hanabi.kernels.layout import RUNNING, State
from hanabi.native.dtypes import unpack
from hanabi.native.turn import apply
from hanabi.native.visibility import hide

VIEW, TRUTH = 0, GAME
ENDLESS = 1 << 60


def search_games(end: EndgamePolicies, margin: int, seed: int, first: int, scores: Any, outcomes: Any, log: Any) -> int:
    """As `hat.playing.play_games`, every seat searching; returns the number of rollouts."""
    workspace = end.workspace
    unlogged, rollouts = np.zeros(0, np.int16), 0
    for game in range(len(scores)):
        row = log[game] if game < len(log) else unlogged
        start(
            workspace.rules,
            workspace.hat_tables,
            workspace.states,
            workspace.publics,
            workspace.stream,
            workspace.cards,
            seed,
            first + game,
        )
        made, turns = search_on(
            workspace.rules,
            workspace.hat_tables,
            workspace.states,
            workspace.words,
            workspace.publics,
            workspace.public_words,
            workspace.moves,
            workspace.lines,
            workspace.book,
            workspace.counts,
            workspace.stream,
            workspace.worlds,
            margin,
            end.deck,
            row,
        )
        rollouts += made + finish(end, margin, row[turns:])
        scores[game] = workspace.states[TRUTH]["score"]
        outcomes[game] = workspace.states[TRUTH]["outcome"]
    return rollouts


def finish(end: EndgamePolicies, margin: int, row: Any) -> int:
    """Play the end game of the state in `TRUTH`; returns the number of rollouts."""
    workspace = end.workspace
    follower, action, turns, rollouts = Follower(end), -1, 0, 0
    while workspace.states[TRUTH]["outcome"] == RUNNING:
        follower.see(action)
        look(workspace.rules, workspace.states, workspace.words)
        known = follower.move(unpack(workspace.states[VIEW : VIEW + 1], State()))
        if known is None:
            known, made = search_action(
                workspace.rules,
                workspace.hat_tables,
                workspace.states,
                workspace.words,
                workspace.publics,
                workspace.public_words,
                workspace.moves,
                workspace.lines,
                workspace.book,
                workspace.counts,
                workspace.stream,
                workspace.worlds,
                margin,
                ENDLESS,
            )
            rollouts += made
        action = int(known)
        if turns < len(row):
            row[turns] = action
        turns += 1
        move(workspace.rules, workspace.hat_tables, workspace.states, workspace.publics, workspace.stream, action)
    if turns < len(row):
        row[turns] = -1
    return rollouts


@kernel
def start(rules: Any, tables: Any, states: Any, publics: Any, stream: Any, cards: Any, seed: int, game: int) -> None:
    r, s = rules[0], states[TRUTH]
    stream[0] = deal_game(r, s, cards, seed, game)
    stream[1] = PLACE_OF_BOTS
    begin(r, s, tables[0], publics[0])


@kernel
def look(rules: Any, states: Any, words: Any) -> None:
    """What the player to act may know."""
    copy_words(words, TRUTH, VIEW)
    hide(rules[0], states[VIEW], states[TRUTH].player)


@kernel
def move(rules: Any, tables: Any, states: Any, publics: Any, stream: Any, action: int) -> None:
    r, s = rules[0], states[TRUTH]
    apply(r, s, action, place_above(r, s, stream[0], action))
    observe(r, s, tables[0], publics[0], NOBODY)


@kernel
def search_on(
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
    worlds: int,
    margin: int,
    deck: int,
    row: Any,
) -> Any:
    """Search every move until the deck has no more than `deck` cards; returns the rollouts and the turns made."""
    r, s = rules[0], states[TRUTH]
    rollouts, turns = 0, 0
    while s.outcome == RUNNING and r.cards - s.top > deck:
        look(rules, states, words)
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
        if turns < row.shape[0]:
            row[turns] = action
        turns += 1
        move(rules, tables, states, publics, stream, action)
    return rollouts, turns
