"""Cleans names, titles and messages before others see them: no invisible characters, no changes of text direction, no
stacked accents."""

import unicodedata
from collections.abc import Iterable

from hanabi.server.refusals import Refused

# Invisible characters in the Unicode categories of visible ones.
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
)
# Joiners connect their neighbors: emoji families, letters of Indic scripts and of Persian.
JOINERS = "\u200c\u200d"
JOINED = ("Lo", "Mn", "Mc", "So", "Sk")
EMOJI_STYLE = "\ufe0f"
# Cyrillic, Greek and other letters whose small or capital form looks like a Latin letter.
LOOKALIKES = str.maketrans(
    "авеіјкмнорԛѕтухһԁӏԝүсɡɑαβεζηικμνορτυχγսոօհց",
    "abeijkmhopqstyxhdlwycgaabezhikmvoptuxyunohg",
)
MAX_MARKS = 3
NAME_LENGTH = 24


def clean_line(text: str, limit: int | None = None) -> str:
    """One line of text without anything unsafe; empty if nothing visible is left."""
    characters: list[str] = []
    marks = 0
    source = unicodedata.normalize("NFC", text)
    for place, character in enumerate(source):
        category = unicodedata.category(character)
        if character.isspace() or category[0] == "Z":
            if characters and characters[-1] != " ":
                characters.append(" ")
            continue
        if character in JOINERS:
            following = source[place + 1 : place + 2]
            if not (characters and following and _joins(characters[-1]) and _joins(following)):
                continue
        elif character == EMOJI_STYLE:
            if not characters or not (unicodedata.category(characters[-1]) == "So" or characters[-1] in "0123456789#*"):
                continue
        elif category[0] == "C" or character in BLANK:
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks > MAX_MARKS or not characters or characters[-1] == " ":
                continue
        else:
            marks = 0
        characters.append(character)
    return "".join(characters)[:limit].strip(" " + JOINERS)


def clean_name(name: str) -> str:
    """The name of a player or an account; empty if nothing visible is left."""
    return clean_line(name, NAME_LENGTH)


def checked_name(name: str) -> str:
    """Raises Refused if nothing visible is left."""
    cleaned = clean_name(name)
    if not cleaned:
        raise Refused("bad_name")
    return cleaned


def skeleton(name: str) -> str:
    """Equal for names that differ only in case, width, invisible characters, or letters that look like Latin ones."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean_line(name)).casefold())
    folded = folded.translate(LOOKALIKES)
    return "".join(character for character in folded if character not in JOINERS and character != EMOJI_STYLE)[:80]


def free_name(name: str, taken: Iterable[str | None]) -> str:
    """The name, with a number if another player has it or one that looks like it."""
    alike = {skeleton(other) for other in taken if other is not None}
    endings = (f" {number}" for number in range(2, 100))
    numbered = (name[: NAME_LENGTH - len(ending)].rstrip() + ending for ending in endings)
    return next(candidate for candidate in (name, *numbered) if skeleton(candidate) not in alike)


def _joins(character: str) -> bool:
    return character == EMOJI_STYLE or unicodedata.category(character) in JOINED
