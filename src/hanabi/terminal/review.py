"""Reviews in the terminal: of one game, one turn or many games, and the progress of a review."""

from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from hanabi.records import Record, replay
from hanabi.review.document import Review, Turn
from hanabi.review.report.collections import ReviewedGame, means, mishaps_of, summaries
from hanabi.review.report.curve import curve_text
from hanabi.review.report.text import SUM_PARTS, decimal, headline, move_phrase, percent, sentences, turn_sentences
from hanabi.rules.narration import narrate
from hanabi.texts import say

WORST_MOVES = 5
LEVELS = ("slight", "mistake", "blunder")
RIGHT_ALIGNED = ("turn", "score", "faults", "loss", "games", "moves", "luck", "perfect")
STYLES = {"slight": "yellow", "mistake": "bold yellow", "blunder": "bold red", "none": ""}


def show_review(console: Console, review: Review, record: Record, lang: str, *, with_turns: bool) -> None:
    text = sentences(review, lang)
    console.print(say("review.title", lang) + ": " + ", ".join(review.players), style="bold", markup=False)
    console.print(text.headline, style="bold", markup=False)
    _title(console, "curve", lang)
    for line in curve_text(review, console.width - 2):
        console.print(Text(line, style="cyan"), no_wrap=True)
    if review.turning_points:
        _title(console, "turning_points", lang)
        for point, sentence in zip(review.turning_points, text.turning_points, strict=True):
            _show_move(console, review, record, review.turns[point.index], [sentence], lang)
    worst = sorted((turn for turn in review.turns if turn.level != "none"), key=lambda turn: -turn.loss)[:WORST_MOVES]
    if worst:
        _title(console, "worst", lang)
        for turn in worst:
            _show_move(console, review, record, turn, list(text.turns[turn.index]), lang)
    mishaps = mishaps_of(review)
    if mishaps:
        _title(console, "mishaps", lang)
        for turn in mishaps:
            _show_move(console, review, record, turn, list(text.turns[turn.index]), lang)
    console.print()
    console.print(say("web.review.details", lang), style="bold", markup=False)
    for sentence in text.summary:
        console.print(sentence, markup=False)
    _title(console, "sum", lang)
    console.print(_sum_table(review, lang))
    _title(console, "players", lang)
    console.print(_player_table(review, lang))
    if with_turns:
        _title(console, "turns", lang)
        console.print(_turn_table(review, lang))


def show_turn(console: Console, review: Review, record: Record, number: int, lang: str) -> None:
    """Every action of one turn: what happened, what the player could know, and the best moves."""
    for turn in (turn for turn in review.turns if turn.turn == number):
        player = review.players[turn.seat]
        _show_move(console, review, record, turn, turn_sentences(review, turn, lang), lang)
        console.print()
        console.print(say("review.title.knew", lang, player=player), style="bold", markup=False)
        hand = _table(lang, "card", "possible", "believed")
        for slot, card in enumerate(turn.knew):
            hand.add_row(f"{slot + 1}: {card.card}", _faces(card.possible), _faces(card.believed))
        console.print(hand)
        console.print(say("review.title.best", lang), style="bold", markup=False)
        best = _table(lang, "move", "expected", "perfect")
        for move in turn.best:
            expected = f"{decimal(move.score, lang)} ± {decimal(move.error, lang)}"
            style = "bold" if move.action == turn.action.partition(" at ")[0] else ""
            best.add_row(move_phrase(review, move, lang), expected, percent(move.perfect, lang), style=style)
        console.print(best)


def show_collection(console: Console, games: Sequence[ReviewedGame], lang: str) -> None:
    """One line per game, then the players."""
    console.print(say("review.report.title", lang, games=len(games)), style="bold", markup=False)
    for max_score, (mean, perfect, loss) in means(games).items():
        values = {"score": decimal(mean, lang), "perfect": percent(perfect, lang), "loss": decimal(loss, lang)}
        console.print(say("review.report.mean", lang, max_score=max_score, **values), markup=False)
    table = _table(lang, "game", "score", "faults", "loss", "sentence")
    for game in games:
        faults, cost = str(len(game.faults)), decimal(game.loss, lang)
        table.add_row(game.name, str(game.score), faults, cost, headline(game.review, lang))
    console.print(table, markup=False)
    players = _table(lang, "player", "games", "moves", "loss", "habits")
    for player in summaries(games):
        habits = ", ".join(f"{say(f'review.habit.{kind}', lang)} ({count})" for kind, count in player.habits)
        cost = decimal(player.loss / player.games, lang)
        players.add_row(player.name, str(player.games), str(player.moves), cost, habits)
    console.print(say("review.title.players", lang), style="bold", markup=False)
    console.print(players, markup=False)


