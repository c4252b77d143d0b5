"""One-line commands in six languages; errors say what to type."""

import pytest

from hanabi import Clue, Discard, Game, Play, Rescue, Reshuffle
from hanabi.rules import Suit
from hanabi.terminal.commands import (
    CommandError,
    CommandParser,
    Question,
    command_names,
    command_words,
    completions,
    question_names,
    suit_words,
)
from hanabi.terminal.lexicon import AmbiguousWord, Lexicon, fold
from hanabi.texts import LANGUAGES, say


@pytest.fixture
def game() -> Game:
    """Everything on, and two cards on the discard pile."""
    game = Game.new(players=["Ana", "Bo", "Cy Anne"], seed=3, choreography=True, black_powder=True, multicolor="suit")
    game.act(Clue(to=1, about=1))
    game.act(Discard(0))
    game.act(Clue(to=0, about=2))
    return game


def parser(game: Game, lang: str = "en") -> CommandParser:
    return CommandParser(game.view(0), lang)


def complaint(game: Game, line: str, lang: str = "en") -> str:
    with pytest.raises(CommandError) as found:
        parser(game, lang).parse(line)
    return str(found.value)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_its_own_words(game: Game, lang: str) -> None:
    def word(name: str) -> str:
        return say(f"play.command.{name}", lang)

    red, as_ = say("suit.red", lang), say("play.word.as", lang)
    gone = game.view(0).discards[0]
    face = f"{say(f'suit.{gone.card.suit}', lang)} {gone.card.rank}"
    parse = parser(game, lang).parse
    assert parse(f"{word('clue')} Bo {red}") == Clue(1, "red")
    assert parse(f"{word('clue')} cy anne 3") == Clue(2, 3)
    assert parse(f"{word('play')} 2") == Play(1)
    assert parse(f"{word('play')} 2 {as_} {red}") == parse(f"{word('play')} 2 {red}") == Play(1, announce="red")
    assert parse(f"{word('discard')} 5") == Discard(4)
    assert parse(f"{word('reshuffle')} {face}") == Reshuffle(gone.card_id)
    assert parse(f"{word('rescue')} {face}") == Rescue(gone.card_id)
    assert parse(f"{word('knows')} bo") == Question("knows", 1)
    for name in ("table", "pile", "log", "rules", "help", "quit"):
        assert parse(word(name)) == parse(word(name).upper()) == Question(name)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_english_always_works(game: Game, lang: str) -> None:
    parse = parser(game, lang).parse
    assert parse("clue bo red") == Clue(1, "red")
    assert parse("play 1 as black") == Play(0, announce="black")
    assert parse("discard 3") == Discard(2)
    for name in question_names():
        if name != "knows":
            assert parse(name) == Question(name)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_a_language_means_two_things(lang: str) -> None:
    words = [fold(say(f"play.command.{name}", lang)) for name in command_names()]
    assert len(set(words)) == len(words)
    for name, word in zip(command_names(), words, strict=True):
        assert command_words(lang).find(word) == name
    for suit in Suit:
        assert suit_words(list(Suit), lang).find(say(f"suit.{suit}", lang)) == suit


def test_words_may_be_shortened_and_lose_their_accents(game: Game) -> None:
    assert parser(game, "pl").parse("powi bo zol") == Clue(1, "yellow")
    assert parser(game, "pl").parse("odrzuc 1") == Discard(0)
    assert parser(game, "nb").parse("si bo gron") == Clue(1, "green")
    assert parser(game, "ro").parse("joaca 2 ca rosu") == Play(1, announce="red")
    assert parser(game).parse("c b r") == Clue(1, "red")


def test_a_short_word_means_a_move_rather_than_a_question(game: Game) -> None:
    assert parser(game).parse("p 1") == Play(0)
    assert parser(game).parse("d 1") == Discard(0)
    assert parser(game).parse("pi") == Question("pile")


