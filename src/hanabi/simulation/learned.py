"""A bot that learned: a small network in PyTorch (extra `learn`) that was taught by another bot.

    python -m hanabi.simulation.learned --games 90000 --seed 1    # trains; writes learned.npz and its curve

The network is taught, it does not find its play by itself: `team` plays games of two, and the network learns to choose
what `team` chose, from the observation alone. Every game is used once. `team` remembers the whole game; the network
sees only the table, the clues on the cards and the last action, so it cannot copy everything.
"""

import argparse
import json
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from hanabi.bots.bot import BotError, CompiledBot, GameChunk
from hanabi.bots.roster import make_bot
from hanabi.kernels import observation_encoder
from hanabi.rules import Action, RuleSet, View, action_of_id, kernel_rules, legal_ids
from hanabi.simulation.batch import Batch
from hanabi.simulation.observation import STANDARD, observation_layout

WEIGHTS = Path(__file__).parent / "learned.npz"
PLAYERS, HAND, COLORS, RANKS, FACES = 2, 5, 5, 5, 25
COPIES = (3, 2, 2, 2, 1)
HIDDEN = 192
LAYOUT = observation_layout(STANDARD, PLAYERS)
LESSON_GAMES, ROWS, RATE = 1500, 512, 2e-3  # games of a lesson, rows of a step, rate of learning
TEST_SEED = 2**63
LONGEST_GAME = 400

torch.set_num_threads(1)  # these matrices are too small for threads


def features(observed: torch.Tensor) -> torch.Tensor:
    """The observation, and what any player would work out from it: playable, useless and critical cards, and the like.

    Nothing here is hidden from the player: all of it follows from the bits of the observation.
    """
    rows = len(observed)
    part = {section.name: observed[:, section.place].view(rows, *section.shape) for section in LAYOUT.sections}
    copies = torch.tensor(COPIES, dtype=observed.dtype).repeat(COLORS)
    hand = part["hands"].reshape(rows, HAND, FACES)
    tops = part["fireworks"]
    first = 1 - tops.sum(2, keepdim=True)
    playable = torch.cat([first, tops[:, :, :-1]], 2).reshape(rows, 1, FACES)
    built = tops.flip(2).cumsum(2).flip(2).reshape(rows, FACES)
    discarded = torch.stack([chunk.sum(1) for chunk in part["discards"].split(list(COPIES) * COLORS, 1)], 1)
    lost = ((discarded >= copies) & (built < 1)).view(rows, COLORS, RANKS).cumsum(2).reshape(rows, FACES) > 0
    useless = ((built > 0) | lost).to(observed.dtype)
    critical = (1 - useless) * (discarded >= copies - 1)
    known = part["knowledge"]
    possible, clues = known[..., :FACES], known[..., FACES:]
    on_table = copies - discarded - built
    unseen = torch.stack([(on_table - hand.sum(1)), on_table], 1)
    belief = possible * unseen[:, :, None]
    belief = belief / belief.sum(3, keepdim=True).clamp(min=1e-3)
    marks = torch.stack([playable[:, 0], useless, critical], 2)
    clued = (clues.sum(3) > 0).to(observed.dtype)
    is_there = (possible.sum(3) > 0).to(observed.dtype)
    # The oldest card without a clue, and the cards that only the last clue touched.
    free = is_there * (1 - clued)
    chop = free * (free.cumsum(2) == 1)
    named = torch.cat([part["last_color"], part["last_rank"]], 1)[:, None, None]
    touched = part["last_touched"][:, None] * part["last_target"][:, :, None] * is_there
    new = touched * (clues.sum(3) == 1) * (clues * named).sum(3)
    before = torch.clamp(free + new, max=1)
    old_chop = before * (before.cumsum(2) == 1)
    newest = new * (new.flip(2).cumsum(2).flip(2) == 1)
    on_chop = (old_chop * new).sum(2, keepdim=True)
    focus = on_chop * old_chop * new + (1 - on_chop) * newest
    cards = hand.view(rows, HAND, COLORS, RANKS)
    touches = torch.cat([cards.sum(3), cards.sum(2)], 2)
    card_marks = hand @ marks
    extra = [
        belief[:, 0],
        belief @ marks[:, None],
        card_marks,
        clued,
        chop,
        new,
        focus,
        focus[..., None] * (belief @ marks[:, None]),
        touches,
        (touches * (1 - clued[:, 1, :, None])).sum(1),
        touches.transpose(1, 2) @ card_marks,
        (touches * chop[:, 1, :, None]).sum(1),
        (chop[:, 1, :, None] * card_marks).sum(1),
        playable,
        useless,
        critical,
        unseen[:, 0] / 3,
        part["clue_tokens"].sum(1, keepdim=True) / 8,
        part["deck"].sum(1, keepdim=True) / 40,
    ]
    return torch.cat([observed, *(block.reshape(rows, -1) for block in extra)], 1)


