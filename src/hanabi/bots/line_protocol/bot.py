"""The bot whose choices another program makes."""

from multiprocessing.util import Finalize
from typing import Any

from hanabi.bots.bot import PROGRAM_PREFIX
from hanabi.bots.line_protocol.history_documents import HistoryDocuments
from hanabi.bots.line_protocol.program import Program, ProgramError, words_of
from hanabi.chance import Seed
from hanabi.rules.actions import Action
from hanabi.rules.view_document import view_document
from hanabi.rules.views import View

PROTOCOL, VERSION = "hanabi-bot", 1
HELLO_SECONDS = 60.0
MOVE_SECONDS = 60.0

# Programs between two games, by their command. One is asked about one seat of one game at a time.
_idle: dict[str, list[Program]] = {}


class ProgramBot:
    """`ProgramBot("./my-bot --fast")`: the program is started for the first choice and kept for later games.

    A program that dies, is late or breaks the protocol is ended, and its seat has no more choices in that game. An
    action that is not legal, or an `error` that the program reports, concerns that choice alone.
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
            raise ProgramError(f"has no program any more: in this game it {self._failure}")
        try:
            program, history = self._start(view)
            seen = history.new_events(view)
            document = view_document(view, history.discard_ids(view))
            answer = program.ask({"type": "choose", "events": seen, "view": document}, self.move_seconds)
            if answer["type"] not in ("choice", "error"):
                raise ProgramError(f"answered with a message of type {answer['type']!r} instead of 'choice'")
        except BaseException as error:
            self._failure = str(error) or type(error).__name__
            self._drop()
            raise
        if answer["type"] == "error":
            raise ProgramError(f"reports an error: {answer.get('message')}")
        for action, legal in zip(view.legal_actions, document["legal"], strict=True):
            if _is_same(answer.get("action"), legal):
                return action
        problem = f"chose {answer.get('action')!r}, which is not legal"
        self._tell({"type": "refused", "problem": problem})
        raise ProgramError(problem)

    def end_game(self, view: View) -> None:
        """The game is over: the program is told its result, and is free for another."""
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
    """Whether an answer names this action; `slots` and `card` say more about it, and may be left out."""
    if not isinstance(answer, dict):
        return False
    named = {name: value for name, value in legal.items() if name not in ("slots", "card")}
    given = {name: value for name, value in answer.items() if name not in ("slots", "card") and value is not None}
    return given == named and all(type(given[name]) is type(named[name]) for name in named)


def _idle_or_new(command: str) -> Program:
    waiting = _idle.get(command, [])
    while waiting:
        if (known := waiting.pop()).runs:
            return known
        known.kill()
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
    """Say goodbye to the programs that wait for another game."""
    for programs in _idle.values():
        for program in programs:
            program.end()
    _idle.clear()


# Runs at the end of this process, and unlike `atexit` at that of a worker too.
Finalize(None, end_idle_programs, exitpriority=0)
