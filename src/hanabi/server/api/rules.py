"""Rules, editions and texts: the rulebook, and the choices for a new table."""

from functools import cache, lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, json

from hanabi.rules import SWITCHES, RulesError, RuleSet, Suit, Switch, editions, parse_switches, rulebook as book
from hanabi.rules.rulebook_examples import examples_for
from hanabi.server.api.resource import FixedContent, Refused, Request, Resource, Response, route
from hanabi.server.api.shared_bodies import LanguageParameter, RuleValues
from hanabi.server.tables import switches_of
from hanabi.server.tables.features.talk import PHRASES
from hanabi.server.tables.seated_bots import OFFERED_BOTS, RECOMMENDED_BOT
from hanabi.texts import LANGUAGES, catalog


class SectionBody(Struct, frozen=True):
    """`rows` has two columns; the first row of the ratings is the heading. `cards`: those a variant adds."""

    name: str
    title: str
    paragraphs: list[str]
    rows: list[tuple[str, str]]
    cards: list[str]


class ExampleClue(Struct, frozen=True):
    """`slots`: the cards of the example hand that this clue touches."""

    about: str | int
    slots: list[int]


class ExamplePlay(Struct, frozen=True):
    card: str
    fits: bool


class ExampleStep(Struct, frozen=True):
    """One card of a firework under construction; `laid`: it is already on the table."""

    card: str
    laid: bool


class ExamplePoints(Struct, frozen=True):
    """The top card of a firework, and the points for this firework."""

    card: str
    points: int


class Pictures(Struct, frozen=True):
    """Illustrations for the rules: all cards of the game, and the cards of its examples, such as `r3`."""

    cards: list[str]
    fireworks: list[list[ExampleStep]]
    hand: list[str]
    clues: list[ExampleClue]
    tops: list[str]
    plays: list[ExamplePlay]
    points: list[ExamplePoints]
    score: int


class Rulebook(Struct, frozen=True):
    """The rules of one game, and the variants that its edition offers. `notice` is a remark on rules that the edition's
    rulebook does not contain."""

    sections: list[SectionBody]
    variants: list[SectionBody]
    notice: str | None
    pictures: Pictures | None


class EditionInfo(Struct, frozen=True):
    """`title` and `text` by language. `remarks`: what the book says about remarks that do no harm."""

    code: str
    language: str
    remarks: Literal["none", "example", "always"]
    title: dict[str, str]
    text: dict[str, str]
    switches: RuleValues
    offers: list[dict[str, list[str | int | bool] | str]]


class SwitchInfo(Struct, frozen=True):
    """A switch: its values, or the lowest and highest number to offer. It has no effect while the one it `needs` has
    its first value."""

    name: str
    values: list[bool | str | int]
    limits: tuple[int, int] | None
    needs: str | None


class TableChoices(Struct, frozen=True):
    """Everything a setup page needs; `recommended_bot` is best for people without conventions."""

    editions: list[EditionInfo]
    switches: RuleValues
    settings: list[SwitchInfo]
    bots: list[str]
    recommended_bot: str
    phrases: list[str]
    languages: list[str]


class RulebookParameters(LanguageParameter, frozen=True):
    edition: Annotated[str, Meta(max_length=20)] | None = None
    switches: Annotated[str, Meta(max_length=300)] = field(name="with", default="")
    players: Annotated[int, Meta(ge=2, le=5)] | None = None


