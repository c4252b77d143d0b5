"""Renders the whole table for one viewer."""

from collections.abc import Sequence
from typing import get_args

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hanabi.rules import TILES, AidLevel, Card, CardView, Suit, View, edition
from hanabi.rules.cards import Tile
from hanabi.rules.events import ClueGiven
from hanabi.rules.narration import narrate, opening
from hanabi.rules.rulebook import active_variants, house_rule_note
from hanabi.terminal.hand_arrangement import HandArrangement
from hanabi.terminal.theme import Theme
from hanabi.texts import say

PLAYABLE, CRITICAL, USELESS, CAPPED = "+!xx"
# Each of these gives back a token, or a clue that needs none.
CLUE_TILES = frozenset((Tile.CLUE_BACK, Tile.MEND, Tile.FREE_COLOR_CLUE, Tile.FREE_RANK_CLUE))
AID_LEVELS: tuple[AidLevel, ...] = get_args(AidLevel)


def render_table(
    view: View,
    lang: str,
    theme: Theme,
    *,
    titles: Sequence[str] = (),
    moves: int = 0,
    aids: AidLevel = "expert",
    arrangement: HandArrangement | None = None,
) -> RenderableType:
    """Fireworks, tokens and discards on top, then the hands, then the last `moves` actions as sentences.

    `titles` are the names to show for the seats (they may mark bots and the viewer); `arrangement` is how the viewer
    holds their hand.
    """
    parts: list[RenderableType] = [_render_board(view, lang, theme, aids), Text()]
    hands = Table(box=None, padding=(0, 1), pad_edge=False, show_header=False)
    places = range(1, max(len(hand) for hand in view.hands) + 1)
    hands.add_row("", *(Text(f"  {place}", "dim") for place in places))
    for seat in _seat_order(view):
        title = titles[seat] if titles else view.names[seat]
        _add_hand(hands, view, seat, lang, theme, title, aids, arrangement or HandArrangement())
    parts.append(hands)
    if moves:
        parts += [Text(), *render_log(view, lang, theme, moves)]
    return Panel(
        Group(*parts),
        title=_title(view, lang),
        subtitle=render_legend(lang) if aids == "expert" else None,
        box=box.ROUNDED if theme.shapes else box.ASCII,
        padding=(0, 1),
    )


def _seat_order(view: View) -> list[int]:
    """The seats in the order of play, the viewer's last."""
    start = 0 if view.seat is None else view.seat + 1
    return [(start + step) % len(view.names) for step in range(len(view.names))]


def _title(view: View, lang: str) -> Text:
    parts = ["Hanabi"]
    if view.rules.edition:
        parts.append(edition(view.rules.edition).title[lang])
    if view.turns_left is not None and view.over is None:
        parts.append(say("play.turns_left", lang, turns=view.turns_left).rstrip("."))
    return Text(" · ".join(parts), "bold")


def _render_board(view: View, lang: str, theme: Theme, aids: AidLevel) -> Table:
    grid = Table(box=None, padding=(0, 1), pad_edge=False, show_header=False)
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    grid.add_row(say("play.title.fireworks", lang), _render_fireworks(view, theme, aids))
    if not theme.colors:
        grid.add_row(say("play.title.signs", lang), render_signs(view, lang, theme))
    rules = view.rules
    clue_tokens = say("play.of", lang, count=view.clue_tokens, most=rules.clue_tokens)
    strikes = say("play.of", lang, count=view.strikes, most=rules.strikes)
    grid.add_row(
        say("play.title.clue_tokens", lang),
        Text.assemble(
            theme.tokens(view.clue_tokens, rules.clue_tokens),
            f" {clue_tokens}   ",
            (say("play.title.strikes", lang) + "  ", "dim"),
            theme.strikes(view.strikes, rules.strikes),
            f" {strikes}",
        ),
    )
    grid.add_row(
        say("play.title.deck", lang),
        Text.assemble(str(view.deck_size), "   ", (say("play.title.score", lang) + "  ", "dim"), _score(view, lang)),
    )
    if aids == "expert":
        if not rules.all_or_nothing:
            grid.add_row(say("web.pace", lang), str(_pace(view)))
        grid.add_row(say("web.efficiency", lang), _efficiency(view, lang, theme))
    if rules.flamboyants:
        turned = ", ".join(say(f"tile.{tile}.title", lang) for tile in view.tiles_turned)
        left = say("play.of", lang, count=len(view.tiles_turned), most=len(TILES))
        grid.add_row(say("play.title.tiles", lang), left + (f": {turned}" if turned else ""))
    grid.add_row(say("play.title.discard_pile", lang), render_discards(view, theme))
    return grid


