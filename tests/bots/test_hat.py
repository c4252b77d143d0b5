"""The hat player keeps its code: every seat computes the same public state, and all that it says is true."""

import random
from typing import Any

import numpy as np
import pytest

from hanabi.arena.experiment import Experiment
from hanabi.arena.view_games import numbered_deal, play_at_table
from hanabi.arena.workers import play_chunk
from hanabi.bots.hat.bot import HatBot
from hanabi.bots.hat.clue_classes import class_of, classes
from hanabi.bots.hat.explain import known_cards, speaking_choices
from hanabi.bots.hat.games import hat_move
from hanabi.bots.hat.view_replay import load_view
from hanabi.bots.hat.workspace import PARAMETERS, PUBLIC, HatWorkspace, all_parameters, parameters_for
from hanabi.game import DEFAULT_NAMES
from hanabi.records import from_dict, replay
from hanabi.rules import Action, Card, Play, Referee, RuleSet, action_of_id
from support.game_drivers import SWITCHES
from support.hidden_worlds import Witness

TABLES = [(name, players) for name in SWITCHES for players in (2, 3, 4, 5)]


def order_of(name: str, players: int, games: int = 1, **more: Any) -> Experiment:
    return Experiment(bots=("hat",) * players, rules=RuleSet.of(**SWITCHES[name]), games=games, seed=11, **more)


def dealt(experiment: Experiment, game: int) -> tuple[Referee, Any]:
    deal = numbered_deal(experiment, game)
    return Referee(experiment.rules, DEFAULT_NAMES[: experiment.players], deal.deck, deal.tiles), deal


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_seats_know_the_same_and_it_is_true(name: str, players: int) -> None:
    experiment = order_of(name, players)
    table, deal = dealt(experiment, players)
    workspace = HatWorkspace(experiment.rules, players)
    bot = HatBot()
    while table.player is not None:
        view = table.view(table.player)
        action = bot.choose(view)
        assert action in view.legal_actions
        table.act(deal.with_depth(table, action))
        known = []
        for seat in range(players):
            load_view(workspace, table.view(seat), seat)
            public = workspace.arrays.publics[0]
            assert public["contradictions"] == 0
            held = public["hand_sizes"].tolist()
            assert held[:players] == table.state.hand_sizes[:players]
            known.append([public["masks"][owner][: held[owner]].tolist() for owner in range(players)])
            for owner in range(players):
                for slot in range(held[owner]):
                    kind = table.state.faces[table.state.hands[owner][slot]]
                    assert known[seat][owner][slot] >> kind & 1, (seat, owner, slot, kind)
        assert all(mind == known[0] for mind in known)


@pytest.mark.parametrize("name", list(SWITCHES))
def test_games_at_a_table_and_in_the_compiled_loop_are_equal(name: str) -> None:
    for players in (2, 5):
        experiment = order_of(name, players, keep_records=True)
        compiled, spoken = play_chunk(experiment, 3, 1), play_at_table(experiment, 3, 1)
        assert compiled.records == spoken.records
        assert compiled.scores == spoken.scores
        assert compiled.outcomes == spoken.outcomes
        assert not spoken.faults


@pytest.mark.parametrize("name", ["base", "no empty clues", "pl in full", "everything"])
def test_hidden_cards_do_not_change_the_choice(name: str) -> None:
    experiment = order_of(name, 3)
    table, deal = dealt(experiment, 5)
    witness, rng, bot = Witness(table), random.Random(2), HatBot()
    while table.player is not None:
        seat = table.player
        action = bot.choose(table.view(seat))
        for _ in range(2):
            assert HatBot().choose(witness.other_world(seat, rng).view(seat)) == action
        witness.act(deal.with_depth(table, action))


def hand_that_fits(masks: list[int], copies: list[int], rng: random.Random) -> list[int] | None:
    left, hand = list(copies), []
    for mask in masks:
        kinds = [kind for kind, count in enumerate(left) if count > 0 and mask >> kind & 1]
        if not kinds:
            return None
        hand.append(rng.choice(kinds))
        left[hand[-1]] -= 1
    return hand


