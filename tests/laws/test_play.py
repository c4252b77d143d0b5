"""Laws of play that hold in every state of every game."""

import copy
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, strategies as st

from hanabi import Clue, Discard, Game, IllegalAction, Play, Rescue, Reshuffle
from hanabi.kernels import duplicate, layout
from hanabi.records import loads, replay, state_of, states
from hanabi.rules import Action, Card, Referee, Suit, action_of_id, cards_by_kind, id_of_action
from support.game_drivers import DRIVERS, SWITCHES, a_game, played
from support.reach import Reach

games = given(st.integers(2, 5), st.integers(0, 10**6), st.sampled_from(sorted(DRIVERS)))
every_switch = pytest.mark.parametrize("name", SWITCHES)


def states_of(name: str, players: int, seed: int, driver: str) -> Iterator[Game]:
    return played(a_game(SWITCHES[name], players, seed), DRIVERS[driver], random.Random(seed))


@every_switch
@games
def test_cards_are_conserved(name: str, players: int, seed: int, driver: str) -> None:
    for game in states_of(name, players, seed, driver):
        r, s = game.rule_tables, game.state
        held = [card for seat in range(players) for card in s.hands[seat][: s.hand_sizes[seat]]]
        deck, pile = s.deck[s.next_card : r.cards], s.discards[: s.discard_count]
        assert len({*held, *deck, *pile}) == len(held) + len(deck) + len(pile) == r.cards - sum(s.fireworks)
        faces = Counter(game.deck[card] for card in (*held, *deck, *pile))
        for suit, count in game.view().fireworks.items():
            ranks = range(5, 5 - count, -1) if suit is Suit.BLACK else range(1, count + 1)
            faces.update(Card(suit, rank) for rank in ranks)
        assert faces == Counter(game.rules.cards)
        kinds = cards_by_kind(game.rules)
        assert {kinds[kind]: n for kind, n in enumerate(s.lost) if n} == Counter(game.deck[card] for card in pile)


@every_switch
@games
def test_numbers_stay_in_their_bounds(name: str, players: int, seed: int, driver: str) -> None:
    turn = -1
    for game in states_of(name, players, seed, driver):
        r, s = game.rule_tables, game.state
        assert 0 <= s.clue_tokens <= r.clue_tokens
        assert 0 <= s.strikes <= r.strikes
        assert (s.strikes == r.strikes) == (game.over is not None and game.over.reason == "strikes")
        assert all(0 <= s.hand_sizes[seat] <= r.hand_size for seat in range(players))
        assert game.deck_size == 0 or all(
            s.hand_sizes[seat] == r.hand_size for seat in range(players) if seat != s.player
        )
        assert s.turn in (turn, turn + 1)
        assert (game.player is None) == (game.over is not None) == (game.legal_ids() == [])
        assert game.pending is None or game.player is not None
        turn = s.turn
    assert game.over is not None
    assert game.over.score == (0 if game.over.outcome == "lost" else game.view().score)
    assert (game.over.rating is None) == (game.over.outcome == "lost" or game.rules.all_or_nothing)


@every_switch
@games
def test_a_record_replays_to_itself(name: str, players: int, seed: int, driver: str) -> None:
    seen = []
    for game in states_of(name, players, seed, driver):
        seen.append(state_of(game))
    record = game.record(note="kept", seed=seed)
    again = loads(record.dumps())
    assert again == record
    assert again.extra == {"note": "kept", "seed": seed}
    assert list(states(again)) == seen
    middle = len(record.actions) // 2
    assert state_of(replay(again, middle)) == seen[middle]
    resumed = type(game).resume(again)
    assert vars(resumed.state) == vars(game.state)
    assert resumed.seen == game.seen
    assert resumed.record(note="kept", seed=seed) == record


