"""A self-contained HTML page about many reviews: no server, no script, no other file."""

from collections.abc import Sequence
from html import escape

from hanabi.review.document import Turn
from hanabi.review.report.collections import ReviewedGame, means, mishaps_of, summaries, worst_moves
from hanabi.review.report.curve import curve_svg
from hanabi.review.report.text import decimal, move_phrase, percent, sentences, turn_sentences
from hanabi.texts import say

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:62rem;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}
th,td{border-bottom:1px solid #8884;padding:.3rem .6rem;text-align:left;vertical-align:top}
td.number,th.number{text-align:right}
details{border-bottom:1px solid #8884;padding:.5rem 0}
summary{cursor:pointer}
svg{max-width:100%;height:auto}
.slight{color:#9a7b00}.mistake{color:#c46200}.blunder{color:#c62828;font-weight:bold}
@media(max-width:40rem){
table,tbody,tr,td{display:block}
thead{display:none}
tr{border-bottom:1px solid #8884;padding:.5rem 0}
td{border:0;padding:.1rem 0}
td.number{display:inline-block;margin-right:1rem;text-align:left}
td:empty{display:none}
td::before{content:attr(data-label) ": ";opacity:.7}
}
"""
LEVELS = ("slight", "mistake", "blunder")


def html_report(games: Sequence[ReviewedGame], lang: str) -> str:
    title = escape(say("review.report.title", lang, games=len(games)))
    lines = [
        escape(
            say(
                "review.report.mean",
                lang,
                score=decimal(mean, lang),
                max_score=most,
                perfect=percent(perfect, lang),
                loss=decimal(loss, lang),
            )
        )
        for most, (mean, perfect, loss) in means(games).items()
    ]
    parts = [
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>",
        *(f"<p>{line}</p>" for line in lines),
        _heading("players", lang),
        _player_table(games, lang),
        _heading("worst", lang),
        _worst_table(games, lang),
        _heading("games", lang),
        *(_game(game, lang) for game in games),
        "</body></html>\n",
    ]
    return "\n".join(parts)


def _heading(name: str, lang: str) -> str:
    return f"<h2>{escape(say(f'review.title.{name}', lang))}</h2>"


def _table(lang: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str]) -> str:
    """`rows` are HTML."""
    classes = [' class="number"' if column in numbers else "" for column in columns]
    names = [say(f"review.{'level' if column in LEVELS else 'column'}.{column}", lang) for column in columns]
    head = "".join(f"<th{kind}>{escape(name)}</th>" for kind, name in zip(classes, names, strict=True))
    # On a phone a row becomes a paragraph, with a label in front of every cell.
    cells = [f'<td{kind} data-label="{escape(name)}">' for kind, name in zip(classes, names, strict=True)]
    body = "".join(
        "<tr>" + "".join(f"{start}{cell}</td>" for start, cell in zip(cells, row, strict=True)) + "</tr>"
        for row in rows
    )  # fmt: skip
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _player_table(games: Sequence[ReviewedGame], lang: str) -> str:
    rows = []
    for player in summaries(games):
        habits = ", ".join(f"{say(f'review.habit.{kind}', lang)} ({count})" for kind, count in player.habits)
        counts = [str(player.levels[level]) for level in LEVELS]
        loss = decimal(player.loss / player.games, lang)
        rows.append([escape(player.name), str(player.games), str(player.moves), loss, *counts, escape(habits)])
    columns = ("player", "games", "moves", "loss", *LEVELS, "habits")
    return _table(lang, columns, rows, ("games", "moves", "loss", *LEVELS))


def _worst_table(games: Sequence[ReviewedGame], lang: str) -> str:
    rows = [
        [
            escape(game.name),
            str(turn.turn + 1),
            escape(game.review.players[turn.seat]),
            escape(move_phrase(game.review, turn, lang)),
            _comments(game, turn, lang),
        ]
        for game, turn in worst_moves(games)
    ]
    return _table(lang, ("game", "turn", "player", "move", "sentence"), rows, ("turn",))


def _comments(game: ReviewedGame, turn: Turn, lang: str) -> str:
    text = " ".join(turn_sentences(game.review, turn, lang))
    if turn.level == "none":
        return escape(text)
    level = escape(say(f"review.level.{turn.level}", lang))
    return f'<span class="{turn.level}">{level}.</span> {escape(text)}'


def _game(game: ReviewedGame, lang: str) -> str:
    review = game.review
    text = sentences(review, lang)
    faults = _moves(game, game.faults, lang)
    mishaps = _moves(game, mishaps_of(review), lang)
    if mishaps:
        mishaps = f"<p>{escape(say('review.title.mishaps', lang))}</p>{mishaps}"
    summary = f"<b>{escape(game.name)}</b> · {game.score} · {escape(text.headline)}"
    paragraphs = "".join(f"<p>{escape(sentence)}</p>" for sentence in text.summary)
    curve = curve_svg(review, language=lang)
    return f"<details><summary>{summary}</summary>{curve}{paragraphs}{faults}{mishaps}</details>"


def _moves(game: ReviewedGame, turns: Sequence[Turn], lang: str) -> str:
    review = game.review
    items = "".join(
        f"<li>{turn.turn + 1}. {escape(review.players[turn.seat])}: {escape(move_phrase(review, turn, lang))}. "
        f"{_comments(game, turn, lang)}</li>"
        for turn in turns
    )
    return f"<ul>{items}</ul>" if items else ""
