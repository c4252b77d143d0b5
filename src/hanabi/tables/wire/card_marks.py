"""What the cards on the table tell of those that are not."""

from hanabi.kernels.layout import MAX_RANKS
from hanabi.tables.wire.json_fragments import JsonFragments

# By bits: all faces that are possible are playable, critical, useless.
MARKS = tuple(
    "[" + ",".join(f'"{name}"' for bit, name in ((1, "playable"), (2, "critical"), (4, "useless")) if marks & bit) + "]"
    for marks in range(8)
)


class KindMarks(dict[int, str]):
    """The marks of each kind whose face is seen, as they are asked for."""

    __slots__ = ("_critical", "_playable", "_useful")

    def __init__(self, playable: int, useful: int, critical: int) -> None:
        super().__init__()
        self._playable, self._useful, self._critical = playable, useful, critical

    def __missing__(self, kind: int) -> str:
        bits = self._playable >> kind & 1 | (self._critical >> kind & 1) << 1 | (~self._useful >> kind & 1) << 2
        text = self[kind] = MARKS[bits]
        return text


class BoardMarks:
    """What the fireworks and the discard pile tell, until either changes."""

    __slots__ = ("best", "fireworks", "left", "lost", "marks", "marks_of", "score", "text", "unseen")

    def __init__(self, p: JsonFragments, fireworks: list[int], lost: list[int]) -> None:
        self.fireworks, self.lost = fireworks, lost
        self.left: list[int] = []
        offset = p.compiled_rules.score_offset
        self.best, self.score = -offset, sum(fireworks) - offset
        playable = useful = critical = unseen = 0
        board_marks = [
            p.sight(place, fireworks[place], tuple(lost[place * MAX_RANKS : place * MAX_RANKS + MAX_RANKS]))
            for place in range(p.compiled_rules.suits)
        ]
        for sight in board_marks:
            playable |= sight.playable
            useful |= sight.useful
            critical |= sight.critical
            unseen |= sight.unseen
            self.left += sight.left
            self.best += sight.reachable
        self.unseen = unseen
        # All that a visible hand depends on besides itself.
        self.marks = (playable, useful, critical, unseen)
        self.marks_of = KindMarks(playable, useful, critical)
        ordered = [board_marks[place] for place in p.order]
        gone = ",".join([sight.lost for sight in ordered if sight.lost])
        self.text = (
            f'"fireworks":{{{",".join([sight.firework for sight in ordered])}}},"lost":[{gone}],'
            f'"playable":{p.masks[playable]},"critical":{p.masks[critical]},'
            f'"useless":{p.masks[p.compiled_rules.all_kinds & ~useful]},'
        )
