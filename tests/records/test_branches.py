"""Branches from the middle of a game: the past does not change, and a seat cannot tell new cards from old ones."""

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from hanabi.game import Game
from hanabi.kernels import State
from hanabi.records import Record, RecordError, action_of_turn, branch, redeal_hidden, replay
from hanabi.rules import Clue, Discard
from hanabi.rules.events import Event
from support.game_drivers import SWITCHES, a_game, peeking, played


def recorded(name: str, players: int, seed: int) -> Record:
    game = a_game(SWITCHES[name], players, seed)
    list(played(game, peeking, random.Random(seed)))
    return game.record(seed=seed, bots=["hat"] * players, result="whatever")


def as_seen(record: Record, seat: int) -> tuple[dict[str, Any], tuple[tuple[Event, ...], ...]]:
    view = replay(record).view(seat)
    return vars(view.erased), view.history


@pytest.mark.parametrize("name", SWITCHES)
def test_a_seat_cannot_tell_new_cards_from_the_old(name: str) -> None:
    rng = random.Random(name)
    differ = 0
    for seed in range(4):
        record = recorded(name, 2 + seed, seed)
        for actions in rng.sample(range(len(record.actions)), 4):
            seat = rng.randrange(len(record.players))
            same, redealt = branch(record, actions), redeal_hidden(record, actions, seat, seed)
            assert same.actions == record.actions[:actions]
            assert as_seen(redealt, seat) == as_seen(same, seat)
            assert sorted(map(str, redealt.deck)) == sorted(map(str, record.deck))
            assert redealt == redeal_hidden(record, actions, seat, seed)
            differ += redealt.deck != record.deck
    assert differ > 8


def test_a_reshuffled_card_is_dealt_again_with_the_others() -> None:
    """It may be in the deck or in the seat's hand, and its place in the record moves with it."""
    changes: Counter[bool] = Counter()
    for seed in range(12):
        record = recorded("pl in full", 3, seed)
        texts = [index for index, action in enumerate(record.actions) if action.startswith("reshuffle")]
        for index in texts:
            for actions in range(index + 1, len(record.actions), 3):
                seat = actions % 3
                redealt = redeal_hidden(record, actions, seat, actions)
                assert as_seen(redealt, seat) == as_seen(branch(record, actions), seat)
                changes[redealt.actions[index] != record.actions[index]] += 1
    assert changes[True] > 5, changes


def test_all_deals_that_fit_are_about_equally_frequent() -> None:
    record = recorded("no empty clues", 2, 9)
    game = replay(branch(record, 59))
    s, seat, last = game.state, game.player, game.rule_tables.cards
    assert seat is not None

    def hidden_cards(state: State) -> tuple[int, ...]:
        return tuple(
            state.faces[card]
            for card in state.hands[seat][: state.hand_sizes[seat]] + state.deck[state.next_card : last]
        )

    masks = [s.possible[seat][slot] for slot in range(s.hand_sizes[seat])]
    fitting = {
        kinds
        for kinds in permutations(hidden_cards(s))
        if all(mask >> kind & 1 for mask, kind in zip(masks, kinds, strict=False))
    }
    found = Counter(
        hidden_cards(replay(redeal_hidden(record, 59, seat, seed)).state) for seed in range(40 * len(fitting))
    )
    assert found.keys() == fitting
    assert len(fitting) > 3
    assert min(found.values()) > 20
    assert max(found.values()) < 65


def test_a_branch_continues_without_the_fields_of_the_whole_game() -> None:
    record = recorded("base", 3, 1)
    assert branch(record, 5).extra == {"bots": ["hat"] * 3, "from": {"actions": 5}}
    game = Game.resume(branch(record, 5))
    game.act(next(action for action in game.legal_actions() if isinstance(action, Clue | Discard)))
    assert len(game.record().actions) == 6


def test_turns_are_found_where_a_reward_took_two_actions() -> None:
    record = next(
        record
        for record in (recorded("flamboyants", 3, seed) for seed in range(20))
        if any(action.startswith("rescue") for action in record.actions)
    )
    for turn in range(replay(record).turn):
        actions = action_of_turn(record, turn)
        game = replay(branch(record, actions))
        assert (game.turn, game.pending) == (turn, None)


@pytest.mark.parametrize("actions", [-1, 10_000])
def test_positions_outside_the_record_are_refused(actions: int) -> None:
    record = recorded("base", 3, 1)
    with pytest.raises(RecordError):
        branch(record, actions)
    with pytest.raises(RecordError, match="no seat 7"):
        redeal_hidden(record, 3, 7)
    with pytest.raises(RecordError, match="over"):
        branch(record, len(record.actions))
    with pytest.raises(RecordError, match="no turn 5000"):
        action_of_turn(record, 5000)