def _score(view: View, lang: str) -> str:
    """The score, or during a game with black powder the cards laid and what black still takes off."""
    if view.over is not None:
        return say("play.of", lang, count=view.over.score, most=view.rules.max_score)
    missing = view.rules.ranks - view.fireworks[Suit.BLACK] if view.rules.black_powder else 0
    laid = say("play.of", lang, count=view.score + missing, most=view.rules.max_score)
    return f"{laid}, {say('play.black_missing', lang, points=missing)}" if missing else laid


def _pace(view: View) -> int:
    """The number of cards that can still be discarded before the best score is out of reach."""
    if view.turns_left is not None:
        return view.score + view.turns_left - view.best_score
    turns = sum(map(len, view.hands)) if view.rules.all_or_nothing else len(view.names)
    return view.score + view.deck_size + turns - view.best_score


def _efficiency(view: View, lang: str, theme: Theme) -> str:
    """Cards played or touched per clue given, and those that every clue still to come has to bring."""
    clues = sum(isinstance(events[0], ClueGiven) for events in view.history)
    held = [card for hand in view.hands for card in hand]
    touched = sum(bool(card.clued) and not view.useless.issuperset(card.possible) for card in held)
    now = f"{(len(view.built) + touched) / clues:.2f}" if clues else theme.none
    tokens = view.clue_tokens + max(0, _pace(view)) + _bonus_clues(view)
    missing = max(0, view.best_score - view.score - touched)
    needed = f"{missing / tokens:.2f}" if tokens else theme.none
    return say("play.efficiency.needed", lang, now=now, needed=needed)


def _bonus_clues(view: View) -> int:
    """The most clues that completed fireworks and announced plays can still bring."""
    never = incompletable_fireworks(view)
    waiting = [suit for suit, count in view.fireworks.items() if count < view.rules.ranks and suit not in never]
    clues = len(waiting)
    if view.rules.flamboyants:
        black = waiting.count(Suit.BLACK)
        clues = black + min(clues - black, len(CLUE_TILES.difference(view.tiles_turned)))
    return clues + (view.best_score - view.score if view.rules.choreography else 0)


def incompletable_fireworks(view: View) -> list[Suit]:
    """Fireworks that can no longer be completed."""
    missing = {card.suit for card in view.useless - view.built}
    return [suit for suit in view.fireworks if suit in missing]


def _render_fireworks(view: View, theme: Theme, aids: AidLevel) -> Text:
    never = incompletable_fireworks(view) if aids in ("deduce", "expert") else []
    shown = Text()
    for suit, count in view.fireworks.items():
        top = count if suit is not Suit.BLACK else view.rules.ranks + 1 - count
        capped = CAPPED if suit in never else " "
        if count:
            shown.append_text(theme.card(Card(suit, top), capped))
        else:
            shown.append_text(Text.assemble(" ", theme.suit(suit), (theme.none + capped, "dim")))
        shown.append(" ")
    return shown


def render_discards(view: View, theme: Theme) -> Text:
    """The discard pile, grouped by suit."""
    by_suit: dict[Suit, list[int]] = {}
    for discarded in view.discards:
        by_suit.setdefault(discarded.card.suit, []).append(discarded.card.rank)
    shown = Text()
    for suit in view.fireworks:
        if suit in by_suit:
            shown.append_text(theme.suit(suit)).append(" " + " ".join(map(str, sorted(by_suit[suit]))) + "   ")
    return shown if by_suit else Text(theme.none)


