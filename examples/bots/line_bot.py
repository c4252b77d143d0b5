#!/usr/bin/env python3
"""A bot that speaks the line protocol, in plain Python: it imports nothing of `hanabi`.

    hanabi simulate --bot "exec:python3 examples/bots/line_bot.py" --players 3 --games 20

It plays what it knows to fit, shows teammates what they can play, and otherwise throws its oldest card without a clue.
"""

import json
import sys


def is_within(faces, others):
    """Masks have one number for each suit, and in it one bit for each rank."""
    return all(face & ~other == 0 for face, other in zip(faces, others, strict=True))


def kinds_of(legal, kind):
    return [action for action in legal if action["type"] == kind]


def choose(view):
    legal, mine = view["legal"], view["hands"][view["seat"]]["cards"]
    for play in kinds_of(legal, "play"):
        if is_within(mine[play["slot"]]["possible"], view["playable"]):
            return play
    for clue in kinds_of(legal, "clue"):
        cards = view["hands"][clue["to"]]["cards"]
        new = [cards[slot] for slot in clue["slots"] if clue["about"] not in cards[slot]["clued"]]
        if new and all("playable" in card["marks"] for card in new):
            return clue
    discards = kinds_of(legal, "discard")
    for discard in discards:
        if not mine[discard["slot"]]["clued"]:
            return discard
    return (discards or kinds_of(legal, "clue") or legal)[0]


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": "hanabi-bot", "version": 1, "name": "line bot"}
        elif message["type"] == "choose":
            answer = {"type": "choice", "action": choose(message["view"])}
        else:  # start, refused and end need no answer
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
