"""The printed game for people: switches, editions, cards, actions, events, views and the referee."""

from hanabi.rules.action_ids import action_of_id, clue_values, id_of_action, legal_ids
from hanabi.rules.actions import Action, Clue, Discard, Play, Rescue, Reshuffle
from hanabi.rules.cards import COLORS, TILES, Card, Suit
from hanabi.rules.editions import edition, editions
from hanabi.rules.errors import IllegalAction, RulesError, suggestion
from hanabi.rules.notation import NotationError, read_action, write_action
from hanabi.rules.outcome import OUTCOMES, EditionVerdict, Outcome, rating_of, verdict_on
from hanabi.rules.referee import Referee, check_setup
from hanabi.rules.rule_tables import cards_by_kind, kernel_rules, kind_of_card
from hanabi.rules.ruleset import ALL_SWITCHES, PLAYERS, SWITCHES, RuleSet, Switch, parse_switches, switch_examples
from hanabi.rules.validation import check
from hanabi.rules.views import CARD_COLORS, AidLevel, CardView, View, faces_in, outcome_of

__all__ = [
    "ALL_SWITCHES",
    "CARD_COLORS",
    "COLORS",
    "OUTCOMES",
    "PLAYERS",
    "SWITCHES",
    "TILES",
    "Action",
    "AidLevel",
    "Card",
    "CardView",
    "Clue",
    "Discard",
    "EditionVerdict",
    "IllegalAction",
    "NotationError",
    "Outcome",
    "Play",
    "Referee",
    "Rescue",
    "Reshuffle",
    "RuleSet",
    "RulesError",
    "Suit",
    "Switch",
    "View",
    "action_of_id",
    "cards_by_kind",
    "check",
    "check_setup",
    "clue_values",
    "edition",
    "editions",
    "faces_in",
    "id_of_action",
    "kernel_rules",
    "kind_of_card",
    "legal_ids",
    "outcome_of",
    "parse_switches",
    "rating_of",
    "read_action",
    "suggestion",
    "switch_examples",
    "verdict_on",
    "write_action",
]
