"""Why a finished game did not bring every point: the facts the statistics are made of."""

from collections import Counter

from msgspec import Struct

from hanabi.records.record import Record
from hanabi.records.replay import deal
from hanabi.rules.cards import Card, Suit
from hanabi.rules.events import CardDiscarded, CardPlayed, CardRescued, CardReshuffled


class Losses(Struct, frozen=True):
    """Points that were missing at the end, by what cost them.

    `strikes`: the game was lost. Otherwise a suit goes no further than its first card that has no copy left: what is
    missing from there on was `discarded` or `misplayed` away, by how the last copy went; the rest wanted `time`.
    """

    strikes: int = 0
    discarded: int = 0
    misplayed: int = 0
    time: int = 0


def losses_of(record: Record) -> Losses:
    game, rules = deal(record), record.rules
    game.seen = {}
    gone: Counter[Card] = Counter()
    last_by: dict[Card, str] = {}
    for text in record.actions:
        for event in game.act_written(text):
            match event:
                case CardDiscarded(card=card):
                    gone[card] += 1
                    last_by[card] = "discarded"
                case CardPlayed(card=card, added=False):
                    gone[card] += 1
                    last_by[card] = "misplayed"
                case CardReshuffled(card=card) | CardRescued(card=card):
                    gone[card] -= 1
    over = game.over
    missing = rules.max_score - (over.score if over else game.view().score)
    if over is not None and over.outcome == "lost":
        return Losses(strikes=missing)
    counts: Counter[str] = Counter()
    for place, suit in enumerate(rules.suits):
        built = game.state.fireworks[place]
        ranks = range(rules.ranks, 0, -1) if suit is Suit.BLACK else range(1, rules.ranks + 1)
        cause = "time"
        for step, rank in enumerate(ranks):
            card = Card(suit, rank)
            if step >= built:
                if cause == "time" and gone[card] >= rules.copies(card):
                    cause = last_by[card]
                counts[cause] += 1
    # What black powder takes off, and houses that score otherwise, is no card that was lost.
    return _shared(missing, counts)


def _shared(missing: int, counts: Counter[str]) -> Losses:
    told = {}
    for cause in ("discarded", "misplayed", "time"):
        told[cause] = min(counts[cause], missing)
        missing -= told[cause]
    return Losses(**told)
