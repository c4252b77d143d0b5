"""The rules as a text for people: the sections that a RuleSet needs, with its numbers, in any language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hanabi.rules.cards import TILES, Suit
from hanabi.rules.editions import Edition, editions
from hanabi.rules.outcome import RATINGS
from hanabi.rules.ruleset import CHOICES, LIMITS, SWITCHES, RuleSet
from hanabi.texts import has, join, say


@dataclass(frozen=True)
class RulebookSection:
    """`rows` is a small table of two columns, headed by its first row; `switch` is how `--with` writes a variant."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    rows: tuple[tuple[str, str], ...] = ()
    switch: str | None = None


def sections(rules: RuleSet, lang: str = "en", players: int | None = None) -> tuple[RulebookSection, ...]:
    """The rulebook of these rules; `players` fixes the size of a hand."""
    return tuple(
        RulebookSection(
            name,
            say(f"rules.{name}.title", lang),
            tuple(say(f"rules.{name}.{part}", lang, **values) for part, values in parts),
            _rating_rows(rules, lang) if name == "ratings" else (),
        )
        for name, parts in _outline(rules, players)
    )


def active_variants(rules: RuleSet, lang: str = "en") -> tuple[RulebookSection, ...]:
    """The variants that these rules have turned on, and the reward tiles where they are used."""
    common = RuleSet()
    variants = [
        _variant(name, getattr(rules, name), lang)
        for name in SWITCHES
        if getattr(rules, name) != getattr(common, name) and name not in ("multicolor_cards", "empty_clues")
    ]
    if rules.multicolor != "none" and rules.multicolor_cards != common.multicolor_cards:
        variants.append(_variant("multicolor_cards", rules.multicolor_cards, lang))
    return (*variants, tile_section(lang)) if rules.flamboyants else tuple(variants)


def offered_variants(edition: Edition, lang: str = "en") -> tuple[RulebookSection, ...]:
    """The variants that an edition's book offers."""
    found = dict.fromkeys(
        (name, value)
        for offer in edition.offers
        for name, terms in offer.items()
        if name != "multicolor_cards" or terms != [RuleSet().multicolor_cards]
        for value in ([terms] if isinstance(terms, str) else terms)
    )
    variants = tuple(_variant(name, value, lang) for name, value in found)
    return (*variants, tile_section(lang)) if ("flamboyants", True) in found else variants


def all_variants(lang: str = "en") -> tuple[RulebookSection, ...]:
    """All switches with their values, each with the editions that offer it."""
    variants = []
    for name in SWITCHES:
        values = CHOICES.get(name) or ((True, False) if has(f"switch.{name}.true.text") else (None,))
        paragraphs = [say(f"switch.{name}.text", lang)]
        paragraphs += [_value_text(name, value, lang) for value in values if value is not None]
        titles = [book.title[lang] for book in editions().values() if _offers(book, name)]
        if titles:
            paragraphs.append(say("rules.variants.books", lang, editions=join(titles, lang)))
        written = f"{name}=N" if name in LIMITS else name if values == (None,) else None
        variants.append(RulebookSection(name, say(f"switch.{name}.title", lang), tuple(paragraphs), switch=written))
    return (*variants, tile_section(lang))


def tile_section(lang: str = "en") -> RulebookSection:
    rows = tuple((say(f"tile.{tile}.title", lang), say(f"tile.{tile}.text", lang)) for tile in TILES)
    return RulebookSection("tiles", say("rules.tiles.title", lang), (), rows)


def _outline(rules: RuleSet, players: int | None) -> Iterator[tuple[str, list[tuple[str, Mapping[str, Any]]]]]:
    """Section by section, the paragraphs that apply and the numbers they mention."""
    black, wild = Suit.BLACK in rules.suits, Suit.MULTICOLOR in rules.suits
    of_suit = {suit: sum(card.suit is suit for card in rules.cards) for suit in rules.suits}
    tokens = {"clue_tokens": rules.clue_tokens}
    # The usual numbers of strikes have sentences with an ordinal.
    strikes = f"strikes.{rules.strikes}" if rules.strikes in (2, 3) else ("strikes", {"strikes": rules.strikes})
    most = {"max_score": rules.max_score}
    plain: Mapping[str, Any] = {}

    def parts(*parts_or_none: tuple[str, Mapping[str, Any]] | str | None) -> list[tuple[str, Mapping[str, Any]]]:
        return [(part, plain) if isinstance(part, str) else part for part in parts_or_none if part is not None]

    yield "goal", parts("1", "2")
    yield (
        "components",
        parts(
            "1",
            ("multicolor", {"cards": of_suit[Suit.MULTICOLOR]}) if wild else None,
            ("black", {"cards": of_suit[Suit.BLACK]}) if black else None,
            ("deck", {"cards": len(rules.cards)}),
            ("clue_tokens", tokens),
            strikes,
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
        parts(strikes, ("complete", most), "deck" if last_round else None, "at_once"),
    )
    if last_round:
        yield "last_round", parts("1")
        yield "score", parts(("1", most), "black" if black else None, "lost")
        yield "ratings", parts("1")
    yield "communication", parts("1", "2")
    yield "advice", parts("1", "2", "3", "4")


def _rating_rows(rules: RuleSet, lang: str) -> tuple[tuple[str, str], ...]:
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


def _variant(name: str, value: Any, lang: str) -> RulebookSection:
    title = say(f"switch.{name}.title", lang)
    paragraphs = [say(f"switch.{name}.text", lang)]
    key = f"switch.{name}.{str(value).lower()}"
    if has(f"{key}.title"):
        title = f"{title}: {say(f'{key}.title', lang)}"
        paragraphs.append(say(f"{key}.text", lang))
    elif not isinstance(value, bool):
        title = f"{title}: {value}"
    return RulebookSection(name, title, tuple(paragraphs), switch=_switch_text(name, value))


def _value_text(name: str, value: Any, lang: str) -> str:
    key = f"switch.{name}.{str(value).lower()}"
    return f"{_switch_text(name, value)} – {say(f'{key}.title', lang)}. {say(f'{key}.text', lang)}"


def _switch_text(name: str, value: Any) -> str:
    return name if value is True else f"{name}={str(value).lower().removesuffix('+')}"


def _offers(book: Edition, name: str) -> bool:
    return name in book.base or any(name in offer for offer in book.offers)
