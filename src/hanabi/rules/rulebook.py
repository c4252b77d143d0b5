"""The rules as a text for people: the sections that a RuleSet needs, with its numbers, in any language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hanabi.rules.cards import TILES, Card, Suit
from hanabi.rules.editions import Edition, edition, editions
from hanabi.rules.outcome import RATINGS
from hanabi.rules.rulebook_examples import RulebookExamples, examples_for
from hanabi.rules.ruleset import FLAG, SWITCHES, RuleSet
from hanabi.texts import has, join, say

Paragraph = tuple[str, Mapping[str, Any]]
EVERYTHING = frozenset({"with_black", "with_tiles"})  # components that some texts mention only where they are used


@dataclass(frozen=True)
class RulebookSection:
    """`rows` has two columns and a heading row. For a variant, `switch` is its `--with` notation and `cards` are the
    cards it adds."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    rows: tuple[tuple[str, str], ...] = ()
    switch: str | None = None
    cards: tuple[Card, ...] = ()


def sections(rules: RuleSet, lang: str = "en", players: int | None = None) -> tuple[RulebookSection, ...]:
    """The rulebook for these rules; `players` fixes the hand size."""
    return tuple(
        RulebookSection(
            name,
            say(f"rules.{name}.title", lang),
            tuple(say(f"rules.{name}.{part}", lang, **values) for part, values in parts),
            _rating_rows(rules, lang) if name == "ratings" else (),
        )
        for name, parts in _outline(rules, lang, players)
    )


def house_rule_note(rules: RuleSet, lang: str = "en") -> str | None:
    """A note on rules that the chosen book does not offer: the other books that do, or that it is a house rule."""
    if rules.by_the_book:
        return None
    if rules.printed_apart:
        return say("house_rule.apart", lang)
    if not rules.offered_by:
        return say("house_rule", lang)
    titles = [edition(code).title[lang] for code in rules.offered_by]
    return say("house_rule.elsewhere", lang, editions=join(titles, lang))


def active_variants(rules: RuleSet, lang: str = "en") -> tuple[RulebookSection, ...]:
    """The variants in use, and the reward tiles if they are."""
    common, in_play = RuleSet(), _in_play(rules)
    variants = tuple(
        _multicolor_variant(rules.multicolor, rules.multicolor_cards, lang)
        if name == "multicolor"
        else _variant(name, getattr(rules, name), lang, in_play)
        for name in SWITCHES
        if getattr(rules, name) != getattr(common, name) and name not in ("multicolor_cards", "empty_clues")
    )
    return (*variants, tile_section(lang, in_play)) if rules.flamboyants else variants


def offered_variants(book: Edition, lang: str = "en") -> tuple[RulebookSection, ...]:
    """The variants that an edition's book offers."""
    variants: list[RulebookSection] = []
    for variant in book.variants:
        if "multicolor" in variant:
            variants += [
                _multicolor_variant(form, cards, lang)
                for form in _values(variant["multicolor"])
                for cards in _values(variant["multicolor_cards"])
            ]
            continue
        for name, terms in variant.items():
            in_play = _offered_with(book, name)
            variants += [_variant(name, value, lang, in_play) for value in _values(terms)]
    if book.together:
        titles = [[say(f"switch.{name}.title", lang) for name in SWITCHES if name in names] for names in book.together]
        text = say("rules.together.text", lang, combinations="; ".join(" + ".join(names) for names in titles))
        variants.append(RulebookSection("together", say("rules.together.title", lang), (text,)))
    tiled = any("flamboyants" in variant for variant in book.variants)
    return (*variants, tile_section(lang, _offered_with(book, "flamboyants"))) if tiled else tuple(variants)


def all_variants(lang: str = "en") -> tuple[RulebookSection, ...]:
    """All switches with their values, each with the editions that offer it."""
    variants = []
    for name, switch in SWITCHES.items():
        is_number = isinstance(switch.values, range)
        values = () if is_number else switch.values
        if values is FLAG:
            values = (True, False) if has(f"switch.{name}.true.text") else ()
        paragraphs = [say(f"switch.{name}.text", lang), *_additions(f"switch.{name}", EVERYTHING, lang)]
        paragraphs += [_value_text(name, value, lang) for value in values]
        titles = [book.title[lang] for book in editions().values() if _offers(book, name)]
        if titles:
            paragraphs.append(say("rules.variants.books", lang, editions=join(titles, lang)))
        written = f"{name}=N" if is_number else None if values else name
        title, cards = say(f"switch.{name}.title", lang), _added_cards(name)
        variants.append(RulebookSection(name, title, tuple(paragraphs), switch=written, cards=cards))
    return (*variants, tile_section(lang))


