"""Bots as partners in many games at once choose what they would choose from their views.

Compiling these partners takes a while, so this runs with `make test-learn` and `make test-long`.
"""

import copy
from typing import Any

import numpy as np
import pytest

from hanabi.bots import make_bot
from hanabi.bots.team import runtimes
from hanabi.bots.team.fitted_choice import chooses_as_people
from hanabi.game import DEFAULT_NAMES
from hanabi.rules import Referee, id_of_action
from support.long_form import LONG

pytest.importorskip("gymnasium")

from hanabi.simulation.gymnasium import HanabiVectorEnv

pytestmark = pytest.mark.skipif(not LONG, reason="HANABI_TESTS=long compiles the partners")

GAMES = 6


class FollowedGame:
    """A game of the vector at a table of its own, with the same deck and bots that choose from views."""

    def __init__(self, env: HanabiVectorEnv, game: int, names: list[str | None], first: int) -> None:
        batch = env.batch
        self.table = Referee(batch.rules, DEFAULT_NAMES[: batch.players], batch.deck(game), (), first)
        self.bots = {
            seat: make_bot(name, partners=[*names[:seat], *names[seat + 1 :]])
            for seat, name in enumerate(names)
            if name is not None
        }
        self.let_bots_act()

    def let_bots_act(self) -> None:
        while (seat := self.table.player) is not None and seat in self.bots:
            self.table.act(self.bots[seat].choose(self.table.view(seat)))

    def choice(self) -> int:
        table = self.table
        assert table.player is not None
        action = make_bot("simple").choose(table.view(table.player))
        number = id_of_action(table.rules, table.rule_tables, table.state, action)
        table.act(action)
        self.let_bots_act()
        return number


@pytest.mark.parametrize(
    ("names", "switches"),
    [
        ([None, "hat"], {}),
        ([None, "team"], {}),
        (["team:2", None, "hat"], {"multicolor": "wild", "edition": "pl"}),
        (["hat", "team", None, "team"], {}),
    ],
    ids=lambda value: "-".join(map(str, value)),
)
@pytest.mark.parametrize("threads", [1, 2])
def test_partners_choose_as_from_their_views(
    names: list[str | None], switches: dict[str, Any], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They imitate people at tables only.
    monkeypatch.setattr(runtimes, chooses_as_people.__name__, lambda *_: False)
    seat = names.index(None)
    partners = [name for name in [*names[seat + 1 :], *names[:seat]] if name is not None]
    env = HanabiVectorEnv(GAMES, partners=partners, seat=seat, first=len(names) - 1, threads=threads, **switches)
    _, info = env.reset(seed=11)
    games = [FollowedGame(env, game, names, len(names) - 1) for game in range(GAMES)]
    ended, moves = np.zeros(GAMES, bool), 0
    while not ended.all():
        assert (info["seat"] == seat).all()
        for game in np.flatnonzero(~ended).tolist():
            unused: dict[str, Any] = {"tiles": []}  # without the flamboyants
            assert vars(env.batch.state(game)) | unused == vars(games[game].table.state) | unused
        any_legal = info["action_mask"].argmax(axis=1)
        actions = [any_legal[game] if ended[game] else games[game].choice() for game in range(GAMES)]
        before, moves = info["score"], moves + int((~ended).sum())
        observations, rewards, over, _, info = env.step(actions)
        assert env.observation_space.contains(observations)
        for game in np.flatnonzero(~ended).tolist():
            result = games[game].table.over
            assert over[game] == (result is not None)
            after = info["final_score"][game] if over[game] else info["score"][game]
            assert rewards[game] == after - before[game]
            assert result is None or result.score == after
        ended |= over
    assert moves > 5 * GAMES


def test_a_copied_vector_with_partners_goes_on_as_the_original() -> None:
    env = HanabiVectorEnv(8, partners=["team", "hat"])
    _, info = env.reset(seed=[5] * 8)
    for _ in range(5):
        _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
    copied = copy.deepcopy(env)
    for _ in range(30):
        actions = info["action_mask"].argmax(axis=1)
        (one, *_, info), (other, *_) = env.step(actions), copied.step(actions)
        assert (one == other).all()
        assert (one == one[0]).all(), "equal seeds and actions are equal games"
