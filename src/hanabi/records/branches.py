"""Going on from the middle of a recorded game: with the same cards, or with the unknown ones dealt anew."""

import secrets
from collections import Counter
from dataclasses import replace

from hanabi.chance import Seed, Stream
from hanabi.kernels import knowledge, layout
from hanabi.records.record import Record, RecordError
from hanabi.records.replay import deal
from hanabi.rules.actions import Action, Reshuffle
from hanabi.rules.cards import TILES, Card
from hanabi.rules.compiled_rules import cards_by_kind
from hanabi.rules.errors import IllegalAction
from hanabi.rules.notation import NotationError, read_action
from hanabi.rules.referee import Referee

# Optional fields that go with the whole game, not with a part of it or with other cards.
OF_THE_WHOLE = ("result", "commitment", "seed", "salt", "table", "time", "notes", "game", "id")


def action_of_turn(record: Record, turn: int) -> int:
    """How many actions were taken before this many turns were finished."""
    game = deal(record)
    for index in range(len(record.actions)):
        if game.turn >= turn:
            return index
        _advance(game, record, index)
    if game.turn < turn or game.over is not None:
        raise RecordError(f"the game has no turn {turn}: it was over in turn {game.turn}")
    return len(record.actions)


def branch(record: Record, actions: int) -> Record:
    """The game as it stood after its first few actions, ready to go another way."""
    return _branched(record, record, actions)


def dealt_anew(record: Record, actions: int, seat: int, seed: Seed | None = None) -> Record:
    """The game as it stood for `seat` after so many actions, with all that this seat cannot know dealt anew.

    The seat's view stays the same to the last detail; its own cards fit its clues and what it sees, all such deals
    being equally likely. The same seed deals the same.
    """
    if seat not in range(len(record.players)):
        raise RecordError(f"there is no seat {seat}: the seats here are 0 to {len(record.players) - 1}")
    stream = Stream(secrets.token_hex(16) if seed is None else seed, "dealt anew")
    game, deeds = _acted(record, actions)
    drawn = _draw_order(record, deeds)
    s, r = game.state, game.compiled_rules
    own = [s.serials[seat][slot] for slot in range(s.held[seat])]
    deck = list(range(s.drawn, s.drawn + r.cards - s.top))
    unseen = knowledge.unseen_kinds(r, s, seat)
    masks = [knowledge.possible_kinds(r, s, seat, slot, unseen) for slot in range(s.held[seat])]
    back = _returned(game)
    while True:
        faces = _imagined(stream, Counter(drawn[serial][1] for serial in own + deck), masks, len(deck))
        dealt = dict(zip(own + deck, faces, strict=True))
        depth = None if back is None else _depth(stream, back, drawn, dealt)
        if back is None or depth is not None:
            break
    sequence = [dealt.get(serial, kind) for serial, (_, kind) in enumerate(drawn)]
    changed = replace(
        record,
        deck=_deck(record, game, sequence, depth),
        rewards=_tiles(record, s, stream),
    )
    return _branched(record, changed, actions, deeds, depth)


def _acted(record: Record, actions: int) -> tuple[Referee, list[Action]]:
    """The game after so many actions, and what they were, by slots instead of ids."""
    if not 0 <= actions <= len(record.actions):
        raise RecordError(f"the record has {len(record.actions)} actions, so none can follow {actions} of them")
    game, deeds = deal(record), []
    for index in range(actions):
        deeds.append(_advance(game, record, index))
    if game.over is not None:
        raise RecordError("the game is over there: nothing can follow")
    return game, deeds


def _advance(game: Referee, record: Record, index: int) -> Action:
    text = record.actions[index]
    try:
        action = read_action(game.state, text)
        game.act(action)
    except (IllegalAction, NotationError) as error:
        raise RecordError(f"actions[{index}] {text!r}: {error}") from error
    return action


def _draw_order(record: Record, deeds: list[Action]) -> list[tuple[int, int]]:
    """Id and kind of every card in the order the cards are drawn, the rest of the deck included."""
    game = deal(record)
    s, r = game.state, game.compiled_rules
    order = [(card, s.faces[card]) for card in s.deck[: s.top]]
    for deed in deeds:
        top = s.top - isinstance(deed, Reshuffle)
        game.act(deed)
        order += [(card, s.faces[card]) for card in s.deck[top : s.top]]
    return order + [(card, s.faces[card]) for card in s.deck[s.top : r.cards]]


def _returned(game: Referee) -> tuple[int, int] | None:
    """The card a reshuffle put back and the number of cards drawn before, if it may lie anywhere since."""
    s = game.state
    return None if s.returned_card == layout.NO_CARD else (s.returned_card, s.returned_at)


def _imagined(stream: Stream, counts: Counter[int], masks: list[int], deck: int) -> list[int]:
    """Kinds for the own cards, which fit their masks, and then for the deck; every fitting deal is equally likely."""

    def copies(left: Counter[int], mask: int) -> list[int]:
        return [kind for kind in sorted(left) if mask >> kind & 1 for _ in range(left[kind])]

    order = sorted(range(len(masks)), key=lambda slot: len(copies(counts, masks[slot])))
    while True:
        left, hand, keeps = Counter(counts), [0] * len(masks), True
        for slot in order:
            fitting, at_first = copies(left, masks[slot]), len(copies(counts, masks[slot]))
            # Fewer copies than at first make the hands after this pick likelier than they should be.
            keeps = keeps and stream.below(at_first) < len(fitting)
            if not keeps:
                break
            hand[slot] = fitting[stream.below(len(fitting))]
            left[hand[slot]] -= 1
        if keeps:
            return hand + stream.shuffled(sorted(left.elements()))[:deck]


def _depth(stream: Stream, back: tuple[int, int], drawn: list[tuple[int, int]], dealt: dict[int, int]) -> int | None:
    """Under how many cards the reshuffle now puts its card; None where it is to be dealt again.

    Every card of its kind drawn since may be the one, so a deal with more of them is likelier.
    """
    card, since = back
    kind = next(kind for known, kind in drawn if known == card)
    later = [serial for serial, (_, face) in enumerate(drawn) if serial >= since and dealt.get(serial, face) == kind]
    hidden_before = sum(serial < since and face == kind for serial, face in dealt.items())
    if stream.below(len(later) + hidden_before) >= len(later):
        return None
    return later[stream.below(len(later))] - since


def _deck(record: Record, game: Referee, sequence: list[int], depth: int | None) -> tuple[Card, ...]:
    """The dealt deck that is drawn in this sequence, with the reshuffled card put back at `depth`."""
    faces = cards_by_kind(record.rules)
    if depth is not None:
        since = game.state.returned_at
        sequence = sequence[: since + depth] + sequence[since + depth + 1 :]
    return tuple(faces[kind] for kind in sequence)


def _tiles(record: Record, s: layout.State, stream: Stream) -> tuple[str, ...]:
    turned = record.rewards[: s.turned]
    return (*turned, *stream.shuffled([tile.value for tile in TILES if tile not in turned])) if record.rewards else ()


def _branched(
    origin: Record, record: Record, actions: int, deeds: list[Action] | None = None, depth: int | None = None
) -> Record:
    """The first actions carried out on these cards and written down anew."""
    if deeds is None:
        _, deeds = _acted(record, actions)
    game = deal(record)
    for deed in deeds:
        if isinstance(deed, Reshuffle) and depth is not None:
            deed = replace(deed, at=depth)
        game.act(deed)
    extra = {name: value for name, value in origin.extra.items() if name not in OF_THE_WHOLE}
    return replace(record, actions=tuple(game.action_texts), extra={**extra, "from": {"actions": actions}})
