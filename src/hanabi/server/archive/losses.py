"""Why a finished game missed points."""

from collections import Counter

from msgspec import Struct

from hanabi.rules import Card, Referee, Suit, cards_by_kind

# What an action did to a card that is in the discard pile at the end.
CAUSES = {"discard": "discarded", "play": "misplayed"}


class Losses(Struct, frozen=True):
    """Points that were missing at the end, by cause.

    `strikes`: the game was lost. Otherwise a firework ends before its first card without a copy left. The points from
    there on were lost when the last copy was `discarded` or `misplayed`; all other points were lost to `time`.
    """

    strikes: int = 0
    discarded: int = 0
    misplayed: int = 0
    time: int = 0


def losses_of(game: Referee) -> Losses:
    """The losses of a finished game."""
    over, rules, s = game.over, game.rules, game.state
    assert over is not None
    missing = rules.max_score - over.score
    if over.outcome == "lost":
        return Losses(strikes=missing)
    faces = cards_by_kind(rules)
    pile = {str(card): faces[s.faces[card]] for card in s.discards[: s.discard_count]}
    discarded = Counter(pile.values())
    last_by: dict[Card, str] = {}
    for text in game.action_texts:
        verb, number, *_ = text.split(" ")
        if verb in CAUSES and number in pile:
            last_by[pile[number]] = CAUSES[verb]
    counts: Counter[str] = Counter()
    for place, suit in enumerate(rules.suits):
        built = s.fireworks[place]
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
