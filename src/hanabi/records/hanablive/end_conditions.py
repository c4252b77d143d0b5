"""When hanab.live ends a game: earlier than the printed game, as soon as no card can be played anymore."""

from hanabi.kernels import cards
from hanabi.rules import Referee

# hanab.live's end conditions by number. Those in `STOPPED` come from outside the rules.
CONDITIONS = {
    1: "normal",
    2: "strikeout",
    3: "timeout",
    4: "terminated",
    5: "speedrun",
    6: "idle",
    7: "character",
    8: "all_or_nothing",
    9: "all_or_nothing_stuck",
    10: "vote",
}
STOPPED = ("timeout", "terminated", "idle", "vote")
NUMBERS = {name: number for number, name in CONDITIONS.items()}
NOTHING_PLAYABLE = "nothing_playable"


def nothing_playable(game: Referee) -> bool:
    """Every firework is complete, or its next card is lost or held by a player who has had their last turn."""
    r, s = game.rule_tables, game.state
    copies_left = [0] * cards.kind_count(r)
    for kind in range(cards.kind_count(r)):
        copies_left[kind] = r.copies[kind] - s.lost[kind]
    if s.turns_left > 0:
        for place in range(s.turns_left, r.players):
            seat = (s.player + place) % r.players
            for card in s.hands[seat][: s.hand_sizes[seat]]:
                copies_left[s.faces[card]] -= 1
    return not any(
        copies_left[kind] > 0 and cards.continues_firework(r, s, kind)
        for kind in range(cards.kind_count(r))
        if r.copies[kind]
    )


def perfect_is_lost(game: Referee) -> bool:
    """All copies of a card that a firework still needs are lost."""
    r, s = game.rule_tables, game.state
    return any(
        r.copies[kind] and s.lost[kind] == r.copies[kind] and not cards.is_on_firework(r, s, kind)
        for kind in range(cards.kind_count(r))
    )
