"""Continues from the middle of a recorded game, with the same cards or with the hidden ones dealt again."""

import secrets
from collections import Counter
from dataclasses import replace

from hanabi.chance import Seed, Stream
from hanabi.kernels import knowledge, layout
from hanabi.records.record import Record, RecordError
from hanabi.records.replay import act_recorded, dealt_game
from hanabi.rules import TILES, Action, Card, Referee, Reshuffle, cards_by_kind

# Optional fields about the whole game: wrong for a part of it, or for other cards.
WHOLE_GAME_FIELDS = ("result", "deal", "seed", "table", "time", "notes", "game", "id", "ended")


def action_of_turn(record: Record, turn: int) -> int:
    """The number of actions before this many turns were finished."""
    game = dealt_game(record)
    for index in range(len(record.actions)):
        if game.turn >= turn:
            return index
        act_recorded(game, record, index)
    if game.turn < turn or game.over is not None:
        raise RecordError(f"the game has no turn {turn}: it was over in turn {game.turn}")
    return len(record.actions)


def branch(record: Record, actions: int) -> Record:
    """The record of the first actions, from which the game can continue differently."""
    return _replay_on(record, record, actions)


def redeal_hidden(record: Record, actions: int, seat: int, seed: Seed | None = None) -> Record:
    """The record of the first actions, with all cards that `seat` cannot know dealt again.

    The view of that seat does not change. Its own cards fit its clues and the cards it sees; all such deals are equally
    likely. The same seed gives the same deal.
    """
    if seat not in range(len(record.players)):
        raise RecordError(f"there is no seat {seat}: the seats here are 0 to {len(record.players) - 1}")
    stream = Stream(secrets.token_hex(16) if seed is None else seed, "redeal")
    game, replayed = _replayed(record, actions)
    drawn = _draw_order(record, replayed)
    s, r = game.state, game.rule_tables
    own = [s.draw_numbers[seat][slot] for slot in range(s.hand_sizes[seat])]
    deck = list(range(s.drawn, s.drawn + r.cards - s.next_card))
    unseen = knowledge.unseen_kinds(r, s, seat)
    masks = [knowledge.possible_kinds(r, s, seat, slot, unseen) for slot in range(s.hand_sizes[seat])]
    reshuffled = _reshuffled_card(game)
    while True:
        faces = _sampled_kinds(stream, Counter(drawn[serial][1] for serial in own + deck), masks, len(deck))
        dealt = dict(zip(own + deck, faces, strict=True))
        depth = None if reshuffled is None else _reshuffle_depth(stream, reshuffled, drawn, dealt)
        if reshuffled is None or depth is not None:
            break
    sequence = [dealt.get(serial, kind) for serial, (_, kind) in enumerate(drawn)]
    changed = replace(
        record,
        deck=_deck(record, game, sequence, depth),
        rewards=_tiles(record, s, stream),
    )
    return _replay_on(record, changed, actions, replayed, depth)


def _replayed(record: Record, actions: int) -> tuple[Referee, list[Action]]:
    """The game after the first `actions` actions, and these actions with slots instead of card ids."""
    if not 0 <= actions <= len(record.actions):
        raise RecordError(f"the record has {len(record.actions)} actions, not {actions}")
    game, replayed = dealt_game(record), []
    for index in range(actions):
        replayed.append(act_recorded(game, record, index))
    if game.over is not None:
        raise RecordError("the game is over there: nothing can follow")
    return game, replayed


def _draw_order(record: Record, replayed: list[Action]) -> list[tuple[int, int]]:
    """Id and kind of every card in draw order, including the rest of the deck."""
    game = dealt_game(record)
    s, r = game.state, game.rule_tables
    order = [(card, s.faces[card]) for card in s.deck[: s.next_card]]
    for action in replayed:
        top = s.next_card - isinstance(action, Reshuffle)
        game.act(action)
        order += [(card, s.faces[card]) for card in s.deck[top : s.next_card]]
    return order + [(card, s.faces[card]) for card in s.deck[s.next_card : r.cards]]


def _reshuffled_card(game: Referee) -> tuple[int, int] | None:
    """The card that a reshuffle put back, and the number of cards drawn before it; None without a reshuffle."""
    s = game.state
    return None if s.returned_card == layout.NO_CARD else (s.returned_card, s.returned_at)


def _sampled_kinds(stream: Stream, counts: Counter[int], masks: list[int], deck: int) -> list[int]:
    """Random kinds for the seat's own cards, which fit their masks, then for the deck; all fitting deals are equally
    likely.

    Rejection sampling: a slot with fewer fitting copies left than at first rejects with that ratio.
    """

    def copies(left: Counter[int], mask: int) -> list[int]:
        return [kind for kind in sorted(left) if mask >> kind & 1 for _ in range(left[kind])]

    order = sorted(range(len(masks)), key=lambda slot: len(copies(counts, masks[slot])))
    while True:
        left, hand, accepted = Counter(counts), [0] * len(masks), True
        for slot in order:
            fitting, at_first = copies(left, masks[slot]), len(copies(counts, masks[slot]))
            # With fewer copies than at first, the hands after this pick would be likelier than they should be.
            accepted = accepted and stream.below(at_first) < len(fitting)
            if not accepted:
                break
            hand[slot] = fitting[stream.below(len(fitting))]
            left[hand[slot]] -= 1
        if accepted:
            return hand + stream.shuffled(sorted(left.elements()))[:deck]


def _reshuffle_depth(
    stream: Stream, reshuffled: tuple[int, int], drawn: list[tuple[int, int]], dealt: dict[int, int]
) -> int | None:
    """The number of cards above the reshuffled card; None rejects this deal.

    Each card of that kind drawn since may be the reshuffled one, so a deal with more of them is likelier.
    """
    card, since = reshuffled
    kind = next(kind for drawn_card, kind in drawn if drawn_card == card)
    later = [serial for serial, (_, face) in enumerate(drawn) if serial >= since and dealt.get(serial, face) == kind]
    hidden_before = sum(serial < since and face == kind for serial, face in dealt.items())
    if stream.below(len(later) + hidden_before) >= len(later):
        return None
    return later[stream.below(len(later))] - since


def _deck(record: Record, game: Referee, sequence: list[int], depth: int | None) -> tuple[Card, ...]:
    """The initial deck that gives this sequence of draws when the reshuffled card is put back at `depth`."""
    faces = cards_by_kind(record.rules)
    if depth is not None:
        since = game.state.returned_at
        sequence = sequence[: since + depth] + sequence[since + depth + 1 :]
    return tuple(faces[kind] for kind in sequence)


def _tiles(record: Record, s: layout.State, stream: Stream) -> tuple[str, ...]:
    turned = record.rewards[: s.tiles_turned]
    return (*turned, *stream.shuffled([tile.value for tile in TILES if tile not in turned])) if record.rewards else ()


def _replay_on(
    origin: Record, record: Record, actions: int, replayed: list[Action] | None = None, depth: int | None = None
) -> Record:
    """The record of the first actions, applied with these cards; their notation has the new card ids."""
    if replayed is None:
        _, replayed = _replayed(record, actions)
    game = dealt_game(record)
    for action in replayed:
        if isinstance(action, Reshuffle) and depth is not None:
            action = replace(action, at=depth)
        game.act(action)
    extra = {name: value for name, value in origin.extra.items() if name not in WHOLE_GAME_FIELDS}
    return replace(record, actions=tuple(game.action_texts), extra={**extra, "from": {"actions": actions}})
