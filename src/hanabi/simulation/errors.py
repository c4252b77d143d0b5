"""Errors of a batch. In every case the batch stays as it was."""

from hanabi.kernels import layout
from hanabi.kernels.layout import State
from hanabi.rules.action_ids import action_of_id, legal_ids
from hanabi.rules.errors import IllegalAction
from hanabi.rules.rule_tables import kernel_rules
from hanabi.rules.ruleset import RuleSet
from hanabi.rules.validation import check


class NotDealt(RuntimeError):
    """The batch was asked to play before `reset` dealt its games."""


class IllegalActionInGame(ValueError):
    """One of the actions of a step is against the rules; none of them was carried out."""

    def __init__(self, game: int, number: int, reason: str, sentence: str) -> None:
        self.game = game
        self.number = number
        self.reason = reason
        self.sentence = sentence
        super().__init__(f"game {game}: {sentence} No game was changed.")


def illegal_action(rules: RuleSet, players: int, state: State, game: int, number: int) -> IllegalActionInGame:
    """The error for an action id that is illegal in this state, with its reason."""
    r = kernel_rules(rules, players)
    if state.outcome != layout.RUNNING:
        return IllegalActionInGame(game, number, "game_over", "it is over and takes no action (only -1).")
    legal = ", ".join(map(str, legal_ids(r, state)))
    if not 0 <= number < r.actions:
        sentence = f"there is no action {number}; the numbers here are 0 to {r.actions - 1}, legal now: {legal}."
        return IllegalActionInGame(game, number, "no_such_action", sentence)
    try:
        action = action_of_id(rules, r, state, number)
        check(rules, r, state, action)
        reason, why = "illegal", "it is not among the legal actions."
    except IllegalAction as refused:
        reason, why = refused.reason, str(refused)
    return IllegalActionInGame(game, number, reason, f"action {number}, {action!r}: {why} Legal now: {legal}.")