@pytest.mark.parametrize("name", ["no empty clues", "everything", "pl, all or nothing", "black, few cards"])
def test_every_clue_class_exists_for_every_hand_that_fits(name: str) -> None:
    switches = SWITCHES.get(name) or {"empty_clues": False, "black_powder": True, "colors": 2, "hand_size": 3}
    rules = RuleSet.of(**switches)
    rng = random.Random(7)
    for players in (2, 4):
        experiment = Experiment(bots=("hat",) * players, rules=rules, games=1, seed=3)
        table, deal = dealt(experiment, 1)
        workspace = HatWorkspace(rules, players, parameters_for(rules, players) | {"class_risk": -1})
        r = workspace.rule_tables
        while table.player is not None:
            me = table.player
            load_view(workspace, table.view(me), me)
            p = workspace.arrays.publics[0]
            classes(workspace.arrays.rules[0], workspace.arrays.tables[0], p, me)
            copies = [r.copies[kind] - table.state.lost[kind] for kind in range(35)]
            for seat in set(range(players)) - {me}:
                masks = p["masks"][seat][: table.state.hand_sizes[seat]].tolist()
                for _ in range(10):
                    hand = hand_that_fits(masks, copies, rng)
                    if hand is None or table.pending is not None:
                        continue
                    given = set()
                    for clue in range(r.colors + r.ranks):
                        touched = sum(1 << slot for slot, kind in enumerate(hand) if r.touch[clue] >> kind & 1)
                        if touched:
                            index, scheme = int(p["index"][seat]), int(p["scheme"][seat])
                            given.add(int(class_of(workspace.arrays.rules[0], p, index, scheme, clue, touched)))
                    assert given >= set(range(int(p["offered"][seat]))), (hand, masks)
            load_view(workspace, table.view(me), me)
            number = int(hat_move(workspace.arrays))
            table.act(deal.with_depth(table, action_of_id(rules, table.rule_tables, table.state, number)))


def test_a_card_that_may_be_black_leaves_three_classes() -> None:
    """Ranks that point at it, other ranks, and colors, which do not say whether they point at it."""
    experiment = Experiment(("hat",) * 2, RuleSet.of(empty_clues=False, black_powder=True), games=1, seed=3)
    table, _ = dealt(experiment, 1)
    workspace = HatWorkspace(experiment.rules, 2)
    load_view(workspace, table.view(0), 0)
    r, public = workspace.rule_tables, workspace.arrays.publics[0]
    assert classes(workspace.arrays.rules[0], workspace.arrays.tables[0], public, 0) == 3
    index, scheme = int(public["index"][1]), int(public["scheme"][1])
    hand = [table.state.faces[card] for card in table.state.hands[1][:5]]
    given = set()
    for clue in range(r.colors + r.ranks):
        touched = sum(1 << slot for slot, kind in enumerate(hand) if r.touch[clue] >> kind & 1)
        if touched:
            given.add(int(class_of(workspace.arrays.rules[0], public, index, scheme, clue, touched)))
    assert given == {0, 1, 2}


def test_a_hand_of_one_rank_gets_no_false_message() -> None:
    """That hand has only three of the four classes: every rank clue touches the index card."""
    rules = RuleSet.of(empty_clues=False)
    hand, rest = ["r1", "y1", "g1", "w1", "b1"], [str(card) for card in rules.cards]
    for card in hand:
        rest.remove(card)
    workspace, rng = HatWorkspace(rules, 2), random.Random(4)
    spoken = set()
    for _ in range(30):
        rng.shuffle(rest)
        rng.shuffle(hand)
        table = Referee(rules, DEFAULT_NAMES[:2], [Card.of(card) for card in (*rest[:5], *hand, *rest[5:])])
        for _ in range(3):
            table.act(HatBot().choose(table.view(table.state.player)))
            spoken.add(table.state.last_move)
            load_view(workspace, table.view(0), 0)
            assert not false_cards(workspace, table)
    assert len(spoken) > 1


