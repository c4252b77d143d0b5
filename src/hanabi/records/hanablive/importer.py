"""Imports hanab.live's JSON (format 3.0.0) into a record; every action is replayed and checked."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hanabi.kernels import cards
from hanabi.records.hanablive.links import DEFAULT_NAMES
from hanabi.records.hanablive.options import (
    RULE_NEUTRAL_OPTIONS,
    BadField,
    NoCounterpart,
    Variant,
    first_player,
    read_options,
    require_int,
    require_list,
    rules_of,
    short_repr,
    variant_by_number,
    variant_of,
    variant_of_options,
)
from hanabi.records.hanablive.seeds import Seed, read_seed, shuffled
from hanabi.records.record import Record
from hanabi.rules import Card, IllegalAction, NotationError, Referee

# hanab.live's end conditions by number. Those in `STOPPED` come from outside the rules.
CONDITIONS = {
    1: "normal",
    2: "strikeout",
    3: "timeout",
    4: "terminated",
    5: "speedrun",
    6: "idle",
    7: "character",
    8: "all_or_nothing",
    9: "all_or_nothing_stuck",
    10: "vote",
}
STOPPED = ("timeout", "terminated", "idle", "vote")
NUMBERS = {name: number for number, name in CONDITIONS.items()}
NOTHING_PLAYABLE = "nothing_playable"


def nothing_playable(game: Referee) -> bool:
    """Every firework is complete, or its next card is lost or held by a player who has had their last turn."""
    r, s = game.rule_tables, game.state
    copies_left = [0] * cards.kind_count(r)
    for kind in range(cards.kind_count(r)):
        copies_left[kind] = r.copies[kind] - s.lost[kind]
    if s.turns_left > 0:
        for place in range(s.turns_left, r.players):
            seat = (s.player + place) % r.players
            for card in s.hands[seat][: s.hand_sizes[seat]]:
                copies_left[s.faces[card]] -= 1
    return not any(
        copies_left[kind] > 0 and cards.continues_firework(r, s, kind)
        for kind in range(cards.kind_count(r))
        if r.copies[kind]
    )


def perfect_is_lost(game: Referee) -> bool:
    """All copies of a card that a firework still needs are lost."""
    r, s = game.rule_tables, game.state
    return any(
        r.copies[kind] and s.lost[kind] == r.copies[kind] and not cards.is_on_firework(r, s, kind)
        for kind in range(cards.kind_count(r))
    )


PLAY, DISCARD, COLOR_CLUE, RANK_CLUE, END, END_BY_VOTE = range(6)
READ_FIELDS = ("players", "deck", "actions", "options", "characters", "end")


def from_json(data: Mapping[str, Any]) -> Record:
    """A wrong field raises BadField, and a rule without a counterpart NoCounterpart; nothing is guessed.

    The record's `hanab_live` field has the game's number there, its seed, options and notes, and how it ended there
    if these rules would let it continue.
    """
    players = _players(data)
    options = read_options(data.get("options"))
    variant = variant_of_options(options)
    rules = rules_of(options, variant, len(players))
    first = first_player(options, len(players))
    if data.get("characters"):
        raise NoCounterpart("characters", "characters have no counterpart in these rules", "characters")
    deck = _deck(data, variant, len(players))
    actions = [_Action(data, number) for number, data in enumerate(_actions(data))]
    game = Referee(rules, players, deck, first=first)
    ended = _play(game, actions, variant, options)
    extra = {name: value for name, value in data.items() if name not in READ_FIELDS and value not in (None, "", [], 0)}
    if "notes" in extra:
        _check_notes(extra["notes"], len(players), len(deck) + len(variant.suits))
    same_rules = {name: options[name] for name in RULE_NEUTRAL_OPTIONS if options.get(name)}
    extra |= {"options": same_rules} if same_rules else {}
    extra |= {"end": ended} if ended else {}
    return Record(
        rules=rules,
        players=tuple(players),
        deck=tuple(deck),
        actions=tuple(game.action_texts),
        first=first,
        extra={"hanab_live": extra} if extra else {},
    )


def from_seed(seed: Seed) -> Record:
    """The deal of a seed, without actions, with hanab.live's default options."""
    variant = variant_by_number(seed.variant, "seed")
    rules = rules_of({}, variant, seed.players)
    return Record(
        rules=rules,
        players=DEFAULT_NAMES[: seed.players],
        deck=tuple(shuffled(seed, variant.cards)),
        actions=(),
        extra={"hanab_live": {"seed": seed.text}},
    )


