"""Exports a record to hanab.live: as its JSON, with the deck instead of a seed, or as a link."""

import json
from collections.abc import Mapping
from typing import Any

from hanabi.records.hanablive import importer
from hanabi.records.hanablive.links import DEFAULT_NAMES, write_link
from hanabi.records.hanablive.options import RULE_NEUTRAL_OPTIONS, NoCounterpart, Variant, variant_of
from hanabi.records.record import Record
from hanabi.records.replay import advance, dealt_game, replay
from hanabi.rules import ALL_SWITCHES, RuleSet, Suit

ADDRESS = "https://hanab.live/shared-replay-json/"
MAX_MESSAGE_BYTES, ENVELOPE = 8192, 100  # ENVELOPE: bytes that the site adds to send the game


def to_json(record: Record) -> dict[str, Any]:
    """The game in format 3.0.0. A game that hanab.live's rules do not cover is refused with the reason."""
    variant = _variant(record.rules)
    hanab_live = _hanab_live_extra(record)
    options = _options(record, variant, hanab_live)
    actions = _actions(record, variant)
    game: dict[str, Any] = {
        "players": list(record.players),
        "deck": [{"suitIndex": variant.suits.index(card.suit), "rank": card.rank} for card in record.deck],
        "actions": actions + _end_action(record, hanab_live),
    }
    game |= {"options": options} if options else {}
    notes = hanab_live.get("notes")
    return game | ({"notes": notes} if notes and isinstance(notes, list) else {})


def to_json_text(record: Record) -> str:
    """Without spaces: the site accepts messages up to `MAX_MESSAGE_BYTES`."""
    return _compact_json(to_json(record))


def _compact_json(game: dict[str, Any]) -> str:
    return json.dumps(game, ensure_ascii=False, separators=(",", ":"))


def to_link(record: Record) -> str:
    """A link that opens the game on hanab.live. Links have no options, so a game that needs one is refused."""
    game = to_json(record)
    options = game.get("options", {})
    for option, reason in OPTIONS_NOT_IN_LINKS.items():
        if options.get(option):
            raise NoCounterpart("link_option", f"a link cannot say that {reason}: export hanab.live's JSON instead")
    if options.get("emptyClues") and (empty := _empty_clue(record)) is not None:
        raise NoCounterpart(
            "link_option",
            "is an empty clue, and a link cannot say that those are allowed: export hanab.live's JSON instead",
            f"actions[{empty}] {record.actions[empty]!r}",
        )
    actions = [action for action in game["actions"] if action["target"] >= 0]
    return ADDRESS + write_link(game | {"actions": actions, "variant": _variant(record.rules).number})


OPTIONS_NOT_IN_LINKS = {
    "allOrNothing": "it is all or nothing",
    "startingPlayer": "a player other than the first one starts",
    "oneExtraCard": "hands have one more card",
    "oneLessCard": "hands have one card less",
}


def remarks(record: Record, *, link: bool) -> list[str]:
    """What the exported game loses, or does differently on hanab.live."""
    game = to_json(record)
    notes = _link_remarks(game) if link else _size_remarks(game)
    if (end := _hanab_live_end_index(record)) is not None:
        notes.append(f"hanab.live ends a game when no card can be played anymore, here before actions[{end}]")
    return notes


def _link_remarks(game: dict[str, Any]) -> list[str]:
    names, lost = DEFAULT_NAMES[: len(game["players"])], []
    if game["players"] != list(names):
        lost.append(f"a link has no names: the players become {', '.join(names)}")
    if "notes" in game:
        lost.append("a link has no notes")
    if options := ", ".join(sorted(game.get("options", {}).keys() - {"variant"})):
        lost.append(f"a link has no options: it leaves out {options}")
    if any(action["target"] < 0 for action in game["actions"]):
        lost.append("a link cannot say that the game was stopped")
    return lost


def _size_remarks(game: dict[str, Any]) -> list[str]:
    size = len(_compact_json(game).encode()) + ENVELOPE
    if size <= MAX_MESSAGE_BYTES:
        return []
    notes = ": leave out the notes" if "notes" in game else ""
    return [f"the game is a message of {size} bytes, and hanab.live's limit is {MAX_MESSAGE_BYTES}{notes}"]


