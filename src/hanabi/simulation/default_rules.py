"""The rules that learning programs use by default: those of the Hanabi Learning Environment."""

from typing import Any

from hanabi.rules.ruleset import RuleSet

# The only difference from the base game: a clue must touch a card.
STANDARD = RuleSet(empty_clues=False)


def chosen_rules(rules: RuleSet | None, switches: dict[str, Any]) -> RuleSet:
    """A whole RuleSet, or the standard game with an edition's base or some switches changed."""
    if rules is not None:
        if switches:
            raise TypeError("give either a RuleSet or switches, not both")
        return rules
    base = {} if "edition" in switches else {"empty_clues": False}
    return RuleSet.of(**{**base, **switches})
