"""Replaying a game with every mind observing, and playing on from any position in a world; compiled."""

from typing import NamedTuple

from hanabi.compiled import action_ids, deal, turn
from hanabi.compiled.counter_rng import next_below
from hanabi.compiled.dtypes import Kinds, Numbers, Records
from hanabi.kernels import RUNNING, TILES, Rules, State
from hanabi.kernels.layout import Row

from . import kernel, layout, policy, promises, whole_games

EVERY_HAND = -1


class TeamHistory(NamedTuple):
    """The game so far, and how its clues are read."""

    actions: Numbers
    first: int  # the seat that began
    conventions: int
    forgiving: int  # 1: drop promises that are plainly false


@kernel
def begin_replay(r: Rules, s: State, minds: Records, faces: Kinds, tiles: Row, history: TeamHistory) -> None:
    """Deal the game in `s` and start every mind; `faces` are in the order in which the cards were drawn."""
    for card in range(r.cards):
        s.faces[card] = faces[card]
    for place in range(TILES):
        s.tiles[place] = tiles[place]
    deal.deal(r, s, history.first)
    whole_games.begin_minds(r, s, minds, history.conventions)


@kernel
def replay_action(r: Rules, s: State, minds: Records, faces: Kinds, action: int) -> None:
    if s.next_card < r.cards:
        s.faces[s.deck[s.next_card]] = faces[s.drawn]
    drawn = s.drawn
    turn.apply(r, s, action, r.cards - s.next_card)
    whole_games.update_minds(r, s, minds, drawn)


@kernel
def replay_minds(r: Rules, s: State, minds: Records, faces: Kinds, tiles: Row, history: TeamHistory) -> None:
    """Replay a game in `s` with every mind observing it."""
    begin_replay(r, s, minds, faces, tiles, history)
    for move in range(history.actions.shape[0]):
        replay_action(r, s, minds, faces, history.actions[move])


@kernel
def drop_false_promises(r: Rules, s: State, minds: Records, unseen: int) -> None:
    """Drop promises that are plainly false: the players who made them follow other conventions.

    Promises about the hand of the seat `unseen` stay; with EVERY_HAND all hands are checked.
    """
    for seat in range(r.players):
        m: layout.Mind = minds[seat]
        for owner in range(r.players):
            if owner == unseen:
                continue
            for slot in range(s.hand_sizes[owner]):
                cell, kind = m.table.hands[owner][slot], s.faces[s.hands[owner][slot]]
                if not m.cards.inferred[cell] >> kind & 1:
                    promises.withdraw_call(m, cell)
                    m.cards.marks[cell] &= ~layout.ASKED
                count = 0
                for place in range(m.cards.waiting):
                    is_false = m.cards.wait_card[place] == cell and m.cards.wait_kind[place] != kind
                    count = count if is_false else promises.keep_wait(m, place, count)
                m.cards.waiting = count


@kernel
def write_faces(r: Rules, s: State, faces: Kinds) -> None:
    """Write the hidden cards of a world into `faces`, in the order in which cards are drawn."""
    for slot in range(s.hand_sizes[s.player]):
        faces[s.draw_numbers[s.player][slot]] = s.faces[s.hands[s.player][slot]]
    for place in range(s.next_card, r.cards):
        faces[s.drawn + place - s.next_card] = s.faces[s.deck[place]]


@kernel
def play_on_as_team(r: Rules, s: State, minds: Records, action: int, read_again: int, stream: Numbers) -> int:
    """The final score if everybody plays as a team bot after `action`.

    With `read_again` promises of that action that are plainly false are dropped.
    """
    while True:
        drawn = s.drawn
        above = next_below(stream, r.cards - s.next_card + 1) if action_ids.is_reward_choice(r, action) else 0
        turn.apply(r, s, action, above)
        if s.outcome != RUNNING:
            return s.score
        whole_games.update_minds(r, s, minds, drawn)
        if read_again:
            drop_false_promises(r, s, minds, EVERY_HAND)
            read_again = 0
        action = policy.choose(r, minds[s.player])
