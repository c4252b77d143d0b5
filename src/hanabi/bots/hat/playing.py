"""Whole games between hat players, compiled."""

from hanabi.bots.compiled import inline, kernel
from hanabi.bots.hat.deciding import decide
from hanabi.bots.hat.public import begin
from hanabi.bots.hat.reading import NOBODY, observe
from hanabi.kernels.layout import RUNNING, TILES
from hanabi.native.deal import deal
from hanabi.native.legal import is_legal
from hanabi.native.turn import apply


@inline
def next_number(rng):
    """splitmix64 in one word of memory."""
    rng[0] = rng[0] + -7046029254386353131
    z = rng[0]
    z = (z ^ (z >> 30 & 0x3FFFFFFFF)) * -4658895280553007687
    z = (z ^ (z >> 27 & 0x1FFFFFFFFF)) * -7723592293110705685
    return z ^ (z >> 31 & 0x1FFFFFFFF)


@inline
def below(rng, n):
    return ((next_number(rng) >> 32 & 0xFFFFFFFF) * n) >> 32


@kernel
def shuffle(r, s, rng, deck):
    for place in range(r.cards):
        s.faces[place] = deck[place]
    for place in range(r.cards - 1, 0, -1):
        other = below(rng, place + 1)
        held = s.faces[place]
        s.faces[place] = s.faces[other]
        s.faces[other] = held
    for place in range(TILES):
        s.tiles[place] = place
    for place in range(TILES - 1, 0, -1):
        other = below(rng, place + 1)
        held = s.tiles[place]
        s.tiles[place] = s.tiles[other]
        s.tiles[other] = held


@kernel
def play_games(rules, states, tables, publics, deck, rng, seed, games, scores, outcomes):
    """Scores of games `seed`, `seed + 1`, …; returns how many illegal choices and broken masks there were."""
    r, s, t, p, q = rules[0], states[0], tables[0], publics[0], publics[1]
    illegal = 0
    broken = 0
    for game in range(games):
        rng[0] = (seed + game) * 1000003
        next_number(rng)
        shuffle(r, s, rng, deck)
        deal(r, s, 0)
        begin(r, s, t, p)
        while s.outcome == RUNNING:
            action = decide(r, s, t, p, q)
            if not is_legal(r, s, action):
                illegal += 1
                action = 0
                while not is_legal(r, s, action):
                    action += 1
            above = below(rng, r.cards - s.top + 1) if action >= r.first_reshuffle else 0
            apply(r, s, action, above)
            observe(r, s, t, p, NOBODY)
            for seat in range(r.players):
                for slot in range(s.held[seat]):
                    if not p.masks[seat][slot] >> s.faces[s.hands[seat][slot]] & 1:
                        broken += 1
        scores[game] = s.score
        outcomes[game] = s.outcome
    return illegal, broken
