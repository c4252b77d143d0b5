"""The trace of the readings that a seat tries for a clue."""

from hanabi.bots.team import Team
from hanabi.bots.team.engine import TRACE, TracedReading
from hanabi.bots.team.engine.clue_readings import KEPT, OTHER_CARD, OUTCOME_NAMES
from hanabi.bots.team.engine.levels import switches
from support.convention_table import Club, a_club

BLUFF = a_club("fireworks r1 · Ana* b4 b3 r2 y4 w3 · Bo g4 w4 g4 g3 g1 · Cy r2 b4 r3 w4 y4")


def trace_of(before: Club, after: Club, name: str) -> list[TracedReading]:
    bot, trace = Team(before.level), list[TracedReading]()
    bot.mind_at(before.table.view(name))
    token = TRACE.set(trace)
    bot.mind_at(after.table.view(name))
    TRACE.reset(token)
    return trace


def tried(trace: list[TracedReading], convention: str) -> list[int]:
    return [reading.outcome for reading in trace if reading.convention == switches()[convention]]


def test_a_bluff_is_kept_after_the_finesse_is_dropped() -> None:
    trace = trace_of(BLUFF, BLUFF.clues("Cy", 3), "Bo")
    assert set(tried(trace, "finesse")) == {OTHER_CARD}
    assert tried(trace, "bluff") == [KEPT]
    order = [reading.convention for reading in trace]
    assert order.index(switches()["play_clue"]) < order.index(switches()["bluff"])


def test_the_receiver_knows_nothing_of_the_bluff() -> None:
    trace = trace_of(BLUFF, BLUFF.clues("Cy", 3), "Cy")
    assert tried(trace, "focus") == [KEPT]
    assert tried(trace, "bluff") == []


def test_nothing_is_traced_unless_somebody_asks() -> None:
    trace = trace_of(BLUFF, BLUFF.clues("Cy", 3), "Bo")
    length = len(trace)
    Team().choose(BLUFF.table.view("Ana"))
    assert len(trace) == length


def test_tracing_changes_nothing() -> None:
    after = BLUFF.clues("Cy", 3)
    traced, plain = Team(), Team()
    token = TRACE.set([])
    mind = traced.mind_at(after.table.view("Bo"))
    TRACE.reset(token)
    assert vars(mind.cards) == vars(plain.mind_at(after.table.view("Bo")).cards)
    assert vars(mind.latest) == vars(plain.mind_at(after.table.view("Bo")).latest)


def test_every_outcome_has_a_name() -> None:
    assert len(set(OUTCOME_NAMES)) == len(OUTCOME_NAMES)
    assert OUTCOME_NAMES[OTHER_CARD] == "other_card"
