"""The bot whose choices another program makes."""

from multiprocessing.util import Finalize
from typing import Any

import msgspec

from hanabi.bots.bot import PROGRAM_PREFIX
from hanabi.bots.line_protocol.program import Program, ProgramError, words_of
from hanabi.chance import Seed
from hanabi.rules import Action, Card, View, events
from hanabi.rules.event_documents import event_document
from hanabi.rules.view_writer import ViewSnapshot


class HistoryDocuments:
    """The events of one game as JSON documents, with each card's draw number; follows the game from the deal on."""

    def __init__(self, view: View) -> None:
        held = view.rule_tables.hand_size
        players = len(view.names)
        self.actions = 0  # followed so far
        self._drawn = players * held
        # The draw numbers of the cards in the hands, and in the discard pile with their faces.
        self._hands = [list(range(seat * held, (seat + 1) * held)) for seat in range(players)]
        self._pile: list[tuple[int, Card]] = []
        self._strikes = 0
        self._strikes_max = view.rules.strikes

    def new_events(self, view: View) -> list[dict[str, Any]]:
        """The events since the last call."""
        documents = []
        for action in view.history[self.actions :]:
            self._strikes += sum(isinstance(event, events.Struck) for event in action)
            documents += [self._document(event) for event in action]
        self.actions = len(view.history)
        return documents

    def snapshot(self, view: View) -> ViewSnapshot:
        """For the newest view, after `new_events`."""
        draw_numbers = {card.card_id: drawn for card, (drawn, _) in zip(view.discards, self._pile, strict=True)}
        return ViewSnapshot(view, draw_numbers)

    def _document(self, event: events.Event) -> dict[str, Any]:
        number = self._follow(event)
        document = event_document(event, drawn=number, strikes=self._strikes, strikes_max=self._strikes_max)
        fields: dict[str, Any] = msgspec.to_builtins(document)
        return fields

    def _follow(self, event: events.Event) -> int:
        """Follow an event; returns the draw number of the card that it is about."""
        match event:
            case events.CardPlayed(seat=seat, slot=slot, card=card, added=added):
                number = self._hands[seat].pop(slot)
                if not added:
                    self._pile.append((number, card))
                return number
            case events.CardDiscarded(seat=seat, slot=slot, card=card):
                number = self._hands[seat].pop(slot)
                self._pile.append((number, card))
                return number
            case events.CardDrawn(seat=seat):
                self._hands[seat].append(self._drawn)
                self._drawn += 1
                return self._drawn - 1
            case events.CardReshuffled(card=card) | events.CardRescued(card=card):
                place = [face for _, face in self._pile].index(card)
                return self._pile.pop(place)[0]
            case events.StrikeMended(strikes=strikes):
                self._strikes = strikes
        return 0


PROTOCOL, VERSION = "hanabi-bot", 1
HELLO_SECONDS = 60.0
MOVE_SECONDS = 60.0

# Programs between two games, by command. A program plays one seat of one game at a time.
_idle: dict[str, list[Program]] = {}


class ProgramBot:
    """`ProgramBot("./my-bot --fast")`: the program is started for the first choice and reused for later games.

    A program that dies, is late or breaks the protocol is killed, and its seat makes no more choices in that game. An
    illegal action, or an `error` that the program reports, affects only that choice.
    """

    def __init__(self, command: str, seed: Seed | None = None, move_seconds: float | None = None) -> None:
        words_of(command)
        self.command, self.name = command, PROGRAM_PREFIX + command
        self.move_seconds = MOVE_SECONDS if move_seconds is None else move_seconds
        self._seed = None if seed is None else str(seed)
        self._program: Program | None = None
        self._history: HistoryDocuments | None = None
        self._failure: str | None = None

    def choose(self, view: View) -> Action:
        if self._failure is not None:
            raise ProgramError(f"has no program anymore: in this game it {self._failure}")
        try:
            program, history = self._start(view)
            seen = history.new_events(view)
            document = history.snapshot(view).view(view.seat)
            answer = program.ask({"type": "choose", "events": seen, "view": document}, self.move_seconds)
            if answer["type"] not in ("choice", "error"):
                raise ProgramError(f"answered with a message of type {answer['type']!r} instead of 'choice'")
        except BaseException as error:
            self._failure = str(error) or type(error).__name__
            self._drop()
            raise
        if answer["type"] == "error":
            raise ProgramError(f"reports an error: {answer.get('message')}")
        offered = msgspec.json.decode(msgspec.json.encode(document.legal))
        for action, legal in zip(view.legal_actions, offered, strict=True):
            if _is_same(answer.get("action"), legal):
                return action
        problem = f"chose {answer.get('action')!r}, which is not legal"
        self._tell({"type": "refused", "problem": problem})
        raise ProgramError(problem)

    def end_game(self, view: View) -> None:
        """The game is over: the program gets the result and is free for another game."""
        if self._program is None:
            return
        assert self._history is not None
        over = None if view.over is None else view.over.to_dict()
        self._tell({"type": "end", "events": self._history.new_events(view), "outcome": over})
        if self._program is not None:
            _idle.setdefault(self.command, []).append(self._program)
        self._program, self._history, self._failure = None, None, None

    def __del__(self) -> None:
        if getattr(self, "_program", None) is not None:
            self._drop()

    def _start(self, view: View) -> tuple[Program, HistoryDocuments]:
        if self._program is None or self._history is None or self._history.actions > len(view.history):
            self._drop()
            self._program, self._history = _idle_or_new(self.command), HistoryDocuments(view)
            self._program.tell(
                {
                    "type": "start",
                    "rules": view.rules.to_dict(),
                    "players": list(view.names),
                    "seat": view.seat,
                    "seed": self._seed,
                },
                self.move_seconds,
            )
        return self._program, self._history

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._program is not None
        try:
            self._program.tell(message, self.move_seconds)
        except ProgramError as error:
            self._failure = str(error)
            self._drop()

    def _drop(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.kill()


def _is_same(answer: Any, legal: dict[str, Any]) -> bool:
    """Whether an answer names this action; `slots` and `card` are extra details that may be left out."""
    if not isinstance(answer, dict):
        return False
    expected = {name: value for name, value in legal.items() if name not in ("slots", "card")}
    actual = {name: value for name, value in answer.items() if name not in ("slots", "card") and value is not None}
    return actual == expected and all(type(actual[name]) is type(expected[name]) for name in expected)


def _idle_or_new(command: str) -> Program:
    waiting = _idle.get(command, [])
    while waiting:
        if (program := waiting.pop()).runs:
            return program
        program.kill()
    program = Program(command)
    try:
        answer = program.ask({"type": "hello", "protocol": PROTOCOL, "version": VERSION}, HELLO_SECONDS)
        if answer.get("type") != "hello" or answer.get("protocol") != PROTOCOL or answer.get("version") != VERSION:
            raise ProgramError(f"answered the greeting with {answer!r} instead of {PROTOCOL} in version {VERSION}")
    except BaseException:
        program.kill()
        raise
    return program


def end_idle_programs() -> None:
    """End the programs that wait for another game."""
    for programs in _idle.values():
        for program in programs:
            program.end()
    _idle.clear()


# Runs at the end of this process and, unlike `atexit`, also of worker processes.
Finalize(None, end_idle_programs, exitpriority=0)
