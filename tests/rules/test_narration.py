"""Every event has a sentence for the player who acts, for the player it concerns and for spectators."""

import re

import pytest

from hanabi import Clue, Discard, Game, Play
from hanabi.bots import make_bot
from hanabi.rules import RuleSet, Suit
from hanabi.rules.events import (
    CardPlayed,
    ClueGiven,
    CluesReturned,
    Event,
    FireworkCompleted,
    StrikeMended,
    Struck,
    TileTurned,
)
from hanabi.rules.narration import Narrator, narrate, opening
from hanabi.texts import LANGUAGES, say
from support.text_table import a_table


def last_words(game: Game, seat: int | None, lang: str = "en") -> str:
    return " ".join(narrate(game.view(seat), lang)[-1])


def test_a_clue_is_told_to_each_in_their_own_way() -> None:
    clue = (ClueGiven(0, 1, "red", (0, 2)),)

    def sentence(seat: int | None, lang: str = "en") -> str:
        return Narrator(RuleSet(), ("Ana", "Bo", "Cy"), seat, lang, 8, 35).describe(clue)[0]

    assert sentence(0) == "You tell Bo that cards 1 and 3 are red."
    assert sentence(1) == "Ana tells you that your cards 1 and 3 are red."
    assert sentence(2) == sentence(None) == "Ana tells Bo that cards 1 and 3 are red."
    assert sentence(1, "es") == "Ana te dice que tus cartas 1 y 3 son rojas."


def test_only_the_others_learn_what_was_drawn() -> None:
    game = Game.new(players=2, seed=7)
    drawn = game.deck[10]
    game.act(Play(slot=0))
    assert last_words(game, 1).endswith(f"Ana draws {drawn.suit} {drawn.rank}.")
    assert last_words(game, 0).endswith("You draw a card.")
    assert last_words(game, None).endswith("Ana draws a card.")


def test_a_failed_play_says_which_strike_it_was() -> None:
    game = Game.new(players=2, seed=7, strikes=2)
    for seat in (0, 1):
        slot = next(slot for slot in range(5) if game.card(seat, slot) not in game.view().playable)
        game.act(Play(slot))
    first, second = narrate(game.view(), "en")
    assert re.fullmatch(r"Ana plays \w+ \d: it does not fit, strike 1 of 2\.", first[0])
    assert first[1] == "Ana draws a card."
    assert second[0].endswith(": it does not fit, strike 2 of 2.")
    assert second[1:] == (
        "The game is over.",
        "That was the last strike: the show is called off, with a score of 0.",
    )


@pytest.mark.parametrize(
    ("card", "announced", "expected"),
    [
        ("b1", None, "You play blue 1."),
        ("b1", Suit.BLUE, "You play blue 1, as announced."),
        ("b3", None, "You play blue 3: it does not fit, strike 1 of 3."),
        ("b3", Suit.BLUE, "You play blue 3, as announced: it does not fit, strike 1 of 3."),
        ("b1", Suit.RED, "You play blue 1, wrongly announced as red: strike 1 of 3."),
    ],
)
def test_a_play_is_one_short_sentence(card: str, announced: Suit | None, expected: str) -> None:
    face = next(known for known in RuleSet().cards if str(known) == card)
    added = face.rank == 1 and announced in (None, face.suit)
    events: tuple[Event, ...] = (CardPlayed(0, 0, face, added=added, announced=announced),)
    events += () if added else (Struck(1),)
    assert Narrator(RuleSet(), ("Ana", "Bo"), 0, "en", 8, 40).describe(events) == [expected]


def test_tokens_are_counted_along() -> None:
    game = Game.new(players=2, seed=7)
    game.act(Clue(to=1, about=1))
    game.act(Discard(0))
    observer = Narrator(game.rules, game.players, None, "en", 8, 40)
    for events in game.view().history:
        observer.describe(events)
    assert (observer.clue_tokens, observer.deck_size) == (8, 39)


