"""Compares the bots with people: what would they do at every decision of recorded games, and how do they read clues?

    make bench NAME=partner ARGS="FOLDER --games 20 --bots team,simple"

The games are records or hanab.live exports (*.json in FOLDER), with any numbers of players. At each decision a bot gets
the view of the person who made it; then the person's action is carried out.

If the folder also has a file `games.json`, with the `experience` of the person in seat 1 by game, then the bots sit in
seat 0, where the games had another bot: how many of the cards that they would play are strikes, and do they play the
cards that plain clues show to be playable? Each card counts once.

    make bench NAME=partner ARGS="--strangers simple --players 3 --games 1000 --bots team"

lets each bot play whole games, in one seat by turns, without telling it which bot the others are.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from recorded_decisions import (
    ACTION_TYPES,
    DEFAULT_FOLDER,
    Decision,
    NoGames,
    decisions,
    records_by_experience,
    records_in,
    type_of_action,
)

from hanabi import Game
from hanabi.bots import Bot, make_bot
from hanabi.bots.team import Team
from hanabi.bots.team.engine.card_sets import is_known_playable, is_known_useless
from hanabi.bots.team.engine.conventions.belief import belief
from hanabi.bots.team.engine.layout import BLIND, FIVE_STALL, MOVED, NO_CELL, PLAY_OR_SAVE, SAVE_CLUE, Mind
from hanabi.bots.team.engine.promises import is_touched, literal
from hanabi.records import Record
from hanabi.rules import Action, Clue, Play

BOTS = "team,team:1,team:2,team:3,team:4,simple,hat"
BOT_SEAT = 0  # in games of a person with a bot
INFERENCES = {
    "focus": "the focus of a clue is playable now",
    "save": "the focus is saved",
    "play": "play by convention, at the turn",
    "finesse": "blind play, at the turn",
    "useless": "useless by convention",
}


@dataclass
class Readings:
    """How often each inference was made and right, and how often it could have been made and was."""

    inferences: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    cases: Counter[str] = field(default_factory=Counter)
    recalled: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, *, is_made: bool, is_true: bool) -> None:
        self.inferences[name] += is_made
        self.right[name] += is_made and is_true

    def add_case(self, name: str, *, is_found: bool) -> None:
        self.cases[name] += 1
        self.recalled[name] += is_found


@dataclass
class Agreement:
    """A bot's choices compared with people's."""

    by_type: Counter[tuple[int, int]] = field(default_factory=Counter)  # types of the person's and the bot's action
    same: Counter[int] = field(default_factory=Counter)  # by the type of the person's action
    strikes: int = 0
    critical: int = 0
    same_receiver: int = 0
    readings: Readings = field(default_factory=Readings)

    def add(self, decision: Decision, choice: Action) -> None:
        action = decision.action
        person, chosen = type_of_action(action), type_of_action(choice)
        self.by_type[person, chosen] += 1
        self.same[person] += choice == action
        self.strikes += decision.is_strike(choice)
        self.critical += decision.is_critical_discard(choice)
        if isinstance(action, Clue) and isinstance(choice, Clue):
            self.same_receiver += action.to == choice.to

    @property
    def total(self) -> int:
        return self.by_type.total()

    def by_bot(self, action_type: int) -> int:
        """How often the bot chose an action of this type."""
        return sum(count for (_, chosen), count in self.by_type.items() if chosen == action_type)

    def by_people(self, action_type: int) -> int:
        return sum(count for (person, _), count in self.by_type.items() if person == action_type)


def measure(name: str, records: list[Record]) -> Agreement:
    agreement = Agreement()
    for record in records:
        bots = [make_bot(name, 0) for _ in record.players]
        clued: int | None = None
        for decision in decisions(record):
            if clued is not None:
                reader = bots[clued]
                if isinstance(reader, Team):
                    read_clue(agreement.readings, decision, reader.mind_at(decision.referee.view(clued)))
            bot = bots[decision.seat]
            agreement.add(decision, bot.choose(decision.view))
            if isinstance(bot, Team):
                read_at_turn(agreement.readings, decision, bot.mind_at(decision.view))
            clued = decision.action.to if isinstance(decision.action, Clue) else None
    return agreement


def read_at_turn(readings: Readings, decision: Decision, mind: Mind) -> None:
    """Compare what players to act think their cards are with what they are."""
    r, playable, useful = decision.view.rule_tables, decision.playable, decision.useful
    for slot in range(mind.table.held[mind.me]):
        cell, kind = mind.table.hands[mind.me][slot], decision.kind_of(mind.me, slot)
        faces, plain = belief(r, mind, cell), literal(mind, cell)
        is_play, is_plain_play = is_known_playable(mind, faces), is_known_playable(mind, plain)
        is_blind = is_play and mind.cards.marks[cell] & BLIND != 0
        if is_touched(mind, cell):
            readings.add("play", is_made=is_play and not is_plain_play, is_true=bool(playable >> kind & 1))
            readings.add("finesse", is_made=is_blind, is_true=bool(playable >> kind & 1))
            is_useless = is_known_useless(mind, faces) and not is_known_useless(mind, plain)
            readings.add("useless", is_made=is_useless, is_true=not useful >> kind & 1)
        if isinstance(decision.action, Play) and decision.action.slot == slot and playable >> kind & 1:
            if mind.cards.clues[cell] == 0:
                readings.add_case("finesse", is_found=is_blind)
            if not is_plain_play:
                readings.add_case("play", is_found=is_play)


def read_clue(readings: Readings, decision: Decision, mind: Mind) -> None:
    """Check how the receiver read the clue that was given just before this decision."""
    if mind.latest.focus == NO_CELL:
        return
    slot = mind.table.hands[mind.me].index(mind.latest.focus)
    kind, older = decision.kind_of(mind.me, slot), mind.table.hands[mind.me][:slot]
    is_chop = all(mind.cards.clues[cell] or mind.cards.marks[cell] & (BLIND | MOVED) for cell in older)
    is_playable = bool(decision.playable >> kind & 1)
    is_kept = not is_playable and bool(decision.useful >> kind & 1)
    says_play = mind.latest.promise != 0 and is_known_playable(mind, mind.latest.promise)
    says_save = mind.latest.reading in (SAVE_CLUE, PLAY_OR_SAVE, FIVE_STALL) and not says_play
    readings.add("focus", is_made=says_play, is_true=is_playable)
    readings.add("save", is_made=says_save and mind.latest.reading == SAVE_CLUE, is_true=is_kept)
    if is_playable:
        readings.add_case("focus", is_found=says_play)
    if is_chop and is_kept and decision.critical >> kind & 1:
        readings.add_case("save", is_found=says_save)


@dataclass
class CardsPlayed:
    """The cards that a bot would play, and those that plain clues show to be playable at one of its turns."""

    cards: int = 0
    strikes: int = 0
    plain: int = 0
    plain_played: int = 0

    def add_game(self, bot: Bot, record: Record) -> None:
        is_strike: dict[int, bool] = {}
        plain: set[int] = set()
        for decision in decisions(record):
            if decision.seat != BOT_SEAT:
                continue
            view, hand = decision.view, decision.referee.state.hands[BOT_SEAT]
            plain.update(hand[slot] for slot, card in enumerate(view.hand) if view.playable.issuperset(card.possible))
            choice = bot.choose(view)
            if isinstance(choice, Play):
                is_strike.setdefault(hand[choice.slot], decision.is_strike(choice))
        self.cards += len(is_strike)
        self.strikes += sum(is_strike.values())
        self.plain += len(plain)
        self.plain_played += len(plain & is_strike.keys())


def print_opposite_people(names: list[str], groups: dict[str, list[Record]]) -> None:
    print("| opposite people who had played | | cards it would play | strikes % | plainly playable cards | played % |")
    print("|---|---|---|---|---|---|")
    for experience, records in groups.items():
        for name in names:
            played = CardsPlayed()
            for record in records:
                played.add_game(make_bot(name, 0), record)
            strikes, plain = percent(played.strikes, played.cards), percent(played.plain_played, played.plain)
            print(f"| {experience}: {len(records)} games | `{name}` | {played.cards} | {strikes} |", end="")
            print(f" {played.plain} | {plain} |", flush=True)


def print_with_strangers(names: list[str], stranger: str, players: int, games: int) -> None:
    """Games of research rules; a lost game counts as 0."""
    print(f"| with {players - 1} × `{stranger}`, not named | games | mean | lost % | strikes per game |")
    print("|---|---|---|---|---|")
    for name in names:
        scores, lost, strikes = list[int](), 0, 0
        for number in range(games):
            game = Game.new(players=players, seed=f"strangers {number}", empty_clues=False)
            bots = [make_bot(name if seat == number % players else stranger) for seat in range(players)]
            while game.player is not None:
                game.act(bots[game.player].choose(game.view(game.player)))
            assert game.over is not None
            scores.append(0 if game.over.outcome == "lost" else game.over.score)
            lost += game.over.outcome == "lost"
            strikes += game.view().strikes
        error = statistics.stdev(scores) / len(scores) ** 0.5
        mean = f"{statistics.mean(scores):.2f} ± {error:.2f}"
        print(f"| `{name}` | {games} | {mean} | {percent(lost, games)} | {strikes / games:.2f} |", flush=True)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def print_agreement(agreements: dict[str, Agreement], people: Agreement) -> None:
    columns = ("same action", "same type", "strikes per play", "critical per discard", "plays", "discards", "clues")
    print("|", *(f"| {column} %" for column in columns), "|")
    print("|---" * (len(columns) + 1) + "|")
    for name, one in (*agreements.items(), ("the people themselves", people)):
        same_type = sum(count for (person, chosen), count in one.by_type.items() if person == chosen)
        agreed = [percent(one.same.total(), one.total), percent(same_type, one.total)]
        risks = [percent(one.strikes, one.by_bot(0)), percent(one.critical, one.by_bot(1))]
        by_type = [percent(one.same[number], one.by_people(number)) for number in range(len(ACTION_TYPES))]
        if one is people:
            agreed, by_type = ["", ""], [""] * len(ACTION_TYPES)
        print(f"| `{name}` |" if one is not people else f"| {name} |", " | ".join([*agreed, *risks, *by_type]), "|")
    for name, one in agreements.items():
        both = one.by_type[2, 2]
        print(f"when both clue, `{name}`: the same clue {percent(one.same[2], both)} %,", end=" ")
        print(f"the same receiver {percent(one.same_receiver, both)} %")


def print_readings(name: str, readings: Readings) -> None:
    print(f"| `{name}` reads | precision % | of | recall % | of |")
    print("|---|---|---|---|---|")
    for key, text in INFERENCES.items():
        inferences, cases = readings.inferences[key], readings.cases[key]
        recall = f"{percent(readings.recalled[key], cases)} | {cases}" if cases else " | "
        print(f"| {text} | {percent(readings.right[key], inferences)} | {inferences} | {recall} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help="records or hanab.live exports")
    parser.add_argument("--games", type=int, help="at most this many (of each experience), spread over the folder")
    parser.add_argument("--bots", default=BOTS)
    parser.add_argument("--strangers", metavar="BOT", help="play with this bot in the other seats")
    parser.add_argument("--players", type=int, default=3, help="with --strangers")
    options = parser.parse_args()
    names = options.bots.split(",")
    if options.strangers:
        print_with_strangers(names, options.strangers, options.players, max(2, options.games or 100))
        return 0
    try:
        groups = records_by_experience(options.folder, options.games)
        if groups:
            print_opposite_people(names, groups)
            return 0
        records = records_in(options.folder, options.games)
    except NoGames as error:
        print(error, file=sys.stderr)
        return 1
    people, agreements = Agreement(), {}
    for record in records:
        for decision in decisions(record):
            people.add(decision, decision.action)
    print(f"{len(records)} games, {people.total} decisions", flush=True)
    for name in names:
        started = time.perf_counter()
        agreements[name] = measure(name, records)
        print(f"{name}: {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    print_agreement(agreements, people)
    for name, one in agreements.items():
        if one.readings.inferences:
            print()
            print_readings(name, one.readings)
    return 0


if __name__ == "__main__":
    sys.exit(main())