class Network(nn.Module):
    """Two hidden layers; a preference for every action."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        inputs = features(torch.zeros(1, LAYOUT.size)).shape[1]
        self.first, self.second = nn.Linear(inputs, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.last = nn.Linear(HIDDEN, actions)

    def forward(self, observed: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
        hidden = torch.relu(self.first(features(observed.float())))
        hidden = hidden + torch.relu(self.second(hidden))
        return self.last(hidden).masked_fill(legal == 0, -1e9)

    @torch.no_grad()
    def choices(self, observed: NDArray[Any], legal: NDArray[Any]) -> NDArray[np.int64]:
        """The action with the highest preference in every row."""
        chosen: NDArray[np.int64] = self(torch.from_numpy(observed), torch.from_numpy(legal)).argmax(1).numpy()
        return chosen

    def save(self, file: Path) -> None:
        weights = {name: weight.numpy().astype(np.float16) for name, weight in self.state_dict().items()}
        np.savez_compressed(file, **weights)

    @classmethod
    def load(cls, file: Path) -> "Network":
        with np.load(file) as saved:
            weights = {name: torch.from_numpy(saved[name].astype(np.float32)) for name in saved.files}
        network = cls(len(weights["last.bias"]))
        network.load_state_dict(weights)
        return network


class LearnedBot:
    """Plays games of two with the five plain suits."""

    name = "learned"

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self.network = Network.load(weights)

    def choose(self, view: View) -> Action:
        self.check_rules(view.rules, len(view.names))
        assert view.seat is not None
        row, legal = np.zeros((1, LAYOUT.size), np.uint8), np.zeros((1, view.rule_tables.actions), np.uint8)
        observation_encoder.encode(view.rule_tables, view.erased, view.seat, row[0], 0)
        # Where clues may touch no card, it gives none of these: it has never seen one.
        allowed = legal_ids(view.rule_tables, view.erased)
        taught = set(legal_ids(kernel_rules(STANDARD, PLAYERS), view.erased))
        legal[0, [number for number in allowed if number in taught] or allowed] = 1
        number = int(self.network.choices(row, legal)[0])
        return action_of_id(view.rules, view.rule_tables, view.erased, number)

    @staticmethod
    def check_rules(rules: RuleSet, players: int) -> None:
        if players != PLAYERS or observation_layout(rules, players) != LAYOUT:
            raise BotError("`learned` was taught games of two with the five plain suits, and plays no others")

    def parameters(self, rules: RuleSet, players: int) -> dict[str, int]:
        return {"weights": zlib.crc32(WEIGHTS.read_bytes())}


Lesson = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64]]


def lesson(teacher: Any, seed: int, games: int) -> Lesson:
    """Observations, legal actions and the teacher's choices, from games that it played with itself."""
    scores, outcomes, broken = (np.zeros(games, np.int64) for _ in range(3))
    log = np.zeros((games, LONGEST_GAME), np.int16)
    teacher.play_games(GameChunk(STANDARD, PLAYERS, seed, 0, scores, outcomes, broken, log))
    batch = Batch(STANDARD, PLAYERS, games=games, seed=seed, observe="player", redeal=False)
    batch.reset()
    rows: list[Lesson] = []
    for column in log.T.astype(np.int64):
        running = batch.ends == 0
        if not running.any():
            break
        rows.append((batch.observations[running], batch.legal[running], column[running]))
        batch.step(np.where(running, column, -1))
    observed, legal, chosen = zip(*rows, strict=True)
    return np.concatenate(observed), np.concatenate(legal), np.concatenate(chosen)


def self_play(network: Network, games: int, seed: int = TEST_SEED) -> tuple[float, float, float]:
    """Mean score, its standard error and the share of lost games, on deals that no lesson uses."""
    batch = Batch(STANDARD, PLAYERS, games=games, seed=seed, observe="player", redeal=False)
    batch.reset()
    while (running := batch.ends == 0).any():
        batch.step(np.where(running, network.choices(batch.observations, batch.legal), -1))
    return float(batch.scores.mean()), float(batch.scores.std() / games**0.5), float((batch.ends == 3).mean())


