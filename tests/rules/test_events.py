"""Events and who sees them (rules.md, section 2: everyone sees everything except their own cards)."""

from hanabi import Card, Suit
from hanabi.rules import Outcome
from hanabi.rules.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardRescued,
    CardReshuffled,
    ClueGiven,
    CluesReturned,
    DeckEmptied,
    Event,
    FireworkCompleted,
    GameEnded,
    LastRoundBegan,
    StrikeMended,
    Struck,
    TileTurned,
)
from support.text_table import Table, a_table

HANDS = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"
W4 = Card.of("w4")


def last_events(table: Table, name: str | None = "Bo") -> tuple[Event, ...]:
    return table.view(name).history[-1]


def test_a_clue_is_heard_by_all_with_the_cards_it_points_at() -> None:
    table = a_table(HANDS).clues("Bo", 3)
    assert last_events(table) == (ClueGiven(0, 1, 3, (1, 3)),)
    assert last_events(table, "Ana") == last_events(table, None) == last_events(table)


def test_the_owner_does_not_see_the_card_drawn() -> None:
    table = a_table(f"clues 3 · deck w4 … · {HANDS}").discards("b1")
    assert last_events(table) == (CardDiscarded(0, 1, Card.of("b1")), CardDrawn(0, W4))
    assert last_events(table, "Ana") == (CardDiscarded(0, 1, Card.of("b1")), CardDrawn(0, None))
    assert last_events(table, None) == last_events(table, "Ana")


def test_a_failed_play_strikes() -> None:
    table = a_table(f"deck w4 … · {HANDS}").plays("r5")
    assert last_events(table) == (CardPlayed(0, 0, Card.of("r5"), added=False), Struck(1), CardDrawn(0, W4))


def test_a_completed_firework_returns_a_token() -> None:
    table = a_table(f"fireworks r4 · clues 3 · deck w4 … · {HANDS}").plays("r5")
    assert last_events(table) == (
        CardPlayed(0, 0, Card.of("r5"), added=True),
        FireworkCompleted(Suit.RED),
        CluesReturned(1),
        CardDrawn(0, W4),
    )


def test_the_last_card_begins_the_last_round_and_its_last_turn_ends_the_game() -> None:
    table = a_table(f"clues 3 · deck w4 · {HANDS}").discards("b1")
    assert last_events(table)[-1] == LastRoundBegan(2)
    table = table.clues("Ana", 1).clues("Bo", 3)
    assert last_events(table)[-1] == GameEnded(Outcome("finished", "deck", 0, "horrible"))


def test_without_a_last_round_the_deck_only_runs_empty() -> None:
    table = a_table(f"fireworks b1 · clues 3 · deck w4 · {HANDS}", all_or_nothing=True).discards("b1")
    assert last_events(table)[-1] == DeckEmptied()


def test_an_announcement_returns_its_token_before_the_firework_is_complete() -> None:
    table = a_table(f"fireworks r4 · clues 3 · {HANDS}", choreography=True).plays("r5", announcing="red")
    assert last_events(table)[1:4] == (CluesReturned(1), FireworkCompleted(Suit.RED), CluesReturned(1))
    table = a_table(f"fireworks r4 · clues 8 · {HANDS}", choreography=True).plays("r5", announcing="red")
    assert last_events(table)[1:3] == (FireworkCompleted(Suit.RED), CluesReturned(0))
    table = a_table(f"fireworks b1 · clues 8 · {HANDS}", choreography=True).plays("b2", announcing="blue")
    assert last_events(table)[1] == CluesReturned(0)


def test_a_tile_that_mends() -> None:
    table = a_table(f"fireworks r4 · clues 3 · strikes 1 · tiles mend · {HANDS}", flamboyants=True).plays("r5")
    assert last_events(table)[2:5] == (TileTurned("mend", waits=False), StrikeMended(0), CluesReturned(1))


def test_a_tile_that_waits_and_the_choice_made() -> None:
    text = f"fireworks r4 w4 · clues 3 · discards w5 y1 · tiles rescue reshuffle · deck w4 … · {HANDS}"
    table = a_table(text, flamboyants=True).plays("r5")
    assert last_events(table)[-1] == TileTurned("rescue", waits=True)
    table = table.rescues("w5")
    assert last_events(table) == (
        CardRescued(0, Card.of("w5")),
        FireworkCompleted(Suit.WHITE),
        TileTurned("reshuffle", waits=True),
    )
    table = table.reshuffles("y1", at=5)
    assert last_events(table, "Ana") == (CardReshuffled(0, Card.of("y1")), CardDrawn(0, None))


def test_a_free_clue_is_marked_as_free() -> None:
    table = a_table(f"fireworks r4 · clues 3 · tiles free_rank_clue · {HANDS}", flamboyants=True).plays("r5")
    assert last_events(table.clues("Bo", 3))[0] == ClueGiven(0, 1, 3, (1, 3), free=True)


def test_a_view_does_not_grow_with_the_game() -> None:
    table = a_table(HANDS)
    view = table.referee.view(1)
    table.referee.act(table.legal()[0])
    assert view.history == ()
    assert (view.turn, view.player) == (0, 0)
