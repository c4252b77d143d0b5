"""Parses a typed line into a command; errors tell the player, in their language, what to type."""

from collections.abc import Sequence
from dataclasses import dataclass

from hanabi.rules import Action, AidLevel, Card, Clue, Discard, Play, Rescue, Reshuffle, Suit, View, edition
from hanabi.terminal.lexicon import AmbiguousWord, Lexicon, fold, lexicon
from hanabi.terminal.questions import ABOUT_TEAMMATES, ANSWERS
from hanabi.terminal.table import AID_LEVELS
from hanabi.terminal.theme import SHAPES
from hanabi.texts import join, say

ACTIONS = ("clue", "play", "discard", "reshuffle", "rescue")
HOLDING = ("move", "flip", "level")


@dataclass(frozen=True)
class Question:
    """A word of `questions`, `end` or `quit`; `seat` is the teammate it is about."""

    name: str
    seat: int | None = None


@dataclass(frozen=True)
class MoveCard:
    """Move a card to another place in the hand; places count from 0, like slots."""

    slot: int
    place: int


@dataclass(frozen=True)
class FlipCard:
    """Hold a card upside down, or upright again."""

    slot: int


@dataclass(frozen=True)
class ChooseAids:
    level: AidLevel


Command = Action | Question | MoveCard | FlipCard | ChooseAids


class CommandError(ValueError):
    """The line is not a command; the message tells the player what to type."""


