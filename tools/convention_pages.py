"""Writes docs/conventions.md, a page for each convention and their pictures from the positions: `make conventions`."""

from pathlib import Path

from convention_picture import picture
from hanabi.bots.team.engine.levels import LEVELS
from support.convention_positions import Convention, Position, Section, conventions, unread_conventions

DOCS = Path(__file__).parents[1] / "docs"
PAGES = DOCS / "conventions"
PICTURES = DOCS / "pictures" / "conventions"
INDEX, NOT_READ = "conventions.md", "not-read-yet"
TITLES = {
    1: "chop, focus, play and save clues",
    2: "cards that wait for others",
    3: "finesses",
    4: "chop moves",
}
HEAD = """# The conventions of `team`

Written by `make conventions` from the positions in `tests/bots/team/conventions`; not to be edited. Tests hold the bot
to every position: what each seat takes its cards for after the clue, what it then does, and what it takes them for
without that one convention.

A level has all conventions of the levels before it; `team` alone is `team:3`
([who suits whom](bots.md#who-suits-whom)). Each convention has a switch of its own in the level table
(`hanabi/bots/team/engine/levels.py`): `Team(3, without=["bluff"])` is a player without that one.

In the pictures hands are open, the oldest card is on the left, cards that the clue touches have a ring, and a dot is on
cards with any clue. The chips below a card are what its owner takes it for: the faces that the clues and the
conventions leave. Where there are none, nothing was said of the card.
"""
UNREAD = f"""# Conventions that are not read yet

Written by `make conventions`; not to be edited. Clubs have more conventions than [those of `team`](../{INDEX}).
These are read at no level; the chips and the chop are what they should be.
"""


def made_files() -> dict[Path, str]:
    """The pages and the pictures, as they should be."""
    files, known = dict[Path, str](), conventions()
    files[DOCS / INDEX] = _index(known)
    for convention in known:
        files[PAGES / f"{convention.slug}.md"] = _page(convention, files)
    lines = [UNREAD]
    for section in unread_conventions():
        lines += [f"## {section.name}\n", *_section(section, files)]
    files[PAGES / f"{NOT_READ}.md"] = _text(lines)
    return files


def _index(known: list[Convention]) -> str:
    lines = [HEAD]
    for level in LEVELS:
        lines += [f"## Level {level}: {TITLES[level]}\n", "| convention | what it says | switch |", "|---|---|---|"]
        for convention in known:
            if convention.level == level:
                link = f"[{convention.name}](conventions/{convention.slug}.md)"
                variants = ", ".join(section.name.lower() for section in convention.sections[1:])
                name = f"{link}, with {variants}" if variants else link
                lines.append(f"| {name} | {_first_sentence(convention.sections[0].text)} | `{convention.module}` |")
        lines.append("")
    lines += ["## Not read yet\n", f"Clubs have more. [These](conventions/{NOT_READ}.md) are read at no level:\n"]
    lines += [f"- {section.name}: {_first_sentence(section.text)}" for section in unread_conventions()]
    pages = [*(convention.slug for convention in known), NOT_READ]
    lines += ["\n```{toctree}\n:hidden:\n", *(f"conventions/{page}" for page in pages), "```"]
    return _text(lines)


def _first_sentence(text: str) -> str:
    return " ".join(text.split()).split(". ")[0].removesuffix(".") + "."


def _page(convention: Convention, files: dict[Path, str]) -> str:
    lines = [
        f"# {convention.name}\n",
        f"A convention of [`team`](../{INDEX}) from level {convention.level} on; its switch is "
        f"`{convention.module}`. Written by `make conventions`; not to be edited.\n",
        *_section(convention.sections[0], files, convention.level),
    ]
    for variant in convention.sections[1:]:
        lines += [f"## {variant.name}\n", *_section(variant, files, convention.level)]
    return _text(lines)


def _text(lines: list[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"


def _section(section: Section, files: dict[Path, str], level: int | None = None) -> list[str]:
    lines = [f"{section.text}\n"]
    for number, position in enumerate(section.positions, start=1):
        name = section.slug + (f"-{number}" if len(section.positions) > 1 else "")
        files[PICTURES / f"{name}.svg"] = picture(position)
        lines.append(f"![{position.title}](../pictures/conventions/{name}.svg)\n")
        among = f" Among players of level {position.level}." if level and position.level != level else ""
        lines.append(f"*{position.title}.*{among} {_story(position)}\n")
    return lines


def _story(position: Position) -> str:
    """The moves, and what is thought, said and done then."""
    said = [f"`{position.table}`; {', then '.join(f'`{move}`' for move in position.moves)}."]
    said += [f"{name} thinks `{cards}`." for name, cards in position.thinks.items()]
    said += [f"{name}'s chop is card {slot}." for name, slot in position.chop.items()]
    said += [f"{name} is told: “{sentence}”" for name, sentence in position.hears.items()]
    said += [f"{position.then}."] if position.then else []
    said += [f"Without this convention {name} thinks `{cards}`." for name, cards in position.without.items()]
    said += [f"Without it {name}'s chop is card {slot}." for name, slot in position.chop_without.items()]
    return " ".join(said)


if __name__ == "__main__":
    made = made_files()
    for folder in (PAGES, PICTURES):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            if old not in made:
                old.unlink()
    for file, text in made.items():
        file.write_text(text, encoding="utf-8")
