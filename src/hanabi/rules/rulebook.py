"""The rules as a book for people: the sections that a RuleSet needs, with its numbers, in any language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hanabi.rules.cards import TILES, Suit
from hanabi.rules.editions import Edition, editions
from hanabi.rules.outcome import RATINGS
from hanabi.rules.ruleset import CHOICES, LIMITS, SWITCHES, RuleSet
from hanabi.texts import has, join, say


@dataclass(frozen=True)
class Section:
    """`rows` is a small table of two columns, headed by its first row; `switch` is how `--with` writes a variant."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    rows: tuple[tuple[str, str], ...] = ()
    switch: str | None = None


def sections(rules: RuleSet, lang: str = "en", players: int | None = None) -> tuple[Section, ...]:
    """The game that these rules make; `players` fixes the size of a hand."""
    return tuple(
        Section(
            name,
            say(f"rules.{name}.title", lang),
            tuple(say(f"rules.{name}.{part}", lang, **values) for part, values in parts),
            _ratings(rules, lang) if name == "ratings" else (),
        )
        for name, parts in _outline(rules, players)
    )


def chosen(rules: RuleSet, lang: str = "en") -> tuple[Section, ...]:
    """The variants that these rules have turned on, and the reward tiles where they are used."""
    common = RuleSet()
    told = [
        _variant(name, getattr(rules, name), lang)
        for name in SWITCHES
        if getattr(rules, name) != getattr(common, name) and name not in ("multicolor_cards", "empty_clues")
    ]
    if rules.multicolor != "none" and rules.multicolor_cards != common.multicolor_cards:
        told.append(_variant("multicolor_cards", rules.multicolor_cards, lang))
    return (*told, tiles(lang)) if rules.flamboyants else tuple(told)


def offered(edition: Edition, lang: str = "en") -> tuple[Section, ...]:
    """The variants that an edition's book offers."""
    found = dict.fromkeys(
        (name, value)
        for offer in edition.offers
        for name, terms in offer.items()
        if name != "multicolor_cards" or terms != [RuleSet().multicolor_cards]
        for value in ([terms] if isinstance(terms, str) else terms)
    )
    told = tuple(_variant(name, value, lang) for name, value in found)
    return (*told, tiles(lang)) if ("flamboyants", True) in found else told


def every_variant(lang: str = "en") -> tuple[Section, ...]:
    """All switches with their values, each with the books in which it is found."""
    told = []
    for name in SWITCHES:
        values = CHOICES.get(name) or ((True, False) if has(f"switch.{name}.true.text") else (None,))
        paragraphs = [say(f"switch.{name}.text", lang)]
        paragraphs += [_valued(name, value, lang) for value in values if value is not None]
        books = [book.title[lang] for book in editions().values() if _offers(book, name)]
        if books:
            paragraphs.append(say("rules.variants.books", lang, editions=join(books, lang)))
        written = f"{name}=N" if name in LIMITS else name if values == (None,) else None
        told.append(Section(name, say(f"switch.{name}.title", lang), tuple(paragraphs), switch=written))
    return (*told, tiles(lang))


def tiles(lang: str = "en") -> Section:
    rows = tuple((say(f"tile.{tile}.title", lang), say(f"tile.{tile}.text", lang)) for tile in TILES)
    return Section("tiles", say("rules.tiles.title", lang), (), rows)


def _outline(rules: RuleSet, players: int | None) -> Iterator[tuple[str, list[tuple[str, Mapping[str, Any]]]]]:
    """Section by section, the paragraphs that apply and the numbers they mention."""
    black, wild = Suit.BLACK in rules.suits, Suit.MULTICOLOR in rules.suits
    of_suit = {suit: sum(card.suit is suit for card in rules.cards) for suit in rules.suits}
    tokens, strikes = {"clue_tokens": rules.clue_tokens}, {"strikes": rules.strikes}
    most = {"max_score": rules.max_score}
    plain: Mapping[str, Any] = {}

    def parts(*chosen: tuple[str, Mapping[str, Any]] | str | None) -> list[tuple[str, Mapping[str, Any]]]:
        return [(part, plain) if isinstance(part, str) else part for part in chosen if part is not None]

    yield "goal", parts("1", "2")
    yield (
        "components",
        parts(
            "1",
            ("multicolor", {"cards": of_suit[Suit.MULTICOLOR]}) if wild else None,
            ("black", {"cards": of_suit[Suit.BLACK]}) if black else None,
            ("deck", {"cards": len(rules.cards)}),
            ("clue_tokens", tokens),
            ("strikes", strikes),
            ("tiles", {"tiles": len(TILES)}) if rules.flamboyants else None,
        ),
    )
    hand = None if players is None else ("hand", {"hand": rules.hand_size_for(players)})
    yield "setup", parts("1", hand, ("clue_tokens", tokens), "2", "3", "4")
    yield "turn", parts("1", "2")
    yield "clue", parts("1", "2", "empty.allowed" if rules.empty_clues else "empty.forbidden")
    yield "discard", parts("1", "2")
    yield "play", parts("1", "2", "3")
    yield "fireworks", parts("1", "black" if black else None)
    yield "bonus", parts("1", *(["tiles"] if rules.flamboyants else ["2"]))
    last_round = not rules.all_or_nothing
    yield (
        "end",
        parts(("strikes", strikes), ("complete", most), "deck" if last_round else None, "at_once"),
    )
    if last_round:
        yield "last_round", parts("1")
        yield "score", parts(("1", most), "black" if black else None, "lost")
        yield "ratings", parts("1")
    yield "communication", parts("1", "2")
    yield "advice", parts("1", "2", "3", "4")


def _ratings(rules: RuleSet, lang: str) -> tuple[tuple[str, str], ...]:
    rows = [(say("rules.ratings.points", lang), say("rules.ratings.rating", lang))]
    lows = [least for least, _ in reversed(RATINGS) if least <= rules.max_score]
    names = ["horrible", *(name for _, name in reversed(RATINGS))]
    highs = [low - 1 for low in lows] + [rules.max_score]
    for place, high in enumerate(highs):
        if place == 0:
            points = say("rules.ratings.up_to", lang, high=high)
        elif lows[place - 1] == high:
            points = str(high)
        else:
            points = say("rules.ratings.range", lang, low=lows[place - 1], high=high)
        rating = say(f"rating.{names[place]}", lang)
        rows.append((points, f"{rating}. {say(f'rating.{names[place]}.text', lang)}"))
    return tuple(rows)


def _variant(name: str, value: Any, lang: str) -> Section:
    title = say(f"switch.{name}.title", lang)
    paragraphs = [say(f"switch.{name}.text", lang)]
    key = f"switch.{name}.{str(value).lower()}"
    if has(f"{key}.title"):
        title = f"{title}: {say(f'{key}.title', lang)}"
        paragraphs.append(say(f"{key}.text", lang))
    elif not isinstance(value, bool):
        title = f"{title}: {value}"
    return Section(name, title, tuple(paragraphs), switch=_written(name, value))


def _valued(name: str, value: Any, lang: str) -> str:
    key = f"switch.{name}.{str(value).lower()}"
    return f"{_written(name, value)} – {say(f'{key}.title', lang)}. {say(f'{key}.text', lang)}"


def _written(name: str, value: Any) -> str:
    return name if value is True else f"{name}={str(value).lower().removesuffix('+')}"


def _offers(book: Edition, name: str) -> bool:
    return name in book.base or any(name in offer for offer in book.offers)