@every_switch
@games
def test_listed_actions_are_legal_and_all_others_are_refused_without_a_change(
    name: str, players: int, seed: int, driver: str
) -> None:
    rng = random.Random(seed)
    for game in states_of(name, players, seed, driver):
        if rng.random() > (0.04 if game.pending is None else 0.5):
            continue
        listed = game.legal_ids()
        assert [game.is_legal(number) for number in range(-1, game.rule_tables.actions + 1)] == [
            number in listed for number in range(-1, game.rule_tables.actions + 1)
        ]
        assert [
            id_of_action(game.rules, game.rule_tables, game.state, action) for action in game.legal_actions()
        ] == listed
        if game.player is not None:
            assert game.view(game.player).legal_actions == game.legal_actions()
        before, done = duplicate(game.state), list(game.action_texts)
        for action in every_action(game):
            if is_accepted(game, action):
                assert id_of_action(game.rules, game.rule_tables, game.state, action) in listed
                listed_action = action_of_id(
                    game.rules,
                    game.rule_tables,
                    game.state,
                    id_of_action(game.rules, game.rule_tables, game.state, action),
                )
                assert isinstance(action, type(listed_action))
            assert vars(game.state) == vars(before)
            assert game.action_texts == done
        for action in game.legal_actions():
            at = rng.randint(0, game.deck_size)
            assert is_accepted(game, Reshuffle(action.card_id, at) if isinstance(action, Reshuffle) else action)


def every_action(game: Referee) -> Iterator[Action]:
    """All actions, and some that do not exist."""
    announced = [None, *Suit, "pink"]
    for slot in range(-1, 6):
        yield Discard(slot)
        yield from (Play(slot, announce=suit) for suit in announced)
    for to in range(-1, len(game.players) + 1):
        yield from (Clue(to, about) for about in (*Suit, "pink", 0, 1, 2, 3, 4, 5, 6))
    for card in (*range(-1, 8), *(gone.card_id for gone in game.view().discards), 99):
        yield Rescue(card)
        yield from (Reshuffle(card, at) for at in (-1, 0, game.deck_size, game.deck_size + 1))


def is_accepted(game: Referee, action: Action) -> bool:
    """Try a legal action on a copy, and any other on the game itself."""
    trial = copy.copy(game)
    trial.action_texts, trial.seen = [], {seat: [] for seat in game.seen}
    trial.state = duplicate(game.state)
    if refusal(trial, action) is None:
        assert len(trial.action_texts) == 1
        return True
    assert refusal(game, action) == refusal(trial, action)
    return False


def refusal(game: Referee, action: Action) -> tuple[str, str] | None:
    try:
        game.act(action)
    except IllegalAction as illegal:
        return illegal.reason, str(illegal)
    return None


@every_switch
@games
def test_the_possible_faces_contain_the_true_one(name: str, players: int, seed: int, driver: str) -> None:
    for game in states_of(name, players, seed, driver):
        if game.turn % 4:
            continue
        reshuffled = game.state.returned_card != layout.NO_CARD
        for seat in (None, *range(players)):
            view = game.view(seat)
            unseen = Counter(game.rules.cards)
            unseen.subtract(card.card for hand in view.hands for card in hand if card.card)
            unseen.subtract(gone.card for gone in view.discards)
            for suit, count in view.fireworks.items():
                unseen.subtract(Card(suit, 6 - step if suit is Suit.BLACK else step) for step in range(1, count + 1))
            assert min(unseen.values()) >= 0
            for owner, hand in enumerate(view.hands):
                for known in hand:
                    truth = game.card(owner, known.slot)
                    assert truth in known.open
                    assert truth in known.possible
                    if known.card is None:
                        counted = {face for face in known.open if unseen[face]}
                        assert set(known.possible) <= counted
                        assert reshuffled or set(known.possible) == counted
                    else:
                        assert known.card == truth
                        assert known.possible == (truth,)


@every_switch
@games
def test_playable_critical_useless_and_the_best_score_by_their_definitions(
    name: str, players: int, seed: int, driver: str
) -> None:
    for game in states_of(name, players, seed, driver):
        if game.turn % 3:
            continue
        view, rules = game.view(0), game.rules
        reach = Reach(view)
        playable = {order[view.fireworks[suit]] for suit, order in reach.orders.items() if view.fireworks[suit] < 5}
        assert view.playable == playable
        assert view.useless == set(rules.cards) - reach.useful
        assert view.critical == {card for card in reach.useful if reach.left[card] == 1}
        assert view.best_score == reach.best_score
        assert view.score <= view.best_score <= rules.max_score
