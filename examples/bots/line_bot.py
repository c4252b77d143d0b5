#!/usr/bin/env python3
"""A bot that speaks the line protocol, in plain Python: it does not import `hanabi`.

    hanabi simulate --bot "exec:python3 examples/bots/line_bot.py" --players 3 --games 20

It plays cards that it knows to be playable, clues playable cards of teammates, and otherwise discards its oldest
unclued card.
"""

import json
import sys


def is_within(faces, others):
    """Masks have one number per suit, with one bit per rank."""
    return all(face & ~other == 0 for face, other in zip(faces, others, strict=True))


def of_type(legal, name):
    return [action for action in legal if action["type"] == name]


def choose(view):
    legal, hand = view["legal"], view["hands"][view["seat"]]["cards"]
    for play in of_type(legal, "play"):
        if is_within(hand[play["slot"]]["possible"], view["playable"]):
            return play
    for clue in of_type(legal, "clue"):
        cards = view["hands"][clue["to"]]["cards"]
        new = [cards[slot] for slot in clue["slots"] if clue["about"] not in cards[slot]["clued"]]
        if new and all("playable" in card["marks"] for card in new):
            return clue
    discards = of_type(legal, "discard")
    for discard in discards:
        if not hand[discard["slot"]]["clued"]:
            return discard
    return (discards or of_type(legal, "clue") or legal)[0]


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
