"""A game between one person and bots; every move is saved before the next one."""

from contextlib import nullcontext
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hanabi.bots import Bot, make_bot
from hanabi.bots.checked_choice import checked_choice
from hanabi.bots.roster import bot_for, others
from hanabi.game import Game
from hanabi.rules import Action, AidLevel, IllegalAction, View, verdict_on
from hanabi.terminal import commands, saved_games
from hanabi.terminal.hand_arrangement import HandArrangement
from hanabi.terminal.prompt import LineReader
from hanabi.terminal.questions import ANSWERS
from hanabi.terminal.saved_games import Seating
from hanabi.terminal.table import render_table
from hanabi.terminal.theme import Theme
from hanabi.texts import say


class BotFailed(RuntimeError):
    """A bot raised an error or chose an illegal action; the game is saved without it."""


class Session:
    def __init__(
        self,
        game: Game,
        seating: Seating,
        file: Path,
        console: Console,
        line_reader: LineReader,
        lang: str,
        *,
        aids: AidLevel = "expert",
        arrangement: HandArrangement | None = None,
    ) -> None:
        self.game = game
        self.seating = seating
        self.file = file
        self.console = console
        self.line_reader = line_reader
        self.lang = lang
        self.aids = aids
        self.arrangement = arrangement or HandArrangement()
        self.theme = Theme.of(console)
        self.bots: dict[int, Bot] = {}
        for seat, name in enumerate(seating.bots):
            if name:
                bot = make_bot(name, seed=f"{game.seed!r} seat {seat}", partners=others(seating.bots, seat))
                self.bots[seat] = bot_for(bot, game.rules, len(game.players))
        self._shown = max(0, len(game.action_texts) - len(game.players))  # actions already shown as sentences

    def run(self) -> bool:
        """Play until the game is over (True) or until the person quits (False)."""
        self._save()
        while (seat := self.game.player) is not None:
            if seat != self.seating.seat:
                self._let_bot_act(seat)
                continue
            self.show_table()
            if not self._ask():
                return False
        self.show_table()
        self._show_result()
        return True

    def _let_bot_act(self, seat: int) -> None:
        view = self.game.view(seat)
        thinking = self.say("play.thinking", player=view.names[seat])
        with self.console.status(thinking) if self.console.is_terminal else nullcontext():
            action, problem = checked_choice(self.bots[seat], view)
        if problem is not None:
            raise BotFailed(f"the bot {self.seating.bots[seat]!r} at seat {seat} failed: it {problem}")
        self._act(action)

    def _ask(self) -> bool:
        """Read commands until the person acts or ends the game; False if they quit."""
        view, ends = self.view, False
        parser = commands.CommandParser(view, self.lang)
        prompt = self.say("play.prompt.choice" if view.pending else "play.prompt")
        while True:
            line = self.line_reader.ask(
                prompt, lambda before: commands.completions(view, self.lang, before), self._hint(view)
            )
            if line is None:
                return False
            if not line.strip():
                continue
            try:
                command = parser.parse(line)
                match command:
                    case commands.Question(name="quit"):
                        return False
                    case commands.Question(name="end") if ends:
                        self.game.end_by_agreement()
                        self._save()
                        return True
                    case commands.Question(name="end"):
                        ends = True
                        self.console.print(self.say("play.end.sure", command=self.say("play.command.end")))
                        continue
                    case commands.Question():
                        self._answer(command)
                    case commands.MoveCard() | commands.FlipCard() | commands.ChooseAids():
                        self._hold(command)
                    case _:
                        self._act(command)
                        return True
                ends = False
            except commands.CommandError as error:
                self._show_error(str(error))
            except IllegalAction as error:
                self._show_error(error.sentence(self.lang))

    def _hold(self, command: commands.MoveCard | commands.FlipCard | commands.ChooseAids) -> None:
        """Change how the person's cards are held, or the aid level. Not an action in the game."""
        match command:
            case commands.MoveCard(slot, place):
                self.arrangement.move(self.view, slot, place)
            case commands.FlipCard(slot):
                self.arrangement.flip(self.view, slot)
            case commands.ChooseAids(level):
                self.aids = level
        self._save()
        self.show_table(again=True)

    def _act(self, action: Action) -> None:
        self.game.act(action)
        self._save()

    def _save(self) -> None:
        try:
            saved_games.save(self.game, self.seating, self.file, self.arrangement)
        except OSError as error:
            self._show_error(self.say("play.save.failed", file=self.file, reason=error.strerror or error))

    @property
    def view(self) -> View:
        return self.game.view(self.seating.seat)

    def titles(self) -> list[str]:
        return [
            self.say("play.seat.you", player=player)
            if seat == self.seating.seat
            else self.say("play.seat.bot", player=player, bot=Path(self.seating.bots[seat] or "").stem)
            for seat, player in enumerate(self.game.players)
        ]

    def show_table(self, *, again: bool = False) -> None:
        """The table with the sentences of what is new, or `again` with those of the last round."""
        view = self.view
        if again:
            self._shown = max(0, len(self.game.action_texts) - len(view.names))
        if self.console.is_terminal:
            self.console.clear()
        new_actions = len(self.game.action_texts) - self._shown
        self._shown = len(self.game.action_texts)
        moves = max(new_actions + 1, len(view.names))
        self.console.print(
            render_table(
                view,
                self.lang,
                self.theme,
                titles=self.titles(),
                moves=moves,
                aids=self.aids,
                arrangement=self.arrangement,
            )
        )
        if view.pending is not None:
            either = view.pending == "reshuffle" and view.deck_size == 0 and self._can_rescue(view)
            self.console.print(
                self.say(f"play.choice.{'reshuffle_or_rescue' if either else view.pending}"), style="bold"
            )

    def _can_rescue(self, view: View) -> bool:
        return any(discarded.card in view.playable for discarded in view.discards)

    def _show_result(self) -> None:
        over = self.game.over
        assert over is not None
        max_score = self.game.rules.max_score
        verdict = verdict_on(self.game.rules, over)
        sentences = [self.say("play.result.lost")] if over.outcome == "lost" else []
        if verdict.rating is not None:
            rating = self.say(f"rating.{verdict.rating}")
            sentences.append(self.say("play.result.rated", score=over.score, max_score=max_score, rating=rating))
            sentences.append(self.say(f"rating.{verdict.rating}.text"))
        elif over.outcome == "won":
            sentences.append(self.say("play.result.won", score=over.score, max_score=max_score))
        if verdict.commended:
            sentences.append(self.say("rating.commendation"))
        self.console.print(Text(" ".join(sentences), "bold"))

    def _answer(self, question: commands.Question) -> None:
        show = ANSWERS[question.name]
        show(self) if question.seat is None else show(self, question.seat)

    def usages(self) -> list[str]:
        """The commands that the help explains."""
        return commands.usable_commands(self.view)

    def _hint(self, view: View) -> str:
        names = ["clue", "play", "discard"] if view.pending is None else []
        return " · ".join(self.say(f"play.usage.{name}") for name in (*names, "help", "quit"))

    def _show_error(self, text: str) -> None:
        self.console.print(Text(text, "yellow"))

    def say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)