def hanab_live_end_reason(record: Record) -> str | None:
    """The code for why the game ended on hanab.live after the last action of this record; None if unknown."""
    extra = record.extra.get("hanab_live")
    end = extra.get("end") if isinstance(extra, dict) else None
    if not isinstance(end, dict) or end.get("after") != len(record.actions):
        return None
    reason = end.get("reason")
    return reason if reason in (*CONDITIONS.values(), NOTHING_PLAYABLE) else None


def hanab_live_seed(record: Record) -> Seed | None:
    """The seed in a record from hanab.live, if it has one."""
    extra = record.extra.get("hanab_live")
    text = extra.get("seed") if isinstance(extra, dict) else None
    return read_seed(text) if isinstance(text, str) else None


def is_deck_of_seed(seed: Seed, record: Record) -> bool:
    """Whether this seed gives the deck of this record, with the same number of players and the same suits."""
    variant = variant_of(record.rules)
    if variant is None or (seed.variant, seed.players) != (variant.number, len(record.players)):
        return False
    return shuffled(seed, variant.cards) == list(record.deck)


def _players(data: Mapping[str, Any]) -> list[str]:
    if "players" not in data:
        raise BadField("players", "is missing")
    players = require_list(data["players"], "players", "names")
    for place, name in enumerate(players):
        if not isinstance(name, str):
            raise BadField(f"players[{place}]", f"must be a name, not {short_repr(name)}")
    return players


def _deck(data: Mapping[str, Any], variant: Variant, players: int) -> list[Card]:
    """The cards listed, or those of the seed; if both are present they must agree."""
    written = data.get("seed") or ""
    if not isinstance(written, str):
        raise BadField("seed", f"must be a text, not {short_repr(written)}")
    seed = read_seed(written)
    listed = data.get("deck")
    if not listed and listed != [] and listed is not None:
        raise BadField("deck", f"must be a list of cards, not {short_repr(listed)}")
    deck = _listed_deck(require_list(listed, "deck", "cards"), variant) if listed else None
    if seed is None:
        if deck is None:
            problem = f", and {short_repr(written)} is not a seed" if written else ""
            raise BadField("deck", f"is missing{problem}")
        return deck
    if seed.players != players:
        raise BadField("seed", f"{written!r} is for {seed.players} players, but there are {players}")
    if seed.variant != variant.number:
        raise BadField("seed", f"{written!r} is for variant {seed.variant}, but {variant.name!r} is {variant.number}")
    dealt = shuffled(seed, variant.cards)
    if deck is not None and deck != dealt:
        differs = next(at for at, (one, other) in enumerate(zip(deck, dealt, strict=True)) if one != other)
        raise BadField("seed", f"{written!r} gives a different deck than the one listed, from deck[{differs}] on")
    return dealt


def _listed_deck(listed: list[Any], variant: Variant) -> list[Card]:
    deck: list[Card] = []
    seen = Counter[Card]()
    for place, data in enumerate(listed):
        card = _card(data, f"deck[{place}]", variant)
        seen[card] += 1
        if seen[card] > (copies := variant.rules.copies(card)):
            raise BadField(f"deck[{place}]", f"is one card too many: there are {copies} of this suit and rank")
        deck.append(card)
    if len(deck) != len(variant.cards):
        raise BadField("deck", f"has {len(deck)} cards, but {variant.name!r} has {len(variant.cards)}")
    return deck


def _card(data: Any, field: str, variant: Variant) -> Card:
    suit, rank = (_number(data, field, name) for name in ("suitIndex", "rank"))
    if not 0 <= suit < len(variant.suits):
        raise BadField(
            f"{field}.suitIndex", f"{variant.name!r} has the suits 0 to {len(variant.suits) - 1}, not {suit}"
        )
    if not 1 <= rank <= 5:
        raise BadField(f"{field}.rank", f"a card has a rank from 1 to 5, not {rank}")
    return Card(variant.suits[suit], rank)


def _number(data: Any, field: str, name: str) -> int:
    if not isinstance(data, dict):
        raise BadField(field, f"must be an object, not {short_repr(data)}")
    if name not in data:
        raise BadField(f"{field}.{name}", "is missing")
    return require_int(data[name], f"{field}.{name}")


