"""What is known of a review while it is being made: its first sentence, the rough curve and a progress bar."""

from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from hanabi.review.document import Review
from hanabi.review.report.curve import as_text
from hanabi.review.report.text import headline
from hanabi.texts import say


class ReviewProgress(Progress):
    """All of it goes away when the review is there."""

    def __init__(self, lang: str, label: str, *, moves: int, quiet: bool, console: Console | None = None) -> None:
        self._lang, self._label, self._told = lang, label, Text(label)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        super().__init__(*columns, console=console or Console(stderr=True), disable=quiet, transient=True)
        self._task = self.add_task(say("review.progress", lang), total=moves or None)

    def tell(self, text: str) -> None:
        """Say this until something is known of the review."""
        self._told = Text(f"{self._label}{text}")

    def show(self, review: Review) -> None:
        lines = [Text(f"{self._label}{headline(review, self._lang)}", style="bold")]
        lines += [Text(line, style="cyan", no_wrap=True) for line in as_text(review, self.console.width - 2)]
        self._told = Text("\n").join(lines)

    def set_done(self, done: int, moves: int) -> None:
        self.update(self._task, completed=done, total=moves)

    def get_renderables(self) -> Iterable[RenderableType]:
        if self._told:
            yield self._told
        yield from super().get_renderables()