def train(teacher_name: str, games: int, seed: int, report: int, test_games: int, weights: Path, curve: Path) -> None:
    teacher = make_bot(teacher_name, compiled=True)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = Network(Batch(STANDARD, PLAYERS, games=1).actions)
    optimizer = torch.optim.Adam(network.parameters(), RATE)
    lesson(teacher, seed, 1)
    points: list[dict[str, float]] = []
    start, decisions, lessons = time.process_time(), 0, max(1, games // LESSON_GAMES)
    for number in range(lessons):
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - number / lessons)
        observed, legal, chosen = lesson(teacher, seed * 1_000_000 + number, min(games, LESSON_GAMES))
        order = rng.permutation(len(chosen))
        right = 0
        for place in range(0, len(order), ROWS):
            rows = order[place : place + ROWS]
            preferences = network(torch.from_numpy(observed[rows]), torch.from_numpy(legal[rows]))
            answers = torch.from_numpy(chosen[rows])
            loss = nn.functional.cross_entropy(preferences, answers)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            right += int((preferences.argmax(1) == answers).sum())
        decisions += len(chosen)
        if (number + 1) % report == 0 or number + 1 == lessons:
            mean, error, lost = self_play(network, test_games)
            points.append(
                {
                    "cpu_seconds": round(time.process_time() - start, 1),
                    "decisions": decisions,
                    "agreement": round(right / len(chosen), 4),
                    "mean": round(mean, 3),
                    "stderr": round(error, 3),
                    "lost": round(lost, 3),
                }
            )
            print(json.dumps(points[-1]), flush=True)
            network.save(weights)
            command = {"teacher": teacher_name, "games": games, "seed": seed, "hidden": HIDDEN}
            curve.write_text(json.dumps({**command, "curve": points}, indent=1) + "\n", encoding="utf-8")


def draw_curve(curve: Path, picture: Path) -> None:
    from matplotlib import pyplot

    saved = json.loads(curve.read_text(encoding="utf-8"))
    points = saved["curve"]
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.errorbar(
        [point["decisions"] / 1e6 for point in points],
        [point["mean"] for point in points],
        [point["stderr"] for point in points],
        color="#c2410c",
        marker="o",
        capsize=3,
    )
    title = f"A network taught by {saved['teacher']}, two players (seed {saved['seed']})"
    axes.set(
        xlabel="million decisions of the teacher", ylabel="mean score with itself, lost = 0", ylim=(0, 25), title=title
    )
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(picture, dpi=120)
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a network to play like another bot, in games of two.")
    parser.add_argument("--teacher", default="team", help="a bot with compiled games (default: team)")
    parser.add_argument("--games", type=_positive, default=90_000, help="games of the teacher (default: 90,000)")
    parser.add_argument("--seed", type=_positive, default=1)
    parser.add_argument("--report", type=_positive, default=6, help="lessons between two points of the curve")
    parser.add_argument(
        "--test-games", type=_positive, default=1000, help="games of self-play for each point (default: 1,000)"
    )
    parser.add_argument("--weights", type=Path, default=Path("learned.npz"))
    parser.add_argument("--curve", type=Path, default=Path("learned.json"))
    parser.add_argument("--picture", type=Path, help="draw the curve into this file (needs Matplotlib)")
    parser.add_argument("--draw-only", action="store_true", help="draw a curve that is already there")
    options = parser.parse_args()
    for file in (options.weights, options.curve, options.picture):
        if file is not None and not file.parent.is_dir():
            parser.error(f"{file} cannot be written: there is no folder {file.parent}")
    try:
        if not isinstance(make_bot(options.teacher), CompiledBot):
            parser.error(f"--teacher is a bot with compiled games, such as team or hat, not {options.teacher}")
    except BotError as error:
        parser.error(str(error))
    if not options.draw_only:
        train_with(options)
    if options.picture is not None:
        draw_curve(options.curve, options.picture)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def train_with(options: argparse.Namespace) -> None:
    train(
        options.teacher,
        options.games,
        options.seed,
        options.report,
        options.test_games,
        options.weights,
        options.curve,
    )


if __name__ == "__main__":
    main()
