"""Names, titles and messages that people write, made safe to show to others: nothing invisible, nothing that turns the
direction of the text around it, no towers of accents."""

import unicodedata
from collections.abc import Iterable

from hanabi.server.refusals import Refused

# Letters and marks that draw nothing although their category is that of a visible one.
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
)
# They join what stands before and after them: families of emoji, letters of Indic scripts and of Persian.
JOINERS = "\u200c\u200d"
JOINED = ("Lo", "Mn", "Mc", "So", "Sk")
EMOJI_STYLE = "\ufe0f"
MAX_MARKS = 3
NAME_LENGTH = 24


def clean_line(text: str, limit: int | None = None) -> str:
    """One line of text as it may be shown to others; empty if nothing visible is left."""
    kept: list[str] = []
    marks = 0
    source = unicodedata.normalize("NFC", text)
    for place, character in enumerate(source):
        category = unicodedata.category(character)
        if character.isspace() or category[0] == "Z":
            if kept and kept[-1] != " ":
                kept.append(" ")
            continue
        if character in JOINERS:
            following = source[place + 1 : place + 2]
            if not (kept and following and _joins(kept[-1]) and _joins(following)):
                continue
        elif character == EMOJI_STYLE:
            if not kept or not (unicodedata.category(kept[-1]) == "So" or kept[-1] in "0123456789#*"):
                continue
        elif category[0] == "C" or character in BLANK:
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks > MAX_MARKS or not kept or kept[-1] == " ":
                continue
        else:
            marks = 0
        kept.append(character)
    return "".join(kept)[:limit].strip(" " + JOINERS)


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
    """Equal for names that look alike because only case, width or what is invisible differs."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean_line(name)).casefold())
    return "".join(character for character in folded if character not in JOINERS and character != EMOJI_STYLE)[:80]


def free_name(name: str, taken: Iterable[str | None]) -> str:
    """The name, with a number if somebody has it already or one that looks like it."""
    alike = {skeleton(other) for other in taken if other is not None}
    endings = (f" {number}" for number in range(2, 100))
    numbered = (name[: NAME_LENGTH - len(ending)].rstrip() + ending for ending in endings)
    return next(candidate for candidate in (name, *numbered) if skeleton(candidate) not in alike)


def _joins(character: str) -> bool:
    return character == EMOJI_STYLE or unicodedata.category(character) in JOINED
