"""The compact text in hanab.live's links, `…/shared-replay-json/<text>`: players, deck, actions and variant.

Three fields separated by commas; hyphens anywhere are places to break a line: `<players><lowest rank><highest
rank><cards>`, `<lowest type><highest type><actions>`, `<variant>`. A card is one letter, an action two: its type and
value, then its target. Newer links have a fourth field, the seed, in which hyphens count. Links have no names, notes or
options.
"""

from typing import Any

from hanabi.records.hanablive.options import BadField, variant_by_number

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
INDEX = {letter: place for place, letter in enumerate(ALPHABET)}
LINE_LENGTH = 20
DEFAULT_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")


def read_link(text: str) -> dict[str, Any]:
    """The game in hanab.live's JSON form. Checks the letters, not the game."""
    fields = text.split(",")
    if not 3 <= len(fields) <= 4:
        raise BadField("link", f"has {len(fields)} fields between its commas, not 3 or 4: it may be cut off")
    cards, actions, variant = (field.replace("-", "") for field in fields[:3])
    if not (variant.isascii() and variant.isdecimal() and len(variant) <= 5):
        raise BadField("link, field 3", f"must be the number of a variant, not {variant[:20]!r}")
    seed = {"seed": fields[3]} if len(fields) == 4 and fields[3] else {}
    return {
        "players": list(DEFAULT_NAMES[: _players(cards)]),
        "deck": _read_cards(cards),
        "actions": _read_actions(actions),
        "options": {"variant": variant_by_number(int(variant), "link, field 3").name},
        **seed,
    }


def _players(cards: str) -> int:
    if cards[:1] not in tuple("23456"):
        raise BadField("link, field 1", f"must begin with the number of players, 2 to 6, not {cards[:1]!r}")
    return int(cards[0])


def _read_cards(text: str) -> list[dict[str, int]]:
    if text[1:3] != "15":
        raise BadField("link, field 1", f"must give the ranks of the cards as 15 (1 to 5), not {text[1:3]!r}")
    places = (_letter_index(text, at, "link, field 1") for at in range(3, len(text)))
    return [{"suitIndex": place // 5, "rank": place % 5 + 1} for place in places]


def _read_actions(text: str) -> list[dict[str, int]]:
    field = "link, field 2"
    if not (len(text) >= 2 and text[0] in "012345" and text[1] in "012345" and text[0] <= text[1]):
        raise BadField(field, f"must begin with the lowest and the highest type of action, not {text[:2]!r}")
    if len(text) % 2:
        raise BadField(field, "has an odd number of letters, but every action has two: it may be cut off")
    lowest, types = int(text[0]), int(text[1]) - int(text[0]) + 1
    actions = []
    for at in range(2, len(text), 2):
        value, offset = divmod(_letter_index(text, at, field), types)
        action = {"type": lowest + offset, "target": _letter_index(text, at + 1, field)}
        actions.append(action | ({"value": value - 1} if value else {}))
    return actions


def _letter_index(text: str, at: int, field: str) -> int:
    if text[at] not in INDEX:
        raise BadField(f"{field}, letter {at + 1}", f"must be a letter or a digit, not {text[at]!r}")
    return INDEX[text[at]]


def write_link(game: dict[str, Any]) -> str:
    """The link text of a game in hanab.live's JSON form."""
    types = [action["type"] for action in game["actions"]]
    lowest, span = min(types), max(types) - min(types) + 1
    cards = "".join(ALPHABET[card["suitIndex"] * 5 + card["rank"] - 1] for card in game["deck"])
    actions = "".join(
        ALPHABET[(action["value"] + 1) * span + action["type"] - lowest] + ALPHABET[action["target"]]
        for action in game["actions"]
    )
    text = f"{len(game['players'])}15{cards},{lowest}{max(types)}{actions},{game['variant']}"
    return "-".join(text[at : at + LINE_LENGTH] for at in range(0, len(text), LINE_LENGTH))
