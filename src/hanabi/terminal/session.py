"""A game between one person and bots; every move is saved before the next one."""

from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from hanabi.bots import Bot, make_bot
from hanabi.bots.roster import others
from hanabi.bots.team import Team, readings_of
from hanabi.bots.team.explanations import level_at, note_text
from hanabi.game import Game
from hanabi.rules import Action, AidLevel, IllegalAction, Reshuffle, Suit, View, verdict_on
from hanabi.terminal import commands, rulebook, saved_games
from hanabi.terminal.hand_arrangement import HandArrangement
from hanabi.terminal.prompt import LineReader
from hanabi.terminal.saved_games import Seating
from hanabi.terminal.table import render_clues, render_discards, render_log, render_possibilities, render_table
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
        self.bots: dict[int, Bot] = {
            seat: make_bot(name, seed=f"{game.seed!r} seat {seat}", partners=others(seating.bots, seat))
            for seat, name in enumerate(seating.bots)
            if name
        }
        self._shown = max(0, len(game.action_texts) - len(game.players))  # actions already shown as sentences

    def run(self) -> bool:
        """Play until the game is over (True) or until the person quits (False)."""
        self._save()
        while (seat := self.game.player) is not None:
            if seat != self.seating.seat:
                self._let_bot_act(seat)
                continue
            self._show_table()
            action = self._ask()
            if action is None:
                return False
        self._show_table()
        self._show_result()
        return True

    def _let_bot_act(self, seat: int) -> None:
        view = self.game.view(seat)
        try:
            if self.console.is_terminal:
                with self.console.status(self._say("play.thinking", player=view.names[seat])):
                    action = self.bots[seat].choose(view)
            else:
                action = self.bots[seat].choose(view)
            # The seed, not the bot, decides where a reshuffled card goes.
            self._act(replace(action, at=None) if isinstance(action, Reshuffle) else action)
        except Exception as error:
            name = self.seating.bots[seat]
            raise BotFailed(f"the bot {name!r} at seat {seat} failed: {type(error).__name__}: {error}") from error

    def _ask(self) -> Action | None:
        """Read commands until the person acts; None if they quit."""
        view = self.view
        parser = commands.CommandParser(view, self.lang)
        prompt = self._say("play.prompt.choice" if view.pending else "play.prompt")
        while True:
            line = self.line_reader.ask(
                prompt, lambda before: commands.completions(view, self.lang, before), self._hint(view)
            )
            if line is None:
                return None
            if not line.strip():
                continue
            try:
                command = parser.parse(line)
                match command:
                    case commands.Question(name="quit"):
                        return None
                    case commands.Question():
                        self._answer(command)
                    case commands.MoveCard() | commands.FlipCard() | commands.ChooseAids():
                        self._hold(command)
                    case _:
                        self._act(command)
                        return command
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
        self._answer(commands.Question("table"))

    def _act(self, action: Action) -> None:
        self.game.act(action)
        self._save()

    def _save(self) -> None:
        try:
            saved_games.save(self.game, self.seating, self.file, self.arrangement)
        except OSError as error:
            self._show_error(self._say("play.save.failed", file=self.file, reason=error.strerror or error))

    @property
    def view(self) -> View:
        return self.game.view(self.seating.seat)

    def titles(self) -> list[str]:
        return [
            self._say("play.seat.you", player=player)
            if seat == self.seating.seat
            else self._say("play.seat.bot", player=player, bot=Path(self.seating.bots[seat] or "").stem)
            for seat, player in enumerate(self.game.players)
        ]

    def _show_table(self) -> None:
        view = self.view
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
                self._say(f"play.choice.{'reshuffle_or_rescue' if either else view.pending}"), style="bold"
            )

    def _can_rescue(self, view: View) -> bool:
        return any(discarded.card in view.playable for discarded in view.discards)

    def _show_result(self) -> None:
        over = self.game.over
        assert over is not None
        max_score = self.game.rules.max_score
        verdict = verdict_on(self.game.rules, over)
        sentences = [self._say("play.result.lost")] if over.outcome == "lost" else []
        if verdict.rating is not None:
            rating = self._say(f"rating.{verdict.rating}")
            sentences.append(self._say("play.result.rated", score=over.score, max_score=max_score, rating=rating))
            sentences.append(self._say(f"rating.{verdict.rating}.text"))
        elif over.outcome == "won":
            sentences.append(self._say("play.result.won", score=over.score, max_score=max_score))
        if verdict.commended:
            sentences.append(self._say("rating.commendation"))
        self.console.print(Text(" ".join(sentences), "bold"))

    def _answer(self, question: commands.Question) -> None:
        view = self.view
        match question.name:
            case "table":
                self._shown = max(0, len(self.game.action_texts) - len(view.names))
                self._show_table()
            case "pile":
                self._show_pile(view)
            case "knows":
                assert question.seat is not None
                self._show_knowledge(view, question.seat)
            case "conventions":
                self._show_conventions(view)
            case "log":
                for line in render_log(view, self.lang, self.theme, len(view.history) + 1):
                    self.console.print(line)
            case "rules":
                self.console.print(rulebook.render_rules(self.game.rules, self.lang, players=len(view.names)))
            case "help":
                self._show_help(view)

    def _show_pile(self, view: View) -> None:
        if view.discards:
            self.console.print(render_discards(view, self.theme))
        else:
            self.console.print(self._say("play.discard_pile.empty"))
        for suit in _incompletable_fireworks(view):
            self.console.print(self._say(f"know.capped.{suit}"))
        self.console.print(self._say("know.reachable", score=view.best_score))

    def _show_knowledge(self, view: View, seat: int) -> None:
        if self.aids == "paper":
            self.console.print(self._say("web.aids.paper.text"))
            return
        grid = Table(box=None, padding=(0, 1), pad_edge=False, title_justify="left", title_style="bold")
        grid.title = self._say("play.title.knows", player=view.names[seat])
        for card in view.hands[seat]:
            grid.add_column(self._say("play.slot", slot=card.slot + 1))
        grid.add_row(*(render_clues(card, self.theme, self.aids) for card in view.hands[seat]))
        if self.aids != "clues":
            grid.add_row(*(render_possibilities(view, card.open, self.theme) for card in view.hands[seat]))
        self.console.print(grid)

    def _show_conventions(self, view: View) -> None:
        level = level_at(self.seating.bots)
        for note in Team(level).notes(view):
            card = self._say("told.card", player=view.names[note.seat], slot=note.slot + 1)
            self.console.print(f"{card} {note_text(note, self.lang)}")
        for reading in readings_of(view, level, self.lang, of_others=True)[-len(view.names) :]:
            self.console.print(reading.sentence)

    def _show_help(self, view: View) -> None:
        grid = Table(box=None, padding=(0, 2), pad_edge=False, show_header=False)
        for name in self._usages(view):
            grid.add_row(Text(self._say(f"play.usage.{name}"), "bold"), self._say(f"play.help.{name}"))
        self.console.print(grid)
        self.console.print(self._say("play.help.places"))

    def _usages(self, view: View) -> list[str]:
        names = ["clue", "play", *(["announce"] if view.rules.choreography else []), "discard"]
        names += ["reshuffle", "rescue"] if view.rules.flamboyants else []
        names += ["move", *(["flip"] if commands.may_flip(view) else []), "level"]
        return [*names, "table", "pile", "knows", "conventions", "log", "rules", "help", "quit"]

    def _hint(self, view: View) -> str:
        names = ["clue", "play", "discard"] if view.pending is None else []
        return " · ".join(self._say(f"play.usage.{name}") for name in (*names, "help", "quit"))

    def _show_error(self, text: str) -> None:
        self.console.print(Text(text, "yellow"))

    def _say(self, key: str, **values: object) -> str:
        return say(key, self.lang, **values)


def _incompletable_fireworks(view: View) -> list[Suit]:
    """Fireworks that can no longer be completed."""
    return [
        suit
        for suit in view.fireworks
        if any(card.suit is suit and card in view.useless - view.built for card in set(view.rules.cards))
    ]