def _actions(data: Mapping[str, Any]) -> list[Any]:
    if "actions" not in data:
        raise BadField("actions", "is missing")
    return require_list(data["actions"], "actions", "actions")


class _Action:
    """One entry of `actions` with its types checked; the referee decides whether it is legal."""

    def __init__(self, data: Any, number: int) -> None:
        self.field = f"actions[{number}]"
        self.type = _number(data, self.field, "type")
        self.target = _number(data, self.field, "target")
        if self.type not in range(6):
            raise BadField(f"{self.field}.type", f"an action has a type from 0 to 5, not {self.type}")
        if self.type in (PLAY, DISCARD):
            self.value = require_int(data["value"], f"{self.field}.value") if data.get("value") is not None else 0
        else:
            self.value = _number(data, self.field, "value")

    @property
    def ends(self) -> bool:
        return self.type in (END, END_BY_VOTE)


def _play(game: Referee, actions: list[_Action], variant: Variant, options: Mapping[str, Any]) -> dict[str, Any] | None:
    """Apply all actions. Returns how the game ended on hanab.live, if these rules would let it continue."""
    for number, action in enumerate(actions):
        if action.ends:
            if number + 1 < len(actions):
                raise BadField(actions[number + 1].field, f"nothing may follow {action.field}, which ends the game")
            ended = _end_of_action(game, action)
            return ended if game.over is None else None
        written = _notation(game, action, variant, deck_plays=options.get("deckPlays", False))
        try:
            game.act_written(written)
        except (IllegalAction, NotationError) as error:
            raise BadField(action.field, str(error)) from error
    if game.over is not None or not actions:
        return None
    if options.get("speedrun") and perfect_is_lost(game):
        return {"reason": "speedrun", "after": len(actions)}
    if nothing_playable(game):
        return {"reason": NOTHING_PLAYABLE, "after": len(actions)}
    return None


def _end_of_action(game: Referee, action: _Action) -> dict[str, Any]:
    if action.value not in CONDITIONS:
        raise BadField(f"{action.field}.value", f"there is no end condition {action.value}")
    if not -1 <= action.target < len(game.players):
        raise BadField(f"{action.field}.target", _no_player(game, action.target))
    reason = CONDITIONS[action.value]
    by = {"player": action.target} if action.target >= 0 else {}
    return {"reason": reason, "after": len(game.action_texts), **by}


def _notation(game: Referee, action: _Action, variant: Variant, *, deck_plays: bool) -> str:
    """The action in our record notation; actions that only hanab.live has are refused."""
    target, value = action.target, action.value
    if action.type in (PLAY, DISCARD):
        if not 0 <= target < len(game.deck):
            raise BadField(f"{action.field}.target", f"there is no card {target}: they are 0 to {len(game.deck) - 1}")
        if value != 0:
            raise BadField(f"{action.field}.value", f"must be 0 for a play or a discard, not {value}")
        if deck_plays and action.type == PLAY and game.deck_size == 1 and target == len(game.deck) - 1:
            raise NoCounterpart(
                "deck_play", "plays the last card from the deck, which these rules do not allow", action.field
            )
        return f"{'play' if action.type == PLAY else 'discard'} {target}"
    if not 0 <= target < len(game.players):
        raise BadField(f"{action.field}.target", _no_player(game, target))
    if action.type == RANK_CLUE:
        if not 1 <= value <= 5:
            raise BadField(f"{action.field}.value", f"a clue names a rank from 1 to 5, not {value}")
        return f"clue {target} {value}"
    if not 0 <= value < len(variant.colors):
        raise BadField(
            f"{action.field}.value", f"{variant.name!r} has the colors 0 to {len(variant.colors) - 1}, not {value}"
        )
    return f"clue {target} {variant.colors[value]}"


def _no_player(game: Referee, target: int) -> str:
    return f"there is no player {target}: they are 0 to {len(game.players) - 1}"


def _check_notes(notes: Any, players: int, limit: int) -> None:
    for seat, written in enumerate(require_list(notes, "notes", "lists of texts, one per player")):
        field = f"notes[{seat}]"
        if seat >= players:
            raise BadField(field, f"there are only {players} players")
        for place, note in enumerate(require_list(written, field, "texts")):
            if not isinstance(note, str):
                raise BadField(f"{field}[{place}]", f"must be a text, not {short_repr(note)}")
            if place >= limit:
                raise BadField(f"{field}[{place}]", f"there are only {limit} cards and fireworks to write on")