def test_suits_have_shapes_and_letters(game: Game) -> None:
    assert parser(game).parse("clue bo ▲") == Clue(1, "red")
    assert parser(game).parse("play 1 as k") == Play(0, announce="black")
    gone = game.view(0).discards[0]
    assert parser(game).parse(f"rescue {gone.card}") == Rescue(gone.card_id)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("pl", {"biała": "white", "żółta": "yellow", "czerwoną": "red", "zielona": "green"}),
        ("ro", {"albă": "white", "albastră": "blue", "roșie": "red", "galbenă": "yellow"}),
        ("es", {"roja": "red", "blanca": "white", "amarilla": "yellow"}),
        ("pt-BR", {"vermelha": "red", "branca": "white"}),
        ("nb", {"rødt": "red", "blått": "blue", "grønt": "green", "hvitt": "white"}),
    ],
)
def test_the_logs_own_forms_of_a_color_are_understood(lang: str, words: dict[str, str]) -> None:
    suits = suit_words(list(Suit), lang)
    assert {word: suits.find(word) for word in words} == words
    assert suits.find("gray") is None


def test_a_question_mark_asks_for_help(game: Game) -> None:
    assert parser(game).parse("?") == Question("help")


def test_with_two_players_the_teammate_need_not_be_named() -> None:
    parse = CommandParser(Game.new(players=2, seed=1).view(0), "en").parse
    assert parse("clue red") == parse("clue bo red") == Clue(1, "red")
    assert parse("knows") == Question("knows", 1)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "I do not understand “dance”. Try “clue Bo red”"),
        ("dsicard 2", "Did you mean “discard”?"),
        ("clue", "clue NAME COLOR or clue NAME NUMBER"),
        ("clue bo", "clue NAME COLOR or clue NAME NUMBER"),
        ("clue ana red", "You cannot give yourself a clue: choose a teammate."),
        ("clue zed red", "Nobody here is called “zed”. Your team: Bo and Cy Anne."),
        ("clue bo pink", "“pink” is neither a color nor a number. You may name red, yellow,"),
        ("clue bo 6", "“6” is neither a color nor a number."),
        ("clue bo bl", "“bl” could mean blue or black."),
        ("play", "play POSITION"),
        ("play 0", "“0” is not a position in your hand. Your positions are 1, 2, 3, 4, or 5."),
        ("play 6", "“6” is not a position"),
        ("play two", "“two” is not a position"),
        ("play 1 as pink", "There is no such suit in this game"),
        ("play 1 as red now", "play POSITION as COLOR"),
        ("discard 1 2", "discard POSITION"),
        ("discard ²", "“²” is not a position"),
        ("clue bo ²", "neither a color nor a number"),
        ("rescue red 9", "“red 9” is not a card in the discard pile."),
        ("rescue", "rescue COLOR NUMBER"),
        ("knows zed", "Nobody here is called “zed”"),
        ("r red 1", "could mean reshuffle, rescue, or rules"),
    ],
)
def test_a_wrong_command_says_what_to_type(game: Game, line: str, answer: str) -> None:
    assert answer in complaint(game, line)


def test_the_error_is_in_the_language_of_the_player(game: Game) -> None:
    assert (
        complaint(game, "zagraj 9", "pl")
        == "„9” to nie jest miejsce na twojej ręce. Twoje miejsca to 1, 2, 3, 4 lub 5."
    )
    assert "«espilla»" in complaint(game, "espilla", "es")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_completions_are_words_the_reader_understands(game: Game, lang: str) -> None:
    view = game.view(0)
    for command in completions(view, lang, ""):
        assert command_words(lang).find(command) is not None
    clue, play = say("play.command.clue", lang), say("play.command.play", lang)
    assert completions(view, lang, f"{clue} ") == ["Bo", "Cy Anne"]
    for about in completions(view, lang, f"{clue} Bo "):
        assert isinstance(parser(game, lang).parse(f"{clue} Bo {about}"), Clue)
    assert completions(view, lang, f"{play} ") == ["1", "2", "3", "4", "5"]
    for suit in completions(view, lang, f"{play} 1 {completions(view, lang, f'{play} 1 ')[0]} "):
        assert isinstance(parser(game, lang).parse(f"{play} 1 {suit}"), Play)


def test_a_lexicon_prefers_whole_words() -> None:
    words = Lexicon({"red": 1, "redder": 2}, {"re": 3})
    assert (words.find("red"), words.find("re"), words.find("redd"), words.find("x")) == (1, 3, 2, None)
    with pytest.raises(AmbiguousWord) as found:
        words.find("r")
    assert found.value.choices == ("red", "redder")