def turned(*after: Event) -> list[str]:
    """The sentences when a red 5 turns over a tile."""
    played = CardPlayed(0, 0, card=next(c for c in RuleSet().cards if str(c) == "r5"), added=True)
    events = (played, FireworkCompleted(Suit.RED), *after)
    return Narrator(RuleSet(flamboyants=True), ("Ana", "Bo"), None, "en", 6, 20).describe(events)[2:]


def test_a_tile_without_effect_says_so() -> None:
    nothing = "The tile “A clue token” has no effect and is used up."
    assert turned(TileTurned("clue_back", waits=False, effect=False))[-1] == nothing
    assert nothing not in turned(TileTurned("clue_back", waits=False), CluesReturned(1))
    assert turned(TileTurned("reshuffle", waits=True)) == ["Ana turns over a reward tile: “Back into the deck”."]
    assert len(turned(TileTurned("mend", waits=False), StrikeMended(1))) == 2


def test_a_lost_bonus_is_mentioned() -> None:
    assert turned(CluesReturned(0)) == ["All the clue tokens are already available, so none comes back."]
    assert turned(CluesReturned(1)) == ["A clue token comes back: 7 are available."]


def test_an_announced_5_at_seven_tokens_is_told_in_order() -> None:
    """The announcement's token comes first; then the firework is complete, and its bonus finds all tokens there."""
    hands = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"
    table = a_table(f"fireworks r4 · clues 7 · deck w4 … · {hands}", choreography=True).plays("r5", announcing="red")
    view = table.referee.view(0)
    narrator = Narrator(view.rules, view.names, 0, "en", 7, 40)
    assert narrator.describe(view.history[-1])[:4] == [
        "You play red 5, as announced.",
        "A clue token comes back: 8 are available.",
        "The red firework is complete!",
        "All the clue tokens are already available, so none comes back.",
    ]


def test_an_announced_5_and_a_tile_without_effect_are_told_in_order() -> None:
    hands = "Ana* r5 b1 b2 g1 g1 · Bo w1 y3 y4 b3 g2"
    text = f"fireworks r4 · clues 7 · tiles clue_back · deck w4 … · {hands}"
    view = a_table(text, choreography=True, flamboyants=True).plays("r5", announcing="red").referee.view(0)
    told = Narrator(view.rules, view.names, 0, "en", 7, 40).describe(view.history[-1])
    assert told[1] == "A clue token comes back: 8 are available."
    assert told[4] == "The tile “A clue token” has no effect and is used up."


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_first_turn_is_announced(seat: int | None) -> None:
    game = Game.new(players=2, seed=1, first=1)
    expected = (
        "The game starts, and you have the first turn." if seat == 1 else "The game starts, and Bo has the first turn."
    )
    assert opening(game.view(seat)) == expected
    game.act(Play(0))
    assert opening(game.view(seat)) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_games_are_told_in_every_language(lang: str) -> None:
    """All switches on, so that tiles, announcements and every suit occur; the counts must end like the table's."""
    for seed in range(3):
        game = Game.new(
            players=3,
            seed=seed,
            multicolor=("wild", "suit")[seed % 2],
            black_powder=True,
            flamboyants=True,
            choreography=True,
        )
        bots = [make_bot("simple"), make_bot("simple"), make_bot("random", seed=seed)]
        while game.player is not None:
            game.act(bots[game.player].choose(game.view(game.player)))
        for seat in (None, 0, 1, 2):
            sentence = narrate(game.view(seat), lang)
            assert len(sentence) == len(game.action_texts)
            assert all(sentence)


def test_free_clues_cost_nothing() -> None:
    observer = Narrator(RuleSet(), ("Ana", "Bo"), 0, "en", 4, 20)
    sentences = observer.describe((ClueGiven(0, 1, "red", (), free=True),))
    assert sentences == [say("log.you.free_clue"), say("log.you.clue.red.none", to="Bo")]
    assert observer.clue_tokens == 4