def false_cards(workspace: HatWorkspace, table: Referee) -> list[tuple[int, int]]:
    """Seats and slots of cards whose public masks are false."""
    s, masks = table.state, workspace.arrays.publics[0]["masks"]
    return [
        (seat, slot)
        for seat in range(len(table.players))
        for slot in range(s.hand_sizes[seat])
        if not int(masks[seat][slot]) >> s.faces[s.hands[seat][slot]] & 1
    ]


def test_games_with_a_false_statement_are_counted() -> None:
    """Replaying the records from a seat gives the numbers that the compiled loop counted."""
    experiment = order_of("no empty clues", 2, keep_records=True)
    workspace = HatWorkspace(experiment.rules, 2)
    played = [play_chunk(experiment, game, 1) for game in range(550, 950)]
    broken = [part for part in played if part.broken]
    assert 0 < len(broken) < 8
    for part in (broken[0], played[0], played[1]):
        record = from_dict(part.records[0])
        found = 0
        for turn in range(len(record.actions)):
            table = replay(record, turn)
            load_view(workspace, table.view(1), 1)
            found += bool(false_cards(workspace, table))
        assert bool(found) == bool(part.broken)


@pytest.mark.parametrize("players", [2, 3])
def test_a_choice_from_an_alphabet_is_the_place_of_the_sum(players: int) -> None:
    """Every play and discard that is in the alphabet narrows teammates' cards as its number says."""
    experiment = order_of("no empty clues", players)
    spoken = 0
    for game in range(4):
        table, deal = dealt(experiment, game)
        bot = HatBot()
        while table.player is not None:
            view = table.view(table.player)
            choices, action = speaking_choices(view), bot.choose(view)
            assert len(set(choices)) == len(choices)
            kinds = [isinstance(choice, Play) for choice in choices]
            assert kinds == sorted(kinds), "useless cards come first, plays last"
            me = table.player
            before = [known_cards(view, seat) for seat in range(players)]
            table.act(deal.with_depth(table, action))
            after = [known_cards(table.view(me), seat) for seat in range(players)]
            spoken += len(choices) > 1 and action in choices and before[me - 1] != after[me - 1]
    assert spoken > 5


def test_another_choice_would_say_something_else() -> None:
    """If there is anything to say, every entry gives the receiver different knowledge."""
    experiment = order_of("no empty clues", 2)
    table, _ = dealt(experiment, 2)
    compared, actions = 0, list[Action]()
    while table.player is not None:
        me = table.player
        view = table.view(me)
        choices = speaking_choices(view)
        if len(choices) > 1:
            known = []
            for choice in choices:
                if choice in view.legal_actions:
                    other = Referee(table.rules, table.players, table.deck, table.rewards, table.first)
                    for action in (*actions, choice):
                        other.act(action)
                    known.append(known_cards(other.view(1 - me), 1 - me))
            compared += len(set(known)) == len(choices)
        actions.append(HatBot().choose(view))
        table.act(actions[-1])
    assert compared > 10


def test_parameters_are_complete() -> None:
    for players in (2, 3, 4, 5):
        for switches in SWITCHES.values():
            parameters = parameters_for(RuleSet.of(**switches), players)
            assert set(parameters) == set(PARAMETERS)
    assert all(set(parameters) <= set(PARAMETERS) for parameters in all_parameters().values())


def test_a_stranger_at_the_table_breaks_no_game() -> None:
    experiment = Experiment(bots=("hat", "random", "hat"), rules=RuleSet.of(), games=3, seed=1)
    played = play_at_table(experiment, 0, 3)
    assert not played.faults
    assert len(played.scores) == 3


def test_public_records_hold_whole_words() -> None:
    assert PUBLIC.itemsize % np.dtype(np.int64).itemsize == 0