def tile_section(lang: str = "en", in_play: frozenset[str] = EVERYTHING) -> RulebookSection:
    rows = tuple(
        (
            say(f"tile.{tile}.title", lang),
            " ".join([say(f"tile.{tile}.text", lang), *_additions(f"tile.{tile}", in_play, lang)]),
        )
        for tile in TILES
    )
    return RulebookSection("tiles", say("rules.tiles.title", lang), (), rows)


def _outline(rules: RuleSet, lang: str, players: int | None) -> Iterator[tuple[str, list[Paragraph]]]:
    """Section by section, the paragraphs that apply and the numbers they mention."""
    black, multicolor = Suit.BLACK in rules.suits, Suit.MULTICOLOR in rules.suits
    book = None if rules.edition is None else edition(rules.edition)
    examples = examples_for(rules)
    tokens = {"clue_tokens": rules.clue_tokens}
    # The usual numbers of strikes have sentences with an ordinal.
    strikes = f"strikes.{rules.strikes}" if rules.strikes in (2, 3) else ("strikes", {"strikes": rules.strikes})

    last_round = not rules.all_or_nothing

    yield "goal", _parts("1", "2")
    yield (
        "components",
        _parts(
            "1",
            _multicolor_cards(rules) if multicolor else None,
            ("black", {"cards": _size(rules, Suit.BLACK)}) if black else None,
            ("deck", {"cards": len(rules.cards)}),
            ("clue_tokens", tokens),
            strikes,
            ("tiles", {"tiles": len(TILES)}) if rules.flamboyants else None,
        ),
    )
    yield "fireworks", _parts("1", "black" if black else None)
    hand = None if players is None else ("hand", {"hand": rules.hand_size_for(players)})
    first = f"first.{'anyone' if book is None else book.first}"
    yield "setup", _parts("1", hand, ("clue_tokens", tokens), first, "3", "4")
    yield "turn", _parts("1", "2")
    wild = examples is not None and rules.multicolor == "wild"
    yield (
        "clue",
        _parts(
            "1",
            "2",
            _clue_example(examples, lang),
            "example.wild" if wild else None,
            "empty.allowed" if rules.empty_clues else "empty.forbidden",
        ),
    )
    yield "discard", _parts("1", "2")
    yield "play", _parts("1", "2", "3")
    yield "bonus", _parts("1", "tiles" if rules.flamboyants else "2")
    if last_round:
        yield "end", _parts(strikes, ("complete", {"max_score": rules.max_score}), "deck", "at_once")
        yield "last_round", _parts("1")
        yield "score", list(_score(rules, book, examples, lang))
        yield "ratings", _parts("1")
    else:
        yield "end", _parts(strikes, "indispensable", "complete.only", "no_last_round", "stuck", "at_once")
    remarks = None if book is None or book.remarks == "none" else book.remarks
    yield "communication", _parts("1", "group", remarks)
    yield (
        "advice",
        _parts(
            "1",
            "upside_down" if book is not None and book.upside_down else None,
            "2",
            "3",
            "with_black" if black else None,
            "few_multicolor" if multicolor and rules.multicolor_cards == 5 else None,
            "4",
        ),
    )


def _parts(*parts_or_none: Paragraph | str | None) -> list[Paragraph]:
    return [(part, {}) if isinstance(part, str) else part for part in parts_or_none if part is not None]


def _size(rules: RuleSet, suit: Suit) -> int:
    return sum(card.suit is suit for card in rules.cards)


def _multicolor_cards(rules: RuleSet) -> Paragraph | str:
    cards = _size(rules, Suit.MULTICOLOR)
    return f"multicolor.{cards}" if cards in SWITCHES["multicolor_cards"].values else ("multicolor", {"cards": cards})


def _clue_example(examples: RulebookExamples | None, lang: str) -> Paragraph | None:
    if examples is None:
        return None
    slots = {about: join([slot + 1 for slot in examples.touched[about]], lang) for about in (Suit.RED.value, 1)}
    hand = _names(examples.hand, lang)
    return "example", {"hand": hand, "color_slots": slots[Suit.RED.value], "rank_slots": slots[1]}


