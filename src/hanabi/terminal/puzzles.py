"""Puzzles in the terminal: shows the table, asks for a move, and explains the best one."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from hanabi.puzzles.puzzle import Puzzle
from hanabi.puzzles.puzzle_text import answer_text, task_text, why_text
from hanabi.rules import Clue, Discard, IllegalAction, Play, check, write_action
from hanabi.terminal.commands import CommandError, CommandParser, Question, completions
from hanabi.terminal.prompt import LineReader
from hanabi.terminal.table import render_discards, render_log, render_table
from hanabi.terminal.theme import Theme
from hanabi.texts import say

RECENT_ROUNDS = 2


class PuzzleSession:
    def __init__(self, console: Console, line_reader: LineReader, lang: str) -> None:
        self.console, self.line_reader, self.lang = console, line_reader, lang
        self.theme = Theme.of(console)
        self.right = self.tried = 0

    def run(self, puzzles: Iterable[Puzzle]) -> None:
        """Show the puzzles one by one until all are done or the person quits."""
        for puzzle in puzzles:
            if not self._solve(puzzle):
                break
        self._print(say("puzzle.count", self.lang, right=self.right, tried=self.tried))

    def _solve(self, puzzle: Puzzle) -> bool:
        """False if the person quits."""
        game = puzzle.position()
        view = game.view(puzzle.seat)
        self._print("")
        self._print(say(f"puzzle.theme.{puzzle.theme}", self.lang), "bold reverse")
        moves = RECENT_ROUNDS * len(view.names)
        self.console.print(render_table(view, self.lang, self.theme, moves=moves))
        for sentence in task_text(puzzle, self.lang):
            self._print(sentence, "bold")
        parser = CommandParser(view, self.lang)
        while True:
            line = self.line_reader.ask(
                say("play.prompt", self.lang), lambda before: completions(view, self.lang, before), ""
            )
            if line is None:
                return False
            try:
                command = parser.parse(line) if line.strip() else None
                match command:
                    case Question(name="quit"):
                        return False
                    case Question(name="log"):
                        for entry in render_log(view, self.lang, self.theme, len(view.history) + 1):
                            self.console.print(entry)
                    case Question(name="pile"):
                        self.console.print(render_discards(view, self.theme))
                    case Question():
                        self.console.print(render_table(view, self.lang, self.theme))
                    case Play() | Discard() | Clue():
                        check(view.rules, view.rule_tables, game.state, command)
                        self._explain(puzzle, write_action(game.state, command))
                        return True
            except CommandError as error:
                self._print(str(error), "red")
            except IllegalAction as error:
                self._print(error.sentence(self.lang), "red")

    def _explain(self, puzzle: Puzzle, action: str) -> None:
        self.tried += 1
        self.right += puzzle.is_solution(action)
        self._print(answer_text(puzzle, action, self.lang), "bold green" if puzzle.is_solution(action) else "bold red")
        if not puzzle.is_solution(action):
            self._print(answer_text(puzzle, None, self.lang), "bold")
        for sentence in why_text(puzzle, self.lang):
            self._print(sentence)

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))
