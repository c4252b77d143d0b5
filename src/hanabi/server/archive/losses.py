"""Why a finished game missed points."""

from collections import Counter

from msgspec import Struct

from hanabi.records import Record, dealt_game
from hanabi.rules import Card, Suit
from hanabi.rules.events import CardDiscarded, CardPlayed, CardRescued, CardReshuffled


class Losses(Struct, frozen=True):
    """Points that were missing at the end, by cause.

    `strikes`: the game was lost. Otherwise a firework ends before its first card without a copy left. The points from
    there on were lost when the last copy was `discarded` or `misplayed`; all other points were lost to `time`.
    """

    strikes: int = 0
    discarded: int = 0
    misplayed: int = 0
    time: int = 0


def losses_of(record: Record) -> Losses:
    game, rules = dealt_game(record), record.rules
    game.seen = {}
    discarded: Counter[Card] = Counter()
    last_by: dict[Card, str] = {}
    for text in record.actions:
        for event in game.act_written(text):
            match event:
                case CardDiscarded(card=card):
                    discarded[card] += 1
                    last_by[card] = "discarded"
                case CardPlayed(card=card, added=False):
                    discarded[card] += 1
                    last_by[card] = "misplayed"
                case CardReshuffled(card=card) | CardRescued(card=card):
                    discarded[card] -= 1
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
                if cause == "time" and discarded[card] >= rules.copies(card):
                    cause = last_by[card]
                counts[cause] += 1
    # Points that black powder subtracts are not missing cards and have no cause here.
    return _capped_losses(missing, counts)


def _capped_losses(missing: int, counts: Counter[str]) -> Losses:
    losses = {}
    for cause in ("discarded", "misplayed", "time"):
        losses[cause] = min(counts[cause], missing)
        missing -= losses[cause]
    return Losses(**losses)