class RulesResource(Resource):
    @route(
        "GET",
        "/api/rules",
        summary="The rules of a game as a book",
        gives=Rulebook,
        parameters=RulebookParameters,
    )
    async def show_rulebook(self, request: Request) -> Response:
        """`?edition=pl&with=black_powder,strikes=2&lang=pl&players=3`; without an edition, the common base game."""
        return _rulebook_content(self.parameters(request, RulebookParameters)).response(request)

    @route("GET", "/api/editions", summary="Editions, switches, bots, languages", gives=TableChoices)
    async def list_choices(self, request: Request) -> Response:
        """Also the preset chat phrases."""
        return _choices().response(request)

    @route("GET", "/api/texts/{language}", summary="A catalog of sentences", gives=dict[str, Any])
    async def show_texts(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise Refused("no_such_text")
        response = _catalog(language).response(request)
        response.headers["Cache-Control"] = "public, max-age=300"
        return response


def _switch_info(name: str, switch: Switch) -> SwitchInfo:
    if isinstance(switch.values, range):
        return SwitchInfo(name, [], (switch.values[0], switch.highest), switch.needs)
    return SwitchInfo(name, list(switch.values), None, switch.needs)


def _form_order(switch: Switch) -> tuple[bool, bool, bool]:
    """Flags, of which the usual ones come last, then choices, then numbers."""
    return isinstance(switch.values, range), switch.values != (False, True), switch.default is True


@cache
def _choices() -> FixedContent:
    choices = TableChoices(
        editions=[
            EditionInfo(
                edition.code,
                edition.language,
                edition.remarks,
                dict(edition.title),
                dict(edition.text),
                switches_of(RuleSet.of(edition.code)),
                [dict(variant) for variant in edition.variants],
            )
            for edition in editions().values()
        ],
        switches=switches_of(RuleSet()),
        settings=[
            _switch_info(name, switch)
            for name, switch in sorted(SWITCHES.items(), key=lambda item: _form_order(item[1]))
        ],
        bots=list(OFFERED_BOTS),
        recommended_bot=RECOMMENDED_BOT,
        phrases=list(PHRASES),
        languages=list(LANGUAGES),
    )
    return _json_content(choices)


@cache
def _catalog(language: str) -> FixedContent:
    return _json_content(dict(catalog(language)))


def _json_content(value: Any) -> FixedContent:
    return FixedContent(json.encode(value), "application/json")


@lru_cache(maxsize=128)
def _rulebook_content(asked: RulebookParameters) -> FixedContent:
    return _json_content(rulebook(asked))


def rulebook(asked: RulebookParameters) -> Rulebook:
    lang, edition = asked.lang, asked.edition
    try:
        rules = RuleSet.of(edition, **parse_switches(asked.switches))
    except RulesError as error:
        raise Refused("bad_options", detail=str(error)[:200]) from error
    common = book.sections(rules, lang, asked.players)
    switched = book.active_variants(rules, lang)
    titles = {section.title for section in switched}
    variants = book.all_variants(lang) if edition is None else book.offered_variants(editions()[edition], lang)
    return Rulebook(
        [_section_body(section) for section in (*common, *switched)],
        [_section_body(section) for section in variants if section.title not in titles],
        book.house_rule_note(rules, lang),
        _pictures(rules),
    )


def _pictures(rules: RuleSet) -> Pictures | None:
    """Suits are in the order of the text, not of the rule tables."""
    examples = examples_for(rules)
    if examples is None:
        return None
    suits = list(Suit)
    colors: list[str | int] = [suit.value for suit in suits if suit in rules.nameable]
    return Pictures(
        cards=[str(card) for card in sorted(rules.cards, key=lambda card: (suits.index(card.suit), card.rank))],
        fireworks=[
            [ExampleStep(str(card), laid) for card, laid in firework.items()] for firework in examples.construction
        ],
        hand=[str(card) for card in examples.hand],
        clues=[ExampleClue(about, list(examples.touched[about])) for about in (*colors, *range(1, rules.ranks + 1))],
        tops=[str(card) for card in examples.tops],
        plays=[ExamplePlay(str(card), fits) for card, fits in examples.fitting.items()],
        points=[ExamplePoints(str(card), examples.points[card.suit]) for card in examples.score_tops],
        score=examples.score,
    )


def _section_body(section: book.RulebookSection) -> SectionBody:
    cards = [str(card) for card in section.cards]
    return SectionBody(section.name, section.title, list(section.paragraphs), list(section.rows), cards)
