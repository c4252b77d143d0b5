"""Generates the page on observations: `python -m hanabi.simulation.observation_docs > docs/observations.md`."""

from collections.abc import Iterator

from hanabi.rules.rule_tables import kernel_rules
from hanabi.rules.ruleset import PLAYERS, RuleSet
from hanabi.simulation.default_rules import STANDARD
from hanabi.simulation.observation import VERSION, ObservationLayout, observation_layout

EVERYTHING = RuleSet(empty_clues=False, choreography=True, multicolor="suit", black_powder=True, flamboyants=True)


def page() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Observations and actions"
    yield ""
    yield "*Made from the code by `python -m hanabi.simulation.observation_docs`; a test holds the two together.*"
    yield ""
    yield f"Layout version {VERSION}. An observation is a row of zeros and ones (`uint8`) that holds what one seat may"
    yield "know. Its sections depend on the rules and on the number of players; `observation_layout(rules, players)` is"
    yield 'this page as an object, and `layout["knowledge"].place` the slice of a section. For the standard game'
    yield "(no empty clues) it is the canonical encoding of the Hanabi Learning Environment, bit for bit; what other"
    yield "rules add stands at the end. Seats are counted from the observer, slots from the oldest card, suits in the"
    yield "order red, yellow, green, white, blue, multicolor, black. Ranks start at 1; a thermometer of height *n* has"
    yield "its first *k* bits set for the value *k*. Fireworks count cards, so black's shows 1 for its first card, a 5."
    yield ""
    yield "## The standard game"
    yield ""
    yield from _table(STANDARD)
    yield ""
    yield "## With every switch that adds to it"
    yield ""
    yield "Choreography, multicolor as a suit, black powder and the five flamboyants:"
    yield ""
    yield from _table(EVERYTHING)
    yield ""
    yield "## Action numbers"
    yield ""
    yield "Within a group the first part counts slowest: for clues the receiver, counted from the next seat on, then"
    yield "the color or rank; for announced plays the slot, then the suit. Cards are chosen by face, suit before"
    yield "rank, with room for five ranks."
    yield ""
    yield "| action | " + " | ".join(f"{players} players" for players in PLAYERS) + " | all switches, 5 players |"
    yield "|---|" + "---|" * (len(PLAYERS) + 1)
    ranges = [*(_action_ranges(STANDARD, players) for players in PLAYERS), _action_ranges(EVERYTHING, 5)]
    for name in ranges[-1]:
        yield f"| {name} | " + " | ".join(found[name] for found in ranges) + " |"


def _table(rules: RuleSet) -> Iterator[str]:
    layouts = [observation_layout(rules, players) for players in PLAYERS]
    yield "| section | " + " | ".join(f"{players} players" for players in PLAYERS) + " | what it says |"
    yield "|---|" + "---|" * (len(PLAYERS) + 1)
    for section in layouts[-1].sections:
        cells = [_range_text(layout, section.name) for layout in layouts]
        yield f"| `{section.name}` | " + " | ".join(cells) + f" | {section.about} |"
    yield "| **all** | " + " | ".join(f"**{layout.size}**" for layout in layouts) + " | |"


def _range_text(layout: ObservationLayout, name: str) -> str:
    section = layout[name]
    return f"{section.start}:{section.stop} ({'×'.join(map(str, section.shape))})"


def _action_ranges(rules: RuleSet, players: int) -> dict[str, str]:
    r = kernel_rules(rules, players)
    bounds = {
        "discard": (0, r.hand_size),
        "play": (r.hand_size, r.first_color_clue),
        "color clue": (r.first_color_clue, r.first_rank_clue),
        "rank clue": (r.first_rank_clue, r.first_announcement),
        "announced play": (r.first_announcement, r.first_reshuffle),
        "reshuffle": (r.first_reshuffle, r.first_rescue),
        "rescue": (r.first_rescue, r.actions),
    }
    return {name: f"{start}–{stop - 1}" if stop > start else "–" for name, (start, stop) in bounds.items()}


if __name__ == "__main__":
    print(page(), end="")
