"""Plain English wherever a person reads: phrases that sound translated stay out."""

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hanabi.texts import catalog

ROOT = Path(__file__).parents[1]
# "One row a process" is a dialect: write "one row per process".
COUNTED = "bit|bytes?|call|file|frame|games|lines?|message|module|one|points?|record|rows?|seconds?|two"
UNIT = (
    "account|action|address|card|client|column|connection|core|day|file|game|hand|hour|key|language|line|message|minute"
    "|month|move|network|person|player|position|process|processor|request|row|seat|second|server|suit|table|turn|visitor"
    "|week|worker|world|year"
)
PATTERNS = {
    "again, not anew": r"\banew\b",
    "forever, not for ever": r"\bfor ever\b",
    "anymore, not any more": r"\b(?:not|no|nobody|never|cannot)\b[^.;:]{0,40} any more[.,;:)]",
    "a player who, not whoever": r"\bwhom?ever\b",
    "so or by which, not thereby": r"\b(?:there|here|where)by\b",
    "is not a card, not is no card": r"(?<!there )\b(?:is|are|was|were) no "
    r"(?!longer\b|need\b|doubt\b|more\b|less\b|fewer\b|way\b|one\b|such\b|better\b)[a-z]+",
    "name the number, not so many": r"\bso (?:many|few|long|much)\b(?! as\b)(?![^.]* that\b)",
    "one per move, not one a move": rf"\b(?<!the )(?:{COUNTED}) an? (?:{UNIT})\b(?! (?:may|can|has|sees)\b)",
    "a row per process, not a row a process": rf"\ba (?:mask|number|row|line|file|byte) an? (?:{UNIT}|group)\b",
    "its own hand, not the own hand": r"\bthe own\b",
}
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"")  # code, and examples of what not to write


@cache
def prose() -> list[tuple[str, str]]:
    """All texts with their places, without quotes."""
    return [(place, QUOTED.sub("", text)) for place, text in texts()]


def texts() -> Iterator[tuple[str, str]]:
    """Comments, docstrings and strings of the sources, the pages, and the English catalog, with their places."""
    for file in sorted((ROOT / "src").rglob("*.py")):
        yield from python_texts(file)
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "Makefile"]
    for file in sorted(pages):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            yield f"{file.relative_to(ROOT)}:{number}", line
    for key, message in catalog("en").items():
        for text in [message] if isinstance(message, str) else message.values():
            yield f"text {key}", text


def python_texts(file: Path) -> Iterator[tuple[str, str]]:
    with tokenize.open(file) as source:
        tokens = list(tokenize.generate_tokens(source.readline))
    for token in tokens:
        if token.type == tokenize.COMMENT:
            yield f"{file.relative_to(ROOT)}:{token.start[0]}", token.string
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield f"{file.relative_to(ROOT)}:{node.lineno}", " ".join(node.value.split())


@pytest.mark.parametrize("advice", PATTERNS)
def test_no_text_reads_like_a_translation(advice: str) -> None:
    pattern = re.compile(PATTERNS[advice], re.IGNORECASE)
    assert [f"{place}: {text}" for place, text in prose() if pattern.search(text)] == []