def _score(rules: RuleSet, book: Edition | None, examples: RulebookExamples | None, lang: str) -> Iterator[Paragraph]:
    black = Suit.BLACK in rules.suits
    yield "colors" if black else "1", {"max_score": rules.max_score}
    if black:
        yield "black", {}
    if examples is not None:
        first, *others = examples.points.values()
        terms = "".join(f" {'+' if points >= 0 else '−'} {abs(points)}" for points in others)
        values = {"tops": _names(examples.score_tops, lang), "sum": f"{first}{terms} = {examples.score}"}
        yield "example.with_black" if black else "example", values
    yield "lost.rated" if book is not None and book.rates_lost_games else "lost", {}
    if book is not None and black and "black_powder" in book.commends:
        yield "commendation", {}


def _names(cards: tuple[Card, ...], lang: str) -> str:
    return join([say(f"card.{card.suit}", lang, rank=card.rank) for card in cards], lang)


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


def _values(terms: list[Any] | str) -> list[Any]:
    return [terms] if isinstance(terms, str) else terms


def _variant(name: str, value: Any, lang: str, in_play: frozenset[str]) -> RulebookSection:
    title = say(f"switch.{name}.title", lang)
    paragraphs = [say(f"switch.{name}.text", lang), *_additions(f"switch.{name}", in_play, lang)]
    key = f"switch.{name}.{value}"
    if has(f"{key}.title"):
        title, paragraphs = f"{title}: {say(f'{key}.title', lang)}", [*paragraphs, say(f"{key}.text", lang)]
    elif not isinstance(value, bool):
        title = f"{title}: {value}"
    return RulebookSection(name, title, tuple(paragraphs), switch=_switch_text(name, value), cards=_added_cards(name))


def _multicolor_variant(form: str, cards: int, lang: str) -> RulebookSection:
    """The multicolor suit in one of its forms; the text mentions it if the suit has five cards."""
    keys = [f"switch.multicolor.{form}"]
    switch = f"multicolor={form}"
    if cards != RuleSet().multicolor_cards:
        keys.append(f"switch.multicolor_cards.{cards}")
        switch += f",multicolor_cards={cards}"
    forms = "; ".join(say(f"{key}.title", lang) for key in keys)
    title = f"{say('switch.multicolor.title', lang)} ({forms})"
    paragraphs = (say("switch.multicolor.text", lang), *(say(f"{key}.text", lang) for key in keys))
    return RulebookSection("multicolor", title, paragraphs, switch=switch, cards=_added_cards("multicolor", cards))


def _added_cards(name: str, multicolor_cards: int = 10) -> tuple[Card, ...]:
    suit = {"multicolor": Suit.MULTICOLOR, "black_powder": Suit.BLACK}.get(name)
    rules = RuleSet.of(multicolor="suit", multicolor_cards=multicolor_cards, black_powder=True)
    return tuple(card for card in rules.cards if card.suit is suit)


def _additions(key: str, in_play: frozenset[str], lang: str) -> list[str]:
    """Sentences to add if the black suit or the reward tiles are in play."""
    return [say(f"{key}.{addition}", lang) for addition in sorted(in_play) if has(f"{key}.{addition}")]


def _in_play(rules: RuleSet) -> frozenset[str]:
    black, tiles = Suit.BLACK in rules.suits, rules.flamboyants
    return frozenset(name for name, there in (("with_black", black), ("with_tiles", tiles)) if there)


def _offered_with(book: Edition, name: str) -> frozenset[str]:
    """The components that the book allows together with this switch."""
    partners = {partner for names in book.together if name in names for partner in names}
    additions = {"black_powder": "with_black", "flamboyants": "with_tiles"}
    return frozenset(additions[partner] for partner in partners & additions.keys())


def _value_text(name: str, value: Any, lang: str) -> str:
    key = f"switch.{name}.{str(value).lower()}"
    written = (
        f"multicolor=suit,{_switch_text(name, value)}" if name == "multicolor_cards" else _switch_text(name, value)
    )
    return f"{written} – {say(f'{key}.title', lang)}. {say(f'{key}.text', lang)}"


def _switch_text(name: str, value: Any) -> str:
    return name if value is True else f"{name}={str(value).lower().removesuffix('+')}"


def _offers(book: Edition, name: str) -> bool:
    return name in book.base or any(name in variant for variant in book.variants)