def _hanab_live_end_index(record: Record) -> int | None:
    """The index of the first action after hanab.live's end of the game; its replays continue anyway."""
    game = dealt_game(record)
    for index in range(len(record.actions)):
        if importer.nothing_playable(game):
            return index
        advance(game, record, index + 1)
    return None


def _hanab_live_extra(record: Record) -> Mapping[str, Any]:
    hanab_live = record.extra.get("hanab_live")
    return hanab_live if isinstance(hanab_live, dict) else {}


def _variant(rules: RuleSet) -> Variant:
    for name, switch in ALL_SWITCHES.items():
        if switch.not_on_hanab_live and (value := getattr(rules, name)) != switch.default:
            reason, sentence = switch.not_on_hanab_live
            raise NoCounterpart(reason, sentence.format(value=value))
    variant = variant_of(rules)
    if variant is None:
        suits = ", ".join(rules.suits)
        raise NoCounterpart("suits", f"hanab.live has no variant with these suits ({suits}), cards and clues")
    return variant


def _options(record: Record, variant: Variant, hanab_live: Mapping[str, Any]) -> dict[str, Any]:
    rules, players = record.rules, len(record.players)
    usual = variant.rules.hand_size_for(players)
    more = rules.hand_size_for(players) - usual
    if abs(more) > 1:
        raise NoCounterpart("hand_size", f"hanab.live deals {usual} cards to {players} players, or one more or less")
    imported = hanab_live.get("options")
    same = (
        {name: imported[name] for name in RULE_NEUTRAL_OPTIONS if imported.get(name)}
        if isinstance(imported, dict)
        else {}
    )
    if "timed" in same:
        same = {"timeBase": 0, "timePerTurn": 0} | same
    options = {
        "variant": variant.name if variant.number else None,
        "startingPlayer": record.first,
        "emptyClues": rules.empty_clues,
        "allOrNothing": rules.all_or_nothing,
        "oneExtraCard": more == 1,
        "oneLessCard": more == -1,
    }
    return {name: value for name, value in options.items() if value} | same


def _actions(record: Record, variant: Variant) -> list[dict[str, int]]:
    """Every action; the record is replayed first, so that no illegal one is exported."""
    if not record.actions:
        raise NoCounterpart("no_actions", "hanab.live does not open a game without actions")
    replay(record)
    return [_action(text, variant) for text in record.actions]


def _action(text: str, variant: Variant) -> dict[str, int]:
    match text.split(" "):
        case ["play", card]:
            return {"type": importer.PLAY, "target": int(card), "value": 0}
        case ["discard", card]:
            return {"type": importer.DISCARD, "target": int(card), "value": 0}
        case ["clue", seat, about] if about.isdecimal():
            return {"type": importer.RANK_CLUE, "target": int(seat), "value": int(about)}
        case ["clue", seat, about]:
            return {"type": importer.COLOR_CLUE, "target": int(seat), "value": variant.colors.index(Suit(about))}
    raise AssertionError(f"{text!r} does not exist in these rules")


def _end_action(record: Record, hanab_live: Mapping[str, Any]) -> list[dict[str, int]]:
    """The action that ended the game on hanab.live, if it was imported and not continued."""
    reason = importer.hanab_live_end_reason(record)
    player = hanab_live["end"].get("player", -1) if reason in importer.STOPPED else None
    if reason is None or not isinstance(player, int) or not -1 <= player < len(record.players):
        return []
    action_type = importer.END_BY_VOTE if reason == "vote" else importer.END
    return [{"type": action_type, "target": player, "value": importer.NUMBERS[reason]}]


def _empty_clue(record: Record) -> int | None:
    """The index of the first clue that touched nothing."""
    game = dealt_game(record)
    for index, text in enumerate(record.actions):
        advance(game, record, index + 1)
        if text.startswith("clue") and game.state.last_touched == 0:
            return index
    return None
