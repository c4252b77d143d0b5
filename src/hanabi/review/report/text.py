"""A review as sentences, in any of the languages."""

from dataclasses import dataclass

from hanabi.review.document import ClueCause, Finding, JudgedMove, Review, Turn, TurningPoint
from hanabi.review.judging.findings import KINDS, ToldFinding
from hanabi.review.report.headlines import cost_nothing, given_up
from hanabi.rules import Card, Suit
from hanabi.texts import join, say

FEW_FACES = 2
SUM_PARTS = ("average", "luck_deal", "luck_draws", "luck_cards", "skill", "reading", "result")


@dataclass(frozen=True)
class ReviewText:
    """`headline` is one sentence about the game; `turns` has a tuple of sentences per action, often empty;
    `turning_points` has one sentence each.
    """

    headline: str
    summary: tuple[str, ...]
    turns: tuple[tuple[str, ...], ...]
    turning_points: tuple[str, ...]


def sentences(review: Review, language: str = "en") -> ReviewText:
    return ReviewText(
        headline=headline(review, language),
        summary=tuple(summary(review, language)),
        turns=tuple(tuple(turn_sentences(review, turn, language)) for turn in review.turns),
        turning_points=tuple(_turning(review, point, language) for point in review.turning_points),
    )


def _turning(review: Review, point: TurningPoint, language: str) -> str:
    clue, cause = review.turns[point.index].cause, str(point.cause)
    if clue is not None and point.change < 0:
        cause = "cards" if clue.fault == "missing" or clue.reading == "signal" else clue.fault
    return say(
        f"review.turning.{cause}",
        language,
        before=decimal(review.curve[point.index].score, language),
        after=decimal(review.curve[point.index + 1].score, language),
    )


def headline(review: Review, language: str) -> str:
    """One sentence about the whole game."""
    told = review.headline
    assert told is not None
    values: dict[str, object] = {"points": review.points, "max_score": review.max_score}
    values |= {name: fact for name, fact in told.facts.items() if name != "why"}
    if told.index is not None:
        turn = review.turns[told.index]
        values |= {"turn": turn.turn + 1, "why": _why(review, turn, told.facts["why"], language)}
    return say(f"review.headline.{told.kind}", language, **values)


def _why(review: Review, turn: Turn, kind: str, language: str) -> str:
    values: dict[str, object] = {
        "player": review.players[turn.seat],
        "move": move_phrase(review, turn.best[0], language),
    }
    if turn.card is not None:
        values["card"] = card_name(turn.card, language)
    if turn.cause is not None:
        values |= _clue(review, turn.cause, language)
    return say(f"review.why.{kind}", language, **values)


def _clue(review: Review, cause: ClueCause, language: str) -> dict[str, object]:
    about = say(f"suit.{cause.about}", language) if cause.about.isalpha() else cause.about
    return {
        "turn": review.turns[cause.index].turn + 1,
        "giver": review.players[cause.giver],
        "to": review.players[cause.to],
        "about": about,
    }


def _result(review: Review, language: str) -> str:
    final = review.final or given_up(review)
    if final is None:
        return say("review.unfinished", language)
    if final["outcome"] == "lost":
        return say("review.lost", language, points=review.points, max_score=review.max_score)
    return say("review.score", language, score=final["score"], max_score=review.max_score)


def summary(review: Review, language: str) -> list[str]:
    lines = [_result(review, language)]
    value = review.expected
    lines.append(
        say(
            "review.expected",
            language,
            score=decimal(value.score, language),
            error=decimal(value.error, language),
            perfect=percent(value.perfect, language),
        )
    )
    if review.winnable != "not examined":
        lines.append(say(f"review.winnable.{review.winnable}", language))
    lines.append(judge_sentence(review, language))
    if all(turn.level == "none" for turn in review.turns):
        lines.append(say("review.clean", language))
    return lines