def _add_hand(
    hands: Table,
    view: View,
    seat: int,
    lang: str,
    theme: Theme,
    title: str,
    aids: AidLevel,
    arrangement: HandArrangement,
) -> None:
    own = seat == view.seat
    hand = arrangement.cards(view) if own else view.hands[seat]
    mark = theme.arrow if seat == view.player else " "
    name = Text(f"{mark} {title}", "bold" if seat == view.player else "")
    if not hand:
        hands.add_row(name, say("play.hand.empty", lang))
        return
    if own and arrangement.is_rearranged(view):
        hands.add_row("", *(Text(f"  {card.slot + 1}", "dim") for card in hand))
    upside_down = arrangement.upside_down if own else set()
    hands.add_row(
        name, *(_render_card(view, card, theme, aids, upside_down=card.drawn in upside_down) for card in hand)
    )
    if aids == "paper":
        return
    label = Text("  " + say("play.title.you_know" if own else "play.title.knows", lang, player=view.names[seat]), "dim")
    hands.add_row(label, *(render_clues(card, theme, aids) for card in hand))
    if own and aids != "clues":
        could_be = Text("  " + say("play.title.could_be", lang), "dim")
        hands.add_row(could_be, *(render_possibilities(view, card.possible, theme) for card in hand))


def _render_card(view: View, card: CardView, theme: Theme, aids: AidLevel, *, upside_down: bool) -> Text:
    faces = card.possible
    if aids != "expert":
        mark = " "
    elif view.playable.issuperset(faces):
        mark = PLAYABLE
    elif view.critical.issuperset(faces):
        mark = CRITICAL
    else:
        mark = USELESS if view.useless.issuperset(faces) else " "
    return theme.back(mark, upside_down=upside_down) if card.card is None else theme.card(card.card, mark)


def render_clues(card: CardView, theme: Theme, aids: AidLevel = "expert") -> Text:
    """What clues say about a card: the colors that touched it, or the suit and rank shared by all its open faces.

    At the aid level "clues", only the clues that touched it.
    """
    suits, ranks = {face.suit for face in card.open}, {face.rank for face in card.open}
    colors = [about for about in card.clued if isinstance(about, str)]
    if aids == "clues":
        suits, ranks = set(), {about for about in card.clued if isinstance(about, int)}
    shown = Text(" ")
    if len(suits) == 1:
        shown.append_text(theme.suit(suits.pop()))
    else:
        for color in colors:
            shown.append_text(theme.clue(color))
    if len(ranks) == 1:
        shown.append(str(ranks.pop()), "bold")
    return shown if len(shown) > 1 else Text(f" {theme.none}", "dim")


def render_possibilities(view: View, faces: Sequence[Card], theme: Theme) -> Text:
    """One line per suit: the ranks that are still possible, dots for the others."""
    dot = theme.dot
    lines = []
    for suit in view.fireworks:
        ranks = [str(rank) if Card(suit, rank) in faces else dot for rank in range(1, view.rules.ranks + 1)]
        ruled_out = all(rank == dot for rank in ranks)
        line = Text.assemble(theme.suit(suit), "".join(ranks))
        lines.append(Text(line.plain, "dim") if ruled_out else line)
    return Text("\n").join(lines)


def render_legend(lang: str) -> Text:
    marks = zip((PLAYABLE, CRITICAL, USELESS), ("playable", "critical", "useless"), strict=True)
    return Text("   ".join(f"{mark} {say(f'know.{word}', lang)}" for mark, word in marks), "dim")


def render_signs(view: View, lang: str, theme: Theme) -> Text:
    """Which sign stands for which color."""
    signs = [Text.assemble(theme.suit(suit), f" {say(f'suit.{suit}', lang)}") for suit in view.fireworks]
    return Text("   ").join(signs)


def render_log(view: View, lang: str, theme: Theme, moves: int) -> list[Text]:
    """The last actions, one line each; before the first action, the variants and who starts."""
    actions = narrate(view, lang)
    lines = [*_variant_lines(view, lang), opening(view, lang)] if len(actions) < moves else []
    lines += [" ".join(sentences) for sentences in actions[-moves:]]
    return [Text.assemble((f"{theme.dot} ", "dim"), line) for line in lines]


def _variant_lines(view: View, lang: str) -> list[str]:
    """The variants of this game, and a note if its book does not offer it."""
    titles = [section.title for section in active_variants(view.rules, lang) if section.switch is not None]
    variants = [f"{say('rules.variants.title', lang)}: {', '.join(titles)}"] if titles else []
    remark = house_rule_note(view.rules, lang)
    return variants if remark is None else [*variants, remark]
