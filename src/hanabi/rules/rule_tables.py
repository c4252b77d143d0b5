"""Turns a RuleSet into the lookup tables that the kernels read."""

from functools import lru_cache

from hanabi.kernels import Rules, blank, cards
from hanabi.kernels.action_ids import number_actions, rank_clue
from hanabi.kernels.layout import MAX_RANKS
from hanabi.rules.cards import Card, Suit
from hanabi.rules.ruleset import RuleSet


def kind_of_card(rules: RuleSet, card: Card) -> int:
    return cards.kind_of(rules.suits.index(card.suit), card.rank - 1)


@lru_cache(maxsize=256)
def cards_by_kind(rules: RuleSet) -> tuple[Card, ...]:
    return tuple(Card(suit, rank) for suit in rules.suits for rank in range(1, MAX_RANKS + 1))


@lru_cache(maxsize=256)
def kernel_rules(rules: RuleSet, players: int) -> Rules:
    """The rules as the kernels read them, for this number of players. Shared: never write to them."""
    r: Rules = blank(Rules)
    hand, suits = rules.hand_size_for(players), rules.suits
    r.players, r.hand_size, r.suits = players, hand, len(suits)
    r.colors, r.ranks, r.cards = len(rules.nameable), rules.ranks, len(rules.cards)
    r.clue_tokens, r.strikes = rules.clue_tokens, rules.strikes
    r.empty_clues = int(rules.empty_clues)
    r.last_round = 0 if rules.all_or_nothing else players
    r.perfect_only = int(rules.all_or_nothing)
    r.score_offset = rules.ranks if rules.black_powder else 0
    number_actions(r, announcing=rules.choreography, choosing=rules.flamboyants)
    for place, suit in enumerate(suits):
        r.wins_tile[place] = int(rules.flamboyants and suit is not Suit.BLACK)
        for rank in range(1, rules.ranks + 1):
            _describe_kind(r, rules, Card(suit, rank))
    r.first_copy = [sum(r.copies[:kind]) for kind in range(len(r.copies))]
    return r


def _describe_kind(r: Rules, rules: RuleSet, card: Card) -> None:
    kind = kind_of_card(rules, card)
    r.all_kinds |= 1 << kind
    r.copies[kind] = rules.copies(card)
    r.step[kind] = rules.ranks - card.rank if card.suit is Suit.BLACK else card.rank - 1
    wild = card.suit is Suit.MULTICOLOR and rules.multicolor == "wild"
    clues = [clue for clue, color in enumerate(rules.nameable) if wild or color is card.suit]
    for clue in [*clues, rank_clue(r, card.rank - 1)]:
        r.touch[clue] |= 1 << kind
        r.clues_of[kind] |= 1 << clue
