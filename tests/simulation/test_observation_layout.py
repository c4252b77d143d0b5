"""The layout of observations: its page in the docs, and agreement with the encoder."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from hanabi.rules import RuleSet
from hanabi.simulation import STANDARD, Batch, observation_layout
from observation_page import page
from support.game_drivers import SWITCHES

ROOT = Path(__file__).parents[2]


def test_the_page_in_the_docs_is_up_to_date() -> None:
    written = (ROOT / "docs" / "observations.md").read_text(encoding="utf-8")
    assert written == page(), "run: python tools/observation_page.py > docs/observations.md"


@pytest.mark.parametrize(("players", "size"), [(2, 658), (3, 956), (4, 1041), (5, 1280)])
def test_the_standard_game_has_the_canonical_sizes(players: int, size: int) -> None:
    assert observation_layout(STANDARD, players).size == size


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("players", [2, 5])
def test_sections_are_adjacent_and_have_the_right_bits(name: str, players: int) -> None:
    batch = Batch(RuleSet.of(**SWITCHES[name]), players, games=30, seed=1, observe="player", redeal=False)
    layout = batch.layout
    assert layout.sections[0].start == 0
    assert all(one.stop == two.start for one, two in pairwise(layout.sections))
    batch.reset()
    for _ in range(12):
        batch.step(batch.random_actions())
        for game in np.flatnonzero(batch.running):
            state, shown = batch.state(int(game)), batch.observations[game]
            part = {section.name: shown[section.place].reshape(section.shape) for section in layout.sections}
            assert part["clue_tokens"].sum() == state.clue_tokens
            assert part["lives"].sum() == batch.rule_tables.strikes - state.strikes
            assert part["deck"].sum() == batch.rule_tables.cards - state.next_card
            assert part["discards"].sum() == state.discard_count
            assert [row.argmax() + 1 if row.any() else 0 for row in part["fireworks"]] == state.fireworks[
                : batch.rule_tables.suits
            ]
            assert part["hands"].sum() == sum(state.hand_sizes[:players]) - state.hand_sizes[state.player]
            assert part["last_player"].argmax() == (state.last_player - state.player) % players
            if "last_announced" in part:
                announced = part["last_announced"]
                assert (announced.argmax() if announced.any() else -1) == state.last_announced
            if "turned_tiles" in part:
                assert part["turned_tiles"].sum() == state.tiles_turned


def test_an_unknown_section_is_refused_with_a_list_of_sections() -> None:
    with pytest.raises(KeyError, match="knowledge"):
        observation_layout(STANDARD, 2)["knowlegde"]