def judge_sentence(review: Review, language: str) -> str:
    judge = review.judge
    if judge.reading and judge.right is not None:
        right = percent(judge.right, language)
        return say("review.judge.reading", language, judge=judge.full_name, reading=judge.reading, right=right)
    return say(f"review.judge.{judge.knowledge}", language, judge=judge.full_name)


def turn_sentences(review: Review, turn: Turn, language: str) -> list[str]:
    lines = [_finding(review, turn, finding, language) for finding in turn.kinds]
    if turn.cause is not None:
        lines.append(_cause(review, turn.cause, language))
    elif any(kind.facts.get("asked") is False for kind in turn.kinds) and not cost_nothing(review, turn):
        lines.append(say("review.cause.none", language))
    if turn.level != "none":
        key = "review.loss" if turn.loss_error else "review.loss.exact"
        points, error = decimal(turn.loss, language), decimal(turn.loss_error, language)
        lines.append(say(key, language, points=points, error=error, move=_better_move(review, turn, language)))
    return lines


def _better_move(review: Review, turn: Turn, language: str) -> str:
    """The recommended move, with the card if its holder could know it."""
    move = turn.best[0]
    text = move_phrase(review, move, language)
    if move.slot is None or len(turn.knew[move.slot].believed) > FEW_FACES:
        return text
    cards = join((card_name(card, language) for card in turn.knew[move.slot].believed), language, style="or")
    return say("review.move.known", language, move=text, cards=cards)


def _cause(review: Review, cause: ClueCause, language: str) -> str:
    manner: str = "blind" if cause.fault == "read" and cause.reading == "finesse" else cause.fault
    if cause.reading == "signal":
        manner = "signal"
    cards = join((card_name(card, language) for card in cause.promised), language, style="or")
    return say(f"review.cause.{manner}", language, cards=cards, **_clue(review, cause, language))


def _finding(review: Review, turn: Turn, finding: Finding, language: str) -> str:
    key = KINDS[finding.kind].text_key(ToldFinding(finding, turn, cost_nothing(review, turn)))
    values: dict[str, object] = {}
    for name, fact in finding.facts.items():
        match name:
            case "card":
                values[name] = card_name(fact, language)
            case "cards":
                values[name] = join((card_name(card, language) for card in fact), language, style="or")
            case "to" | "holder":
                values[name] = review.players[fact]
            case "slot":
                values[name] = fact + 1
            case "chance":
                values[name] = percent(fact, language)
            case "announced":
                values[name] = say(f"suit.{fact}", language)
            case _:
                values[name] = fact
    text = say(key, language, **values)
    return text[:1].upper() + text[1:]  # some start with the name of a card


def move_phrase(review: Review, move: JudgedMove | Turn, language: str) -> str:
    """For example `clue to Bo: red`. Slots count from 1."""
    words = move.action.split(" ")
    slot = 0 if move.slot is None else move.slot + 1
    match words[0]:
        case "clue":
            about = words[2] if words[2].isdecimal() else say(f"suit.{words[2]}", language)
            return say("review.move.clue", language, to=review.players[int(words[1])], about=about)
        case "play" if len(words) > 2:
            return say("review.move.announce", language, slot=slot, suit=say(f"suit.{Suit(words[3]).value}", language))
        case "play" | "discard":
            return say(f"review.move.{words[0]}", language, slot=slot)
    assert move.card is not None
    return say(f"review.move.{words[0]}", language, card=card_name(move.card, language))


def card_name(card: str, language: str) -> str:
    face = Card.of(card)
    return say(f"card.{face.suit.value}", language, rank=face.rank)


def decimal(number: float, language: str, *, signed: bool = False) -> str:
    from babel.numbers import format_decimal

    pattern = "+0.00;−0.00" if signed else "0.00;−0.00"
    return format_decimal(round(number, 2) + 0.0, pattern, locale=language.replace("-", "_"))


def percent(share: float, language: str) -> str:
    from babel.numbers import format_percent

    return format_percent(share, locale=language.replace("-", "_"))