def _faces(cards: tuple[str, ...], limit: int = 12) -> str:
    return " ".join(cards[:limit]) + (" …" if len(cards) > limit else "")


def _title(console: Console, name: str, lang: str) -> None:
    console.print()
    console.print(say(f"review.title.{name}", lang), style="bold", markup=False)


def _show_move(console: Console, review: Review, record: Record, turn: Turn, comments: list[str], lang: str) -> None:
    action_sentences = narrate(replay(record, turn.index + 1).view(), lang)[-1]
    mark = f" [{say(f'review.level.{turn.level}', lang)}]" if turn.level != "none" else ""
    line = Text(f"{turn.turn + 1:>3}. {action_sentences[0]}")
    line.append(mark, style=STYLES[turn.level])
    console.print(line)
    for sentence in comments:
        console.print(Padding(Text(sentence), (0, 0, 0, 5)))


def _sum_table(review: Review, lang: str) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    table.add_column()
    table.add_column(justify="right")
    for part in SUM_PARTS:
        number = getattr(review.totals, part)
        if part in ("skill", "reading") and not number:
            continue
        signed = part not in ("average", "result")
        style = "bold" if part == "result" else ""
        table.add_row(say(f"review.part.{part}", lang), decimal(number, lang, signed=signed), style=style)
    return table


def _player_table(review: Review, lang: str) -> Table:
    table = _table(lang, "player", "moves", "loss")
    for level in LEVELS:
        table.add_column(say(f"review.level.{level}", lang), justify="right")
    for total in review.totals.by_seat:
        counts = [str(total.levels[level]) for level in LEVELS]
        table.add_row(review.players[total.seat], str(total.moves), decimal(total.loss, lang), *counts)
    return table


def _turn_table(review: Review, lang: str) -> Table:
    table = _table(lang, "turn", "player", "move", "expected", "loss", "luck", "best")
    for turn in review.turns:
        is_best = turn.best[0].action == turn.action.partition(" at ")[0]
        table.add_row(
            str(turn.turn + 1),
            review.players[turn.seat],
            move_phrase(review, turn, lang),
            decimal(turn.before.score, lang) + ("" if turn.before.exact else f" ± {decimal(turn.before.error, lang)}"),
            decimal(turn.loss, lang) if turn.loss else "",
            decimal(turn.luck_cards + turn.luck_draw, lang, signed=True),
            "✓" if is_best else move_phrase(review, turn.best[0], lang),
            style=STYLES[turn.level],
        )
    return table


def _table(lang: str, *columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    for column in columns:
        right = column in RIGHT_ALIGNED
        table.add_column(say(f"review.column.{column}", lang), justify="right" if right else "left")
    return table


class ReviewProgress(Progress):
    """The review so far (headline and rough curve) above a progress bar; erased when the review is done."""

    def __init__(self, lang: str, label: str, *, moves: int, quiet: bool, console: Console | None = None) -> None:
        self._lang, self._label, self._text = lang, label, Text(label)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        super().__init__(*columns, console=console or Console(stderr=True), disable=quiet, transient=True)
        self._task = self.add_task(say("review.progress", lang), total=moves or None)

    def tell(self, text: str) -> None:
        """Show this text until there is a rough review."""
        self._text = Text(f"{self._label}{text}")

    def show(self, review: Review) -> None:
        lines = [Text(f"{self._label}{headline(review, self._lang)}", style="bold")]
        lines += [Text(line, style="cyan", no_wrap=True) for line in curve_text(review, self.console.width - 2)]
        self._text = Text("\n").join(lines)

    def set_done(self, done: int, moves: int) -> None:
        self.update(self._task, completed=done, total=moves)

    def get_renderables(self) -> Iterable[RenderableType]:
        if self._text:
            yield self._text
        yield from super().get_renderables()
