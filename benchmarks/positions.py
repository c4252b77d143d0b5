"""How many positions of the H-Group's site the team bot reads as the site says, for each chapter and level of the bot.

    git clone https://github.com/hanabi/hanabi.github.io SITE
    make bench NAME=positions ARGS="SITE"

The site draws its positions from files (docs/**/*.yml). This takes those with the five plain suits, one clue, and
labels that say what players are to make of it: play the focus, play blind (finesse, bluff), play a clued card (prompt),
save. Cards that a picture leaves open become cards that the clue does not touch, useless ones if possible. A position
counts as read if every labeled card is what its holder then thinks it is.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from hanabi.bots.team.engine import card_sets, updates
from hanabi.bots.team.engine.conventions.belief import belief
from hanabi.bots.team.engine.layout import BLIND, CLUED, MOVED, Mind, ObservedMove, TurnStatus
from hanabi.bots.team.engine.levels import BASIC, EXPERT, conventions_at
from hanabi.bots.team.engine.promises import literal
from hanabi.bots.team.observed_moves import StartPosition
from hanabi.bots.team.runtimes import start_mind
from hanabi.kernels import HIDDEN, NO_TILE, Rules
from hanabi.kernels.cards import suit_of
from hanabi.kernels.layout import MAX_KINDS, MAX_RANKS, NO_LAST_ROUND
from hanabi.rules import Card, RuleSet, kernel_rules, kind_of_card

RULES = RuleSet(empty_clues=False)
SUITS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "white"}
BY_NAME = {"Red": "r", "Yellow": "y", "Green": "g", "Blue": "b", "Purple": "p"}
PLAY, BLIND_PLAY, PROMPT, SAVE, CHOP_MOVE = range(5)
LABELS = {
    "Play": PLAY, "Plays": PLAY, "Finesse": BLIND_PLAY, "Bluff": BLIND_PLAY, "Ejection": BLIND_PLAY,
    "Discharge": BLIND_PLAY, "Prompt": PROMPT, "Save": SAVE, "cm": CHOP_MOVE, "5CM": CHOP_MOVE,
    "Chop": None, "Focus": None, "Fix": None, "Tempo": None, "Stall": None, "Trash": None, "Dupe": None, "Good": None,
}  # fmt: skip


class Unusable(Exception):
    """A position that does not say enough, or that another game or several turns are needed for."""


@dataclass(frozen=True)
class SiteCard:
    kind: int  # HIDDEN: left open
    clued: tuple[str, ...]  # before the clue
    is_touched: bool
    label: int | None


@dataclass(frozen=True)
class SitePosition:
    fireworks: tuple[int, ...]
    lost: tuple[int, ...]
    hands: tuple[tuple[SiteCard, ...], ...]  # oldest card first
    giver: int
    to: int
    clue: str


def kind_of(face: str) -> int:
    return kind_of_card(RULES, Card(SUITS[face[0]], int(face[1])))


def is_face(text: str) -> bool:
    return len(text) == 2 and text[0] in SUITS and text[1] in "12345"


def site_card(data: dict[str, Any]) -> SiteCard:
    text, above = str(data["type"]), data.get("above", "")
    above = str(above.get("text") if isinstance(above, dict) else above).split()
    note = str(data.get("middleNote", ""))
    face = text if is_face(text) else note if is_face(note) else ""
    if not face and len(above) == 2 and above[0] in BY_NAME and above[1] in "12345":
        face = BY_NAME[above[0]] + above[1]
    below = data.get("below")
    below = below.get("text") if isinstance(below, dict) else below
    if below is not None and str(below) not in LABELS:
        raise Unusable
    label = None if below is None else LABELS[str(below)]
    is_clued = data.get("border", not text.startswith("x")) and ("clue" not in data or data.get("retouched", False))
    if is_clued and (not set(text) <= set("rygbp12345") or len(text) > 2):
        raise Unusable
    return SiteCard(kind_of(face) if face else HIDDEN, tuple(text) if is_clued else (), "clue" in data, label)


def site_position(data: dict[str, Any]) -> SitePosition:
    """Raises Unusable."""
    stacks = {name: height for stack in data.get("stacks", ()) for name, height in stack.items()}
    players = data["players"]
    if "suits" in data or not set(stacks) <= set(SUITS) or not all(isinstance(one, dict) for one in players):
        raise Unusable
    if not all("cards" in player for player in players) or not 2 <= len(players) <= 5:
        raise Unusable
    givers = [seat for seat, player in enumerate(players) if player.get("clueGiver")]
    clues = {(seat, str(card["clue"])) for seat, one in enumerate(players) for card in one["cards"] if "clue" in card}
    if len(givers) != 1 or len(clues) != 1:
        raise Unusable
    hands = tuple(tuple(site_card(card) for card in reversed(player["cards"])) for player in players)
    ((to, clue),) = clues
    if to == givers[0] or clue not in {*SUITS, *"12345"}:
        raise Unusable
    fireworks = [0] * len(RULES.suits)
    for name, height in stacks.items():
        fireworks[suit_of(kind_of(f"{name}1"))] = height
    lost = Counter(kind_of(face) for face in data.get("discarded", ()) if is_face(face))
    return SitePosition(tuple(fireworks), tuple(lost[kind] for kind in range(MAX_KINDS)), hands, givers[0], to, clue)


def filled_in(r: Rules, position: SitePosition) -> list[list[int]]:
    """The kinds in all hands; cards left open are such that the clue does not touch them. Raises Unusable."""
    left = list(r.copies)
    for suit, height in enumerate(position.fireworks):
        for step in range(height):
            left[suit * MAX_RANKS + step] -= 1
    for kind, count in enumerate(position.lost):
        left[kind] -= count
    hands = [[card.kind for card in hand] for hand in position.hands]
    for kind in (kind for hand in hands for kind in hand if kind != HIDDEN):
        left[kind] -= 1
    clued = r.touch[clue_index(position.clue)]
    played = [kind for kind in range(MAX_KINDS) if kind % MAX_RANKS < position.fireworks[suit_of(kind) % r.suits]]
    order = [*played, *(kind for rank in (3, 2) for kind in range(rank, r.suits * MAX_RANKS, MAX_RANKS))]
    for seat, hand in enumerate(hands):
        for slot, card in enumerate(position.hands[seat]):
            if hand[slot] != HIDDEN:
                continue
            if card.clued or card.label not in (None, CHOP_MOVE):
                raise Unusable
            touching = seat == position.to
            fitting = [one for one in order if left[one] > 0 and touching * (clued >> one & 1) == card.is_touched]
            if not fitting:
                raise Unusable
            hand[slot] = fitting[slot % len(fitting)]
            left[hand[slot]] -= 1
    if min(left) < 0:
        raise Unusable
    return hands


def clue_index(clue: str) -> int:
    if clue.isdecimal():
        return len(RULES.nameable) + int(clue) - 1
    return [color.value for color in RULES.nameable].index(SUITS[clue])


def mind_after(r: Rules, position: SitePosition, hands: list[list[int]], me: int, level: int) -> Mind:
    """What one seat thinks after the clue."""
    drawn = r.players * r.hand_size + sum(position.fireworks) + sum(position.lost)
    status = TurnStatus(position.giver, r.clue_tokens - 1, 0, r.cards - drawn, NO_LAST_ROUND, NO_TILE, 0)
    dealt = tuple(tuple(HIDDEN if seat == me else kind for kind in hand) for seat, hand in enumerate(hands))
    start = StartPosition(position.giver, dealt, position.fireworks, position.lost, status)
    mind = start_mind(r, me, conventions_at(level), start)
    for seat, hand in enumerate(position.hands):
        for slot, card in enumerate(hand):
            for clue in card.clued:
                cell = mind.table.hands[seat][slot]
                mind.cards.possible[cell] &= r.touch[clue_index(clue)]
                mind.cards.clues[cell] |= 1 << clue_index(clue)
                mind.cards.giver[cell] = (seat + 1) % r.players
    mind.table.clock = r.players  # not the first round
    touched = sum(1 << slot for slot, card in enumerate(position.hands[position.to]) if card.is_touched)
    move = ObservedMove(CLUED, position.giver, to=position.to, clue=clue_index(position.clue), touched=touched)
    updates.observe_move(r, mind, move)
    return mind


def is_read(position: SitePosition, level: int) -> bool:
    """Raises Unusable."""
    r = kernel_rules(RULES, len(position.hands))
    hands = filled_in(r, position)
    clued = r.touch[clue_index(position.clue)]
    if any(
        clued >> hands[position.to][slot] & 1 != card.is_touched
        for slot, card in enumerate(position.hands[position.to])
    ):
        raise Unusable
    asks = any(card.label in (BLIND_PLAY, PROMPT) for hand in position.hands for card in hand)
    for seat, hand in enumerate(position.hands):
        if not any(card.label is not None for card in hand):
            continue
        mind = mind_after(r, position, hands, seat, level)
        for slot, card in enumerate(hand):
            cell, kind = mind.table.hands[seat][slot], hands[seat][slot]
            faces = belief(r, mind, cell)
            is_true, is_play = bool(faces >> kind & 1), card_sets.is_known_playable(mind, faces)
            is_told = is_true and (is_play or faces != literal(mind, cell))
            is_right = {
                None: True,
                PLAY: is_true and (is_play or asks),
                BLIND_PLAY: is_told and mind.cards.marks[cell] & BLIND != 0,
                PROMPT: is_told,
                SAVE: is_true and not is_play,
                CHOP_MOVE: mind.cards.marks[cell] & MOVED != 0,
            }[card.label]
            if not is_right:
                return False
    return True


def positions_in(folder: Path) -> Iterator[tuple[str, Path, SitePosition]]:
    """The chapter, the file and the position of every drawing that can be used."""
    for file in sorted((folder / "docs").rglob("*.yml")):
        try:
            position = site_position(yaml.safe_load(file.read_text(encoding="utf-8")))
            filled_in(kernel_rules(RULES, len(position.hands)), position)
            is_read(position, BASIC)
        except Unusable:
            continue
        if any(card.label is not None for hand in position.hands for card in hand):
            yield file.relative_to(folder / "docs").parts[0], file, position


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--unread", action="store_true", help="also list the files that the highest level misreads")
    options = parser.parse_args()
    levels = range(BASIC, EXPERT + 1)
    total, read, unread = Counter[str](), Counter[tuple[str, int]](), []
    for chapter, file, position in positions_in(options.folder):
        right = [level for level in levels if is_read(position, level)]
        for name in (chapter, "all"):
            total[name] += 1
            read.update((name, level) for level in right)
        if EXPERT not in right:
            unread.append(file)
    if not total:
        print(f"{options.folder} has no drawings in docs: clone the site's repository", file=sys.stderr)
        return 1
    print("| chapter | positions |", *(f"`team:{level}` |" for level in levels))
    print("|---" * (len(levels) + 2) + "|")
    chapters = sorted(total, key=lambda name: (name == "all", "level" in name, len(name), name))
    for name in chapters:
        print(f"| {name} | {total[name]} |", *(f"{read[name, level]} |" for level in levels))
    if options.unread:
        print(*unread, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
