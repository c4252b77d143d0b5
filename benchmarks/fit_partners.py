"""How often people who know the conventions and newcomers make each kind of move: the numbers in `engine/partners.py`.

    python benchmarks/fit_partners.py STRONG NEWCOMERS

Both are folders of records; the second has an index of experience (`games.json`), and the people sit in seat 1. Prints
the share of each kind of evidence in both and its log-ratio, in hundredths, next to the number that the bot uses.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from recorded_decisions import DEFAULT_FOLDER, NoGames, decisions, records_by_experience, records_in

from hanabi.bots.team import Team
from hanabi.bots.team.engine import partners
from hanabi.bots.team.engine.layout import Mind
from hanabi.records import Record

PEOPLE_SEAT = 1
NEWCOMERS = ("never", "1-10")
KINDS = (
    "DISCARDED_OTHER", "DISCARDED_CLUED", "DISCARDED_TRASH", "DISCARDED_CHOP", "PLAYED_SURE", "PLAYED_AS_TOLD",
    "PLAYED_OTHERWISE", "PLAYED_BLIND", "CLUED_AGAIN", "CLUED_NEW", "TRUE_CLUE", "FALSE_CLUE", "ODD_CLUE",
    "KEPT_PROMISE", "MISLED",
)  # fmt: skip


def count_kinds(records: Iterable[Record], *, seat: int | None = None) -> Counter[str]:
    """The evidence about the players in all seats, or in one, as the player before them sees it."""
    counts: Counter[str] = Counter()

    def count(m: Mind, judged: int, kind: int) -> None:
        if judged == (m.me + 1) % players and seat in (None, judged):
            counts[KINDS[kind]] += 1

    partners.adjust_odds = count
    for record in records:
        players = len(record.players)
        bots = [Team() for _ in range(players)]
        for decision in decisions(record):
            for viewer, bot in enumerate(bots):
                bot.mind_at(decision.referee.view(viewer))
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("strong", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("newcomers", nargs="?", type=Path, default=DEFAULT_FOLDER.with_name("newcomer-games"))
    parser.add_argument("--games", type=int, help="at most this many (of each experience), spread over the folder")
    options = parser.parse_args()
    used = {name: getattr(partners, name) for name in KINDS}
    for number, name in enumerate(KINDS):
        setattr(partners, name, number)
    try:
        groups = records_by_experience(options.newcomers, options.games)
        newcomers = count_kinds((one for name in NEWCOMERS for one in groups.get(name, [])), seat=PEOPLE_SEAT)
        strong = count_kinds(records_in(options.strong, options.games))
    except NoGames as error:
        print(error, file=sys.stderr)
        return 1
    print("| evidence | strong % | newcomers % | log-ratio | used |\n|---|---|---|---|---|")
    for name in KINDS:
        shares = [(counts[name] + 1) / (counts.total() + len(KINDS)) for counts in (strong, newcomers)]
        ratio = round(100 * math.log(shares[0] / shares[1]))
        print(f"| {name} | {100 * shares[0]:.1f} | {100 * shares[1]:.1f} | {ratio} | {used[name]} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