class CommandParser:
    """Parses the commands of one player."""

    def __init__(self, view: View, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.commands = command_words(lang)
        self.teammates = Lexicon({name: seat for seat, name in enumerate(view.names) if seat != view.seat})
        self.suits = suit_words(view.fireworks, lang)

    def parse(self, line: str) -> Command:
        word, *rest = line.split() or [""]
        try:
            name = self.commands.find(word, prefer=ACTIONS[:3])
            if name is None:
                raise CommandError(self._unknown_command(line, word))
            return self._command(name, rest)
        except AmbiguousWord as error:
            choices = join(error.choices, self.lang, style="or")
            raise self._error("ambiguous", input=error.word, choices=choices) from None

    def _command(self, name: str, rest: list[str]) -> Command:
        match name:
            case "clue":
                return self._clue(rest)
            case "play":
                return self._play(rest)
            case "discard":
                return Discard(self._slot(rest, "discard"))
            case "reshuffle":
                return Reshuffle(self._discarded(rest, "reshuffle"))
            case "rescue":
                return Rescue(self._discarded(rest, "rescue"))
            case "move":
                return self._move(rest)
            case "flip":
                return self._flip(rest)
            case "level":
                return self._level(rest)
        return Question(name, self._teammate(rest, name) if name in ABOUT_TEAMMATES else None)

    def _clue(self, rest: list[str]) -> Clue:
        teammates = [seat for seat in range(len(self.view.names)) if seat != self.view.seat]
        if len(rest) == 1 and len(teammates) == 1:
            return Clue(teammates[0], self._about(rest[0]))
        if len(rest) < 2:
            raise self._incomplete("clue")
        *name, about = rest
        return Clue(self._teammate(name, "clue"), self._about(about))

    def _about(self, word: str) -> str | int:
        if word.isdecimal():
            rank = int(word)
            if 1 <= rank <= self.view.rules.ranks:
                return rank
        else:
            suit = self.suits.find(word)
            if suit is not None:
                return suit
        legal = [say(f"suit.{color}", self.lang) for color in self.view.rules.nameable]
        legal += [str(rank) for rank in range(1, self.view.rules.ranks + 1)]
        raise self._error("no_such_clue", input=word, legal=join(legal, self.lang, style="or"))

    def _play(self, rest: list[str]) -> Play:
        if len(rest) < 2:
            return Play(self._slot(rest, "play"))
        place, *announced = rest
        link_words = lexicon(["as"], "play.word.", self.lang)
        if len(announced) > 1 and link_words.find(announced[0]):
            announced = announced[1:]
        if len(announced) != 1:
            raise self._incomplete("announce")
        suit = self.suits.find(announced[0])
        if suit is None:
            legal = join([say(f"suit.{suit}", self.lang) for suit in self.view.fireworks], self.lang, style="or")
            raise CommandError(say("illegal.no_such_suit", self.lang, legal=legal))
        return Play(self._slot([place], "play"), announce=suit)

    def _slot(self, rest: list[str], usage: str) -> int:
        if len(rest) != 1:
            raise self._incomplete(usage)
        held = len(self.view.hand)
        if rest[0].isdecimal() and 1 <= int(rest[0]) <= held:
            return int(rest[0]) - 1
        slots = join(range(1, held + 1), self.lang, style="or") if held else "–"
        raise self._error("no_such_place", input=rest[0], slots=slots)

    def _move(self, rest: list[str]) -> MoveCard:
        if len(rest) != 2:
            raise self._incomplete("move")
        return MoveCard(self._slot(rest[:1], "move"), self._slot(rest[1:], "move"))

    def _flip(self, rest: list[str]) -> FlipCard:
        if not may_flip(self.view):
            raise self._error("flip.off")
        return FlipCard(self._slot(rest, "flip"))

    def _level(self, rest: list[str]) -> ChooseAids:
        if len(rest) != 1:
            raise self._incomplete("level")
        level = level_words(self.lang).find(rest[0])
        if level is None:
            levels = join([say(f"web.aids.{name}", self.lang).lower() for name in AID_LEVELS], self.lang)
            raise self._error("no_such_level", input=rest[0], levels=levels)
        return ChooseAids(level)

    def _teammate(self, words: Sequence[str], usage: str) -> int:
        name = " ".join(words)
        others = [seat for seat in range(len(self.view.names)) if seat != self.view.seat]
        if not name:
            if len(others) == 1:
                return others[0]
            raise self._incomplete(usage)
        seat = self.teammates.find(name)
        if seat is None and self.view.seat is not None and fold(name) == fold(self.view.names[self.view.seat]):
            if usage == "clue":
                raise CommandError(say("illegal.clue_to_self", self.lang))
            return self.view.seat
        if seat is None:
            players = join([self.view.names[other] for other in others], self.lang)
            raise self._error("no_such_player", name=name, players=players)
        return seat

    def _discarded(self, rest: list[str], usage: str) -> int:
        """The oldest card of that face on the pile: `red 3`, `r3` or `▲3`."""
        words = "".join(rest)
        if len(words) < 2:
            raise self._incomplete(usage)
        suit = self.suits.find(words[:-1])
        if suit is not None and words[-1].isdecimal():
            face = Card(Suit(suit), int(words[-1]))
            for discarded in self.view.discards:
                if discarded.card == face:
                    return discarded.card_id
        raise self._error("no_such_card", input=" ".join(rest))

    def _unknown_command(self, line: str, word: str) -> str:
        near = self.commands.near(word)
        if near is not None:
            return say("play.confused.near", self.lang, input=line.strip(), near=near)
        teammate = next((name for seat, name in enumerate(self.view.names) if seat != self.view.seat), "")
        return say("play.confused", self.lang, input=line.strip(), player=teammate)

    def _incomplete(self, usage: str) -> CommandError:
        return self._error("incomplete", usage=say(f"play.usage.{usage}", self.lang))

    def _error(self, key: str, **values: object) -> CommandError:
        return CommandError(say(f"play.{key}", self.lang, **values))


def question_names() -> tuple[str, ...]:
    return (*ANSWERS, "end", "quit")


def command_names() -> tuple[str, ...]:
    return (*ACTIONS, *question_names(), *HOLDING)


def command_words(lang: str) -> Lexicon[str]:
    words = lexicon(command_names(), "play.command.", lang)
    words.signs["?"] = "help"
    return words


def usable_commands(view: View) -> list[str]:
    """The commands that the help explains in this game."""
    names = ["clue", "play", *(["announce"] if view.rules.choreography else []), "discard"]
    names += ["reshuffle", "rescue"] if view.rules.flamboyants else []
    return [*names, *_holding(view), *question_names()]


def _holding(view: View) -> list[str]:
    return [name for name in HOLDING if name != "flip" or may_flip(view)]


def level_words(lang: str) -> Lexicon[AidLevel]:
    words = {say(f"web.aids.{level}", lang): level for level in AID_LEVELS}
    return Lexicon(words, {say(f"web.aids.{level}"): level for level in AID_LEVELS})


def may_flip(view: View) -> bool:
    """Whether the edition lets players hold cards upside down as a reminder."""
    return view.rules.edition is not None and edition(view.rules.edition).upside_down


def suit_words(suits: Sequence[Suit] | dict[Suit, int], lang: str) -> Lexicon[str]:
    """Suits by name, shape and letter."""
    names = {say(f"suit.{suit}", lang): suit.value for suit in suits}
    english = {say(f"suit.{suit}"): suit.value for suit in suits}
    signs = {sign: suit.value for suit in suits for sign in (SHAPES[suit], suit.letter)}
    return Lexicon(names, english, signs, inflected=True)


def completions(view: View, lang: str, before: str) -> list[str]:
    """The words that can follow `before`, the line up to the word being typed."""
    words = before.split()
    if not words:
        pending = {"free_color_clue": ("clue",), "free_rank_clue": ("clue",), "rescue": ("rescue",)}
        choosing = pending.get(view.pending or "", ("reshuffle", "rescue") if view.pending else ACTIONS[:3])
        return [say(f"play.command.{name}", lang) for name in (*choosing, *question_names(), *_holding(view))]
    try:
        name = command_words(lang).find(words[0], prefer=ACTIONS[:3])
    except AmbiguousWord:
        return []
    place = len(words)
    if (name == "clue" or name in ABOUT_TEAMMATES) and place == 1:
        return [teammate for seat, teammate in enumerate(view.names) if seat != view.seat]
    if name == "clue":
        colors = [say(f"suit.{color}", lang) for color in view.rules.nameable]
        ranks = [str(rank) for rank in range(1, view.rules.ranks + 1)]
        return {"free_color_clue": colors, "free_rank_clue": ranks}.get(view.pending or "", colors + ranks)
    if place < {"play": 2, "discard": 2, "flip": 2, "move": 3}.get(name or "", 0):
        return [str(card.slot + 1) for card in view.hand]
    if name == "level" and place == 1:
        return [say(f"web.aids.{level}", lang).lower() for level in AID_LEVELS]
    if name == "play" and view.rules.choreography:
        suits = [say(f"suit.{suit}", lang) for suit in view.fireworks]
        return [say("play.word.as", lang)] if place == 2 else suits
    if name in ("reshuffle", "rescue"):
        faces = {discarded.card for discarded in view.discards}
        if place == 1:
            return [say(f"suit.{suit}", lang) for suit in view.fireworks if any(card.suit is suit for card in faces)]
        return sorted({str(card.rank) for card in faces})
    return []
