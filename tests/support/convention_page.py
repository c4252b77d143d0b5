"""Writes docs/conventions.md and its pictures from the positions: `make conventions`."""

from pathlib import Path

from support.convention_picture import picture
from support.convention_positions import Convention, Position, conventions, unread_conventions

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "pictures" / "conventions"
LEVELS = {
    1: "chop, focus, play and save clues",
    2: "cards that wait for others",
    3: "finesses",
    4: "chop moves",
}
HEAD = """# The conventions of `team`

Written by `make conventions` from `tests/bots/team/conventions/positions.toml`; not to be edited. Tests hold the bot to
every position here: what each seat takes its cards for after the clue, what it then does, and that a convention is off
one level below its own.

A level has all conventions of the levels before it; `team` alone is `team:3`
([who suits whom](bots.md#who-suits-whom)).

In the pictures hands are open, the oldest card is on the left, cards that the clue touches have a ring, and a dot is on
cards with any clue. The chips below a card are what its owner takes it for: the faces that the clues and the
conventions leave. Where there are none, nothing was said of the card.
"""


def made_files() -> dict[Path, str]:
    """The page and the pictures, as they should be."""
    lines, files = [HEAD], dict[Path, str]()
    known = conventions()
    for level, title in LEVELS.items():
        lines.append(f"## Level {level}: {title}\n")
        for convention in known:
            if convention.level == level:
                lines += _section(convention, files)
    lines.append("## Not read yet\n")
    lines.append("Clubs have more. These are read at no level; the chips and the chop are what they should be.\n")
    for convention in unread_conventions():
        lines += _section(convention, files)
    files[DOCS / "conventions.md"] = "\n".join(lines).rstrip() + "\n"
    return files


def _section(convention: Convention, files: dict[Path, str]) -> list[str]:
    lines = [f"### {convention.name}\n", f"{convention.text}\n"]
    for number, position in enumerate(convention.positions, start=1):
        name = convention.slug + (f"-{number}" if len(convention.positions) > 1 else "")
        files[PICTURES / f"{name}.svg"] = picture(position, convention.level)
        lines.append(f"![{position.title}](pictures/conventions/{name}.svg)\n")
        lines.append(f"*{position.title}.* {_story(position)}\n")
    return lines


def _story(position: Position) -> str:
    """The moves, and what is thought, said and done then."""
    said = [f"`{position.table}`; {', then '.join(f'`{move}`' for move in position.moves)}."]
    said += [f"{name} thinks `{cards}`." for name, cards in position.thinks.items()]
    said += [f"{name}'s chop is card {slot}." for name, slot in position.chop.items()]
    said += [f"{name} is told: “{sentence}”" for name, sentence in position.hears.items()]
    said += [f"{position.then}."] if position.then else []
    said += [f"One level lower {name} thinks `{cards}`." for name, cards in position.below.items()]
    said += [f"One level lower {name}'s chop is card {slot}." for name, slot in position.chop_below.items()]
    return " ".join(said)


if __name__ == "__main__":
    made = made_files()
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.iterdir():
        if old not in made:
            old.unlink()
    for file, text in made.items():
        file.write_text(text, encoding="utf-8")
